// Replay: searches compared on measured tables, and what models that never saw the workload choose
// from them without searching.
#ifndef AUTOTUNE_TOOLS_REPLAY_H
#define AUTOTUNE_TOOLS_REPLAY_H

#include "tools/replay_table.h"

// Row: enumerator, name, meaning.
#define REPLAY_SEARCHES(X)                                                                         \
  X(RANDOM, "random", "points drawn uniformly, each once")                                         \
  X(GENETIC, "genetic", "population 100, 3 elites, mutation 0.1")                                  \
  X(MODEL, "model",                                                                                \
    "AutoTVM's loop: ranker trained on the way, annealing, batches of 64, 5 % "                    \
    "random")

typedef enum ReplaySearch {
#define X(name, text, meaning) REPLAY_##name,
  REPLAY_SEARCHES(X)
#undef X
      REPLAY_SEARCH_COUNT
} ReplaySearch;

// Row: enumerator, name, meaning.
#define REPLAY_CHOICES(X)                                                                          \
  X(ANALYTICAL, "analytical K=0", "first by the analytical model, nothing measured")               \
  X(FIRST, "learned K=0", "first by the learned model, nothing measured")                          \
  X(BATCH, "learned K=64", "fastest of the first 64 by the learned model")

typedef enum ReplayChoice {
#define X(name, text, meaning) CHOICE_##name,
  REPLAY_CHOICES(X)
#undef X
      REPLAY_CHOICE_COUNT
} ReplayChoice;

enum { REPLAY_CURVE_POINTS = 10 }; // after 1, 2, 4, ... 512 trials

typedef struct ReplayRuns {
  // Best speed so far as a part of the table's best: mean and standard deviation over the seeds.
  double curve[REPLAY_CURVE_POINTS], deviation[REPLAY_CURVE_POINTS];
  double final;  // mean, after all trials
  double trials; // mean, until 0.95 of the table's best; trials + 1 where never reached
} ReplayRuns;

typedef struct ReplayResult {
  char name[96];
  size_t points;
  int64_t trials; // of each search
  ReplayRuns searches[REPLAY_SEARCH_COUNT];
  double choices[REPLAY_CHOICE_COUNT]; // best seconds of the table over those chosen
} ReplayResult;

typedef struct ReplayOptions {
  TrainingOptions training;
  uint32_t seed;
  int seed_count;
  int64_t trials; // 0: 800 on tables of 8,000 points and more, else a tenth of the points
} ReplayOptions;

// One result per table of the data. The caller frees them.
Status replay_run(const TrainingData *data, const ReplayOptions *options,
                  ReplayResult **out_results, int *out_count);

const char *replay_search_name(ReplaySearch search); // static
const char *replay_search_meaning(ReplaySearch search);
const char *replay_choice_name(ReplayChoice choice);
const char *replay_choice_meaning(ReplayChoice choice);

#endif
