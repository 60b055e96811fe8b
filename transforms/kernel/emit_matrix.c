// Products of matrices. Tiles of AMX by LLVM's intrinsics, which number and configure the tiles by
// themselves, once a function: a tile is a value of the type x86_amx; the vectors that it is made
// from and becomes have all of its rows, as numbers of 32 bits. Or matrices of AArch64 in vector
// registers, row after row, several of them along the lanes of one vector of sums.
//
// Sums start from zero, and are added to what the accumulators start from when they are complete.
#include "transforms/kernel/register_tile.h"

enum { TILE_ROW_BYTES = 64, TILE_NUMBER_BITS = 32 };

#define VALUES_TYPE "v256i32"

static MlirValue short_constant(Emitter *emitter, int64_t value) {
  MlirType type = mlirIntegerTypeGet(emitter->ir.context, 16);
  return ir_constant(&emitter->ir, type, mlirIntegerAttrGet(type, value));
}

static MlirType tile_type(Emitter *emitter) {
  return mlirTypeParseGet(emitter->ir.context, ir_string("!llvm.x86_amx"));
}

static int tile_rows(const Emitter *emitter) { return emitter->nest.dot.row->rows; }

static MlirType numbers_type(Emitter *emitter, int count) {
  return ir_vector_type(mlirIntegerTypeGet(emitter->ir.context, TILE_NUMBER_BITS), count);
}

static bool is_in_vectors(const Emitter *emitter) { return emitter->nest.dot.row->groups == 1; }

static MlirType sums_type(Emitter *emitter) {
  return tile_vector_of(emitter, 0, tile_rows(emitter) * tile_rows(emitter));
}

static MlirValue zero_tile(Emitter *emitter) {
  if (is_in_vectors(emitter)) {
    MlirType type = sums_type(emitter);
    return ir_splat(&emitter->ir, type, ir_zero(mlirShapedTypeGetElementType(type)));
  }
  MlirValue shape[2] = {short_constant(emitter, tile_rows(emitter)),
                        short_constant(emitter, TILE_ROW_BYTES)};
  return ir_intrinsic(&emitter->ir, "llvm.x86.tilezero.internal", tile_type(emitter), 2, shape);
}

static MlirValue add_product(Emitter *emitter, MlirValue sums, MlirValue left, MlirValue right) {
  char name[64];
  if (is_in_vectors(emitter)) {
    MlirValue vectors[3] = {sums, left, right};
    return ir_intrinsic(&emitter->ir, emitter->nest.dot.row->intrinsics[0], sums_type(emitter), 3,
                        vectors);
  }
  MlirValue bytes = short_constant(emitter, TILE_ROW_BYTES);
  MlirValue operands[6] = {
      short_constant(emitter, tile_rows(emitter)), bytes, bytes, sums, left, right};
  snprintf(name, sizeof name, "%s.internal", emitter->nest.dot.row->intrinsics[0]);
  return ir_intrinsic(&emitter->ir, name, tile_type(emitter), 6, operands);
}

// The tile of an operand at the point, which is one row of its panel.
static MlirValue load_tile(Emitter *emitter, int side, const Point *point) {
  int pack = emitter->pack_of[emitter->nest.dot.operands[side].access];
  int values = tile_rows(emitter) * emitter->nest.packs[pack].interleave;
  MlirValue row = emit_load_tile_row(emitter, pack, point, values);
  if (is_in_vectors(emitter))
    return row;
  int numbers = tile_rows(emitter) * TILE_ROW_BYTES * 8 / TILE_NUMBER_BITS;
  row = ir_unary(&emitter->ir, "vector.bitcast", numbers_type(emitter, numbers), row);
  return ir_intrinsic(&emitter->ir, "llvm.x86.cast.vector.to.tile." VALUES_TYPE, tile_type(emitter),
                      1, &row);
}

// Tiles of sums along the rows and along the lanes.
typedef struct Matrix {
  int iterators[2]; // of the rows, of the lanes
  int counts[2];
} Matrix;

static Matrix matrix_of(const Emitter *emitter) {
  Matrix matrix = {{emitter->nest.dot.row_iterator, emitter->schedule->vector_iterator}, {0}};
  for (int side = 0; side < 2; side++) {
    int64_t size = emitter->size[matrix.iterators[side]];
    matrix.counts[side] = (int)((size + tile_rows(emitter) - 1) / tile_rows(emitter));
  }
  return matrix;
}

static MlirValue load_at(Emitter *emitter, const Matrix *matrix, int side, int at, Point *point) {
  point->offset[matrix->iterators[side]] = (int64_t)at * tile_rows(emitter);
  MlirValue tile = load_tile(emitter, side, point);
  point->offset[matrix->iterators[side]] = 0;
  return tile;
}

// All tiles of the operand that has fewer stay while those of the other pass.
static void add_step(Emitter *emitter, Kernel *kernel, const Matrix *matrix, Point *point) {
  MlirValue kept[EMIT_MAX_ACCUMULATORS], pair[2];
  int few = matrix->counts[1] > matrix->counts[0] ? 0 : 1;
  for (int at = 0; at < matrix->counts[few]; at++)
    kept[at] = load_at(emitter, matrix, few, at, point);
  for (int passing = 0; passing < matrix->counts[1 - few]; passing++) {
    pair[1 - few] = load_at(emitter, matrix, 1 - few, passing, point);
    for (int at = 0; at < matrix->counts[few]; at++) {
      int row = few == 0 ? at : passing, column = few == 0 ? passing : at;
      MlirValue *sums = &kernel->accumulators[row * matrix->counts[1] + column];
      pair[few] = kept[at];
      *sums = add_product(emitter, *sums, pair[0], pair[1]);
    }
  }
}

void tile_multiply(Emitter *emitter, Kernel *kernel, void *payload) {
  (void)payload;
  Matrix matrix = matrix_of(emitter);
  Point point = tile_first_point(emitter);
  emit_new_scope(emitter);
  do
    add_step(emitter, kernel, &matrix, &point);
  while (tile_next_reduction(emitter, &point));
}

void tile_open_matrix(Emitter *emitter, Kernel *kernel) {
  Matrix matrix = matrix_of(emitter);
  kernel->count = matrix.counts[0] * matrix.counts[1];
  for (int at = 0; at < kernel->count; at++)
    kernel->accumulators[at] = zero_tile(emitter);
}

// The sums as one vector. LLVM knows the shape of a tile by the instruction that it comes from, and
// those that a loop carries come from none: such a tile gets a product of zeros added.
static MlirValue values_of(Emitter *emitter, MlirValue tile) {
  if (is_in_vectors(emitter))
    return tile;
  int numbers = tile_rows(emitter) * TILE_ROW_BYTES * 8 / TILE_NUMBER_BITS;
  if (!ir_op_is(mlirOpResultGetOwner(tile), "llvm.call_intrinsic")) {
    MlirValue zero = zero_tile(emitter);
    tile = add_product(emitter, tile, zero, zero);
  }
  return ir_intrinsic(&emitter->ir, "llvm.x86.cast.tile.to.vector." VALUES_TYPE,
                      numbers_type(emitter, numbers), 1, &tile);
}

// The sums of a point and segment, of the vectors that hold those of its tile and of the next one.
static MlirValue sums_at(Emitter *emitter, const MlirValue *values, bool has_next, int64_t row,
                         Segment segment) {
  int64_t lanes[EMIT_MAX_LANES], rows = tile_rows(emitter), first = row % rows * rows;
  for (int lane = 0; lane < segment.lanes; lane++) {
    int64_t column = segment.offset % rows + lane;
    lanes[lane] = column / rows * rows * rows + first + column % rows;
  }
  MlirValue sums = emit_shuffle(emitter, values[0], values[has_next], segment.lanes, lanes);
  return ir_unary(&emitter->ir, "vector.bitcast", tile_vector_of(emitter, 0, segment.lanes), sums);
}

void tile_close_matrix(Emitter *emitter, Kernel *kernel, const MlirValue *tiles, int count) {
  Matrix matrix = matrix_of(emitter);
  MlirValue values[EMIT_MAX_ACCUMULATORS];
  Point point = tile_first_point(emitter);
  for (int at = 0; at < count; at++)
    values[at] = values_of(emitter, tiles[at]);
  do {
    int64_t row = point.offset[matrix.iterators[0]];
    MlirValue *sums = &kernel->accumulators[tile_accumulator_of(emitter, kernel, &point)];
    for (int s = 0; s < kernel->sets; s++) {
      int column = (int)(kernel->segments[s].offset / tile_rows(emitter));
      const MlirValue *tile = &values[row / tile_rows(emitter) * matrix.counts[1] + column];
      sums[s] = emit_combine(
          emitter, 0, sums[s],
          sums_at(emitter, tile, column + 1 < matrix.counts[1], row, kernel->segments[s]));
    }
  } while (tile_next_parallel(emitter, &point));
}
