// Of AArch64 itself: what the files of this folder know of one another, and tests ask.
#ifndef AUTOTUNE_MACHINE_AARCH64_AARCH64_H
#define AUTOTUNE_MACHINE_AARCH64_AARCH64_H

#include "machine/architecture.h"
#include "machine/machine_kernels.h"

// Features that tell what vectors there are; aarch64.c has their names.
typedef enum Aarch64Feature {
  AARCH64_NEON = 1 << 0,
  AARCH64_DOTPROD = 1 << 1,
  AARCH64_I8MM = 1 << 2,
  AARCH64_BF16 = 1 << 3,
  AARCH64_FULLFP16 = 1 << 4,
  AARCH64_FP16FML = 1 << 5,
} Aarch64Feature;

// Adds the bit of a feature to the unsigned number `user`: a FeatureVisitor.
void aarch64_feature_collect(const char *name, size_t length, void *user);

// aarch64_host.c: the row of the cores that a text of /proc/cpuinfo describes; the default row
// where LLVM does not know them.
const Target *aarch64_row_of_cpuinfo(const char *text);
// Their name, implementer and part, as cpu_identity.h wants it.
void aarch64_identity_of_cpuinfo(const char *text, char *out, size_t size);
// The features that two words of the auxiliary vector tell.
unsigned aarch64_features_of_words(uint64_t hwcap, uint64_t hwcap2);

#if defined(__aarch64__) && defined(__linux__)
extern const ArchitectureHost aarch64_host;
extern const MachineKernels aarch64_kernels;
#endif

#endif
