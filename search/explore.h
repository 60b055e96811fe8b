// Explorer: looks for the best predicted schedules of a space, without measuring.
//
// Every candidate is checked and scored by the analytical model. With a learned model that is the
// draft: what it holds to be hopeless goes no further, the others are ranked by the learned model
// in batches, and the pool is ordered by its scores, equal ones by the draft. Candidates are
// numbered in the order they are scored; ties go to the lower number.
#ifndef AUTOTUNE_SEARCH_EXPLORE_H
#define AUTOTUNE_SEARCH_EXPLORE_H

#include "search/scorer.h"

enum {
  EXPLORE_POOL = 96,
  // Proposals made for one candidate scored, before giving up: a small space runs dry.
  EXPLORE_PROPOSALS = 12,
};

typedef struct Scored {
  Schedule schedule;
  double seconds;   // by the analytical model
  double predicted; // seconds by the learned model; without one those of the analytical model
  double cost;      // what the pool is ordered by: the seconds, or the learned score, negative
  int64_t number;
  uint64_t niche; // equal for schedules of one kind: see explorer_niche
} Scored;

typedef struct Explorer {
  const SearchSpace *space; // lent
  Scorer *scorer;           // owned; NULL: the analytical model alone
  Status status;            // of the scorer; once it fails, nothing more is scored
  Rng rng;
  int64_t limit;      // candidates to score at most, in all calls
  int64_t seed_limit; // of them, before the seeds end
  int niche_limit;    // most places of the pool for schedules of one niche; 0: no limit
  int64_t scored;
  int64_t rejected[REJECT_COUNT];
  double best_seconds; // analytical, of all candidates
  int64_t pool_changes;
  int pool_count;
  Scored pool[EXPLORE_POOL]; // best first
  int waiting_count;
  Scored waiting[SCORER_BATCH]; // for the learned model
  uint64_t *seen;               // keys of what was looked at, open addressing; 0 = free
  uint64_t seen_mask;
} Explorer;

// Scores at most `limit` candidates; `model` (may be NULL) is lent. Destroy with explorer_destroy.
Status explorer_create(const SearchSpace *space, const LearnedModel *model, uint64_t seed,
                       int64_t limit, Explorer **out_explorer);
void explorer_destroy(Explorer *explorer); // NULL is a no-op

// Whether the schedule is new to this explorer; it no longer is afterwards.
bool explorer_is_new(Explorer *explorer, const Schedule *schedule);

// Scores a normalised schedule unless it was seen and returns its analytical seconds. Negative:
// seen, illegal, or the limit is reached. With a learned model it may still wait for its place.
double explorer_offer(Explorer *explorer, const Schedule *schedule);
// Ranks what waits. Every call below that adds candidates ends with it.
void explorer_flush(Explorer *explorer);

// Scores schedules whether they were seen or not, at most SCORER_BATCH of them: writes their costs,
// infinite for those that are illegal, hopeless or beyond the limit. New ones go into the pool.
void explorer_cost(Explorer *explorer, const Schedule *schedules, int count, double *out_costs);

// What `scored` is after `count` more candidates, if the limit allows so many.
int64_t explorer_end(const Explorer *explorer, int64_t count);

// What schedules of one kind have in common: rule, lanes, what is packed, how reductions are tiled
// and unrolled, roughly the register tile. The model tells kinds apart less well than it ranks
// within one.
uint64_t explorer_niche(const Explorer *explorer, const Schedule *schedule);

// Seeds, at most `count` candidates.
void explorer_seed(Explorer *explorer, int64_t count);
// Random points, at most `count` candidates.
void explorer_sample(Explorer *explorer, int64_t count);

// --- ways to explore: one file search/explore_NAME.c each

// At most `count` candidates; the first call for an explorer has is_first set.
typedef void (*ExploreMethod)(Explorer *explorer, bool is_first, int64_t count);

// Seeds and random points first, then children of the pool.
void explore_evolution(Explorer *explorer, bool is_first, int64_t count);
// Random points.
void explore_random(Explorer *explorer, bool is_first, int64_t count);
// Simulated annealing: 64 chains, and AutoTVM's and One-Shot Tuner's numbers of chains and steps.
void explore_annealing(Explorer *explorer, bool is_first, int64_t count);
void explore_annealing_128x500(Explorer *explorer, bool is_first, int64_t count);
void explore_annealing_512x160(Explorer *explorer, bool is_first, int64_t count);

// Children of the pool, at most `count` candidates.
void explorer_evolve(Explorer *explorer, int64_t count);

#endif
