// CompiledCode: a CodeNest as the compiler is expected to leave it. Loads that do not move with a
// loop leave it, short loops become straight-line code, scalar loops over neighbours become
// vectors.
#ifndef AUTOTUNE_COSTMODEL_CODE_CODE_COMPILED_H
#define AUTOTUNE_COSTMODEL_CODE_CODE_COMPILED_H

#include "costmodel/analytical/analytical_internal.h"
#include "plan/code/code_nest.h"

// Arithmetic on values of one form: FMA slots of one register each.
typedef struct CompiledWork {
  int32_t lanes, element_bytes;
  double slots;
} CompiledWork;

typedef struct CompiledLoop {
  int parent, depth;
  double trips;
  bool is_exact, is_gone; // unrolled into the loop around it
  bool is_innermost;
  int vector_lanes; // of a scalar loop that becomes vectors; 1: it does not
  int work_count;
  CompiledWork work[CODE_MAX_FORMS];
  double shuffles, calls, carried_bytes, live_bytes;
  double chain; // cycles from trip to trip through registers
} CompiledLoop;

typedef struct CompiledCode {
  const CodeNest *nest;           // lent
  const Target *target;           // lent
  const Instruction *instruction; // of types that are not known
  CompiledLoop *loops;
  int access_count;
  CodeAccess *accesses;
} CompiledCode;

// The pool of the nest holds it.
CompiledCode code_compile(const CodeNest *nest, const Target *target);

// Whether it stands still while the loop moves.
bool compiled_is_still(const CompiledCode *code, const CodeAccess *access, int loop);
// Cycles of `length` dependent operations, the last of them of this kind.
double compiled_latency(const CompiledCode *code, int32_t length, bool adds, bool multiplies);

#endif
