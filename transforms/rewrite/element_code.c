// Reads an ElementCode: back from a value of a body through the ops that made its operands.
#include "transforms/rewrite/element_code.h"

#include "transforms/annotation.h"
#include "transforms/extract/extraction.h"
#include "transforms/extract/linalg_shim.h"
#include "transforms/rewrite/constant_values.h"

#include <stdlib.h>

enum {
  MAX_FRAMES = 12,
  LARGEST_NARROW_FLOAT = 256, // integers that a bf16 holds
  WIDEST_RANGE_BITS = 40      // so that no sum of two bounds overflows
};

// An op whose body is read, and where its loops are in those of the product.
typedef struct Frame {
  StructuredOp op;
  IndexExpr loops[WORKLOAD_MAX_ITERATORS];
} Frame;

typedef struct Reader {
  ElementCode *code;
  FpMode least;
  int frame_count;
  Frame frames[MAX_FRAMES];
} Reader;

static int bits_of(MlirType type) {
  return mlirTypeIsAInteger(type) ? (int)mlirIntegerTypeGetWidth(type) : 64;
}

// --- ranges

// The range of an integer of so many bits that may have any value.
static void set_any(CodeStep *step, bool is_unsigned, int bits) {
  step->is_integer = bits <= 32;
  if (step->is_integer) {
    step->low = is_unsigned ? 0 : -((int64_t)1 << (bits - 1));
    step->high = step->low + ((int64_t)1 << bits) - 1;
  }
}

typedef enum RangeKind {
  RANGE_KEEP,   // the same integers
  RANGE_NARROW, // the same where the type holds them
  RANGE_UNSIGNED,
  RANGE_ADD,
  RANGE_SUBTRACT,
  RANGE_AND,
  RANGE_SHIFT_RIGHT,
  RANGE_SHIFT_SIGNED,
  RANGE_ANY,
} RangeKind;

static const struct {
  const char *name;
  RangeKind kind;
} range_rows[] = {
    {"arith.extsi", RANGE_KEEP},
    {"arith.sitofp", RANGE_KEEP},
    {"arith.extui", RANGE_UNSIGNED},
    {"arith.uitofp", RANGE_UNSIGNED},
    {"arith.extf", RANGE_KEEP},
    {"arith.truncf", RANGE_NARROW},
    {"arith.trunci", RANGE_NARROW},
    {"arith.addi", RANGE_ADD},
    {"arith.addf", RANGE_ADD},
    {"arith.subi", RANGE_SUBTRACT},
    {"arith.subf", RANGE_SUBTRACT},
    {"arith.andi", RANGE_AND},
    {"arith.shrui", RANGE_SHIFT_RIGHT},
    {"arith.shli", RANGE_ANY},
    {"arith.ori", RANGE_ANY},
    {"arith.xori", RANGE_ANY},
    {"arith.shrsi", RANGE_SHIFT_SIGNED},
};

static int find_row(MlirOperation op) {
  for (size_t i = 0; i < sizeof range_rows / sizeof *range_rows; i++)
    if (ir_op_is(op, range_rows[i].name))
      return (int)i;
  return -1;
}

static bool holds(MlirType type, int64_t low, int64_t high) {
  int64_t end = (int64_t)1 << WIDEST_RANGE_BITS;
  if (mlirTypeIsAFloat(type))
    end = type_bits(type) >= 32 ? INT32_MAX >> 8 : LARGEST_NARROW_FLOAT;
  else if (bits_of(type) <= WIDEST_RANGE_BITS)
    return low >= -((int64_t)1 << (bits_of(type) - 1)) && high < (int64_t)1 << (bits_of(type) - 1);
  return low >= -end && high <= end;
}

static void shift_range(CodeStep *step, const CodeStep *left, const CodeStep *right,
                        bool has_sign) {
  int bits = bits_of(left->type);
  bool is_known = right->low == right->high && right->low >= 0 && right->low < bits;
  if (bits > 64)
    step->is_integer = false;
  else if (left->low < 0 && !has_sign && is_known && right->low > 0)
    step->low = 0, step->high = (int64_t)(UINT64_MAX >> (64 - bits) >> right->low);
  else if (is_known)
    step->low >>= right->low, step->high >>= right->low;
  else if (left->low < 0 || has_sign)
    set_any(step, false, bits_of(step->type));
  else
    step->low = 0;
}

// Of a step whose operands are integers.
static void set_range(CodeStep *step, RangeKind kind, const CodeStep *left, const CodeStep *right) {
  step->is_integer = true;
  step->low = left->low;
  step->high = left->high;
  switch (kind) {
  case RANGE_UNSIGNED:
    if (left->low < 0)
      set_any(step, true, bits_of(left->type));
    break;
  case RANGE_ADD:
    step->low += right->low, step->high += right->high;
    break;
  case RANGE_SUBTRACT:
    step->low -= right->high, step->high -= right->low;
    break;
  case RANGE_AND:
    if (left->low < 0 && right->low < 0)
      set_any(step, false, bits_of(step->type));
    else
      step->high = left->low < 0              ? right->high
                   : right->low < 0           ? left->high
                   : left->high < right->high ? left->high
                                              : right->high;
    if (left->low >= 0 || right->low >= 0)
      step->low = 0;
    break;
  case RANGE_SHIFT_RIGHT:
  case RANGE_SHIFT_SIGNED:
    shift_range(step, left, right, kind == RANGE_SHIFT_SIGNED);
    break;
  case RANGE_ANY:
    set_any(step, false, bits_of(step->type));
    break;
  default:
    break;
  }
  if (step->is_integer && !holds(step->type, step->low, step->high)) {
    step->is_integer = false;
    if (mlirTypeIsAInteger(step->type))
      set_any(step, false, bits_of(step->type));
  }
}

// --- steps

static int add_step(Reader *reader, CodeStep step) {
  ElementCode *code = reader->code;
  if (code->step_count == CODE_MAX_STEPS)
    return -1;
  code->steps[code->step_count] = step;
  return code->step_count++;
}

static int add_constant(Reader *reader, MlirAttribute constant) {
  CodeStep step = {.leaf = -1, .constant = constant, .type = mlirAttributeGetType(constant)};
  if (mlirAttributeIsAInteger(constant)) {
    step.low = step.high = mlirIntegerAttrGetValueInt(constant);
    step.is_integer = holds(step.type, step.low, step.high);
  } else if (mlirAttributeIsAFloat(constant)) {
    double number = mlirFloatAttrGetValueDouble(constant);
    step.is_integer = number >= -INT16_MAX && number <= INT16_MAX && number == (int64_t)number;
    step.low = step.high = step.is_integer ? (int64_t)number : 0;
  } else {
    return -1;
  }
  return add_step(reader, step);
}

static int add_leaf(Reader *reader, MlirValue value, const IndexExpr *index) {
  ElementCode *code = reader->code;
  if (code->leaf_count == CODE_MAX_LEAVES)
    return -1;
  StructuredOperand *operand = &code->leaves[code->leaf_count].operand;
  if (structured_operand_read(value, operand) != STATUS_OK)
    return -1;
  CodeStep step = {.leaf = code->leaf_count, .type = mlirValueGetType(value)};
  if (!operand->is_scalar)
    step.type = mlirShapedTypeGetElementType(step.type);
  for (int d = 0; d < operand->rank; d++) {
    operand->index[d] = index[d];
    for (int l = 0; l < code->product->loop_count; l++)
      if (index[d].coefficients[l] && code->product->extents[l] > 1)
        step.loops |= 1u << l;
  }
  if (mlirTypeIsAInteger(step.type))
    set_any(&step, false, bits_of(step.type));
  code->leaf_count++;
  return add_step(reader, step);
}

// --- places

static bool add_scaled(IndexExpr *sum, const IndexExpr *index, int64_t factor) {
  sum->constant += index->constant * factor;
  for (int l = 0; l < WORKLOAD_MAX_ITERATORS; l++) {
    int64_t coefficient = sum->coefficients[l] + index->coefficients[l] * factor;
    if (coefficient > INT32_MAX || coefficient < INT32_MIN)
      return false;
    sum->coefficients[l] = (int32_t)coefficient;
  }
  return true;
}

// The place in a dimension that was made of `count` ones of these sizes.
static bool join_index(const IndexExpr *index, const int64_t *sizes, int count, IndexExpr *out) {
  int64_t stride = 1;
  *out = (IndexExpr){0};
  for (int d = count - 1; d >= 0; d--) {
    if (!add_scaled(out, &index[d], stride))
      return false;
    stride *= sizes[d];
  }
  return true;
}

// The reverse, where each loop walks one of them.
static bool split_index(const StructuredOp *product, const IndexExpr *index, const int64_t *sizes,
                        int count, IndexExpr *out) {
  int64_t last[WORKLOAD_MAX_RANK] = {0}, stride = 1;
  for (int d = 0; d < count; d++)
    out[d] = (IndexExpr){0};
  if (index->constant != 0)
    return false;
  for (int d = count - 1; d >= 0; stride *= sizes[d], d--)
    for (int l = 0; l < product->loop_count; l++) {
      int64_t step = index->coefficients[l];
      if (step < stride || (d > 0 && step >= stride * sizes[d]))
        continue;
      if (step % stride)
        return false;
      out[d].coefficients[l] = (int32_t)(step / stride);
      last[d] += step / stride * (product->extents[l] - 1);
      if (last[d] >= sizes[d])
        return false;
    }
  return true;
}

// Where the elements of a reshape's result lie in what it reshapes.
static bool undo_reshape(const StructuredOp *product, MlirOperation op, IndexExpr *index) {
  IndexExpr found[WORKLOAD_MAX_RANK];
  StructuredOperand from, to;
  bool collapses = ir_op_is(op, "tensor.collapse_shape");
  MlirAttribute groups = mlirOperationGetAttributeByName(op, ir_string("reassociation"));
  if ((!collapses && !ir_op_is(op, "tensor.expand_shape")) ||
      structured_operand_read(mlirOperationGetOperand(op, 0), &from) != STATUS_OK ||
      structured_operand_read(mlirOperationGetResult(op, 0), &to) != STATUS_OK)
    return false;
  int place = 0;
  for (int g = 0; g < mlirArrayAttrGetNumElements(groups); g++) {
    int count = (int)mlirArrayAttrGetNumElements(mlirArrayAttrGetElement(groups, g));
    if (place + count > WORKLOAD_MAX_RANK)
      return false;
    if (!(collapses ? split_index(product, &index[g], from.shape + place, count, found + place)
                    : join_index(index + place, to.shape + place, count, &found[g])))
      return false;
    place += count;
  }
  for (int d = 0; d < from.rank; d++)
    index[d] = found[d];
  return true;
}

// --- values

static int read_value(Reader *reader, const Frame *frame, MlirValue value);

// The op that computes each element of the value from those of others, once, and may be left out.
static bool open_frame(Reader *reader, MlirValue value, const IndexExpr *index, Frame **out) {
  if (!mlirValueIsAOpResult(value) || reader->frame_count == MAX_FRAMES)
    return false;
  Frame *frame = &reader->frames[reader->frame_count];
  StructuredOp *op = &frame->op;
  MlirOperation maker = mlirOpResultGetOwner(value);
  if (!linalg_op_is_structured(maker) || annotation_keeps(maker) ||
      structured_op_read(maker, op) != STATUS_OK || op->is_pad || !op->on_tensors ||
      !structured_op_is_parallel(op) || op->operand_count != op->input_count + 1)
    return false;
  const StructuredOperand *result = &op->operands[op->input_count];
  if (result->rank != op->loop_count ||
      (element_type_is_float(result->type) && fp_mode_of(maker) < reader->least))
    return false;
  unsigned found = 0;
  for (int d = 0; d < result->rank; d++) {
    int loop = index_only_loop(&result->index[d]);
    if (loop < 0)
      return false;
    frame->loops[loop] = index[d];
    found |= 1u << loop;
  }
  reader->frame_count++;
  *out = frame;
  return found == (1u << op->loop_count) - 1;
}

static int read_tensor(Reader *reader, MlirValue value, const IndexExpr *index) {
  IndexExpr place[WORKLOAD_MAX_RANK];
  MlirValue origin = value;
  ElementCode before = *reader->code;
  Frame *frame;
  for (int d = 0; d < WORKLOAD_MAX_RANK; d++)
    place[d] = index[d];
  MlirAttribute constant = constant_values_number(value);
  if (!mlirAttributeIsNull(constant))
    return add_constant(reader, constant);
  while (mlirValueIsAOpResult(origin) && op_is_reshape(mlirOpResultGetOwner(origin)) &&
         undo_reshape(reader->code->product, mlirOpResultGetOwner(origin), place))
    origin = mlirOperationGetOperand(mlirOpResultGetOwner(origin), 0);
  int step = -1;
  if (open_frame(reader, origin, place, &frame))
    step = read_value(reader, frame,
                      mlirOperationGetOperand(mlirBlockGetTerminator(ir_body(frame->op.op)), 0));
  if (step >= 0)
    return step;
  *reader->code = before;
  return add_leaf(reader, value, index);
}

static int read_argument(Reader *reader, const Frame *frame, MlirValue value) {
  IndexExpr index[WORKLOAD_MAX_RANK] = {{0}};
  intptr_t input = mlirBlockArgumentGetArgNumber(value);
  const StructuredOperand *operand = &frame->op.operands[input];
  if (input >= frame->op.input_count)
    return -1;
  for (int d = 0; d < operand->rank; d++) {
    index[d].constant = operand->index[d].constant;
    for (int l = 0; l < frame->op.loop_count; l++)
      if (!add_scaled(&index[d], &frame->loops[l], operand->index[d].coefficients[l]))
        return -1;
  }
  return read_tensor(reader, operand->value, index);
}

// Recursion: once for each step and frame, of which there are few.
static int read_value(Reader *reader, const Frame *frame, MlirValue value) {
  MlirBlock body = ir_body(frame->op.op);
  if (mlirValueIsABlockArgument(value))
    return mlirBlockEqual(mlirBlockArgumentGetOwner(value), body)
               ? read_argument(reader, frame, value)
               : -1;
  MlirAttribute constant = constant_values_number(value);
  if (!mlirAttributeIsNull(constant))
    return add_constant(reader, constant);
  MlirOperation op = mlirOpResultGetOwner(value);
  CodeStep step = {.leaf = -1, .op = op, .type = mlirValueGetType(value)};
  step.operand_count = (int)mlirOperationGetNumOperands(op);
  if (!mlirBlockEqual(mlirOperationGetBlock(op), body) || step.operand_count < 1 ||
      step.operand_count > 2 || mlirOperationGetNumRegions(op) ||
      mlirOperationGetNumResults(op) != 1)
    return -1;
  bool are_integers = true;
  for (int i = 0; i < step.operand_count; i++) {
    step.operands[i] = read_value(reader, frame, mlirOperationGetOperand(op, i));
    if (step.operands[i] < 0)
      return -1;
    step.loops |= reader->code->steps[step.operands[i]].loops;
    are_integers &= reader->code->steps[step.operands[i]].is_integer;
  }
  int row = find_row(op);
  const CodeStep *steps = reader->code->steps;
  if (row >= 0 && are_integers)
    set_range(&step, range_rows[row].kind, &steps[step.operands[0]], &steps[step.operands[1]]);
  return add_step(reader, step);
}

int element_code_read(const StructuredOp *product, MlirValue value, FpMode least,
                      ElementCode *out_code) {
  Reader *reader = ir_zeroed(1, sizeof *reader);
  *out_code = (ElementCode){.product = product};
  reader->code = out_code;
  reader->least = least;
  Frame *frame = &reader->frames[reader->frame_count++];
  frame->op = *product;
  for (int l = 0; l < product->loop_count; l++)
    frame->loops[l].coefficients[l] = 1;
  int step = read_value(reader, frame, value);
  free(reader);
  return step;
}

bool element_code_reads(const ElementCode *code, int step, int leaf) {
  const CodeStep *read = &code->steps[step];
  bool found = read->leaf == leaf;
  for (int i = 0; i < read->operand_count; i++)
    found |= element_code_reads(code, read->operands[i], leaf);
  return found;
}

int element_code_widened(const ElementCode *code, int step) {
  const CodeStep *read = &code->steps[step];
  while (read->operand_count == 1 && read->is_integer)
    read = &code->steps[read->operands[0]];
  bool is_i8 = read->leaf >= 0 && code->leaves[read->leaf].operand.type == ELEMENT_I8;
  return is_i8 && code->steps[step].high - code->steps[step].low == UINT8_MAX ? read->leaf : -1;
}
