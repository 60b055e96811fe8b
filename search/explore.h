// Explorer: looks for the best predicted schedules of a space, without measuring.
//
// Starts with the seeds of every rule, adds random points, then evolves the best found so far.
// Candidates are numbered in the order they are scored; ties go to the lower number.
#ifndef AUTOTUNE_SEARCH_EXPLORE_H
#define AUTOTUNE_SEARCH_EXPLORE_H

#include "search/space.h"

enum { EXPLORE_POOL = 96 };

typedef struct Scored {
  Schedule schedule;
  double seconds;
  int64_t number;
  uint64_t niche; // equal for schedules of one kind: see explorer_niche
} Scored;

typedef struct Explorer {
  const SearchSpace *space; // lent
  Rng rng;
  int64_t limit;      // candidates to score at most, in all calls
  int64_t seed_limit; // of them, before the seeds end
  int niche_limit;    // most places of the pool for schedules of one niche; 0: no limit
  int64_t scored;
  int64_t rejected[REJECT_COUNT];
  int pool_count;
  Scored pool[EXPLORE_POOL]; // best first
  uint64_t *seen;            // keys of what was looked at, open addressing; 0 = free
  uint64_t seen_mask;
} Explorer;

// Scores at most `limit` candidates. Destroy with explorer_destroy.
Status explorer_create(const SearchSpace *space, uint64_t seed, int64_t limit,
                       Explorer **out_explorer);
void explorer_destroy(Explorer *explorer); // NULL is a no-op

// Whether the schedule is new to this explorer; it no longer is afterwards.
bool explorer_is_new(Explorer *explorer, const Schedule *schedule);

// Scores a normalised schedule unless it was seen. Negative: seen, illegal, or the limit is
// reached.
double explorer_offer(Explorer *explorer, const Schedule *schedule);

// What schedules of one kind have in common: rule, lanes, what is packed, how reductions are tiled
// and unrolled, roughly the register tile. The model tells kinds apart less well than it ranks
// within one.
uint64_t explorer_niche(const Explorer *explorer, const Schedule *schedule);

// Seeds, at most `count` candidates.
void explorer_seed(Explorer *explorer, int64_t count);
// Random points, at most `count` candidates.
void explorer_sample(Explorer *explorer, int64_t count);
// Children of the pool, at most `count` candidates.
void explorer_evolve(Explorer *explorer, int64_t count);

#endif
