// The sizes of results come from the function that result_shapes_add made.
#include "tools/compile/entry_sizes.h"

#include "tools/compile/result_shapes.h"
#include "llvm-c/Core.h"

#include <stdio.h>
#include <stdlib.h>

static int scalar_count(const Signature *signature) {
  int count = 0;
  for (int i = 0; i < signature->argument_count; i++)
    count += !signature->arguments[i].is_buffer;
  return count;
}

static void check(const Entry *entry, LLVMValueRef function, LLVMIntPredicate predicate,
                  const LLVMValueRef *sizes, int count, int64_t limit) {
  LLVMValueRef is_bad = LLVMConstInt(LLVMInt1TypeInContext(entry->context), 0, false);
  for (int i = 0; i < count; i++)
    is_bad = LLVMBuildOr(
        entry->builder, is_bad,
        LLVMBuildICmp(entry->builder, predicate, sizes[i], entry_i64(entry, limit), ""), "");
  if (count)
    entry_return_if(entry, function, is_bad, C_STATUS_BAD_SIZE);
}

// --- of results

static LLVMValueRef shapes_function(const Entry *entry, const CFunction *c_function, int count,
                                    LLVMTypeRef *out_type) {
  const Signature *signature = &c_function->signature;
  int scalars = scalar_count(signature), parameters = 0;
  LLVMTypeRef *types =
      calloc((size_t)(scalars + signature->symbol_count + count) + 1, sizeof *types);
  char name[C_NAME_BYTES + 32], symbol[2 * C_NAME_BYTES];
  for (int i = 0; i < signature->argument_count; i++)
    if (!signature->arguments[i].is_buffer)
      types[parameters++] = entry_scalar_type(entry, signature->arguments[i].type);
  for (int s = 0; s < signature->symbol_count; s++)
    types[parameters++] = entry->i64;
  for (int i = 0; i < count; i++)
    types[parameters + i] = entry->i64;
  LLVMTypeRef returned = count == 1 ? entry->i64
                                    : LLVMStructTypeInContext(entry->context, types + parameters,
                                                              (unsigned)count, false);
  *out_type = LLVMFunctionType(returned, types, (unsigned)parameters, false);
  free(types);
  snprintf(name, sizeof name, "%s" RESULT_SHAPES_SUFFIX, signature->name);
  entry_symbol(entry->interface, name, symbol);
  LLVMValueRef function = LLVMGetNamedFunction(entry->module, symbol);
  if (!function) {
    function = LLVMAddFunction(entry->module, symbol, *out_type);
    LLVMSetVisibility(function, LLVMHiddenVisibility);
  }
  return function;
}

static void ask_results(const Entry *entry, const CFunction *c_function,
                        const LLVMValueRef *scalars, int count, EntrySizes *sizes) {
  const Signature *signature = &c_function->signature;
  int given = scalar_count(signature), symbols = signature->symbol_count;
  LLVMTypeRef type;
  LLVMValueRef shapes = shapes_function(entry, c_function, count, &type);
  LLVMValueRef *values = calloc((size_t)(given + symbols) + 1, sizeof *values);
  for (int i = 0; i < given; i++)
    values[i] = scalars[i];
  for (int s = 0; s < symbols; s++)
    values[given + s] = sizes->symbols[s];
  LLVMValueRef returned =
      LLVMBuildCall2(entry->builder, type, shapes, values, (unsigned)(given + symbols), "");
  for (int i = 0; i < count; i++)
    sizes->results[i] =
        count == 1 ? returned : LLVMBuildExtractValue(entry->builder, returned, (unsigned)i, "");
  free(values);
}

EntrySizes entry_sizes_read(const Entry *entry, LLVMValueRef function, const CFunction *c_function,
                            int first, LLVMValueRef *scalars) {
  const Signature *signature = &c_function->signature;
  int count = result_shapes_count(signature);
  EntrySizes sizes = {.results = calloc((size_t)count + 1, sizeof *sizes.results)};
  for (int s = 0; s < signature->symbol_count; s++)
    sizes.symbols[s] = LLVMGetParam(function, (unsigned)(first + s));
  check(entry, function, LLVMIntUGT, sizes.symbols, signature->symbol_count, EXPECTED_SIZE_MOST);
  if (count) {
    ask_results(entry, c_function, scalars, count, &sizes);
    check(entry, function, LLVMIntSLT, sizes.results, count, 0);
  }
  return sizes;
}

void entry_sizes_destroy(EntrySizes *sizes) {
  free(sizes->results);
  *sizes = (EntrySizes){.results = NULL};
}

void entry_extents(const Entry *entry, const EntrySizes *sizes, const ValueType *value,
                   bool is_result, int *next, LLVMValueRef out_extents[VALUE_MAX_RANK]) {
  for (int d = 0; d < value->rank; d++)
    out_extents[d] = value->shape[d] != OPEN_SIZE ? entry_i64(entry, value->shape[d])
                     : is_result                  ? sizes->results[(*next)++]
                                                  : sizes->symbols[value->symbols[d]];
}

// --- NAME_result_shapes: sizes, numbers, and where the shapes go

static LLVMValueRef add_function(const Entry *entry, const CFunction *c_function) {
  const Signature *signature = &c_function->signature;
  int most = signature->symbol_count + signature->argument_count + signature->result_count;
  LLVMTypeRef *types = calloc((size_t)most + 1, sizeof *types);
  char name[C_NAME_BYTES + 32];
  int count = 0;
  for (; count < signature->symbol_count; count++)
    types[count] = entry->i64;
  for (int i = 0; i < signature->argument_count; i++)
    if (!signature->arguments[i].is_buffer)
      types[count++] = entry_c_scalar_type(entry, signature->arguments[i].type);
  for (int i = 0; i < signature->result_count; i++)
    if (signature->results[i].rank > 0)
      types[count++] = entry->pointer;
  snprintf(name, sizeof name, "%s" C_SHAPES_SUFFIX, c_function->c_name);
  LLVMValueRef function =
      entry_add_function(entry, name, LLVMFunctionType(entry->i32, types, (unsigned)count, false));
  free(types);
  return function;
}

static void store_shape(const Entry *entry, LLVMValueRef place, const LLVMValueRef *extents,
                        int rank) {
  for (int d = 0; d < rank; d++) {
    LLVMValueRef index = entry_i64(entry, d);
    LLVMBuildStore(entry->builder, extents[d],
                   LLVMBuildGEP2(entry->builder, entry->i64, place, &index, 1, ""));
  }
}

static void check_places(const Entry *entry, LLVMValueRef function, int first, int count) {
  LLVMValueRef is_null = LLVMConstInt(LLVMInt1TypeInContext(entry->context), 0, false);
  for (int i = 0; i < count; i++)
    is_null = LLVMBuildOr(
        entry->builder, is_null,
        LLVMBuildIsNull(entry->builder, LLVMGetParam(function, (unsigned)(first + i)), ""), "");
  entry_return_if(entry, function, is_null, C_STATUS_NULL_ARGUMENT);
}

// Numbers among the arguments, from parameter `first` on. The caller frees them.
static LLVMValueRef *read_scalars(const Entry *entry, LLVMValueRef function,
                                  const Signature *signature, int first) {
  LLVMValueRef *scalars = calloc((size_t)scalar_count(signature) + 1, sizeof *scalars);
  int count = 0;
  for (int i = 0; i < signature->argument_count; i++)
    if (!signature->arguments[i].is_buffer) {
      LLVMValueRef given = LLVMGetParam(function, (unsigned)(first + count));
      scalars[count++] = entry_from_c(entry, given, signature->arguments[i].type);
    }
  return scalars;
}

void entry_sizes_make_function(const Entry *entry, const CFunction *c_function) {
  const Signature *signature = &c_function->signature;
  LLVMValueRef function = add_function(entry, c_function), extents[VALUE_MAX_RANK];
  int symbols = signature->symbol_count, place = symbols + scalar_count(signature), next = 0;
  LLVMValueRef *scalars = read_scalars(entry, function, signature, symbols);
  check_places(entry, function, place, (int)LLVMCountParams(function) - place);
  EntrySizes sizes = entry_sizes_read(entry, function, c_function, 0, scalars);
  for (int i = 0; i < signature->result_count; i++) {
    const ValueType *value = &signature->results[i];
    if (value->rank == 0)
      continue;
    entry_extents(entry, &sizes, value, true, &next, extents);
    store_shape(entry, LLVMGetParam(function, (unsigned)place++), extents, value->rank);
  }
  LLVMBuildRet(entry->builder, entry_i32(entry, C_STATUS_OK));
  entry_sizes_destroy(&sizes);
  free(scalars);
}
