// The epilogue as a sweep over an output tile whose reduction is complete: the accumulators are
// read from the outputs where they rest, the fused statements are applied, the results are stored.
// Every element of the tile is visited once, along the lanes in the same pieces as in the kernel.
#include "transforms/kernel/emitter.h"

static void sweep_point(Emitter *e, const Point *at) {
  const Group *g = e->group;
  MlirValue accumulators[GROUP_MAX_RESULTS], finals[GROUP_MAX_RESULTS];
  Point point = *at;
  for (int i = 0; i < e->work->accumulator_count; i++)
    accumulators[i] = emit_spilled(e, i, &point);
  point.accumulators = accumulators;
  for (int o = 0; o < g->output_count; o++)
    finals[o] = emit_source(e, &g->output_source[o], &point);
  for (int o = 0; o < g->output_count; o++) {
    int resting;
    const ValueSource *source = &g->output_source[o];
    bool is_stored = source->kind == SOURCE_ACCUMULATOR && emit_output_rests(e, o, &resting) &&
                     resting == source->index;
    if (!is_stored)
      emit_store(e, o, &point, finals[o]);
  }
}

// Iterations along the lanes that are left inside the loops of the sweep.
static int64_t sweep_width(const Emitter *e, int vector) {
  bool has_size = vector == e->schedule->vector_iterator;
  for (int l = 0; l < e->nest.sweep_count; l++)
    has_size |= e->nest.loops[e->nest.loop_count + l].iterator == vector;
  return has_size ? e->size[vector] : e->work->extents[vector];
}

static void sweep_row(Emitter *e, int64_t width) {
  int vector = e->nest.sweep_vector;
  Segment segments[EMIT_MAX_SEGMENTS] = {{0, 1, 1}};
  int count = vector >= 0 ? emit_segments(e, width, segments) : 1;
  emit_new_scope(e);
  for (int s = 0; s < count; s++) {
    Point point = {.segment = segments[s], .vector = vector};
    if (vector >= 0)
      point.offset[vector] = segments[s].offset;
    sweep_point(e, &point);
  }
  emit_new_scope(e);
}

static Carried all_outputs(Emitter *e) {
  Carried carried = {.count = e->group->on_tensors ? e->group->output_count : 0};
  for (int o = 0; o < carried.count; o++)
    carried.items[o] = &e->outputs[o].value;
  return carried;
}

static void sweep_tile(Emitter *e) {
  int vector = e->nest.sweep_vector;
  int64_t width = vector >= 0 ? sweep_width(e, vector) : 1;
  if (vector < 0 || vector != e->schedule->vector_iterator || mlirValueIsNull(e->whole[vector])) {
    sweep_row(e, width);
    return;
  }
  Carried carried = all_outputs(e); // inside a padded register tile: it may end beyond the extent
  Branch branch;
  emit_open_if(e, e->whole[vector], &carried, &branch);
  sweep_row(e, width);
  emit_else(e, &carried, &branch);
  sweep_row(e, e->work->extents[vector] % width);
  emit_close_if(e, &carried, &branch);
}

static void sweep_loops(Emitter *e, int loop, void *payload) {
  if (loop == e->nest.loop_count + e->nest.sweep_count) {
    sweep_tile(e);
    return;
  }
  Carried carried = all_outputs(e);
  emit_blocking_loop(e, loop, &carried, sweep_loops, payload);
}

void emit_sweep(Emitter *e) { sweep_loops(e, e->nest.loop_count, NULL); }
