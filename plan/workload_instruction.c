// The one place that says which row of the instructions a workload is computed by.
#include "plan/workload_instruction.h"

#include "plan/dot_product.h"
#include <math.h>

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
  double peak = instruction_peak_flops(workload_instruction(workload, target), target,
                                       workload->accumulator_type);
  for (int choice = INSTRUCTION_WIDEN + 1; choice < INSTRUCTION_CHOICES; choice++)
    if (dot_product_suits(workload, (InstructionChoice)choice, target))
      peak = fmax(peak, instruction_peak_flops(instruction_dot((InstructionChoice)choice), target,
                                               workload->accumulator_type));
  return peak;
}
