#include "runtime/codegen/emulate.h"

#include "base/array.h"
#include "machine/instruction.h"
#include "llvm-c/Core.h"

#include <stdio.h>
#include <stdlib.h>
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
  bool is_bf16 = dot->row->operand == ELEMENT_BF16;
  unsigned count = dot->lanes * (unsigned)dot->row->k;
  if (is_bf16 || LLVMGetVectorSize(LLVMTypeOf(operand)) < count) // LLVM 21 has some as i32
    operand = LLVMBuildBitCast(
        dot->builder, operand,
        LLVMVectorType(LLVMIntTypeInContext(context, 32 / (unsigned)dot->row->k), count), "");
  LLVMValueRef picked = LLVMBuildShuffleVector(dot->builder, operand, operand,
                                               LLVMConstVector(lanes, dot->lanes), "");
  return is_bf16                      ? widen_float(dot, picked, index)
         : sign == INSTRUCTION_FLOAT  ? LLVMBuildFPExt(dot->builder, picked, dot->sums, "")
         : sign == INSTRUCTION_SIGNED ? LLVMBuildSExt(dot->builder, picked, dot->sums, "")
                                      : LLVMBuildZExt(dot->builder, picked, dot->sums, "");
}

static LLVMValueRef add_product(const Dot *dot, LLVMValueRef left, LLVMValueRef right,
                                LLVMValueRef sums) {
  if (LLVMGetTypeKind(LLVMGetElementType(dot->sums)) == LLVMIntegerTypeKind)
    return LLVMBuildAdd(dot->builder, sums, LLVMBuildMul(dot->builder, left, right, ""), "");
  return LLVMBuildFAdd(dot->builder, sums, LLVMBuildFMul(dot->builder, left, right, ""), "");
}

static LLVMValueRef add_products(const Dot *dot, LLVMValueRef left, LLVMValueRef right,
                                 LLVMValueRef sums) {
  for (unsigned n = 0; n < (unsigned)dot->row->k; n++)
    sums = add_product(dot, neighbours(dot, left, dot->row->sign[0], n),
                       neighbours(dot, right, dot->row->sign[1], n), sums);
  return sums;
}

static void replace_call(const Instruction *row, LLVMValueRef call, LLVMBuilderRef builder) {
  unsigned first = row->adds ? 1 : 0;
  Dot dot = {row, builder, LLVMTypeOf(call), LLVMGetVectorSize(LLVMTypeOf(call))};
  LLVMPositionBuilderBefore(builder, call);
  LLVMValueRef sums = row->adds ? LLVMGetOperand(call, 0) : LLVMConstNull(dot.sums);
  sums = add_products(&dot, LLVMGetOperand(call, first), LLVMGetOperand(call, first + 1), sums);
  LLVMReplaceAllUsesWith(call, sums);
  LLVMInstructionEraseFromParent(call);
}

static void replace_calls(LLVMModuleRef module, const Instruction *row, LLVMValueRef function) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  for (LLVMUseRef use; (use = LLVMGetFirstUse(function)) != NULL;)
    replace_call(row, LLVMGetUser(use), builder);
  LLVMDisposeBuilder(builder);
}

// --- tiles
//
// A tile becomes the vector of its numbers; products of two are added up by a function, with a loop
// over the rows and the groups of the reduction.

typedef struct KnownTile {
  LLVMValueRef tile, numbers;
} KnownTile;

typedef struct Tiles {
  LLVMModuleRef module;
  LLVMContextRef context;
  LLVMBuilderRef builder;
  LLVMTypeRef i32, numbers, row; // all of a tile, a row of it
  LLVMValueRef slots[3];         // of the function at hand, for the arguments of products
  KnownTile *known;              // owned: of that function
  int64_t count;
} Tiles;

enum { TILE_LANES = 16 };

static LLVMValueRef address(const Tiles *tiles, LLVMValueRef matrix, LLVMValueRef number) {
  return LLVMBuildGEP2(tiles->builder, tiles->i32, matrix, &number, 1, "");
}

static LLVMValueRef constant(const Tiles *tiles, unsigned value) {
  return LLVMConstInt(tiles->i32, value, false);
}

// Adds the products of a group: the number `at` of the left matrix by row `group` of the right one.
static void add_group(const Tiles *tiles, const Instruction *row, LLVMValueRef function,
                      LLVMValueRef at) {
  LLVMBuilderRef builder = tiles->builder;
  LLVMTypeRef value = row->operand == ELEMENT_I8 ? LLVMInt8TypeInContext(tiles->context)
                                                 : LLVMInt16TypeInContext(tiles->context);
  LLVMTypeRef operand = LLVMVectorType(value, TILE_LANES * (unsigned)row->k);
  LLVMTypeRef number =
      row->accumulator == ELEMENT_F32 ? LLVMFloatTypeInContext(tiles->context) : tiles->i32;
  Dot dot = {row, builder, LLVMVectorType(number, TILE_LANES), TILE_LANES};
  LLVMValueRef lanes = constant(tiles, TILE_LANES);
  LLVMValueRef group = LLVMBuildURem(builder, at, lanes, "");
  LLVMValueRef sums =
      address(tiles, LLVMGetParam(function, 0), LLVMBuildSub(builder, at, group, ""));
  LLVMValueRef left =
      LLVMBuildLoad2(builder, tiles->i32, address(tiles, LLVMGetParam(function, 1), at), "");
  left = LLVMBuildInsertElement(builder, LLVMGetPoison(tiles->row), left, constant(tiles, 0), "");
  left = LLVMBuildShuffleVector(builder, left, left, LLVMConstNull(tiles->row), "");
  LLVMValueRef right =
      address(tiles, LLVMGetParam(function, 2), LLVMBuildMul(builder, group, lanes, ""));
  right = LLVMBuildLoad2(builder, operand, right, "");
  LLVMValueRef sum = add_products(&dot, LLVMBuildBitCast(builder, left, operand, ""), right,
                                  LLVMBuildLoad2(builder, dot.sums, sums, ""));
  LLVMBuildStore(builder, sum, sums);
}

// The name of the instruction.
static const char *product_name(const Instruction *row) {
  return strrchr(row->intrinsics[0], '.') + 1;
}

// Adds the product of the matrices at its second and third argument to that at its first.
static LLVMValueRef make_product(const Tiles *tiles, const Instruction *row) {
  LLVMTypeRef pointer = LLVMPointerTypeInContext(tiles->context, 0);
  LLVMTypeRef arguments[3] = {pointer, pointer, pointer};
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(tiles->context), arguments, 3, false);
  LLVMValueRef function = LLVMAddFunction(tiles->module, product_name(row), type);
  LLVMSetLinkage(function, LLVMInternalLinkage);
  LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(tiles->context, function, "");
  LLVMBasicBlockRef body = LLVMAppendBasicBlockInContext(tiles->context, function, "");
  LLVMBasicBlockRef end = LLVMAppendBasicBlockInContext(tiles->context, function, "");
  LLVMPositionBuilderAtEnd(tiles->builder, entry);
  LLVMBuildBr(tiles->builder, body);
  LLVMPositionBuilderAtEnd(tiles->builder, body);
  LLVMValueRef at = LLVMBuildPhi(tiles->builder, tiles->i32, "");
  add_group(tiles, row, function, at);
  LLVMValueRef next = LLVMBuildAdd(tiles->builder, at, constant(tiles, 1), "");
  LLVMValueRef is_last =
      LLVMBuildICmp(tiles->builder, LLVMIntEQ, next, constant(tiles, TILE_LANES * TILE_LANES), "");
  LLVMBuildCondBr(tiles->builder, is_last, end, body);
  LLVMValueRef starts[2] = {constant(tiles, 0), next};
  LLVMBasicBlockRef blocks[2] = {entry, body};
  LLVMAddIncoming(at, starts, blocks, 2);
  LLVMPositionBuilderAtEnd(tiles->builder, end);
  LLVMBuildRetVoid(tiles->builder);
  return function;
}

// The instruction of tiles that a call of this name is; NULL: none.
static const Instruction *tiles_row(const char *name) {
  for (int choice = INSTRUCTION_WIDEN + 1; choice < INSTRUCTION_CHOICES; choice++) {
    const Instruction *row = instruction_dot((InstructionChoice)choice);
    size_t length = strlen(row->intrinsics[0]);
    if (row->rows > 1 && strncmp(name, row->intrinsics[0], length) == 0 &&
        strcmp(name + length, ".internal") == 0)
      return row;
  }
  return NULL;
}

static LLVMValueRef numbers_of(const Tiles *tiles, LLVMValueRef tile) {
  for (int64_t n = tiles->count; n-- > 0;)
    if (tiles->known[n].tile == tile)
      return tiles->known[n].numbers;
  return LLVMGetPoison(tiles->numbers);
}

static void know(Tiles *tiles, LLVMValueRef tile, LLVMValueRef numbers) {
  if (!array_grow(&tiles->known, tiles->count, sizeof(*tiles->known)))
    abort(); // as LLVM does without memory
  tiles->known[tiles->count++] = (KnownTile){tile, numbers};
}

static LLVMValueRef multiply(Tiles *tiles, const Instruction *row, LLVMValueRef call) {
  enum { SUMS = 3 }; // its operands are three sizes, the sums and both factors
  LLVMValueRef function = LLVMGetNamedFunction(tiles->module, product_name(row));
  if (function == NULL)
    function = make_product(tiles, row);
  LLVMPositionBuilderBefore(tiles->builder, call);
  for (unsigned n = 0; n < 3; n++)
    LLVMBuildStore(tiles->builder, numbers_of(tiles, LLVMGetOperand(call, SUMS + n)),
                   tiles->slots[n]);
  LLVMBuildCall2(tiles->builder, LLVMGlobalGetValueType(function), function, tiles->slots, 3, "");
  return LLVMBuildLoad2(tiles->builder, tiles->numbers, tiles->slots[0], "");
}

static bool begins_with(const char *name, const char *start) {
  return strncmp(name, start, strlen(start)) == 0;
}

static void emulate_tile_call(Tiles *tiles, LLVMValueRef call) {
  size_t length;
  const char *name = LLVMGetValueName2(LLVMGetCalledValue(call), &length);
  const Instruction *row = tiles_row(name);
  if (row != NULL)
    know(tiles, call, multiply(tiles, row, call));
  else if (begins_with(name, "llvm.x86.tilezero."))
    know(tiles, call, LLVMConstNull(tiles->numbers));
  else if (begins_with(name, "llvm.x86.cast.vector.to.tile."))
    know(tiles, call, LLVMGetOperand(call, 0));
  else if (begins_with(name, "llvm.x86.cast.tile.to.vector."))
    LLVMReplaceAllUsesWith(call, numbers_of(tiles, LLVMGetOperand(call, 0)));
}

static bool is_tile(LLVMValueRef value) {
  return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMX86_AMXTypeKind;
}

static void fill_phi(const Tiles *tiles, const KnownTile *known) {
  for (unsigned n = 0; n < LLVMCountIncoming(known->tile); n++) {
    LLVMValueRef value = numbers_of(tiles, LLVMGetIncomingValue(known->tile, n));
    LLVMBasicBlockRef block = LLVMGetIncomingBlock(known->tile, n);
    LLVMAddIncoming(known->numbers, &value, &block, 1);
  }
}

static void open_function(Tiles *tiles, LLVMValueRef function) {
  tiles->count = 0;
  LLVMPositionBuilderBefore(tiles->builder,
                            LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
  for (int n = 0; n < 3; n++)
    tiles->slots[n] = LLVMBuildAlloca(tiles->builder, tiles->numbers, "");
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block != NULL;
       block = LLVMGetNextBasicBlock(block))
    for (LLVMValueRef phi = LLVMGetFirstInstruction(block); phi != NULL && LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi)) {
      if (!is_tile(phi))
        continue;
      LLVMPositionBuilderBefore(tiles->builder, phi);
      know(tiles, phi, LLVMBuildPhi(tiles->builder, tiles->numbers, ""));
    }
}

// Blocks come in an order in which what dominates a use comes before it.
static void emulate_tiles_of(Tiles *tiles, LLVMValueRef function) {
  open_function(tiles, function);
  int64_t phis = tiles->count;
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block != NULL;
       block = LLVMGetNextBasicBlock(block))
    for (LLVMValueRef op = LLVMGetFirstInstruction(block), next; op != NULL; op = next) {
      next = LLVMGetNextInstruction(op);
      if (LLVMIsACallInst(op))
        emulate_tile_call(tiles, op);
    }
  for (int64_t n = 0; n < phis; n++)
    fill_phi(tiles, &tiles->known[n]);
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block != NULL;
       block = LLVMGetNextBasicBlock(block))
    for (LLVMValueRef op = LLVMGetFirstInstruction(block), next; op != NULL; op = next) {
      next = LLVMGetNextInstruction(op);
      if (!is_tile(op) &&
          !(LLVMIsACallInst(op) && LLVMGetNumOperands(op) == 2 && is_tile(LLVMGetOperand(op, 0))))
        continue;
      LLVMReplaceAllUsesWith(op, LLVMGetPoison(LLVMTypeOf(op)));
      LLVMInstructionEraseFromParent(op);
    }
}

static void emulate_tiles(LLVMModuleRef module) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  Tiles tiles = {.module = module, .context = context, .i32 = LLVMInt32TypeInContext(context)};
  tiles.builder = LLVMCreateBuilderInContext(context);
  tiles.row = LLVMVectorType(tiles.i32, TILE_LANES);
  tiles.numbers = LLVMVectorType(tiles.i32, TILE_LANES * TILE_LANES);
  for (LLVMValueRef function = LLVMGetFirstFunction(module); function != NULL;
       function = LLVMGetNextFunction(function))
    if (!LLVMIsDeclaration(function))
      emulate_tiles_of(&tiles, function);
  LLVMDisposeBuilder(tiles.builder);
  free(tiles.known);
}

// --- what the processor lacks

// Whether the processor has the instruction in vectors of that width; one that is not known is
// taken to have all.
static bool has_dot(const char *cpu, const Instruction *row, int width) {
  Target target;
  bool is_known = cpu != NULL ? target_find(cpu, strlen(cpu), &target)
                              : target_probe_host(&target) == STATUS_OK;
  return !is_known ||
         (instruction_is_there(row, &target) && target.widths[width].bits <= target.vector_bits);
}

static bool calls_tiles(LLVMModuleRef module, const char *cpu, const Instruction *row) {
  char name[64];
  snprintf(name, sizeof name, "%s.internal", row->intrinsics[0]);
  return LLVMGetNamedFunction(module, name) != NULL && !has_dot(cpu, row, TARGET_MAX_WIDTHS - 1);
}

// The processor is asked for only where a module calls for dot products: this runs for every
// candidate that is measured.
void emulate_dot_products(LLVMModuleRef module, const char *cpu) {
  bool lacks_tiles = false;
  for (int choice = INSTRUCTION_WIDEN + 1; choice < INSTRUCTION_CHOICES; choice++) {
    const Instruction *row = instruction_dot((InstructionChoice)choice);
    if (row->rows > 1)
      lacks_tiles |= calls_tiles(module, cpu, row);
    for (int width = 0;
         row->rows == 1 && width < TARGET_MAX_WIDTHS && row->intrinsics[width] != NULL; width++) {
      LLVMValueRef function = LLVMGetNamedFunction(module, row->intrinsics[width]);
      if (function != NULL && !has_dot(cpu, row, width))
        replace_calls(module, row, function);
    }
  }
  if (lacks_tiles)
    emulate_tiles(module);
}
