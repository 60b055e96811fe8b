// What an ElementCode computes: as operations of another body, or, of integers of the module, as
// their elements.
#include "transforms/constant_shim.h"
#include "transforms/rewrite/constant_values.h"
#include "transforms/rewrite/element_code.h"

MlirValue element_code_build(IrBuilder *ir, const ElementCode *code, int step,
                             const MlirValue *arguments) {
  const CodeStep *made = &code->steps[step];
  if (made->leaf >= 0)
    return arguments[made->leaf];
  if (!mlirAttributeIsNull(made->constant))
    return ir_constant(ir, made->type, made->constant);
  MlirOperation copy = mlirOperationClone(made->op);
  for (int i = 0; i < made->operand_count; i++)
    mlirOperationSetOperand(copy, i, element_code_build(ir, code, made->operands[i], arguments));
  mlirBlockAppendOwnedOperation(ir->block, copy);
  return mlirOperationGetResult(copy, 0);
}

// --- integers

typedef int64_t Operation(int64_t left, int64_t right, int bits);

static int64_t keep(int64_t left, int64_t right, int bits) {
  (void)right, (void)bits;
  return left;
}

static int64_t read_unsigned(int64_t left, int64_t right, int bits) {
  (void)right;
  return bits < 64 ? left & (((int64_t)1 << bits) - 1) : left;
}

static int64_t add(int64_t left, int64_t right, int bits) {
  (void)bits;
  return left + right;
}

static int64_t subtract(int64_t left, int64_t right, int bits) {
  (void)bits;
  return left - right;
}

static int64_t and_bits(int64_t left, int64_t right, int bits) {
  (void)bits;
  return left & right;
}

static int64_t or_bits(int64_t left, int64_t right, int bits) {
  (void)bits;
  return left | right;
}

static int64_t xor_bits(int64_t left, int64_t right, int bits) {
  (void)bits;
  return left ^ right;
}

static int64_t shift_left(int64_t left, int64_t right, int bits) {
  return right >= 0 && right < bits ? (int64_t)((uint64_t)left << right) : 0;
}

static int64_t shift_right(int64_t left, int64_t right, int bits) {
  return right >= 0 && right < bits ? (int64_t)((uint64_t)read_unsigned(left, 0, bits) >> right)
                                    : 0;
}

static int64_t shift_signed(int64_t left, int64_t right, int bits) {
  return right >= 0 && right < bits ? left >> right : 0;
}

static const struct {
  const char *name;
  Operation *run; // bits: of its first operand
} operations[] = {
    {"arith.extsi", keep},           {"arith.sitofp", keep},        {"arith.extf", keep},
    {"arith.truncf", keep},          {"arith.trunci", keep},        {"arith.extui", read_unsigned},
    {"arith.uitofp", read_unsigned}, {"arith.addi", add},           {"arith.addf", add},
    {"arith.subi", subtract},        {"arith.subf", subtract},      {"arith.andi", and_bits},
    {"arith.ori", or_bits},          {"arith.xori", xor_bits},      {"arith.shli", shift_left},
    {"arith.shrui", shift_right},    {"arith.shrsi", shift_signed},
};

static Operation *find_operation(MlirOperation op) {
  for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
    if (ir_op_is(op, operations[i].name))
      return operations[i].run;
  return NULL;
}

static int bits_of(MlirType type) {
  return mlirTypeIsAInteger(type) ? (int)mlirIntegerTypeGetWidth(type) : 64;
}

// The signed integer of that many bits.
static int64_t wrapped(int64_t value, int bits) {
  int64_t low = read_unsigned(value, 0, bits);
  return bits < 64 && low >> (bits - 1) ? low - ((int64_t)1 << bits) : low;
}

bool element_code_is_known(const ElementCode *code, int step) {
  const CodeStep *read = &code->steps[step];
  const void *data;
  bool is_splat;
  if (!read->is_integer || !mlirAttributeIsNull(read->constant))
    return read->is_integer;
  if (read->leaf >= 0)
    return !code->leaves[read->leaf].operand.is_scalar &&
           constant_values_get(code->leaves[read->leaf].operand.value, &data, &is_splat);
  bool is_known = find_operation(read->op) != NULL;
  for (int i = 0; i < read->operand_count; i++)
    is_known &= element_code_is_known(code, read->operands[i]);
  return is_known;
}

// --- elements

typedef struct Source {
  const char *data;
  int bytes;
  int64_t offset, strides[WORKLOAD_MAX_ITERATORS]; // in elements, by loop; none of a splat
} Source;

typedef struct Evaluation {
  const ElementCode *code;
  int step;
  int64_t subtracted;
  bool is_used[CODE_MAX_STEPS];
  Operation *run[CODE_MAX_STEPS];
  int bits[CODE_MAX_STEPS];
  int64_t values[CODE_MAX_STEPS];
  Source sources[CODE_MAX_LEAVES];
} Evaluation;

static void read_source(const StructuredOperand *operand, Source *out) {
  const void *data;
  bool is_splat;
  int64_t stride = 1;
  constant_values_get(operand->value, &data, &is_splat);
  *out = (Source){.data = data, .bytes = (int)element_type_bytes(operand->type)};
  for (int d = operand->rank; d-- > 0 && !is_splat; stride *= operand->shape[d]) {
    out->offset += operand->index[d].constant * stride;
    for (int l = 0; l < WORKLOAD_MAX_ITERATORS; l++)
      out->strides[l] += operand->index[d].coefficients[l] * stride;
  }
}

static void prepare(Evaluation *evaluation) {
  const ElementCode *code = evaluation->code;
  evaluation->is_used[evaluation->step] = true;
  for (int s = evaluation->step; s >= 0; s--) {
    const CodeStep *step = &code->steps[s];
    if (!evaluation->is_used[s])
      continue;
    evaluation->bits[s] = bits_of(step->type);
    evaluation->values[s] = step->low; // of a constant
    if (step->leaf >= 0)
      read_source(&code->leaves[step->leaf].operand, &evaluation->sources[step->leaf]);
    else if (step->operand_count > 0)
      evaluation->run[s] = find_operation(step->op);
    for (int i = 0; i < step->operand_count; i++)
      evaluation->is_used[step->operands[i]] = true;
  }
}

static int64_t read_source_element(const Source *source, const int64_t *loops, int count) {
  int64_t index = source->offset, value = 0;
  for (int l = 0; l < count; l++)
    index += source->strides[l] * loops[l];
  const unsigned char *bytes = (const unsigned char *)source->data + index * source->bytes;
  for (int b = 0; b < source->bytes; b++)
    value |= (int64_t)((uint64_t)bytes[b] << 8 * b);
  return value;
}

static int8_t evaluate_at(Evaluation *evaluation, const int64_t *loops) {
  const ElementCode *code = evaluation->code;
  int64_t *values = evaluation->values;
  for (int s = 0; s <= evaluation->step; s++) {
    const CodeStep *step = &code->steps[s];
    if (!evaluation->is_used[s] || (step->leaf < 0 && step->operand_count == 0))
      continue;
    int left = step->operands[0];
    int64_t value = step->leaf >= 0 ? read_source_element(&evaluation->sources[step->leaf], loops,
                                                          code->product->loop_count)
                                    : evaluation->run[s](values[left], values[step->operands[1]],
                                                         evaluation->bits[left]);
    values[s] = wrapped(value, evaluation->bits[s]);
  }
  return (int8_t)(values[evaluation->step] - evaluation->subtracted);
}

static void fill(void *data, void *user) {
  Evaluation *evaluation = user;
  const StructuredOp *product = evaluation->code->product;
  unsigned used = evaluation->code->steps[evaluation->step].loops;
  int64_t loops[WORKLOAD_MAX_ITERATORS] = {0};
  int8_t *to = data;
  for (bool more = true; more;) {
    *to++ = evaluate_at(evaluation, loops);
    more = false;
    for (int l = product->loop_count - 1; l >= 0 && !more; l--) {
      if (!(used >> l & 1u))
        continue;
      more = ++loops[l] < product->extents[l];
      if (!more)
        loops[l] = 0;
    }
  }
}

MlirValue element_code_evaluate(IrBuilder *ir, const ElementCode *code, int step,
                                int64_t subtracted) {
  Evaluation evaluation = {.code = code, .step = step, .subtracted = subtracted};
  int64_t shape[WORKLOAD_MAX_ITERATORS], count = 1;
  int rank = 0;
  prepare(&evaluation);
  for (int l = 0; l < code->product->loop_count; l++)
    if (code->steps[step].loops >> l & 1u)
      count *= shape[rank++] = code->product->extents[l];
  MlirType type = mlirRankedTensorTypeGet(rank, shape, mlirIntegerTypeGet(ir->context, 8),
                                          mlirAttributeGetNull());
  return ir_constant(ir, type,
                     constant_make_resource(type, "rounded", (size_t)count, fill, &evaluation));
}
