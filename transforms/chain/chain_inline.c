// Centred elements of a row, which a norm adds up and scales, are computed twice instead of written
// and read:
//
//   %c = generic (i, j) {x - m}  ins(%x, %m)        %v = generic (i, j) {(x - m)^2}    ins(%x, %m)
//   %v = generic (i, j) {c * c}  ins(%c)       ->   %y = generic (i, j) {(x - m) * r}  ins(%x, %m,
//   %y = generic (i, j) {c * r}  ins(%c, %r)                                               %r)
//
// The operations on each element are the same.
#include "transforms/chain/chain_inline.h"

#include "transforms/chain/chain_body.h"
#include "transforms/chain/chain_through.h"
#include "transforms/rewrite/tensor_ops.h"

#include "mlir-c/BuiltinAttributes.h"

enum { MAX_OPS = 4, MIN_REPEATS = 4 };

// --- what is cheap

static bool is_cheap(MlirOperation op) {
  static const char *const names[] = {"arith.addf", "arith.subf", "arith.mulf", "arith.negf",
                                      "arith.constant"};
  bool is = false;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    is |= ir_op_is(op, names[i]);
  return is;
}

static bool has_cheap_body(MlirOperation op) {
  MlirBlock body = ir_body(op);
  MlirOperation end = mlirBlockGetTerminator(body);
  int count = 0;
  bool is = mlirValueIsAOpResult(chain_yielded(op)) &&
            mlirBlockEqual(mlirOperationGetBlock(mlirOpResultGetOwner(chain_yielded(op))), body);
  for (MlirOperation at = mlirBlockGetFirstOperation(body); is && !mlirOperationEqual(at, end);
       at = mlirOperationGetNextInBlock(at), count++)
    is = is_cheap(at);
  return is && count <= MAX_OPS;
}

// One input has an element for each of the result, and is read by others too; the rest are small.
static bool has_cheap_inputs(const SizedOp *op) {
  int64_t made = chain_tensor_bytes(mlirOperationGetResult(op->op, 0));
  int whole = 0;
  bool is = made > 0;
  for (int i = 0; i < op->input_count && is; i++) {
    MlirValue input = mlirOperationGetOperand(op->op, i);
    int64_t bytes = chain_tensor_bytes(input);
    if (bytes > made / MIN_REPEATS) {
      is = bytes <= made && !ir_has_one_use(input);
      whole++;
    }
  }
  return is && whole == 1;
}

static bool is_wide(MlirOperation op) {
  MlirType type = mlirShapedTypeGetElementType(mlirValueGetType(mlirOperationGetResult(op, 0)));
  return mlirTypeIsAF32(type) || mlirTypeIsAF64(type);
}

// --- who reads it

// The maps of all that the maker reads, over the loops of the reader.
static bool read_maps(const SizedOp *reader, int operand, const SizedOp *maker,
                      MlirAffineMap *out_maps) {
  MlirAffineExpr indices[WORKLOAD_MAX_ITERATORS];
  bool fits = true;
  chain_read_through(reader, operand, maker, indices);
  for (int i = 0; i < maker->input_count && fits; i++) {
    out_maps[i] = chain_map_through(reader, indices, maker, i);
    fits = !mlirAffineMapIsNull(out_maps[i]);
  }
  return fits;
}

static bool can_read(MlirOperation op, int operand, const SizedOp *maker) {
  SizedOp reader;
  MlirAffineMap maps[IR_MAX_OPERANDS];
  return sized_op_read(op, &reader) && operand < reader.input_count && reader.result_count == 1 &&
         reader.operand_count + maker->input_count <= TENSOR_OPS_MAX_OPERANDS &&
         reader.operand_count + maker->input_count <= IR_MAX_OPERANDS &&
         (chain_is_parallel(&reader) || (reader.input_count == 1 && chain_is_sum(&reader))) &&
         read_maps(&reader, operand, maker, maps);
}

bool chain_can_inline(MlirOperation op) {
  SizedOp maker;
  MlirValue result =
      mlirOperationGetNumResults(op) == 1 ? mlirOperationGetResult(op, 0) : (MlirValue){NULL};
  if (mlirValueIsNull(result) || ir_has_one_use(result) || !chain_read_maker(result, &maker) ||
      maker.input_count > IR_MAX_OPERANDS || chain_points(&maker) < CHAIN_MIN_POINTS ||
      !is_wide(op) || !has_cheap_body(op) || !has_cheap_inputs(&maker))
    return false;
  bool can = !mlirOpOperandIsNull(mlirValueGetFirstUse(result)), has_sum = false;
  for (MlirOpOperand use = mlirValueGetFirstUse(result); !mlirOpOperandIsNull(use) && can;
       use = mlirOpOperandGetNextUse(use)) {
    SizedOp reader;
    MlirOperation user = mlirOpOperandGetOwner(use);
    can = can_read(user, (int)mlirOpOperandGetOperandNumber(use), &maker);
    has_sum |= can && sized_op_read(user, &reader) && chain_has_sum(&reader);
  }
  return can && has_sum;
}

// --- computing it there

// Appends the inputs of the maker behind those of the reader.
static TensorOperands join(const SizedOp *reader, const SizedOp *maker, const MlirAffineMap *maps) {
  TensorOperands all = {.input_count = reader->input_count + maker->input_count,
                        .count = reader->operand_count + maker->input_count,
                        .loop_count = reader->loop_count};
  for (int i = 0; i < all.count; i++) {
    int made = i - reader->input_count;
    bool is_made = made >= 0 && made < maker->input_count;
    int own = i < reader->input_count ? i : i - maker->input_count;
    all.values[i] = mlirOperationGetOperand(is_made ? maker->op : reader->op, is_made ? made : own);
    all.maps[i] = mlirAffineMapAttrGet(is_made ? maps[made] : sized_op_map(reader, own));
  }
  for (int l = 0; l < reader->loop_count; l++)
    all.is_reduction[l] = reader->is_reduction[l];
  return all;
}

// Copies the maker's body before the reader's. Returns what it yields.
static MlirValue copy_body(MlirBlock body, int first_argument, const SizedOp *maker) {
  enum { ROOM = MAX_OPS + 1 };
  MlirValue from[ROOM], to[ROOM];
  int count = 0;
  MlirBlock source = ir_body(maker->op);
  MlirOperation before = mlirBlockGetFirstOperation(body), end = mlirBlockGetTerminator(source);
  for (MlirOperation op = mlirBlockGetFirstOperation(source);
       count < MAX_OPS && !mlirOperationEqual(op, end); op = mlirOperationGetNextInBlock(op)) {
    MlirOperation copy = mlirOperationClone(op);
    for (intptr_t o = 0; o < mlirOperationGetNumOperands(op); o++) {
      MlirValue value = mlirOperationGetOperand(op, o);
      if (chain_is_read(maker->op, value))
        value = mlirBlockGetArgument(body, first_argument + mlirBlockArgumentGetArgNumber(value));
      for (int i = 0; i < count; i++)
        if (mlirValueEqual(value, from[i]))
          value = to[i];
      mlirOperationSetOperand(copy, o, value);
    }
    mlirBlockInsertOwnedOperationBefore(body, before, copy);
    from[count] = mlirOperationGetResult(op, 0);
    to[count++] = mlirOperationGetResult(copy, 0);
  }
  MlirValue yielded = chain_yielded(maker->op);
  for (int i = 0; i < count; i++)
    if (mlirValueEqual(yielded, from[i]))
      yielded = to[i];
  return yielded;
}

static bool compute_in(MlirOperation op, int operand, const SizedOp *maker) {
  SizedOp reader;
  MlirAffineMap maps[IR_MAX_OPERANDS];
  MlirOperation generic = linalg_op_generalize(op);
  op = mlirOperationIsNull(generic) ? op : generic;
  if (!sized_op_read(op, &reader) || !read_maps(&reader, operand, maker, maps))
    return false;
  TensorOperands operands = join(&reader, maker, maps);
  MlirBlock body = ir_body(op);
  MlirLocation location = mlirOperationGetLocation(op);
  for (int i = 0; i < maker->input_count; i++)
    mlirBlockInsertArgument(body, reader.input_count + i,
                            mlirValueGetType(mlirBlockGetArgument(ir_body(maker->op), i)),
                            location);
  MlirValue value = copy_body(body, reader.input_count, maker);
  mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(body, operand), value);
  mlirBlockEraseArgument(body, (unsigned)operand);
  for (int i = operand; i + 1 < operands.count; i++) {
    operands.values[i] = operands.values[i + 1];
    operands.maps[i] = operands.maps[i + 1];
  }
  operands.count--;
  operands.input_count--;
  IrBuilder ir;
  ir_start(&ir, op, location);
  MlirOperation made = tensor_ops_take_body(&ir, op, &operands);
  ir_finish(&ir);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), mlirOperationGetResult(made, 0));
  mlirOperationDestroy(op);
  return true;
}

bool chain_inline(MlirOperation op) {
  SizedOp maker;
  MlirValue result = mlirOperationGetResult(op, 0);
  bool does = chain_read_maker(result, &maker);
  for (MlirOpOperand use; does && !mlirOpOperandIsNull(use = mlirValueGetFirstUse(result));)
    does = compute_in(mlirOpOperandGetOwner(use), (int)mlirOpOperandGetOperandNumber(use), &maker);
  tensor_ops_erase_dead(op);
  return does;
}
