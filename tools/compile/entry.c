// Entry: see entry.h.
#include "tools/compile/entry.h"

#include "llvm-c/Core.h"

#include <stdio.h>

// --- types

// As lowered code has it.
LLVMTypeRef entry_scalar_type(const Entry *entry, ElementType type) {
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
LLVMTypeRef entry_c_scalar_type(const Entry *entry, ElementType type) {
  bool is_other = element_type_is_half(type) || type == ELEMENT_I1;
  return is_other ? LLVMIntTypeInContext(entry->context, (unsigned)(8 * element_type_bytes(type)))
                  : entry_scalar_type(entry, type);
}

LLVMValueRef entry_from_c(const Entry *entry, LLVMValueRef value, ElementType type) {
  LLVMTypeRef wanted = entry_scalar_type(entry, type);
  return element_type_is_half(type) ? LLVMBuildBitCast(entry->builder, value, wanted, "")
         : type == ELEMENT_I1       ? LLVMBuildTrunc(entry->builder, value, wanted, "")
                                    : value;
}

LLVMValueRef entry_to_c(const Entry *entry, LLVMValueRef value, ElementType type) {
  LLVMTypeRef wanted = entry_c_scalar_type(entry, type);
  return element_type_is_half(type) ? LLVMBuildBitCast(entry->builder, value, wanted, "")
         : type == ELEMENT_I1       ? LLVMBuildZExt(entry->builder, value, wanted, "")
                                    : value;
}

// --- small parts

LLVMValueRef entry_i32(const Entry *entry, int value) {
  return LLVMConstInt(entry->i32, (unsigned)value, false);
}

LLVMValueRef entry_i64(const Entry *entry, int64_t value) {
  return LLVMConstInt(entry->i64, (uint64_t)value, true);
}

LLVMValueRef entry_add_function(const Entry *entry, const char *name, LLVMTypeRef type) {
  LLVMValueRef function = LLVMAddFunction(entry->module, name, type);
  LLVMBasicBlockRef block = LLVMAppendBasicBlockInContext(entry->context, function, "");
  LLVMPositionBuilderAtEnd(entry->builder, block);
  return function;
}

// Goes on in a new block unless `condition` holds: then the function returns `status`.
void entry_return_if(const Entry *entry, LLVMValueRef function, LLVMValueRef condition,
                     CStatus status) {
  LLVMBasicBlockRef yes = LLVMAppendBasicBlockInContext(entry->context, function, "");
  LLVMBasicBlockRef no = LLVMAppendBasicBlockInContext(entry->context, function, "");
  LLVMBuildCondBr(entry->builder, condition, yes, no);
  LLVMPositionBuilderAtEnd(entry->builder, yes);
  LLVMBuildRet(entry->builder, entry_i32(entry, status));
  LLVMPositionBuilderAtEnd(entry->builder, no);
}

void entry_symbol(const CInterface *interface, const char *name,
                  char out_symbol[2 * C_NAME_BYTES]) {
  snprintf(out_symbol, 2 * C_NAME_BYTES, "%s.%s", interface->prefix, name);
}

// --- the functions that every library has

// A text, lent by the module.
static LLVMValueRef text(const Entry *entry, const char *bytes) {
  return LLVMBuildGlobalString(entry->builder, bytes, "");
}

static void make_version(const Entry *entry) {
  char name[C_NAME_BYTES + 16];
  snprintf(name, sizeof name, "%s_version", entry->interface->prefix);
  entry_add_function(entry, name, LLVMFunctionType(entry->pointer, NULL, 0, false));
  LLVMBuildRet(entry->builder, text(entry, entry->interface->version));
}

// What the processor lacks goes before the general sentence.
static LLVMValueRef meaning_of(const Entry *entry, const EntryStatus *status) {
  LLVMValueRef meaning = text(entry, status->meaning);
  if (!entry->lack || status->number != C_STATUS_WRONG_PROCESSOR)
    return meaning;
  LLVMValueRef lack = LLVMBuildLoad2(entry->builder, entry->pointer, entry->lack, "");
  LLVMValueRef is_lacking = LLVMBuildIsNotNull(entry->builder, lack, "");
  return LLVMBuildSelect(entry->builder, is_lacking, lack, meaning, "");
}

static void make_status_text(const Entry *entry, const EntryStatus *statuses) {
  char name[C_NAME_BYTES + 16];
  snprintf(name, sizeof name, "%s_status_text", entry->interface->prefix);
  LLVMTypeRef types[1] = {entry->i32};
  LLVMValueRef function =
      entry_add_function(entry, name, LLVMFunctionType(entry->pointer, types, 1, false));
  LLVMValueRef given = LLVMGetParam(function, 0), words = text(entry, "no status of this library");
  for (const EntryStatus *status = statuses; status->meaning; status++) {
    LLVMValueRef is_it =
        LLVMBuildICmp(entry->builder, LLVMIntEQ, given, entry_i32(entry, status->number), "");
    words = LLVMBuildSelect(entry->builder, is_it, meaning_of(entry, status), words, "");
  }
  LLVMBuildRet(entry->builder, words);
}

Entry entry_start(LLVMContextRef context, const CInterface *interface) {
  return (Entry){.context = context,
                 .module = LLVMModuleCreateWithNameInContext(interface->prefix, context),
                 .builder = LLVMCreateBuilderInContext(context),
                 .pointer = LLVMPointerTypeInContext(context, 0),
                 .i32 = LLVMInt32TypeInContext(context),
                 .i64 = LLVMInt64TypeInContext(context),
                 .interface = interface};
}

LLVMModuleRef entry_finish(const Entry *entry, const EntryStatus *statuses) {
  make_version(entry);
  make_status_text(entry, statuses);
  LLVMDisposeBuilder(entry->builder);
  return entry->module;
}
