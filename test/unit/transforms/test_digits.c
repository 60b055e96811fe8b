// Digits say what affine expressions with quotients and remainders do: of random expressions over a
// few loops, in every iteration.
#include "base/integer.h"
#include "base/rng.h"
#include "test/unit/base/check.h"
#include "test/unit/base/daily_seed.h"
#include "transforms/rewrite/digits.h"

#include "mlir-c/IR.h"

enum { LOOPS = 3, EXPRESSIONS = 4000 };
static const int64_t extents[LOOPS] = {24, 12, 1};

static MlirAffineExpr number(MlirContext context, int64_t value) {
  return mlirAffineConstantExprGet(context, value);
}

static MlirAffineExpr draw(Rng *rng, MlirContext context, int depth) {
  static const int64_t divisors[] = {1, 2, 3, 4, 6, 8, 12, 24, 48, 5};
  if (depth == 0 || rng_below(rng, 6) == 0)
    return rng_below(rng, 5) == 0 ? number(context, rng_below(rng, 9) - 2)
                                  : mlirAffineDimExprGet(context, (intptr_t)rng_below(rng, LOOPS));
  MlirAffineExpr left = draw(rng, context, depth - 1);
  MlirAffineExpr divisor = number(context, divisors[rng_below(rng, 10)]);
  switch (rng_below(rng, 4)) {
  case 0:
    return mlirAffineFloorDivExprGet(left, divisor);
  case 1:
    return mlirAffineModExprGet(left, divisor);
  case 2:
    return mlirAffineMulExprGet(left, number(context, rng_below(rng, 14) - 2));
  default:
    return mlirAffineAddExprGet(left, draw(rng, context, depth - 1));
  }
}

static int64_t value_of(MlirAffineExpr expr, const int64_t *loops) {
  if (mlirAffineExprIsAConstant(expr))
    return mlirAffineConstantExprGetValue(expr);
  if (mlirAffineExprIsADim(expr))
    return loops[mlirAffineDimExprGetPosition(expr)];
  int64_t left = value_of(mlirAffineBinaryOpExprGetLHS(expr), loops);
  int64_t right = value_of(mlirAffineBinaryOpExprGetRHS(expr), loops);
  if (mlirAffineExprIsAAdd(expr))
    return left + right;
  if (mlirAffineExprIsAMul(expr))
    return left * right;
  return mlirAffineExprIsAMod(expr) ? integer_floor_mod(left, right)
                                    : integer_floor_div(left, right);
}

static int64_t value_of_digits(const Digits *digits, const int64_t *loops) {
  int64_t sum = digits->constant;
  for (int i = 0; i < digits->count; i++)
    sum += digits->terms[i].factor *
           (loops[digits->terms[i].loop] % digits->terms[i].high / digits->terms[i].low);
  return sum;
}

static int differences(MlirAffineExpr expr, const Digits *digits) {
  int count = 0;
  int64_t loops[LOOPS] = {0}, low, high;
  digits_range(digits, &low, &high);
  for (loops[0] = 0; loops[0] < extents[0]; loops[0]++)
    for (loops[1] = 0; loops[1] < extents[1]; loops[1]++) {
      int64_t value = value_of_digits(digits, loops);
      count += value != value_of(expr, loops) || value < low || value > high;
    }
  return count;
}

static int unfit_terms(const Digits *digits) {
  int count = 0;
  for (int i = 0; i < digits->count; i++) {
    const DigitTerm *term = &digits->terms[i];
    count += term->high % term->low != 0 || extents[term->loop] % term->high != 0;
  }
  return count;
}

static void check_drawn(MlirContext context, uint64_t seed) {
  Rng rng = {seed};
  int with_division = 0;
  for (int i = 0; i < EXPRESSIONS; i++) {
    Digits digits;
    MlirAffineExpr expr = draw(&rng, context, 4);
    if (!digits_of_expression(expr, extents, &digits))
      continue;
    CHECK_EQUAL(differences(expr, &digits), 0);
    CHECK_EQUAL(unfit_terms(&digits), 0);
    for (int t = 0; t < digits.count; t++)
      with_division += digits.terms[t].low > 1;
  }
  CHECK(with_division > EXPRESSIONS / 50);
}

static void check_known(MlirContext context) {
  Digits digits;
  MlirAffineExpr k = mlirAffineDimExprGet(context, 0);
  MlirAffineExpr half =
      mlirAffineFloorDivExprGet(mlirAffineModExprGet(k, number(context, 12)), number(context, 2));
  CHECK(digits_of_expression(half, extents, &digits));
  CHECK_EQUAL(digits.count, 1);
  CHECK_EQUAL(digits.terms[0].low, 2);
  CHECK_EQUAL(digits.terms[0].high, 12);
  // The last group is shorter than the others.
  CHECK(!digits_of_expression(mlirAffineFloorDivExprGet(k, number(context, 5)), extents, &digits));
}

int main(void) {
  MlirContext context = mlirContextCreate();
  check_known(context);
  check_drawn(context, 7);
  check_drawn(context, daily_seed());
  mlirContextDestroy(context);
  return check_result();
}
