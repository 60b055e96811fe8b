#include "runtime/codegen/emulate.h"

#include "machine/instruction.h"
#include "llvm-c/Core.h"

#include <string.h>

enum { MAX_LANES = 64 };

typedef struct Dot {
  const Instruction *row;
  LLVMBuilderRef builder;
  LLVMTypeRef sums; // a vector of them
  unsigned lanes;
} Dot;

// Numbers of bf16, here as integers, are the upper halves of those of f32. Of vectors of bf16 LLVM
// makes scalars in places, which a processor without them rounds again, by calls of a function that
// it may lack.
static LLVMValueRef widen_float(const Dot *dot, LLVMValueRef halves, LLVMTypeRef i32) {
  LLVMTypeRef wide = LLVMVectorType(i32, dot->lanes);
  LLVMValueRef bits[MAX_LANES];
  for (unsigned lane = 0; lane < dot->lanes; lane++)
    bits[lane] = LLVMConstInt(i32, 16, false);
  LLVMValueRef upper = LLVMBuildShl(dot->builder, LLVMBuildZExt(dot->builder, halves, wide, ""),
                                    LLVMConstVector(bits, dot->lanes), "");
  return LLVMBuildBitCast(dot->builder, upper, dot->sums, "");
}

// Neighbour `n` of every lane of an operand, as sums are.
static LLVMValueRef neighbours(const Dot *dot, LLVMValueRef operand, InstructionSign sign,
                               unsigned n) {
  LLVMContextRef context = LLVMGetTypeContext(dot->sums);
  LLVMTypeRef index = LLVMInt32TypeInContext(context);
  LLVMValueRef lanes[MAX_LANES];
  for (unsigned lane = 0; lane < dot->lanes; lane++)
    lanes[lane] = LLVMConstInt(index, lane * (unsigned)dot->row->k + n, false);
  if (sign == INSTRUCTION_FLOAT)
    operand = LLVMBuildBitCast(
        dot->builder, operand,
        LLVMVectorType(LLVMInt16TypeInContext(context), dot->lanes * (unsigned)dot->row->k), "");
  LLVMValueRef picked = LLVMBuildShuffleVector(dot->builder, operand, operand,
                                               LLVMConstVector(lanes, dot->lanes), "");
  return sign == INSTRUCTION_FLOAT    ? widen_float(dot, picked, index)
         : sign == INSTRUCTION_SIGNED ? LLVMBuildSExt(dot->builder, picked, dot->sums, "")
                                      : LLVMBuildZExt(dot->builder, picked, dot->sums, "");
}

static LLVMValueRef add_product(const Dot *dot, LLVMValueRef left, LLVMValueRef right,
                                LLVMValueRef sums) {
  if (LLVMGetTypeKind(LLVMGetElementType(dot->sums)) == LLVMIntegerTypeKind)
    return LLVMBuildAdd(dot->builder, sums, LLVMBuildMul(dot->builder, left, right, ""), "");
  return LLVMBuildFAdd(dot->builder, sums, LLVMBuildFMul(dot->builder, left, right, ""), "");
}

static void replace_call(const Instruction *row, LLVMValueRef call, LLVMBuilderRef builder) {
  unsigned first = row->adds ? 1 : 0;
  Dot dot = {row, builder, LLVMTypeOf(call), LLVMGetVectorSize(LLVMTypeOf(call))};
  LLVMPositionBuilderBefore(builder, call);
  LLVMValueRef sums = row->adds ? LLVMGetOperand(call, 0) : LLVMConstNull(dot.sums);
  for (unsigned n = 0; n < (unsigned)row->k; n++)
    sums = add_product(&dot, neighbours(&dot, LLVMGetOperand(call, first), row->sign[0], n),
                       neighbours(&dot, LLVMGetOperand(call, first + 1), row->sign[1], n), sums);
  LLVMReplaceAllUsesWith(call, sums);
  LLVMInstructionEraseFromParent(call);
}

static void replace_calls(LLVMModuleRef module, const Instruction *row, LLVMValueRef function) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  for (LLVMUseRef use; (use = LLVMGetFirstUse(function)) != NULL;)
    replace_call(row, LLVMGetUser(use), builder);
  LLVMDisposeBuilder(builder);
}

// Whether the processor has the instruction in vectors of that width; one that is not known is
// taken to have all.
static bool has_dot(const char *cpu, const Instruction *row, int width) {
  Target target;
  bool is_known = cpu != NULL ? target_find(cpu, strlen(cpu), &target)
                              : target_probe_host(&target) == STATUS_OK;
  return !is_known ||
         (instruction_is_there(row, &target) && target.widths[width].bits <= target.vector_bits);
}

// The processor is asked for only where a module calls for dot products: this runs for every
// candidate that is measured.
void emulate_dot_products(LLVMModuleRef module, const char *cpu) {
  for (int choice = INSTRUCTION_WIDEN + 1; choice < INSTRUCTION_CHOICES; choice++) {
    const Instruction *row = instruction_dot((InstructionChoice)choice);
    for (int width = 0; width < TARGET_MAX_WIDTHS; width++) {
      LLVMValueRef function = LLVMGetNamedFunction(module, row->intrinsics[width]);
      if (function != NULL && !has_dot(cpu, row, width))
        replace_calls(module, row, function);
    }
  }
}
