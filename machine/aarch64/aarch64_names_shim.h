// What LLVM knows of the names of AArch64 processors and of their features. The C API does not
// tell.
#ifndef AUTOTUNE_MACHINE_AARCH64_AARCH64_NAMES_SHIM_H
#define AUTOTUNE_MACHINE_AARCH64_AARCH64_NAMES_SHIM_H

#include "machine/llvm_names_shim.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// Visits the features of `cpu`, changed by `changes` ("+dotprod,-bf16"), and what all those imply.
// False: LLVM knows no such AArch64.
bool aarch64_cpu_features_each(const char *cpu, const char *changes, FeatureVisitor *visit,
                               void *user);
// Visits the feature `word` and those that a processor has to have beside it (`is_added`), or
// cannot have without it. None for a word that LLVM does not know.
void aarch64_implied_features_each(const char *word, size_t length, bool is_added,
                                   FeatureVisitor *visit, void *user);
// How many features one of two processors has and the other has not.
int aarch64_feature_distance(const char *cpu, const char *other);
// Whether it runs instructions in their order, as LLVM's scheduler takes it. LLVM's tables of
// AArch64 are initialised.
bool aarch64_is_in_order(const char *cpu);

enum { AARCH64_CPU_NAME_BYTES = 64 };
// LLVM's name of the core that a text of /proc/cpuinfo describes; "generic" where it knows none.
void aarch64_cpuinfo_name(const char *text, char out[AARCH64_CPU_NAME_BYTES]);

#ifdef __cplusplus
}
#endif

#endif
