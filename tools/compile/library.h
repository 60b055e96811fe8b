// Library: a tuned module as a file that C programs link or load, with its header beside it.
#ifndef AUTOTUNE_TOOLS_COMPILE_LIBRARY_H
#define AUTOTUNE_TOOLS_COMPILE_LIBRARY_H

#include "base/status.h"
#include "mlir-c/IR.h"
#include "tools/compile/library_files.h"

#include <stdint.h>

typedef struct LibraryReport {
  int modules;
  int64_t weight_bytes, file_bytes;
  double lower_seconds, compile_seconds, link_seconds;
} LibraryReport;

// Lowers `module` in place, compiles it and writes the files; after a failure neither of them has
// been changed, or there is none. STATUS_USAGE and STATUS_UNSUPPORTED for what a module or an
// option cannot be, STATUS_LOWERING for an op that has no code, STATUS_SYSTEM for files and memory.
Status library_build(MlirModule module, const LibraryOptions *options, LibraryReport *out_report);

#endif
