// Replay: searches compared on measured tables, and what models that never saw the contraction
// choose from them without searching.
#ifndef AUTOTUNE_LAB_REPLAY_REPLAY_H
#define AUTOTUNE_LAB_REPLAY_REPLAY_H

#include "lab/replay/replay_table.h"

// Row: enumerator, name, meaning.
#define REPLAY_SEARCHES(X)                                                                         \
  X(RANDOM, "random", "points drawn uniformly, each once")                                         \
  X(GENETIC, "genetic", "population 100, 3 elites, mutation 0.1")                                  \
  X(MODEL, "model",                                                                                \
    "AutoTVM's loop: ranker trained on the way, annealing, diversity 2, 5 % random; batches of "   \
    "16, from 256 trials on larger ones, of at most 64")                                           \
  X(TRANSFER, "transfer",                                                                          \
    "the same on top of a ranker of other workloads, which plans the first 32 trials alone")

typedef enum ReplaySearch {
#define X(name, text, meaning) REPLAY_##name,
  REPLAY_SEARCHES(X)
#undef X
      REPLAY_SEARCH_COUNT
} ReplaySearch;

// Ways of learning that are judged by their curves (search/learning/local_model.h). Row:
// enumerator, name, LearningOptions beside the plain ones: diversity, epsilon, risk, regression,
// discount, refit. Plain is AutoTVM's loop without its diversity.
#define REPLAY_LEARNINGS(X)                                                                        \
  X(PLAIN, "plain", 1, 0.05, RISK_MEAN, false, 0, 64)                                              \
  X(DIVERSE_2, "diversity 2", 2, 0.05, RISK_MEAN, false, 0, 64)                                    \
  X(DIVERSE_4, "diversity 4", 4, 0.05, RISK_MEAN, false, 0, 64)                                    \
  X(NEVER_RANDOM, "epsilon 0", 1, 0, RISK_MEAN, false, 0, 64)                                      \
  X(OFTEN_RANDOM, "epsilon 0.2", 1, 0.2, RISK_MEAN, false, 0, 64)                                  \
  X(IMPROVEMENT, "risk ei", 1, 0.05, RISK_EXPECTED_IMPROVEMENT, false, 0, 64)                      \
  X(BOUND, "risk ucb", 1, 0.05, RISK_UPPER_BOUND, false, 0, 64)                                    \
  X(REGRESSION, "regression", 1, 0.05, RISK_MEAN, true, 0, 64)                                     \
  X(DISCOUNT_64, "discount 64", 1, 0.05, RISK_MEAN, false, 64, 64)                                 \
  X(DISCOUNT_256, "discount 256", 1, 0.05, RISK_MEAN, false, 256, 64)                              \
  X(BATCH_32, "batches of 32", 1, 0.05, RISK_MEAN, false, 0, 32)                                   \
  X(BATCH_16, "batches of 16", 1, 0.05, RISK_MEAN, false, 0, 16)                                   \
  X(BATCH_16_DIVERSE_2, "of 16, diversity 2", 2, 0.05, RISK_MEAN, false, 0, 16)                    \
  X(BATCH_16_DIVERSE_4, "of 16, diversity 4", 4, 0.05, RISK_MEAN, false, 0, 16)

typedef enum ReplayLearning {
#define X(name, text, ...) LEARNING_##name,
  REPLAY_LEARNINGS(X)
#undef X
      REPLAY_LEARNING_COUNT
} ReplayLearning;

// Row: enumerator, name, meaning.
#define REPLAY_CHOICES(X)                                                                          \
  X(ANALYTICAL, "analytical K=0", "first by the analytical model, nothing measured")               \
  X(FIRST, "learned K=0", "first by the learned model, nothing measured")                          \
  X(BATCH, "learned K=64", "fastest of the first 64 by the learned model")                         \
  X(ALL, "all measured", "fastest of all points of the table: what no search inside it can beat")  \
  X(FREE, "free choice",                                                                           \
    "what the pass chose from the whole space when the table was planned; it may be no point of "  \
    "the table")

typedef enum ReplayChoice {
#define X(name, text, meaning) CHOICE_##name,
  REPLAY_CHOICES(X)
#undef X
      REPLAY_CHOICE_COUNT
} ReplayChoice;

enum {
  REPLAY_CURVE_POINTS = 11, // after 1, 2, 4, ... 1024 trials
  REPLAY_LEVEL_TRIALS = 150 // of the model search, whose result the transfer is to reach sooner
};

typedef struct ReplayRuns {
  // Best speed so far as a part of the table's best: mean and standard deviation over the seeds.
  double curve[REPLAY_CURVE_POINTS], deviation[REPLAY_CURVE_POINTS];
  double final;       // mean, after the trials that searches are compared by
  double trials;      // mean of those, until 0.95 of the table's best; + 1 where never reached
  double last;        // mean, after all trials
  double to_level;    // mean, until what the model search had after REPLAY_LEVEL_TRIALS of the same
                      // seed; NAN: it did not run so many
  double cpu_seconds; // mean, of the search itself, measuring nothing
} ReplayRuns;

typedef struct ReplayResult {
  char name[96];
  size_t points;
  double good;           // part of the points within 5 % of the best
  int64_t trials;        // that searches are compared by
  int64_t run_trials;    // that were run
  double trial_seconds;  // mean cost of measuring one point; NAN: not known
  double choice_seconds; // of a choice without measuring in the whole space, in this process
  ReplayRuns searches[REPLAY_SEARCH_COUNT];
  ReplayRuns learnings[2][REPLAY_LEARNING_COUNT]; // without and with a model of other workloads
  double choices[REPLAY_CHOICE_COUNT]; // best seconds of the table over those chosen; NAN: unknown
} ReplayResult;

typedef struct ReplayOptions {
  TrainingOptions training;
  uint32_t seed;
  int seed_count;
  // 0: up to 1000 are run, and an eighth of the points, which is as many of 8,000, are compared.
  int64_t trials;
  bool judges_learning; // the ways of learning are run too
} ReplayOptions;

// One result per table of the data. The caller frees them.
Status replay_run(const TrainingData *data, const ReplayOptions *options,
                  ReplayResult **out_results, int *out_count);

const char *replay_search_name(ReplaySearch search); // static
const char *replay_search_meaning(ReplaySearch search);
const char *replay_learning_name(ReplayLearning learning);
const char *replay_choice_name(ReplayChoice choice);
const char *replay_choice_meaning(ReplayChoice choice);

#endif
