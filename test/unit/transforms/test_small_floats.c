// Casts from and to f16 and bf16, and arithmetic on them, against exact arithmetic: by integers and
// by instructions, as scalars of untouched code and as vectors of tuned code. All values of 16 bits
// are widened; wider ones are rounded at, beside and between all of them.
#include "mlir-c/IR.h"
#include "runtime/codegen/compile.h"
#include "test/unit/transforms/run_views.h"

#include <fenv.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = 8, HALVES = 1 << 16, NEAR = 8 }; // NEAR: values looked at for each of 16 bits

typedef enum Type { F16, BF16, F32, F64, I16, I32, I64, U32, U64, TYPE_COUNT } Type;

static const struct {
  const char *name;
  int bytes, mantissa, bias; // of small floats
} types[TYPE_COUNT] = {
    [F16] = {"f16", 2, 10, 15}, [BF16] = {"bf16", 2, 7, 127}, [F32] = {"f32", 4, 0, 0},
    [F64] = {"f64", 8, 0, 0},   [I16] = {"i16", 2, 0, 0},     [I32] = {"i32", 4, 0, 0},
    [I64] = {"i64", 8, 0, 0},   [U32] = {"i32", 4, 0, 0},     [U64] = {"i64", 8, 0, 0}};

typedef struct Case {
  const char *op;
  Type from, to;
  long double (*exact)(long double, long double); // null: a cast
} Case;

static long double sum(long double a, long double b) { return a + b; }
static long double difference(long double a, long double b) { return a - b; }
static long double product(long double a, long double b) { return a * b; }
static long double quotient(long double a, long double b) { return a / b; }

static const Case cases[] = {
    {"arith.extf", F16, F32, NULL},       {"arith.extf", F16, F64, NULL},
    {"arith.extf", BF16, F32, NULL},      {"arith.extf", BF16, F64, NULL},
    {"arith.truncf", F32, F16, NULL},     {"arith.truncf", F64, F16, NULL},
    {"arith.truncf", F32, BF16, NULL},    {"arith.truncf", F64, BF16, NULL},
    {"arith.sitofp", I16, F16, NULL},     {"arith.sitofp", I16, BF16, NULL},
    {"arith.sitofp", I32, F16, NULL},     {"arith.sitofp", I32, BF16, NULL},
    {"arith.sitofp", I64, F16, NULL},     {"arith.sitofp", I64, BF16, NULL},
    {"arith.uitofp", U32, F16, NULL},     {"arith.uitofp", U32, BF16, NULL},
    {"arith.uitofp", U64, F16, NULL},     {"arith.uitofp", U64, BF16, NULL},
    {"arith.addf", F16, F16, sum},        {"arith.addf", BF16, BF16, sum},
    {"arith.subf", F16, F16, difference}, {"arith.subf", BF16, BF16, difference},
    {"arith.mulf", F16, F16, product},    {"arith.mulf", BF16, BF16, product},
    {"arith.divf", F16, F16, quotient},   {"arith.divf", BF16, BF16, quotient},
};

static const char *const processors[] = {"",
                                         "target_cpu = \"x86-64-v3\","}; // without F16C, with it

typedef enum Rounding { UNNAMED, EVEN, DOWNWARD, UPWARD, TO_ZERO, AWAY, ROUNDING_COUNT } Rounding;
static const char *const roundings[] = {"",       "to_nearest_even", "downward",
                                        "upward", "toward_zero",     "to_nearest_away"};

static int failures;

static int count_of(const Case *c) {
  bool is_narrowed = c->from == F32 || c->from == F64;
  return is_narrowed ? NEAR * HALVES : HALVES;
}

// --- exact values

static long double whole(long double size, Rounding rounding, bool is_negative) {
  switch (rounding) {
  case DOWNWARD:
    return is_negative ? ceill(size) : floorl(size);
  case UPWARD:
    return is_negative ? floorl(size) : ceill(size);
  case TO_ZERO:
    return floorl(size);
  case AWAY:
    return roundl(size);
  default:
    return rintl(size);
  }
}

static long double value_of_half(uint16_t half, Type type) {
  int mantissa = types[type].mantissa, bias = types[type].bias;
  int exponent = (half & 0x7fff) >> mantissa, digits = half & ((1 << mantissa) - 1);
  long double size = exponent == 2 * bias + 1 ? (digits ? NAN : INFINITY)
                     : exponent == 0 ? ldexpl(digits, 1 - bias - mantissa)
                                     : ldexpl(digits + (1 << mantissa), exponent - bias - mantissa);
  return half >> 15 ? -size : size;
}

// By a rounding to whole multiples of the last place.
static uint16_t rounded_half(long double x, Type type, Rounding rounding) {
  int mantissa = types[type].mantissa, bias = types[type].bias, exponent;
  uint16_t sign = signbit(x) ? 0x8000 : 0, infinite = (uint16_t)((2 * bias + 1) << mantissa);
  if (isnan(x))
    return infinite | 1;
  if (isinf(x) || x == 0)
    return sign | (x == 0 ? 0 : infinite);
  frexpl(x, &exponent);
  int place = (exponent > 2 - bias ? exponent : 2 - bias) - 1 - mantissa;
  long double places = whole(ldexpl(fabsl(x), -place), rounding, signbit(x));
  long double bits = places + ldexpl(place + mantissa + bias - 1, mantissa);
  bool is_inward = rounding == TO_ZERO || rounding == (sign ? UPWARD : DOWNWARD);
  return sign | (bits < infinite ? (uint16_t)bits : is_inward ? infinite - 1 : infinite);
}

// --- operands and results

static long double value_at(const void *values, int i, Type type) {
  switch (type) {
  case F16:
  case BF16:
    return value_of_half(((const uint16_t *)values)[i], type);
  case F32:
    return ((const float *)values)[i];
  case F64:
    return ((const double *)values)[i];
  case I16:
    return ((const int16_t *)values)[i];
  case I32:
    return ((const int32_t *)values)[i];
  case U32:
    return ((const uint32_t *)values)[i];
  case U64:
    return ((const uint64_t *)values)[i];
  default:
    return ((const int64_t *)values)[i];
  }
}

static uint64_t random_bits(uint64_t *state) {
  *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return *state ^ *state >> 29;
}

// A value of `to`, or the middle between two, or what lies next to one of these.
static double near_half(int i, Type to, bool is_double) {
  uint16_t half = (uint16_t)(i / NEAR);
  double low = (double)value_of_half(half, to), high = (double)value_of_half(half + 1, to);
  double largest = (double)value_of_half(half - 1, to); // the step is that before infinity
  if (isinf(high) && isfinite(low))
    high = low + (low - largest);
  double at = i & 4 ? (low + high) / 2 : low;
  if ((i & 3) == 0)
    return at;
  if ((i & 3) == 3 && is_double) // what f32 would round to the middle
    return nextafter(at, INFINITY);
  double to_side = i & 1 ? INFINITY : -INFINITY;
  return is_double ? nextafter(at, to_side) : nextafterf((float)at, (float)to_side);
}

// A whole number of any size, its upper digits a value or a middle of `to`.
static uint64_t near_integer(int i, uint64_t *state) {
  uint64_t digits = random_bits(state) >> (i % 64);
  int kept = 13 - i / 64 % 6, length = 64 - i % 64;
  if (length > kept)
    digits = digits >> (length - kept) << (length - kept);
  return digits + (uint64_t)(i / 384 % 3) - 1;
}

static void fill(void *values, const Case *c, uint64_t seed) {
  uint64_t state = seed;
  for (int i = 0; i < count_of(c); i++) {
    uint64_t whole = near_integer(i, &state);
    whole = i & 1 ? -whole : whole;
    if (c->from == F32)
      ((float *)values)[i] = (float)near_half(i, c->to, false);
    else if (c->from == F64)
      ((double *)values)[i] = near_half(i, c->to, true);
    else if (types[c->from].bytes == 8)
      ((uint64_t *)values)[i] = whole;
    else if (types[c->from].bytes == 4)
      ((uint32_t *)values)[i] = (uint32_t)(i & 2 ? whole >> 32 : whole);
    else
      ((uint16_t *)values)[i] = (uint16_t)(c->exact ? random_bits(&state) >> 7 : (uint64_t)i);
  }
}

static bool is_right(const Case *c, Rounding rounding, long double exact, const void *results,
                     int i) {
  long double got = value_at(results, i, c->to);
  if (isnan(exact))
    return isnan(got);
  if (c->to == F16 || c->to == BF16)
    return ((const uint16_t *)results)[i] == rounded_half(exact, c->to, rounding);
  return got == exact && signbit(got) == signbit(exact);
}

// --- code

typedef struct Way {
  const char *processor;
  bool is_vector, is_tuned;
  Rounding rounding;
} Way;

static MlirModule make_module(MlirContext context, const Case *c, const Way *way) {
  char text[2048], from[32], to[32], types_text[80];
  const char *load = way->is_vector ? "vector.load" : "memref.load";
  const char *store = way->is_vector ? "vector.store" : "memref.store";
  const char *shape = way->is_vector ? "vector<8x%s>" : "%s";
  snprintf(from, sizeof from, shape, types[c->from].name);
  snprintf(to, sizeof to, shape, types[c->to].name);
  snprintf(types_text, sizeof types_text, c->exact ? "%s" : "%s to %s", from, to);
  const char *a = types[c->from].name, *r = types[c->to].name;
  const char *comma_from = way->is_vector ? from : "", *comma_to = way->is_vector ? to : "";
  const char *comma = way->is_vector ? ", " : "";
  snprintf(text, sizeof text,
           "func.func @run(%%a: memref<?x%s>, %%b: memref<?x%s>, %%r: memref<?x%s>) attributes "
           "{%s llvm.emit_c_interface} {\n"
           "%%zero = arith.constant 0 : index\n"
           "%%step = arith.constant %d : index\n"
           "%%size = memref.dim %%a, %%zero : memref<?x%s>\n"
           "scf.for %%i = %%zero to %%size step %%step {\n"
           "  %%x = %s %%a[%%i] : memref<?x%s>%s%s\n"
           "  %%y = %s %%b[%%i] : memref<?x%s>%s%s\n"
           "  %%z = %s %%x%s %s : %s\n"
           "  %s %%z, %%r[%%i] : memref<?x%s>%s%s\n"
           "}\nreturn\n}\n",
           a, a, r, way->processor, way->is_vector ? LANES : 1, a, load, a, comma, comma_from, load,
           a, comma, comma_from, c->op, c->exact ? ", %y" : "", roundings[way->rounding],
           types_text, store, r, comma, comma_to);
  return mlirModuleCreateParse(context, mlirStringRefCreateFromCString(text));
}

static void check(const Case *c, const Way *way, const void *a, const void *b, const void *r) {
  int wrong = 0, first = 0;
  for (int i = 0; i < count_of(c); i++) {
    long double x = value_at(a, i, c->from);
    long double exact = c->exact ? c->exact(x, value_at(b, i, c->from)) : x;
    if (!is_right(c, way->rounding, exact, r, i) && wrong++ == 0)
      first = i;
  }
  failures += wrong > 0;
  if (wrong > 0)
    printf("FAIL %s %s %s to %s, %s%s, '%s': %d of %d, first %.20Lg, %.20Lg: %.20Lg\n", c->op,
           roundings[way->rounding], types[c->from].name, types[c->to].name,
           way->is_vector ? "vectors" : "scalars", way->is_tuned ? ", tuned" : "", way->processor,
           wrong, count_of(c), value_at(a, first, c->from), value_at(b, first, c->from),
           value_at(r, first, c->to));
}

static void run_case(MlirContext context, const Case *c) {
  void *a = malloc(8 * NEAR * HALVES), *b = malloc(8 * NEAR * HALVES),
       *r = malloc(8 * NEAR * HALVES);
  fill(a, c, 1);
  fill(b, c, 2);
  int count = c->from == F32 || c->from == F64 ? ROUNDING_COUNT : 1;
  for (size_t p = 0; p < sizeof processors / sizeof *processors; p++)
    for (int form = 0; form < 2 * count; form++) {
      Way way = {processors[p], form % 2, form % 2, (Rounding)(form / 2)};
      memset(r, 0xff, 8 * NEAR * HALVES);
      run_views(make_module(context, c, &way), way.is_tuned, c->op, count_of(c), a, b, r);
      check(c, &way, a, b, r);
    }
  free(a), free(b), free(r);
}

int main(void) {
  MlirContext context = compile_context_create();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    run_case(context, &cases[i]);
  mlirContextDestroy(context);
  printf("%d failures\n", failures);
  return failures != 0;
}
