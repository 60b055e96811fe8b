// Library: a tuned module as a file that C programs link or load, with its header beside it.
#ifndef AUTOTUNE_TOOLS_COMPILE_LIBRARY_H
#define AUTOTUNE_TOOLS_COMPILE_LIBRARY_H

#include "base/status.h"
#include "machine/architecture.h"
#include "mlir-c/IR.h"
#include "tools/compile/c_interface.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum LibraryForm {
  LIBRARY_IR,       // LLVM IR as text
  LIBRARY_ASSEMBLY, // one file of both, of the compiled functions alone
  LIBRARY_OBJECT,   // one relocatable object
  LIBRARY_ARCHIVE,
  LIBRARY_SHARED,
} LibraryForm;

typedef struct LibraryOptions {
  LibraryForm form;
  const char *path;   // of the file
  const char *header; // path of the header; NULL: none is written
  const char *prefix; // of the C functions
  const Architecture *architecture;
  const char *processor; // what functions are compiled for that name none themselves
  bool is_for_all;       // the others too
  const char *linker;    // a compiler driver; "": the built-in one (link.h)
  int jobs;              // threads that compile, at least 1
  bool is_whole;         // functions are compiled as they are, by -O3 of LLVM
  void (*compiled)(int count, int of, void *user); // NULL, or told after every module
  void *user;
  void (*described)(const CInterface *interface, void *user); // NULL, or told before the compiling
  void *described_user;
} LibraryOptions;

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
