// Products of matrices by the 32 threads of a warp. Thread 4 * g + q holds, of 16 rows by k terms
// of the left operand and of k terms by 8 columns of the right one, registers of 4 bytes: terms
// that begin at q, or at 4 + q, times the terms of a register, of rows g and g + 8, or of column g;
// and of the results neighbours 2 * q and 2 * q + 1 of both rows (PTX ISA, "Matrix fragments for
// mma.m16n8k16" and kin, which differ in the terms of a register alone).
#include "transforms/simt/simt_emitter.h"

enum { GROUP = 4, LEFT_REGISTERS = 4, RIGHT_REGISTERS = 2, SUMS = 4, SUM_ROWS = 2 };

void simt_mma_place(SimtEmitter *emitter) {
  const SimtNest *nest = emitter->nest;
  int64_t threads = simt_thread_count(nest), warps = threads / DEVICE_WARP_LANES;
  MlirValue warp = simt_quotient(emitter, emitter->thread, DEVICE_WARP_LANES, threads);
  MlirValue lane = simt_rest(emitter, emitter->thread, DEVICE_WARP_LANES, threads);
  emitter->part[SIMT_M] = simt_quotient(emitter, warp, nest->threads[SIMT_N], warps);
  emitter->part[SIMT_N] = simt_rest(emitter, warp, nest->threads[SIMT_N], warps);
  emitter->lane[0] = simt_quotient(emitter, lane, GROUP, DEVICE_WARP_LANES);
  emitter->lane[1] = simt_rest(emitter, lane, GROUP, DEVICE_WARP_LANES);
}

static int matrices(const SimtNest *nest, int role) {
  return (int)(nest->block[role] / (role == SIMT_M ? nest->mma->m : nest->mma->n));
}

// Vectors of a thread: of matrices row by row, each two rows that lie 8 apart.
MlirValue simt_mma_position(SimtEmitter *emitter, int role, int number) {
  const SimtNest *nest = emitter->nest;
  int matrix = number / SUM_ROWS, columns = matrices(nest, SIMT_N);
  MlirValue part = simt_multiply(emitter, emitter->part[role], nest->block[role]);
  MlirValue inside =
      role == SIMT_M ? emitter->lane[0] : simt_multiply(emitter, emitter->lane[1], SIMT_MMA_LANES);
  int64_t first = role == SIMT_M
                      ? matrix / columns * nest->mma->m + number % SUM_ROWS * SIMT_MMA_ROWS
                      : matrix % columns * nest->mma->n;
  return simt_add(emitter, simt_sum(emitter, part, inside), first);
}

// --- operands

// As the instruction takes 4 bytes: two f16, or the bits.
static MlirValue as_register(SimtEmitter *emitter, MlirValue vector) {
  MlirType i32 = mlirIntegerTypeGet(emitter->ir.context, 32);
  ElementType type = emitter->nest->roles.factor;
  if (type == ELEMENT_F16)
    return vector;
  if (type != ELEMENT_F32)
    return simt_lane(emitter,
                     ir_unary(&emitter->ir, "vector.bitcast", ir_vector_type(i32, 1), vector), 0);
  MlirNamedAttribute nearest =
      ir_attribute(&emitter->ir, "rnd",
                   mlirAttributeParseGet(emitter->ir.context, ir_string("#nvvm.fp_rnd_mode<rna>")));
  MlirValue value = simt_lane(emitter, vector, 0);
  return ir_value(&emitter->ir, "nvvm.convert.float.to.tf32", i32, 1, &value, 1, &nearest);
}

// Neighbouring terms of a row from shared memory.
static MlirValue load_register(SimtEmitter *emitter, int operand, MlirValue row, MlirValue term) {
  int terms = (int)(SIMT_REGISTER_BYTES / simt_factor_bytes(emitter->nest));
  MlirValue lanes[SIMT_REGISTER_BYTES], shared = emitter->shared[operand], index[2];
  if (emitter->nest->shared_role[operand] == SIMT_K) {
    simt_shared_index(emitter, operand, row, term, index);
    return as_register(emitter, simt_load(emitter, shared, 2, index, terms));
  }
  for (int t = 0; t < terms; t++) {
    simt_shared_index(emitter, operand, row, simt_add(emitter, term, t), index);
    lanes[t] = simt_lane(emitter, simt_load(emitter, shared, 2, index, 1), 0);
  }
  return as_register(emitter, simt_vector(emitter, lanes, terms));
}

// The registers of a matrix: of its first terms those of each 8 rows, then of its last terms.
static int load_matrix(SimtEmitter *emitter, int operand, int number, MlirValue step,
                       MlirValue *out_registers) {
  const SimtNest *nest = emitter->nest;
  int64_t rows = operand == SIMT_LEFT ? nest->mma->m : nest->mma->n;
  int64_t terms = SIMT_REGISTER_BYTES / simt_factor_bytes(nest);
  int count = 0;
  MlirValue row =
      simt_sum(emitter, simt_multiply(emitter, emitter->part[operand], nest->block[operand]),
               emitter->lane[0]);
  MlirValue term = simt_sum(emitter, step, simt_multiply(emitter, emitter->lane[1], terms));
  for (int64_t k = 0; k < nest->mma->k; k += GROUP * terms)
    for (int64_t r = 0; r < rows; r += SIMT_MMA_ROWS)
      out_registers[count++] = load_register(
          emitter, operand, simt_add(emitter, row, number * rows + r), simt_add(emitter, term, k));
  return count;
}

// --- the product

static MlirNamedAttribute parsed(SimtEmitter *emitter, const char *name, const char *text) {
  return ir_attribute(&emitter->ir, name,
                      mlirAttributeParseGet(emitter->ir.context, ir_string(text)));
}

static MlirNamedAttribute factor_type(SimtEmitter *emitter, const char *name, int operand) {
  char text[32];
  const SimtNest *nest = emitter->nest;
  const char *integer = nest->roles.is_unsigned[operand] ? "u8" : "s8";
  snprintf(text, sizeof text, "#nvvm.mma_type<%s>", nest->mma->type ? nest->mma->type : integer);
  return parsed(emitter, name, text);
}

// `registers`: those of the left operand, of the right one and of the sums.
static MlirValue product(SimtEmitter *emitter, const MlirValue *registers, const int *counts) {
  char shape[64], result[64];
  const DeviceMma *mma = emitter->nest->mma;
  const char *sum = element_type_name(mma->accumulator);
  snprintf(shape, sizeof shape, "#nvvm.shape<m = %d, n = %d, k = %d>", mma->m, mma->n, mma->k);
  snprintf(result, sizeof result, "!llvm.struct<(%s, %s, %s, %s)>", sum, sum, sum, sum);
  MlirNamedAttribute attributes[] = {
      parsed(emitter, "shape", shape),
      parsed(emitter, "layoutA", "#nvvm.mma_layout<row>"),
      parsed(emitter, "layoutB", "#nvvm.mma_layout<col>"),
      factor_type(emitter, "multiplicandAPtxType", SIMT_LEFT),
      factor_type(emitter, "multiplicandBPtxType", SIMT_RIGHT),
      ir_attribute(&emitter->ir, "operandSegmentSizes",
                   mlirDenseI32ArrayGet(emitter->ir.context, 3, counts)),
      parsed(emitter, "intOverflowBehavior", "#nvvm.mma_int_overflow<wrapped>")};
  int count = element_type_is_float(mma->accumulator) ? 6 : 7;
  return ir_value(&emitter->ir, "nvvm.mma.sync",
                  mlirTypeParseGet(emitter->ir.context, ir_string(result)),
                  counts[0] + counts[1] + counts[2], registers, count, attributes);
}

static MlirValue sum_of(SimtEmitter *emitter, MlirValue structure, int number) {
  int64_t position[] = {number};
  MlirNamedAttribute at = ir_attribute(&emitter->ir, "position",
                                       mlirDenseI64ArrayGet(emitter->ir.context, 1, position));
  return ir_value(&emitter->ir, "llvm.extractvalue", emitter->sum, 1, &structure, 1, &at);
}

// One matrix of sums: two vectors of results.
static void add_product(SimtEmitter *emitter, const MlirValue *left, int left_count,
                        const MlirValue *right, int right_count, MlirValue *results) {
  MlirValue registers[LEFT_REGISTERS + RIGHT_REGISTERS + SUMS], sums[SUMS];
  const int counts[] = {left_count, right_count, SUMS};
  int count = 0;
  for (int r = 0; r < left_count; r++)
    registers[count++] = left[r];
  for (int r = 0; r < right_count; r++)
    registers[count++] = right[r];
  for (int s = 0; s < SUMS; s++)
    registers[count++] = simt_lane(emitter, results[s / SIMT_MMA_LANES], s % SIMT_MMA_LANES);
  MlirValue structure = product(emitter, registers, counts);
  for (int s = 0; s < SUMS; s++)
    sums[s] = sum_of(emitter, structure, s);
  for (int row = 0; row < SUM_ROWS; row++)
    results[row] = simt_vector(emitter, sums + (ptrdiff_t)row * SIMT_MMA_LANES, SIMT_MMA_LANES);
}

void simt_mma_add(SimtEmitter *emitter, MlirValue step, MlirValue *results) {
  const SimtNest *nest = emitter->nest;
  MlirValue left[LEFT_REGISTERS], right[SIMT_MAX_RESULTS][RIGHT_REGISTERS];
  int rows = matrices(nest, SIMT_M), columns = matrices(nest, SIMT_N), right_count = 0;
  for (int j = 0; j < columns; j++)
    right_count = load_matrix(emitter, SIMT_RIGHT, j, step, right[j]);
  for (int i = 0; i < rows; i++) {
    int left_count = load_matrix(emitter, SIMT_LEFT, i, step, left);
    for (int j = 0; j < columns; j++)
      add_product(emitter, left, left_count, right[j], right_count,
                  results + (ptrdiff_t)(i * columns + j) * SUM_ROWS);
  }
}
