#include "machine/load_check.h"

#include "llvm-c/Core.h"

#include <stdbool.h>
#include <stdio.h>

LLVMValueRef load_check_sentence(LLVMBuilderRef builder, const char *name, const char *processor,
                                 const char *feature) {
  char text[512];
  snprintf(text, sizeof text,
           "%.150s was compiled for the processor %.100s, and this one lacks %s, or its operating "
           "system does; compile it with another --target",
           name, processor, feature);
  return LLVMBuildGlobalString(builder, text, "");
}

static void add_constructor(LLVMModuleRef module, LLVMValueRef function) {
  enum { PRIORITY = 101 }; // the earliest that is not the system's
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMTypeRef i32 = LLVMInt32TypeInContext(context);
  LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0);
  LLVMTypeRef fields[3] = {i32, pointer, pointer};
  LLVMTypeRef type = LLVMStructTypeInContext(context, fields, 3, false);
  LLVMValueRef values[3] = {LLVMConstInt(i32, PRIORITY, false), function,
                            LLVMConstPointerNull(pointer)};
  LLVMValueRef row = LLVMConstStructInContext(context, values, 3, false);
  LLVMValueRef list = LLVMAddGlobal(module, LLVMArrayType2(type, 1), "llvm.global_ctors");
  LLVMSetInitializer(list, LLVMConstArray2(type, &row, 1));
  LLVMSetLinkage(list, LLVMAppendingLinkage);
}

LLVMValueRef load_check_open(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef *out_lack) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0);
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), NULL, 0, false);
  *out_lack = LLVMAddGlobal(module, pointer, "lack");
  LLVMSetInitializer(*out_lack, LLVMConstPointerNull(pointer));
  LLVMSetLinkage(*out_lack, LLVMInternalLinkage);
  LLVMValueRef function = LLVMAddFunction(module, "check_processor", type);
  LLVMSetLinkage(function, LLVMInternalLinkage);
  LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, function, ""));
  return function;
}

void load_check_close(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef function,
                      LLVMValueRef lack, LLVMValueRef global) {
  LLVMBuildStore(builder, lack, global);
  LLVMBuildRetVoid(builder);
  add_constructor(module, function);
}
