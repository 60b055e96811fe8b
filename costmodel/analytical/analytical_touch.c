// Analytical model: bytes, pages and pieces that an access touches, in place or in a pack.
#include "costmodel/analytical/analytical_internal.h"

#include "base/integer.h"

static Touch touch_dense(const Target *target, double bytes) {
  return (Touch){.bytes = bytes,
                 .occupied = {bytes, bytes, bytes},
                 .runs = 1,
                 .pages = 1 + bytes / target->page_bytes};
}

// Sets of a cache that rows `pitch` bytes apart can reach, as part of all of them. Beyond L1 the
// sets follow from physical addresses, in which pages lie anywhere.
static double sets_reached(const Target *target, int level, double pitch, double rows,
                           double row_bytes) {
  int64_t way_bytes = target->cache_bytes[level] / (level == 0 ? target->l1_ways : target->l2_ways);
  int64_t step = (int64_t)pitch & -(int64_t)pitch; // largest power of two that divides it
  if (level > 0 && step > target->page_bytes)
    step = target->page_bytes;
  if (step >= way_bytes)
    step = way_bytes;
  if (step <= target->cache_line_bytes)
    return 1;
  double places = number_min((double)(way_bytes / step), rows);
  return number_min(1,
                    places * number_max(row_bytes, target->cache_line_bytes) / (double)way_bytes);
}

// In the last cache, which hashes addresses, nothing conflicts. Between L1 and L2 the processor
// hides a part of the misses, and L1 does not always evict the oldest line: a power of 3/4 of the
// sets fits what was measured better than all of them.
static void touch_conflicts(const Target *target, double pitch, double row_bytes, Touch *touch) {
  for (int level = 0; level < TARGET_MAX_CACHES; level++) {
    int ways = level == 0 ? target->l1_ways : target->l2_ways;
    touch->occupied[level] = touch->bytes;
    if (level + 1 >= target->cache_count || touch->runs <= ways)
      continue;
    double part = number_max(sets_reached(target, level, pitch, touch->runs, row_bytes), 1e-3);
    touch->occupied[level] /= level == 0 ? sqrt(part * sqrt(part)) : part;
  }
}

Touch touch_access(const Target *target, const AnalyticalAccess *access, const int64_t *span) {
  double line = target->cache_line_bytes;
  double run = access->element_bytes, rows = 1, pitch = 0, pages = 1;
  bool is_contiguous = true;
  for (int d = access->rank - 1; d >= 0; d--) {
    const AnalyticalDim *dim = &access->dims[d];
    int64_t range = 1;
    for (int t = dim->first; t < dim->first + dim->count; t++)
      range += access->terms[t].coefficient * (span[access->terms[t].iterator] - 1);
    if (range > dim->size)
      range = dim->size;
    if (is_contiguous && (double)dim->stride_bytes <= run) {
      run *= (double)range;
      is_contiguous = range == dim->size;
      continue;
    }
    is_contiguous = false;
    if (range == 1)
      continue;
    rows *= (double)range;
    if (pitch == 0)
      pitch = (double)dim->stride_bytes;
    if (dim->stride_bytes >= target->page_bytes)
      pages *= (double)range;
  }
  // An unaligned run touches on average a line less an element more than its size.
  bool is_aligned = access->keeps_lines && fmod(run, line) == 0;
  double unaligned = is_aligned ? 0 : rows > 1 ? line - access->element_bytes : line / 2;
  double lines = (run + unaligned) / line;
  Touch touch = {.unaligned = unaligned};
  touch.bytes =
      number_min(rows * number_max(lines, 1) * line, number_max(access->buffer_bytes, line));
  touch.runs = rows;
  touch.pitch = pitch;
  touch.pages = number_max(pages, touch.bytes / target->page_bytes);
  touch_conflicts(target, pitch, run, &touch);
  return touch;
}

double analytical_touched_bytes(const AnalyticalAccess *access, const Target *target,
                                const int64_t *span) {
  return touch_access(target, access, span).bytes;
}

// Places along a dimension of a panel that the iterations of `span` reach.
static int64_t panel_range(const PackedBuffer *pack, const PackDim *dim, const int64_t *span) {
  int64_t iterations = span[dim->source];
  if (dim->kind == PACK_DIM_LANE) // with what fills up the last vector
    return iterations < dim->factor ? iterations * pack->interleave : dim->size;
  bool is_divided = dim->kind == PACK_DIM_TILE || dim->kind == PACK_DIM_GROUP;
  int64_t range = is_divided ? integer_ceil_div(iterations, dim->factor) : iterations;
  return range < dim->size ? range : dim->size;
}

// A panel holds just what its iterators reach, in the order of use but for the blocks of lanes:
// they lie outermost, whichever loop walks them, so that what a loop reads may be pieces.
Touch touch_panel(const Target *target, const PackedBuffer *pack, const int64_t *span) {
  double run = (double)element_type_bytes(pack->type), runs = 1, pages = 1, pitch = 0, stride = run;
  bool is_contiguous = true;
  for (int d = pack->rank - 1; d >= 0; d--) {
    int64_t size = pack->dims[d].size, range = panel_range(pack, &pack->dims[d], span);
    if (is_contiguous) {
      run *= (double)range;
      is_contiguous = range == size;
    } else if (range > 1) {
      runs *= (double)range;
      pitch = pitch == 0 ? stride : pitch;
      pages *= stride >= target->page_bytes ? (double)range : 1;
    }
    stride *= (double)size;
  }
  double bytes = runs * (runs > 1 ? number_max(run, target->cache_line_bytes) : run);
  Touch touch = touch_dense(target, number_min(bytes, (double)pack->bytes));
  touch.runs = runs;
  touch.pitch = pitch;
  touch.pages = number_max(touch.pages, pages);
  touch_conflicts(target, pitch, run, &touch);
  return touch;
}

static Touch touch_pack(const Candidate *candidate, const PackedBuffer *pack, const int64_t *span) {
  const AnalyticalContext *context = candidate->context;
  int lanes = candidate->vector_iterator;
  if (pack->is_image)
    return touch_access(context->target, &context->accesses[pack->access], span);
  if (lanes >= 0 && !(context->parallel >> lanes & 1u)) // blocks of a reduction lie outermost
    return touch_panel(context->target, pack, span);
  double bytes = (double)element_type_bytes(pack->type);
  for (int i = 0; i < context->iterator_count; i++)
    if (context->accesses[pack->access].uses & (1u << i))
      bytes *= (double)span[i];
  return touch_dense(context->target, number_min(bytes, (double)pack->bytes));
}

Touch touch_at(const Candidate *candidate, int a, int depth, const int64_t *span) {
  const AnalyticalContext *context = candidate->context;
  const PackedBuffer *pack = candidate->packs[a];
  if (candidate->packed_only >> a & 1u) // the packing pays for it
    return (Touch){0};
  if (!pack)
    return touch_access(context->target, &context->accesses[a], span);
  if (depth < pack->depth) // the buffer is filled again: it does not grow any more
    return touch_dense(context->target, (double)pack->bytes);
  return touch_pack(candidate, pack, span);
}
