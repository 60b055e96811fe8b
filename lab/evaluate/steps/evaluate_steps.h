// The steps of `autotune-lab evaluate`; lab/command_evaluate.c has its flags and their order.
#ifndef AUTOTUNE_LAB_EVALUATE_STEPS_EVALUATE_STEPS_H
#define AUTOTUNE_LAB_EVALUATE_STEPS_EVALUATE_STEPS_H

#include "lab/evaluate/report/evaluation_report.h"
#include "tools/output.h"
#include "tools/train/judged_contractions.h"

#define MACHINE_TRAINING_LIST "unseen,levels,added,adapted,all"

enum { EVALUATE_MAX_DATASETS = 64 };

typedef struct EvaluateCommand {
  const char *paths[EVALUATE_MAX_DATASETS];
  int path_count;
  const char *path, *model, *splits, *networks, *tables, *judges, *trainings;
  const char *calibrations, *cpu;
  size_t calibration_rows[MACHINE_MAX_CALIBRATIONS];
  int calibration_count;
  int64_t calibration_workload_rows;
  unsigned machine_trainings; // of `trainings`: bit per MachineTraining
  int64_t seed, rounds, ablation_rounds, replay_seeds, replay_trials;
  bool no_ablations, replay, replay_learning;
  char text[4096]; // how it was called
  TrainingData data, with_tables;
  ContractionList judged; // of --judges
  uint8_t *development;   // owned: which tasks of `data` are of the development set
  LearnedModel *learned;
  OutputFlags output;
  EvaluationReport report;
} EvaluateCommand;

// Reads what flags list, before hours of training. STATUS_USAGE names the flag.
Status evaluate_check(EvaluateCommand *command);

EvaluationOptions evaluate_options(const EvaluateCommand *command);
// By network, weighed if --models says so.
Status evaluate_network_split(const EvaluateCommand *command, EvaluationSplit *out_split);

// Which tasks are of the development set; before all trainings.
Status evaluate_mark_development(EvaluateCommand *command);

// Each adds its results to the report.
Status evaluate_splits(EvaluateCommand *command);
Status evaluate_model(EvaluateCommand *command); // that of --model
Status evaluate_development(EvaluateCommand *command);
Status evaluate_ablations(EvaluateCommand *command);

#endif
