// The points of a register tile, their vectors and accumulators, and the part of a tile that
// exists.
#include "transforms/kernel/register_tile.h"

#include <string.h>

int emit_segments(const Emitter *emitter, int64_t size, int64_t step, Segment *out_segments) {
  int lanes = emitter->schedule->lanes, count = 0;
  if (emitter->schedule->vector_iterator < 0) {
    out_segments[0] = (Segment){0, 1, 1};
    return 1;
  }
  int64_t offset = 0;
  for (; offset + step <= size; offset += step)
    out_segments[count++] = (Segment){offset, lanes, (int)step};
  int rest = (int)(size - offset);
  if (rest == 0)
    return count;
  if (rule_get(emitter->schedule->rule)->vectorises_reduction) {
    out_segments[count++] = (Segment){offset, lanes, rest};
    return count;
  }
  int width = lanes;
  if (emitter->schedule->remainder != REMAINDER_PEEL) {
    while (width / 2 >= rest)
      width /= 2;
    out_segments[count++] = (Segment){offset, width, rest};
    return count;
  }
  for (; rest; width /= 2)
    if (width <= rest) {
      out_segments[count++] = (Segment){offset, width, width};
      offset += width;
      rest -= width;
    }
  return count;
}

// Visits every combination of offsets below size[i] of the iterators of `kind` but the vector one,
// the last in `order` fastest.
static bool next_point(const Emitter *emitter, IteratorKind kind, const uint8_t *order,
                       int order_count, Point *point) {
  for (int k = order_count; k-- > 0;) {
    int i = order[k];
    if (emitter->work->kinds[i] != kind || i == emitter->schedule->vector_iterator)
      continue;
    point->offset[i] += i == emitter->nest.dot.iterator
                            ? dot_product_step(&emitter->nest.dot, emitter->schedule, i)
                            : 1;
    if (point->offset[i] < emitter->size[i])
      return true;
    point->offset[i] = emitter->first[i];
  }
  return false;
}

Point tile_first_point(const Emitter *emitter) {
  Point point = {0};
  memcpy(point.offset, emitter->first, sizeof(point.offset));
  return point;
}

static int reduction_count(const Workload *workload) {
  int count = 0;
  for (int i = 0; i < workload->iterator_count; i++)
    count += workload->kinds[i] == ITERATOR_REDUCTION;
  return count;
}

bool tile_next_parallel(const Emitter *emitter, Point *point) {
  static const uint8_t ORDER[WORKLOAD_MAX_ITERATORS] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  return next_point(emitter, ITERATOR_PARALLEL, ORDER, emitter->work->iterator_count, point);
}

bool tile_next_reduction(const Emitter *emitter, Point *point) {
  return next_point(emitter, ITERATOR_REDUCTION, emitter->schedule->kernel_order,
                    reduction_count(emitter->work), point);
}

// Iterations of the vector iterator in one vector.
int64_t tile_vector_step(const Emitter *emitter) {
  return dot_product_step(&emitter->nest.dot, emitter->schedule,
                          emitter->schedule->vector_iterator);
}

void tile_set_segments(Emitter *emitter, Kernel *kernel) {
  int vector = emitter->schedule->vector_iterator;
  kernel->first_segment = 0;
  kernel->segment_end = emit_segments(emitter, vector >= 0 ? emitter->size[vector] : 1,
                                      tile_vector_step(emitter), kernel->segments);
}

void tile_set_segment(const Emitter *emitter, Point *point, Segment segment) {
  point->segment = segment;
  point->vector = emitter->schedule->vector_iterator;
  if (emitter->schedule->vector_iterator >= 0)
    point->offset[emitter->schedule->vector_iterator] = segment.offset;
}

// The first accumulator of a point, for its first segment.
int tile_accumulator_of(const Emitter *emitter, const Kernel *kernel, const Point *point) {
  int64_t at = 0;
  for (int i = 0; i < emitter->work->iterator_count; i++)
    if (emitter->work->kinds[i] == ITERATOR_PARALLEL && i != emitter->schedule->vector_iterator)
      at = at * kernel->size[i] + point->offset[i];
  return (int)at * kernel->sets * kernel->per_set;
}

MlirType tile_vector_of(Emitter *emitter, int accumulator, int lanes) {
  return ir_vector_type(emit_accumulator_type(emitter, accumulator), lanes);
}

Carried tile_accumulators(Kernel *kernel) {
  Carried carried = {.count = kernel->count};
  for (int v = 0; v < kernel->count; v++)
    carried.items[v] = &kernel->accumulators[v];
  return carried;
}

Carried tile_carried(Emitter *emitter, Kernel *kernel) {
  Carried carried = tile_accumulators(kernel);
  for (int o = 0; o < emitter->group->output_count; o++)
    if (group_output_is_in_body(emitter->group, o))
      carried.items[carried.count++] = &emitter->outputs[o].value;
  return carried;
}

// The part of iterator `i` from offset `first` to `end`.
static void run_part(Emitter *emitter, Kernel *kernel, const Parts *parts, int i, int64_t first,
                     int64_t end) {
  int64_t whole_first = emitter->first[i], whole_size = emitter->size[i];
  int first_segment = kernel->first_segment, segment_end = kernel->segment_end;
  emitter->first[i] = first;
  emitter->size[i] = end;
  if (i == emitter->schedule->vector_iterator) {
    while (kernel->segments[kernel->first_segment].offset < first)
      kernel->first_segment++;
    while (kernel->segment_end > kernel->first_segment &&
           kernel->segments[kernel->segment_end - 1].offset >= end)
      kernel->segment_end--;
  }
  tile_run_parts(emitter, kernel, parts, i + 1);
  emitter->first[i] = whole_first;
  emitter->size[i] = whole_size;
  kernel->first_segment = first_segment;
  kernel->segment_end = segment_end;
}

// Runs the part for the points that every tile has, then, where the tile is whole, for the others.
// The vector that the extent ends in is whole or masked accordingly.
// Recursion: at most WORKLOAD_MAX_ITERATORS levels, one an iterator.
void tile_run_parts(Emitter *emitter, Kernel *kernel, const Parts *parts, int i) {
  while (i < emitter->work->iterator_count &&
         (mlirValueIsNull(emitter->whole[i]) || emitter->work->kinds[i] != parts->kind))
    i++;
  if (i == emitter->work->iterator_count) {
    parts->part(emitter, kernel, parts->payload);
    return;
  }
  int64_t rest = emitter->work->extents[i] % emitter->size[i];
  int64_t step = dot_product_step(&emitter->nest.dot, emitter->schedule, i);
  int64_t partial = rest % step, common = rest - partial;
  if (common > 0)
    run_part(emitter, kernel, parts, i, 0, common);
  Branch branch;
  emit_open_if(emitter, emitter->whole[i], &parts->carried, &branch);
  run_part(emitter, kernel, parts, i, common, emitter->size[i]);
  emit_else(emitter, &parts->carried, &branch);
  if (partial > 0) {
    Segment *segment = i == emitter->schedule->vector_iterator ? &kernel->segments[common / step]
                                                               : &kernel->segments[0];
    int valid = segment->valid;
    if (i == emitter->schedule->vector_iterator)
      segment->valid = (int)partial;
    run_part(emitter, kernel, parts, i, common, rest);
    segment->valid = valid;
  }
  emit_close_if(emitter, &parts->carried, &branch);
}
