// SimtChoice: the schedule of a product for a device, by price, of all that a grid of knobs gives.
// Nothing is drawn: the same workload and device give the same schedule.
#ifndef AUTOTUNE_SEARCH_SIMT_SIMT_CHOICE_H
#define AUTOTUNE_SEARCH_SIMT_SIMT_CHOICE_H

#include "costmodel/simt/simt_price.h"

typedef struct SimtChoice {
  Schedule schedule;
  SimtNest nest;
  SimtPrice price;
  int64_t candidates; // that were legal
} SimtChoice;

// In how many parts terms can be cut.
typedef struct SimtPartCounts {
  int count;
  int values[16]; // ascending, from 2 to SIMT_MAX_PARTS
} SimtPartCounts;

// STATUS_REJECTED when no schedule is legal. Without a host that makes tensor maps.
Status simt_choose(const Workload *workload, const SimtRoles *roles, const Device *device,
                   SimtChoice *out_choice);
// The same, and the best of those with parts, whose schedule has `split` and whose price that of
// the sum of the parts; no candidates: none is legal. `has_maps`: the host makes tensor maps.
Status simt_choose_parts(const Workload *workload, const SimtRoles *roles, const Device *device,
                         const SimtPartCounts *parts, bool has_maps, SimtChoice *out_choice,
                         SimtChoice *out_parts);

#endif
