// A constructor asks getauxval of the C library for the two words in which Linux tells the
// instruction sets, and keeps the sentence of the first row that is not there.
#include "machine/aarch64/aarch64_check.h"

#include "machine/aarch64/aarch64_code_features.h"
#include "machine/load_check.h"
#include "llvm-c/Core.h"

#include <stdbool.h>

typedef struct Check {
  LLVMBuilderRef builder;
  LLVMTypeRef i64, pointer;
} Check;

static LLVMValueRef read_word(const Check *check, LLVMModuleRef module, Aarch64Word word) {
  LLVMTypeRef i64 = check->i64, type = LLVMFunctionType(i64, &i64, 1, false);
  LLVMValueRef function = LLVMGetNamedFunction(module, "getauxval");
  LLVMValueRef argument = LLVMConstInt(i64, word, false);
  if (!function)
    function = LLVMAddFunction(module, "getauxval", type);
  return LLVMBuildCall2(check->builder, type, function, &argument, 1, "");
}

// The pointer that the global gets. The last row decides first, so that the first one counts.
static LLVMValueRef find_lack(const Check *check, LLVMModuleRef module, const char *name,
                              const char *processor, uint64_t features) {
  int count;
  const Aarch64CodeFeature *rows = aarch64_code_features(&count);
  LLVMValueRef lack = LLVMConstPointerNull(check->pointer);
  LLVMValueRef words[2] = {read_word(check, module, AARCH64_HWCAP),
                           read_word(check, module, AARCH64_HWCAP2)};
  for (int i = count - 1; i >= 0; i--) {
    if (!(features >> i & 1))
      continue;
    LLVMValueRef bit = LLVMConstInt(check->i64, UINT64_C(1) << rows[i].bit, false);
    LLVMValueRef word = words[rows[i].word == AARCH64_HWCAP2];
    LLVMValueRef has =
        LLVMBuildIsNotNull(check->builder, LLVMBuildAnd(check->builder, word, bit, ""), "");
    lack = LLVMBuildSelect(check->builder, has, lack,
                           load_check_sentence(check->builder, name, processor, rows[i].name), "");
  }
  return lack;
}

LLVMValueRef aarch64_check_make(LLVMModuleRef module, const char *name, const char *processor,
                                uint64_t features) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  Check check = {.builder = LLVMCreateBuilderInContext(context),
                 .i64 = LLVMInt64TypeInContext(context),
                 .pointer = LLVMPointerTypeInContext(context, 0)};
  LLVMValueRef lack, function = load_check_open(module, check.builder, &lack);
  load_check_close(module, check.builder, function,
                   find_lack(&check, module, name, processor, features), lack);
  LLVMDisposeBuilder(check.builder);
  return lack;
}
