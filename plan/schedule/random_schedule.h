// Random legal schedules, for tests and for the sampling strategies.
#ifndef AUTOTUNE_PLAN_SCHEDULE_RANDOM_SCHEDULE_H
#define AUTOTUNE_PLAN_SCHEDULE_RANDOM_SCHEDULE_H

#include "machine/target.h"
#include "plan/schedule.h"

// Draws a legal schedule: any rule that applies, any tile size, order, packing, remainder and pad
// mode, everything fused. The same seed gives the same schedule; *seed is advanced. Returns false
// when not even the schedule of schedule_init is legal.
bool schedule_random(const Workload *workload, const Target *target, uint64_t *seed,
                     Schedule *out_schedule);

#endif
