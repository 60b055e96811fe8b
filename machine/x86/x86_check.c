// For every leaf of cpuid that is needed the bits are compared, and the sentence
// of the first row that is not there is kept.
#include "machine/x86/x86_check.h"

#include "machine/load_check.h"
#include "machine/x86/x86_code_features.h"
#include "llvm-c/Core.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

typedef struct Check {
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMBuilderRef builder;
  LLVMTypeRef i32, pointer, registers; // registers: eax, ebx, ecx, edx
  LLVMValueRef saved_state;            // XCR0: the registers that the system saves
} Check;

static LLVMValueRef number(const Check *check, uint32_t value) {
  return LLVMConstInt(check->i32, value, false);
}

static LLVMValueRef call_asm(const Check *check, LLVMTypeRef result, const char *instruction,
                             const char *constraints, LLVMValueRef *arguments, unsigned count) {
  LLVMTypeRef types[2] = {check->i32, check->i32};
  LLVMTypeRef type = LLVMFunctionType(result, types, count, false);
  LLVMValueRef code =
      LLVMGetInlineAsm(type, instruction, strlen(instruction), constraints, strlen(constraints),
                       true, false, LLVMInlineAsmDialectATT, false);
  return LLVMBuildCall2(check->builder, type, code, arguments, count, "");
}

static LLVMValueRef cpuid(const Check *check, uint32_t leaf, uint32_t subleaf) {
  LLVMValueRef arguments[2] = {number(check, leaf), number(check, subleaf)};
  return call_asm(check, check->registers, "cpuid",
                  "={ax},={bx},={cx},={dx},{ax},{cx},~{dirflag},~{fpsr},~{flags}", arguments, 2);
}

static LLVMValueRef part(const Check *check, LLVMValueRef registers, int reg) {
  return LLVMBuildExtractValue(check->builder, registers, (unsigned)reg, "");
}

static LLVMValueRef has_bits(const Check *check, LLVMValueRef value, uint32_t bits) {
  LLVMValueRef both = LLVMBuildAnd(check->builder, value, number(check, bits), "");
  return LLVMBuildICmp(check->builder, LLVMIntEQ, both, number(check, bits), "");
}

// XCR0, or 0 where the system has not allowed to read it. The builder goes on in a new block.
static LLVMValueRef read_saved_state(const Check *check, LLVMValueRef function) {
  enum { OSXSAVE = 1 << 27 };
  LLVMBasicBlockRef start = LLVMGetInsertBlock(check->builder);
  LLVMBasicBlockRef reads = LLVMAppendBasicBlockInContext(check->context, function, "");
  LLVMBasicBlockRef after = LLVMAppendBasicBlockInContext(check->context, function, "");
  LLVMValueRef can_read = has_bits(check, part(check, cpuid(check, 1, 0), 2), OSXSAVE);
  LLVMBuildCondBr(check->builder, can_read, reads, after);
  LLVMPositionBuilderAtEnd(check->builder, reads);
  LLVMTypeRef pair[2] = {check->i32, check->i32};
  LLVMValueRef zero[1] = {number(check, 0)};
  LLVMValueRef read =
      part(check,
           call_asm(check, LLVMStructTypeInContext(check->context, pair, 2, false), "xgetbv",
                    "={ax},={dx},{cx},~{dirflag},~{fpsr},~{flags}", zero, 1),
           0);
  LLVMBuildBr(check->builder, after);
  LLVMPositionBuilderAtEnd(check->builder, after);
  LLVMValueRef state = LLVMBuildPhi(check->builder, check->i32, "");
  LLVMValueRef values[2] = {number(check, 0), read};
  LLVMBasicBlockRef blocks[2] = {start, reads};
  LLVMAddIncoming(state, values, blocks, 2);
  return state;
}

// XCR0 without the registers of tiles where Linux refuses them to the process, which has to ask.
static LLVMValueRef ask_for_tiles(const Check *check, LLVMValueRef function, LLVMValueRef state) {
  enum { SYS_ARCH_PRCTL = 158, ARCH_REQ_XCOMP_PERM = 0x1023, XFEATURE_XTILEDATA = 18 };
  LLVMTypeRef i64 = LLVMInt64TypeInContext(check->context), types[3] = {i64, i64, i64};
  LLVMTypeRef type = LLVMFunctionType(i64, types, 3, false);
  static const char constraints[] = "={ax},{ax},{di},{si},~{rcx},~{r11},~{memory}";
  LLVMValueRef arguments[3] = {LLVMConstInt(i64, SYS_ARCH_PRCTL, false),
                               LLVMConstInt(i64, ARCH_REQ_XCOMP_PERM, false),
                               LLVMConstInt(i64, XFEATURE_XTILEDATA, false)};
  LLVMValueRef code =
      LLVMGetInlineAsm(type, "syscall", strlen("syscall"), constraints, sizeof constraints - 1,
                       true, false, LLVMInlineAsmDialectATT, false);
  LLVMBasicBlockRef start = LLVMGetInsertBlock(check->builder);
  LLVMBasicBlockRef asks = LLVMAppendBasicBlockInContext(check->context, function, "");
  LLVMBasicBlockRef after = LLVMAppendBasicBlockInContext(check->context, function, "");
  LLVMBuildCondBr(check->builder, has_bits(check, state, X86_STATE_AMX), asks, after);
  LLVMPositionBuilderAtEnd(check->builder, asks);
  LLVMValueRef answer = LLVMBuildCall2(check->builder, type, code, arguments, 3, "");
  LLVMValueRef values[2] = {
      state,
      LLVMBuildSelect(
          check->builder, LLVMBuildIsNull(check->builder, answer, ""), state,
          LLVMBuildAnd(check->builder, state, number(check, ~(uint32_t)X86_STATE_AMX), ""), "")};
  LLVMBuildBr(check->builder, after);
  LLVMPositionBuilderAtEnd(check->builder, after);
  LLVMValueRef allowed = LLVMBuildPhi(check->builder, check->i32, "");
  LLVMBasicBlockRef blocks[2] = {start, asks};
  LLVMAddIncoming(allowed, values, blocks, 2);
  return allowed;
}

static bool needs_tiles(uint64_t features) {
  int count;
  const X86CodeFeature *rows = x86_code_features(&count);
  for (int i = 0; i < count; i++)
    if ((features >> i & 1) && rows[i].state == X86_STATE_AMX)
      return true;
  return false;
}

// The registers of a leaf, zero where the processor has no such leaf: it then answers with another.
static LLVMValueRef read_register(const Check *check, const X86CodeFeature *row) {
  uint32_t first = row->leaf & 0x80000000;
  LLVMValueRef most = part(check, cpuid(check, first, 0), 0);
  LLVMValueRef has_leaf =
      LLVMBuildICmp(check->builder, LLVMIntUGE, most, number(check, row->leaf), "");
  if (row->subleaf) {
    LLVMValueRef subleaves = part(check, cpuid(check, row->leaf, 0), 0);
    LLVMValueRef has_subleaf =
        LLVMBuildICmp(check->builder, LLVMIntUGE, subleaves, number(check, row->subleaf), "");
    has_leaf = LLVMBuildAnd(check->builder, has_leaf, has_subleaf, "");
  }
  LLVMValueRef value = part(check, cpuid(check, row->leaf, row->subleaf), row->reg);
  return LLVMBuildSelect(check->builder, has_leaf, value, number(check, 0), "");
}

static bool is_same_register(const X86CodeFeature *a, const X86CodeFeature *b) {
  return a->leaf == b->leaf && a->subleaf == b->subleaf && a->reg == b->reg;
}

// The pointer that the global gets.
static LLVMValueRef find_lack(const Check *check, const char *name, const char *processor,
                              uint64_t features) {
  int count;
  const X86CodeFeature *rows = x86_code_features(&count), *read = NULL;
  LLVMValueRef lack = LLVMConstPointerNull(check->pointer), value = NULL;
  for (int i = 0; i < count; i++) {
    if (!(features >> i & 1))
      continue;
    if (!read || !is_same_register(read, &rows[i]))
      value = read_register(check, &rows[i]);
    read = &rows[i];
    LLVMValueRef has =
        LLVMBuildAnd(check->builder, has_bits(check, value, UINT32_C(1) << rows[i].bit),
                     has_bits(check, check->saved_state, rows[i].state), "");
    LLVMValueRef is_first = LLVMBuildIsNull(check->builder, lack, "");
    LLVMValueRef other = LLVMBuildSelect(
        check->builder, is_first,
        load_check_sentence(check->builder, name, processor, rows[i].name), lack, "");
    lack = LLVMBuildSelect(check->builder, has, lack, other, "");
  }
  return lack;
}

LLVMValueRef x86_check_make(LLVMModuleRef module, const char *name, const char *processor,
                            uint64_t features) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  Check check = {.context = context,
                 .module = module,
                 .builder = LLVMCreateBuilderInContext(context),
                 .i32 = LLVMInt32TypeInContext(context),
                 .pointer = LLVMPointerTypeInContext(context, 0)};
  LLVMTypeRef four[4] = {check.i32, check.i32, check.i32, check.i32};
  check.registers = LLVMStructTypeInContext(context, four, 4, false);
  LLVMValueRef lack, function = load_check_open(module, check.builder, &lack);
  check.saved_state = read_saved_state(&check, function);
  if (needs_tiles(features))
    check.saved_state = ask_for_tiles(&check, function, check.saved_state);
  load_check_close(module, check.builder, function, find_lack(&check, name, processor, features),
                   lack);
  LLVMDisposeBuilder(check.builder);
  return lack;
}
