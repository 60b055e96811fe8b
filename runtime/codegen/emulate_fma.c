// Multiply-adds of f16 where a processor has none: LLVM would round the product.
//
//   %r = fma %a, %b, %c : f16       %d = (%a as f64) * (%b as f64) + (%c as f64)
//                                   %r = (%d as f32, rounded to odd) as f16
//
// The product is exact in f64, and f32 has so many bits that rounding to odd before keeps the last
// rounding right.
#include "runtime/codegen/emulate_fma.h"

#include "machine/instruction.h"
#include "llvm-c/Core.h"

#include <string.h>

typedef struct Fma {
  LLVMBuilderRef builder;
  LLVMTypeRef f16, f32, f64, i32; // vectors, or scalars
} Fma;

static LLVMTypeRef like(LLVMTypeRef type, LLVMTypeRef element) {
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind
             ? LLVMVectorType(element, LLVMGetVectorSize(type))
             : element;
}

static LLVMValueRef number(const Fma *fma, unsigned value) {
  if (LLVMGetTypeKind(fma->i32) != LLVMVectorTypeKind)
    return LLVMConstInt(fma->i32, value, false);
  LLVMTypeRef element = LLVMGetElementType(fma->i32);
  LLVMValueRef none = LLVMGetPoison(fma->i32);
  LLVMValueRef first = LLVMBuildInsertElement(
      fma->builder, none, LLVMConstInt(element, value, false), LLVMConstNull(element), "");
  return LLVMBuildShuffleVector(fma->builder, first, none, LLVMConstNull(fma->i32), "");
}

// The nearest f32 below or above in magnitude whose last bit is set, where that of the nearest is
// not and something was rounded away.
static LLVMValueRef rounded_to_odd(const Fma *fma, LLVMValueRef exact) {
  LLVMBuilderRef builder = fma->builder;
  LLVMValueRef near = LLVMBuildFPTrunc(builder, exact, fma->f32, "");
  LLVMValueRef back = LLVMBuildFPExt(builder, near, fma->f64, "");
  LLVMValueRef bits = LLVMBuildBitCast(builder, near, fma->i32, "");
  LLVMValueRef last = LLVMBuildAnd(builder, bits, number(fma, 1), "");
  LLVMValueRef is_even = LLVMBuildICmp(builder, LLVMIntEQ, last, number(fma, 0), "");
  LLVMValueRef is_rounded = LLVMBuildFCmp(builder, LLVMRealONE, back, exact, "");
  LLVMValueRef is_more = LLVMBuildFCmp(builder, LLVMRealOGT, back, exact, "");
  LLVMValueRef is_negative = LLVMBuildICmp(builder, LLVMIntSLT, bits, number(fma, 0), "");
  LLVMValueRef is_away = LLVMBuildXor(builder, is_more, is_negative, "");
  LLVMValueRef below = LLVMBuildSub(builder, bits, number(fma, 1), "");
  LLVMValueRef above = LLVMBuildAdd(builder, bits, number(fma, 1), "");
  LLVMValueRef odd = LLVMBuildSelect(builder, is_away, below, above, "");
  LLVMValueRef moves = LLVMBuildAnd(builder, is_even, is_rounded, "");
  LLVMValueRef chosen = LLVMBuildSelect(builder, moves, odd, bits, "");
  return LLVMBuildBitCast(builder, chosen, fma->f32, "");
}

static void replace(LLVMBuilderRef builder, LLVMValueRef call) {
  LLVMTypeRef type = LLVMTypeOf(call);
  LLVMContextRef context = LLVMGetTypeContext(type);
  LLVMValueRef wide[3];
  Fma fma = {builder, type, like(type, LLVMFloatTypeInContext(context)),
             like(type, LLVMDoubleTypeInContext(context)),
             like(type, LLVMInt32TypeInContext(context))};
  LLVMPositionBuilderBefore(builder, call);
  for (unsigned n = 0; n < 3; n++)
    wide[n] = LLVMBuildFPExt(builder, LLVMGetOperand(call, n), fma.f64, "");
  LLVMValueRef product = LLVMBuildFMul(builder, wide[0], wide[1], "");
  LLVMValueRef exact = LLVMBuildFAdd(builder, product, wide[2], "");
  LLVMValueRef result = LLVMBuildFPTrunc(builder, rounded_to_odd(&fma, exact), fma.f16, "");
  LLVMReplaceAllUsesWith(call, result);
  LLVMInstructionEraseFromParent(call);
}

// vector.fma becomes the latter, which LLVM takes apart where there is no instruction.
static bool is_half_fma(LLVMValueRef function) {
  static const char *const names[] = {"llvm.fma.", "llvm.fmuladd."};
  size_t length;
  bool is_fma = false;
  const char *name = LLVMGetValueName2(function, &length);
  LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(function));
  for (size_t n = 0; n < sizeof names / sizeof *names; n++)
    is_fma |= length > strlen(names[n]) && memcmp(name, names[n], strlen(names[n])) == 0;
  if (is_fma && LLVMGetTypeKind(type) == LLVMVectorTypeKind)
    type = LLVMGetElementType(type);
  return is_fma && LLVMGetTypeKind(type) == LLVMHalfTypeKind;
}

static bool has_half_fma(const char *cpu) {
  Target target;
  bool is_known = cpu != NULL ? target_find(cpu, strlen(cpu), &target)
                              : target_probe_host(&target) == STATUS_OK;
  return !is_known || target.has_fma_f16;
}

void emulate_half_fma(LLVMModuleRef module, const char *cpu) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  for (LLVMValueRef function = LLVMGetFirstFunction(module); function != NULL;
       function = LLVMGetNextFunction(function)) {
    if (!is_half_fma(function) || has_half_fma(cpu))
      continue;
    for (LLVMUseRef use = LLVMGetFirstUse(function), next; use != NULL; use = next) {
      next = LLVMGetNextUse(use);
      replace(builder, LLVMGetUser(use));
    }
  }
  LLVMDisposeBuilder(builder);
}
