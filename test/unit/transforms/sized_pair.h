// SizedPair: the functions of a file as they are and tuned once, compared at sizes of their unknown
// dimensions.
#ifndef AUTOTUNE_TEST_UNIT_TRANSFORMS_SIZED_PAIR_H
#define AUTOTUNE_TEST_UNIT_TRANSFORMS_SIZED_PAIR_H

#include "passes/tune.h"
#include "runtime/codegen/compile.h"
#include "test/unit/transforms/compare_filled.h"

typedef struct SizedPair {
  MlirModule module; // as it was read
  Jit *untouched, *tuned;
  bool verifies;          // the tuned module
  double tolerance_scale; // 0: every bit
} SizedPair;

// For x86-64-v3, by the analytical model: what else `texts` leave to the caller stays as
// option_texts_init() has it.
void sized_pair_options(OptionTexts *texts);
// The caller destroys the pair in any case.
Status sized_pair_create(MlirContext context, const char *path, const OptionTexts *texts,
                         double tolerance_scale, TuneStatistics *out_statistics,
                         SizedPair *out_pair);
void sized_pair_destroy(SizedPair *pair);

// Whether each operand of such a call has few enough elements for a test.
bool sized_pair_fits(const SizedPair *pair, const char *name, int64_t size);
// Calls the function with all unknown dimensions of that size, in both ways.
Status sized_pair_compare(const SizedPair *pair, const char *name, int64_t size);

#endif
