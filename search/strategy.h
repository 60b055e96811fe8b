// Strategy: which schedules to look at next. It proposes some, somebody scores them, and it
// observes what came out. Deterministic by its seed.
//
// Who scores differs. A model does (search/model_search.h): then proposals may be illegal or
// repeated, costs are predictions, and the best so far are in a pool that the search keeps. Or
// measurements do (measure/): then a strategy proposes legal schedules, each one once, and costs
// are seconds. The state of a strategy and what the two differ in are in its file
// search/strategy_NAME.c; a new one is such a file and a row of search/strategies.def.
#ifndef AUTOTUNE_SEARCH_STRATEGY_H
#define AUTOTUNE_SEARCH_STRATEGY_H

#include "search/learning/local_model.h"
#include "search/moves.h"
#include "search/scored_pool.h"
#include "search/seen.h"

typedef struct Strategy Strategy; // of a running search

typedef enum StrategyUse {
  STRATEGY_PREDICTS, // a model scores
  STRATEGY_MEASURES, // measurements score
  STRATEGY_USE_COUNT
} StrategyUse;

// How the first of the candidates that a model scores are shared out, as divisors of their number.
typedef struct StrategyShares {
  int seeds;  // constructed schedules; 0: none
  int random; // random ones; 0: none
  int own;    // proposals of the strategy; 0: all that is left
} StrategyShares;

typedef struct StrategyKind {
  const char *name, *meaning;
  bool is_for[STRATEGY_USE_COUNT];
  int64_t candidates; // scored by a model where nothing else is said
  StrategyShares first;
  // Proposals that a model scores together, whether they were met before or not, so that all are
  // observed. 0: in any number; new ones alone are scored, and found in the pool.
  int round;
  size_t state_bytes;
  Status (*start)(Strategy *strategy); // the state is zeroed; NULL: nothing to do
  // Writes at most `count` schedules; fewer, even 0, when the space has no more.
  int (*propose)(Strategy *strategy, int count, Schedule *out_schedules);
  // Costs of schedules, proposed here or known from elsewhere: lower is better, infinite for one
  // that is illegal. Seconds that are not finite or <= 0 stand for a failed trial. NULL: nothing is
  // learned.
  void (*observe)(Strategy *strategy, const Schedule *schedules, const double *costs, int count);
  void (*stop)(Strategy *strategy); // frees what the state owns; NULL: nothing
} StrategyKind;

#define STRATEGY(name) extern const StrategyKind strategy_##name;
#include "search/strategies.def"
#undef STRATEGY

// Row `index` of the table, NULL past the end.
const StrategyKind *strategy_kind(int index);
// By name, among those for this use; NULL when there is none.
const StrategyKind *strategy_find(const char *name, StrategyUse use);
// Writes the names of those for this use, with commas between.
void strategy_names(StrategyUse use, char *text, size_t size);

// What a strategy is made for. Everything is lent.
typedef struct StrategySetting {
  const SearchSpace *space;
  const SearchMoves *moves;  // of a part of the space; NULL: of all of it
  const LearnedModel *model; // of other workloads, for strategies that can use one; may be NULL
  RankerFit *fit;            // for strategies that learn on the way, which fail without
  const LearningOptions *learning; // of those; NULL: as by default
  uint64_t seed;
  int64_t budget; // how many schedules will be scored in all
  // Where a model scores, else NULL: the best so far, and the generator of that search.
  const ScoredPool *pool;
  Rng *rng;
  bool costs_are_logarithms; // those of the pool, and those observed
} StrategySetting;

Status strategy_create(const StrategyKind *kind, const StrategySetting *setting,
                       Strategy **out_strategy);
void strategy_destroy(Strategy *strategy); // NULL is a no-op
// As in StrategyKind.
int strategy_propose(Strategy *strategy, int count, Schedule *out_schedules);
void strategy_observe(Strategy *strategy, const Schedule *schedules, const double *costs,
                      int count);

// --- for the files strategy_NAME.c

struct Strategy {
  const StrategyKind *kind;
  StrategySetting setting;
  SearchMoves moves;
  Rng own_rng;
  Rng *rng;     // the setting's, else its own
  SeenSet seen; // proposed or observed; unused where a model scores
  void *state;  // owned: kind->state_bytes
};

enum { STRATEGY_ATTEMPTS = 2000 }; // drawn for one proposal, before the space counts as exhausted

// Whether the schedule may be proposed. Where a model scores, the search sorts out what is not new
// or not legal.
bool strategy_accepts(Strategy *strategy, const Schedule *schedule);
// Draws a random schedule that may be proposed; false when none was found.
bool strategy_draw(Strategy *strategy, Schedule *out_schedule);

#endif
