// The development set: objectives and seeds compared on it.
#include "lab/evaluate/steps/evaluate_steps.h"

#include "lab/evaluate/development.h"

#include <stdlib.h>

Status evaluate_mark_development(EvaluateCommand *command) {
  if (command->judges) {
    Status status = judged_contractions_read(
        "--judges", command->judges, command->data.dataset.machines[0].target, &command->judged);
    if (status != STATUS_OK)
      return status;
  }
  command->development = malloc(command->data.set.task_count + 1);
  if (!command->development)
    return status_fail(STATUS_SYSTEM, "no memory for %zu tasks", command->data.set.task_count);
  development_mark(&command->data, &command->judged, command->development);
  return STATUS_OK;
}

// The judges are not trained on either, as for the shipped model.
static EvaluationOptions development_options(const EvaluateCommand *command, int objective,
                                             int seed) {
  EvaluationOptions options = evaluate_options(command);
  options.training.is_squared = objective == 1;
  options.training.ranker.seed += (uint32_t)seed;
  options.training.regressor.seed += (uint32_t)seed;
  options.seed += (uint32_t)seed;
  options.filter.networks = development_judges;
  options.filter.contractions = &command->judged;
  options.compares_shares = true;
  return options;
}

Status evaluate_development(EvaluateCommand *command) {
  EvaluationSplit split;
  Status status = split_by_development(&command->data, command->development, &split);
  if (status != STATUS_OK)
    return status;
  if (split.program_count == 0)
    status = status_fail(STATUS_USAGE, "no workload of the dataset is of the development set");
  for (int o = 0; o < OBJECTIVE_COUNT; o++)
    for (int s = 0; s < DEVELOPMENT_SEEDS && status == STATUS_OK; s++) {
      EvaluationOptions options = development_options(command, o, s);
      output_note(&command->output, "evaluate", "development, %s, seed %u", objective_name(o),
                  options.seed);
      status = evaluation_run(&command->data, &split, &options, &command->report.development[o][s]);
    }
  command->report.has_development = status == STATUS_OK;
  split_destroy(&split);
  return status;
}
