// Combiners: the ops that join two values in any order, as the table in transforms/combiners.def
// lists them. Extraction, the affine compiler and the kernel builder all read that one table.
#ifndef AUTOTUNE_TRANSFORMS_COMBINER_H
#define AUTOTUNE_TRANSFORMS_COMBINER_H

#include "plan/workload.h"

#include "mlir-c/IR.h"

// The value that leaves another one as it is.
typedef enum Neutral {
  NEUTRAL_ZERO,
  NEUTRAL_NEGATIVE_ZERO, // of additions: 0 + -0 would be 0
  NEUTRAL_ONE,
  NEUTRAL_LOWEST,
  NEUTRAL_HIGHEST,
  NEUTRAL_NOT_A_NUMBER, // of maxnum and minnum, which prefer anything else
  NEUTRAL_ONES,         // every bit set
} Neutral;

typedef struct CombinerOp {
  const char *name; // of the op
  Combiner combiner;
  Neutral neutral;
} CombinerOp;

// The row of an op's name; null when the op is no combiner. Static.
const CombinerOp *combiner_find(MlirStringRef name);
const CombinerOp *combiner_of(MlirOperation op);
// The neutral value as a scalar constant of `type`, a float, integer or index type.
MlirAttribute combiner_neutral(const CombinerOp *combiner, MlirType type);

#endif
