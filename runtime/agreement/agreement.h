// Agreement: whether what tuned code leaves is right. Every output has to be one of
// - near what the untouched code leaves,
// - near what it leaves in double precision,
// - about as near to that as what the untouched code leaves. A long sum in a narrow type is another
//   one in another order; data without rounding have to tell then (operands.h, is_exact),
// - about as near to that as what it leaves with its quantised numbers nudged (nudge_shim.h): where
//   one is next to the middle between two integers, the last bit of a sum decides.
#ifndef AUTOTUNE_RUNTIME_AGREEMENT_AGREEMENT_H
#define AUTOTUNE_RUNTIME_AGREEMENT_AGREEMENT_H

#include "runtime/operands.h"

// Of two codes that round as often, one is at most so many times as far off as the other.
#define AGREEMENT_ROUNDING_FACTOR 16
// As many times as far off as the nudged code, which moves more numbers than rounding does.
#define AGREEMENT_NUDGED_FACTOR 2

// What the untouched code leaves in double precision, rounded to the types of the others.
typedef struct PreciseOutputs {
  const Outputs *plain;
  const Outputs *raised, *lowered; // with quantised numbers nudged; null: none are, or not known
} PreciseOutputs;

typedef struct Agreement {
  Comparison tuned;    // with the untouched code or, if is_by_double, with that in double precision
  bool is_by_double;   // which at least one output needed
  bool is_by_rounding; // an output is only about as near as the untouched code's
  double untouched_error; // of the outputs that needed it, the untouched code's own
  double nudged_error;    // and that of the nudged code; 0: no output needed it
} Agreement;

// `precise`: NULL: not known.
Agreement agreement_judge(const Outputs *untouched, const PreciseOutputs *precise,
                          const Outputs *tuned, double tolerance_scale);

#endif
