// The one place that says which row of the instructions a workload is computed by.
#include "plan/workload_instruction.h"

const Instruction *workload_instruction(const Workload *workload, const Target *target) {
  return instruction_of(target, workload->accumulator_type, workload->accumulator_type);
}

int workload_lanes(const Workload *workload, const Target *target) {
  return instruction_lanes(workload_instruction(workload, target), target,
                           workload->accumulator_type);
}

int32_t workload_registers(const Workload *workload, const Target *target) {
  return instruction_registers(workload_instruction(workload, target), target);
}

double workload_peak_flops(const Workload *workload, const Target *target) {
  return instruction_peak_flops(workload_instruction(workload, target), target,
                                workload->accumulator_type);
}
