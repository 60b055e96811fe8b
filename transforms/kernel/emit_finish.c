// What becomes of the accumulators of a register tile: lanes that are reduced, the epilogue, the
// stores.
#include "transforms/kernel/register_tile.h"

static MlirValue half(Emitter *emitter, MlirValue vector, int from, int lanes) {
  int64_t select[64];
  for (int i = 0; i < lanes; i++)
    select[i] = from + i;
  return emit_shuffle(emitter, vector, vector, lanes, select);
}

// All sets of one point into a vector of one lane: sets first, then halves, in a fixed order.
static MlirValue reduce_sets(Emitter *emitter, const Kernel *kernel, int at, int accumulator) {
  MlirValue sum = kernel->accumulators[at + accumulator];
  for (int s = 1; s < kernel->sets; s++)
    sum = emit_combine(emitter, accumulator, sum,
                       kernel->accumulators[at + s * kernel->per_set + accumulator]);
  for (int lanes = emitter->schedule->lanes / 2; lanes >= 1; lanes /= 2) {
    MlirValue high = half(emitter, sum, lanes, lanes), low = half(emitter, sum, 0, lanes);
    sum = emit_combine(emitter, accumulator, low, high);
  }
  return sum;
}

bool emit_output_rests(const Emitter *emitter, int output, int *out_accumulator) {
  for (int i = 0; i < emitter->work->accumulator_count; i++)
    if (emitter->group->spill_access[i] == emitter->group->output_access[output]) {
      *out_accumulator = i;
      return true;
    }
  return false;
}

// What an output holds between two visits: its accumulator. Outputs that hold none are overwritten
// by the last visit, so any value will do.
static void unfinished_values(Emitter *emitter, const Point *point, MlirValue *out) {
  const Group *g = emitter->group;
  for (int o = 0; o < g->output_count; o++) {
    int accumulator;
    if (emit_output_rests(emitter, o, &accumulator)) {
      out[o] = point->accumulators[accumulator];
    } else if (!group_output_is_in_body(g, o)) {
      MlirType element =
          emit_element_type(emitter, emitter->work->accesses[g->output_access[o]].type);
      out[o] =
          ir_splat(&emitter->ir, ir_vector_type(element, point->segment.lanes), ir_zero(element));
    }
  }
}

static void finished_values(Emitter *emitter, const Point *point, MlirValue *out) {
  for (int o = 0; o < emitter->group->output_count; o++)
    if (!group_output_is_in_body(emitter->group, o))
      out[o] = emit_source(emitter, &emitter->group->output_source[o], point);
}

// Stores every output of one point that the body has not: finished, or as it rests between two
// visits.
static void finish_point(Emitter *emitter, const Point *point, bool is_last) {
  MlirValue finals[GROUP_MAX_RESULTS];
  if (is_last)
    finished_values(emitter, point, finals);
  else
    unfinished_values(emitter, point, finals);
  int ignored;
  for (int o = 0; o < emitter->group->output_count; o++)
    if (!group_output_is_in_body(emitter->group, o) &&
        (emitter->nest.sweep_depth == EPILOGUE_IN_REGISTERS ||
         emit_output_rests(emitter, o, &ignored)))
      emit_store(emitter, o, point, finals[o]);
}

// What the accumulators of one point start from, as vectors of one lane.
static void reduced_initial_values(Emitter *emitter, const Kernel *kernel, const Point *point,
                                   const Visit *first, MlirValue *out) {
  if (first->kind != VISIT_DYNAMIC) {
    tile_initial_values(emitter, point, first->kind == VISIT_NEVER, out);
    return;
  }
  MlirType types[GROUP_MAX_RESULTS];
  for (int i = 0; i < kernel->per_set; i++)
    types[i] = tile_vector_of(emitter, i, 1);
  MlirOperation op = ir_open_if(&emitter->ir, first->value, kernel->per_set, types);
  emit_new_scope(emitter);
  tile_initial_values(emitter, point, false, out);
  ir_else(&emitter->ir, op, kernel->per_set, out);
  emit_new_scope(emitter);
  tile_initial_values(emitter, point, true, out);
  ir_close_if(&emitter->ir, op, kernel->per_set, out, out);
  emit_new_scope(emitter);
}

// Leaves the sums over all lanes of one point where its first accumulators were.
static void reduce_point(Emitter *emitter, Kernel *kernel, const Point *point, int at,
                         const Visit *first) {
  MlirValue values[GROUP_MAX_RESULTS], initial[GROUP_MAX_RESULTS];
  for (int i = 0; i < kernel->per_set; i++)
    values[i] = reduce_sets(emitter, kernel, at, i);
  reduced_initial_values(emitter, kernel, point, first, initial);
  for (int i = 0; i < kernel->per_set; i++)
    kernel->accumulators[at + i] = emit_combine(emitter, i, initial[i], values[i]);
}

// What is done to each point of a part, in this order.
typedef struct Finish {
  const Visit *reduces; // the lanes of its accumulators; null: not
  bool stores, is_last; // its results; finished
} Finish;

static void finish_points(Emitter *emitter, Kernel *kernel, Finish finish) {
  Point point = tile_first_point(emitter);
  emit_new_scope(emitter);
  do {
    int at = tile_accumulator_of(emitter, kernel, &point);
    int first = kernel->reduces_lanes ? 0 : kernel->first_segment;
    int end = kernel->reduces_lanes ? 1 : kernel->segment_end;
    for (int s = first; s < end; s++) {
      tile_set_segment(emitter, &point,
                       kernel->reduces_lanes ? (Segment){0, 1, 1} : kernel->segments[s]);
      if (finish.reduces)
        reduce_point(emitter, kernel, &point, at, finish.reduces);
      point.accumulators = &kernel->accumulators[at + s * kernel->per_set];
      if (finish.stores)
        finish_point(emitter, &point, finish.is_last);
    }
  } while (tile_next_parallel(emitter, &point));
  emit_new_scope(emitter);
}

Carried tile_outputs(Emitter *emitter) {
  Carried carried = {0};
  if (emitter->group->on_tensors)
    for (int o = 0; o < emitter->group->output_count; o++)
      carried.items[carried.count++] = &emitter->outputs[o].value;
  return carried;
}

// Whether the last visit leaves something else than the accumulators.
static bool has_epilogue(const Group *group) {
  for (int o = 0; o < group->output_count; o++)
    if (group->output_source[o].kind != SOURCE_ACCUMULATOR && !group_output_is_in_body(group, o))
      return true;
  return false;
}

// An epilogue that may be due has one branch around all vectors. With one for each vector, the
// compiler would move the updates of an accumulator there: one chain after the other.
void tile_finish(Emitter *emitter, Kernel *kernel, void *payload) {
  const Visits *visits = payload;
  const Visit *reduces = kernel->reduces_lanes ? &visits->first : NULL;
  Kernel part = *kernel; // its sums are values of this part alone
  if (visits->last.kind != VISIT_DYNAMIC || !has_epilogue(emitter->group)) {
    finish_points(emitter, &part, (Finish){reduces, true, visits->last.kind != VISIT_NEVER});
    return;
  }
  if (reduces)
    finish_points(emitter, &part, (Finish){reduces, false, false});
  Carried outputs = tile_outputs(emitter);
  Branch branch;
  emit_open_if(emitter, visits->last.value, &outputs, &branch);
  finish_points(emitter, &part, (Finish){NULL, true, true});
  emit_else(emitter, &outputs, &branch);
  finish_points(emitter, &part, (Finish){NULL, true, false});
  emit_close_if(emitter, &outputs, &branch);
}
