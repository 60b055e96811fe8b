// FloatBits: floats of 4 and 8 bits as integers of their bits.
//
// A magnitude that is shifted into the bits of an f16 is the value over a power of two, denormal
// ones too, and processors widen an f16 fast, whatever it is.
#include "transforms/foreign/float_bits.h"

#include "transforms/constant_shim.h"
#include "transforms/extract/linalg_shim.h"
#include "transforms/predicates.h"
#include "transforms/rewrite/tensor_ops.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// NEVER: no value is. The magnitude alone is compared, or the only negative zero is the NaN.
enum { NEVER = 256 };
enum { HALF_MANTISSA_BITS = 10 }; // of an f16

typedef struct FloatKind {
  bool (*is)(MlirType type);
  int bits;
  int shift;             // of a magnitude, into the bits of an f16
  int exponent;          // the value is the f16 times 2^exponent
  int infinity;          // the magnitude that is one
  int nan;               // the least magnitude that is one
  int top;               // the least magnitude whose number would be an infinity or NaN of f16
  bool has_negative_nan; // the sign alone is one
} FloatKind;

// clang-format off
static const FloatKind kinds[] = {
    {mlirTypeIsAFloat8E4M3FN,       8, 7,  8, NEVER, 0x7F,  NEVER, false},
    {mlirTypeIsAFloat8E5M2,         8, 8,  0, NEVER, NEVER, NEVER, false},
    {mlirTypeIsAFloat8E4M3,         8, 7,  8, 0x78,  0x79,  NEVER, false},
    {mlirTypeIsAFloat8E3M4,         8, 6, 12, 0x70,  0x71,  NEVER, false},
    {mlirTypeIsAFloat8E4M3FNUZ,     8, 7,  7, NEVER, NEVER, NEVER, true},
    {mlirTypeIsAFloat8E5M2FNUZ,     8, 8, -1, NEVER, NEVER, 0x7C,  true},
    {mlirTypeIsAFloat8E4M3B11FNUZ,  8, 7,  4, NEVER, NEVER, NEVER, true},
    {mlirTypeIsAFloat4E2M1FN,       4, 9, 14, NEVER, NEVER, NEVER, false},
};
// clang-format on

// Of a number, a tensor or a memref; NULL: another type.
static const FloatKind *kind_of(MlirType type) {
  if (mlirTypeIsATensor(type) || mlirTypeIsAMemRef(type))
    type = mlirShapedTypeGetElementType(type);
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (kinds[i].is(type))
      return &kinds[i];
  return NULL;
}

static MlirType function_type(MlirOperation function) {
  return mlirTypeAttrGetValue(
      mlirOperationGetAttributeByName(function, ir_string("function_type")));
}

static bool has_kind_in_signature(MlirOperation function) {
  MlirType type = function_type(function);
  bool found = false;
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumInputs(type); i++)
    found |= kind_of(mlirFunctionTypeGetInput(type, i)) != NULL;
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumResults(type); i++)
    found |= kind_of(mlirFunctionTypeGetResult(type, i)) != NULL;
  return found;
}

static bool has_kind(MlirOperation op) {
  bool found = ir_op_is(op, "func.func") && has_kind_in_signature(op);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    found |= kind_of(mlirValueGetType(mlirOperationGetOperand(op, i))) != NULL;
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); i++)
    found |= kind_of(mlirValueGetType(mlirOperationGetResult(op, i))) != NULL;
  return found;
}

// --- which modules

static const char *const movers[] = {"linalg.fill", "linalg.transpose", "linalg.broadcast",
                                     "linalg.copy"};

static bool is_mover(MlirOperation op) {
  bool found = false;
  for (size_t i = 0; i < sizeof movers / sizeof *movers; i++)
    found |= ir_op_is(op, movers[i]);
  return found;
}

static bool is_widening(MlirOperation op) {
  if (!ir_op_is(op, "arith.extf")) // others may have no result
    return false;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  return !mlirTypeIsAShaped(type) && (mlirTypeIsAF16(type) || mlirTypeIsABF16(type) ||
                                      mlirTypeIsAF32(type) || mlirTypeIsAF64(type));
}

// Ops that do with integers what they did with floats, or that are rewritten.
static bool is_refused(MlirOperation op) {
  static const char *const known[] = {
      "func.func",     "func.return",        "func.call",      "arith.constant",
      "arith.select",  "linalg.yield",       "linalg.generic", "tensor.empty",
      "tensor.pad",    "tensor.yield",       "tensor.extract", "tensor.extract_slice",
      "tensor.concat", "tensor.insert_slice"};
  if (!has_kind(op))
    return false;
  bool is_known = is_mover(op) || ir_op_is(op, "tensor.collapse_shape") ||
                  ir_op_is(op, "tensor.expand_shape") || is_widening(op) ||
                  linalg_op_is_structured(op);
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    is_known |= ir_op_is(op, known[i]);
  return !is_known;
}

static bool is_reference(MlirOperation op) { return ir_op_is(op, "func.constant"); }

// A named op whose body takes what it computes with from its operands' types.
static bool is_named(MlirOperation op) {
  return linalg_op_is_structured(op) && !ir_op_is(op, "linalg.generic") && !is_mover(op) &&
         has_kind(op);
}

static void generalise(MlirOperation op) {
  TensorOperands operands = {.input_count = linalg_op_input_count(op),
                             .count = (int)mlirOperationGetNumOperands(op),
                             .loop_count = linalg_op_loop_count(op)};
  int64_t extents[WORKLOAD_MAX_ITERATORS];
  MlirAttribute maps = mlirLinalgGetIndexingMapsAttribute(op);
  if (operands.count > TENSOR_OPS_MAX_OPERANDS || operands.loop_count > WORKLOAD_MAX_ITERATORS ||
      !linalg_op_get_loops(op, extents, operands.is_reduction))
    return;
  for (int i = 0; i < operands.count; i++) {
    operands.values[i] = mlirOperationGetOperand(op, i);
    operands.maps[i] = mlirArrayAttrGetElement(maps, i);
  }
  IrBuilder ir;
  ir_start(&ir, op, mlirOperationGetLocation(op));
  MlirOperation made = tensor_ops_take_body(&ir, op, &operands);
  for (intptr_t r = 0; r < mlirOperationGetNumResults(op); r++)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, r), mlirOperationGetResult(made, r));
  ir_finish(&ir);
  mlirOperationDestroy(op);
}

// --- types

static MlirType bits_type(MlirType type) {
  const FloatKind *kind = kind_of(type);
  if (kind == NULL)
    return type;
  MlirType element = mlirIntegerTypeGet(mlirTypeGetContext(type), (unsigned)kind->bits);
  if (!mlirTypeIsAShaped(type))
    return element;
  int64_t shape[64];
  intptr_t rank = mlirShapedTypeGetRank(type);
  for (intptr_t d = 0; d < rank && d < 64; d++)
    shape[d] = mlirShapedTypeGetDimSize(type, d);
  return mlirTypeIsATensor(type)
             ? mlirRankedTensorTypeGet(rank, shape, element, mlirRankedTensorTypeGetEncoding(type))
             : mlirMemRefTypeGet(element, rank, shape, mlirMemRefTypeGetLayout(type),
                                 mlirMemRefTypeGetMemorySpace(type));
}

static void change_signature(MlirOperation function) {
  MlirType type = function_type(function);
  intptr_t inputs = mlirFunctionTypeGetNumInputs(type),
           results = mlirFunctionTypeGetNumResults(type);
  MlirType *types = ir_zeroed((size_t)(inputs + results) + 1, sizeof *types);
  for (intptr_t i = 0; i < inputs; i++)
    types[i] = bits_type(mlirFunctionTypeGetInput(type, i));
  for (intptr_t i = 0; i < results; i++)
    types[inputs + i] = bits_type(mlirFunctionTypeGetResult(type, i));
  MlirType changed = mlirFunctionTypeGet(mlirOperationGetContext(function), inputs, types, results,
                                         types + inputs);
  mlirOperationSetAttributeByName(function, ir_string("function_type"), mlirTypeAttrGet(changed));
  free(types);
}

typedef struct Elements {
  const void *data;
  size_t bytes;
} Elements;

static void fill(void *data, void *user) {
  const Elements *elements = user;
  memcpy(data, elements->data, elements->bytes);
}

static int64_t signed_bits(const FloatKind *kind, int value) {
  return value >> (kind->bits - 1) ? value - (1 << kind->bits) : value;
}

static void change_constant(MlirOperation op) {
  MlirAttribute value = mlirOperationGetAttributeByName(op, ir_string("value")), changed;
  MlirType type = mlirAttributeGetType(value), bits = bits_type(type);
  bool is_splat, is_number = !mlirTypeIsAShaped(type);
  Elements elements;
  int64_t one = 1;
  if (kind_of(type) == NULL)
    return;
  if (is_number) // as a tensor, whose bytes can be had
    value = mlirDenseElementsAttrSplatGet(
        mlirRankedTensorTypeGet(1, &one, type, mlirAttributeGetNull()), value);
  if (!constant_get_bytes(value, &elements.data, &elements.bytes, &is_splat))
    return;
  if (is_number)
    changed =
        mlirIntegerAttrGet(bits, signed_bits(kind_of(type), *(const unsigned char *)elements.data));
  else if (is_splat)
    changed = mlirDenseElementsAttrRawBufferGet(bits, 1, elements.data);
  else
    changed = constant_make_resource(bits, "bits", elements.bytes, fill, &elements);
  mlirOperationSetAttributeByName(op, ir_string("value"), changed);
}

// Its results and the arguments of its blocks; of a constant the value too.
static void change_types(MlirOperation op) {
  if (ir_op_is(op, "func.func"))
    change_signature(op);
  if (ir_op_is(op, "arith.constant"))
    change_constant(op);
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); i++) {
    MlirValue result = mlirOperationGetResult(op, i);
    mlirValueSetType(result, bits_type(mlirValueGetType(result)));
  }
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); r++)
    for (MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r));
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
      for (intptr_t i = 0; i < mlirBlockGetNumArguments(block); i++) {
        MlirValue argument = mlirBlockGetArgument(block, i);
        mlirValueSetType(argument, bits_type(mlirValueGetType(argument)));
      }
}

// --- values

static MlirValue integer(IrBuilder *ir, int value) {
  MlirType type = mlirIntegerTypeGet(ir->context, 16);
  return ir_constant(ir, type, mlirIntegerAttrGet(type, (int16_t)value));
}

static MlirValue number(IrBuilder *ir, double value) {
  MlirType type = mlirF32TypeGet(ir->context);
  return ir_constant(ir, type, mlirFloatAttrDoubleGet(ir->context, type, value));
}

// `instead` where left == right, or left >= right.
static MlirValue put_where(IrBuilder *ir, MlirValue left, bool is_equal, int right,
                           MlirValue instead, MlirValue value) {
  MlirValue compared[2] = {left, integer(ir, right)};
  MlirNamedAttribute predicate =
      ir_attribute(ir, "predicate",
                   mlirIntegerAttrGet(mlirIntegerTypeGet(ir->context, 64),
                                      is_equal ? INTEGER_EQUAL : INTEGER_GREATER_EQUAL));
  MlirType flag = mlirIntegerTypeGet(ir->context, 1);
  return ir_select(ir, ir_value(ir, "arith.cmpi", flag, 2, compared, 1, &predicate), instead,
                   value);
}

// The f32 of the bits, an integer.
static MlirValue widened(IrBuilder *ir, const FloatKind *kind, MlirValue bits) {
  int sign = 1 << (kind->bits - 1);
  MlirType f16 = mlirF16TypeGet(ir->context), f32 = mlirF32TypeGet(ir->context);
  MlirValue wide = ir_unary(ir, "arith.extui", mlirIntegerTypeGet(ir->context, 16), bits);
  MlirValue magnitude = ir_binary(ir, "arith.andi", wide, integer(ir, sign - 1));
  MlirValue shift = integer(ir, 16 - kind->bits);
  MlirValue own_sign = ir_binary(ir, "arith.andi", wide, integer(ir, sign));
  MlirValue high = ir_binary(ir, "arith.shli", own_sign, shift);
  MlirValue kept = magnitude;
  if (kind->top != NEVER) // half of it
    kept = put_where(ir, magnitude, false, kind->top,
                     ir_binary(ir, "arith.subi", magnitude,
                               integer(ir, 1 << (HALF_MANTISSA_BITS - kind->shift))),
                     magnitude);
  MlirValue low = ir_binary(ir, "arith.shli", kept, integer(ir, kind->shift));
  MlirValue half = ir_unary(ir, "arith.bitcast", f16, ir_binary(ir, "arith.ori", high, low));
  MlirValue small = ir_unary(ir, "arith.extf", f32, half), value = small;
  if (kind->exponent)
    value = ir_binary(ir, "arith.mulf", value, number(ir, ldexp(1, kind->exponent)));
  if (kind->top != NEVER)
    value = put_where(ir, magnitude, false, kind->top, ir_binary(ir, "arith.addf", value, value),
                      value);
  if (kind->infinity != NEVER)
    value = put_where(ir, magnitude, true, kind->infinity,
                      ir_binary(ir, "arith.mulf", small, number(ir, INFINITY)), value);
  if (kind->nan != NEVER)
    value = put_where(ir, magnitude, false, kind->nan, number(ir, NAN), value);
  if (kind->has_negative_nan)
    value = put_where(ir, wide, true, sign, number(ir, NAN), value);
  return value;
}

typedef struct Widening {
  MlirOperation op;
  const FloatKind *kind;
} Widening;

// Every such float is an f16 or bf16 where its type is one of these.
static void widen(const Widening *widening) {
  MlirOperation op = widening->op;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  IrBuilder ir;
  ir_start(&ir, op, mlirOperationGetLocation(op));
  MlirValue value = widened(&ir, widening->kind, mlirOperationGetOperand(op, 0));
  if (!mlirTypeIsAF32(type))
    value = ir_unary(&ir, mlirTypeIsAF64(type) ? "arith.extf" : "arith.truncf", type, value);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), value);
  ir_finish(&ir);
  mlirOperationDestroy(op);
}

// --- the module

static bool is_any(MlirOperation op) {
  (void)op;
  return true;
}

MlirOperation float_bits_first(MlirOperation root) {
  bool are_kept = !mlirOperationIsNull(ir_first(root, is_refused)) ||
                  !mlirOperationIsNull(ir_first(root, is_reference));
  return are_kept ? (MlirOperation){NULL} : ir_first(root, has_kind);
}

void float_bits_lower(MlirOperation root) {
  if (mlirOperationIsNull(float_bits_first(root)))
    return;
  IrOps ops = ir_collect(root, is_named);
  for (int i = 0; i < ops.count; i++)
    generalise(ops.ops[i]);
  free(ops.ops);
  ops = ir_collect(root, is_any);
  Widening *widenings = ir_zeroed((size_t)ops.count + 1, sizeof *widenings);
  int count = 0;
  for (int i = 0; i < ops.count; i++)
    if (has_kind(ops.ops[i]) && is_widening(ops.ops[i]))
      widenings[count++] =
          (Widening){ops.ops[i], kind_of(mlirValueGetType(mlirOperationGetOperand(ops.ops[i], 0)))};
  for (int i = 0; i < ops.count; i++)
    change_types(ops.ops[i]);
  for (int i = 0; i < count; i++)
    widen(&widenings[i]);
  free(widenings);
  free(ops.ops);
}
