// Digits: numbers made of parts of the loops' counters.
#include "transforms/rewrite/digits.h"

static const int64_t MAX_NUMBER = INT64_C(1) << 40;

Digits digits_of_loop(int loop, int64_t extent) {
  Digits digits = {.count = extent > 1, .terms = {{loop, 1, extent, 1}}};
  return digits;
}

static int64_t extent_of(const DigitTerm *term) { return term->high / term->low; }

void digits_range(const Digits *digits, int64_t *out_low, int64_t *out_high) {
  *out_low = *out_high = digits->constant;
  for (int i = 0; i < digits->count; i++) {
    int64_t reach = digits->terms[i].factor * (extent_of(&digits->terms[i]) - 1);
    *(reach < 0 ? out_low : out_high) += reach;
  }
}

static bool add_term(Digits *digits, DigitTerm term) {
  int64_t reach;
  if (term.factor == 0 || extent_of(&term) == 1)
    return true;
  if (__builtin_mul_overflow(term.factor, extent_of(&term), &reach) || reach > MAX_NUMBER ||
      reach < -MAX_NUMBER)
    return false;
  for (int i = 0; i < digits->count; i++) {
    DigitTerm *old = &digits->terms[i];
    if (old->loop != term.loop || old->low != term.low || old->high != term.high)
      continue;
    old->factor += term.factor;
    if (old->factor == 0)
      *old = digits->terms[--digits->count];
    return true;
  }
  if (digits->count == DIGITS_MAX_TERMS)
    return false;
  digits->terms[digits->count++] = term;
  return true;
}

bool digits_add(const Digits *left, const Digits *right, int64_t factor, Digits *out) {
  Digits sum = *left;
  int64_t product;
  if (__builtin_mul_overflow(right->constant, factor, &product) ||
      __builtin_add_overflow(sum.constant, product, &sum.constant) || sum.constant > MAX_NUMBER ||
      sum.constant < -MAX_NUMBER)
    return false;
  for (int i = 0; i < right->count; i++) {
    DigitTerm term = right->terms[i];
    if (__builtin_mul_overflow(term.factor, factor, &term.factor) || !add_term(&sum, term))
      return false;
  }
  *out = sum;
  return true;
}

// What is a multiple of the divisor, divided by it, and the rest.
static bool part(const Digits *digits, int64_t divisor, Digits *out_quotient, Digits *out_rest) {
  int64_t remainder = digits->constant % divisor;
  remainder += remainder < 0 ? divisor : 0;
  *out_rest = (Digits){.constant = remainder};
  *out_quotient = (Digits){.constant = (digits->constant - remainder) / divisor};
  for (int i = 0; i < digits->count; i++) {
    DigitTerm term = digits->terms[i];
    bool is_multiple = term.factor % divisor == 0;
    term.factor /= is_multiple ? divisor : 1;
    if (!add_term(is_multiple ? out_quotient : out_rest, term))
      return false;
  }
  return true;
}

static bool is_below(const Digits *digits, int64_t end) {
  int64_t low, high;
  digits_range(digits, &low, &high);
  return low >= 0 && high < end;
}

// The only term of the rest where the divisor cuts it in two.
static bool find_cut(const Digits *rest, int64_t divisor, DigitTerm *out_term) {
  *out_term = rest->terms[0];
  return rest->constant == 0 && rest->count == 1 && out_term->factor == 1 &&
         divisor <= extent_of(out_term) && extent_of(out_term) % divisor == 0;
}

bool digits_divide(const Digits *digits, int64_t divisor, Digits *out) {
  Digits rest;
  DigitTerm term;
  if (divisor < 1 || !part(digits, divisor, out, &rest))
    return false;
  if (is_below(&rest, divisor))
    return true;
  if (!find_cut(&rest, divisor, &term))
    return false;
  term.low *= divisor;
  return add_term(out, term);
}

bool digits_modulo(const Digits *digits, int64_t divisor, Digits *out) {
  Digits quotient;
  DigitTerm term;
  if (divisor < 1 || !part(digits, divisor, &quotient, out))
    return false;
  if (is_below(out, divisor))
    return true;
  if (!find_cut(out, divisor, &term))
    return false;
  term.high = term.low * divisor;
  *out = (Digits){0};
  return add_term(out, term);
}

static bool of_binary(MlirAffineExpr expr, const int64_t *extents, Digits *out) {
  static const Digits zero = {0};
  Digits left, right;
  if (!digits_of_expression(mlirAffineBinaryOpExprGetLHS(expr), extents, &left) ||
      !digits_of_expression(mlirAffineBinaryOpExprGetRHS(expr), extents, &right))
    return false;
  if (mlirAffineExprIsAAdd(expr))
    return digits_add(&left, &right, 1, out);
  if (mlirAffineExprIsAMul(expr) && right.count == 0)
    return digits_add(&zero, &left, right.constant, out);
  if (mlirAffineExprIsAFloorDiv(expr) && right.count == 0)
    return digits_divide(&left, right.constant, out);
  return mlirAffineExprIsAMod(expr) && right.count == 0 &&
         digits_modulo(&left, right.constant, out);
}

// Recursion: as deep as the expression.
bool digits_of_expression(MlirAffineExpr expr, const int64_t *extents, Digits *out) {
  if (mlirAffineExprIsAConstant(expr)) {
    *out = (Digits){.constant = mlirAffineConstantExprGetValue(expr)};
    return out->constant <= MAX_NUMBER && out->constant >= -MAX_NUMBER;
  }
  if (mlirAffineExprIsADim(expr)) {
    int loop = (int)mlirAffineDimExprGetPosition(expr);
    *out = digits_of_loop(loop, extents[loop]);
    return true;
  }
  return !mlirAffineExprIsASymbol(expr) && of_binary(expr, extents, out);
}
