// FpMode: what may be done to the floating-point arithmetic of an op, and whether one of its scalar
// ops allows it. docs/numerics.md says what each mode means to a user.
//
// The mode of an op is its attribute `autotune.fp`, else the mark of the run (the same text under
// another name, which no payload has), else the default. A nest of affine loops has that of its
// outermost loop, or of the nearest loop around it that has one. Passes write marks before anything
// is read, so that whoever reads an op needs nothing else.
#ifndef AUTOTUNE_TRANSFORMS_FP_MODE_H
#define AUTOTUNE_TRANSFORMS_FP_MODE_H

#include "mlir-c/IR.h"
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FP_ATTRIBUTE "autotune.fp"

// From the least freedom to the most. Row: enumerator, text, meaning.
#define FP_MODES(X)                                                                                \
  X(STRICT, "strict",                                                                              \
    "the bits of the untouched code: no contraction unless both ops are flagged for it, sums in "  \
    "the order of the source, functions of the C library")                                         \
  X(SOURCE, "source", "what the fast-math flags of the ops allow, and vector math within 4 ulp")   \
  X(REASSOC, "reassoc", "sums and products in any order, multiply-adds fused, vector math")        \
  X(RELAXED, "relaxed", "also other algorithms, whose errors are larger")

typedef enum FpMode {
#define X(name, text, meaning) FP_##name,
  FP_MODES(X)
#undef X
      FP_MODE_COUNT
} FpMode;

#define FP_DEFAULT_OF_LINALG FP_REASSOC
#define FP_DEFAULT_OF_AFFINE FP_SOURCE

const char *fp_mode_text(FpMode mode); // static
// FP_MODE_COUNT when the text is no mode.
FpMode fp_mode_find(MlirStringRef text);

// Of a structured op. An attribute whose text is no mode, which fp_marks_check refuses, counts as
// strict here and below.
FpMode fp_mode_of(MlirOperation op);
// Of the nest whose outermost loop, an affine.for, this is.
FpMode fp_mode_of_nest(MlirOperation loop);
bool fp_mode_is_set(MlirOperation op); // by an attribute of the payload
void fp_mode_set(MlirOperation op, FpMode mode);
// The mark of the run.
bool fp_mode_is_marked(MlirOperation op);
void fp_mode_mark(MlirOperation op, FpMode mode);
void fp_mode_unmark(MlirOperation op);
// Gives `to`, which stands in the place of `from`, the attribute and the mark of `from`.
void fp_mode_copy(MlirOperation from, MlirOperation to);

// Whether the terms that `op`, the last op of a body, combines with its accumulator may come in any
// order. Always of integers, and of a maximum or minimum that has one result in every order.
bool fp_may_reassociate(FpMode mode, MlirOperation op);
// Whether the product and the sum may become one multiply-add with one rounding.
bool fp_may_contract(FpMode mode, MlirOperation product, MlirOperation sum);
// Whether a function may be evaluated by our own vector code.
bool fp_may_approximate(FpMode mode);

#ifdef __cplusplus
}
#endif

#endif
