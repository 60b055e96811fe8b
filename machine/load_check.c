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

void load_check_add_constructor(LLVMModuleRef module, LLVMValueRef function) {
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
