// The epilogue as a sweep over an output tile whose reduction is complete: the accumulators are
// read from the outputs where they rest, the fused statements are applied, the results are stored.
// Every element of the tile is visited once, along the lanes in the same pieces as in the kernel.
#include "transforms/kernel/emitter.h"

static void sweep_point(Emitter *emitter, const Point *at) {
  const Group *g = emitter->group;
  MlirValue accumulators[GROUP_MAX_RESULTS], finals[GROUP_MAX_RESULTS];
  Point point = *at;
  for (int i = 0; i < emitter->work->accumulator_count; i++)
    accumulators[i] = emit_spilled(emitter, i, &point);
  point.accumulators = accumulators;
  for (int o = 0; o < g->output_count; o++)
    if (!group_output_is_in_body(g, o))
      finals[o] = emit_source(emitter, &g->output_source[o], &point);
  for (int o = 0; o < g->output_count; o++) {
    int resting;
    const ValueSource *source = &g->output_source[o];
    bool is_stored = source->kind == SOURCE_ACCUMULATOR &&
                     emit_output_rests(emitter, o, &resting) && resting == source->index;
    if (!is_stored && !group_output_is_in_body(g, o))
      emit_store(emitter, o, &point, finals[o]);
  }
}

// Iterations along the lanes that are left inside the loops of the sweep.
static int64_t sweep_width(const Emitter *emitter, int vector) {
  bool has_size = vector == emitter->schedule->vector_iterator;
  for (int l = 0; l < emitter->nest.sweep_count; l++)
    has_size |= emitter->nest.loops[emitter->nest.loop_count + l].iterator == vector;
  return has_size ? emitter->size[vector] : emitter->work->extents[vector];
}

static void sweep_row(Emitter *emitter, int64_t width) {
  int vector = emitter->nest.sweep_vector;
  Segment segments[EMIT_MAX_SEGMENTS] = {{0, 1, 1}};
  int count = vector >= 0 ? emit_segments(emitter, width, emitter->schedule->lanes, segments) : 1;
  emit_new_scope(emitter);
  for (int s = 0; s < count; s++) {
    Point point = {.segment = segments[s], .vector = vector};
    if (vector >= 0)
      point.offset[vector] = segments[s].offset;
    sweep_point(emitter, &point);
  }
  emit_new_scope(emitter);
}

static Carried all_outputs(Emitter *emitter) {
  Carried carried = {.count = emitter->group->on_tensors ? emitter->group->output_count : 0};
  for (int o = 0; o < carried.count; o++)
    carried.items[o] = &emitter->outputs[o].value;
  return carried;
}

static void sweep_tile(Emitter *emitter) {
  int vector = emitter->nest.sweep_vector;
  int64_t width = vector >= 0 ? sweep_width(emitter, vector) : 1;
  if (vector < 0 || vector != emitter->schedule->vector_iterator ||
      mlirValueIsNull(emitter->whole[vector])) {
    sweep_row(emitter, width);
    return;
  }
  Carried carried =
      all_outputs(emitter); // inside a padded register tile: it may end beyond the extent
  Branch branch;
  emit_open_if(emitter, emitter->whole[vector], &carried, &branch);
  sweep_row(emitter, width);
  emit_else(emitter, &carried, &branch);
  sweep_row(emitter, emitter->work->extents[vector] % width);
  emit_close_if(emitter, &carried, &branch);
}

// Recursion: at most LOOP_NEST_MAX_LOOPS levels, one a loop of the sweep.
static void sweep_loops(Emitter *emitter, int loop, void *payload) {
  if (loop == emitter->nest.loop_count + emitter->nest.sweep_count) {
    sweep_tile(emitter);
    return;
  }
  Carried carried = all_outputs(emitter);
  emit_blocking_loop(emitter, loop, &carried, sweep_loops, payload);
}

void emit_sweep(Emitter *emitter) { sweep_loops(emitter, emitter->nest.loop_count, NULL); }
