// Parsing a file whose resources stay where they lie in it: the C API reads files into memory that
// need not be aligned as bytecode wants it, and copies every resource of a text in memory.
#ifndef AUTOTUNE_RUNTIME_CODEGEN_PARSE_SHIM_H
#define AUTOTUNE_RUNTIME_CODEGEN_PARSE_SHIM_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

// A module from a file, a pipe, or "-", the standard input, text or bytecode; null after an error,
// which the context has reported, with the line of the source as a note. The caller owns it.
MlirModule parse_file(MlirContext context, const char *path);

#ifdef __cplusplus
}
#endif

#endif
