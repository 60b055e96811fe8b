// RolledLoops: loops of kernels that the code generator is to leave as they are. What is asked for
// is the attribute that goes with an scf.for into the LLVM dialect.
#include "transforms/lowering/rolled_loops.h"

#include "transforms/cut_mark.h"
#include "transforms/ir.h"

#include <stdlib.h>

#define ANNOTATION "loop_annotation"

static bool is_vector(MlirOperation op) {
  bool is = false;
  for (intptr_t r = 0; r < mlirOperationGetNumResults(op) && !is; r++)
    is = mlirTypeIsAVector(mlirValueGetType(mlirOperationGetResult(op, r)));
  return is;
}

static MlirWalkResult mark(MlirOperation op, void *user) {
  const MlirAttribute *rolled = user;
  if (ir_op_is(op, "scf.for") &&
      mlirAttributeIsNull(mlirOperationGetAttributeByName(op, ir_string(ANNOTATION))))
    mlirOperationSetDiscardableAttributeByName(op, ir_string(ANNOTATION), *rolled);
  return MlirWalkResultAdvance;
}

static void mark_nests(MlirBlock piece, MlirAttribute *rolled) {
  for (MlirOperation op = mlirBlockGetFirstOperation(piece); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    if (!cut_mark_is_loop(op) && !mlirOperationIsNull(ir_first(op, is_vector)))
      mlirOperationWalk(op, mark, rolled, MlirWalkPreOrder);
}

void rolled_loops_mark(MlirOperation module) {
  MlirContext context = mlirOperationGetContext(module);
  MlirAttribute rolled =
      mlirAttributeParseGet(context, ir_string("#llvm.loop_annotation<unroll = <disable = true>>"));
  IrOps loops = ir_collect(module, cut_mark_is_loop);
  for (int i = 0; i < loops.count && !mlirAttributeIsNull(rolled); i++) {
    mark(loops.ops[i], &rolled);
    mark_nests(ir_body(loops.ops[i]), &rolled);
  }
  free(loops.ops);
}
