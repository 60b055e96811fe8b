// What instruction sets LLVM takes a processor to have: the C API does not tell.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_FLOATS_CPU_FEATURES_SHIM_H
#define AUTOTUNE_TRANSFORMS_LOWERING_FLOATS_CPU_FEATURES_SHIM_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// Visits the names of the features of `cpu`, changed by `features` ("+avx2,-fma") and what those
// imply. False: LLVM knows no such x86-64.
bool llvm_cpu_features_each(const char *cpu, const char *features,
                            void (*visit)(const char *name, size_t length, void *user), void *user);

#ifdef __cplusplus
}
#endif

#endif
