// Variants of a schedule that give the same bits: what a choice for several threads may change, so
// that the number of threads changes no result.
//
// Of the same bits are schedules that differ in tiles and register tiles of parallel iterators, in
// the order of their loops and in what is packed: the terms of every element keep their order, and
// an element is computed by a vector in both or by scalar code in both.
#ifndef AUTOTUNE_PLAN_THREADS_THREAD_VARIANTS_H
#define AUTOTUNE_PLAN_THREADS_THREAD_VARIANTS_H

#include "plan/schedule.h"

// Whether two legal schedules of the workload, which is that of the op, give the same bits. False
// where that is not certain.
bool schedules_same_bits(const Workload *workload, const Schedule *a, const Schedule *b);

// Writes schedules of the same bits with other register tiles or fewer packed operands, at most
// `room`, and returns their number. They are normalised and may be illegal.
int thread_variants(const Workload *workload, const Schedule *schedule, int room,
                    Schedule *out_schedules);

#endif
