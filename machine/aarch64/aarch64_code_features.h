// Aarch64CodeFeatures: the instruction sets that code for a processor may use, as bits of
// aarch64_code_features.def.
#ifndef AUTOTUNE_MACHINE_AARCH64_AARCH64_CODE_FEATURES_H
#define AUTOTUNE_MACHINE_AARCH64_AARCH64_CODE_FEATURES_H

#include "machine/architecture.h"

#include <stdint.h>

// Entries of the auxiliary vector, as getauxval of Linux numbers them.
typedef enum Aarch64Word { AARCH64_HWCAP = 16, AARCH64_HWCAP2 = 26 } Aarch64Word;

typedef struct Aarch64CodeFeature {
  const char *name; // of LLVM
  Aarch64Word word;
  int bit;
} Aarch64CodeFeature;

// The rows of the table, at most 64.
const Aarch64CodeFeature *aarch64_code_features(int *out_count);

// Bit i: row i. `cpu` as -mcpu names it, `features` as LLVM writes them ("+dotprod,-bf16"), which
// may be empty. STATUS_USAGE for a processor that LLVM does not know or that is no AArch64.
Status aarch64_code_features_of(const char *cpu, const char *features, uint64_t *out_bits);
// The same of its instructions for f16.
HalfInstructions aarch64_half_instructions(const char *cpu, const char *features);

#endif
