// Autotune for MLIR: models compiled to libraries, within a process.
//
// For a program that loads libautotune-compiler.so, which has an LLVM and an MLIR of its own
// inside and exports this and autotune.h alone. docs/python.md says where it comes from.
#ifndef AUTOTUNE_COMPILE_H
#define AUTOTUNE_COMPILE_H

#include "autotune.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef void (*AutotuneTextCallback)(const char *text, void *user);

// Does what `autotune compile MODEL -o LIBRARY --jobs JOBS` does: reads the file `model`, tunes it
// by the options, writes the library, whose name ends in .so, and with `header`, unless it is null,
// a header for C. The C functions begin with `prefix`. `report` gets one object of JSON: what was
// made, its functions with the types and shapes of their values, what was chosen for every op and
// why. One model is compiled at a time; other threads wait. A failure leaves no file.
AUTOTUNE_EXPORTED AutotuneResult autotuneCompile(const char *model, const AutotuneOptions *options,
                                                 const char *library, const char *header,
                                                 const char *prefix, int jobs,
                                                 AutotuneTextCallback report, void *user);

// Adds the passes `autotune` and `autotune-kernels` and the pipelines to the registry of another
// MLIR in this process, once for each. `library` is what dlopen gave for a library that, itself or
// by what it depends on, exports MLIR's C API and mlir::registerPassPipeline, such as an extension
// module of MLIR's Python bindings; it has to stay loaded. What a pass runs on, a builtin.module or
// a function, goes as bytecode through this library's own MLIR: both have to read what the other
// writes, and a context needs the dialects of what comes back loaded. Warnings and remarks go to
// the standard error stream.
AUTOTUNE_EXPORTED AutotuneResult autotuneRegisterPassesIn(void *library);

// The programs `autotune`, and mlir-opt with the passes of autotune: all of their mains.
AUTOTUNE_EXPORTED int autotuneRunProgram(int argc, char **argv);
AUTOTUNE_EXPORTED int autotuneRunOptimizer(int argc, char **argv);

#ifdef __cplusplus
}
#endif

#endif
