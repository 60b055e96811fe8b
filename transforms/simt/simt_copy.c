// The tile of an operand from memory to shared memory, step of the reduction by row, by all threads
// of a block. What lies beyond the extents is 0 for rows, whose results nobody stores, and for
// steps 0 where matrices are multiplied, else not written, as nobody reads it.
#include "transforms/simt/simt_emitter.h"

typedef struct Piece {
  MlirValue row, step; // in the tile
  MlirValue is_there;  // null: it surely is
  MlirValue is_inside; // the same
  MlirValue at[SIMT_ROLES];
} Piece;

// Padding is 0, as rows are that nobody stores.
static MlirValue is_in_shape(SimtEmitter *emitter, int operand, const Piece *piece) {
  MlirValue index[WORKLOAD_MAX_RANK];
  int access = emitter->nest->roles.operand[operand];
  if (!emitter->group->workload.accesses[access].may_leave_shape)
    return (MlirValue){NULL};
  simt_index(emitter, access, piece->at, index);
  return simt_in_shape(emitter, access, index);
}

static Piece piece_of(SimtEmitter *emitter, int operand, int number) {
  const SimtNest *nest = emitter->nest;
  const SimtCopy *copy = &nest->copy[operand];
  int64_t rows = simt_rows(nest, operand), steps = nest->tile[SIMT_K];
  int64_t threads = simt_thread_count(nest), pieces = rows * steps / copy->width;
  bool is_along_steps = copy->along == SIMT_K;
  int64_t line = (is_along_steps ? steps : rows) / copy->width;
  int64_t bound = (number + 1) * threads;
  MlirValue index = simt_add(emitter, emitter->thread, number * threads);
  MlirValue outer = simt_quotient(emitter, index, line, bound);
  MlirValue inner = simt_multiply(emitter, simt_rest(emitter, index, line, bound), copy->width);
  Piece piece = {.row = is_along_steps ? outer : inner, .step = is_along_steps ? inner : outer};
  piece.at[operand] = simt_sum(emitter, emitter->first[operand], piece.row);
  piece.at[SIMT_K] = simt_sum(emitter, emitter->first[SIMT_K], piece.step);
  MlirValue is_in_window = is_in_shape(emitter, operand, &piece);
  MlirValue is_below = simt_below_role(emitter, piece.at[operand], operand);
  piece.is_inside = simt_both(emitter, is_below, is_in_window);
  piece.is_there = simt_below(emitter, index, pieces, bound <= pieces);
  MlirValue *is_term = nest->mma ? &piece.is_inside : &piece.is_there;
  *is_term = simt_both(emitter, *is_term, simt_below_role(emitter, piece.at[SIMT_K], SIMT_K));
  return piece;
}

static MlirValue load(SimtEmitter *emitter, int operand, const Piece *piece) {
  MlirValue index[WORKLOAD_MAX_RANK], value;
  int width = emitter->nest->copy[operand].width;
  MlirType type = ir_vector_type(emitter->factor, width);
  MlirOperation inside = {NULL};
  MlirValue zeros = {NULL};
  if (!mlirValueIsNull(piece->is_inside)) {
    zeros = simt_zeros(emitter, emitter->factor, width);
    inside = ir_open_if(&emitter->ir, piece->is_inside, 1, &type);
  }
  int rank = simt_index(emitter, emitter->nest->roles.operand[operand], piece->at, index);
  value = simt_load(emitter, emitter->buffers[operand], rank, index, width);
  if (mlirValueIsNull(piece->is_inside))
    return value;
  ir_else(&emitter->ir, inside, 1, &value);
  ir_close_if(&emitter->ir, inside, 1, &zeros, &value);
  return value;
}

static MlirValue line_in_buffers(SimtEmitter *emitter, int operand, MlirValue line) {
  MlirValue first = {NULL};
  if (!mlirValueIsNull(emitter->buffer))
    first = simt_multiply(emitter, emitter->buffer, emitter->nest->lines[operand]);
  return simt_sum(emitter, first, line);
}

// Elements of a whole line: as many as the tile has along it.
static int64_t whole_line(const SimtNest *nest, int operand) {
  return nest->pitch[operand] * nest->lines[operand] / nest->panel_lines[operand];
}

MlirValue simt_panel_line(SimtEmitter *emitter, int operand, MlirValue along, MlirValue line) {
  const SimtNest *nest = emitter->nest;
  MlirValue panel = simt_quotient(emitter, along, nest->pitch[operand], whole_line(nest, operand));
  MlirValue lines = simt_multiply(emitter, panel, nest->panel_lines[operand]);
  return line_in_buffers(emitter, operand, simt_sum(emitter, lines, line));
}

// Where an element of a line is in it. Pieces of 16 bytes change places, by bits of the address
// (PTX ISA, "Swizzling Modes"): its bits 4 to 6, those of a shorter line fewer, are added without
// carries to those from bit 7 on.
static MlirValue swizzled(SimtEmitter *emitter, int operand, MlirValue at, MlirValue line) {
  enum { WHOLE_BYTES = 128 };
  const SimtNest *nest = emitter->nest;
  int64_t bytes = simt_factor_bytes(nest), unit = SIMT_COPY_BYTES / bytes;
  int64_t pieces = nest->pitch[operand] / unit, same = WHOLE_BYTES / (nest->pitch[operand] * bytes);
  MlirValue moved = simt_quotient(emitter, line, same, INT64_MAX);
  moved = simt_multiply(emitter, simt_rest(emitter, moved, pieces, INT64_MAX), unit);
  return ir_binary(&emitter->ir, "arith.xori", at, moved);
}

void simt_shared_index(SimtEmitter *emitter, int operand, MlirValue row, MlirValue step,
                       MlirValue out_index[2]) {
  const SimtNest *nest = emitter->nest;
  bool is_along_steps = nest->shared_role[operand] == SIMT_K;
  MlirValue line = is_along_steps ? row : step, along = is_along_steps ? step : row;
  if (nest->panel_lines[operand] == 0) {
    out_index[0] = line_in_buffers(emitter, operand, line);
    out_index[1] = along;
    return;
  }
  MlirValue at = simt_rest(emitter, along, nest->pitch[operand], whole_line(nest, operand));
  out_index[0] = simt_panel_line(emitter, operand, along, line);
  // Panels begin at whole multiples of the lines that a swizzle repeats after.
  out_index[1] = swizzled(emitter, operand, at, line);
}

// What lies side by side in memory alone is stored element by element.
static void store(SimtEmitter *emitter, int operand, const Piece *piece, MlirValue value) {
  const SimtCopy *copy = &emitter->nest->copy[operand];
  MlirValue index[2];
  if (copy->along == emitter->nest->shared_role[operand]) {
    simt_shared_index(emitter, operand, piece->row, piece->step, index);
    simt_store(emitter, value, emitter->shared[operand], 2, index, copy->width);
    return;
  }
  for (int lane = 0; lane < copy->width; lane++) {
    int row = copy->along == SIMT_K ? 0 : lane, step = copy->along == SIMT_K ? lane : 0;
    MlirValue at_step = simt_add(emitter, piece->step, step);
    MlirValue at_row = simt_add(emitter, piece->row, row);
    simt_shared_index(emitter, operand, at_row, at_step, index);
    simt_store(emitter, simt_splat(emitter, simt_lane(emitter, value, lane), 1),
               emitter->shared[operand], 2, index, 1);
  }
}

// Zeros where there is nothing to copy.
static void copy_ahead(SimtEmitter *emitter, int operand, const Piece *piece) {
  MlirValue from[WORKLOAD_MAX_RANK], to[2];
  MlirOperation inside = {NULL};
  int width = emitter->nest->copy[operand].width;
  if (!mlirValueIsNull(piece->is_inside))
    inside = ir_open_if(&emitter->ir, piece->is_inside, 0, NULL);
  int rank = simt_index(emitter, emitter->nest->roles.operand[operand], piece->at, from);
  simt_shared_index(emitter, operand, piece->row, piece->step, to);
  simt_async_copy(emitter, operand, rank, from, to, width);
  if (mlirValueIsNull(piece->is_inside))
    return;
  ir_else(&emitter->ir, inside, 0, NULL);
  store(emitter, operand, piece, simt_zeros(emitter, emitter->factor, width));
  ir_close_if(&emitter->ir, inside, 0, NULL, NULL);
}

void simt_copy_tile(SimtEmitter *emitter, int operand) {
  int64_t count = simt_copy_count(emitter->nest, operand);
  for (int number = 0; number < count; number++) {
    Piece piece = piece_of(emitter, operand, number);
    MlirOperation there = {NULL};
    if (!mlirValueIsNull(piece.is_there))
      there = ir_open_if(&emitter->ir, piece.is_there, 0, NULL);
    if (emitter->nest->is_asynchronous[operand])
      copy_ahead(emitter, operand, &piece);
    else
      store(emitter, operand, &piece, load(emitter, operand, &piece));
    if (mlirValueIsNull(piece.is_there))
      continue;
    ir_else(&emitter->ir, there, 0, NULL);
    ir_close_if(&emitter->ir, there, 0, NULL, NULL);
  }
}
