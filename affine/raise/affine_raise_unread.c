// Scalar loops of other kinds than affine.for get one remark that says why they stay.
#include "affine/raise/affine_raising.h"
#include "transforms/annotation.h"
#include "transforms/ir.h"
#include <stdlib.h>

typedef struct UnreadLoop {
  const char *name, *reason;
} UnreadLoop;

#define SCF_REASON                                                                                 \
  "loops of scf are not read, only ops of linalg and nests of affine.for: tune before the pass "   \
  "that makes these loops"

static const UnreadLoop table[] = {
    {"affine.parallel", "affine.parallel is not read, only nests of affine.for: tune before "
                        "affine-parallelize, which makes it of them"},
    {"scf.for", SCF_REASON},
    {"scf.parallel", SCF_REASON},
    {"scf.while", SCF_REASON},
    {"scf.forall", SCF_REASON},
};

static const UnreadLoop *find_row(MlirOperation op) {
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (ir_op_is(op, table[i].name))
      return &table[i];
  return NULL;
}

typedef struct Contents {
  bool has_store;
  bool has_other; // what is tuned by itself, has a remark of its own, or is no scalar code
} Contents;

static MlirWalkResult look_at(MlirOperation op, void *user) {
  static const char *const others[] = {"linalg.", "vector.", "tosa.", "llvm.",
                                       "func.",   "tensor.", "gpu.",  "bufferization."};
  Contents *contents = user;
  contents->has_store |= ir_op_is(op, "memref.store") || ir_op_is(op, "affine.store");
  contents->has_other |= ir_op_is(op, "affine.for") || ir_op_is(op, "memref.copy");
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    contents->has_other |= ir_op_begins(op, others[i]);
  return contents->has_other ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

// What is a script's is marked from its outermost loop on.
static bool is_scalar_loop(MlirOperation op) {
  Contents contents = {0};
  if (!find_row(op) || annotation_is_of_script(op))
    return false;
  mlirOperationWalk(op, look_at, &contents, MlirWalkPreOrder);
  return contents.has_store && !contents.has_other;
}

// The outermost such loop. The remark of a nest of affine.for names an affine.parallel in it.
static bool is_unread(MlirOperation op) {
  bool is_parallel = ir_op_is(op, "affine.parallel");
  if (!is_scalar_loop(op))
    return false;
  for (op = mlirOperationGetParentOperation(op); !mlirOperationIsNull(op);
       op = mlirOperationGetParentOperation(op))
    if (is_scalar_loop(op) || ir_is_device_code(op) || (is_parallel && ir_op_is(op, "affine.for")))
      return false;
  return true;
}

void affine_raise_tell_unread(const AffineRaising *raising) {
  IrOps loops = ir_collect(raising->root, is_unread);
  for (int i = 0; i < loops.count; i++)
    pass_report_say(raising->report, REMARK_MISSED, loops.ops[i], find_row(loops.ops[i])->reason);
  free(loops.ops);
}
