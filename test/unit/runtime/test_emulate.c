// Dot products that a processor lacks become plain arithmetic, which gives the same numbers.
#include "runtime/codegen/emulate.h"

#include "test/unit/base/check.h"
#include "llvm-c/Core.h"
#include "llvm-c/IRReader.h"

#include <stdio.h>
#include <string.h>

typedef struct Case {
  const char *types[2]; // of sums and operands
  const char *intrinsic, *sums, *left, *right, *expected;
} Case;

static const Case cases[] = {
    // Of eight values the first four are read.
    {{"<4 x float>", "<8 x half>"},
     "llvm.aarch64.neon.fmlal.v4f32.v8f16",
     "<float 1.0, float 2.0, float 3.0, float 4.0>",
     "<half 1.0, half 2.0, half 3.0, half 4.0, half poison, half poison, half poison, half poison>",
     "<half 0.5, half -1.0, half 2.0, half 8.0, half 9.0, half 9.0, half 9.0, half 9.0>",
     "<float 1.500000e+00, float 0.000000e+00, float 9.000000e+00, float 3.600000e+01>"},
    {{"<4 x i32>", "<16 x i8>"},
     "llvm.aarch64.neon.udot.v4i32.v16i8",
     "<i32 0, i32 1, i32 2, i32 3>",
     "<i8 1, i8 2, i8 3, i8 4, i8 255, i8 0, i8 0, i8 0, i8 1, i8 1, i8 1, i8 1, i8 0, i8 0, i8 0, "
     "i8 0>",
     "<i8 1, i8 1, i8 1, i8 1, i8 255, i8 7, i8 7, i8 7, i8 1, i8 2, i8 3, i8 4, i8 9, i8 9, i8 9, "
     "i8 9>",
     "<i32 10, i32 65026, i32 12, i32 3>"},
};

static void check_case(const Case *expected) {
  char text[2048], *message = NULL;
  snprintf(
      text, sizeof text,
      "declare %s @%s(%s, %s, %s)\ndefine %s @f() {\n  %%r = call %s @%s(%s %s, %s %s, %s %s)\n"
      "  ret %s %%r\n}\n",
      expected->types[0], expected->intrinsic, expected->types[0], expected->types[1],
      expected->types[1], expected->types[0], expected->types[0], expected->intrinsic,
      expected->types[0], expected->sums, expected->types[1], expected->left, expected->types[1],
      expected->right, expected->types[0]);
  LLVMContextRef context = LLVMContextCreate();
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "f");
  LLVMModuleRef module = NULL;
  CHECK(!LLVMParseIRInContext(context, buffer, &module, &message));
  emulate_dot_products(module, "cortex-a53"); // which has none
  char *printed = LLVMPrintModuleToString(module);
  CHECK(strstr(printed, expected->expected) != NULL);
  CHECK(strstr(printed, "= call") == NULL);
  LLVMDisposeMessage(printed);
  LLVMDisposeModule(module);
  LLVMContextDispose(context);
}

int main(void) {
  for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++)
    check_case(&cases[c]);
  return check_result();
}
