// EntrySizes: the unknown sizes of a call, as values of the C function.
#ifndef AUTOTUNE_TOOLS_COMPILE_ENTRY_SIZES_H
#define AUTOTUNE_TOOLS_COMPILE_ENTRY_SIZES_H

#include "tools/compile/entry.h"

typedef struct EntrySizes {
  LLVMValueRef symbols[OPEN_SIZES_MAX]; // of the arguments
  LLVMValueRef *results;                // owned; of every unknown size of the results
} EntrySizes;

// The sizes are the parameters of `function` from `first` on; `scalars` are the numbers among the
// arguments, as lowered code takes them. The function returns where one is negative or too large.
EntrySizes entry_sizes_read(const Entry *entry, LLVMValueRef function, const CFunction *c_function,
                            int first, LLVMValueRef *scalars);
void entry_sizes_destroy(EntrySizes *sizes);

// The extents of the value; `next` counts the unknown sizes of results.
void entry_extents(const Entry *entry, const EntrySizes *sizes, const ValueType *value,
                   bool is_result, int *next, LLVMValueRef out_extents[VALUE_MAX_RANK]);

// Writes the C function NAME_result_shapes.
void entry_sizes_make_function(const Entry *entry, const CFunction *c_function);

#endif
