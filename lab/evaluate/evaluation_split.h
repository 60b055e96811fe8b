// EvaluationSplit: what is held out of training, and the programs that are then predicted.
//
// Everything is held out by contraction (plan/contraction.h): whatever is fused with it, in
// whatever layout, none is ever on both sides. One holdout is one training; its programs are what
// is reported.
#ifndef AUTOTUNE_LAB_EVALUATE_EVALUATION_SPLIT_H
#define AUTOTUNE_LAB_EVALUATE_EVALUATION_SPLIT_H

#include "lab/evaluate/evaluation_metrics.h"
#include "tools/train/training_data.h"

// Splits but the one by machine judge the tasks of one CPU, that of the first machine of the data;
// what was measured elsewhere is held out with them, or trained on.
typedef struct EvaluationProgram {
  char name[48];
  const char *networks; // that it stands for, joined by ','; lent, NULL: none
  int holdout;
  ProgramTask *tasks; // owned
  size_t task_count;
} EvaluationProgram;

typedef struct EvaluationSplit {
  const char *name;    // "workload"
  const char *meaning; // one line
  int holdout_count, program_count;
  uint8_t *held_out; // owned: holdout_count x task count, 1: not trained on
  EvaluationProgram *programs;
  EvaluationProgram *networks; // of tasks of several programs: judged, not predicted again
  EvaluationProgram *types;    // of tasks of one type of elements each, in the same way
  int network_count, type_count;
} EvaluationSplit;

// What may be trained on of the CPU that is judged, beside all of the others.
typedef enum MachineSeen {
  MACHINE_UNSEEN,
  MACHINE_LEVELS_SEEN, // the CPU's other levels: machines with more or fewer of its instructions
  MACHINE_SEEN,
} MachineSeen;

enum { EVALUATION_FOLDS = 5, EVALUATION_MIN_TASKS = 10 };

// Each fifth of the contractions once; one program per fold, and one network for every network of
// the data with EVALUATION_MIN_TASKS tasks or more. `fold_count` < EVALUATION_FOLDS takes only the
// first folds, and no networks. What `development` marks is trained on but not judged; NULL:
// nothing.
Status split_by_workload(const TrainingData *data, uint32_t seed, int fold_count,
                         const uint8_t *development, EvaluationSplit *out_split);
// ResNet-18, MobileNetV2, BERT and SqueezeNet at once; one program each. Networks that the data
// does not have are left out.
Status split_by_network(const TrainingData *data, EvaluationSplit *out_split);
// Depthwise, attention and pooling, each alone.
Status split_by_family(const TrainingData *data, EvaluationSplit *out_split);
// Each type of elements alone, on whatever machine: those of which the CPU that is judged has
// EVALUATION_MIN_TASKS tasks or more.
Status split_by_type(const TrainingData *data, EvaluationSplit *out_split);
// What `development` marks, all at once; one program per family.
Status split_by_development(const TrainingData *data, const uint8_t *development,
                            EvaluationSplit *out_split);
// One machine, from what is known of its CPU (MachineSeen), with the contractions of what is judged
// held out on every machine: the networks of split_by_network, one program each. A machine that
// has fewer than EVALUATION_MIN_TASKS of theirs is judged by all its tasks, as one program.
bool machine_has_networks(const TrainingData *data, int32_t machine);
Status split_by_machine(const TrainingData *data, int32_t machine, MachineSeen seen,
                        EvaluationSplit *out_split);
// Nothing held out, one program of all tasks: for a model that was trained elsewhere.
Status split_nothing(const TrainingData *data, EvaluationSplit *out_split);
void split_destroy(EvaluationSplit *split);

// Whether the split by family holds it out.
bool family_is_held_out(const char *family);

// Weighs every task by how often its workload is in the networks of the program, as the pass fuses
// them, where the folder has a module NETWORK.mlir. Other weights stay 1.
Status split_weigh(EvaluationSplit *split, const TrainingData *data, const char *folder);

// Uses of rows for one holdout: what it holds out, or the filter leaves out, is unused.
void split_uses(const EvaluationSplit *split, int holdout, const TrainingData *data,
                const TrainingFilter *filter, uint32_t seed, uint8_t *out_uses);
// Whether some contraction is trained on and predicted in the same holdout.
bool split_leaks(const EvaluationSplit *split, const TrainingData *data);
// Whether a row in use is of a contraction that the split predicts in any holdout.
bool uses_leak(const EvaluationSplit *split, const TrainingData *data, const uint8_t *uses);

#endif
