// Replay: searches compared on measured tables, and what models that never saw the contraction
// choose from them without searching.
#ifndef AUTOTUNE_TOOLS_REPLAY_REPLAY_H
#define AUTOTUNE_TOOLS_REPLAY_REPLAY_H

#include "tools/replay/replay_table.h"

// Row: enumerator, name, meaning.
#define REPLAY_SEARCHES(X)                                                                         \
  X(RANDOM, "random", "points drawn uniformly, each once")                                         \
  X(GENETIC, "genetic", "population 100, 3 elites, mutation 0.1")                                  \
  X(MODEL, "model",                                                                                \
    "AutoTVM's loop: ranker trained on the way, annealing, batches of 64, 5 % "                    \
    "random")                                                                                      \
  X(TRANSFER, "transfer",                                                                          \
    "the same on top of a ranker of other workloads, which plans the first batch too")

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

enum { REPLAY_CURVE_POINTS = 10 }; // after 1, 2, 4, ... 512 trials

typedef struct ReplayRuns {
  // Best speed so far as a part of the table's best: mean and standard deviation over the seeds.
  double curve[REPLAY_CURVE_POINTS], deviation[REPLAY_CURVE_POINTS];
  double final;       // mean, after the trials that searches are compared by
  double trials;      // mean of those, until 0.95 of the table's best; + 1 where never reached
  double last;        // mean, after all trials
  double cpu_seconds; // mean, of the search itself, measuring nothing
} ReplayRuns;

typedef struct ReplayResult {
  char name[96];
  size_t points;
  int64_t trials;        // that searches are compared by
  int64_t run_trials;    // that were run
  double trial_seconds;  // mean cost of measuring one point; NAN: not known
  double choice_seconds; // of a choice without measuring in the whole space, in this process
  ReplayRuns searches[REPLAY_SEARCH_COUNT];
  double choices[REPLAY_CHOICE_COUNT]; // best seconds of the table over those chosen; NAN: unknown
} ReplayResult;

typedef struct ReplayOptions {
  TrainingOptions training;
  uint32_t seed;
  int seed_count;
  // 0: up to 1000 are run, and an eighth of the points, which is as many of 8,000, are compared.
  int64_t trials;
} ReplayOptions;

// One result per table of the data. The caller frees them.
Status replay_run(const TrainingData *data, const ReplayOptions *options,
                  ReplayResult **out_results, int *out_count);

const char *replay_search_name(ReplaySearch search); // static
const char *replay_search_meaning(ReplaySearch search);
const char *replay_choice_name(ReplayChoice choice);
const char *replay_choice_meaning(ReplayChoice choice);

#endif
