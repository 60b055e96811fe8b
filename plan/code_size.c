// Of each iterator the sizes of its tiles are added up.
#include "plan/code_size.h"

#include "base/integer.h"
#include "plan/op_counts.h"
#include "plan/open_rests.h"
#include "plan/partial_tiles.h"
#include "plan/schedule_knobs.h"

// Vectors, or scalars, of a tile along the iterator.
static double width_of(const Schedule *schedule, int iterator, int64_t steps) {
  bool is_vector = iterator == schedule->vector_iterator;
  return (double)(is_vector ? integer_ceil_div(steps, schedule->lanes) : steps);
}

static double open_width(const Workload *knobs, const Schedule *schedule, int iterator) {
  DotProduct dot = dot_product_of(knobs, schedule);
  OpenRests rests = open_rests(&dot, schedule, iterator);
  double width = width_of(schedule, iterator, schedule->block[iterator]);
  for (int n = 0; n < rests.count; n++)
    width += width_of(schedule, iterator, rests.sizes[n]);
  return width;
}

static double partial_width(const Workload *knobs, const Schedule *schedule, int iterator) {
  PartialTiles tiles = partial_tiles(knobs, schedule);
  double width = 0;
  for (int t = 0; t < tiles.count; t++)
    width += width_of(schedule, iterator, tiles.sizes[t]);
  return width;
}

// A last dimension of one element may be a column of more.
static bool is_side_by_side(const Access *access, int iterator) {
  return access->rank > 0 && access->index[access->rank - 1].coefficients[iterator] != 0 &&
         access_stride(access, iterator) == 1;
}

// Around a register tile.
static int loops_of(const Workload *knobs, const Schedule *schedule) {
  int loops = 0;
  for (int i = 0; i < knobs->iterator_count; i++) {
    int64_t around = knobs->extents[i];
    for (int level = 0; level < TILE_LEVELS; around = schedule->tile[level++][i])
      loops += schedule->tile[level][i] < around;
    loops += schedule->block[i] < around;
  }
  return loops > 0 ? loops : 1;
}

// Lanes that do not lie side by side are read or written one by one, each at an address that every
// loop counts up.
static int lanes_apart(const Workload *knobs, const Schedule *schedule) {
  int lanes = 0;
  for (int a = 0; a < knobs->access_count && schedule->lanes > 1; a++) {
    const Access *access = &knobs->accesses[a];
    int vector = schedule->vector_iterator;
    bool is_apart = access_stride(access, vector) != 0 && !is_side_by_side(access, vector) &&
                    schedule->pack[a] == PACK_NONE;
    lanes += is_apart ? schedule->lanes : 0;
  }
  return lanes > 0 ? lanes * loops_of(knobs, schedule) : 0;
}

// Of a vector or scalar. An fma counts for one.
static double operations_of(const Workload *knobs, const Schedule *schedule) {
  int flops = 0;
  for (int s = 0; s < knobs->statement_count; s++)
    for (int r = 0; r < OP_COUNT_ROWS; r++)
      flops += op_count(&knobs->statements[s].ops, &op_count_rows[r]) * op_count_rows[r].flops;
  return (flops > 2 ? flops / 2.0 : 1) + lanes_apart(knobs, schedule);
}

// Of all tiles along the iterator.
static double all_widths(const Workload *knobs, const Schedule *schedule, int i) {
  int64_t block = schedule->block[i], rest = knobs->extents[i] % block;
  if (workload_is_open(knobs, i))
    return open_width(knobs, schedule, i);
  if (schedule_pads(knobs, schedule, i))
    return width_of(schedule, i, block);
  if (knobs->partial.unit > 0 && knobs->partial.iterator == i)
    return partial_width(knobs, schedule, i);
  return width_of(schedule, i, block) + width_of(schedule, i, rest);
}

// Loads and starts of the results, where tiles of a reduction leave sums in memory.
static double resumed(const Workload *knobs, const Schedule *schedule, double results) {
  bool is_resumed = false;
  for (int i = 0; i < knobs->iterator_count; i++)
    is_resumed |= knobs->kinds[i] == ITERATOR_REDUCTION && schedule->tile[0][i] < knobs->extents[i];
  return is_resumed ? 2 * results : 0;
}

double code_size(const Workload *knobs, const Schedule *schedule) {
  double results = 1, steps = 1;
  for (int i = 0; i < knobs->iterator_count; i++)
    *(knobs->kinds[i] == ITERATOR_REDUCTION ? &steps : &results) *= all_widths(knobs, schedule, i);
  return operations_of(knobs, schedule) * results * steps + resumed(knobs, schedule, results);
}
