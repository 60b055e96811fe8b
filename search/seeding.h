// What the stages of seeds.c share.
#ifndef AUTOTUNE_SEARCH_SEEDING_H
#define AUTOTUNE_SEARCH_SEEDING_H

#include "search/space.h"

enum { PROMISING = 8 };

typedef struct Promising {
  Schedule schedule;
  double seconds;
} Promising;

typedef struct Seeding {
  const SearchSpace *space;
  const RuleSpace *rule_space;
  SeedSink sink;
  void *context;
  int promising_count;
  Promising promising[PROMISING]; // best first
} Seeding;

// Offers a copy, so that normalisation does not disturb what the caller varies next.
static inline double seeding_offer(const Seeding *seeding, const Schedule *schedule,
                                   Schedule *out_normalized) {
  *out_normalized = *schedule;
  space_normalize(seeding->space, out_normalized);
  return seeding->sink(seeding->context, out_normalized);
}

// seeds_blocking.c: offers what can be made of a promising register tile.
void seeding_elaborate(Seeding *seeding, const Schedule *tile);

#endif
