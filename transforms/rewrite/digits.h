// Digits: numbers made of parts of the loops' counters, as the places of packed and grouped
// elements are: constant + sum of factor * ((loop mod high) / low).
#ifndef AUTOTUNE_TRANSFORMS_REWRITE_DIGITS_H
#define AUTOTUNE_TRANSFORMS_REWRITE_DIGITS_H

#include "mlir-c/AffineExpr.h"
#include <stdbool.h>
#include <stdint.h>

enum { DIGITS_MAX_TERMS = 8 };

// factor * ((loop mod high) / low); low divides high, and high the extent of the loop.
typedef struct DigitTerm {
  int loop;
  int64_t low, high, factor;
} DigitTerm;

typedef struct Digits {
  int64_t constant;
  int count;
  DigitTerm terms[DIGITS_MAX_TERMS];
} Digits;

// The counter of a loop of `extent` iterations.
Digits digits_of_loop(int loop, int64_t extent);

// The functions below return false where the result is no such number, or a large one.

// left + factor * right.
bool digits_add(const Digits *left, const Digits *right, int64_t factor, Digits *out);
// Rounded towards minus infinity, and what remains, for divisor > 0.
bool digits_divide(const Digits *digits, int64_t divisor, Digits *out);
bool digits_modulo(const Digits *digits, int64_t divisor, Digits *out);
// The result of an affine map over loops of these extents.
bool digits_of_expression(MlirAffineExpr expr, const int64_t *extents, Digits *out);

// The least and the greatest value.
void digits_range(const Digits *digits, int64_t *out_low, int64_t *out_high);

#endif
