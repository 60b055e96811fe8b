// Buffers are addresses where all sizes of the function are known, else memref descriptors, one
// number after the other.
#include "tools/compile/entry_call.h"

#include "tools/compile/entry_sizes.h"
#include "transforms/lowering/arena/buffer_arena.h"
#include "llvm-c/Core.h"

#include <stdlib.h>

// What a compiled function is called with.
typedef struct Passed {
  LLVMTypeRef *types;   // owned
  LLVMValueRef *values; // owned
  int count;
} Passed;

static void pass(Passed *passed, LLVMTypeRef type, LLVMValueRef value) {
  passed->types[passed->count] = type;
  passed->values[passed->count++] = value;
}

int entry_parameter_count(const CFunction *c_function) {
  const Signature *signature = &c_function->signature;
  return signature->symbol_count + signature->argument_count + signature->result_count;
}

// Argument, or, behind them, result `number`.
static LLVMValueRef parameter_of(LLVMValueRef function, const Signature *signature, int number) {
  return LLVMGetParam(function, (unsigned)(1 + signature->symbol_count + number));
}

static int scalar_result_count(const Signature *signature) {
  int count = 0;
  for (int i = 0; i < signature->result_count; i++)
    count += !signature->results[i].is_buffer;
  return count;
}

// Nothing, the one scalar, or a struct of them.
static LLVMTypeRef returned_type(const Entry *entry, const Signature *signature) {
  LLVMTypeRef *types = calloc((size_t)signature->result_count + 1, sizeof *types);
  int count = 0;
  for (int i = 0; i < signature->result_count; i++)
    if (!signature->results[i].is_buffer)
      types[count++] = entry_scalar_type(entry, signature->results[i].type);
  LLVMTypeRef type = count == 0   ? LLVMVoidTypeInContext(entry->context)
                     : count == 1 ? types[0]
                                  : LLVMStructTypeInContext(entry->context, types, count, false);
  free(types);
  return type;
}

static void store_scalars(const Entry *entry, LLVMValueRef function, const Signature *signature,
                          LLVMValueRef returned) {
  int scalars = scalar_result_count(signature), number = 0;
  for (int i = 0; i < signature->result_count; i++) {
    const ValueType *value = &signature->results[i];
    if (value->is_buffer)
      continue;
    LLVMValueRef scalar =
        scalars == 1 ? returned
                     : LLVMBuildExtractValue(entry->builder, returned, (unsigned)number, "");
    LLVMBuildStore(entry->builder, entry_to_c(entry, scalar, value->type),
                   parameter_of(function, signature, signature->argument_count + i));
    number++;
  }
}

// --- pointers

// Whether a pointer to no element is given; null: it needs none.
static LLVMValueRef is_missing(const Entry *entry, const ValueType *value,
                               const LLVMValueRef *extents, LLVMValueRef pointer) {
  LLVMValueRef elements = entry_i64(entry, 1), zero = entry_i64(entry, 0);
  for (int d = 0; d < value->rank; d++)
    elements = LLVMBuildMul(entry->builder, elements, extents[d], "");
  return LLVMBuildAnd(entry->builder, LLVMBuildIsNull(entry->builder, pointer, ""),
                      LLVMBuildICmp(entry->builder, LLVMIntNE, elements, zero, ""), "");
}

static void check_pointers(const Entry *entry, LLVMValueRef function, const Signature *signature,
                           const EntrySizes *sizes) {
  LLVMValueRef is_null = LLVMConstInt(LLVMInt1TypeInContext(entry->context), 0, false);
  LLVMValueRef extents[VALUE_MAX_RANK];
  int next = 0;
  for (int i = 0; i < signature->argument_count + signature->result_count; i++) {
    bool is_result = i >= signature->argument_count;
    const ValueType *value =
        is_result ? &signature->results[i - signature->argument_count] : &signature->arguments[i];
    entry_extents(entry, sizes, value, is_result, &next, extents);
    if (is_result || value->is_buffer)
      is_null =
          LLVMBuildOr(entry->builder, is_null,
                      is_missing(entry, value, extents, parameter_of(function, signature, i)), "");
  }
  entry_return_if(entry, function, is_null, C_STATUS_NULL_ARGUMENT);
}

static void check_workspace(const Entry *entry, LLVMValueRef function) {
  LLVMValueRef address =
      LLVMBuildPtrToInt(entry->builder, LLVMGetParam(function, 0), entry->i64, "");
  LLVMValueRef zero = entry_i64(entry, 0);
  LLVMValueRef odd =
      LLVMBuildAnd(entry->builder, address, entry_i64(entry, BUFFER_ALIGNMENT - 1), "");
  LLVMValueRef is_null = LLVMBuildICmp(entry->builder, LLVMIntEQ, address, zero, "");
  LLVMValueRef is_odd = LLVMBuildICmp(entry->builder, LLVMIntNE, odd, zero, "");
  entry_return_if(entry, function, LLVMBuildOr(entry->builder, is_null, is_odd, ""),
                  C_STATUS_BAD_WORKSPACE);
}

// --- the call

// Address twice, offset, extents, strides: row-major where the type says nothing.
static void pass_descriptor(const Entry *entry, const ValueType *value, const LLVMValueRef *extents,
                            LLVMValueRef pointer, Passed *passed) {
  LLVMValueRef strides[VALUE_MAX_RANK], stride = entry_i64(entry, 1);
  for (int d = value->rank - 1; d >= 0; d--) {
    bool is_open = value->strides[d] == OPEN_SIZE;
    strides[d] = is_open ? stride : entry_i64(entry, value->strides[d]);
    stride = LLVMBuildMul(entry->builder, strides[d], extents[d], "");
  }
  pass(passed, entry->pointer, pointer);
  pass(passed, entry->pointer, pointer);
  pass(passed, entry->i64, entry_i64(entry, value->offset));
  for (int d = 0; d < value->rank; d++)
    pass(passed, entry->i64, extents[d]);
  for (int d = 0; d < value->rank; d++)
    pass(passed, entry->i64, strides[d]);
}

static void pass_values(const Entry *entry, LLVMValueRef function, const CFunction *c_function,
                        const EntrySizes *sizes, Passed *passed) {
  const Signature *signature = &c_function->signature;
  LLVMValueRef extents[VALUE_MAX_RANK];
  int next = 0;
  for (int i = 0; i < signature->argument_count + signature->result_count; i++) {
    bool is_result = i >= signature->argument_count;
    const ValueType *value =
        is_result ? &signature->results[i - signature->argument_count] : &signature->arguments[i];
    LLVMValueRef parameter = parameter_of(function, signature, i);
    entry_extents(entry, sizes, value, is_result, &next, extents);
    if (value->is_buffer && c_function->is_open)
      pass_descriptor(entry, value, extents, parameter, passed);
    else if (value->is_buffer)
      pass(passed, entry->pointer, parameter);
    else if (!is_result)
      pass(passed, entry_scalar_type(entry, value->type),
           entry_from_c(entry, parameter, value->type));
  }
}

static void pass_workspace(const Entry *entry, LLVMValueRef function, const CFunction *c_function,
                           Passed *passed) {
  ValueType bytes = {.rank = 1, .shape = {c_function->workspace_bytes}, .strides = {1}};
  LLVMValueRef extent = entry_i64(entry, c_function->workspace_bytes);
  LLVMValueRef workspace = LLVMGetParam(function, 0);
  if (!c_function->workspace_bytes)
    return;
  if (c_function->is_open)
    pass_descriptor(entry, &bytes, &extent, workspace, passed);
  else
    pass(passed, entry->pointer, workspace);
}

// The numbers among the arguments; the caller frees them.
static LLVMValueRef *read_scalars(const Entry *entry, LLVMValueRef function,
                                  const Signature *signature) {
  LLVMValueRef *scalars = calloc((size_t)signature->argument_count + 1, sizeof *scalars);
  int count = 0;
  for (int i = 0; i < signature->argument_count; i++)
    if (!signature->arguments[i].is_buffer)
      scalars[count++] =
          entry_from_c(entry, parameter_of(function, signature, i), signature->arguments[i].type);
  return scalars;
}

static void call(const Entry *entry, LLVMValueRef function, const CFunction *c_function,
                 const EntrySizes *sizes) {
  const Signature *signature = &c_function->signature;
  size_t most =
      (size_t)(signature->argument_count + signature->result_count + 1) * (3 + 2 * VALUE_MAX_RANK);
  Passed passed = {calloc(most, sizeof *passed.types), calloc(most, sizeof *passed.values), 0};
  char symbol[2 * C_NAME_BYTES];
  pass_values(entry, function, c_function, sizes, &passed);
  pass_workspace(entry, function, c_function, &passed);
  LLVMTypeRef type = LLVMFunctionType(returned_type(entry, signature), passed.types,
                                      (unsigned)passed.count, false);
  entry_symbol(entry->interface, signature->name, symbol);
  LLVMValueRef compiled = LLVMAddFunction(entry->module, symbol, type);
  LLVMSetVisibility(compiled, LLVMHiddenVisibility);
  LLVMValueRef returned =
      LLVMBuildCall2(entry->builder, type, compiled, passed.values, (unsigned)passed.count, "");
  store_scalars(entry, function, signature, returned);
  free(passed.types);
  free(passed.values);
}

void entry_call_compiled(const Entry *entry, LLVMValueRef function, const CFunction *c_function) {
  const Signature *signature = &c_function->signature;
  LLVMValueRef *scalars = read_scalars(entry, function, signature);
  EntrySizes sizes = entry_sizes_read(entry, function, c_function, 1, scalars);
  check_pointers(entry, function, signature, &sizes);
  if (c_function->workspace_bytes)
    check_workspace(entry, function);
  call(entry, function, c_function, &sizes);
  entry_sizes_destroy(&sizes);
  free(scalars);
}
