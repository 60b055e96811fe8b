// ScalarNest: loops around loads, stores and arithmetic, whose bounds only the run may know.
#ifndef AUTOTUNE_TRANSFORMS_DYNAMIC_LOOP_NEST_READ_H
#define AUTOTUNE_TRANSFORMS_DYNAMIC_LOOP_NEST_READ_H

#include "plan/workload.h"
#include "transforms/ir.h"

enum {
  NEST_MAX_LOOPS = 24,
  NEST_MAX_STATEMENTS = 12,
  NEST_MAX_LOADS = 12,
  NEST_MAX_OPS = 400,
  NEST_MAX_STEP = 1 << 20
};

// A value, or one result of a map on operands of an op.
typedef struct NestBound {
  MlirValue value; // null: the map's
  MlirAffineMap map;
  MlirOperation op;
  int first, count; // operands
} NestBound;

typedef struct NestLoop {
  MlirValue number; // the loop's variable
  NestBound lower, upper;
  int64_t step;
  bool is_merged; // of a loop over tiles and the one inside of a tile
} NestLoop;

typedef struct NestStatement {
  MlirOperation store;
  int loops[WORKLOAD_MAX_ITERATORS], depth; // around it, from outside in
  MlirOperation loads[NEST_MAX_LOADS];      // that the stored value needs
  int load_count;
} NestStatement;

typedef struct ScalarNest {
  MlirOperation root;
  NestLoop loops[NEST_MAX_LOOPS];
  int loop_count;
  NestStatement statements[NEST_MAX_STATEMENTS];
  int statement_count;
  MlirOperation ops[NEST_MAX_OPS]; // in their order
  int op_count;
} ScalarNest;

bool nest_op_is_loop(MlirOperation op);
// Whether the value is made outside of `root`.
bool nest_is_outside(MlirOperation root, MlirValue value);
// Makes one loop of `inner`, inside of a tile, and that over the tiles, which is among `loops`;
// false: it is none such.
bool nest_merge_tile(ScalarNest *nest, const int *loops, int depth, const NestLoop *inner);
// STATUS_UNSUPPORTED with a text when something is there that is no such nest.
Status scalar_nest_read(MlirOperation root, ScalarNest *out_nest);

// --- loads and stores, of affine and of memref

static inline bool nest_op_is_load(MlirOperation op) {
  return ir_op_is(op, "affine.load") || ir_op_is(op, "memref.load");
}
static inline bool nest_op_is_store(MlirOperation op) {
  return ir_op_is(op, "affine.store") || ir_op_is(op, "memref.store");
}
MlirValue nest_memref(MlirOperation access);
int nest_rank(MlirOperation access);
// An index as a sum of multiples of loops, a constant and what does not change inside the nest.
typedef struct NestIndex {
  int64_t factors[NEST_MAX_LOOPS];
  int64_t constant;
  bool has_value; // something that only the run knows
} NestIndex;

// False: index `dim` is no such sum.
bool nest_index_read(const ScalarNest *nest, MlirOperation access, int dim, NestIndex *out_index);
// The only loop that moves the index; -1: none, several, or no such sum.
int nest_loop_of(const ScalarNest *nest, MlirOperation access, int dim);
// Index `dim` where every loop stands at its first iteration, `starts`.
MlirValue nest_index_at(IrBuilder *ir, const ScalarNest *nest, MlirOperation access, int dim,
                        const MlirValue *starts);
// Whether both name the same element at every iteration.
bool nest_is_same_place(MlirOperation a, MlirOperation b);

#endif
