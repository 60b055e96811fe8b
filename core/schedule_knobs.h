// What the knobs of a schedule speak of: shared by the canonical form, the text
// form and those who draw schedules.
#ifndef AUTOTUNE_CORE_SCHEDULE_KNOBS_H
#define AUTOTUNE_CORE_SCHEDULE_KNOBS_H

#include "core/schedule.h"

// The workload whose iterators the knobs of `rule` speak of: `workload`, or `storage` filled for
// the im2col rule. Null when the rule does not apply.
const Workload *schedule_knob_workload(const Workload *workload, ScheduleRule rule,
                                       Workload *storage);
// Every knob of `rule` at its default, for its own workload; what is fused: everything but pads.
void schedule_defaults(const Workload *knobs, ScheduleRule rule, Schedule *out_schedule);
// Whether row `row` of Schedule.order places a loop of `iterator`.
bool schedule_order_matters(const Workload *knobs, const Schedule *schedule, int row, int iterator);
// Lists the reductions (outermost first) and returns their number.
int workload_reductions(const Workload *workload, uint8_t *out_iterators);
// Number of fused statements after the anchor.
int workload_epilogue_count(const Workload *workload);
// Whether register tiles along `iterator` reach beyond its extent: REMAINDER_PAD, with a remainder.
bool schedule_pads(const Workload *knobs, const Schedule *schedule, int iterator);
// Whether some index has two iterators: the input of a convolution or pooling.
bool access_has_window(const Access *access, int iterator_count);
// Whether dimension `d` of the index leaves the buffer somewhere in the iteration space.
bool access_leaves_shape(const Workload *workload, const Access *access, int d);

#endif
