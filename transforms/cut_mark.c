// The attribute is a list: the share, then of each loop the size of the piece, 0 where it is whole.
// That of a partial piece is the part, the dimension, the sizes and whether it is rare, that of a
// loop that stays open the loop and the extent. A loop over pieces has a unit attribute.
#include "transforms/cut_mark.h"

#include "base/text.h"
#include "plan/workload.h"
#include "transforms/ir.h"

#include <stdlib.h>

#define CUT_ATTRIBUTE "autotune.cut"
#define PARTIAL_ATTRIBUTE "autotune.partial"
#define OPEN_ATTRIBUTE "autotune.open"
#define LOOP_ATTRIBUTE "autotune.pieces"

// The list of `least` numbers or more; null: there is none, whatever else an input has by that
// name.
static MlirAttribute list_of(MlirOperation op, const char *name, intptr_t least) {
  MlirAttribute list = mlirOperationGetDiscardableAttributeByName(op, ir_string(name));
  bool is = !mlirAttributeIsNull(list) && mlirAttributeIsADenseI64Array(list) &&
            mlirDenseArrayGetNumElements(list) >= least;
  return is ? list : (MlirAttribute){NULL};
}

static bool has(MlirOperation op, const char *name) {
  return !mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(op, ir_string(name)));
}

bool cut_mark_is_loop(MlirOperation op) {
  return ir_op_is(op, "scf.for") && has(op, LOOP_ATTRIBUTE);
}

static MlirAttribute mark_of(MlirOperation op) { return list_of(op, CUT_ATTRIBUTE, 1); }

void cut_mark_write(MlirOperation op, int loop_count, int loop, int64_t size, int64_t share) {
  int64_t numbers[1 + WORKLOAD_MAX_ITERATORS] = {1};
  MlirAttribute mark = mark_of(op);
  intptr_t known = mlirAttributeIsNull(mark) ? 0 : mlirDenseArrayGetNumElements(mark);
  for (int i = 0; i <= loop_count && i < known; i++)
    numbers[i] = mlirDenseI64ArrayGetElement(mark, i);
  numbers[0] *= share;
  numbers[1 + loop] = size;
  mlirOperationSetDiscardableAttributeByName(
      op, ir_string(CUT_ATTRIBUTE),
      mlirDenseI64ArrayGet(mlirOperationGetContext(op), 1 + loop_count, numbers));
}

bool cut_mark_is(MlirOperation op) { return !mlirAttributeIsNull(mark_of(op)); }

int64_t cut_mark_share(MlirOperation op) {
  MlirAttribute mark = mark_of(op);
  int64_t share = mlirAttributeIsNull(mark) ? 1 : mlirDenseI64ArrayGetElement(mark, 0);
  return share > 1 ? share : 1;
}

int64_t cut_mark_size(MlirOperation op) {
  MlirAttribute mark = mark_of(op);
  intptr_t count = mlirAttributeIsNull(mark) ? 0 : mlirDenseArrayGetNumElements(mark);
  int64_t most = 0;
  for (intptr_t i = 1; i < count; i++) {
    int64_t size = mlirDenseI64ArrayGetElement(mark, i);
    most = size > most ? size : most;
  }
  return most;
}

void cut_mark_write_partial(MlirOperation op, CutPart part, int dim, uint64_t sizes, bool is_rare) {
  int64_t numbers[4] = {part, dim, (int64_t)sizes, is_rare};
  mlirOperationSetDiscardableAttributeByName(
      op, ir_string(PARTIAL_ATTRIBUTE),
      mlirDenseI64ArrayGet(mlirOperationGetContext(op), 4, numbers));
}

static MlirAttribute partial_mark_of(MlirOperation op) { return list_of(op, PARTIAL_ATTRIBUTE, 4); }

static bool is_partial(MlirOperation op) { return !mlirAttributeIsNull(partial_mark_of(op)); }

int cut_mark_partial_dim(MlirOperation op) {
  return is_partial(op) ? (int)mlirDenseI64ArrayGetElement(partial_mark_of(op), 1) : -1;
}

uint64_t cut_mark_partial_sizes(MlirOperation op) {
  return (uint64_t)mlirDenseI64ArrayGetElement(partial_mark_of(op), 2);
}

bool cut_mark_partial_is_rare(MlirOperation op) {
  return mlirDenseI64ArrayGetElement(partial_mark_of(op), 3) != 0;
}

CutPart cut_mark_part(MlirOperation op) {
  return (CutPart)mlirDenseI64ArrayGetElement(partial_mark_of(op), 0);
}

bool cut_mark_has_many(MlirOperation op) { return is_partial(op) && cut_mark_part(op) == CUT_MANY; }

// The loop over the pieces of which the op is one: others over pieces may lie between.
static MlirOperation partial_loop_of(MlirOperation op) {
  MlirOperation loop = mlirOperationGetParentOperation(op);
  while (!is_partial(loop) && cut_mark_is_loop(loop))
    loop = mlirOperationGetParentOperation(loop);
  bool is =
      ir_op_is(loop, "scf.for") && is_partial(loop) && cut_mark_part(loop) == cut_mark_part(op);
  return is ? loop : (MlirOperation){NULL};
}

MlirValue cut_mark_partial_steps(IrBuilder *ir, MlirOperation op) {
  MlirOperation loop = cut_mark_partial_dim(op) < 0 ? (MlirOperation){NULL} : partial_loop_of(op);
  if (mlirOperationIsNull(loop))
    return (MlirValue){NULL};
  MlirRegion body = mlirOperationGetRegion(loop, 0);
  MlirValue at = mlirBlockGetArgument(mlirRegionGetFirstBlock(body), 0);
  return cut_mark_part(op) == CUT_FIRST
             ? ir_binary(ir, "arith.addi", at, mlirOperationGetOperand(loop, 2))
             : ir_binary(ir, "arith.subi", mlirOperationGetOperand(loop, 1), at);
}

static MlirAttribute open_mark_of(MlirOperation op) { return list_of(op, OPEN_ATTRIBUTE, 2); }

void cut_mark_write_open(MlirOperation op, int loop, int64_t extent) {
  int64_t numbers[2] = {loop, extent};
  mlirOperationSetDiscardableAttributeByName(
      op, ir_string(OPEN_ATTRIBUTE), mlirDenseI64ArrayGet(mlirOperationGetContext(op), 2, numbers));
}

int cut_mark_open_loop(MlirOperation op) {
  MlirAttribute mark = open_mark_of(op);
  return mlirAttributeIsNull(mark) ? -1 : (int)mlirDenseI64ArrayGetElement(mark, 0);
}

int64_t cut_mark_open_extent(MlirOperation op) {
  MlirAttribute mark = open_mark_of(op);
  return mlirAttributeIsNull(mark) ? 0 : mlirDenseI64ArrayGetElement(mark, 1);
}

void cut_mark_describe(MlirOperation op, char *text, size_t size) {
  TextWriter writer = text_writer(text, size);
  MlirAttribute mark = mark_of(op);
  intptr_t length = mlirAttributeIsNull(mark) ? 0 : mlirDenseArrayGetNumElements(mark);
  int count = 0, open = cut_mark_open_loop(op);
  for (intptr_t i = 1; i < length; i++) {
    long long steps = (long long)mlirDenseI64ArrayGetElement(mark, i);
    if (steps > 0)
      text_write(&writer, "%s %lld of loop %lld", count++ ? "," : "piece of", steps,
                 (long long)i - 1);
  }
  if (open >= 0)
    text_write(&writer, "%sall of loop %d", count++ ? ", " : "kernel of ", open);
  if (count > 0)
    text_write(&writer, " of unknown extent");
}

void cut_mark_write_loop(MlirOperation loop) {
  mlirOperationSetDiscardableAttributeByName(loop, ir_string(LOOP_ATTRIBUTE),
                                             mlirUnitAttrGet(mlirOperationGetContext(loop)));
}

static bool is_marked(MlirOperation op) {
  return has(op, CUT_ATTRIBUTE) || has(op, PARTIAL_ATTRIBUTE) || has(op, OPEN_ATTRIBUTE);
}

void cut_marks_remove(MlirOperation root) {
  IrOps marked = ir_collect(root, is_marked);
  for (int i = 0; i < marked.count; i++) {
    mlirOperationRemoveDiscardableAttributeByName(marked.ops[i], ir_string(CUT_ATTRIBUTE));
    mlirOperationRemoveDiscardableAttributeByName(marked.ops[i], ir_string(PARTIAL_ATTRIBUTE));
    mlirOperationRemoveDiscardableAttributeByName(marked.ops[i], ir_string(OPEN_ATTRIBUTE));
  }
  free(marked.ops);
}
