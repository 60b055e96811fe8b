// Products of i8 whose dot product needs sums of one factor, because the signs of both are alike or
// the other one has a zero point (plan/dot_product.h has the formula):
//
//   %r = generic ins(%a, %w : i8) outs(%i : i32) { out + (extsi(a) - zero) * extsi(w) }
//
// becomes
//
//   %b = %a ^ 128                                            read without a sign: 128 more
//   %s = sum over the reductions of %w                       one for each column
//   %j = %i - (zero + 128) * %s
//   %r = generic ins(%b, %w : i8) outs(%j : i32) { out + extui(b) * extsi(w) }
//
// Sums of constants of the module are computed while compiling, those of constant arguments in
// @f_prepack; those of other factors here where the kernel would add them up many times. All of it
// is exact: arithmetic of i32 wraps.
#include "base/integer.h"
#include "machine/instruction.h"
#include "transforms/constant_argument.h"
#include "transforms/constant_shim.h"
#include "transforms/extract/extract.h"
#include "transforms/extract/linalg_shim.h"
#include "transforms/rewrite/constant_values.h"
#include "transforms/rewrite/integer_product.h"
#include "transforms/rewrite/rewrites.h"
#include "transforms/rewrite/tensor_ops.h"

#include <stdlib.h>
#include <string.h>

enum {
  SHIFT = 128,     // what flipping the highest bit of a signed byte adds to it
  LEAST_USES = 16, // of a factor whose bits are flipped before the loops, where the sums are known
  MORE_USES = 64,  // where they are not: below, sums in the kernel cost less than the flipped copy
  MANY_USES = 256, // of a factor that is summed before the loops at run time
};

typedef struct FactorSums {
  const IntegerProduct *product;
  const IntegerFactor *summed, *shifted;
  const StructuredOperand *operand; // of the product, that the summed factor is
  unsigned loops;                   // of it, one bit each
  bool is_constant;                 // the summed factor
  bool flips;                       // the bits of the shifted factor
  int rank;                         // of the sums
  int dims[WORKLOAD_MAX_RANK];      // of the result, that they run along
  int64_t shape[WORKLOAD_MAX_RANK];
  int64_t start;        // that the sums are taken off; else 0
  bool is_start;        // the initial value of the product is that number
  int32_t shift;        // the constant part of what every value of the shifted factor has too much
  bool shift_is_number; // it has no other
} FactorSums;

// --- whether it pays

static unsigned loops_of(const StructuredOperand *operand, int loop_count) {
  unsigned loops = 0;
  for (int d = 0; d < operand->rank; d++)
    for (int l = 0; l < loop_count; l++)
      loops |= operand->index[d].coefficients[l] != 0 ? 1u << l : 0;
  return loops;
}

// Whether every dimension is a loop of its own.
static bool is_plain(const StructuredOperand *operand) {
  unsigned found = 0;
  for (int d = 0; d < operand->rank; d++) {
    int loop = index_only_loop(&operand->index[d]);
    if (loop < 0 || found >> loop & 1u)
      return false;
    found |= 1u << loop;
  }
  return true;
}

// Points of the parallel loops among these.
static int64_t parallel_points(const StructuredOp *op, unsigned loops) {
  int64_t points = 1;
  for (int l = 0; l < op->loop_count; l++)
    if (op->kinds[l] == ITERATOR_PARALLEL && loops >> l & 1u)
      points = integer_multiply(points, op->extents[l]);
  return points;
}

static bool reads(const Instruction *row, const IntegerFactor *left, const IntegerFactor *right) {
  return (row->sign[0] == INSTRUCTION_UNSIGNED) == left->is_unsigned &&
         (row->sign[1] == INSTRUCTION_UNSIGNED) == right->is_unsigned;
}

// Whether the target has dot products of integers, and none of bytes with these signs but of
// others.
static bool has_dot_product(const Target *target, const IntegerProduct *product, bool *out_flips) {
  const IntegerFactor *factors = product->factors;
  bool is_any = false, is_of_bytes = false, is_read = false;
  for (int choice = INSTRUCTION_WIDEN + 1; choice < INSTRUCTION_CHOICES; choice++) {
    const Instruction *row = instruction_dot((InstructionChoice)choice);
    if (row->accumulator != ELEMENT_I32 || !instruction_is_there(row, target))
      continue;
    is_any = true;
    is_of_bytes |= row->operand == ELEMENT_I8;
    is_read |= row->operand == ELEMENT_I8 &&
               (reads(row, &factors[0], &factors[1]) || reads(row, &factors[1], &factors[0]));
  }
  *out_flips = is_of_bytes && !is_read;
  return is_any;
}

// The constant that the product starts from, as a number; false where it starts from others.
static bool read_start(const IntegerProduct *product, int64_t *out_start) {
  MlirAttribute number =
      constant_values_filling(product->op.operands[product->op.input_count].value);
  if (mlirAttributeIsNull(number))
    return false;
  *out_start = mlirIntegerAttrGetValueInt(number);
  return true;
}

static void read_shift(FactorSums *sums) {
  const FactorNumber *zero = &sums->shifted->zero;
  int sign = sums->shifted->is_unsigned ? -1 : 1;
  sums->shift_is_number = !zero->is_there || !mlirAttributeIsNull(zero->constant);
  sums->shift = sums->flips ? sign * SHIFT : 0;
  sums->shift += sums->shift_is_number && zero->is_there ? (int32_t)zero->integer : 0;
}

// The dimensions of the result that the summed factor runs along.
static void read_shape(FactorSums *sums) {
  const StructuredOp *op = &sums->product->op;
  const StructuredOperand *result = &op->operands[op->input_count];
  for (int d = 0; d < result->rank; d++) {
    if (!(sums->loops >> index_only_loop(&result->index[d]) & 1u))
      continue;
    sums->dims[sums->rank] = d;
    sums->shape[sums->rank++] = result->shape[d];
  }
}

// Factor `summed` as the one that is summed.
static bool read_sums(const IntegerProduct *product, int summed, bool flips, FactorSums *out) {
  const StructuredOp *op = &product->op;
  const IntegerFactor *factor = &product->factors[summed], *other = &product->factors[1 - summed];
  const StructuredOperand *operand = &op->operands[factor->input];
  MlirBlock block = mlirOperationGetBlock(op->op);
  unsigned all = (1u << op->loop_count) - 1, loops = loops_of(operand, op->loop_count);
  unsigned others = loops_of(&op->operands[other->input], op->loop_count);
  for (int l = 0; l < op->loop_count; l++)
    if (op->extents[l] < 1 || (op->kinds[l] == ITERATOR_REDUCTION && !(loops >> l & 1u)))
      return false;
  *out = (FactorSums){.product = product,
                      .summed = factor,
                      .shifted = other,
                      .operand = operand,
                      .loops = loops,
                      .is_constant = value_is_constant(operand->value, block),
                      .flips = flips};
  out->is_start = read_start(product, &out->start);
  read_shift(out);
  read_shape(out);
  return is_plain(operand) && !operand->is_scalar && out->rank > 0 && other->zero.dim < 0 &&
         (!factor->zero.is_there || !mlirAttributeIsNull(factor->zero.constant)) &&
         factor->move_count + factor->producer_count + other->move_count + other->producer_count ==
             0 &&
         !value_is_constant(op->operands[other->input].value, block) &&
         parallel_points(op, loops & ~others) >= (out->is_constant ? LEAST_USES : MORE_USES) &&
         (out->is_constant || parallel_points(op, all & ~loops) >= MANY_USES);
}

// The constant factor rather than one that is summed at run time.
static bool find_sums(const IntegerProduct *product, const Target *target, FactorSums *out) {
  bool flips, is_found = false;
  if (!has_dot_product(target, product, &flips))
    return false;
  for (int summed = 1; summed >= 0; summed--) {
    FactorSums sums;
    if ((!flips && !product->factors[1 - summed].zero.is_there) ||
        !read_sums(product, summed, flips, &sums) ||
        (is_found && (out->is_constant || !sums.is_constant)))
      continue;
    *out = sums;
    is_found = true;
  }
  return is_found;
}

// --- the sums

static MlirType sum_type(IrBuilder *ir) { return mlirIntegerTypeGet(ir->context, 32); }

typedef struct ConstantSums {
  const FactorSums *sums;
  uint32_t start, shift;
  const uint8_t *data;
} ConstantSums;

static uint32_t term_of(const FactorSums *sums, uint8_t byte) {
  int32_t value = sums->summed->is_unsigned ? byte : (int8_t)byte;
  return (uint32_t)value - (sums->summed->zero.is_there ? (uint32_t)sums->summed->zero.integer : 0);
}

// `start` less `shift` times the sums of a constant; wraps.
static void fill_sums(void *data, void *user) {
  const ConstantSums *constant = user;
  const FactorSums *sums = constant->sums;
  const StructuredOp *op = &sums->product->op;
  const StructuredOperand *operand = sums->operand, *result = &op->operands[op->input_count];
  int64_t strides[WORKLOAD_MAX_ITERATORS] = {0}, stride = 1, elements = 1;
  for (int d = sums->rank; d-- > 0; stride *= sums->shape[d])
    strides[index_only_loop(&result->index[sums->dims[d]])] = stride;
  for (int d = 0; d < operand->rank; d++)
    elements *= operand->shape[d];
  uint32_t *to = data;
  for (int64_t i = 0; i < stride; i++)
    to[i] = constant->start;
  for (int64_t at = 0; at < elements; at++) {
    int64_t rest = at, place = 0;
    for (int d = operand->rank; d-- > 0; rest /= operand->shape[d])
      place += rest % operand->shape[d] * strides[index_only_loop(&operand->index[d])];
    to[place] -= constant->shift * term_of(sums, constant->data[at]);
  }
}

// `start` less `shift` times the sums, where the factor is a constant of the module; else null.
static MlirValue constant_sums(IrBuilder *ir, const FactorSums *sums, uint32_t start,
                               uint32_t shift) {
  ConstantSums constant = {.sums = sums, .start = start, .shift = shift};
  const void *data;
  bool is_splat;
  MlirType type =
      mlirRankedTensorTypeGet(sums->rank, sums->shape, sum_type(ir), mlirAttributeGetNull());
  int64_t count = 1, bytes = structured_operand_bytes(sums->operand); // one each
  if (!constant_values_get(sums->operand->value, &data, &is_splat))
    return (MlirValue){NULL};
  constant.data = data;
  for (int d = 0; d < sums->rank; d++)
    count *= sums->shape[d];
  if (is_splat) // may be larger than memory
    return ir_constant(ir, type,
                       mlirDenseElementsAttrInt32SplatGet(
                           type, (int32_t)(start - shift * (uint32_t)(bytes / count) *
                                                       term_of(sums, *constant.data))));
  size_t size = (size_t)count * sizeof(int32_t);
  return ir_constant(ir, type, constant_make_resource(type, "sums", size, fill_sums, &constant));
}

static MlirValue extended(IrBuilder *ir, MlirValue value, bool is_unsigned) {
  return mlirTypeEqual(mlirValueGetType(value), sum_type(ir))
             ? value
             : ir_unary(ir, is_unsigned ? "arith.extui" : "arith.extsi", sum_type(ir), value);
}

static MlirValue number(IrBuilder *ir, int64_t integer) {
  return ir_constant(ir, sum_type(ir), mlirIntegerAttrGet(sum_type(ir), integer));
}

static MlirValue build_sum(IrBuilder *ir, MlirBlock body, void *user) {
  const FactorSums *sums = user;
  MlirValue value = extended(ir, mlirBlockGetArgument(body, 0), sums->summed->is_unsigned);
  if (sums->summed->zero.is_there)
    value = ir_binary(ir, "arith.subi", value, number(ir, sums->summed->zero.integer));
  return ir_binary(ir, "arith.addi", mlirBlockGetArgument(body, 1), value);
}

// The factor added up over all reductions. The loops of the op are those of the factor.
static MlirValue build_sums(IrBuilder *ir, const FactorSums *sums) {
  const StructuredOp *op = &sums->product->op;
  const StructuredOperand *result = &op->operands[op->input_count];
  int place[WORKLOAD_MAX_ITERATORS];
  MlirAffineExpr index[WORKLOAD_MAX_RANK];
  TensorGeneric made = {.build = build_sum, .user = (void *)sums, .input_count = 1};
  for (int l = 0; l < op->loop_count; l++) {
    if (!(sums->loops >> l & 1u))
      continue;
    made.reductions |= op->kinds[l] == ITERATOR_REDUCTION ? 1u << made.loop_count : 0;
    place[l] = made.loop_count++;
  }
  for (int d = 0; d < sums->operand->rank; d++)
    index[d] = mlirAffineDimExprGet(ir->context, place[index_only_loop(&sums->operand->index[d])]);
  made.maps[0] = mlirAffineMapGet(ir->context, made.loop_count, 0, sums->operand->rank, index);
  for (int d = 0; d < sums->rank; d++)
    index[d] =
        mlirAffineDimExprGet(ir->context, place[index_only_loop(&result->index[sums->dims[d]])]);
  made.maps[1] = mlirAffineMapGet(ir->context, made.loop_count, 0, sums->rank, index);
  made.operands[0] = sums->operand->value;
  made.operands[1] = tensor_ops_zeros(ir, sums->rank, sums->shape, sum_type(ir));
  return tensor_ops_generic(ir, &made);
}

static MlirValue marked_sums(IrBuilder *ir, const FactorSums *sums) {
  MlirValue added = build_sums(ir, sums);
  if (sums->is_constant)
    constant_result_mark(mlirOpResultGetOwner(added));
  return added;
}

static MlirValue build_taken_off(IrBuilder *ir, MlirBlock body, void *user) {
  const FactorSums *sums = user;
  MlirValue shift = number(ir, sums->shift);
  if (!sums->shift_is_number)
    shift = ir_binary(ir, "arith.addi",
                      extended(ir, mlirBlockGetArgument(body, 1), sums->shifted->zero.is_unsigned),
                      shift);
  MlirValue product = ir_binary(ir, "arith.muli", mlirBlockGetArgument(body, 0), shift);
  return ir_binary(ir, "arith.subi", number(ir, sums->start), product);
}

// The start less the sums times what every value of the other factor has too much.
static MlirValue build_start(IrBuilder *ir, const FactorSums *sums) {
  MlirValue start = {NULL}, added = {NULL};
  if (sums->shift_is_number)
    start = constant_sums(ir, sums, (uint32_t)sums->start, (uint32_t)sums->shift);
  else
    added = constant_sums(ir, sums, 0, UINT32_MAX);
  if (!mlirValueIsNull(start))
    return start;
  if (mlirValueIsNull(added))
    added = marked_sums(ir, sums);
  TensorGeneric made = {.build = build_taken_off, .user = (void *)sums, .loop_count = sums->rank};
  MlirAffineMap identity = mlirAffineMapMultiDimIdentityGet(ir->context, sums->rank);
  made.operands[made.input_count] = added;
  made.maps[made.input_count++] = identity;
  if (!sums->shift_is_number) {
    made.operands[made.input_count] = sums->shifted->zero.value;
    made.maps[made.input_count++] = mlirAffineMapGet(ir->context, sums->rank, 0, 0, NULL);
  }
  made.operands[made.input_count] = tensor_ops_empty(ir, sums->rank, sums->shape, sum_type(ir));
  made.maps[made.input_count] = identity;
  start = tensor_ops_generic(ir, &made);
  if (sums->is_constant && sums->shift_is_number)
    constant_result_mark(mlirOpResultGetOwner(start));
  return start;
}

// --- the product

static MlirValue build_flipped(IrBuilder *ir, MlirBlock body, void *user) {
  (void)user;
  MlirValue value = mlirBlockGetArgument(body, 0);
  MlirType type = mlirValueGetType(value);
  return ir_binary(ir, "arith.xori", value,
                   ir_constant(ir, type, mlirIntegerAttrGet(type, INT8_MIN)));
}

static MlirValue flipped(IrBuilder *ir, const StructuredOperand *operand) {
  MlirType type = mlirShapedTypeGetElementType(mlirValueGetType(operand->value));
  TensorGeneric made = {.build = build_flipped, .loop_count = operand->rank, .input_count = 1};
  made.maps[0] = made.maps[1] = mlirAffineMapMultiDimIdentityGet(ir->context, operand->rank);
  made.operands[0] = operand->value;
  made.operands[1] = tensor_ops_empty(ir, operand->rank, operand->shape, type);
  return tensor_ops_generic(ir, &made);
}

// `start` repeated over the whole result, or added to it.
static MlirValue spread(IrBuilder *ir, const FactorSums *sums, MlirValue start, MlirValue result) {
  const StructuredOp *op = &sums->product->op;
  const StructuredOperand *output = &op->operands[op->input_count];
  bool adds = !mlirValueIsNull(result);
  MlirAffineExpr index[WORKLOAD_MAX_RANK];
  TensorGeneric made = {.body = adds ? TENSOR_BODY_ADD : TENSOR_BODY_COPY,
                        .loop_count = output->rank,
                        .input_count = 1};
  for (int d = 0; d < sums->rank; d++)
    index[d] = mlirAffineDimExprGet(ir->context, sums->dims[d]);
  made.operands[0] = start;
  made.maps[0] = mlirAffineMapGet(ir->context, output->rank, 0, sums->rank, index);
  made.operands[1] =
      adds ? result : tensor_ops_empty(ir, output->rank, output->shape, sum_type(ir));
  made.maps[1] = mlirAffineMapMultiDimIdentityGet(ir->context, output->rank);
  return tensor_ops_generic(ir, &made);
}

static void rewrite_product(const FactorSums *sums, PassReport *report) {
  IrBuilder ir;
  IntegerProduct changed = *sums->product;
  IntegerFactor *shifted = &changed.factors[sums->shifted - sums->product->factors];
  MlirOperation op = changed.op.op;
  MlirValue none = {NULL}, initial = changed.op.operands[changed.op.input_count].value;
  pass_report_say(report, REMARK_REWRITTEN, op,
                  sums->is_constant ? "sums of its constant factor are known before its loops"
                                    : "sums of one factor are computed before its loops");
  ir_start(&ir, op, mlirOperationGetLocation(op));
  shifted->zero = (FactorNumber){.dim = -1};
  if (sums->flips) {
    shifted->source = flipped(&ir, &changed.op.operands[shifted->input]);
    shifted->is_unsigned = !shifted->is_unsigned;
  }
  MlirValue start = build_start(&ir, sums);
  if (sums->is_start)
    initial = spread(&ir, sums, start, none);
  MlirValue result = integer_product_build(&ir, &changed, initial);
  if (!sums->is_start)
    result = spread(&ir, sums, start, result);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), result);
  ir_finish(&ir);
  tensor_ops_erase_dead(op);
  report->changed = true;
}

Status factor_sums_rewrite(MlirOperation root, const RewriteOptions *options, PassReport *report) {
  IntegerProduct *product = ir_resized(NULL, sizeof *product);
  IrOps ops = ir_collect(root, linalg_op_is_structured);
  for (int i = 0; i < ops.count; i++) {
    FactorSums sums;
    if (integer_product_read(ops.ops[i], product) && !product->is_float &&
        product->op.operands[product->op.input_count].type == ELEMENT_I32 &&
        find_sums(product, options->target, &sums))
      rewrite_product(&sums, report);
  }
  free(ops.ops);
  free(product);
  return STATUS_OK;
}
