// HoistedOp: a linalg.generic, and what its body computes of constants alone: which values are
// worth being computed before the loops.
#include "transforms/rewrite/hoisted.h"

#include "transforms/extract/extract.h"
#include "transforms/extract/extraction.h"
#include "transforms/extract/linalg_shim.h"
#include "transforms/rewrite/constant_values.h"
#include "transforms/rewrite/tensor_ops.h"

#include <string.h>

// A value that is neither evaluated while compiling nor moved to @f_prepack is computed at every
// call: then it has to be read so many times.
enum { MIN_READS = 16 };

int hoisted_input_of(const HoistedOp *hoisted, MlirValue value) {
  if (!mlirValueIsABlockArgument(value) ||
      !mlirBlockEqual(mlirBlockArgumentGetOwner(value), hoisted->body))
    return -1;
  int argument = (int)mlirBlockArgumentGetArgNumber(value);
  return argument < hoisted->op.input_count ? argument : -1;
}

int hoisted_step_of(const HoistedOp *hoisted, MlirValue value) {
  for (int s = 0; s < hoisted->step_count && mlirValueIsAOpResult(value); s++)
    if (mlirOperationEqual(hoisted->steps[s], mlirOpResultGetOwner(value)))
      return s;
  return -1;
}

// --- leaves

// Through an op that only repeats or moves its input.
static bool see_through(HoistedLeaf *leaf) {
  static const bool is_used[GROUP_MAX_RESULTS] = {true};
  StructuredOp op;
  ScalarBody body;
  LoopValues loops;
  if (!mlirValueIsAOpResult(leaf->value) ||
      structured_op_read(mlirOpResultGetOwner(leaf->value), &op) != STATUS_OK || op.is_pad ||
      op.operand_count != op.input_count + 1 || !structured_op_is_parallel(&op) ||
      scalar_body_read(&op, is_used, &body) != STATUS_OK || !body.is_forward ||
      body.forward_argument < 0 || body.forward_argument >= op.input_count ||
      op.operands[body.forward_argument].is_scalar ||
      !loops_from_index(&op, &op.operands[op.input_count], leaf->index, &loops))
    return false;
  const StructuredOperand *operand = &op.operands[body.forward_argument];
  leaf->value = operand->value;
  leaf->rank = operand->rank;
  leaf->bytes = structured_operand_bytes(operand);
  return index_compose(operand, &loops, leaf->index);
}

static bool is_number(const IndexExpr *index) {
  for (int l = 0; l < WORKLOAD_MAX_ITERATORS; l++)
    if (index->coefficients[l])
      return false;
  return true;
}

bool hoisted_leaf_read(const StructuredOp *op, int input, MlirBlock block, HoistedLeaf *out_leaf) {
  const StructuredOperand *operand = &op->operands[input];
  HoistedLeaf leaf = {
      .value = operand->value, .rank = operand->rank, .bytes = structured_operand_bytes(operand)};
  memcpy(leaf.index, operand->index, sizeof leaf.index);
  while (!value_is_constant(leaf.value, block))
    if (!see_through(&leaf))
      return false;
  for (int d = 0; d < leaf.rank; d++) {
    int loop = index_only_loop(&leaf.index[d]);
    if (loop < 0 && !is_number(&leaf.index[d]))
      return false;
    leaf.loops |= loop >= 0 && op->extents[loop] > 1 ? 1u << loop : 0;
  }
  MlirValue origin = constant_values_origin(leaf.value);
  leaf.is_argument =
      !mlirValueIsAOpResult(origin) || !ir_op_is(mlirOpResultGetOwner(origin), "arith.constant");
  *out_leaf = leaf;
  return true;
}

MlirAffineMap hoisted_leaf_map(MlirContext context, const HoistedLeaf *leaf, int loop_count,
                               const int *place) {
  MlirAffineExpr indices[WORKLOAD_MAX_RANK];
  for (int d = 0; d < leaf->rank; d++) {
    int loop = index_only_loop(&leaf->index[d]);
    indices[d] = loop >= 0 && place[loop] >= 0
                     ? mlirAffineDimExprGet(context, place[loop])
                     : mlirAffineConstantExprGet(context, leaf->index[d].constant);
  }
  return mlirAffineMapGet(context, loop_count, 0, leaf->rank, indices);
}

static bool read_leaves(HoistedOp *hoisted, MlirBlock block) {
  bool is_any = false;
  for (int i = 0; i < hoisted->op.input_count; i++) {
    hoisted->leaves[i].value = (MlirValue){NULL};
    if (!hoisted->op.operands[i].is_scalar)
      is_any |= hoisted_leaf_read(&hoisted->op, i, block, &hoisted->leaves[i]);
  }
  return is_any;
}

// --- values

static bool is_plain_constant(MlirValue value) { return ir_is_made_by(value, "arith.constant"); }

static HoistedValue value_of(const HoistedOp *hoisted, MlirValue value) {
  HoistedValue found = {.is_cheap = true, .is_exact = true};
  int input = hoisted_input_of(hoisted, value), step = hoisted_step_of(hoisted, value);
  if (step >= 0)
    return hoisted->values[step];
  if (input < 0) {
    found.is_constant = is_plain_constant(value);
  } else if (hoisted->op.operands[input].is_scalar) {
    found.is_constant = is_plain_constant(hoisted->op.operands[input].value);
    found.inputs = 1u << input;
  } else if (!mlirValueIsNull(hoisted->leaves[input].value)) {
    found.is_constant = true;
    found.inputs = 1u << input;
    found.loops = hoisted->leaves[input].loops;
    found.reads_argument = hoisted->leaves[input].is_argument;
  }
  return found;
}

static bool has_word(MlirOperation op, const char *word) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  return memmem(name.data, name.length, word, strlen(word)) != NULL;
}

// Additions, multiplications, comparisons and casts; no divisions, roots and functions.
static bool is_cheap(MlirOperation op) {
  return has_word(op, "arith.") && !has_word(op, "div") && !has_word(op, "rem");
}

static bool is_plain_op(MlirOperation op) {
  return (has_word(op, "arith.") || has_word(op, "math.")) && mlirOperationGetNumResults(op) == 1 &&
         mlirOperationGetNumRegions(op) == 0;
}

static void read_step(HoistedOp *hoisted, MlirOperation op) {
  int step = hoisted->step_count;
  HoistedValue value = {.is_constant = is_plain_op(op),
                        .is_cheap = is_cheap(op),
                        .is_exact = constant_values_op_is_exact(op),
                        .op_count = !ir_op_is(op, "arith.constant")};
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    HoistedValue operand = value_of(hoisted, mlirOperationGetOperand(op, i));
    value.is_constant &= operand.is_constant;
    value.is_cheap &= operand.is_cheap;
    value.is_exact &= operand.is_exact;
    value.reads_argument |= operand.reads_argument;
    value.inputs |= operand.inputs;
    value.loops |= operand.loops;
    value.op_count += operand.op_count;
  }
  hoisted->steps[step] = op;
  hoisted->values[step] = value;
  hoisted->step_count++;
}

// False where an op has a region, which may read any value.
static bool read_steps(HoistedOp *hoisted) {
  MlirOperation end = mlirBlockGetTerminator(hoisted->body);
  for (MlirOperation op = mlirBlockGetFirstOperation(hoisted->body); !mlirOperationEqual(op, end);
       op = mlirOperationGetNextInBlock(op)) {
    if (hoisted->step_count == HOISTED_MAX_STEPS || mlirOperationGetNumResults(op) != 1 ||
        mlirOperationGetNumRegions(op))
      return false;
    read_step(hoisted, op);
  }
  return true;
}

// --- which are worth it

static int64_t count_points(const HoistedOp *hoisted, uint32_t loops) {
  int64_t points = 1;
  for (int l = 0; l < hoisted->op.loop_count; l++)
    points *= loops >> l & 1u ? hoisted->op.extents[l] : 1;
  return points;
}

static int64_t count_bytes(const HoistedOp *hoisted, uint32_t inputs) {
  int64_t bytes = 0;
  for (int i = 0; i < hoisted->op.input_count; i++)
    bytes += inputs >> i & 1u ? hoisted->leaves[i].bytes : 0;
  return bytes;
}

static int64_t result_bytes(const HoistedOp *hoisted, int step) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(hoisted->steps[step], 0));
  ElementType element = element_type_of(type);
  return element == ELEMENT_TYPE_COUNT
             ? INT64_MAX
             : element_type_bytes(element) * count_points(hoisted, hoisted->values[step].loops);
}

// One of the inputs walks all the loops: a product of a row and a column is not kept.
static bool is_spanned(const HoistedOp *hoisted, const HoistedValue *value) {
  for (int i = 0; i < hoisted->op.input_count; i++)
    if (value->inputs >> i & 1u && hoisted->leaves[i].loops == value->loops)
      return true;
  return false;
}

static bool is_hoistable(const HoistedOp *hoisted, int step) {
  const HoistedValue *value = &hoisted->values[step];
  if (!value->is_constant || !value->loops || !is_spanned(hoisted, value) ||
      __builtin_popcount(value->inputs) > TENSOR_OPS_MAX_INPUTS ||
      result_bytes(hoisted, step) > count_bytes(hoisted, value->inputs))
    return false;
  return value->reads_argument || value->is_exact ||
         count_points(hoisted, value->loops) * MIN_READS <= structured_op_points(&hoisted->op);
}

// More than a cheap op, or the read of another operand.
static bool saves_work(const HoistedValue *value) {
  return !value->is_cheap || value->op_count > 1 || __builtin_popcount(value->inputs) > 1;
}

// Whether the value is read by what stays in the body.
static bool is_read_by_others(const HoistedOp *hoisted, int step) {
  MlirValue value = mlirOperationGetResult(hoisted->steps[step], 0);
  for (MlirOpOperand use = mlirValueGetFirstUse(value); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    int reader = mlirOperationGetNumResults(user)
                     ? hoisted_step_of(hoisted, mlirOperationGetResult(user, 0))
                     : -1;
    if (reader < 0 || !is_hoistable(hoisted, reader))
      return true;
  }
  return false;
}

static void find_terms(HoistedOp *hoisted) {
  for (int s = 0; s < hoisted->step_count && hoisted->term_count < GROUP_MAX_ARGUMENTS; s++)
    if (is_hoistable(hoisted, s) && saves_work(&hoisted->values[s]) &&
        is_read_by_others(hoisted, s))
      hoisted->terms[hoisted->term_count++] = s;
}

static bool is_term(const HoistedOp *hoisted, int step) {
  for (int t = 0; t < hoisted->term_count; t++)
    if (hoisted->terms[t] == step)
      return true;
  return false;
}

// The inputs that the body reads without the terms.
static uint32_t find_inputs_read(const HoistedOp *hoisted) {
  bool is_live[HOISTED_MAX_STEPS] = {false};
  uint32_t inputs = 0;
  MlirOperation op = mlirBlockGetTerminator(hoisted->body);
  for (int s = hoisted->step_count; s >= 0; s--) {
    if (s < hoisted->step_count)
      op = hoisted->steps[s];
    if (s < hoisted->step_count && (!is_live[s] || is_term(hoisted, s)))
      continue;
    for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
      int input = hoisted_input_of(hoisted, mlirOperationGetOperand(op, i));
      int step = hoisted_step_of(hoisted, mlirOperationGetOperand(op, i));
      inputs |= input >= 0 ? 1u << input : 0;
      if (step >= 0)
        is_live[step] = true;
    }
  }
  return inputs;
}

// No more bytes are read than before.
static bool saves_reads(HoistedOp *hoisted) {
  uint32_t freed = 0;
  int64_t added = 0;
  for (int t = 0; t < hoisted->term_count; t++) {
    freed |= hoisted->values[hoisted->terms[t]].inputs;
    added += result_bytes(hoisted, hoisted->terms[t]);
  }
  hoisted->dropped = freed & ~find_inputs_read(hoisted);
  return added <= count_bytes(hoisted, hoisted->dropped) &&
         hoisted->op.operand_count + hoisted->term_count <= GROUP_MAX_ARGUMENTS;
}

bool hoisted_op_read(MlirOperation op, MlirBlock block, HoistedOp *out_hoisted) {
  *out_hoisted = (HoistedOp){.term_count = 0};
  if (structured_op_read(op, &out_hoisted->op) != STATUS_OK || !out_hoisted->op.on_tensors ||
      out_hoisted->op.is_pad || !read_leaves(out_hoisted, block))
    return false;
  out_hoisted->body = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
  if (!read_steps(out_hoisted))
    return false;
  find_terms(out_hoisted);
  return out_hoisted->term_count > 0 && saves_reads(out_hoisted);
}
