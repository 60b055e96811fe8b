// Products of matrices by the 128 threads of a warpgroup (wgmma), which read both operands in
// shared memory by descriptors, and go on while threads do. Thread 32 * w + 4 * g + q holds of
// the sums of 64 rows, for every 8 columns, neighbours 2 * q and 2 * q + 1 of rows 16 * w + g and
// 16 * w + g + 8 (PTX ISA, "Matrix Fragments for wgmma.mma_async.m64nNk16" and kin).
//
// The sums of 64 rows are one structure, in registers that belong to the instruction until it has
// been waited for.
#include "base/text.h"
#include "transforms/simt/simt_emitter.h"

enum { SUM_ROWS = 2, MAX_TEXT = 2048 };

static MlirType parsed_type(SimtEmitter *emitter, const char *text) {
  return mlirTypeParseGet(emitter->ir.context, ir_string(text));
}

static MlirNamedAttribute position(SimtEmitter *emitter, int64_t number) {
  return ir_attribute(&emitter->ir, "position",
                      mlirDenseI64ArrayGet(emitter->ir.context, 1, &number));
}

int simt_wgmma_count(const SimtNest *nest) { return (int)(nest->block[SIMT_M] / nest->mma->m); }

static int columns_of(const SimtNest *nest) { return (int)(nest->block[SIMT_N] / nest->mma->n); }

// Sums of a thread in one structure.
static int sums_of(const SimtNest *nest) { return columns_of(nest) * SUM_ROWS * SIMT_MMA_LANES; }

static MlirType structure_type(SimtEmitter *emitter) {
  char text[MAX_TEXT];
  TextWriter writer = text_writer(text, sizeof text);
  const char *sum = element_type_name(emitter->nest->roles.sum);
  for (int s = 0; s < sums_of(emitter->nest); s++)
    text_write(&writer, "%s%s", s == 0 ? "!llvm.struct<(" : ", ", sum);
  text_write(&writer, ")>");
  return parsed_type(emitter, text);
}

// --- sums as vectors and back

void simt_wgmma_begin(SimtEmitter *emitter, MlirValue *results) {
  const SimtNest *nest = emitter->nest;
  int sums = sums_of(nest), vectors = sums / SIMT_MMA_LANES;
  MlirType type = structure_type(emitter);
  for (int m = 0; m < simt_wgmma_count(nest); m++) {
    MlirValue structure = ir_value(&emitter->ir, "llvm.mlir.poison", type, 0, NULL, 0, NULL);
    for (int s = 0; s < sums; s++) {
      MlirNamedAttribute at = position(emitter, s);
      MlirValue vector = results[m * vectors + s / SIMT_MMA_LANES];
      MlirValue operands[] = {structure, simt_lane(emitter, vector, s % SIMT_MMA_LANES)};
      structure = ir_value(&emitter->ir, "llvm.insertvalue", type, 2, operands, 1, &at);
    }
    // Vectors of the rows before are read no more.
    results[m] = structure;
  }
}

// The registers after the wait: an instruction that is none, but after which alone they are read,
// wherever a compiler moves the reading.
static MlirValue read_registers(SimtEmitter *emitter, MlirValue structure) {
  char constraints[MAX_TEXT];
  MlirValue parts[SIMT_MAX_RESULTS];
  int sums = sums_of(emitter->nest);
  TextWriter writer = text_writer(constraints, sizeof constraints);
  char kind = element_type_is_float(emitter->nest->roles.sum) ? 'f' : 'r';
  for (int s = 0; s < sums; s++) {
    parts[s] = simt_part_of(emitter, structure, s, emitter->sum);
    text_write(&writer, "=%c,", kind);
  }
  for (int s = 0; s < sums; s++)
    text_write(&writer, "%d%s", s, s + 1 < sums ? "," : "");
  MlirAttribute nothing = mlirStringAttrGet(emitter->ir.context, ir_string(""));
  MlirAttribute text = mlirStringAttrGet(emitter->ir.context, ir_string(constraints));
  MlirNamedAttribute attributes[] = {
      ir_attribute(&emitter->ir, "asm_string", nothing),
      ir_attribute(&emitter->ir, "constraints", text),
      ir_attribute(&emitter->ir, "has_side_effects", mlirUnitAttrGet(emitter->ir.context))};
  return ir_value(&emitter->ir, "llvm.inline_asm", mlirValueGetType(structure), sums, parts, 3,
                  attributes);
}

// The last rows first: vectors of rows take the places of structures behind them.
void simt_wgmma_end(SimtEmitter *emitter, MlirValue *results) {
  int sums = sums_of(emitter->nest), vectors = sums / SIMT_MMA_LANES;
  simt_wgmma_wait(emitter, 0);
  for (int m = simt_wgmma_count(emitter->nest); m-- > 0;) {
    MlirValue lanes[SIMT_MMA_LANES], structure = read_registers(emitter, results[m]);
    for (int v = 0; v < vectors; v++) {
      for (int lane = 0; lane < SIMT_MMA_LANES; lane++)
        lanes[lane] = simt_part_of(emitter, structure, v * SIMT_MMA_LANES + lane, emitter->sum);
      results[m * vectors + v] = simt_vector(emitter, lanes, SIMT_MMA_LANES);
    }
  }
}

// --- order

void simt_wgmma_open(SimtEmitter *emitter) {
  ir_op(&emitter->ir, "nvvm.wgmma.fence.aligned", 0, NULL, 0, NULL, 0, NULL);
}

void simt_wgmma_commit(SimtEmitter *emitter) {
  ir_op(&emitter->ir, "nvvm.wgmma.commit.group.sync.aligned", 0, NULL, 0, NULL, 0, NULL);
}

void simt_wgmma_wait(SimtEmitter *emitter, int left) {
  MlirNamedAttribute group = ir_attribute(
      &emitter->ir, "group", mlirIntegerAttrGet(mlirIntegerTypeGet(emitter->ir.context, 64), left));
  ir_op(&emitter->ir, "nvvm.wgmma.wait.group.sync.aligned", 0, NULL, 0, NULL, 1, &group);
}

void simt_wgmma_publish(SimtEmitter *emitter) {
  MlirNamedAttribute attributes[] = {simt_parsed(emitter, "kind", "#nvvm.proxy_kind<async.shared>"),
                                     simt_parsed(emitter, "space", "#nvvm.shared_space<cta>")};
  ir_op(&emitter->ir, "nvvm.fence.proxy", 0, NULL, 0, NULL, 2, attributes);
}

// --- descriptors

// What a descriptor says besides the address: bytes from 8 lines to the next, from a panel of rows
// to the next, and how pieces of a line are swizzled. PTX ISA, "Matrix Descriptor Format".
static uint64_t layout_bits(const SimtNest *nest, int operand) {
  enum { UNIT = 16, LEADING = 16, STRIDE = 32, SWIZZLE = 62, NO_LEADING = 1, LINES = 8 };
  uint64_t line = (uint64_t)(nest->pitch[operand] * simt_factor_bytes(nest));
  bool is_along_steps = nest->shared_role[operand] == SIMT_K;
  uint64_t leading =
      is_along_steps ? NO_LEADING : line * (uint64_t)nest->panel_lines[operand] / UNIT;
  uint64_t swizzle = line == 128 ? 1 : line == 64 ? 2 : 3;
  return leading << LEADING | line * LINES / UNIT << STRIDE | swizzle << SWIZZLE;
}

// Of the matrix whose first element is in a row and at a step of the stage.
static MlirValue descriptor(SimtEmitter *emitter, int operand, MlirValue row, MlirValue step) {
  enum { UNIT_BITS = 4 };
  const SimtNest *nest = emitter->nest;
  MlirType i32 = mlirIntegerTypeGet(emitter->ir.context, 32),
           i64 = mlirIntegerTypeGet(emitter->ir.context, 64);
  bool is_along_steps = nest->shared_role[operand] == SIMT_K;
  MlirValue along = is_along_steps ? step : row, index[2];
  int64_t bound = is_along_steps ? nest->tile[SIMT_K] : simt_rows(nest, operand);
  index[0] = simt_panel_line(emitter, operand, along, is_along_steps ? row : step);
  index[1] = simt_rest(emitter, along, nest->pitch[operand], bound);
  MlirValue address = simt_shared_address(emitter, operand, index);
  MlirValue shift = ir_constant(&emitter->ir, i32, mlirIntegerAttrGet(i32, UNIT_BITS));
  address = ir_binary(&emitter->ir, "arith.shrui", address, shift);
  MlirValue layout =
      ir_constant(&emitter->ir, i64, mlirIntegerAttrGet(i64, (int64_t)layout_bits(nest, operand)));
  return ir_binary(&emitter->ir, "arith.ori", ir_unary(&emitter->ir, "arith.extui", i64, address),
                   layout);
}

// --- the product

static MlirNamedAttribute factor_layout(SimtEmitter *emitter, const char *name, int operand) {
  bool is_row = (emitter->nest->shared_role[operand] == SIMT_K) == (operand == SIMT_LEFT);
  return simt_parsed(emitter, name, is_row ? "#nvvm.mma_layout<row>" : "#nvvm.mma_layout<col>");
}

static MlirValue product(SimtEmitter *emitter, MlirValue sums, MlirValue left, MlirValue right) {
  char shape[64];
  const DeviceMma *mma = emitter->nest->mma;
  MlirValue operands[] = {sums, left, right};
  bool is_float = element_type_is_float(mma->accumulator);
  snprintf(shape, sizeof shape, "#nvvm.shape<m = %d, n = %d, k = %d>", mma->m,
           (int)emitter->nest->block[SIMT_N], mma->k);
  MlirNamedAttribute attributes[] = {
      simt_parsed(emitter, "shape", shape),
      simt_factor_type(emitter, "typeA", "wgmma_type", SIMT_LEFT),
      simt_factor_type(emitter, "typeB", "wgmma_type", SIMT_RIGHT),
      simt_parsed(emitter, "typeD", is_float ? "#nvvm.wgmma_type<f32>" : "#nvvm.wgmma_type<s32>"),
      simt_parsed(emitter, "scaleD", "#nvvm.wgmma_scale_out<one>"),
      simt_parsed(emitter, "scaleA", "#nvvm.wgmma_scale_in<one>"),
      simt_parsed(emitter, "scaleB", "#nvvm.wgmma_scale_in<one>"),
      factor_layout(emitter, "layoutA", SIMT_LEFT),
      factor_layout(emitter, "layoutB", SIMT_RIGHT),
      simt_parsed(emitter, "satfinite", "#nvvm.mma_int_overflow<wrapped>")};
  return ir_value(&emitter->ir, "nvvm.wgmma.mma_async", mlirValueGetType(sums), 3, operands,
                  is_float ? 9 : 10, attributes);
}

void simt_wgmma_add(SimtEmitter *emitter, MlirValue step, MlirValue *sums) {
  const SimtNest *nest = emitter->nest;
  MlirValue column = simt_multiply(emitter, emitter->part[SIMT_N], nest->block[SIMT_N]);
  MlirValue row = simt_multiply(emitter, emitter->part[SIMT_M], nest->block[SIMT_M]);
  MlirValue right = descriptor(emitter, SIMT_RIGHT, column, step);
  for (int m = 0; m < simt_wgmma_count(nest); m++) {
    MlirValue first = simt_add(emitter, row, (int64_t)m * nest->mma->m);
    sums[m] = product(emitter, sums[m], descriptor(emitter, SIMT_LEFT, first, step), right);
  }
}
