// Points of a ScriptSpace: their form, their text, their neighbours.
#include "base/text.h"
#include "passes/script/script_space.h"
#include "transforms/ir.h"

#include <stdio.h>
#include <string.h>

// Parents stand before their children, so one pass is enough.
static void find_effective(const ScriptSpace *space, const ScriptPoint *point,
                           bool effective[SCRIPT_MAX_CHOICES]) {
  for (int c = 0; c < space->count; c++) {
    const ScriptChoice *choice = &space->choices[c];
    effective[c] = choice->parent < 0 || (effective[choice->parent] &&
                                          point->options[choice->parent] == choice->parent_region);
  }
}

void script_point_normalize(const ScriptSpace *space, ScriptPoint *point) {
  bool effective[SCRIPT_MAX_CHOICES];
  find_effective(space, point, effective);
  for (int c = 0; c < space->count; c++)
    if (!effective[c])
      point->options[c] = 0;
}

uint64_t script_point_key(const ScriptSpace *space, const ScriptPoint *point) {
  return text_hash(TEXT_HASH_START, point->options, (size_t)space->count * sizeof(int));
}

// --- neighbours

void script_point_mutate(const ScriptSpace *space, Rng *rng, ScriptPoint *point) {
  bool effective[SCRIPT_MAX_CHOICES];
  find_effective(space, point, effective);
  int count = 0;
  for (int c = 0; c < space->count; c++)
    count += effective[c];
  for (int c = 0; c < space->count; c++)
    if (effective[c] && rng_below(rng, (uint64_t)count) == 0)
      point->options[c] = (int)rng_below(rng, (uint64_t)space->choices[c].count);
  script_point_normalize(space, point);
}

void script_point_cross(const ScriptSpace *space, Rng *rng, const ScriptPoint *other,
                        ScriptPoint *point) {
  for (int c = 0; c < space->count; c++)
    if (rng_chance(rng, 50))
      point->options[c] = other->options[c];
  script_point_normalize(space, point);
}

// --- text

// "tile = 8 : i64". Returns its length, at least SCRIPT_POINT_BYTES where it does not fit.
static size_t print_choice(const ScriptChoice *choice, int option, char text[SCRIPT_POINT_BYTES]) {
  if (choice->is_region)
    return (size_t)snprintf(text, SCRIPT_POINT_BYTES, "%s = region %d", choice->name, option);
  IrText value = {.used = 0};
  mlirAttributePrint(choice->options[option], ir_text_add, &value);
  return value.used + 1 >= sizeof value.bytes
             ? SCRIPT_POINT_BYTES
             : (size_t)snprintf(text, SCRIPT_POINT_BYTES, "%s = %s", choice->name, value.bytes);
}

// The longest text of any point, with the separators.
static size_t longest_place(const ScriptSpace *space, int parent, int region);

static size_t longest_choice(const ScriptSpace *space, int c, char part[SCRIPT_POINT_BYTES]) {
  size_t longest = 0;
  for (int n = 0; n < space->choices[c].count; n++) {
    size_t length = print_choice(&space->choices[c], n, part) + strlen(", ");
    if (space->choices[c].is_region)
      length += longest_place(space, c, n);
    longest = length > longest ? length : longest;
  }
  return longest;
}

static size_t longest_place(const ScriptSpace *space, int parent, int region) {
  char part[SCRIPT_POINT_BYTES];
  size_t length = 0;
  for (int c = parent + 1; c < space->count; c++)
    if (space->choices[c].parent == parent &&
        (parent < 0 || space->choices[c].parent_region == region))
      length += longest_choice(space, c, part);
  return length;
}

Status script_point_check(const ScriptSpace *space) {
  size_t length = longest_place(space, -1, 0);
  return length < SCRIPT_POINT_BYTES
             ? STATUS_OK
             : status_fail(
                   STATUS_USAGE,
                   "the options of one point take up to %zu characters, more than %d can be "
                   "kept: shorten names and options",
                   length, SCRIPT_POINT_BYTES - 1);
}

void script_point_print(const ScriptSpace *space, const ScriptPoint *point, char *text) {
  bool effective[SCRIPT_MAX_CHOICES];
  char part[SCRIPT_POINT_BYTES];
  size_t used = 0;
  find_effective(space, point, effective);
  text[0] = '\0';
  for (int c = 0; c < space->count; c++) {
    if (!effective[c])
      continue;
    print_choice(&space->choices[c], point->options[c], part);
    used += (size_t)sprintf(text + used, "%s%s", used ? ", " : "", part);
  }
}

// The option of the choice that `text` begins with; -1: none. The end is that of the text or ", ".
static int parse_choice(const ScriptChoice *choice, const char **text) {
  char part[SCRIPT_POINT_BYTES];
  for (int n = 0; n < choice->count; n++) {
    size_t length = print_choice(choice, n, part);
    if (length >= sizeof part || strncmp(*text, part, length))
      continue;
    const char *end = *text + length;
    if (*end && (strncmp(end, ", ", 2) || !end[2]))
      continue;
    *text = end + (*end ? 2 : 0);
    return n;
  }
  return -1;
}

bool script_point_parse(const ScriptSpace *space, const char *text, ScriptPoint *out_point) {
  bool effective[SCRIPT_MAX_CHOICES];
  *out_point = (ScriptPoint){0};
  for (int c = 0; c < space->count; c++) {
    find_effective(space, out_point, effective); // of those before it that is final
    if (effective[c])
      out_point->options[c] = parse_choice(&space->choices[c], &text);
    if (out_point->options[c] < 0)
      return false;
  }
  return !*text;
}

void script_point_select(const ScriptSpace *space, const ScriptPoint *point) {
  bool effective[SCRIPT_MAX_CHOICES];
  MlirContext context = mlirModuleGetContext(space->script);
  find_effective(space, point, effective);
  for (int c = 0; c < space->count; c++) {
    const ScriptChoice *choice = &space->choices[c];
    const char *name = choice->is_region ? "selected_region_attr" : "selected";
    MlirAttribute value = choice->is_region
                              ? mlirIntegerAttrGet(mlirIndexTypeGet(context), point->options[c])
                              : choice->options[point->options[c]];
    if (effective[c])
      mlirOperationSetAttributeByName(choice->op, ir_string(name), value);
    else
      mlirOperationRemoveAttributeByName(choice->op, ir_string(name));
  }
}
