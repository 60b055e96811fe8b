// The errors of the vector math functions, over a dense sweep of the whole number range with
// infinities, NaN, zeros and denormals. Prints the largest error of each; the bounds asserted here
// are the ones docs/reference/math.md states. A number is the binary logarithm of how many points
// there are in its place: test_vector_math 24.
#include "machine/architecture.h"
#include "machine/target.h"
#include "mlir-c/IR.h"
#include "runtime/codegen/compile.h"
#include "test/unit/transforms/run_views.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS = 1024, FEWEST_BITS = 19, MOST_BITS = 28 };

static int sweep = 1 << FEWEST_BITS;

typedef struct Case {
  const char *op;
  long double (*reference)(long double);
  long double (*reference_two)(long double, long double); // for two operands
  double exponent;                                        // NAN: swept; infinity: the hard pairs
  double bound_single, bound_double;                      // ulp; 0: no such form
} Case;

static long double maximum(long double a, long double b) {
  if (isnan(a) || isnan(b))
    return NAN;
  if (a == b)
    return signbit(a) ? b : a;
  return a > b ? a : b;
}

static long double minimum(long double a, long double b) { return -maximum(-a, -b); }

static const Case cases[] = {
    {"math.exp", expl, NULL, NAN, 1.5, 1.5},
    {"math.exp2", exp2l, NULL, NAN, 1.5, 1.5},
    {"math.expm1", expm1l, NULL, NAN, 2.0, 0},
    {"math.log", logl, NULL, NAN, 1.5, 1.5},
    {"math.log2", log2l, NULL, NAN, 2.5, 2.5},
    {"math.log10", log10l, NULL, NAN, 2.5, 2.5},
    {"math.log1p", log1pl, NULL, NAN, 2.0, 0},
    {"math.tanh", tanhl, NULL, NAN, 3.0, 2.5},
    {"math.sinh", sinhl, NULL, NAN, 2.5, 0},
    {"math.cosh", coshl, NULL, NAN, 2.5, 0},
    {"math.asinh", asinhl, NULL, NAN, 3.0, 0},
    {"math.acosh", acoshl, NULL, NAN, 3.0, 0},
    {"math.atanh", atanhl, NULL, NAN, 3.0, 0},
    {"math.sin", sinl, NULL, NAN, 2.5, 0},
    {"math.cos", cosl, NULL, NAN, 2.5, 0},
    {"math.tan", tanl, NULL, NAN, 5.0, 0},
    {"math.asin", asinl, NULL, NAN, 3.0, 0},
    {"math.acos", acosl, NULL, NAN, 2.5, 0},
    {"math.atan", atanl, NULL, NAN, 2.5, 0},
    {"math.atan2", NULL, atan2l, NAN, 3.0, 0},
    {"math.atan2", NULL, atan2l, INFINITY, 3, 0},
    {"math.erf", erfl, NULL, NAN, 3.0, 0},
    {"math.cbrt", cbrtl, NULL, NAN, 1.5, 0},
    {"arith.remf", NULL, fmodl, NAN, 0.001, 0},
    {"arith.remf", NULL, fmodl, INFINITY, 0.001, 0},
    {"math.powf", NULL, powl, 0.75, 2.5, 2.5},
    {"math.powf", NULL, powl, -0.5, 1.5, 1.5},
    {"math.powf", NULL, powl, NAN, 2.0, 1.5},
    {"math.powf", NULL, powl, INFINITY, 4.0, 1.5},
    {"arith.maximumf", NULL, maximum, NAN, 0.001, 0.001},
    {"arith.minimumf", NULL, minimum, NAN, 0.001, 0.001},
};

static int failures;

// Attributes of a function that names no processor, of what every processor of the architecture
// is, of the level of this one, which may have instructions that take the place of arithmetic, and
// of this one by its name, which may divide. Of the level vectors of eight lanes, of sixteen, for
// which there may be more instructions, and of few.
enum { FORMS = 8, LONGEST_FORM = 96 };
static const int lanes_of_form[FORMS] = {8, 8, 8, 16, 2, 4, 1, 16};

static int write_forms(char forms[FORMS][LONGEST_FORM]) {
  const Architecture *host = architecture_host();
  const Target *level = host && host->host ? host->host->level() : NULL;
  forms[0][0] = '\0';
  if (!host)
    return 1;
  snprintf(forms[1], LONGEST_FORM, ", target_cpu = \"%s\"", host->baseline_cpu);
  if (!level)
    return 2;
  int count = 2;
  for (; count < FORMS - 1; ++count)
    snprintf(forms[count], LONGEST_FORM, ", target_cpu = \"%s\"", level->llvm_cpu);
  Target own;
  if (target_probe_host(&own) == STATUS_OK)
    snprintf(forms[count++], LONGEST_FORM, ", target_cpu = \"%s\"", own.llvm_cpu);
  return count;
}

static MlirModule make_module(MlirContext context, const Case *c, bool is_double,
                              const char *attributes, int lanes) {
  char text[2048], second[128];
  const char *type = is_double ? "f64" : "f32";
  bool is_pow = c->reference_two != NULL;
  if (is_pow && isfinite(c->exponent))
    snprintf(second, sizeof(second), "arith.constant dense<%f> : vector<%dx%s>", c->exponent, lanes,
             type);
  else
    snprintf(second, sizeof(second), "vector.load %%b[%%i] : memref<?x%s>, vector<%dx%s>", type,
             lanes, type);
  snprintf(text, sizeof(text),
           "func.func @run(%%a: memref<?x%s>, %%b: memref<?x%s>, %%r: memref<?x%s>) attributes "
           "{llvm.emit_c_interface%s} {\n"
           "%%zero = arith.constant 0 : index\n"
           "%%lanes = arith.constant %d : index\n"
           "%%size = memref.dim %%a, %%zero : memref<?x%s>\n"
           "scf.for %%i = %%zero to %%size step %%lanes {\n"
           "  %%x = vector.load %%a[%%i] : memref<?x%s>, vector<%dx%s>\n"
           "  %%y = %s\n"
           "  %%z = %s %%x%s : vector<%dx%s>\n"
           "  vector.store %%z, %%r[%%i] : memref<?x%s>, vector<%dx%s>\n"
           "}\nreturn\n}\n",
           type, type, type, attributes, lanes, type, type, lanes, type, second, c->op,
           is_pow ? ", %y" : "", lanes, type, type, lanes, type);
  return mlirModuleCreateParse(context, mlirStringRefCreateFromCString(text));
}

static double number_at(const void *values, int i, bool is_double) {
  return is_double ? ((const double *)values)[i] : ((const float *)values)[i];
}

static void set_number(void *values, int i, bool is_double, double value) {
  if (is_double)
    ((double *)values)[i] = value;
  else
    ((float *)values)[i] = (float)value;
}

// Every exponent and sign: bit patterns at even distances, then the special values.
static void fill_sweep(void *values, int count, bool is_double) {
  static const double special[] = {
      0.0,       -0.0,     INFINITY, -INFINITY, NAN,  1.0,      -1.0,    0x1p-149,
      -0x1p-149, 0x1p-126, FLT_MAX,  -FLT_MAX,  0.55, 88.72284, -103.97, 709.782712893384,
      -745.2,    0.5,      2.0,      -2.0,      3.0,  -3.0};
  int specials = (int)(sizeof(special) / sizeof(special[0]));
  for (int i = 0; i < count; ++i) {
    if (i < specials) {
      set_number(values, i, is_double, special[i]);
    } else if (i % 2) { // where the functions are not constant
      set_number(values, i, is_double, ((double)i / count - 0.5) * (i % 4 == 1 ? 220.0 : 8.0));
    } else if (is_double) {
      ((uint64_t *)values)[i] = (uint64_t)i * (UINT64_MAX / (uint64_t)count);
    } else {
      ((uint32_t *)values)[i] = (uint32_t)i * (UINT32_MAX / (uint32_t)count);
    }
  }
}

// The error of `got` in units of the last place of the exact result; 1e9 for a wrong special value.
static double ulp_error(double got, long double exact, bool is_double) {
  double rounded = is_double ? (double)exact : (double)(float)exact;
  if (isnan(rounded) || isnan(got))
    return isnan(rounded) && isnan(got) ? 0 : 1e9;
  if (isinf(rounded) || isinf(got)) {
    long double largest = is_double ? DBL_MAX : FLT_MAX;
    bool close =
        rounded == got || (isinf(rounded) != isinf(got) && fabsl(exact) > largest * (1 - 1e-6L) &&
                           (got > 0) == (exact > 0));
    return close ? 0 : 1e9;
  }
  if (exact == 0 && got == 0)
    return !signbit(exact) == !signbit(got) ? 0 : 1e9;
  int exponent;
  frexpl(exact, &exponent);
  int lowest = is_double ? -1021 : -125;
  int digits = is_double ? 53 : 24;
  long double ulp = ldexpl(1.0L, (exponent < lowest ? lowest : exponent) - digits);
  return (double)(fabsl((long double)got - exact) / ulp);
}

static bool has_second_operand(const Case *c) { return c->reference_two && !isfinite(c->exponent); }

static double uniform(uint64_t *state, double low, double high) {
  *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return low + (high - low) * (double)(*state >> 11) * 0x1p-53;
}

// One pair of operands at which a power loses digits or has a case of its own.
static void hard_pair(int i, bool is_double, uint64_t *state, double *x, double *y) {
  static const double special[] = {0.0,     -0.0,      1.0,       -1.0,    INFINITY, -INFINITY,
                                   NAN,     0x1p-1074, -0x1p-149, DBL_MAX, -DBL_MAX, DBL_MIN,
                                   FLT_MAX, 0.5,       -0.5,      2.0,     3.0,      -3.0,
                                   0x1p53,  0x1p52,    0x1p64,    -0x1p64, 1e300,    -1e300,
                                   1e-300,  1025.0,    -1075.0,   M_SQRT2, M_SQRT1_2};
  enum { SPECIALS = sizeof special / sizeof special[0] };
  double range = is_double ? 1022 : 126, digit = is_double ? 0x1p-52 : 0x1p-23;
  double exponent = uniform(state, -range - 50, range) * M_LN2; // of the result
  switch (i % 7) {
  case 0: // all of the range, the largest and the denormal results included
    *x = exp2(uniform(state, -range, range));
    *y = exponent / log(*x);
    break;
  case 1: // next to 1
    *x = 1 + floor(uniform(state, -999, 999)) * digit;
    *y = *x == 1 ? exponent : exponent / log1p(*x - 1);
    break;
  case 2: // denormal
    *x = exp2(uniform(state, -range - 50, -range));
    *y = uniform(state, -1.5, 1.5);
    break;
  case 3: // the sign by a whole exponent
    *x = -exp2(uniform(state, -8, 8));
    *y = floor(uniform(state, -99, 99));
    break;
  case 4: // where the logarithm changes its exponent
    *x = uniform(state, 0.5, 2);
    *y = exponent / log(*x);
    break;
  case 5: // as far from 1 as a place of a table reaches, and closer
    *x = 1 + copysign(exp2(uniform(state, -20, -4)), uniform(state, -1, 1));
    *y = exponent / log(*x);
    break;
  default:
    *x = special[i / 7 % SPECIALS];
    *y = special[i / 7 / SPECIALS % SPECIALS];
  }
}

static void fill_hard(void *a, void *b, bool is_double) {
  uint64_t state = 1;
  for (int i = 0; i < sweep; ++i) {
    double x, y;
    hard_pair(i, is_double, &state, &x, &y);
    set_number(a, i, is_double, x);
    set_number(b, i, is_double, y);
  }
}

// Both operands; of two that matter all pairs of a coarser sweep.
static void fill_operands(const Case *c, void *a, void *b, bool is_double) {
  fill_sweep(a, sweep, is_double);
  fill_sweep(b, sweep, is_double);
  if (isinf(c->exponent))
    fill_hard(a, b, is_double);
  if (!has_second_operand(c) || isinf(c->exponent))
    return;
  fill_sweep(a, PAIRS, is_double);
  for (int i = sweep - 1; i >= 0; --i) {
    set_number(b, i, is_double, number_at(a, i % PAIRS, is_double));
    set_number(a, i, is_double, number_at(a, i / PAIRS, is_double));
  }
}

static void check_errors(const Case *c, bool is_double, const void *a, const void *b,
                         const void *r) {
  double worst = 0, worst_x = 0, worst_y = 0, worst_got = 0;
  for (int i = 0; i < sweep; ++i) {
    double x = number_at(a, i, is_double);
    double y =
        c->reference_two && !has_second_operand(c) ? c->exponent : number_at(b, i, is_double);
    long double exact = c->reference ? c->reference(x) : c->reference_two(x, y);
    double got = number_at(r, i, is_double);
    double error = ulp_error(got, exact, is_double);
    if (error > worst)
      worst = error, worst_x = x, worst_y = y, worst_got = got;
  }
  double bound = is_double ? c->bound_double : c->bound_single;
  bool ok = worst <= bound;
  failures += !ok;
  printf("%s %-10s %s exponent %5.2f: %.3g ulp (bound %g) at %.9g, %.9g: %.17g\n",
         ok ? "ok  " : "FAIL", c->op, is_double ? "f64" : "f32", c->exponent, worst, bound, worst_x,
         worst_y, worst_got);
}

static void run_case(MlirContext context, const Case *c, bool is_double, const char *attributes,
                     int lanes) {
  size_t bytes = sweep * (is_double ? sizeof(double) : sizeof(float));
  void *a = malloc(bytes), *b = malloc(bytes), *r = malloc(bytes);
  fill_operands(c, a, b, is_double);
  run_views(make_module(context, c, is_double, attributes, lanes), true, c->op, sweep, a, b, r);
  check_errors(c, is_double, a, b, r);
  free(a), free(b), free(r);
}

int main(int argument_count, char **arguments) {
  if (argument_count > 1) {
    long bits = strtol(arguments[1], NULL, 10);
    if (bits < FEWEST_BITS || bits > MOST_BITS) {
      fprintf(stderr, "%s: '%s' is none of %d to %d, the logarithm of how many points are tried\n",
              arguments[0], arguments[1], FEWEST_BITS, MOST_BITS);
      return 2;
    }
    sweep = 1 << bits;
  }
  MlirContext context = compile_context_create();
  char forms[FORMS][LONGEST_FORM];
  int form_count = write_forms(forms);
  for (int form = 0; form < form_count; ++form)
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
      run_case(context, &cases[i], false, forms[form], lanes_of_form[form]);
      if (cases[i].bound_double > 0)
        run_case(context, &cases[i], true, forms[form], lanes_of_form[form]);
    }
  mlirContextDestroy(context);
  return failures != 0;
}
