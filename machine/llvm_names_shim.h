// What LLVM knows of the names of processors and systems of all architectures. The C API does not
// tell.
#ifndef AUTOTUNE_MACHINE_LLVM_NAMES_SHIM_H
#define AUTOTUNE_MACHINE_LLVM_NAMES_SHIM_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef void FeatureVisitor(const char *name, size_t length, void *user);

// Whether a processor of that name exists of an architecture that LLVM has a table of; x86 and
// AArch64 are left out.
bool llvm_knows_other_cpu(const char *name, size_t length);
// Gives the architecture of a triple as LLVM names it, "unknown" where it has none of that name.
// Returns whether pointers have 64 bits there.
bool llvm_triple_read(const char *text, size_t length, char *out_architecture, size_t size);

#ifdef __cplusplus
}
#endif

#endif
