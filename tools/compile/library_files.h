// LibraryFiles: the objects of a library put together as one file, and its header.
#ifndef AUTOTUNE_TOOLS_COMPILE_LIBRARY_FILES_H
#define AUTOTUNE_TOOLS_COMPILE_LIBRARY_FILES_H

#include "base/status.h"
#include "machine/architecture.h"
#include "tools/compile/c_interface.h"
#include "tools/compile/object.h"

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

// Writes the file of `options`, and its header where it has one, of the objects; of a form of text
// the first of them alone. Both are written, or neither. `openmp`: a library that shared ones are
// linked with; NULL: none.
Status library_files_write(const LibraryOptions *options, const CInterface *interface,
                           const Object *objects, int count, const char *openmp,
                           int64_t *out_bytes);

#endif
