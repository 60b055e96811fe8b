// ScoredPool: the best schedules of a search, in order. Equal ones stay in the order they came in.
#ifndef AUTOTUNE_SEARCH_SCORED_POOL_H
#define AUTOTUNE_SEARCH_SCORED_POOL_H

#include "search/space.h"

enum { SCORED_POOL_ROOM = 96 };

typedef struct Scored {
  Schedule schedule;
  double seconds;   // by the analytical model; where measurements score, the measured ones
  double predicted; // seconds by the learned model; without one those of the analytical model
  double cost;      // what the pool is ordered by: the seconds, or the learned score, negative
  int64_t number;   // in the order they were scored
  uint64_t niche;   // equal for schedules of one kind: see scored_pool_niche
} Scored;

typedef struct ScoredPool {
  const SearchSpace *space; // lent
  int capacity;             // at most SCORED_POOL_ROOM
  int niche_limit;          // maximum number of schedules of one niche; 0: no limit
  int count;
  int64_t changes;                // insertions so far
  Scored items[SCORED_POOL_ROOM]; // best first
} ScoredPool;

// Puts the candidate in its place when it is good enough.
void scored_pool_insert(ScoredPool *pool, const Scored *candidate);

// What schedules of one kind have in common: rule, lanes, what is packed, how reductions are tiled
// and unrolled, roughly the register tile. The model tells kinds apart less well than it ranks
// within one.
uint64_t scored_pool_niche(const SearchSpace *space, const Schedule *schedule);

#endif
