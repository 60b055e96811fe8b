// The time of a kernel inside a program, from its time when it is called again and again.
//
// Models are trained on kernels whose operands and code rest in the caches from the call before. In
// a program other kernels have used the caches since. What that costs are the constants of
// costmodel/program/program_constants.def, in units of the target.
#ifndef AUTOTUNE_COSTMODEL_PROGRAM_SECONDS_H
#define AUTOTUNE_COSTMODEL_PROGRAM_SECONDS_H

#include "machine/target.h"
#include "plan/workload.h"

typedef enum ProgramConstant {
#define C(name, value, unit, meaning) PROGRAM_##name,
#include "costmodel/program/program_constants.def"
#undef C
  PROGRAM_CONSTANT_COUNT
} ProgramConstant;

extern const double program_constants[PROGRAM_CONSTANT_COUNT]; // those of the table
const char *program_constant_name(ProgramConstant constant);   // static

// `seconds` are those that a learned model predicts, `trust` how far it is trusted (Trust.total):
// without trust they stay as they are. Linear in the constants.
double program_seconds(const Workload *workload, const Target *target, double seconds, double trust,
                       const double constants[PROGRAM_CONSTANT_COUNT]);

#endif
