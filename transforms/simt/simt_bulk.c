// Bulk copies of tiles by the device (TMA): the first thread asks for boxes of a tensor map, which
// come swizzled, with zeros beyond the sizes. A barrier of every buffer in shared memory counts the
// bytes that are still to come; its phase ends with the last of them, and all threads wait for it.
// PTX ISA, "cp.async.bulk.tensor" and "mbarrier"; CUDA C++ Programming Guide, "Asynchronous Data
// Copies using the Tensor Memory Accelerator".
#include "transforms/simt/simt_emitter.h"

static MlirType word(SimtEmitter *emitter) { return mlirIntegerTypeGet(emitter->ir.context, 32); }

static MlirValue constant(SimtEmitter *emitter, int64_t value) {
  return ir_constant(&emitter->ir, word(emitter), mlirIntegerAttrGet(word(emitter), value));
}

static MlirValue as_word(SimtEmitter *emitter, MlirValue index) {
  return ir_unary(&emitter->ir, "arith.index_castui", word(emitter), index);
}

static MlirValue pointer(SimtEmitter *emitter, MlirValue address, const char *type) {
  return ir_unary(&emitter->ir, "llvm.inttoptr",
                  mlirTypeParseGet(emitter->ir.context, ir_string(type)), address);
}

// That of the buffer of the stage.
static MlirValue barrier(SimtEmitter *emitter) {
  MlirValue at = ir_unary(&emitter->ir, "memref.extract_aligned_pointer_as_index",
                          mlirIndexTypeGet(emitter->ir.context), emitter->barriers);
  if (!mlirValueIsNull(emitter->buffer))
    at = simt_sum(emitter, at, simt_multiply(emitter, emitter->buffer, SIMT_BARRIER_BYTES));
  return pointer(emitter, as_word(emitter, at), "!llvm.ptr<3>");
}

static MlirOperation open_first(SimtEmitter *emitter) {
  return ir_open_if(&emitter->ir, simt_below(emitter, emitter->thread, 1, false), 0, NULL);
}

static void close_first(SimtEmitter *emitter, MlirOperation first) {
  ir_else(&emitter->ir, first, 0, NULL);
  ir_close_if(&emitter->ir, first, 0, NULL, NULL);
}

// The device sees them after the fence, other threads after the next barrier of the block.
void simt_bulk_begin(SimtEmitter *emitter) {
  MlirOperation first = open_first(emitter);
  for (int s = 0; s < emitter->nest->stages; s++) {
    emitter->buffer = ir_index(&emitter->ir, s);
    MlirValue operands[] = {barrier(emitter), constant(emitter, 1)};
    ir_op(&emitter->ir, "nvvm.mbarrier.init", 0, NULL, 2, operands, 0, NULL);
  }
  emitter->buffer = (MlirValue){NULL};
  simt_wgmma_publish(emitter);
  close_first(emitter, first);
}

// --- a copy

// Where the box begins that is so many elements along a line and so many lines behind the tile's.
static int coordinates(SimtEmitter *emitter, const SimtMap *map, int64_t along, int64_t lines,
                       MlirValue *out) {
  const SimtRoles *roles = &emitter->nest->roles;
  for (int d = 0; d < map->rank; d++) {
    MlirValue at = emitter->at[map->iterator[d]];
    for (int role = 0; role < SIMT_ROLES; role++)
      if (roles->iterator[role] == map->iterator[d])
        at = emitter->first[role];
    at = simt_add(emitter, at, d == 0 ? along : d == map->lines ? lines : 0);
    out[d] = as_word(emitter, at);
  }
  return map->rank;
}

static void copy_box(SimtEmitter *emitter, int operand, const SimtMap *map, int panel,
                     int64_t line) {
  MlirValue operands[SIMT_MAP_RANK + 3], to[2];
  const SimtNest *nest = emitter->nest;
  MlirValue along = ir_index(&emitter->ir, panel * nest->pitch[operand]);
  to[0] = simt_panel_line(emitter, operand, along, ir_index(&emitter->ir, line));
  to[1] = ir_index(&emitter->ir, 0);
  operands[0] = pointer(emitter, simt_shared_address(emitter, operand, to), "!llvm.ptr<7>");
  operands[1] = simt_generic_pointer(emitter, emitter->buffers[operand]);
  int rank = coordinates(emitter, map, panel * nest->pitch[operand], line, operands + 2);
  operands[2 + rank] = barrier(emitter);
  int32_t segments[] = {1, 1, rank, 1, 0, 0, 0, 0};
  MlirNamedAttribute sizes = ir_attribute(&emitter->ir, "operandSegmentSizes",
                                          mlirDenseI32ArrayGet(emitter->ir.context, 8, segments));
  ir_op(&emitter->ir, "nvvm.cp.async.bulk.tensor.shared.cluster.global", 0, NULL, 3 + rank,
        operands, 1, &sizes);
}

static void copy_operand(SimtEmitter *emitter, int operand) {
  SimtMap map;
  const SimtNest *nest = emitter->nest;
  int panels = (int)(nest->lines[operand] / nest->panel_lines[operand]);
  if (!simt_map_read(emitter->work, nest, operand, &map))
    return;
  for (int panel = 0; panel < panels; panel++)
    for (int64_t line = 0; line < nest->panel_lines[operand]; line += map.box[map.lines])
      copy_box(emitter, operand, &map, panel, line);
}

// Bytes of a stage; what lies beyond the sizes counts, too.
static int64_t bulk_bytes(const SimtNest *nest) {
  int64_t bytes = 0;
  for (int o = 0; o < SIMT_OPERANDS; o++)
    if (nest->is_bulk[o])
      bytes += nest->lines[o] * nest->pitch[o] * simt_factor_bytes(nest);
  return bytes;
}

void simt_bulk_copy(SimtEmitter *emitter) {
  MlirOperation first = open_first(emitter);
  MlirValue expected[] = {barrier(emitter), constant(emitter, bulk_bytes(emitter->nest))};
  ir_op(&emitter->ir, "nvvm.mbarrier.arrive.expect_tx", 0, NULL, 2, expected, 0, NULL);
  for (int o = 0; o < SIMT_OPERANDS; o++)
    if (emitter->nest->is_bulk[o])
      copy_operand(emitter, o);
  close_first(emitter, first);
}

// Phases of a barrier take turns.
void simt_bulk_wait(SimtEmitter *emitter) {
  enum { NANOSECONDS = 10000000 }; // until it looks again
  const SimtNest *nest = emitter->nest;
  MlirValue round =
      simt_quotient(emitter, emitter->first[SIMT_K], nest->tile[SIMT_K] * nest->stages, INT64_MAX);
  MlirValue phase = as_word(emitter, simt_rest(emitter, round, 2, INT64_MAX));
  MlirValue operands[] = {barrier(emitter), phase, constant(emitter, NANOSECONDS)};
  ir_op(&emitter->ir, "nvvm.mbarrier.try_wait.parity", 0, NULL, 3, operands, 0, NULL);
}
