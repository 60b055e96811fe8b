// Copies from memory to shared memory that go on while threads do (cp.async). The instruction takes
// pointers: to memory of 64 bits, whatever the lowering makes of indices, so it goes through the
// dialect ptr; to shared memory of fewer, so an index has room for it.
#include "transforms/simt/simt_emitter.h"

static MlirType parsed(SimtEmitter *emitter, const char *text) {
  return mlirTypeParseGet(emitter->ir.context, ir_string(text));
}

// Bytes from the first element of a buffer to the one at an index.
static MlirValue offset_of(SimtEmitter *emitter, MlirValue buffer, int rank, const MlirValue *index,
                           MlirType type) {
  MlirValue sum = {NULL};
  MlirType memref = mlirValueGetType(buffer);
  int64_t stride = simt_type_bytes(mlirShapedTypeGetElementType(memref));
  for (int d = rank; d-- > 0;) {
    MlirValue at = ir_unary(&emitter->ir, "arith.index_castui", type, index[d]);
    MlirValue factor = ir_constant(&emitter->ir, type, mlirIntegerAttrGet(type, stride));
    sum = simt_sum(emitter, sum, ir_binary(&emitter->ir, "arith.muli", at, factor));
    stride *= d > 0 ? mlirShapedTypeGetDimSize(memref, d) : 1; // The outermost may be unknown.
  }
  return sum;
}

static MlirType pointer_type(SimtEmitter *emitter) {
  return parsed(emitter, "!ptr.ptr<#ptr.generic_space>");
}

static MlirValue first_pointer(SimtEmitter *emitter, MlirValue buffer) {
  MlirType memref = mlirValueGetType(buffer);
  int64_t shape[WORKLOAD_MAX_ITERATORS];
  int64_t rank = mlirShapedTypeGetRank(memref);
  for (int64_t d = 0; d < rank; d++)
    shape[d] = mlirShapedTypeGetDimSize(memref, (intptr_t)d);
  MlirAttribute space = mlirAttributeParseGet(emitter->ir.context, ir_string("#ptr.generic_space"));
  MlirType generic =
      mlirMemRefTypeContiguousGet(mlirShapedTypeGetElementType(memref), rank, shape, space);
  MlirValue value = ir_unary(&emitter->ir, "memref.memory_space_cast", generic, buffer);
  return ir_unary(&emitter->ir, "ptr.to_ptr", pointer_type(emitter), value);
}

static MlirValue as_llvm(SimtEmitter *emitter, MlirValue pointer) {
  return ir_unary(&emitter->ir, "builtin.unrealized_conversion_cast", parsed(emitter, "!llvm.ptr"),
                  pointer);
}

MlirValue simt_generic_pointer(SimtEmitter *emitter, MlirValue buffer) {
  return as_llvm(emitter, first_pointer(emitter, buffer));
}

static MlirValue global_pointer(SimtEmitter *emitter, MlirValue buffer, MlirValue offset) {
  MlirValue operands[] = {first_pointer(emitter, buffer), offset};
  MlirValue value =
      ir_value(&emitter->ir, "ptr.ptr_add", pointer_type(emitter), 2, operands, 0, NULL);
  value = as_llvm(emitter, value);
  return ir_unary(&emitter->ir, "llvm.addrspacecast", parsed(emitter, "!llvm.ptr<1>"), value);
}

MlirValue simt_shared_address(SimtEmitter *emitter, int operand, const MlirValue index[2]) {
  MlirType i32 = mlirIntegerTypeGet(emitter->ir.context, 32);
  MlirValue buffer = emitter->shared[operand];
  MlirValue base = ir_unary(&emitter->ir, "memref.extract_aligned_pointer_as_index",
                            mlirIndexTypeGet(emitter->ir.context), buffer);
  MlirValue offset = offset_of(emitter, buffer, 2, index, i32);
  MlirValue start = ir_unary(&emitter->ir, "arith.index_castui", i32, base);
  return simt_sum(emitter, start, offset);
}

MlirValue simt_shared_pointer(SimtEmitter *emitter, int operand, const MlirValue index[2]) {
  MlirValue address = simt_shared_address(emitter, operand, index);
  return ir_unary(&emitter->ir, "llvm.inttoptr", parsed(emitter, "!llvm.ptr<3>"), address);
}

void simt_async_copy(SimtEmitter *emitter, int operand, int rank, const MlirValue *from,
                     const MlirValue to[2], int width) {
  MlirContext context = emitter->ir.context;
  MlirType i32 = mlirIntegerTypeGet(context, 32), i64 = mlirIntegerTypeGet(context, 64);
  MlirValue buffer = emitter->buffers[operand];
  int64_t bytes = width * simt_factor_bytes(emitter->nest);
  MlirValue operands[] = {
      simt_shared_pointer(emitter, operand, to),
      global_pointer(emitter, buffer, offset_of(emitter, buffer, rank, from, i64))};
  // 16 bytes pass the first cache by.
  const char *cache =
      bytes == SIMT_COPY_BYTES ? "#nvvm<load_cache_modifier cg>" : "#nvvm<load_cache_modifier ca>";
  MlirNamedAttribute attributes[] = {
      ir_attribute(&emitter->ir, "size", mlirIntegerAttrGet(i32, bytes)),
      ir_attribute(&emitter->ir, "modifier", mlirAttributeParseGet(context, ir_string(cache)))};
  ir_op(&emitter->ir, "nvvm.cp.async.shared.global", 0, NULL, 2, operands, 2, attributes);
}

void simt_async_commit(SimtEmitter *emitter) {
  ir_op(&emitter->ir, "nvvm.cp.async.commit.group", 0, NULL, 0, NULL, 0, NULL);
}

void simt_async_wait(SimtEmitter *emitter, int left) {
  MlirType i32 = mlirIntegerTypeGet(emitter->ir.context, 32);
  MlirNamedAttribute groups = ir_attribute(&emitter->ir, "n", mlirIntegerAttrGet(i32, left));
  ir_op(&emitter->ir, "nvvm.cp.async.wait.group", 0, NULL, 0, NULL, 1, &groups);
}
