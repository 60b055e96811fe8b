// CInterface: how C sees the public functions of a module: one C function each, on plain pointers
// and scalars, and the header that declares them.
#ifndef AUTOTUNE_TOOLS_COMPILE_C_INTERFACE_H
#define AUTOTUNE_TOOLS_COMPILE_C_INTERFACE_H

#include "base/status.h"
#include "mlir-c/IR.h"
#include "runtime/signature.h"

#include <stdbool.h>

enum { C_NAME_BYTES = 256 };

// What a C function returns; C_STATUSES lists them for the header and for status_text.
#define C_STATUSES(X)                                                                              \
  X(OK, 0, "done")                                                                                 \
  X(NULL_ARGUMENT, 1, "a pointer is null; nothing was computed")                                   \
  X(WRONG_PROCESSOR, 2, "this processor lacks an instruction set that the code was compiled for")  \
  X(NO_MEMORY, 3, "there is no memory for the temporary buffers; nothing was computed")            \
  X(BAD_WORKSPACE, 4, "the workspace is null or not aligned; nothing was computed")                \
  X(BAD_SIZE, 5, "a size, or one of a result, is negative or too large; nothing was computed")

typedef enum CStatus {
#define X(name, number, meaning) C_STATUS_##name = number,
  C_STATUSES(X)
#undef X
} CStatus;

typedef struct CFunction {
  Signature signature;       // its name is that of the func.func
  char c_name[C_NAME_BYTES]; // PREFIX_NAME
  int64_t workspace_bytes;   // of its temporaries, BUFFER_ALIGNMENT; 0: none
  bool is_open;              // its types have sizes that are not known
  char size_names[OPEN_SIZES_MAX][DIM_NAME_BYTES + 8]; // in C, of the symbols of the signature
  int *result_symbols; // owned; of each unknown size of the results, the symbol that it is, or -1;
                       // NULL: there is none
} CFunction;

// What a further function of each is called: c_name and this.
#define C_IN_SUFFIX "_in"
#define C_BYTES_SUFFIX "_workspace_bytes"
#define C_SHAPES_SUFFIX "_result_shapes"

typedef struct CInterface {
  char prefix[C_NAME_BYTES];  // of every symbol
  char version[C_NAME_BYTES]; // equal for a header and the library that belongs to it
  CFunction *functions;       // owned
  int count;
  bool is_for_device; // buffers are a GPU's memory, and functions take a stream first
} CInterface;

// Reads the public functions of `module`, which is not lowered yet and has been given to
// result_shapes_add, and marks them for lower_to_llvm: plain pointers where no size is unknown, and
// buffers of the caller for results. `prefix` is made a C
// identifier. STATUS_USAGE without a public function, or when two have one name in C;
// STATUS_UNSUPPORTED, naming function and type, where a layout is not static. The caller
// owns the contents: c_interface_destroy.
Status c_interface_create(MlirModule module, const char *prefix, CInterface *out_interface);
void c_interface_destroy(CInterface *interface);

// Sets the bytes of the workspaces, once `lowered` is.
void c_interface_read_workspaces(MlirModule lowered, CInterface *interface);

#endif
