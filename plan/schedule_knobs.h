// What the knobs of a schedule speak of: shared by the canonical form, the text form, the loop nest
// and those who draw schedules. `knobs` is the workload that they speak of (rule_workload).
#ifndef AUTOTUNE_PLAN_SCHEDULE_KNOBS_H
#define AUTOTUNE_PLAN_SCHEDULE_KNOBS_H

#include "plan/schedule.h"

// Every knob of `rule` at its default, for its own workload; what is fused: everything but pads.
void schedule_defaults(const Workload *knobs, ScheduleRule rule, Schedule *out_schedule);
// Whether row `row` of Schedule.order places a loop of `iterator`.
bool schedule_order_matters(const Workload *knobs, const Schedule *schedule, int row, int iterator);
// Whether register tiles along `iterator` reach beyond its extent: REMAINDER_PAD, with a remainder.
bool schedule_pads(const Workload *knobs, const Schedule *schedule, int iterator);
// Whether the taps along `iterator` are clamped one by one: a border kernel has a loop over them.
bool schedule_loops_over_taps(const Workload *workload, const Schedule *schedule, int iterator);

#endif
