// autotune schedules: the size of the space of every op, and what it is made of.
#include "plan/rule.h"
#include "search/space.h"
#include "tools/command_line.h"
#include "tools/commands.h"
#include "tools/ops/op_json.h"
#include "tools/ops/op_list.h"
#include "tools/ops/payload.h"
#include "tools/report/describe.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { SAMPLES = 2000 };

// Draws points to see how many of them are legal, and why the others are not.
static void count_reasons(const SearchSpace *space, uint64_t seed, int64_t reasons[REJECT_COUNT]) {
  Rng rng = {seed};
  Schedule schedule;
  double seconds;
  memset(reasons, 0, REJECT_COUNT * sizeof *reasons);
  for (int i = 0; i < SAMPLES; i++) {
    space_random(space, &rng, &schedule);
    reasons[space_score(space, &schedule, &seconds, NULL)]++;
  }
}

// --- as text

static void print_rule(const RuleSpace *rule) {
  printf("    %s:", rule_get(rule->rule->rule)->name);
  for (int i = 0; i < rule->workload.iterator_count; i++)
    printf(" i%d=%s%" PRId64 "%s", i,
           rule->workload.kinds[i] == ITERATOR_PARALLEL ? "parallel " : "reduction ",
           rule->workload.extents[i], rule->vector_iterators >> i & 1 ? " (lanes)" : "");
  printf("; up to %d lanes; packs", rule->max_lanes);
  bool any = false;
  for (int a = 0; a < rule->workload.access_count; a++)
    if ((rule->panels | rule->images) >> a & 1) {
      printf(" input %d (%s)", a, rule->panels >> a & 1 ? "any depth" : "whole");
      any = true;
    }
  printf("%s%s\n", any ? "" : " nothing", rule->has_border ? "; padding by border or pack" : "");
}

static void print_legality(const int64_t *reasons) {
  printf("    of %d points drawn %.1f %% are legal", SAMPLES,
         100.0 * (double)reasons[REJECT_NONE] / SAMPLES);
  for (int r = REJECT_NONE + 1; r < REJECT_COUNT; r++)
    if (reasons[r])
      printf("; %" PRId64 " %s", reasons[r], reject_reason_text((RejectReason)r));
  printf("\n");
}

static void print_entry(const OpEntry *entry, int position, const SearchSpace *space,
                        const int64_t *reasons) {
  char work[256];
  workload_describe(&entry->workload, work, sizeof work);
  printf("op %d: %s %s, %d use%s: %.3g schedules\n", position, entry->name, work, entry->uses,
         plural(entry->uses), space_size(space));
  for (int i = 0; i < space->rule_count; i++)
    print_rule(&space->rules[i]);
  print_legality(reasons);
  printf("    chosen: %s\n", entry->schedule_text);
}

// --- as JSON

static Json *rule_json(const RuleSpace *rule) {
  Json *json = json_make_object(), *iterators = json_make_array();
  json_put_text(json, "rule", rule_get(rule->rule->rule)->name);
  json_put_integer(json, "lanes", rule->max_lanes);
  for (int i = 0; i < rule->workload.iterator_count; i++) {
    Json *iterator = json_make_object();
    bool is_parallel = rule->workload.kinds[i] == ITERATOR_PARALLEL;
    json_put_text(iterator, "kind", is_parallel ? "parallel" : "reduction");
    json_put_integer(iterator, "extent", rule->workload.extents[i]);
    json_put_bool(iterator, "may_be_vector", rule->vector_iterators >> i & 1);
    json_append(iterators, iterator);
  }
  json_put(json, "iterators", iterators);
  return json;
}

static Json *entry_json(const OpEntry *entry, int position, const SearchSpace *space,
                        const int64_t *reasons) {
  Json *json = op_json_entry(entry, position), *rules = json_make_array(),
       *rejected = json_make_object();
  json_put_number(json, "schedules", space_size(space));
  for (int i = 0; i < space->rule_count; i++)
    json_append(rules, rule_json(&space->rules[i]));
  json_put(json, "rules", rules);
  json_put_integer(json, "points_drawn", SAMPLES);
  json_put_integer(json, "points_legal", reasons[REJECT_NONE]);
  for (int r = REJECT_NONE + 1; r < REJECT_COUNT; r++)
    if (reasons[r])
      json_put_integer(rejected, reject_reason_text((RejectReason)r), reasons[r]);
  json_put(json, "points_rejected", rejected);
  return json;
}

// --- the command

typedef struct SchedulesCommand {
  const char *path;
  int64_t seed;
  OutputFlags output;
  OptionTexts texts;
} SchedulesCommand;

static const Flag flags[] = {
    {"--seed", FLAG_SEED, offsetof(SchedulesCommand, seed), "N", "seed of the points drawn (0)"},
    {0},
};

static Status show_entry(const SchedulesCommand *command, const OpEntry *entry, int position,
                         Json *all) {
  int64_t reasons[REJECT_COUNT];
  SearchSpace *space;
  Status status = space_create(&entry->workload, &entry->target, &space);
  if (status != STATUS_OK)
    return status;
  count_reasons(space, (uint64_t)command->seed, reasons);
  if (all)
    json_append(all, entry_json(entry, position, space, reasons));
  else
    print_entry(entry, position, space, reasons);
  space_destroy(space);
  return STATUS_OK;
}

static Status show_entries(const SchedulesCommand *command, const OpList *list) {
  Json *all = command->output.is_json ? json_make_array() : NULL;
  Status status = STATUS_OK;
  for (int i = 0; i < list->count && status == STATUS_OK; i++)
    status = show_entry(command, &list->items[i], i, all);
  if (status == STATUS_OK && command->output.is_json)
    return output_json(all);
  json_free(all);
  return status;
}

static Status show_spaces(void *values) {
  const SchedulesCommand *command = values;
  TuneOptions tune;
  Payload payload;
  OpList list = {0};
  Status status = command_line_options(&command->output, "schedules", &command->texts, &tune);
  if (status == STATUS_OK)
    status = payload_read(command->path, &tune, &payload);
  if (status != STATUS_OK)
    return status;
  TRY(op_list_require(&payload, &tune, &list));
  TRY(show_entries(command, &list));
cleanup:
  op_list_destroy(&list);
  payload_destroy(&payload);
  return status;
}

int command_schedules(int argc, char **argv) {
  SchedulesCommand command = {0};
  CommandLine line = {
      .name = "schedules",
      .usage = "MODULE.mlir [flags]",
      .summary = "Prints the size of every op's space, its knobs, and how much of it is legal.",
      .flags = flags,
      .values = &command,
      .positional = &command.path,
      .positional_count = 1,
      .options = &command.texts,
      .output = &command.output,
      .has_json = true};
  option_texts_init(&command.texts);
  return command_line_run(&line, argc, argv, show_spaces);
}
