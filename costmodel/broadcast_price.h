// What broadcasts take beside multiplications and additions that are apart, as where every product
// is rounded.
#ifndef AUTOTUNE_COSTMODEL_BROADCAST_PRICE_H
#define AUTOTUNE_COSTMODEL_BROADCAST_PRICE_H

#include "plan/schedule.h"

// Of the seconds of the kernel, the part that it takes longer: little where each broadcast is an
// operand in memory of one multiplication, and none where each panel of columns also meets all rows
// before the next one, or the target has no pipes of their own for additions. `knobs` is the
// workload that the knobs speak of (rule_workload).
double broadcast_price(const Workload *knobs, const Schedule *schedule, const Target *target);

#endif
