// Static rejection of schedules, before any scoring.
#ifndef AUTOTUNE_PLAN_SCHEDULE_SCHEDULE_CHECK_H
#define AUTOTUNE_PLAN_SCHEDULE_SCHEDULE_CHECK_H

#include "machine/target.h"
#include "plan/schedule.h"

// Any numbers may stand in the schedule; one that was not normalised is rejected as REJECT_SHAPE
// where that makes a difference.
RejectReason schedule_check(const Workload *workload, const Schedule *schedule,
                            const Target *target);

#endif
