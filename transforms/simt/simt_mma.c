// Products of matrices by the 32 threads of a warp. Thread 4 * g + q holds, of 16 rows by k terms
// of the left operand and of k terms by 8 columns of the right one, registers of 4 bytes: terms
// that begin at q, or at 4 + q, times the terms of a register, of rows g and g + 8, or of column g;
// and of the results neighbours 2 * q and 2 * q + 1 of both rows (PTX ISA, "Matrix fragments for
// mma.m16n8k16" and kin, which differ in the terms of a register alone; mma.m8n8k16 has row g
// alone).
#include "transforms/simt/simt_emitter.h"

enum { GROUP = 4, LEFT_REGISTERS = 4, RIGHT_REGISTERS = 2, MAX_SUMS = 4 };

// Rows of which a thread has sums in one matrix.
static int sum_rows(const SimtNest *nest) {
  return nest->mma->m / nest->mma->warps / SIMT_MMA_ROWS;
}

static int sum_count(const SimtNest *nest) { return sum_rows(nest) * SIMT_MMA_LANES; }

// Warps of a warpgroup have 16 rows each.
void simt_mma_place(SimtEmitter *emitter) {
  const SimtNest *nest = emitter->nest;
  int64_t warp_rows = nest->mma->m / nest->mma->warps;
  int64_t threads = simt_thread_count(nest), team = simt_team(nest), teams = threads / team;
  MlirValue number = simt_quotient(emitter, emitter->thread, team, threads);
  MlirValue member = simt_rest(emitter, emitter->thread, team, threads);
  MlirValue warp = simt_quotient(emitter, member, DEVICE_WARP_LANES, team);
  MlirValue lane = simt_rest(emitter, member, DEVICE_WARP_LANES, team);
  emitter->part[SIMT_M] = simt_quotient(emitter, number, nest->threads[SIMT_N], teams);
  emitter->part[SIMT_N] = simt_rest(emitter, number, nest->threads[SIMT_N], teams);
  MlirValue group = simt_quotient(emitter, lane, GROUP, DEVICE_WARP_LANES);
  MlirValue warp_row = simt_multiply(emitter, warp, warp_rows);
  emitter->lane[0] = simt_sum(emitter, warp_row, group);
  emitter->lane[1] = simt_rest(emitter, lane, GROUP, DEVICE_WARP_LANES);
  emitter->loader[0] = simt_rest(emitter, lane, SIMT_MMA_ROWS, DEVICE_WARP_LANES);
  emitter->loader[1] = simt_quotient(emitter, lane, SIMT_MMA_ROWS, DEVICE_WARP_LANES);
}

static int matrices(const SimtNest *nest, int role) {
  return (int)(nest->block[role] / (role == SIMT_M ? nest->mma->m : nest->mma->n));
}

// Vectors of a thread: of matrices row by row, each two rows that lie 8 apart, or one.
MlirValue simt_mma_position(SimtEmitter *emitter, int role, int number) {
  const SimtNest *nest = emitter->nest;
  int rows = sum_rows(nest), matrix = number / rows, columns = matrices(nest, SIMT_N);
  MlirValue part = simt_multiply(emitter, emitter->part[role], nest->block[role]);
  MlirValue inside =
      role == SIMT_M ? emitter->lane[0] : simt_multiply(emitter, emitter->lane[1], SIMT_MMA_LANES);
  int64_t first = role == SIMT_M ? matrix / columns * nest->mma->m + number % rows * SIMT_MMA_ROWS
                                 : matrix % columns * nest->mma->n;
  return simt_add(emitter, simt_sum(emitter, part, inside), first);
}

// --- operands

MlirNamedAttribute simt_parsed(SimtEmitter *emitter, const char *name, const char *text) {
  return ir_attribute(&emitter->ir, name,
                      mlirAttributeParseGet(emitter->ir.context, ir_string(text)));
}

MlirValue simt_part_of(SimtEmitter *emitter, MlirValue structure, int number, MlirType type) {
  int64_t position[] = {number};
  MlirNamedAttribute at = ir_attribute(&emitter->ir, "position",
                                       mlirDenseI64ArrayGet(emitter->ir.context, 1, position));
  return ir_value(&emitter->ir, "llvm.extractvalue", type, 1, &structure, 1, &at);
}

// As the instruction takes 4 bytes: two f16, or the bits, which are those of an f32 after rounding.
static MlirValue as_register(SimtEmitter *emitter, MlirValue bits) {
  ElementType type = emitter->nest->roles.factor;
  if (type == ELEMENT_F16)
    return ir_unary(&emitter->ir, "llvm.bitcast", ir_vector_type(emitter->factor, 2), bits);
  if (type != ELEMENT_F32)
    return bits;
  MlirNamedAttribute nearest = simt_parsed(emitter, "rnd", "#nvvm.fp_rnd_mode<rna>");
  MlirValue value = ir_unary(&emitter->ir, "llvm.bitcast", emitter->factor, bits);
  return ir_value(&emitter->ir, "nvvm.convert.float.to.tf32", mlirValueGetType(bits), 1, &value, 1,
                  &nearest);
}

// The first rows and terms of the warp's matrix `number`.
static MlirValue first_row(SimtEmitter *emitter, int operand, int number) {
  const SimtNest *nest = emitter->nest;
  int64_t rows = operand == SIMT_LEFT ? nest->mma->m : nest->mma->n;
  return simt_add(emitter, simt_multiply(emitter, emitter->part[operand], nest->block[operand]),
                  number * rows);
}

// Terms that lie apart, one by one.
static MlirValue load_register(SimtEmitter *emitter, int operand, MlirValue row, MlirValue term) {
  int terms = (int)(SIMT_REGISTER_BYTES / simt_factor_bytes(emitter->nest));
  MlirType i32 = mlirIntegerTypeGet(emitter->ir.context, 32);
  MlirValue lanes[SIMT_REGISTER_BYTES], index[2];
  for (int t = 0; t < terms; t++) {
    simt_shared_index(emitter, operand, row, simt_add(emitter, term, t), index);
    lanes[t] = simt_lane(emitter, simt_load(emitter, emitter->shared[operand], 2, index, 1), 0);
  }
  MlirValue vector = simt_vector(emitter, lanes, terms);
  return simt_lane(emitter,
                   ir_unary(&emitter->ir, "vector.bitcast", ir_vector_type(i32, 1), vector), 0);
}

// The registers of a matrix: of its first terms those of each 8 rows, then of its last terms.
static void load_apart(SimtEmitter *emitter, int operand, int number, MlirValue step, int count,
                       MlirValue *out_bits) {
  const SimtNest *nest = emitter->nest;
  int per = operand == SIMT_LEFT ? sum_rows(nest) : 1;
  int64_t terms = SIMT_REGISTER_BYTES / simt_factor_bytes(nest);
  MlirValue row = simt_sum(emitter, first_row(emitter, operand, number), emitter->lane[0]);
  MlirValue term = simt_sum(emitter, step, simt_multiply(emitter, emitter->lane[1], terms));
  for (int r = 0; r < count; r++) {
    MlirValue at_term = simt_add(emitter, term, r / per * GROUP * terms);
    MlirValue at_row = simt_add(emitter, row, r % per * SIMT_MMA_ROWS);
    out_bits[r] = load_register(emitter, operand, at_row, at_term);
  }
}

// The same by one instruction (ldmatrix): 8 threads name the lines of 16 bytes of 8 x 8 elements of
// 2 bytes each, which all 32 then share; of lines of rows it hands out columns.
static void load_lines(SimtEmitter *emitter, int operand, int number, MlirValue step, int count,
                       MlirValue *out_bits) {
  const SimtNest *nest = emitter->nest;
  int64_t per = operand == SIMT_LEFT ? sum_rows(nest) : 1;
  int64_t terms = SIMT_COPY_BYTES / simt_factor_bytes(nest);
  bool is_along_steps = nest->shared_role[operand] == SIMT_K;
  MlirType i32 = mlirIntegerTypeGet(emitter->ir.context, 32);
  MlirValue index[2];
  MlirValue matrix = simt_rest(emitter, emitter->loader[1], count, DEVICE_WARP_LANES);
  MlirValue rows = simt_multiply(emitter, simt_rest(emitter, matrix, per, count), SIMT_MMA_ROWS);
  MlirValue last = simt_multiply(emitter, simt_quotient(emitter, matrix, per, count), terms);
  MlirValue row = simt_sum(emitter, first_row(emitter, operand, number), rows);
  MlirValue term = simt_sum(emitter, step, last);
  MlirValue *line = is_along_steps ? &row : &term;
  *line = simt_sum(emitter, *line, emitter->loader[0]);
  simt_shared_index(emitter, operand, row, term, index);
  MlirValue pointer = simt_shared_pointer(emitter, operand, index);
  MlirNamedAttribute attributes[] = {
      ir_attribute(&emitter->ir, "num", mlirIntegerAttrGet(i32, count)),
      simt_parsed(emitter, "layout",
                  is_along_steps ? "#nvvm.mma_layout<row>" : "#nvvm.mma_layout<col>"),
      simt_parsed(emitter, "shape", "#nvvm.ld_st_matrix_shape<m = 8, n = 8>"),
      simt_parsed(emitter, "eltType", "#nvvm.ld_st_matrix_elt_type<b16>")};
  MlirType type =
      count == 1 ? i32
      : count == 2
          ? mlirTypeParseGet(emitter->ir.context, ir_string("!llvm.struct<(i32, i32)>"))
          : mlirTypeParseGet(emitter->ir.context, ir_string("!llvm.struct<(i32, i32, i32, i32)>"));
  MlirValue loaded = ir_value(&emitter->ir, "nvvm.ldmatrix", type, 1, &pointer, 4, attributes);
  for (int r = 0; r < count; r++)
    out_bits[r] = count == 1 ? loaded : simt_part_of(emitter, loaded, r, i32);
}

static int load_matrix(SimtEmitter *emitter, int operand, int number, MlirValue step,
                       MlirValue *out_registers) {
  const SimtNest *nest = emitter->nest;
  int64_t bytes = nest->mma->k * simt_factor_bytes(nest);
  int count = (int)(bytes / SIMT_COPY_BYTES) * (operand == SIMT_LEFT ? sum_rows(nest) : 1);
  MlirValue bits[LEFT_REGISTERS];
  (simt_reads_lines(nest, operand) ? load_lines : load_apart)(emitter, operand, number, step, count,
                                                              bits);
  for (int r = 0; r < count; r++)
    out_registers[r] = as_register(emitter, bits[r]);
  return count;
}

// --- the product

MlirNamedAttribute simt_factor_type(SimtEmitter *emitter, const char *name, const char *attribute,
                                    int operand) {
  char text[32];
  const SimtNest *nest = emitter->nest;
  const char *integer = nest->roles.is_unsigned[operand] ? "u8" : "s8";
  snprintf(text, sizeof text, "#nvvm.%s<%s>", attribute,
           nest->mma->type ? nest->mma->type : integer);
  return simt_parsed(emitter, name, text);
}

// `registers`: those of the left operand, of the right one and of the sums.
static MlirValue product(SimtEmitter *emitter, const MlirValue *registers, const int *counts) {
  char shape[64], result[64];
  const DeviceMma *mma = emitter->nest->mma;
  const char *sum = element_type_name(mma->accumulator);
  snprintf(shape, sizeof shape, "#nvvm.shape<m = %d, n = %d, k = %d>", mma->m, mma->n, mma->k);
  if (counts[2] == MAX_SUMS)
    snprintf(result, sizeof result, "!llvm.struct<(%s, %s, %s, %s)>", sum, sum, sum, sum);
  else
    snprintf(result, sizeof result, "!llvm.struct<(%s, %s)>", sum, sum);
  MlirNamedAttribute attributes[] = {
      simt_parsed(emitter, "shape", shape),
      simt_parsed(emitter, "layoutA", "#nvvm.mma_layout<row>"),
      simt_parsed(emitter, "layoutB", "#nvvm.mma_layout<col>"),
      simt_factor_type(emitter, "multiplicandAPtxType", "mma_type", SIMT_LEFT),
      simt_factor_type(emitter, "multiplicandBPtxType", "mma_type", SIMT_RIGHT),
      ir_attribute(&emitter->ir, "operandSegmentSizes",
                   mlirDenseI32ArrayGet(emitter->ir.context, 3, counts)),
      simt_parsed(emitter, "intOverflowBehavior", "#nvvm.mma_int_overflow<wrapped>")};
  int count = element_type_is_float(mma->accumulator) ? 6 : 7;
  return ir_value(&emitter->ir, "nvvm.mma.sync",
                  mlirTypeParseGet(emitter->ir.context, ir_string(result)),
                  counts[0] + counts[1] + counts[2], registers, count, attributes);
}

// One matrix of sums: a vector of results for each row.
static void add_product(SimtEmitter *emitter, const MlirValue *left, int left_count,
                        const MlirValue *right, int right_count, MlirValue *results) {
  MlirValue registers[LEFT_REGISTERS + RIGHT_REGISTERS + MAX_SUMS], sums[MAX_SUMS];
  int sum_total = sum_count(emitter->nest), count = 0;
  const int counts[] = {left_count, right_count, sum_total};
  for (int r = 0; r < left_count; r++)
    registers[count++] = left[r];
  for (int r = 0; r < right_count; r++)
    registers[count++] = right[r];
  for (int s = 0; s < sum_total; s++)
    registers[count++] = simt_lane(emitter, results[s / SIMT_MMA_LANES], s % SIMT_MMA_LANES);
  MlirValue structure = product(emitter, registers, counts);
  for (int s = 0; s < sum_total; s++)
    sums[s] = simt_part_of(emitter, structure, s, emitter->sum);
  for (int row = 0; row < sum_rows(emitter->nest); row++)
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
                  results + (ptrdiff_t)(i * columns + j) * sum_rows(nest));
  }
}
