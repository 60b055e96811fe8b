// Agreement: whether what tuned code leaves is right. Every output has to be one of
// - near what the untouched code leaves,
// - near what it leaves in double precision,
// - about as near to that as what the untouched code leaves. A long sum in a narrow type is another
//   one in another order; data without rounding have to tell then (operands.h, is_exact).
#ifndef AUTOTUNE_RUNTIME_AGREEMENT_AGREEMENT_H
#define AUTOTUNE_RUNTIME_AGREEMENT_AGREEMENT_H

#include "runtime/operands.h"

// Of two codes that round as often, one is at most so many times as far off as the other.
#define AGREEMENT_ROUNDING_FACTOR 16

typedef struct Agreement {
  Comparison tuned;    // with the untouched code or, if is_by_double, with that in double precision
  bool is_by_double;   // which at least one output needed
  bool is_by_rounding; // an output is only about as near as the untouched code's
  double untouched_error; // of the outputs that needed it, the untouched code's own
} Agreement;

// `precise` is the same in double precision, rounded to the types of the others; NULL: not known.
Agreement agreement_judge(const Outputs *untouched, const Outputs *precise, const Outputs *tuned,
                          double tolerance_scale);

#endif
