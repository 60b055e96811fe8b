// What the C API does not tell of a function: its features, effects of the ops in it on memory, and
// who names it.
#ifndef AUTOTUNE_TRANSFORMS_FUNCTION_SHIM_H
#define AUTOTUNE_TRANSFORMS_FUNCTION_SHIM_H

#include "mlir-c/IR.h"
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// Whether the op and everything in it only computes: it neither reads nor writes memory.
bool op_is_pure(MlirOperation op);
// Whether some op of the symbol table around the symbol names it.
bool symbol_is_used(MlirOperation symbol);

// The features of its attribute target_features, "+avx2,-fma"; "" where it has none.
void function_features(MlirOperation function, char *text, size_t size);

// How often the ops of a module name its symbols, nested modules included. Read once: asking for
// each symbol by itself would walk the module each time. Owned by the caller.
typedef struct SymbolUses SymbolUses;
SymbolUses *symbol_uses_read(MlirOperation module);
void symbol_uses_destroy(SymbolUses *uses);
// -1 when nobody can tell.
int symbol_uses_count(const SymbolUses *uses, MlirOperation symbol);

#ifdef __cplusplus
}
#endif

#endif
