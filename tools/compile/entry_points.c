// EntryPoints: the code of the C functions of a library, as a module of LLVM IR: the check of the
// processor when the library is loaded, of the pointers at every call, then the call of the
// compiled function. Functions of C on the one side, on the other the functions that lower_to_llvm
// makes of what c_function_mark has marked: pointers to the first elements, buffers among the
// results after the arguments, then the workspace, scalars among the results returned.
#include "tools/compile/entry_points.h"

#include "tools/compile/entry_call.h"
#include "tools/compile/entry_sizes.h"
#include "transforms/lowering/arena/buffer_arena.h"
#include "llvm-c/Core.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- one C function, on a workspace of the caller: its first parameter

// The workspace and what comes after it; the caller frees them.
static LLVMTypeRef *parameter_types(const Entry *entry, const CFunction *c_function) {
  const Signature *signature = &c_function->signature;
  int count = 1 + entry_parameter_count(c_function);
  LLVMTypeRef *types = calloc((size_t)count, sizeof *types);
  for (int i = 0; i < count; i++)
    types[i] = i >= 1 && i <= signature->symbol_count ? entry->i64 : entry->pointer;
  for (int i = 0; i < signature->argument_count; i++)
    if (!signature->arguments[i].is_buffer)
      types[1 + signature->symbol_count + i] =
          entry_c_scalar_type(entry, signature->arguments[i].type);
  return types;
}

static LLVMValueRef make_function_in(const Entry *entry, const CFunction *c_function,
                                     LLVMTypeRef type) {
  char name[C_NAME_BYTES + 16];
  snprintf(name, sizeof name, "%s" C_IN_SUFFIX, c_function->c_name);
  LLVMValueRef function = entry_add_function(entry, name, type);
  LLVMValueRef lack = LLVMBuildLoad2(entry->builder, entry->pointer, entry->lack, "");
  entry_return_if(entry, function, LLVMBuildIsNotNull(entry->builder, lack, ""),
                  C_STATUS_WRONG_PROCESSOR);
  entry_call_compiled(entry, function, c_function);
  LLVMBuildRet(entry->builder, entry_i32(entry, C_STATUS_OK));
  return function;
}

// --- the same with a workspace of its own

static LLVMValueRef library_function(const Entry *entry, const char *name, LLVMTypeRef type) {
  LLVMValueRef function = LLVMGetNamedFunction(entry->module, name);
  return function ? function : LLVMAddFunction(entry->module, name, type);
}

static LLVMValueRef allocate(const Entry *entry, LLVMValueRef function, int64_t bytes) {
  LLVMTypeRef types[2] = {entry->i64, entry->i64};
  LLVMTypeRef type = LLVMFunctionType(entry->pointer, types, 2, false);
  LLVMValueRef values[2] = {LLVMConstInt(entry->i64, BUFFER_ALIGNMENT, false),
                            LLVMConstInt(entry->i64, (uint64_t)bytes, false)};
  LLVMValueRef memory = LLVMBuildCall2(
      entry->builder, type, library_function(entry, "aligned_alloc", type), values, 2, "");
  entry_return_if(entry, function, LLVMBuildIsNull(entry->builder, memory, ""), C_STATUS_NO_MEMORY);
  return memory;
}

static void release(const Entry *entry, LLVMValueRef memory) {
  LLVMTypeRef types[1] = {entry->pointer};
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(entry->context), types, 1, false);
  LLVMBuildCall2(entry->builder, type, library_function(entry, "free", type), &memory, 1, "");
}

// `function_in` has the same `count` parameters after the workspace.
static void make_function(const Entry *entry, const CFunction *c_function, LLVMValueRef function_in,
                          const LLVMTypeRef *types, int count) {
  LLVMTypeRef type = LLVMFunctionType(entry->i32, (LLVMTypeRef *)types + 1, (unsigned)count, false);
  LLVMTypeRef type_in = LLVMGlobalGetValueType(function_in);
  LLVMValueRef function = entry_add_function(entry, c_function->c_name, type);
  LLVMValueRef *values = calloc((size_t)count + 1, sizeof *values);
  int64_t bytes = c_function->workspace_bytes;
  values[0] = bytes ? allocate(entry, function, bytes) : LLVMConstNull(entry->pointer);
  for (int i = 0; i < count; i++)
    values[1 + i] = LLVMGetParam(function, (unsigned)i);
  LLVMValueRef status =
      LLVMBuildCall2(entry->builder, type_in, function_in, values, (unsigned)count + 1, "");
  if (bytes)
    release(entry, values[0]);
  LLVMBuildRet(entry->builder, status);
  free(values);
}

static void make_workspace_bytes(const Entry *entry, const CFunction *c_function) {
  char name[C_NAME_BYTES + 32];
  snprintf(name, sizeof name, "%s" C_BYTES_SUFFIX, c_function->c_name);
  entry_add_function(entry, name, LLVMFunctionType(entry->i64, NULL, 0, false));
  LLVMBuildRet(entry->builder,
               LLVMConstInt(entry->i64, (uint64_t)c_function->workspace_bytes, false));
}

static void make_functions(const Entry *entry, const CFunction *c_function) {
  int count = entry_parameter_count(c_function);
  LLVMTypeRef *types = parameter_types(entry, c_function);
  LLVMValueRef function_in = make_function_in(
      entry, c_function, LLVMFunctionType(entry->i32, types, (unsigned)count + 1, false));
  make_function(entry, c_function, function_in, types, count);
  make_workspace_bytes(entry, c_function);
  if (c_function->result_symbols)
    entry_sizes_make_function(entry, c_function);
  free(types);
}

LLVMModuleRef entry_points_create(LLVMContextRef context, const CInterface *interface,
                                  const Architecture *architecture, const char *processor,
                                  uint64_t features) {
  static const EntryStatus statuses[] = {
#define X(name, number, meaning) {number, meaning},
      C_STATUSES(X)
#undef X
          {-1, NULL}};
  Entry entry = entry_start(context, interface);
  entry.lack = architecture->make_check(entry.module, interface->prefix, processor, features);
  for (int i = 0; i < interface->count; i++)
    make_functions(&entry, &interface->functions[i]);
  return entry_finish(&entry, statuses);
}
