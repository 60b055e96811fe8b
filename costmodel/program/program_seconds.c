// Arithmetic alone; the constants count as far as the model below them is trusted.
#include "costmodel/program/program_seconds.h"

const double program_constants[PROGRAM_CONSTANT_COUNT] = {
#define C(name, value, unit, meaning) value,
#include "costmodel/program/program_constants.def"
#undef C
};

static const char *const names[PROGRAM_CONSTANT_COUNT] = {
#define C(name, value, unit, meaning) #name,
#include "costmodel/program/program_constants.def"
#undef C
};

const char *program_constant_name(ProgramConstant constant) { return names[constant]; }

double program_seconds(const Workload *workload, const Target *target, double seconds, double trust,
                       const double constants[PROGRAM_CONSTANT_COUNT]) {
  double written_bytes = 0;
  for (int a = 0; a < workload->access_count; a++)
    if (workload->accesses[a].is_output)
      written_bytes += access_bytes(&workload->accesses[a]);
  double written_cycles = written_bytes / target->l2_write_bytes_per_cycle;
  double cycles =
      constants[PROGRAM_START_CYCLES] + constants[PROGRAM_WRITTEN_SHARE] * written_cycles;
  double added = (constants[PROGRAM_RATIO] - 1) * seconds + cycles / (1e9 * target->clock_ghz);
  return seconds + trust * added;
}
