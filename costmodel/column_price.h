// What lanes take that lie apart, where another iterator walks the elements of each one by one.
#ifndef AUTOTUNE_COSTMODEL_COLUMN_PRICE_H
#define AUTOTUNE_COSTMODEL_COLUMN_PRICE_H

#include "plan/schedule.h"

// Whether the lanes of an input of the body lie apart and are read where they are. `knobs` is the
// workload that the knobs speak of (rule_workload).
bool column_is_read(const Workload *knobs, const Schedule *schedule, int access);
// Of the seconds of the kernel, the part that it takes longer because such lanes are read one by
// one: of whole squares in the register tile, rows are read and transposed in registers
// (transforms/kernel/emit_access.c). 0: all are in squares, or none could be.
double column_price(const Workload *knobs, const Schedule *schedule);

#endif
