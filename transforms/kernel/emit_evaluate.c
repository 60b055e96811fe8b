// The straight-line code of a register tile: the body, evaluated once a point and vector.
#include "transforms/kernel/register_tile.h"

#include <string.h>

// A body evaluation that multiplies padding by a weight, or takes the maximum with -inf.
static bool changes_nothing(Emitter *emitter, const Point *point) {
  for (int a = 0; a < emitter->work->access_count; a++) {
    const Access *access = &emitter->work->accesses[a];
    if (access->may_leave_shape && access->pad_is_neutral &&
        emitter->work->statements[access->statement].stage == STAGE_BODY &&
        emit_is_outside(emitter, a, point))
      return true;
  }
  return false;
}

// Partial results of lanes that do not exist stay as they were.
static MlirValue keep_missing_lanes(Emitter *emitter, Segment segment, MlirValue now,
                                    MlirValue before) {
  return ir_select(&emitter->ir, ir_mask(&emitter->ir, segment.lanes, segment.valid), now, before);
}

// One evaluation of the anchor at a point of the register tile whose first accumulator is `at`.
static void kernel_point(Emitter *emitter, Kernel *kernel, Point *point, int at, int s,
                         Segment segment) {
  tile_set_segment(emitter, point, segment);
  if (changes_nothing(emitter, point))
    return;
  if (emitter->nest.dot.row != NULL) {
    tile_add_products(emitter, kernel, point, at, s);
    return;
  }
  MlirValue *accumulators = &kernel->accumulators[at + (s % kernel->sets) * kernel->per_set];
  MlirValue before[GROUP_MAX_RESULTS];
  memcpy(before, accumulators, (size_t)kernel->per_set * sizeof(*before));
  point->accumulators = before;
  emit_anchor(emitter, point, accumulators);
  if (kernel->reduces_lanes && segment.valid < segment.lanes)
    for (int i = 0; i < kernel->per_set; i++)
      accumulators[i] = keep_missing_lanes(emitter, segment, accumulators[i], before[i]);
}

// One axis of the walk over a register tile: an iterator, or the segments of the vector iterator.
typedef struct TileAxis {
  int iterator; // -1: segments of a workload without a vector iterator in its tile
  int64_t count;
  int64_t stride; // in accumulators
  bool segments;
} TileAxis;

// Vectors of one operand that the register tile needs at each step of the reduction.
static int64_t operand_vectors(const Emitter *emitter, const Access *access, const TileAxis *axes,
                               int count) {
  int64_t vectors = 1;
  for (int d = 0; d < count; d++)
    if (axes[d].iterator >= 0 && access_uses(access, axes[d].iterator))
      vectors *= axes[d].count;
  return emitter->work->statements[access->statement].stage == STAGE_BODY ? vectors : 0;
}

// The operand with the most vectors is walked outside, one vector at a time; those of the others
// stay in registers meanwhile. loop_nest.c counts registers by the same rule.
static int order_axes(const Emitter *emitter, const Kernel *kernel, int segment_count,
                      TileAxis *axes) {
  int count = 0;
  int64_t stride = kernel->sets * kernel->per_set;
  TileAxis sorted[WORKLOAD_MAX_ITERATORS + 1];
  for (int i = emitter->work->iterator_count; i-- > 0;) {
    if (emitter->work->kinds[i] != ITERATOR_PARALLEL || i == emitter->schedule->vector_iterator)
      continue;
    sorted[count++] = (TileAxis){i, emitter->size[i], stride, false};
    stride *= emitter->size[i];
  }
  int vector = kernel->reduces_lanes ? -1 : emitter->schedule->vector_iterator;
  sorted[count++] = (TileAxis){vector, segment_count, kernel->per_set, true};
  const Access *largest = NULL;
  int64_t most = 0;
  for (int a = 0; a < emitter->work->access_count; a++) {
    const Access *access = &emitter->work->accesses[a];
    int64_t vectors = access->is_output ? 0 : operand_vectors(emitter, access, sorted, count);
    if (vectors > most) {
      most = vectors;
      largest = access;
    }
  }
  int out = 0; // innermost first
  for (int pass = 0; pass < 2; pass++)
    for (int d = count; d-- > 0;) {
      bool uses = largest && sorted[d].iterator >= 0 && access_uses(largest, sorted[d].iterator);
      if (uses == (pass == 1))
        axes[out++] = sorted[d];
    }
  return out;
}

static void evaluate_points(Emitter *emitter, Kernel *kernel, void *payload) {
  (void)payload;
  TileAxis axes[WORKLOAD_MAX_ITERATORS + 1];
  int axis_count = order_axes(emitter, kernel, kernel->segment_end - kernel->first_segment, axes);
  Point point = tile_first_point(emitter);
  emit_new_scope(emitter);
  do {
    int64_t at_axis[WORKLOAD_MAX_ITERATORS + 1] = {0};
    for (bool more = true; more;) {
      int64_t at = 0;
      int segment = 0;
      for (int d = 0; d < axis_count; d++) {
        if (axes[d].segments) {
          segment = kernel->first_segment + (int)at_axis[d];
          continue;
        }
        point.offset[axes[d].iterator] = at_axis[d];
        at += at_axis[d] * axes[d].stride;
      }
      kernel_point(emitter, kernel, &point, (int)at, segment, kernel->segments[segment]);
      more = false;
      for (int d = 0; d < axis_count && !more; d++) {
        more = ++at_axis[d] < axes[d].count;
        if (!more)
          at_axis[d] = 0;
      }
    }
    for (int d = 0; d < axis_count; d++)
      if (!axes[d].segments)
        point.offset[axes[d].iterator] = 0;
  } while (tile_next_reduction(emitter, &point));
}

void tile_evaluate(Emitter *emitter, Kernel *kernel, void *payload) {
  if (emitter->nest.dot.row != NULL && emitter->work->scales_products)
    tile_add_group(emitter, kernel, evaluate_points);
  else
    evaluate_points(emitter, kernel, payload);
}
