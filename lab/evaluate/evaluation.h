// Evaluation: predictors compared on the programs of a split.
#ifndef AUTOTUNE_LAB_EVALUATE_EVALUATION_H
#define AUTOTUNE_LAB_EVALUATE_EVALUATION_H

#include "lab/evaluate/evaluation_split.h"
#include "lab/evaluate/noise_floor.h"
#include "lab/evaluate/row_sampling.h"
#include "lab/figures/prediction.h"

// Who predicts. Row: enumerator, name, meaning.
#define PREDICTORS(X)                                                                              \
  X(RANKER, "ranker", "trees that order the schedules of a workload")                              \
  X(REGRESSOR, "regressor", "trees that correct the seconds of the analytical model")              \
  X(BOTH, "both", "ranker score minus log of the regressor's seconds")                             \
  X(ANALYTICAL, "analytical", "the analytical model")                                              \
  X(RANDOM, "random", "any candidate, mean of many draws")                                         \
  X(REPEATS, "repeats", "one half of the repeats predicts the other: the noise of one moment")     \
  X(AGAIN, "perfect",                                                                              \
    "the measured seconds with an error as large as between two moments: what "                    \
    "a perfect model would reach")

typedef enum Predictor {
#define X(name, text, meaning) PREDICTOR_##name,
  PREDICTORS(X)
#undef X
      PREDICTOR_COUNT
} Predictor;

const char *predictor_name(Predictor predictor); // static
const char *predictor_meaning(Predictor predictor);

typedef struct ProgramResult {
  char name[48];
  size_t task_count, row_count;
  EvaluationMetrics metrics[PREDICTOR_COUNT];
} ProgramResult;

// Values of RANKER_SHARE (costmodel/learned_model.c) that are compared on a development set.
enum { SHARE_COUNT = 8 };
double evaluation_share(int n);

// What schedules are chosen by, with one share of the ranker.
typedef struct ShareResult {
  EvaluationMetrics mean, pooled; // over the programs; of all their tasks as one program
} ShareResult;

typedef struct EvaluationResult {
  const char *name, *meaning; // of the split, static
  ProgramResult *programs;    // owned
  int program_count, network_count;
  ProgramResult *families; // owned: of all their tasks, by family; with compares_families
  int family_count;
  ProgramResult *types; // owned: those of the split
  int type_count;
  size_t trained_rows;                         // of the last training
  EvaluationMetrics means[PREDICTOR_COUNT];    // over the programs
  EvaluationMetrics pooled[PREDICTOR_COUNT];   // of all their tasks as one program
  EvaluationMetrics networks[PREDICTOR_COUNT]; // over the networks of the split; NAN: it has none
  ShareResult shares[SHARE_COUNT];             // with compares_shares
} EvaluationResult;

typedef struct EvaluationOptions {
  TrainingOptions training;
  TrainingFilter filter; // what is left out of training beside what the split holds out
  RowSampling sampling;  // of the rest
  bool compares_shares, compares_families;
  uint32_t seed;
  const RowModels *models; // lent; NULL: some are trained for every holdout
  const NoiseFloor *floor; // lent
} EvaluationOptions;

// Destroy the result with evaluation_destroy.
Status evaluation_run(const TrainingData *data, const EvaluationSplit *split,
                      const EvaluationOptions *options, EvaluationResult *out_result);
void evaluation_destroy(EvaluationResult *result);

#endif
