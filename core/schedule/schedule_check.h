// Static rejection of schedules, before any scoring.
#ifndef AUTOTUNE_CORE_SCHEDULE_SCHEDULE_CHECK_H
#define AUTOTUNE_CORE_SCHEDULE_SCHEDULE_CHECK_H

#include "core/schedule.h"
#include "core/target.h"

// Any numbers may stand in the schedule; one that was not normalised is rejected as REJECT_SHAPE
// where that makes a difference.
RejectReason schedule_check(const Workload *workload, const Schedule *schedule,
                            const Target *target);

#endif
