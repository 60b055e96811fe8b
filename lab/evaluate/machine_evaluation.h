// Evaluation by machine: how good models are on a machine of which they know nothing, the other
// levels of instructions of its CPU, a few rows, or all. lab/results/metrics.md, "By machine".
//
// The judged networks, whatever modules judge besides, and everything of one contraction with what
// is judged are not trained on, on whatever machine.
#ifndef AUTOTUNE_LAB_EVALUATE_MACHINE_EVALUATION_H
#define AUTOTUNE_LAB_EVALUATE_MACHINE_EVALUATION_H

#include "lab/evaluate/calibration.h"
#include "lab/evaluate/evaluation.h"

// What is trained on, beside all rows of other CPUs. Row: enumerator, name, what of this CPU. The
// rows of a calibration are of the machine that is judged, and are chosen by calibration_choose.
#define MACHINE_TRAININGS(X)                                                                       \
  X(UNSEEN, "unseen", "no row")                                                                    \
  X(LEVELS, "levels", "the rows of its other levels of instructions")                              \
  X(ADDED, "added", "a calibration's rows, like all others")                                       \
  X(ADAPTED, "adapted", "a calibration's rows, on top of the model of no row")                     \
  X(ALL, "all", "all rows")

typedef enum MachineTraining {
#define X(name, text, meaning) MACHINE_TRAINING_##name,
  MACHINE_TRAININGS(X)
#undef X
      MACHINE_TRAINING_COUNT
} MachineTraining;

const char *machine_training_name(MachineTraining training); // static
const char *machine_training_meaning(MachineTraining training);
// MACHINE_TRAINING_COUNT: there is none of that name.
MachineTraining machine_training_find(const char *name, size_t length);

enum { MACHINE_MAX_CALIBRATIONS = 16 };

typedef struct MachineResult {
  int32_t machine;
  MachineTraining training;
  size_t calibration_rows;       // wanted; 0: no calibration
  size_t trained_rows, cpu_rows; // all that were trained on; those of the judged CPU among them
  size_t cpu_workloads;          // how many workloads the latter are of
  EvaluationResult result;       // with families
} MachineResult;

typedef struct MachineEvaluation {
  MachineResult *results; // owned; those of a machine together, in the order of MachineTraining
  int count;
  NoiseFloor *floors; // owned; one per machine of the data, of its CPU
  int32_t machine_count;
} MachineEvaluation;

typedef struct MachineEvaluationOptions {
  TrainingOptions training;
  TrainingFilter filter; // the judges, which no model is trained on
  uint32_t seed;
  unsigned trainings; // bit per MachineTraining
  const char *cpu;    // only machines whose processor's name contains it are judged; NULL: all
  // Every calibration is done once with each of these numbers of rows, where the machine is judged
  // by networks.
  size_t calibration_rows[MACHINE_MAX_CALIBRATIONS];
  int calibration_count;
  size_t workload_rows; // of a calibration (CalibrationOptions)
  bool is_quiet;        // no line for each result on the standard error stream
} MachineEvaluationOptions;

// Without a result where the data has one CPU only. Destroy with machine_evaluation_destroy
// whatever the result.
Status machine_evaluation_run(const TrainingData *data, const MachineEvaluationOptions *options,
                              MachineEvaluation *out_evaluation);
void machine_evaluation_destroy(MachineEvaluation *evaluation);

#endif
