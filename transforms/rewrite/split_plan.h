// SplitPlan: how the loops of a linalg op are split, read from its maps, its body and the reshapes
// before it.
#ifndef AUTOTUNE_TRANSFORMS_REWRITE_SPLIT_PLAN_H
#define AUTOTUNE_TRANSFORMS_REWRITE_SPLIT_PLAN_H

#include "transforms/group.h"
#include "transforms/rewrite/digits.h"

#include "mlir-c/AffineMap.h"

enum { SPLIT_MAX_TABLES = 6 };

// A loop of the new op: the counter of an old one is the sum of low * new loop.
typedef struct SplitLoop {
  int loop;
  int64_t low, extent;
} SplitLoop;

// An operand as the new op reads it: dimension d becomes parts[d] dimensions.
typedef struct SplitOperand {
  int rank, new_rank;
  int parts[WORKLOAD_MAX_RANK];
  int64_t shape[WORKLOAD_MAX_RANK]; // new
  MlirAffineMap map;
} SplitOperand;

// A value of the body that depends on nothing but the loops.
typedef struct SplitTable {
  MlirValue value;
  Digits digits;
} SplitTable;

typedef struct SplitPlan {
  MlirOperation op;
  MlirBlock body;
  int old_count, input_count, operand_count; // loops and operands of the op
  int64_t extents[WORKLOAD_MAX_ITERATORS];
  bool is_reduction[WORKLOAD_MAX_ITERATORS];
  int loop_count;
  SplitLoop loops[WORKLOAD_MAX_ITERATORS];
  SplitOperand operands[GROUP_MAX_ARGUMENTS];
  int table_count;
  SplitTable tables[SPLIT_MAX_TABLES];
} SplitPlan;

// False: the op has nothing to split, or it cannot be.
bool split_plan_read(MlirOperation op, SplitPlan *out_plan);

// The number as a sum over the new loops. False: it cuts one of them.
bool split_plan_index(const SplitPlan *plan, const Digits *digits, IndexExpr *out_index);

// The values of the body that depend on the loops alone and that other ops read. False: one of them
// is no number made of digits, or there are too many.
bool split_tables_read(SplitPlan *plan);

// The first value above `value` that no reshape made.
MlirValue split_reshaped_value(MlirValue value);

#endif
