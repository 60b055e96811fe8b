// By which instruction a target computes a workload, and what follows from it. Factors of another
// type are cast first, so the row is that of the sums' type on both sides.
#ifndef AUTOTUNE_PLAN_WORKLOAD_INSTRUCTION_H
#define AUTOTUNE_PLAN_WORKLOAD_INSTRUCTION_H

#include "machine/instruction.h"
#include "plan/workload.h"

const Instruction *workload_instruction(const Workload *workload, const Target *target);
// Accumulators in one register of the widest.
int workload_lanes(const Workload *workload, const Target *target);
// Registers for accumulators and operands.
int32_t workload_registers(const Workload *workload, const Target *target);
// Arithmetic of one core in flops a second, at its best: by the dot product that is the fastest, if
// the workload may have one.
double workload_peak_flops(const Workload *workload, const Target *target);

#endif
