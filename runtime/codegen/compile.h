// Compile: from the text of a module to the LLVM dialect, by a pipeline given as text.
//
// Contexts made here are single-threaded, know every upstream dialect, and report errors through
// Status instead of the standard error stream.
#ifndef AUTOTUNE_RUNTIME_CODEGEN_COMPILE_H
#define AUTOTUNE_RUNTIME_CODEGEN_COMPILE_H

#include "base/status.h"
#include "mlir-c/IR.h"

// A context with all upstream dialects loaded and all upstream passes registered in the process.
// The caller owns it: mlirContextDestroy.
MlirContext compile_context_create(void);

// Parses `text` into a module owned by the caller. STATUS_USAGE with the parser's first error.
Status compile_parse(MlirContext context, const char *text, MlirModule *out_module);
// The same for text or bytecode of `size` bytes, which are not kept.
Status compile_parse_bytes(MlirContext context, const void *bytes, size_t size,
                           MlirModule *out_module);
// The same for a file, a pipe, or "-", the standard input; a pipe can be read once.
Status compile_parse_file(MlirContext context, const char *path, MlirModule *out_module);

// Runs the pass pipeline `text` ("builtin.module(...)") on the module in place. STATUS_LOWERING
// with the first error; the module is then to be thrown away.
Status compile_run_pipeline(MlirModule module, const char *text);

// Asks for `_mlir_ciface_` wrappers of every function with a body: to be called before lowering.
void compile_request_wrappers(MlirModule module);

#endif
