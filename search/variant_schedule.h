// What a schedule of one fusion of an op is for another one of them: the same loops and packs.
#ifndef AUTOTUNE_SEARCH_VARIANT_SCHEDULE_H
#define AUTOTUNE_SEARCH_VARIANT_SCHEDULE_H

#include "plan/schedule.h"

// The normalised schedule for `to`, which may be illegal. False where `from` adds up no products of
// two operands that are cast, where the loops of both differ, or where the rule makes others.
bool variant_schedule(const Workload *from, const Schedule *schedule, const Workload *to,
                      Schedule *out_schedule);

#endif
