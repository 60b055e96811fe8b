// Where sums may come in any order, those of f16 and bf16 are kept in f32 and rounded once:
//
//   %r = matmul ins(%a, %b : f16) outs(%i : f16)
//
// becomes
//
//   %s = matmul ins(%a, %b : f16) outs(0 : f32)
//   %r = round(%s + %i) : f16
//
// All that the op's body computes is in f32, so that a product and a sum can be one multiply-add.
// The body casts what it reads, so that a schedule says where: at each load, while packing, or, of
// constants, before all runs. The rounding is its first epilogue. An initial value that is a number
// is the one that the sum starts from.
//
// Under `relaxed` sums of products of f16 stay as they are where the target multiplies and adds f16
// in one instruction, with twice the lanes.
//
// In memrefs
//
//   matmul ins(%a, %b : f16) outs(%c : f16)
//
// becomes
//
//   %s = alloc : f32
//   %s = %c as f32
//   matmul ins(%a, %b : f16) outs(%s : f32)
//   %c = round(%s) : f16
//   dealloc %s
#include "transforms/annotation.h"
#include "transforms/combiner.h"
#include "transforms/extract/aliasing.h"
#include "transforms/extract/linalg_shim.h"
#include "transforms/extract/structured_op.h"
#include "transforms/fp_mode.h"
#include "transforms/rewrite/rewrites.h"
#include "transforms/rewrite/tensor_ops.h"

#include <stdlib.h>

// --- which ops

static MlirType element_of(MlirValue value) {
  MlirType type = mlirValueGetType(value);
  return mlirTypeIsAShaped(type) ? mlirShapedTypeGetElementType(type) : type;
}

static bool is_half(MlirType type) { return mlirTypeIsAF16(type) || mlirTypeIsABF16(type); }

static bool is_of_block(MlirValue value, MlirBlock block) {
  return mlirValueIsAOpResult(value)
             ? mlirBlockEqual(mlirOperationGetBlock(mlirOpResultGetOwner(value)), block)
             : mlirBlockEqual(mlirBlockArgumentGetOwner(value), block);
}

// Whether every value in the body is of `type` and every op computes on nothing else. Results count
// even where nothing reads them: a body may hold an integer that no sum has to do with.
static bool computes_on(MlirBlock body, MlirType type) {
  static const char *const ops[] = {"arith.addf", "arith.subf", "arith.mulf",     "arith.divf",
                                    "arith.negf", "math.absf",  "arith.constant", "linalg.yield"};
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(body); i++)
    if (!mlirTypeEqual(mlirValueGetType(mlirBlockGetArgument(body, i)), type))
      return false;
  for (MlirOperation op = mlirBlockGetFirstOperation(body); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    bool is_known = false;
    for (size_t k = 0; k < sizeof ops / sizeof *ops; k++)
      is_known |= ir_op_is(op, ops[k]);
    for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
      is_known &= is_of_block(mlirOperationGetOperand(op, i), body);
    for (intptr_t i = 0; i < mlirOperationGetNumResults(op); i++)
      is_known &= mlirTypeEqual(mlirValueGetType(mlirOperationGetResult(op, i)), type);
    if (!is_known)
      return false;
  }
  return true;
}

// What the body adds to its last argument, and yields; null where it does anything else, or reads
// that argument for more.
static MlirValue term_of(MlirBlock body) {
  MlirValue none = {NULL};
  MlirValue last = mlirBlockGetArgument(body, mlirBlockGetNumArguments(body) - 1);
  MlirValue yielded = mlirOperationGetOperand(mlirBlockGetTerminator(body), 0);
  if (!mlirValueIsAOpResult(yielded) || !ir_has_one_use(last))
    return none;
  MlirOperation sum = mlirOpResultGetOwner(yielded);
  if (!ir_op_is(sum, "arith.addf"))
    return none;
  MlirValue left = mlirOperationGetOperand(sum, 0), right = mlirOperationGetOperand(sum, 1);
  return mlirValueEqual(left, last) ? right : mlirValueEqual(right, last) ? left : none;
}

static bool has_reduction(const StructuredOp *op) {
  bool has = false;
  for (int l = 0; l < op->loop_count; l++)
    has |= op->kinds[l] == ITERATOR_REDUCTION && op->extents[l] > 1;
  return has;
}

static MlirValue initial_of(MlirOperation op) {
  return mlirOperationGetOperand(op, linalg_op_input_count(op));
}

// Whether the op is such a sum, of one output, and its mode lets it be rounded once.
static bool is_narrow_sum(MlirOperation op) {
  StructuredOp read;
  if (!linalg_op_is_structured(op) ||
      mlirOperationGetNumOperands(op) != linalg_op_input_count(op) + 1)
    return false;
  MlirType type = element_of(initial_of(op));
  return is_half(type) && !annotation_is_of_script(op) && !ir_is_in_device_code(op) &&
         fp_mode_of(op) >= FP_REASSOC && structured_op_read(op, &read) == STATUS_OK &&
         !read.is_pad && has_reduction(&read) && computes_on(ir_body(op), type) &&
         !mlirValueIsNull(term_of(ir_body(op)));
}

static bool is_fast_in_f16(MlirOperation op, const Target *target) {
  MlirValue term = term_of(ir_body(op));
  return target->has_fma_f16 && fp_mode_of(op) >= FP_RELAXED &&
         mlirTypeIsAF16(element_of(initial_of(op))) && ir_is_made_by(term, "arith.mulf");
}

// --- f32

static MlirType wide(MlirValue value) {
  MlirType type = mlirValueGetType(value), element = mlirF32TypeGet(mlirTypeGetContext(type));
  int64_t shape[WORKLOAD_MAX_RANK];
  if (!mlirTypeIsAShaped(type))
    return element;
  intptr_t rank = mlirShapedTypeGetRank(type);
  for (intptr_t d = 0; d < rank; d++)
    shape[d] = mlirShapedTypeGetDimSize(type, d);
  return mlirRankedTensorTypeGet(rank, shape, element, mlirAttributeGetNull());
}

static MlirAttribute wide_number(MlirOperation constant) {
  MlirAttribute number = mlirOperationGetAttributeByName(constant, ir_string("value"));
  MlirContext context = mlirOperationGetContext(constant);
  return mlirFloatAttrDoubleGet(context, mlirF32TypeGet(context),
                                mlirFloatAttrGetValueDouble(number));
}

static MlirOperation owner_of(MlirValue value, const char *name) {
  bool is_result = ir_is_made_by(value, name);
  return is_result ? mlirOpResultGetOwner(value) : (MlirOperation){NULL};
}

// A scalar.
static MlirValue widened(IrBuilder *ir, MlirValue value) {
  MlirOperation constant = owner_of(value, "arith.constant");
  return mlirOperationIsNull(constant) ? ir_unary(ir, "arith.extf", wide(value), value)
                                       : ir_constant(ir, wide(value), wide_number(constant));
}

// Everything in the body becomes f32.
static void widen_body(MlirBlock body) {
  MlirType type =
      mlirF32TypeGet(mlirTypeGetContext(mlirValueGetType(mlirBlockGetArgument(body, 0))));
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(body); i++)
    mlirValueSetType(mlirBlockGetArgument(body, i), type);
  for (MlirOperation op = mlirBlockGetFirstOperation(body); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    if (ir_op_is(op, "arith.constant"))
      mlirOperationSetAttributeByName(op, ir_string("value"), wide_number(op));
    if (mlirOperationGetNumResults(op) == 1)
      mlirValueSetType(mlirOperationGetResult(op, 0), type);
  }
}

// An argument that keeps its type is cast first of all.
static void cast_argument(MlirBlock body, MlirValue argument, MlirType half) {
  MlirType type = mlirValueGetType(argument);
  MlirOperationState state = mlirOperationStateGet(
      ir_string("arith.extf"), mlirOperationGetLocation(mlirBlockGetTerminator(body)));
  mlirValueSetType(argument, half);
  mlirOperationStateAddOperands(&state, 1, &argument);
  mlirOperationStateAddResults(&state, 1, &type);
  MlirOperation cast = mlirOperationCreate(&state);
  mlirBlockInsertOwnedOperation(body, 0, cast);
  mlirValueReplaceAllUsesExcept(argument, mlirOperationGetResult(cast, 0), 1, &cast);
}

// A copy of `op` before it that casts its inputs, and adds them to `initial` in f32.
static MlirOperation wide_copy(MlirOperation op, MlirValue initial) {
  MlirOperation made = mlirOperationClone(op);
  MlirBlock body = ir_body(made);
  int inputs = linalg_op_input_count(made);
  MlirType half = element_of(initial_of(op));
  mlirOperationSetOperand(made, inputs, initial);
  if (mlirOperationGetNumResults(made) == 1)
    mlirValueSetType(mlirOperationGetResult(made, 0), wide(mlirOperationGetResult(op, 0)));
  widen_body(body);
  for (int i = inputs - 1; i >= 0; i--)
    cast_argument(body, mlirBlockGetArgument(body, i), half);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op), op, made);
  return made;
}

// --- the sum

static const char rewritten[] = "its sums are kept in f32 and rounded once";

typedef struct Sum {
  MlirOperation op;
  MlirType half;
  int rank;
  int64_t shape[WORKLOAD_MAX_RANK];
  bool adds_initial; // after the sum
} Sum;

static Sum sum_of(MlirOperation op) {
  MlirType type = mlirValueGetType(initial_of(op));
  Sum sum = {.op = op, .half = mlirShapedTypeGetElementType(type)};
  sum.rank = (int)mlirShapedTypeGetRank(type);
  for (int d = 0; d < sum.rank; d++)
    sum.shape[d] = mlirShapedTypeGetDimSize(type, d);
  return sum;
}

// A number that fills the initial value; null where it is anything else.
static MlirValue filling_of(MlirValue initial) {
  MlirOperation fill = owner_of(initial, "linalg.fill");
  return mlirOperationIsNull(fill) ? (MlirValue){NULL} : mlirOperationGetOperand(fill, 0);
}

// What the sum starts from. Nothing plus -0 is -0.
static MlirValue wide_initial(IrBuilder *ir, Sum *sum, MlirValue initial) {
  MlirValue filling = filling_of(initial);
  MlirType type = mlirF32TypeGet(ir->context);
  sum->adds_initial = mlirValueIsNull(filling);
  MlirValue from = sum->adds_initial
                       ? ir_constant(ir, type, mlirFloatAttrDoubleGet(ir->context, type, -0.0))
                       : widened(ir, filling);
  return tensor_ops_filled(ir, sum->rank, sum->shape, from);
}

static MlirValue build_rounding(IrBuilder *ir, MlirBlock body, void *user) {
  const Sum *sum = user;
  MlirValue value = mlirBlockGetArgument(body, 0);
  if (sum->adds_initial) {
    MlirValue initial =
        ir_unary(ir, "arith.extf", mlirValueGetType(value), mlirBlockGetArgument(body, 1));
    value = ir_binary(ir, "arith.addf", initial, value);
  }
  return ir_unary(ir, "arith.truncf", sum->half, value);
}

static MlirValue rounded(IrBuilder *ir, Sum *sum, MlirValue value, MlirValue initial) {
  TensorGeneric round = {.build = build_rounding,
                         .user = sum,
                         .loop_count = sum->rank,
                         .input_count = sum->adds_initial ? 2 : 1};
  for (int i = 0; i <= round.input_count; i++)
    round.maps[i] = mlirAffineMapMultiDimIdentityGet(ir->context, sum->rank);
  round.operands[0] = value;
  round.operands[1] = initial;
  round.operands[round.input_count] = tensor_ops_empty(ir, sum->rank, sum->shape, sum->half);
  MlirValue made = tensor_ops_generic(ir, &round);
  fp_mode_copy(sum->op, mlirOpResultGetOwner(made));
  return made;
}

static void widen_sum(MlirOperation op, PassReport *report) {
  IrBuilder ir;
  Sum sum = sum_of(op);
  MlirValue initial = initial_of(op);
  pass_report_say(report, REMARK_REWRITTEN, op, rewritten);
  ir_start(&ir, op, mlirOperationGetLocation(op));
  MlirOperation made = wide_copy(op, wide_initial(&ir, &sum, initial));
  MlirValue value = mlirOperationGetResult(made, 0);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), rounded(&ir, &sum, value, initial));
  ir_finish(&ir);
  tensor_ops_erase_dead(op);
  report->changed = true;
}

// --- in a memref

// Whether every element of the memref is a sum, and no other operand reads it. The ops of which
// that is not true are not tuned either.
static bool owns_memref(MlirOperation op) {
  StructuredOp read;
  if (structured_op_read(op, &read) != STATUS_OK)
    return false;
  const StructuredOperand *output = &read.operands[read.input_count];
  bool is_disjoint = !mlirAttributeIsNull(
      mlirOperationGetDiscardableAttributeByName(op, ir_string(DISJOINT_ATTRIBUTE)));
  unsigned loops = 0;
  for (int d = 0; d < output->rank; d++) {
    int loop = index_only_loop(&output->index[d]);
    if (loop < 0 || loops >> loop & 1)
      return false;
    loops |= 1u << loop;
  }
  for (int i = 0; i < read.input_count && !is_disjoint; i++)
    if (!read.operands[i].is_scalar && memrefs_share_buffer(read.operands[i].value, output->value))
      return false;
  return !structured_operand_overlaps_itself(output);
}

static MlirValue wide_buffer(IrBuilder *ir, const Sum *sum) {
  const int32_t segments[2] = {0, 0};
  MlirNamedAttribute attribute =
      ir_attribute(ir, "operandSegmentSizes", mlirDenseI32ArrayGet(ir->context, 2, segments));
  MlirType type = mlirMemRefTypeContiguousGet(mlirF32TypeGet(ir->context), sum->rank, sum->shape,
                                              mlirAttributeGetNull());
  return ir_value(ir, "memref.alloc", type, 0, NULL, 1, &attribute);
}

// Element by element, as the type of `to`.
static void store(IrBuilder *ir, const Sum *sum, MlirValue from, MlirValue to) {
  TensorGeneric copy = {.body = TENSOR_BODY_COPY, .loop_count = sum->rank, .input_count = 1};
  copy.maps[0] = copy.maps[1] = mlirAffineMapMultiDimIdentityGet(ir->context, sum->rank);
  copy.operands[0] = from;
  copy.operands[1] = to;
  fp_mode_copy(sum->op, tensor_ops_store(ir, &copy));
}

static void widen_in_memref(MlirOperation op, PassReport *report) {
  IrBuilder ir;
  Sum sum = sum_of(op);
  MlirValue memref = initial_of(op);
  pass_report_say(report, REMARK_REWRITTEN, op, rewritten);
  ir_start(&ir, op, mlirOperationGetLocation(op));
  MlirValue buffer = wide_buffer(&ir, &sum);
  store(&ir, &sum, memref, buffer);
  wide_copy(op, buffer);
  store(&ir, &sum, buffer, memref);
  ir_op(&ir, "memref.dealloc", 0, NULL, 1, &buffer, 0, NULL);
  ir_finish(&ir);
  mlirOperationDestroy(op);
  report->changed = true;
}

static void tell_kept(MlirOperation op, const PassReport *report) {
  pass_report_say(
      report, REMARK_REFUSED, op,
      "its sums are rounded after every op: they are kept in f32 where emit=ir rewrites "
      "ops that have no annotation");
}

void wide_sums_tell_kept(MlirOperation root, const PassReport *report) {
  IrOps found = ir_collect(root, is_narrow_sum);
  for (int i = 0; i < found.count; i++)
    tell_kept(found.ops[i], report);
  free(found.ops);
}

Status wide_sums_rewrite(MlirOperation root, const RewriteOptions *options, PassReport *report) {
  IrOps found = ir_collect(root, is_narrow_sum);
  for (int i = 0; i < found.count; i++)
    if (is_fast_in_f16(found.ops[i], options->target))
      continue;
    else if (annotation_keeps(found.ops[i]))
      tell_kept(found.ops[i], report);
    else if (mlirOperationGetNumResults(found.ops[i]) == 1)
      widen_sum(found.ops[i], report);
    else if (owns_memref(found.ops[i]))
      widen_in_memref(found.ops[i], report);
  free(found.ops);
  return STATUS_OK;
}
