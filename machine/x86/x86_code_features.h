// X86CodeFeatures: the instruction sets that code for a processor may use, as bits of
// x86_code_features.def.
#ifndef AUTOTUNE_MACHINE_X86_X86_CODE_FEATURES_H
#define AUTOTUNE_MACHINE_X86_X86_CODE_FEATURES_H

#include "machine/architecture.h"

#include <stdint.h>

// The registers that the operating system has to save for an instruction set, as bits of XCR0.
typedef enum X86State {
  X86_STATE_NONE = 0,
  X86_STATE_AVX = 0x6,
  X86_STATE_AVX512 = 0xe6,
  X86_STATE_AMX = 0x60000,
} X86State;

typedef struct X86CodeFeature {
  const char *name; // of LLVM
  uint32_t leaf, subleaf;
  int reg, bit; // reg: 0 to 3 for eax to edx
  X86State state;
} X86CodeFeature;

// The rows of the table, at most 64.
const X86CodeFeature *x86_code_features(int *out_count);

// Bit i: row i. `cpu` as -mcpu names it, `features` as LLVM writes them ("+avx2,-fma"), which may
// be empty. STATUS_USAGE for a processor that LLVM does not know or that is no x86-64.
Status x86_code_features_of(const char *cpu, const char *features, uint64_t *out_bits);
// The same of its instructions for f16.
HalfInstructions x86_half_instructions(const char *cpu, const char *features);

#endif
