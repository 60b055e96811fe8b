// Lanes: vectors of floats and integers that functions are computed on, and the ops on them.
//
// C leaves open in which order arguments are evaluated, and every call here makes ops: a call has
// at most one argument that makes some, so that all compilers give the same code.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_MATH_LANES_H
#define AUTOTUNE_TRANSFORMS_LOWERING_MATH_LANES_H

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "transforms/ir.h"

// What a float format needs to be taken apart.
typedef struct Format {
  int bits, mantissa_bits;
  double round_magic; // adding it leaves a float's integer part in its low bits
  double exp_low, exp_high, exp2_low, exp2_high; // beyond these the result is 0 or infinite
  double ln2_high, ln2_low;                      // ln2_high has trailing zeros
  double smallest_normal, denormal_scale;
  int denormal_exponent;  // of denormal_scale
  int64_t sqrt_half_bits; // of sqrt(1/2)
  int64_t one_bits;
} Format;

extern const Format single_format, double_format; // f32, f64

// The type that is being computed on, of vectors or of scalars, and where the ops go.
typedef struct Lanes {
  IrBuilder *ir;
  const Format *format;
  MlirType element, type, integer_element, integers, flags;
  bool is_fused;          // multiply_add rounds once
  const char *intrinsics; // what the names of those begin with that scale such vectors and take
                          // them apart; NULL: there are none
  const char *table;      // the name of that which picks one of 16 f32 for each lane; the same
  bool divides;           // a division takes less time than the multiplications in its place
} Lanes;

typedef enum Compare {
  EQUAL = 1,
  GREATER = 2,
  LESS = 4,
  UNEQUAL = 13,
  UNORDERED = 14,
  NOT_GREATER = 12,
  NOT_LESS = 10
} Compare;

static inline MlirType element_of(MlirType type) {
  return mlirTypeIsAVector(type) ? mlirShapedTypeGetElementType(type) : type;
}

static inline MlirType shaped_like(MlirType vector, MlirType element) {
  int64_t shape[16];
  if (!mlirTypeIsAVector(vector))
    return element;
  intptr_t rank = mlirShapedTypeGetRank(vector);
  for (intptr_t i = 0; i < rank; ++i)
    shape[i] = mlirShapedTypeGetDimSize(vector, i);
  return mlirVectorTypeGet(rank, shape, element);
}

static inline Lanes lanes_of(IrBuilder *ir, MlirType vector, bool is_double) {
  Lanes lanes = {.ir = ir, .format = is_double ? &double_format : &single_format};
  lanes.element = is_double ? mlirF64TypeGet(ir->context) : mlirF32TypeGet(ir->context);
  lanes.integer_element = mlirIntegerTypeGet(ir->context, (unsigned)lanes.format->bits);
  lanes.type = shaped_like(vector, lanes.element);
  lanes.integers = shaped_like(vector, lanes.integer_element);
  lanes.flags = shaped_like(vector, mlirIntegerTypeGet(ir->context, 1));
  return lanes;
}

static inline MlirValue number(const Lanes *lanes, double value) {
  return ir_splat(lanes->ir, lanes->type,
                  mlirFloatAttrDoubleGet(lanes->ir->context, lanes->element, value));
}

static inline MlirValue integer(const Lanes *lanes, int64_t value) {
  return ir_splat(lanes->ir, lanes->integers, mlirIntegerAttrGet(lanes->integer_element, value));
}

static inline MlirValue add(const Lanes *lanes, MlirValue a, MlirValue b) {
  return ir_binary(lanes->ir, "arith.addf", a, b);
}
static inline MlirValue sub(const Lanes *lanes, MlirValue a, MlirValue b) {
  return ir_binary(lanes->ir, "arith.subf", a, b);
}
static inline MlirValue mul(const Lanes *lanes, MlirValue a, MlirValue b) {
  return ir_binary(lanes->ir, "arith.mulf", a, b);
}
static inline MlirValue divide(const Lanes *lanes, MlirValue a, MlirValue b) {
  return ir_binary(lanes->ir, "arith.divf", a, b);
}
static inline MlirValue multiply_add(const Lanes *lanes, MlirValue a, MlirValue b, MlirValue c) {
  MlirValue operands[3] = {a, b, c};
  return ir_value(lanes->ir, "vector.fma", lanes->type, 3, operands, 0, NULL);
}
static inline MlirValue negative(const Lanes *lanes, MlirValue a) {
  return ir_unary(lanes->ir, "arith.negf", lanes->type, a);
}
static inline MlirValue absolute(const Lanes *lanes, MlirValue a) {
  return ir_unary(lanes->ir, "math.absf", lanes->type, a);
}
static inline MlirValue root(const Lanes *lanes, MlirValue a) {
  return ir_unary(lanes->ir, "math.sqrt", lanes->type, a);
}
static inline MlirValue with_sign_of(const Lanes *lanes, MlirValue magnitude, MlirValue sign) {
  return ir_binary(lanes->ir, "math.copysign", magnitude, sign);
}
static inline MlirValue bits(const Lanes *lanes, MlirValue a) {
  return ir_unary(lanes->ir, "arith.bitcast", lanes->integers, a);
}
static inline MlirValue from_bits(const Lanes *lanes, MlirValue a) {
  return ir_unary(lanes->ir, "arith.bitcast", lanes->type, a);
}
static inline MlirValue both(const Lanes *lanes, MlirValue a, MlirValue b) {
  return ir_binary(lanes->ir, "arith.andi", a, b);
}

static inline MlirValue compare(const Lanes *lanes, Compare predicate, MlirValue a, MlirValue b) {
  MlirValue operands[2] = {a, b};
  MlirNamedAttribute attribute =
      ir_attribute(lanes->ir, "predicate",
                   mlirIntegerAttrGet(mlirIntegerTypeGet(lanes->ir->context, 64), predicate));
  return ir_value(lanes->ir, "arith.cmpf", lanes->flags, 2, operands, 1, &attribute);
}

static inline MlirValue compare_bits(const Lanes *lanes, IntegerPredicate predicate, MlirValue a,
                                     MlirValue b) {
  MlirValue operands[2] = {a, b};
  MlirNamedAttribute attribute =
      ir_attribute(lanes->ir, "predicate",
                   mlirIntegerAttrGet(mlirIntegerTypeGet(lanes->ir->context, 64), predicate));
  return ir_value(lanes->ir, "arith.cmpi", lanes->flags, 2, operands, 1, &attribute);
}

static inline MlirValue either(const Lanes *lanes, MlirValue a, MlirValue b) {
  return ir_binary(lanes->ir, "arith.ori", a, b);
}
static inline MlirValue choose(const Lanes *lanes, MlirValue flags, MlirValue yes, MlirValue no) {
  MlirValue operands[3] = {flags, yes, no};
  return ir_value(lanes->ir, "arith.select", mlirValueGetType(yes), 3, operands, 0, NULL);
}

// The same with a number that all lanes share.
static inline MlirValue add_number(const Lanes *lanes, MlirValue a, double value) {
  return add(lanes, a, number(lanes, value));
}
static inline MlirValue sub_number(const Lanes *lanes, MlirValue a, double value) {
  return sub(lanes, a, number(lanes, value));
}
static inline MlirValue mul_number(const Lanes *lanes, MlirValue a, double value) {
  return mul(lanes, a, number(lanes, value));
}
static inline MlirValue compare_number(const Lanes *lanes, Compare predicate, MlirValue a,
                                       double value) {
  return compare(lanes, predicate, a, number(lanes, value));
}
static inline MlirValue number_where(const Lanes *lanes, MlirValue flags, double value,
                                     MlirValue no) {
  return choose(lanes, flags, number(lanes, value), no);
}
// a * scale + c.
static inline MlirValue scale_add(const Lanes *lanes, MlirValue a, double scale, MlirValue c) {
  return multiply_add(lanes, a, number(lanes, scale), c);
}

// low <= x <= high; NaN stays NaN.
static inline MlirValue clamped(const Lanes *lanes, MlirValue x, double low, double high) {
  MlirValue is_above = compare_number(lanes, GREATER, x, high);
  x = number_where(lanes, is_above, high, x);
  MlirValue is_below = compare_number(lanes, LESS, x, low);
  return number_where(lanes, is_below, low, x);
}

// Highest power first. Of long ones pairs of terms are added up by powers of x^2: half as many
// steps wait for one another. The last term is added last, as it is the largest.
static inline MlirValue polynomial(const Lanes *lanes, MlirValue x, const double *coefficients,
                                   int count) {
  enum { FEWEST_IN_PAIRS = 6 };
  MlirValue sum = number(lanes, coefficients[0]);
  int done = 1, last = count - 1;
  if (count >= FEWEST_IN_PAIRS) {
    MlirValue square = mul(lanes, x, x);
    if (last % 2 == 0)
      sum = multiply_add(lanes, sum, x, number(lanes, coefficients[done++]));
    for (; done < last; done += 2) {
      MlirValue next = number(lanes, coefficients[done + 1]);
      sum = multiply_add(lanes, sum, square, scale_add(lanes, x, coefficients[done], next));
    }
  }
  for (; done < count; ++done)
    sum = multiply_add(lanes, sum, x, number(lanes, coefficients[done]));
  return sum;
}

// a * b + c where c is nearly -a * b: exact but for what is below the digits of all three.
MlirValue exact_multiply_add(const Lanes *lanes, MlirValue a, MlirValue b, MlirValue c);

// a / b of f32 for a normal b that is far from both ends of the range, by multiplications: a vector
// division takes the time of twenty, but where Lanes.divides. Off by little more than a rounding.
static inline MlirValue quotient(const Lanes *lanes, MlirValue a, MlirValue b) {
  if (lanes->divides)
    return divide(lanes, a, b);
  MlirValue start = integer(lanes, 0x7EF311C3); // less the bits of b: 1 / b to 5 %
  start = from_bits(lanes, ir_binary(lanes->ir, "arith.subi", start, bits(lanes, b)));
  MlirValue minus_b = negative(lanes, b);
  MlirValue rest = multiply_add(lanes, minus_b, start, number(lanes, 1.0));
  rest = multiply_add(lanes, rest, rest, rest);
  MlirValue inverse = multiply_add(lanes, start, rest, start);
  MlirValue value = mul(lanes, a, inverse);
  return multiply_add(lanes, multiply_add(lanes, minus_b, value, a), inverse, value);
}

#endif
