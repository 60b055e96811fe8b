// The schedule of an op when no cost model is asked.
#ifndef AUTOTUNE_SEARCH_DEFAULT_SCHEDULE_H
#define AUTOTUNE_SEARCH_DEFAULT_SCHEDULE_H

#include "plan/schedule.h"

// A register tile that fits most machines, without cache tiles or packing. STATUS_REJECTED when not
// even the untiled scalar schedule is legal.
Status default_schedule(const Workload *workload, const Target *target, Schedule *out_schedule);

#endif
