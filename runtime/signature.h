// Signature: the arguments and results of a function of the payload, as data.
#ifndef AUTOTUNE_RUNTIME_SIGNATURE_H
#define AUTOTUNE_RUNTIME_SIGNATURE_H

#include "base/status.h"
#include "mlir-c/IR.h"
#include "runtime/data/draw.h"
#include "runtime/open_sizes.h"

enum { VALUE_MAX_RANK = 16, VALUE_NAME_BYTES = 64 };

// A scalar, or a tensor or memref; of a result, and of arguments whose sizes are left open, a size
// may be OPEN_SIZE.
typedef struct ValueType {
  ElementType type;
  bool is_buffer;  // else a scalar
  bool is_memref;  // an argument whose contents after the call count
  bool is_written; // an argument that the function may write: a memref, or bufferization.writable
  int rank;
  int64_t shape[VALUE_MAX_RANK];
  int symbols[VALUE_MAX_RANK];     // of an argument: of the dimensions of unknown size; else -1
  int64_t strides[VALUE_MAX_RANK]; // elements; row-major unless a memref layout says otherwise;
                                   // OPEN_SIZE: row-major, of sizes that are open
  int64_t offset;                  // elements
  bool is_constant, is_packed;     // an argument with the attribute, see workload.h
  Draw draw;                       // of an argument, by what the function does with it
  int64_t cold_bytes;              // the number of that attribute; 0: the argument is none such
  char name[VALUE_NAME_BYTES];     // in the model, empty for none; longer ones are cut
} ValueType;

typedef struct Signature {
  char *name;
  int argument_count, result_count;
  ValueType *arguments, *results;
  OpenSizes sizes; // of the arguments, as they were given
  int symbol_count;
  char symbols[OPEN_SIZES_MAX][DIM_NAME_BYTES]; // names of unknown sizes; equal names are one
} Signature;

// Reads the type of the func.func `name` (NULL: the first public one with a body). The module must
// not be lowered yet. STATUS_USAGE when there is none, STATUS_UNSUPPORTED for types without a
// static shape. The caller owns the contents: signature_destroy.
Status signature_read(MlirModule module, const char *name, Signature *out_signature);
// The same with `sizes` for the unknown dimensions of the arguments; those of results stay open.
// STATUS_USAGE when there are more or fewer, or names that are none.
Status signature_read_sized(MlirModule module, const char *name, const OpenSizes *sizes,
                            Signature *out_signature);
// The same with all unknown sizes left open.
Status signature_read_open(MlirModule module, const char *name, Signature *out_signature);
void signature_destroy(Signature *signature);
// Whether the module has a public function of that name with a body.
bool signature_is_there(MlirModule module, const char *name);

// Calls `visit` with the name of every public func.func that has a body, in order.
void signature_each_function(MlirModule module, void (*visit)(const char *name, void *user),
                             void *user);
// What errors about a missing function add where there is a module in the module, whose functions
// cannot be called; else "".
const char *signature_nested_hint(MlirModule module);

// Elements of a value (1 for a scalar); elements from the first to the last one it touches.
int64_t value_type_elements(const ValueType *type);
int64_t value_type_span(const ValueType *type);

#endif
