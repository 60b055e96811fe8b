// Reads an IntegerFactor: from the number in the body of the product back to the integers.
#include "transforms/rewrite/integer_factor.h"

#include "transforms/annotation.h"
#include "transforms/element_types.h"
#include "transforms/extract/linalg_shim.h"
#include "transforms/fp_mode.h"
#include "transforms/rewrite/constant_values.h"
#include "transforms/rewrite/factor_moves.h"

// What a zero point is subtracted in has at least ZERO_BITS.
enum { SOURCE_BITS = 8, ZERO_BITS = 16, SHIFT = 128 };

typedef enum Extension { EXTENSION_NONE, EXTENSION_SIGNED, EXTENSION_UNSIGNED } Extension;

typedef struct FactorReader {
  IntegerFactor *factor;
  StructuredOp op;     // whose body is read
  bool is_product;     // that op is the product itself
  Extension extension; // of what is read next
  bool is_integer;     // a cast to floats was read: there is no scale any more
  bool took_zero;
} FactorReader;

static MlirOperation maker_of(MlirValue value) {
  return mlirValueIsAOpResult(value) ? mlirOpResultGetOwner(value) : (MlirOperation){NULL};
}

static int bits_of(MlirValue value) {
  MlirType type = mlirValueGetType(value);
  if (mlirTypeIsAShaped(type))
    type = mlirShapedTypeGetElementType(type);
  return mlirTypeIsAInteger(type) ? (int)mlirIntegerTypeGetWidth(type) : 0;
}

static bool is_argument_of(MlirValue value, MlirOperation op) {
  return mlirValueIsABlockArgument(value) &&
         mlirBlockEqual(mlirBlockArgumentGetOwner(value), ir_body(op));
}

// --- zero points and scales

typedef struct NumberCasts {
  Extension extension; // of the innermost one
  bool is_mixed;       // a negative integer is read as a large one
  int bits;            // of the narrowest type that it is cut to; 64: it is not cut
} NumberCasts;

static void see_through_casts(MlirValue *value, bool is_zero, NumberCasts *casts) {
  for (MlirOperation maker = maker_of(*value); is_zero && !mlirOperationIsNull(maker);
       maker = maker_of(*value)) {
    int bits = bits_of(*value);
    if (ir_op_is(maker, "arith.extui")) {
      casts->extension = EXTENSION_UNSIGNED;
    } else if (ir_op_is(maker, "arith.extsi")) {
      casts->is_mixed |= casts->extension == EXTENSION_UNSIGNED;
      casts->extension = EXTENSION_SIGNED;
    } else if (ir_op_is(maker, "arith.trunci")) {
      casts->bits = bits < casts->bits ? bits : casts->bits;
    } else {
      return;
    }
    *value = mlirOperationGetOperand(maker, 0);
  }
}

// The integer of a constant after the casts that were read, where these keep it.
static bool read_constant_zero(FactorNumber *number, const NumberCasts *casts) {
  MlirType type = mlirAttributeGetType(number->constant);
  int bits = mlirTypeIsAInteger(type) ? (int)mlirIntegerTypeGetWidth(type) : 0;
  if (!mlirAttributeIsAInteger(number->constant) || bits == 0 || bits > 64)
    return false;
  int64_t integer = mlirIntegerAttrGetValueInt(number->constant);
  if (casts->extension == EXTENSION_UNSIGNED && integer < 0 && bits < 64)
    integer += (int64_t)1 << bits;
  number->integer = integer;
  number->is_there = integer != 0;
  number->dim = -1;
  int64_t end = (int64_t)1 << ((casts->bits < ZERO_BITS ? casts->bits : ZERO_BITS) - 1);
  bool is_kept =
      integer >= -end && integer < end && (integer >= 0 || casts->extension != EXTENSION_UNSIGNED);
  return is_kept && integer >= -UINT8_MAX && integer <= UINT8_MAX;
}

// Which dimension of the factor a tensor of rank 1 runs along, as operand of the op.
static bool read_number_dim(const FactorReader *reader, const StructuredOperand *operand,
                            int *out_dim) {
  *out_dim = operand->rank == 1 ? index_only_loop(&operand->index[0]) : -1;
  if (operand->rank == 0)
    return true;
  if (operand->rank != 1 || *out_dim < 0 || reader->is_product)
    return false;
  for (int i = reader->factor->move_count - 1; i >= 0 && *out_dim >= 0; i--)
    *out_dim = factor_move_dim(reader->factor->moves[i].op, *out_dim);
  return *out_dim >= 0;
}

// A zero point or scale as a value of the body.
// The operand that an argument of the body is; false when it is no number of the factor.
static bool read_number_operand(const FactorReader *reader, MlirValue *value, int *out_dim) {
  intptr_t input = mlirBlockArgumentGetArgNumber(*value);
  const StructuredOperand *operand = &reader->op.operands[input];
  *value = operand->value;
  *out_dim = -1;
  return input < reader->op.input_count &&
         (operand->is_scalar || read_number_dim(reader, operand, out_dim));
}

// A zero point or scale, a value of the body.
static bool read_number(const FactorReader *reader, MlirValue value, bool is_zero,
                        FactorNumber *out_number) {
  NumberCasts casts = {EXTENSION_NONE, false, 64};
  FactorNumber number = {.is_there = true, .dim = -1};
  see_through_casts(&value, is_zero, &casts);
  if (is_argument_of(value, reader->op.op)) {
    if (!read_number_operand(reader, &value, &number.dim))
      return false;
    see_through_casts(&value, is_zero && !mlirTypeIsAShaped(mlirValueGetType(value)), &casts);
  }
  number.constant = constant_values_number(value);
  number.value = value;
  number.is_unsigned = casts.extension == EXTENSION_UNSIGNED;
  bool is_constant = !mlirAttributeIsNull(number.constant);
  bool is_inside = !is_constant && mlirValueIsAOpResult(value) &&
                   mlirBlockEqual(mlirOperationGetBlock(maker_of(value)), ir_body(reader->op.op));
  if (is_inside || casts.is_mixed ||
      (is_zero && !is_constant && (casts.bits < 64 || bits_of(value) > 32)) ||
      (is_zero && is_constant && !read_constant_zero(&number, &casts)))
    return false;
  *out_number = number;
  return true;
}

// --- the factor

static bool extend(FactorReader *reader, bool is_unsigned) {
  if (reader->extension == EXTENSION_UNSIGNED && !is_unsigned)
    return false; // a negative integer read as a large one
  reader->extension = is_unsigned ? EXTENSION_UNSIGNED : EXTENSION_SIGNED;
  return true;
}

static bool take_zero(FactorReader *reader, MlirOperation op) {
  FactorNumber *zero = &reader->factor->zero;
  bool is_read = !reader->took_zero && reader->extension != EXTENSION_UNSIGNED &&
                 bits_of(mlirOperationGetOperand(op, 0)) >= ZERO_BITS &&
                 read_number(reader, mlirOperationGetOperand(op, 1), true, zero);
  reader->extension = EXTENSION_NONE;
  reader->is_integer = reader->took_zero = true;
  reader->factor->drops_zero = is_read && !zero->is_there;
  // Eight bits less eight bits never wrap around in sixteen.
  return is_read && (!mlirAttributeIsNull(zero->constant) || bits_of(zero->value) <= SOURCE_BITS ||
                     bits_of(mlirOperationGetOperand(op, 0)) == 32);
}

static bool take_scale(FactorReader *reader, MlirOperation op, MlirValue *out_value) {
  FactorNumber *scale = &reader->factor->scale;
  if (scale->is_there || reader->is_integer || !mlirTypeIsAF32(mlirValueGetType(*out_value)))
    return false;
  for (int other = 1; other >= 0; other--) {
    *out_value = mlirOperationGetOperand(op, !other);
    if (read_number(reader, mlirOperationGetOperand(op, other), false, scale))
      return true;
  }
  return false;
}

// One op of the body that the number is made by. Its operand is read next.
static bool take_op(FactorReader *reader, MlirOperation op, MlirValue *value) {
  bool is_unsigned = ir_op_is(op, "arith.extui") || ir_op_is(op, "arith.uitofp");
  if (ir_op_is(op, "arith.mulf"))
    return take_scale(reader, op, value);
  *value = mlirOperationGetOperand(op, 0);
  if (ir_op_is(op, "arith.subi"))
    return take_zero(reader, op);
  if (!is_unsigned && !ir_op_is(op, "arith.extsi") && !ir_op_is(op, "arith.sitofp"))
    return false;
  reader->is_integer = true;
  return extend(reader, is_unsigned);
}

static bool is_identity(const StructuredOperand *operand, int loop_count) {
  for (int d = 0; d < operand->rank; d++)
    if (index_only_loop(&operand->index[d]) != d)
      return false;
  return operand->rank == loop_count;
}

static bool is_elementwise(const StructuredOp *op) {
  return !op->is_pad && op->on_tensors && structured_op_is_parallel(op) &&
         op->operand_count == op->input_count + 1 &&
         is_identity(&op->operands[op->input_count], op->loop_count);
}

// Whether the product may do the work of the op: it has no schedule of its own, and its floats may
// be computed in another order.
static bool may_be_left_out(const StructuredOp *op) {
  return !annotation_keeps(op->op) && (!element_type_is_float(op->operands[op->input_count].type) ||
                                       fp_mode_of(op->op) >= FP_REASSOC);
}

// Back through moves.
static MlirValue read_moves(FactorReader *reader, MlirValue value) {
  IntegerFactor *factor = reader->factor;
  MlirOperation maker = maker_of(value);
  while (bits_of(value) != SOURCE_BITS && factor->move_count < FACTOR_MAX_MOVES &&
         !mlirOperationIsNull(maker) && !annotation_keeps(maker) && factor_move_is(maker, &value)) {
    factor->moves[factor->move_count++] = (FactorMove){.op = maker, .is_raw = reader->took_zero};
    maker = maker_of(value);
  }
  return value;
}

// To the input that the number is made of, an argument of the body.
static bool read_body(FactorReader *reader, MlirValue value, MlirValue *out_tensor) {
  while (!is_argument_of(value, reader->op.op)) {
    MlirOperation maker = maker_of(value);
    if (mlirOperationIsNull(maker) || !take_op(reader, maker, &value))
      return false;
  }
  int input = (int)mlirBlockArgumentGetArgNumber(value);
  const StructuredOperand *operand = &reader->op.operands[input];
  if (reader->is_product)
    reader->factor->input = input;
  *out_tensor = operand->value;
  return input < reader->op.input_count && !operand->is_scalar &&
         (reader->is_product || is_identity(operand, reader->op.loop_count));
}

// --- paddings

static bool is_constant(const FactorNumber *zero) {
  return !zero->is_there || !mlirAttributeIsNull(zero->constant);
}

// What a padding of the source adds: a constant.
static bool read_padding(const IntegerFactor *factor, const FactorMove *move, int64_t *out_number) {
  if (!factor_move_padding(move->op, out_number) || (!move->is_raw && *out_number != 0))
    return false;
  *out_number =
      move->is_raw ? *out_number + (factor->is_shifted ? SHIFT : 0) : factor->zero.integer;
  return move->is_raw || is_constant(&factor->zero);
}

// Whether the padding is by an element of the source itself, which is computed at run time.
static bool pads_by_element(const IntegerFactor *factor, const FactorMove *move) {
  const FactorNumber *zero = &factor->zero;
  int64_t number;
  if (move->is_raw)
    return bits_of(mlirOperationGetResult(move->op, 0)) == SOURCE_BITS;
  return factor_move_padding(move->op, &number) && number == 0 && !is_constant(zero) &&
         zero->dim < 0 && bits_of(zero->value) == SOURCE_BITS &&
         zero->is_unsigned == factor->is_unsigned;
}

// Whether every padding can be one of the source.
static bool can_pad(const IntegerFactor *factor) {
  int64_t least = factor->is_unsigned ? 0 : INT8_MIN, number;
  for (int i = 0; i < factor->move_count; i++) {
    const FactorMove *move = &factor->moves[i];
    if (!ir_op_is(move->op, "tensor.pad"))
      continue;
    if (read_padding(factor, move, &number) ? number < least || number > least + UINT8_MAX
                                            : !pads_by_element(factor, move))
      return false;
  }
  return true;
}

// --- unsigned integers shifted to be signed ones

// The input of an elementwise op that adds -128 to i8.
static bool read_shift(MlirOperation op, MlirValue *out_value) {
  StructuredOp read;
  if (mlirOperationIsNull(op) || !linalg_op_is_structured(op) ||
      structured_op_read(op, &read) != STATUS_OK || !is_elementwise(&read) ||
      read.input_count != 1 || !is_identity(&read.operands[0], read.loop_count))
    return false;
  MlirOperation sum = maker_of(mlirOperationGetOperand(mlirBlockGetTerminator(ir_body(op)), 0));
  if (mlirOperationIsNull(sum) || !ir_op_is(sum, "arith.addi") ||
      !mlirValueEqual(mlirOperationGetOperand(sum, 0), mlirBlockGetArgument(ir_body(op), 0)))
    return false;
  MlirAttribute number = constant_values_number(mlirOperationGetOperand(sum, 1));
  *out_value = read.operands[0].value;
  return !mlirAttributeIsNull(number) && mlirIntegerAttrGetValueInt(number) == -SHIFT;
}

// The zero point of the unsigned integers.
static bool shift_zero(FactorNumber *zero) {
  if (is_constant(zero)) {
    MlirContext context = mlirTypeGetContext(mlirValueGetType(zero->value));
    zero->integer += SHIFT;
    zero->constant = mlirIntegerAttrGet(mlirIntegerTypeGet(context, 32), zero->integer);
    zero->is_there = zero->integer != 0;
    return zero->integer <= UINT8_MAX;
  }
  MlirOperation sum = maker_of(zero->value), wide;
  if (mlirOperationIsNull(sum) || !ir_op_is(sum, "arith.addi"))
    return false;
  MlirAttribute number = constant_values_number(mlirOperationGetOperand(sum, 1));
  wide = maker_of(mlirOperationGetOperand(sum, 0));
  if (mlirAttributeIsNull(number) || mlirIntegerAttrGetValueInt(number) != -SHIFT ||
      mlirOperationIsNull(wide) || !ir_op_is(wide, "arith.extui"))
    return false;
  zero->value = mlirOperationGetOperand(wide, 0);
  zero->is_unsigned = true;
  return bits_of(zero->value) == SOURCE_BITS;
}

// Reads on to the integers before the shift, where there is one.
static void undo_shift(IntegerFactor *factor) {
  IntegerFactor before = *factor;
  MlirOperation maker = maker_of(before.source);
  while (!mlirOperationIsNull(maker) && before.move_count < FACTOR_MAX_MOVES &&
         factor_move_is(maker, &before.source)) {
    before.moves[before.move_count++] = (FactorMove){.op = maker, .is_raw = true};
    maker = maker_of(before.source);
  }
  before.producer_count++;
  before.is_unsigned = before.is_shifted = true;
  before.zero.value = mlirValueIsNull(before.zero.value) ? before.source : before.zero.value;
  if (!factor->is_unsigned && read_shift(maker, &before.source) && shift_zero(&before.zero) &&
      can_pad(&before))
    *factor = before;
}

bool integer_factor_read(const StructuredOp *product, MlirValue value, IntegerFactor *out_factor) {
  FactorReader reader = {.factor = out_factor, .op = *product, .is_product = true};
  MlirValue tensor;
  *out_factor = (IntegerFactor){.zero.dim = -1, .scale.dim = -1};
  if (!read_body(&reader, value, &tensor))
    return false;
  tensor = read_moves(&reader, tensor);
  while (bits_of(tensor) != SOURCE_BITS) {
    MlirOperation maker = maker_of(tensor);
    if (mlirOperationIsNull(maker) || !linalg_op_is_structured(maker) ||
        structured_op_read(maker, &reader.op) != STATUS_OK || !is_elementwise(&reader.op) ||
        !may_be_left_out(&reader.op))
      return false;
    reader.is_product = false;
    out_factor->producer_count++;
    if (!read_body(&reader, mlirOperationGetOperand(mlirBlockGetTerminator(ir_body(maker)), 0),
                   &tensor))
      return false;
    tensor = read_moves(&reader, tensor);
  }
  out_factor->source = tensor;
  out_factor->is_unsigned = reader.extension == EXTENSION_UNSIGNED;
  if (reader.extension == EXTENSION_NONE || !can_pad(out_factor))
    return false;
  undo_shift(out_factor);
  return true;
}

void integer_factor_range(const IntegerFactor *factor, int64_t *out_least, int64_t *out_largest) {
  const FactorNumber *zero = &factor->zero;
  *out_least = factor->is_unsigned ? 0 : INT8_MIN;
  *out_largest = *out_least + UINT8_MAX;
  if (is_constant(zero)) {
    *out_least -= zero->integer;
    *out_largest -= zero->integer;
  } else if (bits_of(zero->value) <= SOURCE_BITS) {
    *out_least -= zero->is_unsigned ? UINT8_MAX : INT8_MAX;
    *out_largest -= zero->is_unsigned ? 0 : INT8_MIN;
  } else {
    *out_least = INT32_MIN;
    *out_largest = INT32_MAX;
  }
}

// What a padding of the source adds.
static MlirValue padding_number(IrBuilder *ir, const IntegerFactor *factor,
                                const FactorMove *move) {
  MlirType type = mlirIntegerTypeGet(ir->context, SOURCE_BITS);
  MlirValue value = factor->zero.value;
  StructuredOp pad;
  int64_t number;
  if (read_padding(factor, move, &number))
    return ir_constant(ir, type, mlirIntegerAttrGet(type, (int8_t)number));
  if (!move->is_raw)
    return mlirTypeIsAShaped(mlirValueGetType(value))
               ? ir_value(ir, "tensor.extract", type, 1, &value, 0, NULL)
               : value;
  structured_op_read(move->op, &pad);
  return ir_binary(ir, "arith.addi", pad.pad_value,
                   ir_constant(ir, type, mlirIntegerAttrGet(type, -SHIFT)));
}

MlirValue integer_factor_build(IrBuilder *ir, const IntegerFactor *factor) {
  MlirValue value = factor->source, none = {NULL};
  for (int i = factor->move_count - 1; i >= 0; i--) {
    const FactorMove *move = &factor->moves[i];
    bool is_pad = ir_op_is(move->op, "tensor.pad");
    value =
        factor_move_build(ir, move->op, value, is_pad ? padding_number(ir, factor, move) : none);
  }
  return value;
}
