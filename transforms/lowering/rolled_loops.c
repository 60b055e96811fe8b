// RolledLoops: loops of kernels that the code generator is to leave as they are. What is asked for
// is the attribute that goes with an scf.for into the LLVM dialect.
#include "transforms/lowering/rolled_loops.h"

#include "transforms/cut_mark.h"
#include "transforms/ir.h"

#include <stdlib.h>

#define ANNOTATION "loop_annotation"
#define ROLLED "unroll = <disable = true>"

// Makes one or, as what writes a constant, takes one.
static bool is_vector(MlirOperation op) {
  bool is = false;
  for (intptr_t r = 0; r < mlirOperationGetNumResults(op) && !is; r++)
    is = mlirTypeIsAVector(mlirValueGetType(mlirOperationGetResult(op, r)));
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op) && !is; i++)
    is = mlirTypeIsAVector(mlirValueGetType(mlirOperationGetOperand(op, i)));
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
      mlirAttributeParseGet(context, ir_string("#llvm.loop_annotation<" ROLLED ">"));
  IrOps loops = ir_collect(module, cut_mark_is_loop);
  for (int i = 0; i < loops.count && !mlirAttributeIsNull(rolled); i++) {
    mark(loops.ops[i], &rolled);
    mark_nests(ir_body(loops.ops[i]), &rolled);
  }
  free(loops.ops);
}

void rolled_loops_mark_copy(MlirOperation loop, bool is_scattered) {
  const char *text = is_scattered ? "#llvm.loop_annotation<vectorize = <disable = true>, " ROLLED
                                    ">"
                                  : "#llvm.loop_annotation<" ROLLED ">";
  MlirOperation around = loop;
  while (!mlirOperationIsNull(around) && !cut_mark_is_loop(around))
    around = mlirOperationGetParentOperation(around);
  MlirAttribute rolled = mlirAttributeParseGet(mlirOperationGetContext(loop), ir_string(text));
  if (!mlirOperationIsNull(around) && !mlirAttributeIsNull(rolled))
    mlirOperationSetDiscardableAttributeByName(loop, ir_string(ANNOTATION), rolled);
}
