// Reads a RoundedProduct.
#include "transforms/rewrite/rounded_product.h"

#include "base/integer.h"
#include "transforms/annotation.h"
#include "transforms/extract/extract.h"
#include "transforms/extract/linalg_shim.h"
#include "transforms/rewrite/tensor_ops.h"

// A group has so many terms at least, or rounding it costs more than it saves; more might overflow.
enum { MIN_GROUP = 16, MAX_GROUP = 1 << 15, MIN_RESULTS = 8 };

// The largest whose terms are one piece of straight-line code.
enum { MAX_STRAIGHT_GROUP = 256 };

static unsigned loops_of_kind(const StructuredOp *op, bool is_reduction) {
  unsigned loops = 0;
  for (int l = 0; l < op->loop_count; l++)
    loops |= (unsigned)((op->kinds[l] == ITERATOR_REDUCTION) == is_reduction) << l;
  return loops;
}

int64_t rounded_product_points(const RoundedProduct *product, unsigned loops) {
  int64_t points = 1;
  for (int l = 0; l < product->op.loop_count; l++)
    if (loops >> l & 1u)
      points = integer_multiply(points, product->op.extents[l]);
  return points;
}

// Dimensions are loops; those that may be left out have one element.
static bool read_data_loops(RoundedProduct *product) {
  const StructuredOperand *data = &product->op.operands[product->data];
  for (int d = 0; d < data->rank; d++) {
    int loop = index_only_loop(&data->index[d]);
    if (loop < 0 && data->shape[d] != 1)
      return false;
    if (loop >= 0)
      product->loops[0] |= 1u << loop;
  }
  return data->type == ELEMENT_F32;
}

// --- the factor

static bool is_op(const CodeStep *step, const char *name) {
  return !mlirOperationIsNull(step->op) && ir_op_is(step->op, name);
}

// Which operand of the step walks reductions that the other one does not; -1: both or none.
static int wider_operand(const RoundedProduct *product, const CodeStep *step) {
  unsigned reductions = loops_of_kind(&product->op, true);
  unsigned left = product->code.steps[step->operands[0]].loops & reductions;
  unsigned right = product->code.steps[step->operands[1]].loops & reductions;
  if (left == right || ((left & ~right) && (right & ~left)))
    return -1;
  return (left & ~right) == 0;
}

static int read_scales(RoundedProduct *product, int step) {
  const CodeStep *read = &product->code.steps[step];
  while (is_op(read, "arith.mulf") && !read->is_integer) {
    int wider = wider_operand(product, read);
    if (wider < 0 || product->scale_count == ROUNDED_MAX_SCALES || !mlirTypeIsAF32(read->type))
      return -1;
    product->scales[product->scale_count++] = read->operands[1 - wider];
    step = read->operands[wider];
    read = &product->code.steps[step];
  }
  return product->scale_count > 0 ? step : -1;
}

// Whether the difference is that of its operands, and its right one the same within a group.
static bool is_shifted(const RoundedProduct *product, const CodeStep *step) {
  if (!is_op(step, "arith.subf") && !is_op(step, "arith.subi"))
    return false;
  const CodeStep *left = &product->code.steps[step->operands[0]];
  const CodeStep *right = &product->code.steps[step->operands[1]];
  bool is_kept = step->is_integer && right->is_integer && step->low == left->low - right->high &&
                 step->high == left->high - right->low;
  return left->is_integer && wider_operand(product, step) == 0 &&
         (is_kept || (mlirTypeIsAF32(step->type) && !right->is_integer));
}

static int see_through_casts(const RoundedProduct *product, int step) {
  for (const CodeStep *read = &product->code.steps[step]; read->operand_count == 1;) {
    const CodeStep *source = &product->code.steps[read->operands[0]];
    if (!read->is_integer || !source->is_integer || read->low != source->low ||
        read->high != source->high)
      break;
    step = read->operands[0];
    read = source;
  }
  return step;
}

static bool fits_byte(const CodeStep *step) {
  return step->is_integer && step->high <= (step->low < 0 ? INT8_MAX : UINT8_MAX) &&
         step->low >= INT8_MIN;
}

// Recursion: once for each step.
static bool is_constant(const RoundedProduct *product, int step) {
  const CodeStep *read = &product->code.steps[step];
  bool are_constant = true;
  if (read->leaf >= 0)
    return value_is_constant(product->code.leaves[read->leaf].operand.value,
                             mlirOperationGetBlock(product->op.op));
  for (int i = 0; i < read->operand_count; i++)
    are_constant &= is_constant(product, read->operands[i]);
  return are_constant;
}

static bool set_weights(RoundedProduct *product, int weights, int zero, int leaf) {
  product->weights = weights;
  product->zero = zero;
  product->leaf = leaf;
  return true;
}

// Weights as they lie, or else computed of constants, which is done once.
static bool read_weights(RoundedProduct *product, int step) {
  const ElementCode *code = &product->code;
  int inner = see_through_casts(product, step);
  bool has_zero = is_shifted(product, &code->steps[inner]);
  int shifted = has_zero ? code->steps[inner].operands[0] : step;
  int zero = has_zero ? code->steps[inner].operands[1] : -1;
  int leaf = element_code_widened(code, shifted);
  if (leaf >= 0)
    return set_weights(product, shifted, zero, leaf);
  if (fits_byte(&code->steps[step]) && is_constant(product, step))
    return set_weights(product, step, -1, -1);
  return fits_byte(&code->steps[shifted]) && is_constant(product, shifted) &&
         set_weights(product, shifted, zero, -1);
}

static bool read_factor(RoundedProduct *product, int input, FpMode least) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(product->op.op, 0));
  product->factor = input;
  product->data = 1 - input;
  product->scale_count = 0;
  product->loops[0] = 0;
  int step =
      element_code_read(&product->op, mlirBlockGetArgument(body, input), least, &product->code);
  step = step < 0 || !read_data_loops(product) ? -1 : read_scales(product, step);
  return step >= 0 && read_weights(product, step);
}

// --- the product

static bool read_groups(RoundedProduct *product) {
  const ElementCode *code = &product->code;
  unsigned reductions = loops_of_kind(&product->op, true), walked = 0, unit = 0;
  unsigned of_group = product->zero < 0 ? 0 : code->steps[product->zero].loops;
  for (int i = 0; i < product->scale_count; i++)
    of_group |= code->steps[product->scales[i]].loops;
  for (int l = 0; l < product->op.loop_count; l++)
    unit |= (unsigned)(product->op.extents[l] == 1) << l;
  product->loops[1] = code->steps[product->weights].loops;
  product->parallel = loops_of_kind(&product->op, false);
  product->outer = reductions & of_group;
  product->inner = reductions & ~of_group;
  walked = product->loops[0] & (product->loops[1] | unit);
  int64_t terms = rounded_product_points(product, product->inner);
  int64_t results = rounded_product_points(product, product->parallel & ~product->loops[0]);
  return (reductions & ~unit & ~walked) == 0 && terms >= MIN_GROUP && terms <= MAX_GROUP &&
         results >= MIN_RESULTS;
}

static bool has_plain_output(const StructuredOp *op) {
  const StructuredOperand *output = &op->operands[op->input_count];
  for (int d = 0; d < output->rank; d++)
    if (index_only_loop(&output->index[d]) < 0)
      return false;
  return op->on_tensors && op->input_count == 2 && op->operand_count == 3 &&
         output->type == ELEMENT_F32 && !structured_op_is_parallel(op);
}

bool rounded_product_read(MlirOperation op, FpMode least, RoundedProduct *out_product) {
  *out_product = (RoundedProduct){.zero = -1, .leaf = -1};
  if (!linalg_op_is_structured(op) || annotation_keeps(op) || fp_mode_of(op) < least ||
      structured_op_read(op, &out_product->op) != STATUS_OK || out_product->op.is_pad ||
      !has_plain_output(&out_product->op) || !tensor_ops_adds_products(op))
    return false;
  return (read_factor(out_product, 0, least) || read_factor(out_product, 1, least)) &&
         read_groups(out_product);
}

bool rounded_product_is_one_op(const RoundedProduct *product) {
  unsigned inner = product->inner, from = inner & -inner;
  bool is_last = inner + from == 1u << product->op.loop_count;
  return is_last && product->outer != 0 && product->zero < 0 &&
         (product->leaf < 0 || is_constant(product, product->weights)) &&
         (inner & ~product->loops[0]) == 0 && (inner & ~product->loops[1]) == 0 &&
         rounded_product_points(product, inner) <= MAX_STRAIGHT_GROUP;
}

bool rounded_product_has_halves(const RoundedProduct *product) {
  const CodeStep *step = &product->code.steps[product->weights];
  int64_t low = step->low < 0 ? step->low : 0;
  bool has_loop = (product->inner & -product->inner) < 1u << (WORKLOAD_MAX_ITERATORS - 1);
  return step->high - low <= ROUNDED_HALF_MASK && has_loop &&
         rounded_product_points(product, product->inner) % 2 == 0;
}
