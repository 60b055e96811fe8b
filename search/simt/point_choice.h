// PointChoice: the schedule of a kernel of points, by price, of all that a grid of knobs gives.
// Nothing is drawn: the same workload and device give the same schedule.
#ifndef AUTOTUNE_SEARCH_SIMT_POINT_CHOICE_H
#define AUTOTUNE_SEARCH_SIMT_POINT_CHOICE_H

#include "base/status.h"
#include "costmodel/simt/point_price.h"

typedef struct PointChoice {
  Schedule schedule;
  PointNest nest;
  PointPrice price;
  int64_t candidates; // that were legal
} PointChoice;

// `can_share` as in point_nest_build. STATUS_REJECTED when no schedule is legal.
Status point_choose(const Workload *workload, const Device *device, bool can_share,
                    PointChoice *out_choice);
// The same with a block for each row: results along the innermost iterator, or all terms of a
// result. STATUS_REJECTED when rows are too short or too long for that.
Status point_choose_row(const Workload *workload, const Device *device, bool can_share,
                        PointChoice *out_choice);

#endif
