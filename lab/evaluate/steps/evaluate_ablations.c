// Models trained without some features, or on some rows only.
#include "lab/evaluate/steps/evaluate_steps.h"

#include "lab/evaluate/row_sampling.h"

enum { FOLDS_OF_ABLATIONS = 1 };

typedef struct AblationSetting {
  bool is_squared, without_analytical;
  const char *without; // features
  RowSampling sampling;
} AblationSetting;

// Features of the schedule (docs/reference/features.md): all but those of task, target and the
// estimate.
#define OTHER_SCHEDULE_FEATURES "traffic.,set.,register.,waste.,pack.,sweep."

static const AblationSetting ablation_settings[ABLATION_COUNT] = {
    [ABLATION_SQUARED] = {.is_squared = true},
    [ABLATION_TASK] = {.without = "work.,init.,body.,epilogue."},
    [ABLATION_TARGET] = {.without = "target."},
    [ABLATION_ANALYTICAL] = {.without_analytical = true},
    [ABLATION_LOOPS] = {.without_analytical = true,
                        .without = "knob.,curve.," OTHER_SCHEDULE_FEATURES},
    [ABLATION_KNOBS] = {.without_analytical = true,
                        .without = "loop,curve.," OTHER_SCHEDULE_FEATURES},
    [ABLATION_CURVES] = {.without_analytical = true,
                         .without = "loop,knob.," OTHER_SCHEDULE_FEATURES},
    [ABLATION_PRIOR] = {.sampling = SAMPLING_PRIOR_TASKS},
    [ABLATION_UNIFORM] = {.sampling = SAMPLING_UNIFORM_TASKS},
    [ABLATION_PERTURBED] = {.sampling = SAMPLING_PERTURBED_TASKS},
    [ABLATION_NETWORKS] = {.sampling = SAMPLING_NETWORK_TASKS},
    [ABLATION_EXPLORED] = {.sampling = SAMPLING_EXPLORED_SCHEDULES},
    [ABLATION_RANDOM] = {.sampling = SAMPLING_RANDOM_SCHEDULES},
};

static EvaluationOptions ablation_options(const EvaluateCommand *command, Ablation ablation) {
  EvaluationOptions options = evaluate_options(command);
  if (command->ablation_rounds > 0)
    options.training.ranker.max_rounds = options.training.regressor.max_rounds =
        (int)command->ablation_rounds;
  const AblationSetting *setting = &ablation_settings[ablation];
  options.training.is_squared = setting->is_squared;
  options.training.without = setting->without;
  options.training.without_analytical = setting->without_analytical;
  options.sampling = setting->sampling;
  return options;
}

// On networks, or where the data has none on one fold. A training that has no row left has no
// result.
Status evaluate_ablations(EvaluateCommand *command) {
  EvaluationSplit split;
  Status status = evaluate_network_split(command, &split);
  if (status == STATUS_OK && split.program_count == 0) {
    split_destroy(&split);
    status = split_by_workload(&command->data, (uint32_t)command->seed, FOLDS_OF_ABLATIONS, NULL,
                               &split);
  }
  if (status != STATUS_OK)
    return status;
  for (int a = 0; a < ABLATION_COUNT && status == STATUS_OK; a++) {
    EvaluationOptions options = ablation_options(command, (Ablation)a);
    output_note(&command->output, "evaluate", "ablation, %s", ablation_name((Ablation)a));
    status = evaluation_run(&command->data, &split, &options, &command->report.ablations[a]);
    if (status == STATUS_USAGE)
      status = STATUS_OK;
  }
  command->report.has_ablations = status == STATUS_OK;
  split_destroy(&split);
  return status;
}
