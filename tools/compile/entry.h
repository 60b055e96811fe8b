// Entry: what all code of the C functions of a library is written with.
#ifndef AUTOTUNE_TOOLS_COMPILE_ENTRY_H
#define AUTOTUNE_TOOLS_COMPILE_ENTRY_H

#include "tools/compile/c_interface.h"
#include "llvm-c/Types.h"

typedef struct Entry {
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMBuilderRef builder;
  LLVMTypeRef pointer, i32, i64;
  const CInterface *interface;
  LLVMValueRef lack; // global: what the processor lacks in words, or null; NULL of a GPU's library
} Entry;

// The name that a symbol of the lowered module has in the library, where another model may have
// the same: PREFIX.NAME.
void entry_symbol(const CInterface *interface, const char *name, char out_symbol[2 * C_NAME_BYTES]);

// The type of a scalar as lowered code has it, and as C has it (c_header.h).
LLVMTypeRef entry_scalar_type(const Entry *entry, ElementType type);
LLVMTypeRef entry_c_scalar_type(const Entry *entry, ElementType type);
// A scalar of the one as one of the other.
LLVMValueRef entry_from_c(const Entry *entry, LLVMValueRef value, ElementType type);
LLVMValueRef entry_to_c(const Entry *entry, LLVMValueRef value, ElementType type);

LLVMValueRef entry_i32(const Entry *entry, int value);
LLVMValueRef entry_i64(const Entry *entry, int64_t value);

// Building goes on in the first block of the function.
LLVMValueRef entry_add_function(const Entry *entry, const char *name, LLVMTypeRef type);
// Goes on in a new block unless `condition` holds: then the function returns `status`.
void entry_return_if(const Entry *entry, LLVMValueRef function, LLVMValueRef condition,
                     CStatus status);

typedef struct EntryStatus {
  int number;
  const char *meaning; // NULL ends a list
} EntryStatus;

// An empty module. entry_finish() adds the functions that every library has, PREFIX_version and
// PREFIX_status_text, and returns the module, which the caller then owns.
Entry entry_start(LLVMContextRef context, const CInterface *interface);
LLVMModuleRef entry_finish(const Entry *entry, const EntryStatus *statuses);

#endif
