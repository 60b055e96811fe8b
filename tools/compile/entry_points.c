// EntryPoints: the code of the C functions of a library, as a module of LLVM IR: the check of the
// processor when the library is loaded, of the pointers at every call, then the call of the
// compiled function. Functions of C on the one side, on the other the functions that lower_to_llvm
// makes of what c_function_mark has marked: pointers to the first elements, buffers among the
// results after the arguments, then the workspace, scalars among the results returned.
#include "tools/compile/entry_points.h"

#include "transforms/lowering/arena/buffer_arena.h"
#include "llvm-c/Core.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Entry {
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMBuilderRef builder;
  LLVMTypeRef pointer, i32, i64;
  const CInterface *interface;
  LLVMValueRef lack; // global: what the processor lacks in words, or null
} Entry;

void entry_points_symbol(const CInterface *interface, const char *name,
                         char out_symbol[2 * C_NAME_BYTES]) {
  snprintf(out_symbol, 2 * C_NAME_BYTES, "%s.%s", interface->prefix, name);
}

// --- types

// As lowered code has it.
static LLVMTypeRef scalar_type(const Entry *entry, ElementType type) {
  switch (type) {
  case ELEMENT_F64:
    return LLVMDoubleTypeInContext(entry->context);
  case ELEMENT_F32:
    return LLVMFloatTypeInContext(entry->context);
  case ELEMENT_F16:
    return LLVMHalfTypeInContext(entry->context);
  case ELEMENT_BF16:
    return LLVMBFloatTypeInContext(entry->context);
  case ELEMENT_I1:
    return LLVMInt1TypeInContext(entry->context);
  default:
    return LLVMIntTypeInContext(entry->context, (unsigned)(8 * element_type_bytes(type)));
  }
}

// As C has it: see the header that c_interface_write_header writes.
static LLVMTypeRef c_scalar_type(const Entry *entry, ElementType type) {
  bool is_other = element_type_is_half(type) || type == ELEMENT_I1;
  return is_other ? LLVMIntTypeInContext(entry->context, (unsigned)(8 * element_type_bytes(type)))
                  : scalar_type(entry, type);
}

static LLVMValueRef from_c(const Entry *entry, LLVMValueRef value, ElementType type) {
  LLVMTypeRef wanted = scalar_type(entry, type);
  return element_type_is_half(type) ? LLVMBuildBitCast(entry->builder, value, wanted, "")
         : type == ELEMENT_I1       ? LLVMBuildTrunc(entry->builder, value, wanted, "")
                                    : value;
}

static LLVMValueRef to_c(const Entry *entry, LLVMValueRef value, ElementType type) {
  LLVMTypeRef wanted = c_scalar_type(entry, type);
  return element_type_is_half(type) ? LLVMBuildBitCast(entry->builder, value, wanted, "")
         : type == ELEMENT_I1       ? LLVMBuildZExt(entry->builder, value, wanted, "")
                                    : value;
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
      types[count++] = scalar_type(entry, signature->results[i].type);
  LLVMTypeRef type = count == 0   ? LLVMVoidTypeInContext(entry->context)
                     : count == 1 ? types[0]
                                  : LLVMStructTypeInContext(entry->context, types, count, false);
  free(types);
  return type;
}

// --- small parts

static LLVMValueRef i32(const Entry *entry, int value) {
  return LLVMConstInt(entry->i32, (unsigned)value, false);
}

static LLVMValueRef add_function(const Entry *entry, const char *name, LLVMTypeRef type) {
  LLVMValueRef function = LLVMAddFunction(entry->module, name, type);
  LLVMBasicBlockRef block = LLVMAppendBasicBlockInContext(entry->context, function, "");
  LLVMPositionBuilderAtEnd(entry->builder, block);
  return function;
}

// Goes on in a new block unless `condition` holds: then the function returns `status`.
static void return_if(const Entry *entry, LLVMValueRef function, LLVMValueRef condition,
                      CStatus status) {
  LLVMBasicBlockRef yes = LLVMAppendBasicBlockInContext(entry->context, function, "");
  LLVMBasicBlockRef no = LLVMAppendBasicBlockInContext(entry->context, function, "");
  LLVMBuildCondBr(entry->builder, condition, yes, no);
  LLVMPositionBuilderAtEnd(entry->builder, yes);
  LLVMBuildRet(entry->builder, i32(entry, status));
  LLVMPositionBuilderAtEnd(entry->builder, no);
}

// A text, lent by the module.
static LLVMValueRef text(const Entry *entry, const char *bytes) {
  return LLVMBuildGlobalString(entry->builder, bytes, "");
}

// --- one C function, on a workspace of the caller: its first parameter

static LLVMValueRef parameter_of(LLVMValueRef function, int number) {
  return LLVMGetParam(function, (unsigned)(1 + number));
}

static void check_workspace(const Entry *entry, LLVMValueRef function) {
  LLVMValueRef address =
      LLVMBuildPtrToInt(entry->builder, LLVMGetParam(function, 0), entry->i64, "");
  LLVMValueRef zero = LLVMConstInt(entry->i64, 0, false);
  LLVMValueRef odd = LLVMBuildAnd(entry->builder, address,
                                  LLVMConstInt(entry->i64, BUFFER_ALIGNMENT - 1, false), "");
  LLVMValueRef is_null = LLVMBuildICmp(entry->builder, LLVMIntEQ, address, zero, "");
  LLVMValueRef is_odd = LLVMBuildICmp(entry->builder, LLVMIntNE, odd, zero, "");
  return_if(entry, function, LLVMBuildOr(entry->builder, is_null, is_odd, ""),
            C_STATUS_BAD_WORKSPACE);
}

static void check_pointers(const Entry *entry, LLVMValueRef function, const Signature *signature) {
  LLVMValueRef is_null = LLVMConstInt(LLVMInt1TypeInContext(entry->context), 0, false);
  for (int i = 0; i < signature->argument_count + signature->result_count; i++) {
    bool is_result = i >= signature->argument_count;
    const ValueType *value =
        is_result ? &signature->results[i - signature->argument_count] : &signature->arguments[i];
    if ((!is_result && !value->is_buffer) || value_type_elements(value) == 0)
      continue;
    LLVMValueRef parameter = parameter_of(function, i);
    is_null =
        LLVMBuildOr(entry->builder, is_null, LLVMBuildIsNull(entry->builder, parameter, ""), "");
  }
  return_if(entry, function, is_null, C_STATUS_NULL_ARGUMENT);
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
    LLVMBuildStore(entry->builder, to_c(entry, scalar, value->type),
                   parameter_of(function, signature->argument_count + i));
    number++;
  }
}

// The call of the compiled function with what the C function got.
static void call_compiled(const Entry *entry, LLVMValueRef function, const CFunction *c_function) {
  const Signature *signature = &c_function->signature;
  int most = signature->argument_count + signature->result_count, count = 0;
  LLVMTypeRef *types = calloc((size_t)most + 1, sizeof *types);
  LLVMValueRef *values = calloc((size_t)most + 1, sizeof *values);
  char symbol[2 * C_NAME_BYTES];
  for (int i = 0; i < signature->argument_count; i++, count++) {
    const ValueType *value = &signature->arguments[i];
    LLVMValueRef parameter = parameter_of(function, i);
    types[count] = value->is_buffer ? entry->pointer : scalar_type(entry, value->type);
    values[count] = value->is_buffer ? parameter : from_c(entry, parameter, value->type);
  }
  for (int i = 0; i < signature->result_count; i++)
    if (signature->results[i].is_buffer) {
      types[count] = entry->pointer;
      values[count++] = parameter_of(function, signature->argument_count + i);
    }
  if (c_function->workspace_bytes) {
    types[count] = entry->pointer;
    values[count++] = LLVMGetParam(function, 0);
  }
  LLVMTypeRef type =
      LLVMFunctionType(returned_type(entry, signature), types, (unsigned)count, false);
  entry_points_symbol(entry->interface, signature->name, symbol);
  LLVMValueRef compiled = LLVMAddFunction(entry->module, symbol, type);
  LLVMSetVisibility(compiled, LLVMHiddenVisibility);
  LLVMValueRef returned =
      LLVMBuildCall2(entry->builder, type, compiled, values, (unsigned)count, "");
  store_scalars(entry, function, signature, returned);
  free(types);
  free(values);
}

// The parameters after the workspace; the caller frees them.
static LLVMTypeRef *parameter_types(const Entry *entry, const Signature *signature, int count) {
  LLVMTypeRef *types = calloc((size_t)count + 1, sizeof *types);
  types[0] = entry->pointer;
  for (int i = 0; i < count; i++) {
    bool is_argument = i < signature->argument_count;
    bool is_scalar = is_argument && !signature->arguments[i].is_buffer;
    types[1 + i] = is_scalar ? c_scalar_type(entry, signature->arguments[i].type) : entry->pointer;
  }
  return types;
}

static LLVMValueRef make_function_in(const Entry *entry, const CFunction *c_function,
                                     LLVMTypeRef type) {
  char name[C_NAME_BYTES + 16];
  snprintf(name, sizeof name, "%s" C_IN_SUFFIX, c_function->c_name);
  LLVMValueRef function = add_function(entry, name, type);
  LLVMValueRef lack = LLVMBuildLoad2(entry->builder, entry->pointer, entry->lack, "");
  return_if(entry, function, LLVMBuildIsNotNull(entry->builder, lack, ""),
            C_STATUS_WRONG_PROCESSOR);
  check_pointers(entry, function, &c_function->signature);
  if (c_function->workspace_bytes)
    check_workspace(entry, function);
  call_compiled(entry, function, c_function);
  LLVMBuildRet(entry->builder, i32(entry, C_STATUS_OK));
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
  return_if(entry, function, LLVMBuildIsNull(entry->builder, memory, ""), C_STATUS_NO_MEMORY);
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
  LLVMValueRef function = add_function(entry, c_function->c_name, type);
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
  add_function(entry, name, LLVMFunctionType(entry->i64, NULL, 0, false));
  LLVMBuildRet(entry->builder,
               LLVMConstInt(entry->i64, (uint64_t)c_function->workspace_bytes, false));
}

static void make_functions(const Entry *entry, const CFunction *c_function) {
  const Signature *signature = &c_function->signature;
  int count = signature->argument_count + signature->result_count;
  LLVMTypeRef *types = parameter_types(entry, signature, count);
  LLVMValueRef function_in = make_function_in(
      entry, c_function, LLVMFunctionType(entry->i32, types, (unsigned)count + 1, false));
  make_function(entry, c_function, function_in, types, count);
  make_workspace_bytes(entry, c_function);
  free(types);
}

// --- the functions that every library has

static void make_version(const Entry *entry) {
  char name[C_NAME_BYTES + 16];
  snprintf(name, sizeof name, "%s_version", entry->interface->prefix);
  add_function(entry, name, LLVMFunctionType(entry->pointer, NULL, 0, false));
  LLVMBuildRet(entry->builder, text(entry, entry->interface->version));
}

// What the processor lacks goes before the general sentence.
static void make_status_text(const Entry *entry) {
  static const struct {
    int number;
    const char *meaning;
  } statuses[] = {
#define X(name, number, meaning) {number, meaning},
      C_STATUSES(X)
#undef X
  };
  char name[C_NAME_BYTES + 16];
  snprintf(name, sizeof name, "%s_status_text", entry->interface->prefix);
  LLVMTypeRef types[1] = {entry->i32};
  LLVMValueRef function =
      add_function(entry, name, LLVMFunctionType(entry->pointer, types, 1, false));
  LLVMValueRef status = LLVMGetParam(function, 0), words = text(entry, "no status of this library");
  for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++) {
    LLVMValueRef meaning = text(entry, statuses[i].meaning);
    if (statuses[i].number == C_STATUS_WRONG_PROCESSOR) {
      LLVMValueRef lack = LLVMBuildLoad2(entry->builder, entry->pointer, entry->lack, "");
      LLVMValueRef is_lacking = LLVMBuildIsNotNull(entry->builder, lack, "");
      meaning = LLVMBuildSelect(entry->builder, is_lacking, lack, meaning, "");
    }
    LLVMValueRef is_it =
        LLVMBuildICmp(entry->builder, LLVMIntEQ, status, i32(entry, statuses[i].number), "");
    words = LLVMBuildSelect(entry->builder, is_it, meaning, words, "");
  }
  LLVMBuildRet(entry->builder, words);
}

LLVMModuleRef entry_points_create(LLVMContextRef context, const CInterface *interface,
                                  const Architecture *architecture, const char *processor,
                                  uint64_t features) {
  Entry entry = {.context = context,
                 .module = LLVMModuleCreateWithNameInContext(interface->prefix, context),
                 .builder = LLVMCreateBuilderInContext(context),
                 .pointer = LLVMPointerTypeInContext(context, 0),
                 .i32 = LLVMInt32TypeInContext(context),
                 .i64 = LLVMInt64TypeInContext(context),
                 .interface = interface};
  entry.lack = architecture->make_check(entry.module, interface->prefix, processor, features);
  for (int i = 0; i < interface->count; i++)
    make_functions(&entry, &interface->functions[i]);
  make_version(&entry);
  make_status_text(&entry);
  LLVMDisposeBuilder(entry.builder);
  return entry.module;
}
