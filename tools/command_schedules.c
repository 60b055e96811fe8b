// autotune schedules: the size of the space of every op, and what it is made of.
#include "core/rule.h"
#include "search/space.h"
#include "tools/command_line.h"
#include "tools/commands.h"
#include "tools/ops/op_list.h"
#include "tools/ops/payload.h"
#include "tools/report/describe.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { SAMPLES = 2000 };

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

// Draws points to see how many of them are legal, and why the others are not.
static void print_legality(const SearchSpace *space, uint64_t seed) {
  int64_t reasons[REJECT_COUNT] = {0};
  Rng rng = {seed};
  Schedule schedule;
  double seconds;
  for (int i = 0; i < SAMPLES; i++) {
    space_random(space, &rng, &schedule);
    reasons[space_score(space, &schedule, &seconds, NULL)]++;
  }
  printf("    of %d points drawn %.1f %% are legal", SAMPLES,
         100.0 * (double)reasons[REJECT_NONE] / SAMPLES);
  for (int r = REJECT_NONE + 1; r < REJECT_COUNT; r++)
    if (reasons[r])
      printf("; %" PRId64 " %s", reasons[r], reject_reason_text((RejectReason)r));
  printf("\n");
}

static Status print_entry(const OpEntry *entry, int position, uint64_t seed) {
  char work[256];
  SearchSpace *space;
  Status status = space_create(&entry->workload, &entry->target, &space);
  if (status != STATUS_OK)
    return status;
  workload_describe(&entry->workload, work, sizeof work);
  printf("op %d: %s %s, %d use%s: %.3g schedules\n", position, entry->name, work, entry->uses,
         plural(entry->uses), space_size(space));
  for (int i = 0; i < space->rule_count; i++)
    print_rule(&space->rules[i]);
  print_legality(space, seed);
  printf("    chosen: %s\n", entry->schedule_text);
  space_destroy(space);
  return STATUS_OK;
}

// --- the command

typedef struct SchedulesCommand {
  const char *path;
  int64_t seed;
  OptionTexts texts;
} SchedulesCommand;

static const Flag flags[] = {
    {"--seed", FLAG_SEED, offsetof(SchedulesCommand, seed), "N", "seed of the points drawn (0)"},
    {0},
};

static Status print_spaces(void *values) {
  const SchedulesCommand *command = values;
  TuneOptions tune;
  Payload payload;
  OpList list = {0};
  Status status = command_line_options("schedules", &command->texts, &tune);
  if (status == STATUS_OK)
    status = payload_read(command->path, &payload);
  if (status != STATUS_OK)
    return status;
  TRY(op_list_require(&payload, &tune, &list));
  for (int i = 0; i < list.count; i++)
    TRY(print_entry(&list.items[i], i, (uint64_t)command->seed));
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
      .options = &command.texts};
  option_texts_init(&command.texts);
  return command_line_run(&line, argc, argv, print_spaces);
}
