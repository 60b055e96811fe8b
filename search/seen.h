// SeenSet: which schedules a search has met, as keys.
#ifndef AUTOTUNE_SEARCH_SEEN_H
#define AUTOTUNE_SEARCH_SEEN_H

#include "plan/schedule.h"

typedef struct SeenSet {
  uint64_t *slots; // owned; 0: free
  uint64_t slot_count, used;
} SeenSet;

// One more value in a key, which starts as 0. Keys differ between releases.
static inline uint64_t seen_mix(uint64_t key, uint64_t value) {
  key = (key ^ value) * UINT64_C(0xff51afd7ed558ccd);
  return key ^ key >> 29;
}

// Room for so many schedules without growing; a set that starts as {0} needs none.
Status seen_reserve(SeenSet *set, uint64_t count);
// Whether the schedule is new to the set; it no longer is afterwards. Without memory to grow the
// set forgets, and what was met counts as new again.
bool seen_add(SeenSet *set, const Schedule *schedule);
bool seen_has(const SeenSet *set, const Schedule *schedule);
void seen_destroy(SeenSet *set);

#endif
