// What LLVM knows of the names of x86-64 processors and of their features. The C API does not tell.
#ifndef AUTOTUNE_MACHINE_X86_X86_NAMES_SHIM_H
#define AUTOTUNE_MACHINE_X86_X86_NAMES_SHIM_H

#include "machine/llvm_names_shim.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// Visits the features of `cpu`, changed by `changes` ("+avx2,-fma"), and what all those imply.
// False: LLVM knows no such x86-64.
bool x86_cpu_features_each(const char *cpu, const char *changes, FeatureVisitor *visit, void *user);
// Visits the features that a processor has to have beside the feature `word` (`is_added`), or
// cannot have without it. None for a word that LLVM does not know.
void x86_implied_features_each(const char *word, size_t length, bool is_added,
                               FeatureVisitor *visit, void *user);
// Visits the features that the processor and the system give the program that asks.
void x86_host_features_each(FeatureVisitor *visit, void *user);
// How many features one of two processors has and the other has not.
int x86_feature_distance(const char *cpu, const char *other);

#ifdef __cplusplus
}
#endif

#endif
