// What the accumulators of a register tile start from.
#include "transforms/kernel/register_tile.h"

#include <string.h>

MlirValue emit_spilled(Emitter *emitter, int accumulator, const Point *point) {
  int access = emitter->group->spill_access[accumulator];
  // The output access is read through its slot's current value.
  for (int o = 0; o < emitter->group->output_count; o++)
    if (emitter->group->output_access[o] == access)
      emitter->values[access] = emitter->outputs[o].value;
  return emit_load(emitter, access, point);
}

// The value that the loop or the write has made a newer one of; null: neither has.
static MlirValue older(MlirValue value, MlirOperation *out_by) {
  bool is_result = mlirValueIsAOpResult(value);
  MlirOperation op = is_result ? mlirOpResultGetOwner(value)
                               : mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value));
  if (mlirOperationIsNull(op))
    return (MlirValue){NULL}; // what threads share, in pieces that are still being made
  if (ir_op_is(op, "scf.for")) {
    *out_by = op;
    intptr_t number =
        is_result ? mlirOpResultGetResultNumber(value) : mlirBlockArgumentGetArgNumber(value) - 1;
    return mlirOperationGetOperand(op, 3 + number);
  }
  if (!is_result || (!ir_op_is(op, "vector.transfer_write") && !ir_op_is(op, "tensor.insert")))
    return (MlirValue){NULL};
  *out_by = op;
  return mlirOperationGetOperand(op, 1);
}

// Whether the first to write is a vector, in no loop. Bufferization takes one at the begin of a
// tensor of more dimensions for a write of all elements: where it needs another buffer, what the
// vector leaves is not copied.
static bool begins_with_vector(MlirValue value) {
  MlirOperation by = {NULL};
  while (!mlirValueIsNull(value))
    value = older(value, &by);
  return !mlirOperationIsNull(by) && ir_op_is(by, "vector.transfer_write");
}

// The results so far, where the access reads what a result is before its element is written: then
// bufferization sees that the loops update one buffer, as do threads, each of which reads where it
// writes. -1: it does not.
static int output_read_by(const Emitter *emitter, int access) {
  const Group *group = emitter->group;
  const Access *read = &emitter->work->accesses[access];
  for (int o = 0; o < group->output_count && group->on_tensors; o++) {
    int output = group->output_access[o];
    if (mlirValueEqual(group->accesses[output].value, group->accesses[access].value) &&
        mlirTypeEqual(mlirValueGetType(emitter->values[access]),
                      mlirValueGetType(emitter->outputs[o].value)) &&
        !memcmp(read->index, emitter->work->accesses[output].index, sizeof read->index) &&
        !begins_with_vector(emitter->outputs[o].value))
      return o;
  }
  return -1;
}

static MlirValue initial_value(Emitter *emitter, int accumulator, const Point *point) {
  const ValueSource *init = &emitter->group->init[accumulator];
  int output = init->kind == SOURCE_ACCESS && emitter->pack_of[init->index] < 0
                   ? output_read_by(emitter, init->index)
                   : -1;
  if (output < 0)
    return emit_source(emitter, init, point);
  MlirValue before = emitter->values[init->index]; // which the body may read, too
  emitter->values[init->index] = emitter->outputs[output].value;
  MlirValue value = emit_source(emitter, init, point);
  emitter->values[init->index] = before;
  return value;
}

// Initial values for one point and segment, of every accumulator of the anchor.
void tile_initial_values(Emitter *emitter, const Point *point, bool spilled, MlirValue *out) {
  for (int i = 0; i < emitter->work->accumulator_count; i++)
    out[i] = spilled ? emit_spilled(emitter, i, point) : initial_value(emitter, i, point);
}

static void start_part(Emitter *emitter, Kernel *kernel, void *payload) {
  const bool *spilled = payload;
  Point point = tile_first_point(emitter);
  emit_new_scope(emitter);
  do {
    int at = tile_accumulator_of(emitter, kernel, &point);
    for (int s = kernel->first_segment; s < kernel->segment_end; s++) {
      tile_set_segment(emitter, &point, kernel->segments[s]);
      tile_initial_values(emitter, &point, *spilled,
                          &kernel->accumulators[at + s * kernel->per_set]);
    }
  } while (tile_next_parallel(emitter, &point));
  emit_new_scope(emitter);
}

// Whether initial values are read from somewhere.
static bool start_reads(const Emitter *emitter, bool spilled) {
  bool reads = spilled;
  for (int i = 0; i < emitter->work->accumulator_count; i++)
    reads |= emitter->group->init[i].kind == SOURCE_ACCESS ||
             emitter->group->init[i].kind == SOURCE_STATEMENT;
  return reads;
}

// What the accumulators start from; lanes that are combined at the end start neutral.
void tile_start(Emitter *emitter, Kernel *kernel, bool spilled) {
  Parts parts = {ITERATOR_PARALLEL, tile_accumulators(kernel), start_part, &spilled};
  if (kernel->reduces_lanes) {
    for (int i = 0; i < kernel->count; i++)
      kernel->accumulators[i] = ir_splat(
          &emitter->ir, tile_vector_of(emitter, i % kernel->per_set, emitter->schedule->lanes),
          emit_neutral(emitter, i % kernel->per_set));
  } else if (emitter->schedule->remainder != REMAINDER_PAD || !start_reads(emitter, spilled)) {
    start_part(emitter, kernel, &spilled);
  } else {
    for (int i = 0; i < kernel->count; i++) {
      MlirType element = emit_accumulator_type(emitter, i % kernel->per_set);
      int lanes = kernel->segments[i / kernel->per_set % kernel->sets].lanes;
      kernel->accumulators[i] =
          ir_splat(&emitter->ir, ir_vector_type(element, lanes), ir_zero(element));
    }
    tile_run_parts(emitter, kernel, &parts, 0);
  }
}

// Picks between the first visit of a tile and the later ones at run time.
void tile_start_split(Emitter *emitter, Kernel *kernel, MlirValue first) {
  MlirType types[EMIT_MAX_ACCUMULATORS];
  for (int i = 0; i < kernel->count; i++) {
    int set = (i / kernel->per_set) % kernel->sets;
    types[i] = tile_vector_of(emitter, i % kernel->per_set, kernel->segments[set].lanes);
  }
  MlirOperation op = ir_open_if(&emitter->ir, first, kernel->count, types);
  tile_start(emitter, kernel, false);
  ir_else(&emitter->ir, op, kernel->count, kernel->accumulators);
  tile_start(emitter, kernel, true);
  ir_close_if(&emitter->ir, op, kernel->count, kernel->accumulators, kernel->accumulators);
  emit_new_scope(emitter);
}
