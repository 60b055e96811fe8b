// autotune-lab fusion compare: ways to spend a budget of measuring.
#include "base/text.h"
#include "lab/fusion/actions/fusion_actions.h"

#include "lab/partitions/partition_compare.h"
#include "tools/command_line.h"
#include "tools/ops/module_paths.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const way_keys[WAY_COUNT] = {"hybrid_seconds", "annealing_seconds",
                                                "annealing_more_seconds"};

// Seconds over those of another way, of all programs.
typedef struct Ratios {
  double logs, worst;
  int count;
} Ratios;

static void add_ratio(Ratios *ratios, double seconds, double other) {
  if (!isfinite(seconds) || !isfinite(other))
    return;
  ratios->logs += log(seconds / other);
  ratios->worst = fmax(ratios->worst, seconds / other);
  ratios->count++;
}

typedef struct Compared {
  const FusionCommand *command;
  Json *programs;                                                   // NULL: as text
  Ratios more[START_COUNT], same[START_COUNT], greedy[START_COUNT]; // hybrid over these
  int failed;                                                       // programs
  bool has_head;                                                    // of the text
} Compared;

static void print_head(Compared *compared) {
  const FusionCommand *command = compared->command;
  if (!compared->has_head)
    printf("| program | start | start, ms | hybrid, %g s | annealing, %g s | annealing, %g s | "
           "hybrid / the last |\n|---|---|---|---|---|---|---|\n",
           command->seconds, command->seconds, command->seconds * command->times);
  compared->has_head = true;
}

static void tell_comparison(Compared *compared, const char *name,
                            const PartitionComparison *comparison) {
  static const char *const starts[START_COUNT] = {"greedy", "random"};
  if (!compared->programs)
    print_head(compared);
  for (int s = 0; s < START_COUNT; s++) {
    if (compared->programs) {
      Json *json = json_make_object();
      json_put_text(json, "program", name);
      json_put_text(json, "start", starts[s]);
      json_put_number(json, "start_seconds", comparison->start[s]);
      for (int w = 0; w < WAY_COUNT; w++)
        json_put_number(json, way_keys[w], comparison->found[s][w]);
      json_append(compared->programs, json);
      continue;
    }
    printf("| %s | %s | %.4f |", TEXT_LINE(name), starts[s], 1e3 * comparison->start[s]);
    for (int w = 0; w < WAY_COUNT; w++)
      printf(" %.4f (%d) |", 1e3 * comparison->found[s][w], comparison->measured[s][w]);
    printf(" %.3f |\n", comparison->found[s][WAY_HYBRID] / comparison->found[s][WAY_ANNEAL_MORE]);
  }
  fflush(stdout);
}

static Status compare_program(Compared *compared, const TuneOptions *tune, const char *path) {
  const FusionCommand *command = compared->command;
  Status status = STATUS_OK;
  PartitionTask *task = calloc(1, sizeof *task);
  PartitionWorker worker = {0};
  PartitionPlace place = {command->core, command->lock, command->output.is_verbose};
  CompareOptions options = {command->seconds, command->times, (int)command->rounds,
                            (uint64_t)command->seed};
  PartitionComparison comparison;
  char name[256];
  if (!task)
    return status_fail(STATUS_SYSTEM, "no memory for a program");
  module_source_name(path, name, sizeof name);
  TRY(partition_task_create(path, NULL, tune, task));
  TRY(partition_worker_create(task, &place, &worker));
  TRY(partition_compare(task, &worker, &options, &comparison));
  tell_comparison(compared, name, &comparison);
  for (int s = 0; s < START_COUNT; s++) {
    double hybrid = comparison.found[s][WAY_HYBRID];
    add_ratio(&compared->more[s], hybrid, comparison.found[s][WAY_ANNEAL_MORE]);
    add_ratio(&compared->same[s], hybrid, comparison.found[s][WAY_ANNEAL]);
    add_ratio(&compared->greedy[s], hybrid, comparison.start[START_GREEDY]);
  }
cleanup:
  partition_worker_destroy(&worker);
  partition_task_destroy(task);
  free(task);
  return status;
}

// One that cannot be tuned or measured is told, and the others go on.
static Status compare_module(Compared *compared, const TuneOptions *tune, const char *path) {
  Status status = compare_program(compared, tune, path);
  if (status == STATUS_OK || status == STATUS_SYSTEM)
    return status;
  output_warning("fusion compare", "%s: %s", path, status_text());
  compared->failed++;
  return STATUS_OK;
}

static void tell_ratios(const char *words, const Ratios ratios[START_COUNT]) {
  printf("%s: ", words);
  for (int s = 0; s < START_COUNT; s++)
    printf("%s %.3f in the geometric mean, %.3f at worst", s ? "; from random starts" : "greedy",
           ratios[s].count ? exp(ratios[s].logs / ratios[s].count) : NAN, ratios[s].worst);
  printf("\n");
}

static void tell_compared(const Compared *compared) {
  printf("\n");
  tell_ratios("hybrid over annealing with more, from", compared->more);
  tell_ratios("hybrid over annealing with the same, from", compared->same);
  tell_ratios("hybrid over the greedy partition, from", compared->greedy);
}

Status fusion_action_compare(void *values) {
  FusionCommand *command = values;
  TuneOptions tune;
  ModulePaths paths = {0};
  Compared compared = {.command = command};
  Status status = command_line_host(&command->output, "fusion compare", &tune);
  if (status == STATUS_OK)
    status = output_measuring(&command->output, "fusion compare", &command->lock);
  if (status == STATUS_OK)
    status = module_paths_list("MODULES", command->paths[0], &paths);
  if (status == STATUS_OK && command->output.is_json)
    compared.programs = json_make_array();
  for (int m = 0; m < paths.count && status == STATUS_OK; m++)
    status = compare_module(&compared, &tune, paths.items[m]);
  if (status == STATUS_OK && compared.failed == paths.count)
    status = status_fail(STATUS_WORKER, "no program could be compared; the warnings say why");
  if (status == STATUS_OK && compared.programs)
    status = output_json(compared.programs);
  else if (status == STATUS_OK)
    tell_compared(&compared);
  else
    json_free(compared.programs);
  module_paths_destroy(&paths);
  return status;
}
