// ScriptSpace: a transform script as a search space.
#include "passes/script/script_space.h"

#include "base/text.h"
#include "runtime/codegen/compile.h"
#include "transforms/ir.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ENTRY "__transform_main"
#define KNOB "transform.tune.knob"
#define ALTERNATIVES "transform.tune.alternatives"

// More points cannot be numbered.
static const uint64_t MOST_POINTS = UINT64_C(1) << 62;

// --- reading options

static MlirAttribute attribute_of(MlirOperation op, const char *name) {
  return mlirOperationGetAttributeByName(op, ir_string(name));
}

static Status keep_options(ScriptChoice *choice, int64_t count) {
  if (count <= 0)
    return status_fail(STATUS_USAGE, "knob \"%s\" has no options: give it at least one",
                       choice->name);
  choice->count = (int)count;
  choice->options = calloc((size_t)count, sizeof *choice->options);
  return choice->options ? STATUS_OK : status_fail(STATUS_SYSTEM, "no memory for a knob");
}

// A point is known by its text, so equal options would be one point under two numbers.
static Status check_options(const ScriptChoice *choice) {
  for (int n = 0; n < choice->count; n++)
    for (int m = 0; m < n; m++)
      if (mlirAttributeEqual(choice->options[n], choice->options[m]))
        return status_fail(STATUS_USAGE, "knob \"%s\": its options %d and %d are equal; remove one",
                           choice->name, m + 1, n + 1);
  return STATUS_OK;
}

// A list of values, or array<i64: ...>, whose values are those of an i64 parameter.
static Status read_options(ScriptChoice *choice) {
  MlirAttribute options = attribute_of(choice->op, "options");
  if (mlirAttributeIsAArray(options)) {
    Status status = keep_options(choice, mlirArrayAttrGetNumElements(options));
    for (int n = 0; status == STATUS_OK && n < choice->count; n++)
      choice->options[n] = mlirArrayAttrGetElement(options, n);
    return status;
  }
  if (mlirAttributeIsADenseI64Array(options)) {
    MlirType type = mlirIntegerTypeGet(mlirAttributeGetContext(options), 64);
    Status status = keep_options(choice, mlirDenseArrayGetNumElements(options));
    for (int n = 0; status == STATUS_OK && n < choice->count; n++)
      choice->options[n] = mlirIntegerAttrGet(type, mlirDenseI64ArrayGetElement(options, n));
    return status;
  }
  return status_fail(STATUS_USAGE,
                     "knob \"%s\": its options are no list; write the values out, as "
                     "options = [4 : i64, 8 : i64]",
                     choice->name);
}

static void read_name(ScriptChoice *choice) {
  MlirAttribute name = attribute_of(choice->op, "name");
  MlirStringRef text = mlirAttributeIsAString(name) ? mlirStringAttrGetValue(name) : ir_string("");
  snprintf(choice->name, sizeof choice->name, "%.*s", (int)text.length, text.data);
}

// --- reading choices

// Where ops are looked for: below which choice, and in which of its regions.
typedef struct Place {
  int parent, region;
} Place;

static Status read_region(ScriptSpace *space, MlirRegion region, Place place, bool opens);

static Status read_regions(ScriptSpace *space, MlirOperation op, Place place, bool opens) {
  Status status = STATUS_OK;
  for (intptr_t r = 0; status == STATUS_OK && r < mlirOperationGetNumRegions(op); r++)
    status = read_region(space, mlirOperationGetRegion(op, r), place, opens);
  return status;
}

// NULL when there are too many; the text is there.
static ScriptChoice *add_choice(ScriptSpace *space, MlirOperation op, Place place) {
  if (space->count == SCRIPT_MAX_CHOICES) {
    status_fail(STATUS_USAGE, "the script has more than %d open choices: select some by hand",
                SCRIPT_MAX_CHOICES);
    return NULL;
  }
  ScriptChoice *choice = &space->choices[space->count++];
  *choice = (ScriptChoice){.op = op, .parent = place.parent, .parent_region = place.region};
  read_name(choice);
  return choice;
}

static Status read_knob(ScriptSpace *space, MlirOperation op, Place place, bool opens) {
  if (!opens && !mlirAttributeIsNull(attribute_of(op, "selected")))
    return STATUS_OK;
  ScriptChoice *choice = add_choice(space, op, place);
  Status status = choice ? read_options(choice) : STATUS_USAGE;
  return status == STATUS_OK ? check_options(choice) : status;
}

// One whose region a parameter selects is no choice: that parameter is, where it comes from a knob.
static Status read_alternatives(ScriptSpace *space, MlirOperation op, Place place, bool opens) {
  Status status = STATUS_OK;
  MlirAttribute selected = attribute_of(op, "selected_region_attr");
  if (mlirOperationGetNumOperands(op) > 0)
    return read_regions(space, op, place, opens);
  if (!opens && !mlirAttributeIsNull(selected))
    return read_region(space, mlirOperationGetRegion(op, mlirIntegerAttrGetValueInt(selected)),
                       place, opens);
  int number = space->count;
  ScriptChoice *choice = add_choice(space, op, place);
  if (!choice)
    return STATUS_USAGE;
  choice->is_region = true;
  choice->count = (int)mlirOperationGetNumRegions(op);
  if (choice->count == 0)
    TRY(status_fail(STATUS_USAGE, "alternatives \"%s\" has no regions: give it at least one",
                    choice->name));
  for (int r = 0; r < choice->count; r++)
    TRY(read_region(space, mlirOperationGetRegion(op, r), (Place){number, r}, opens));
cleanup:
  return status;
}

static Status read_op(ScriptSpace *space, MlirOperation op, Place place, bool opens) {
  if (ir_op_is(op, KNOB))
    return read_knob(space, op, place, opens);
  if (ir_op_is(op, ALTERNATIVES))
    return read_alternatives(space, op, place, opens);
  return read_regions(space, op, place, opens);
}

static Status read_region(ScriptSpace *space, MlirRegion region, Place place, bool opens) {
  Status status = STATUS_OK;
  for (MlirBlock block = mlirRegionGetFirstBlock(region); !mlirBlockIsNull(block);
       block = mlirBlockGetNextInRegion(block))
    for (MlirOperation op = mlirBlockGetFirstOperation(block);
         status == STATUS_OK && !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
      status = read_op(space, op, place, opens);
  return status;
}

static bool is_sequence(MlirOperation op) { return ir_op_is(op, "transform.named_sequence"); }

static MlirOperation find_main(MlirOperation root) {
  MlirOperation found = {NULL};
  IrOps sequences = ir_collect(root, is_sequence);
  for (int n = 0; n < sequences.count; n++)
    if (mlirStringRefEqual(ir_symbol(sequences.ops[n]), ir_string(ENTRY)))
      found = sequences.ops[n];
  free(sequences.ops);
  return found;
}

// --- numbers of points

static uint64_t multiply(uint64_t a, uint64_t b) {
  return b > 0 && a > MOST_POINTS / b ? MOST_POINTS : a * b;
}

static uint64_t count_choice(const ScriptSpace *space, int c);

// Of all choices that stand right in this place.
static uint64_t count_place(const ScriptSpace *space, Place place) {
  uint64_t count = 1;
  for (int c = place.parent + 1; c < space->count; c++)
    if (space->choices[c].parent == place.parent &&
        (place.parent < 0 || space->choices[c].parent_region == place.region))
      count = multiply(count, count_choice(space, c));
  return count;
}

static uint64_t count_choice(const ScriptSpace *space, int c) {
  const ScriptChoice *choice = &space->choices[c];
  uint64_t count = 0;
  if (!choice->is_region)
    return (uint64_t)choice->count;
  for (int r = 0; r < choice->count; r++) {
    count += count_place(space, (Place){c, r});
    count = count > MOST_POINTS ? MOST_POINTS : count;
  }
  return count;
}

static void decode_choice(const ScriptSpace *space, int c, uint64_t number, ScriptPoint *point);

static void decode_place(const ScriptSpace *space, Place place, uint64_t number,
                         ScriptPoint *point) {
  for (int c = place.parent + 1; c < space->count; c++)
    if (space->choices[c].parent == place.parent &&
        (place.parent < 0 || space->choices[c].parent_region == place.region)) {
      uint64_t count = count_choice(space, c);
      decode_choice(space, c, number % count, point);
      number /= count;
    }
}

static void decode_choice(const ScriptSpace *space, int c, uint64_t number, ScriptPoint *point) {
  int r = 0;
  if (!space->choices[c].is_region) {
    point->options[c] = (int)number;
    return;
  }
  for (uint64_t count; number >= (count = count_place(space, (Place){c, r})); r++)
    number -= count;
  point->options[c] = r;
  decode_place(space, (Place){c, r}, number, point);
}

void script_point_at(const ScriptSpace *space, uint64_t number, ScriptPoint *out_point) {
  *out_point = (ScriptPoint){0};
  decode_place(space, (Place){-1, 0}, number, out_point);
}

// --- the space

static bool is_choice(MlirOperation op) { return ir_op_is(op, KNOB) || ir_op_is(op, ALTERNATIVES); }

Status script_space_require_choice(const ScriptSpace *space, const char *path) {
  if (space->count > 0)
    return STATUS_OK;
  IrOps all = ir_collect(mlirModuleGetOperation(space->script), is_choice);
  free(all.ops);
  return status_fail(STATUS_USAGE,
                     all.count > 0 ? "%s: everything is selected already; --again opens all of it"
                                   : "%s has no " KNOB " and no " ALTERNATIVES
                                     ": there is nothing to choose",
                     path);
}

Status script_space_read(MlirContext context, const char *path, bool opens, ScriptSpace *space) {
  Status status = STATUS_OK;
  *space = (ScriptSpace){0};
  TRY(compile_parse_file(context, path, &space->script));
  MlirOperation root = mlirModuleGetOperation(space->script);
  space->main = find_main(root);
  if (mlirOperationIsNull(space->main))
    TRY(status_fail(STATUS_USAGE,
                    "%s has no transform.named_sequence @" ENTRY ": that is where a script begins",
                    path));
  TRY(read_regions(space, root, (Place){-1, 0}, opens));
  space->size = count_place(space, (Place){-1, 0});
  if (space->size >= MOST_POINTS)
    TRY(status_fail(STATUS_USAGE, "%s has more than 4e18 points: select some by hand", path));
  TRY(script_point_check(space));
cleanup:
  return status;
}

void script_space_destroy(ScriptSpace *space) {
  for (int c = 0; c < space->count; c++)
    free(space->choices[c].options);
  if (!mlirModuleIsNull(space->script))
    mlirModuleDestroy(space->script);
  *space = (ScriptSpace){0};
}
