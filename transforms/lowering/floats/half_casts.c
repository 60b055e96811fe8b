// Casts from and to f16 and bf16, and products with a sum that are rounded once. f16 has a sign, 5
// bits of exponent with a bias of 15 and 10 of mantissa; f32 has 8, 127 and 23. Between them the
// mantissa is shifted and the bias is exchanged; denormals of f16 are sums with a power of two
// whose last mantissa bit is theirs, so that the addition rounds them.
#include "transforms/lowering/floats/half_casts.h"

#include "transforms/lowering/math/lanes.h"

#include <string.h>

enum {
  MANTISSA = 23,      // bits, of f32
  SHIFT = 23 - 10,    // between the mantissas
  REBIAS = 127 - 15,  // between the exponents
  LOW = REBIAS + 1,   // the least exponent of a normal f16, in f32
  HIGH = REBIAS + 31, // that of infinity
};

static MlirValue shift_left(const Lanes *lanes, MlirValue a, int bits) {
  return ir_binary(lanes->ir, "arith.shli", a, integer(lanes, bits));
}
static MlirValue shift_right(const Lanes *lanes, MlirValue a, int bits) {
  return ir_binary(lanes->ir, "arith.shrui", a, integer(lanes, bits));
}
static MlirValue plus(const Lanes *lanes, MlirValue a, int64_t number) {
  return ir_binary(lanes->ir, "arith.addi", a, integer(lanes, number));
}
static MlirValue masked(const Lanes *lanes, MlirValue a, int64_t mask) {
  return both(lanes, a, integer(lanes, mask));
}
static MlirValue with_bits(const Lanes *lanes, MlirValue a, int64_t mask) {
  return either(lanes, a, integer(lanes, mask));
}
static MlirValue is_below(const Lanes *lanes, MlirValue a, int64_t number) {
  return compare_bits(lanes, INTEGER_UNSIGNED_LESS, a, integer(lanes, number));
}

static MlirType shorts_of(const Lanes *lanes) {
  return shaped_like(lanes->type, mlirIntegerTypeGet(lanes->ir->context, 16));
}

// --- f16 by integers

static MlirValue widened(const Lanes *lanes, MlirValue half) {
  MlirValue shorts = ir_unary(lanes->ir, "arith.bitcast", shorts_of(lanes), half);
  MlirValue all = ir_unary(lanes->ir, "arith.extui", lanes->integers, shorts);
  MlirValue magnitude = shift_left(lanes, masked(lanes, all, 0x7fff), SHIFT);
  MlirValue sign = shift_left(lanes, masked(lanes, all, 0x8000), 16);
  MlirValue normal = plus(lanes, magnitude, (int64_t)REBIAS << MANTISSA);
  MlirValue special = plus(lanes, magnitude, (int64_t)(2 * REBIAS) << MANTISSA);
  MlirValue sum = from_bits(lanes, plus(lanes, magnitude, (int64_t)LOW << MANTISSA));
  MlirValue denormal = bits(lanes, sub_number(lanes, sum, 0x1p-14));
  MlirValue is_denormal = is_below(lanes, magnitude, 1 << MANTISSA);
  MlirValue is_finite = is_below(lanes, magnitude, 31 << MANTISSA);
  MlirValue value = choose(lanes, is_finite, normal, special);
  value = choose(lanes, is_denormal, denormal, value);
  return from_bits(lanes, either(lanes, value, sign));
}

// A NaN keeps the upper bits of its mantissa and is quiet, as vcvtps2ph has it.
static MlirValue special_f16(const Lanes *lanes, MlirValue magnitude) {
  MlirValue payload = masked(lanes, shift_right(lanes, magnitude, SHIFT), 0x3ff);
  MlirValue nan = with_bits(lanes, payload, 0x7e00);
  MlirValue is_infinite = is_below(lanes, magnitude, (255 << MANTISSA) + 1);
  return choose(lanes, is_infinite, integer(lanes, 0x7c00), nan);
}

static MlirValue narrowed(const Lanes *lanes, MlirType half, MlirValue x) {
  MlirValue all = bits(lanes, x);
  MlirValue magnitude = masked(lanes, all, 0x7fffffff);
  MlirValue sign = masked(lanes, shift_right(lanes, all, 16), 0x8000);
  MlirValue sum = bits(lanes, add_number(lanes, from_bits(lanes, magnitude), 0.5));
  MlirValue denormal = plus(lanes, sum, -(126 << MANTISSA));
  MlirValue is_odd = masked(lanes, shift_right(lanes, magnitude, SHIFT), 1);
  MlirValue rebiased = plus(lanes, magnitude, -(REBIAS << MANTISSA) + (1 << (SHIFT - 1)) - 1);
  MlirValue rounded = ir_binary(lanes->ir, "arith.addi", rebiased, is_odd);
  MlirValue normal = shift_right(lanes, rounded, SHIFT);
  MlirValue is_denormal = is_below(lanes, magnitude, LOW << MANTISSA);
  MlirValue is_in_range = is_below(lanes, magnitude, (int64_t)HIGH << MANTISSA);
  MlirValue value = choose(lanes, is_in_range, normal, special_f16(lanes, magnitude));
  value = choose(lanes, is_denormal, denormal, value);
  MlirValue shorts =
      ir_unary(lanes->ir, "arith.trunci", shorts_of(lanes), either(lanes, value, sign));
  return ir_unary(lanes->ir, "arith.bitcast", half, shorts);
}

// --- f64

// f32 to odd: of the two neighbours the one whose last bit is set, which says that there is more to
// come, so that the next rounding sees as much as it would of `x`.
static MlirValue single_to_odd(const Lanes *lanes, MlirValue x) {
  Lanes wide = lanes_of(lanes->ir, lanes->type, true);
  MlirValue single = ir_unary(lanes->ir, "arith.truncf", lanes->type, x);
  MlirValue back = ir_unary(lanes->ir, "arith.extf", wide.type, single);
  MlirValue is_inexact = compare(&wide, UNEQUAL, back, x);
  MlirValue size = absolute(&wide, x);
  MlirValue is_larger = compare(&wide, GREATER, absolute(&wide, back), size);
  MlirValue nearest = bits(lanes, single);
  MlirValue below = plus(lanes, nearest, -1);
  MlirValue to_zero = choose(lanes, is_larger, below, nearest);
  MlirValue odd = with_bits(lanes, to_zero, 1);
  return from_bits(lanes, choose(lanes, is_inexact, odd, nearest));
}

// --- products with a sum, in bf16

// The product is exact in f64. What the sum with the third loses is its own exact sum (Knuth's
// TwoSum), and the f64 is to odd, as above. Of what is not finite nothing is compared as less.
static MlirValue sum_to_odd(const Lanes *wide, MlirValue product, MlirValue third) {
  MlirValue sum = add(wide, product, third);
  MlirValue part = sub(wide, sum, product);
  MlirValue rest = sub(wide, sum, part);
  rest = sub(wide, product, rest);
  part = sub(wide, third, part);
  rest = add(wide, rest, part);
  MlirValue direction = mul(wide, rest, sum);
  MlirValue is_smaller = compare_number(wide, LESS, direction, 0);
  MlirValue is_larger = compare_number(wide, GREATER, direction, 0);
  MlirValue nearest = bits(wide, sum);
  MlirValue below = plus(wide, nearest, -1);
  below = with_bits(wide, below, 1);
  MlirValue odd = choose(wide, is_larger, with_bits(wide, nearest, 1), nearest);
  return from_bits(wide, choose(wide, is_smaller, below, odd));
}

void bf16_fma_lower(MlirOperation op) {
  IrBuilder ir;
  MlirValue terms[3], result = mlirOperationGetResult(op, 0);
  ir_start(&ir, op, mlirOperationGetLocation(op));
  Lanes wide = lanes_of(&ir, mlirValueGetType(result), true);
  for (int i = 0; i < 3; i++)
    terms[i] = ir_unary(&ir, "arith.extf", wide.type, mlirOperationGetOperand(op, i));
  MlirValue sum = sum_to_odd(&wide, mul(&wide, terms[0], terms[1]), terms[2]);
  MlirValue rounded = ir_unary(&ir, "arith.truncf", mlirValueGetType(result), sum);
  ir_finish(&ir);
  mlirValueReplaceAllUsesOfWith(result, rounded);
  mlirOperationDestroy(op);
}

// --- casts between floats

typedef struct Cast {
  IrBuilder ir;
  Lanes single; // f32
  MlirType from, to;
} Cast;

static void cast_start(Cast *cast, MlirOperation op) {
  ir_start(&cast->ir, op, mlirOperationGetLocation(op));
  cast->from = mlirValueGetType(mlirOperationGetOperand(op, 0));
  cast->to = mlirValueGetType(mlirOperationGetResult(op, 0));
  cast->single = lanes_of(&cast->ir, cast->to, false);
}

static void cast_finish(Cast *cast, MlirOperation op, MlirValue value) {
  ir_finish(&cast->ir);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), value);
  mlirOperationDestroy(op);
}

static MlirValue widen(Cast *cast, MlirValue x) {
  MlirValue single = widened(&cast->single, x);
  return mlirTypeEqual(cast->to, cast->single.type)
             ? single
             : ir_unary(&cast->ir, "arith.extf", cast->to, single);
}

static MlirValue narrow(Cast *cast, MlirValue x, bool by_integers) {
  bool is_double = mlirTypeIsAF64(element_of(cast->from));
  MlirValue single = is_double ? single_to_odd(&cast->single, x) : x;
  return by_integers ? narrowed(&cast->single, cast->to, single)
                     : ir_unary(&cast->ir, "arith.truncf", cast->to, single);
}

void half_cast_lower(MlirOperation op, bool has_f16_casts) {
  Cast cast;
  cast_start(&cast, op);
  MlirValue x = mlirOperationGetOperand(op, 0);
  bool is_double = mlirTypeIsAF64(element_of(cast.from));
  bool is_single = mlirTypeIsAF32(element_of(cast.from));
  if (ir_op_is(op, "arith.extf") && mlirTypeIsAF16(element_of(cast.from)) && !has_f16_casts)
    return cast_finish(&cast, op, widen(&cast, x));
  bool by_integers = mlirTypeIsAF16(element_of(cast.to)) && !has_f16_casts;
  if (ir_op_is(op, "arith.truncf") && (is_double || (is_single && by_integers)))
    return cast_finish(&cast, op, narrow(&cast, x, by_integers));
  ir_finish(&cast.ir);
}

// --- integers

// No more than what becomes infinite, in 32 bits.
static MlirValue clamped_to_f16(Cast *cast, MlirValue x, bool is_signed) {
  enum { BEYOND = 1 << 17 };
  MlirType integer = element_of(cast->from);
  MlirAttribute high = mlirIntegerAttrGet(integer, BEYOND),
                low = mlirIntegerAttrGet(integer, -BEYOND);
  x = ir_binary(&cast->ir, is_signed ? "arith.minsi" : "arith.minui", x,
                ir_splat(&cast->ir, cast->from, high));
  if (is_signed)
    x = ir_binary(&cast->ir, "arith.maxsi", x, ir_splat(&cast->ir, cast->from, low));
  MlirType narrow = shaped_like(cast->from, mlirIntegerTypeGet(cast->ir.context, 32));
  return mlirIntegerTypeGetWidth(integer) > 32 ? ir_unary(&cast->ir, "arith.trunci", narrow, x) : x;
}

// 64 bits so that f64 holds them: where there are more than 53, the last of those that it holds
// says whether there were others.
static MlirValue odd_in_f64(Cast *cast, MlirValue x, bool is_signed) {
  enum { REST = 64 - 53 };
  Lanes wide = lanes_of(&cast->ir, cast->to, true);
  MlirValue none = integer(&wide, 0);
  MlirValue rest = masked(&wide, x, (1 << REST) - 1);
  MlirValue has_more = compare_bits(&wide, INTEGER_NOT_EQUAL, rest, none);
  MlirValue high = masked(&wide, x, -(1 << REST));
  MlirValue odd = choose(&wide, has_more, with_bits(&wide, high, 1 << REST), high);
  MlirValue moved = is_signed ? plus(&wide, x, INT64_C(1) << 53) : x;
  MlirValue fits = is_below(&wide, moved, INT64_C(1) << (is_signed ? 54 : 53));
  return choose(&wide, fits, x, odd);
}

void half_from_integer_lower(MlirOperation op) {
  Cast cast;
  cast_start(&cast, op);
  MlirValue x = mlirOperationGetOperand(op, 0);
  bool is_signed = ir_op_is(op, "arith.sitofp");
  bool is_f16 = mlirTypeIsAF16(element_of(cast.to));
  unsigned width = mlirIntegerTypeGetWidth(element_of(cast.from));
  bool is_wide = width > MANTISSA + 1;
  MlirType through = cast.single.type;
  if (is_wide && is_f16)
    x = clamped_to_f16(&cast, x, is_signed);
  else if (is_wide)
    through = lanes_of(&cast.ir, cast.to, true).type;
  if (width == 64 && !is_f16)
    x = odd_in_f64(&cast, x, is_signed);
  MlirValue value = ir_unary(&cast.ir, is_signed ? "arith.sitofp" : "arith.uitofp", through, x);
  cast_finish(&cast, op, ir_unary(&cast.ir, "arith.truncf", cast.to, value));
}
