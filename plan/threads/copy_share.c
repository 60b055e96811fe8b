// CopyShare: how threads share what a schedule packs or gathers whole: the buffer is cut along one
// of its dimensions.
#include "plan/threads/copy_share.h"

#include "base/integer.h"

const CopyShare copy_share_none = {0, 0, 1, 1};

// A dimension of which `unit` positions at a time can be shared. Of equal ones the outer one: its
// shares lie in one place.
static void consider(CopyShare *best, int dim, int64_t size, int64_t unit, int threads) {
  int64_t units = integer_ceil_div(size, unit);
  int64_t step = integer_ceil_div(units, threads) * unit;
  double largest = (double)integer_min(step, size) / (double)size;
  if (largest < best->largest)
    *best = (CopyShare){dim, step, integer_ceil_div(size, step), largest};
}

// Rows are copied as a whole: they are the last dimension, and its phases.
static CopyShare share_image(const PackedBuffer *pack, int threads) {
  CopyShare best = copy_share_none;
  for (int d = 0; d + 1 < pack->rank && pack->dims[d].kind == PACK_DIM_INDEX; d++)
    consider(&best, d, pack->dims[d].size, 1, threads);
  return best;
}

// Of register tiles whole ones; along what lies in a row in the operand, vectors.
static int64_t unit_of(const Workload *knobs, const Schedule *schedule, const PackedBuffer *pack,
                       const PackDim *dim) {
  enum { VECTOR = 16 }; // elements, of the longest that are copied
  if (dim->kind == PACK_DIM_TILE)
    return 1;
  if (knobs->kinds[dim->source] == ITERATOR_PARALLEL)
    return schedule->block[dim->source];
  return access_stride(&knobs->accesses[pack->access], dim->source) == 1 ? VECTOR : 1;
}

CopyShare copy_share_pack(const Workload *knobs, const Schedule *schedule, const PackedBuffer *pack,
                          int threads) {
  CopyShare best = copy_share_none;
  if (pack->depth > 0 || pack->is_produced)
    return best;
  if (pack->is_image)
    return share_image(pack, threads);
  for (int d = 0; d < pack->rank; d++)
    if (pack->dims[d].kind != PACK_DIM_LANE)
      consider(&best, d, pack->dims[d].size, unit_of(knobs, schedule, pack, &pack->dims[d]),
               threads);
  return best;
}

CopyShare copy_share_made(const Workload *workload, const Workload *knobs, const Rule *rule,
                          int threads) {
  CopyShare best = copy_share_none;
  const Access *made = &knobs->accesses[rule->made_operand(workload)];
  for (int d = 0; d < made->rank; d++) {
    int64_t unit = rule->made_unit(workload, knobs, d);
    if (unit > 0)
      consider(&best, d, made->shape[d], unit, threads);
  }
  return best;
}
