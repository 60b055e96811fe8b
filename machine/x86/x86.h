// Of x86-64 itself: what the files of this folder know of one another, and tests ask.
#ifndef AUTOTUNE_MACHINE_X86_X86_H
#define AUTOTUNE_MACHINE_X86_X86_H

#include "machine/architecture.h"

// Features that tell what vectors there are; x86.c has their names.
typedef enum X86Feature {
  X86_SSE = 1 << 0,
  X86_SSE2 = 1 << 1,
  X86_SSE42 = 1 << 2,
  X86_AVX = 1 << 3,
  X86_AVX2 = 1 << 4,
  X86_FMA = 1 << 5,
  X86_F16C = 1 << 6,
  X86_AVX512F = 1 << 7,
  X86_AVX512BW = 1 << 8,
  X86_AVX512DQ = 1 << 9,
  X86_AVX512VL = 1 << 10,
  X86_AVX512VNNI = 1 << 11,
  X86_AVXVNNI = 1 << 12,
  X86_AVX512BF16 = 1 << 13,
  X86_AMX_TILE = 1 << 14,
  X86_AMX_INT8 = 1 << 15,
  X86_AMX_BF16 = 1 << 16,
  X86_AVXVNNIINT8 = 1 << 17,
  X86_AVX10_2 = 1 << 18,
  X86_AVX512FP16 = 1 << 19,
} X86Feature;

// The bit of a feature of that name; 0: it says nothing of vectors.
unsigned x86_feature_bit(const char *name, size_t length);
// Adds the bit of a feature to the unsigned number `user`: a FeatureVisitor.
void x86_feature_collect(const char *name, size_t length, void *user);

// Gives a target the products and sums of these features, as far as its vectors go.
void x86_set_dot_products(unsigned features, Target *target);
// The row of the highest level of the x86-64 psABI that is had as a whole: it has FMA beside its
// wide vectors.
const Target *x86_level(unsigned features);
// A row by its name.
const Target *x86_row(const char *name);

// What a processor tells of itself.
typedef struct X86Cpuid {
  bool is_amd, is_intel;
  int family, model;             // extended fields added in
  uint32_t leaf7_ecx, leaf7_edx; // features
} X86Cpuid;

// The row that is most like a processor of which the vectors of `level` may be used: a virtual
// machine may hide vectors, and report another model than it has.
const Target *x86_row_of_cpuid(const X86Cpuid *cpu, const Target *level);

#if defined(__x86_64__)
extern const ArchitectureHost x86_host;
extern const MachineKernels x86_kernels;
#endif

#endif
