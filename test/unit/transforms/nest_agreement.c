// The nest is walked from the outermost loop in, together with the nodes found in the code; see
// the header for what must agree.
#include "test/unit/transforms/nest_agreement.h"

#include "base/integer.h"
#include "plan/schedule_knobs.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// The iterations that the loops around a place leave: [low, high) of each iterator.
typedef struct Tile {
  int64_t low[WORKLOAD_MAX_ITERATORS], high[WORKLOAD_MAX_ITERATORS];
} Tile;

// Sibling nodes: from `first` up to `end`, -1 being the last sibling's successor.
typedef struct Items {
  int first, end;
} Items;

enum { MAX_LOOPS = 4000 };

typedef struct Match {
  const NestFromIr *found;
  const Workload *work;
  const Schedule *schedule;
  const LoopNest *nest;
  int operations;
  AgreementCounts *counts;
  uint32_t walks[MAX_LOOPS]; // iterators that the loop may stand for
  bool moves[MAX_LOOPS];     // some run of it had two trips
  int pack_of[NEST_MAX_ACCESSES];
  const NestNode *carrier; // innermost loop with accumulators around the code
  char *text;
  size_t text_size;
  bool in_sweep;
  bool failed;
} Match;

static void disagree(Match *m, const char *format, ...) {
  if (m->failed)
    return;
  m->failed = true;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(m->text, m->text_size, format, arguments);
  va_end(arguments);
}

static const Access *access_at(const Match *m, int k) {
  return &m->work->accesses[m->found->accesses[k]];
}

static bool is_empty(NestRange range) { return range.low > range.high; }

// --- padding read in place

static bool leaves_in_place(const Match *m, int k) {
  return k != m->found->output && access_at(m, k)->may_leave_shape && m->pack_of[k] < 0;
}

// The range of an index over the tile, with iterator `i` (-1: none) in [low, high).
static NestRange index_range(const Match *m, const IndexExpr *index, const Tile *tile, int i,
                             int64_t low, int64_t high) {
  NestRange range = {index->constant, index->constant};
  for (int k = 0; k < m->work->iterator_count; k++) {
    int64_t c = index->coefficients[k];
    int64_t a = c * (k == i ? low : tile->low[k]), b = c * ((k == i ? high : tile->high[k]) - 1);
    range.low += a < b ? a : b;
    range.high += a < b ? b : a;
  }
  return range;
}

// Whether the tile reads padding of access `k` in place along a dimension that `i` (-1: any) moves.
static bool touches_border(const Match *m, int k, int i, const Tile *tile) {
  const Access *access = access_at(m, k);
  for (int d = 0; d < access->rank && leaves_in_place(m, k); d++) {
    NestRange range = index_range(m, &access->index[d], tile, -1, 0, 0);
    if ((i < 0 || access->index[d].coefficients[i]) &&
        (range.low < 0 || range.high >= access->shape[d]))
      return true;
  }
  return false;
}

static bool border_of_any(const Match *m, int i, const Tile *tile) {
  for (int k = 0; k < m->found->output; k++)
    if (touches_border(m, k, i, tile))
      return true;
  return false;
}

// Whether iterations [low, high) of reduction `i` meet only padding.
static bool only_padding(const Match *m, int i, int64_t low, int64_t high, const Tile *tile) {
  if (m->work->kinds[i] != ITERATOR_REDUCTION)
    return false;
  for (int k = 0; k < m->found->output; k++) {
    const Access *access = access_at(m, k);
    for (int d = 0; d < access->rank && leaves_in_place(m, k); d++) {
      if (!access->index[d].coefficients[i])
        continue;
      NestRange range = index_range(m, &access->index[d], tile, i, low, high);
      if (range.high < 0 || range.low >= access->shape[d])
        return true;
    }
  }
  return false;
}

// --- summaries

typedef struct Summary {
  NestRange index[NEST_MAX_ACCESSES][WORKLOAD_MAX_RANK];
  int64_t address[NEST_MAX_ACCESSES];
} Summary;

static void widen(NestRange *range, NestRange by) {
  if (is_empty(by))
    return;
  bool empty = is_empty(*range);
  range->low = empty || by.low < range->low ? by.low : range->low;
  range->high = empty || by.high > range->high ? by.high : range->high;
}

static void summarize(const Match *m, Items items, Summary *out) {
  for (int k = 0; k < m->found->access_count; k++) {
    out->address[k] = INT64_MAX;
    for (int d = 0; d < WORKLOAD_MAX_RANK; d++)
      out->index[k][d] = (NestRange){0, -1};
  }
  for (int n = items.first; n != items.end; n = m->found->nodes[n].next) {
    const NestNode *node = &m->found->nodes[n];
    for (int k = 0; k < m->found->access_count && node->kind != NEST_FILL; k++) {
      out->address[k] = node->address[k] < out->address[k] ? node->address[k] : out->address[k];
      for (int d = 0; d < access_at(m, k)->rank; d++)
        widen(&out->index[k][d], node->index[k][d]);
    }
  }
}

// How far the lowest address moves when iterator `i` moves by `step`; false where it is not one
// number.
static bool expected_move(const Match *m, int k, int depth, int i, int64_t step, int64_t *out) {
  const Access *access = access_at(m, k);
  *out = step * access_stride(access, i);
  if (k == m->found->output || m->pack_of[k] < 0)
    return true;
  const PackedBuffer *pack = &m->nest->packs[m->pack_of[k]];
  int64_t stride = 1;
  *out = 0;
  if (depth < pack->depth)
    return true; // filled anew
  for (int e = pack->rank; e-- > 0; stride *= pack->dims[e].size) {
    const PackDim *dim = &pack->dims[e];
    int64_t by = step;
    if (pack->is_image)
      by *= access->index[dim->source].coefficients[i];
    else if (dim->source != i)
      continue;
    if (dim->kind == PACK_DIM_LANE || dim->kind == PACK_DIM_PHASE) {
      if (by % dim->factor)
        return false;
      continue;
    }
    if (by % dim->factor)
      return false;
    *out += by / dim->factor * stride;
  }
  return true;
}

static void check_strides(Match *m, int depth, const Summary *before, const Summary *now,
                          const Tile *tile) {
  const Loop *loop = &m->nest->loops[depth];
  for (int k = 0; k < m->found->access_count && !m->failed; k++) {
    int64_t expected;
    if (before->address[k] == INT64_MAX || now->address[k] == INT64_MAX ||
        border_of_any(m, -1, tile) ||
        !expected_move(m, k, depth, loop->iterator, loop->step, &expected))
      continue;
    m->counts->strides++;
    if (now->address[k] - before->address[k] != expected)
      disagree(m, "loop %d moves access %d by %lld, expected %lld", depth, m->found->accesses[k],
               (long long)(now->address[k] - before->address[k]), (long long)expected);
  }
}

// Whether the operand may be read while packing alone: an input of a producer beside the one that
// the panel stands for.
static bool is_read_by_fill(const Match *m, int k) {
  bool is_produced = false;
  for (int p = 0; p < m->nest->pack_count; p++)
    is_produced |= m->nest->packs[p].is_produced;
  return is_produced && access_at(m, k)->statement != m->work->anchor;
}

// Whether the tile reads access `k` from an image beyond the iteration space: the sum of two
// iterators does not tell which of its values stand for iterations that exist.
static bool reads_beyond(const Match *m, int k, const Tile *tile) {
  if (m->pack_of[k] < 0 || !m->nest->packs[m->pack_of[k]].is_image)
    return false;
  for (int i = 0; i < m->work->iterator_count; i++)
    if (m->work->kinds[i] == ITERATOR_PARALLEL && schedule_pads(m->work, m->schedule, i) &&
        access_uses(access_at(m, k), i) && tile->high[i] == m->work->extents[i])
      return true;
  return false;
}

static void check_footprints(Match *m, int depth, const Summary *now, const Tile *tile) {
  int64_t span[WORKLOAD_MAX_ITERATORS];
  bool full = true;
  loop_nest_spans(m->work, m->nest, depth + 1, span);
  for (int i = 0; i < m->work->iterator_count; i++) {
    int64_t whole = m->work->extents[i], size = tile->high[i] - tile->low[i];
    for (int l = 0; l <= depth; l++)
      if (m->nest->loops[l].iterator == i)
        whole = m->nest->loops[l].step;
    full &= size == whole;
    if (size == whole && size != span[i])
      disagree(m, "loop %d leaves %lld of iterator %d, the nest says %lld", depth, (long long)size,
               i, (long long)span[i]);
  }
  for (int k = 0; k < m->found->access_count && !m->failed; k++) {
    const Access *access = access_at(m, k);
    int64_t elements = 1, expected = access_footprint(access, span, m->work->iterator_count);
    bool inside = !border_of_any(m, -1, tile);
    for (int d = 0; d < access->rank; d++) {
      NestRange range = now->index[k][d];
      inside &= range.low >= 0 && range.high < access->shape[d];
      range.low = range.low < 0 ? 0 : range.low;
      range.high = range.high < access->shape[d] ? range.high : access->shape[d] - 1;
      elements *= range.high < range.low ? 0 : range.high - range.low + 1;
    }
    if (elements == 0 && is_read_by_fill(m, k))
      continue;
    m->counts->footprints += full && inside;
    if (reads_beyond(m, k, tile))
      continue;
    if (full && inside ? elements != expected : elements > expected)
      disagree(m, "a trip of loop %d touches %lld elements of access %d, expected %lld", depth,
               (long long)elements, m->found->accesses[k], (long long)expected);
  }
}

// --- packed buffers

static int64_t expected_place(const PackedBuffer *pack, const Access *access, int d, int e) {
  if (e == pack->rank) // the neighbours of a lane
    return access->index[d].coefficients[pack->interleave_iterator];
  const PackDim *dim = &pack->dims[e];
  bool is_divided =
      dim->kind == PACK_DIM_TILE || dim->kind == PACK_DIM_QUOTIENT || dim->kind == PACK_DIM_GROUP;
  int64_t scale = is_divided ? dim->factor : 1;
  if (pack->is_image)
    return dim->source == d ? scale : 0;
  return access->index[d].coefficients[dim->source] * scale;
}

static int64_t expected_size(const PackedBuffer *pack, int e) {
  if (e == pack->rank)
    return pack->interleave;
  return pack->dims[e].size / (pack->dims[e].kind == PACK_DIM_LANE ? pack->interleave : 1);
}

static void check_fill(Match *m, int p, const NestNode *node, const Tile *tile) {
  const PackedBuffer *pack = &m->nest->packs[p];
  const NestScratch *scratch = &m->found->scratch[node->scratch];
  const Access *access = &m->work->accesses[pack->access];
  m->counts->fills++;
  m->counts->produced += pack->is_produced;
  if (scratch->access < 0 || m->found->accesses[scratch->access] != pack->access) {
    disagree(m, "pack %d holds another operand", p);
    return;
  }
  int64_t bytes = scratch->element_bytes;
  int rank = pack->rank + (pack->interleave > 1);
  m->counts->interleaved += pack->interleave > 1;
  if (scratch->rank != rank)
    disagree(m, "pack %d has %d dimensions, expected %d", p, scratch->rank, rank);
  for (int e = 0; e < scratch->rank && !m->failed; e++) {
    bytes *= scratch->shape[e];
    if (scratch->shape[e] != expected_size(pack, e))
      disagree(m, "dimension %d of pack %d is %lld, expected %lld", e, p,
               (long long)scratch->shape[e], (long long)expected_size(pack, e));
    for (int d = 0; d < access->rank && scratch->known[e] && !m->failed; d++)
      if (scratch->moves[d][e] != expected_place(pack, access, d, e))
        disagree(m, "dimension %d of pack %d moves index %d by %lld, expected %lld", e, p, d,
                 (long long)scratch->moves[d][e], (long long)expected_place(pack, access, d, e));
  }
  if (bytes != pack->bytes)
    disagree(m, "pack %d has %lld bytes, expected %lld", p, (long long)bytes,
             (long long)pack->bytes);
  for (int d = 0; d < access->rank && !m->failed; d++) {
    NestRange range = index_range(m, &access->index[d], tile, -1, 0, 0);
    NestRange filled = node->index[scratch->access][d];
    range.low = range.low < 0 || pack->is_image ? 0 : range.low;
    if (range.high >= access->shape[d] || pack->is_image)
      range.high = access->shape[d] - 1;
    if (filled.low != range.low || filled.high != range.high)
      disagree(m, "pack %d is filled from [%lld, %lld] of dimension %d, expected [%lld, %lld]", p,
               (long long)filled.low, (long long)filled.high, d, (long long)range.low,
               (long long)range.high);
  }
}

// Dimensions of a panel follow the innermost loops of their iterators.
static void check_panel_order(Match *m, const PackedBuffer *pack) {
  int before = -1;
  for (int e = 0; e < pack->rank; e++) {
    int last = -1;
    for (int l = 0; l < m->nest->serial_count; l++)
      if (m->nest->loops[l].iterator == pack->dims[e].source && l >= pack->depth)
        last = l;
    bool is_walked =
        pack->dims[e].kind == PACK_DIM_GROUP || (pack->dims[e].kind == PACK_DIM_ITERATOR &&
                                                 pack->dims[e].source != pack->interleave_iterator);
    if (!is_walked || last < 0)
      continue;
    if (last < before)
      disagree(m, "dimension %d of a panel is walked before the one outside it", e);
    before = last;
  }
}

static int match_fills(Match *m, int depth, Items items, const Tile *tile) {
  int n = items.first;
  for (int p = 0; p < m->nest->pack_count && !m->failed; p++) {
    if (m->nest->packs[p].depth != depth)
      continue;
    if (n == items.end || m->found->nodes[n].kind != NEST_FILL) {
      disagree(m, "pack %d is not filled inside %d loops", p, depth);
      break;
    }
    check_fill(m, p, &m->found->nodes[n], tile);
    check_panel_order(m, &m->nest->packs[p]);
    n = m->found->nodes[n].next;
  }
  return n;
}

// --- straight-line code

// Iterations that one vector, or one evaluation, covers: a dot product's lanes have neighbours.
static int64_t step_of(const Match *m, int i) {
  int64_t lanes = i == m->schedule->vector_iterator ? m->schedule->lanes : 1;
  return lanes * (m->nest->dot.row != NULL && i == m->nest->dot.iterator ? m->nest->dot.row->k : 1);
}

// Vectors of the vector iterator's block: whole ones, then one that is masked or, peeled, one for
// every power of two in the rest.
static int64_t segments_of(const Match *m, int64_t size) {
  const Schedule *s = m->schedule;
  int64_t rest = size % s->lanes;
  if (s->rule == RULE_REDUCE || s->remainder != REMAINDER_PEEL)
    return integer_ceil_div(size, step_of(m, s->vector_iterator));
  return size / s->lanes + __builtin_popcountll((unsigned long long)rest);
}

// Reads of one operand that a register tile needs, -1 where that depends on how vectors are put
// together.
static int64_t expected_reads(const Match *m, int k) {
  const Access *access = access_at(m, k);
  const Schedule *s = m->schedule;
  int64_t reads = 1;
  int vector = s->vector_iterator;
  for (int d = 0; d < access->rank; d++) {
    int used = 0;
    for (int i = 0; i < m->work->iterator_count; i++)
      used += access->index[d].coefficients[i] != 0;
    if (used > 1)
      return -1;
  }
  for (int i = 0; i < m->work->iterator_count; i++)
    if (access_uses(access, i) && i != vector && s->block[i] % step_of(m, i) != 0)
      return -1; // neighbours that are read one by one
    else if (access_uses(access, i) && i != vector)
      reads *= s->block[i] / step_of(m, i);
    else if (m->work->kinds[i] == ITERATOR_REDUCTION && schedule_pads(m->work, s, i))
      return -1; // read again for the steps that only whole blocks have
  const DotOperand *operand = dot_product_operand(&m->nest->dot, m->found->accesses[k]);
  if (operand != NULL && operand->is_mixed) // a vector of every neighbour
    reads *= m->nest->dot.k;
  if (vector < 0 || !access_uses(access, vector))
    return reads;
  bool contiguous = m->pack_of[k] < 0 && access_stride(access, vector) == 1 &&
                    access->index[access->rank - 1].coefficients[vector] == 1;
  if (m->pack_of[k] >= 0) {
    const PackedBuffer *pack = &m->nest->packs[m->pack_of[k]];
    contiguous = !pack->is_image && pack->dims[pack->rank - 1].kind == PACK_DIM_LANE &&
                 pack->dims[pack->rank - 1].source == vector;
  }
  return contiguous ? reads * segments_of(m, s->block[vector]) : -1;
}

static int64_t expected_lanes(const Schedule *s) {
  if (s->vector_iterator < 0)
    return 1;
  int64_t block = s->block[s->vector_iterator], lanes = s->lanes;
  if (block >= lanes || s->rule == RULE_REDUCE)
    return lanes;
  if (s->remainder != REMAINDER_PEEL) {
    while (lanes / 2 >= block)
      lanes /= 2;
    return lanes;
  }
  while (lanes > block)
    lanes /= 2;
  return lanes;
}

// Evaluations of a dot product, and those that add up an operand alone: calls of the instruction,
// or in vectors that it does not have a product for each neighbour.
static void check_dot(Match *m, const NestNode *code, int64_t lanes) {
  const LoopNest *nest = m->nest;
  int64_t k = nest->dot.row->k, expected = nest->kernel_points, steps = 1;
  for (int i = 0; i < m->work->iterator_count; i++)
    if (m->work->kinds[i] == ITERATOR_REDUCTION && i != m->schedule->vector_iterator)
      steps *= integer_ceil_div(m->schedule->block[i], step_of(m, i));
  expected += nest->operand_sums * steps;
  m->counts->dots++;
  m->counts->sums += nest->operand_sums;
  if (code->calls * k + code->products != expected * k)
    disagree(m, "%d dot products and %d products, expected %lld dot products of %lld", code->calls,
             code->products, (long long)expected, (long long)k);
  bool has_row = lanes * element_type_bytes(nest->dot.row->accumulator) >= 16;
  if ((code->calls > 0) != has_row)
    disagree(m, "%d dot products in vectors of %lld lanes", code->calls, (long long)lanes);
}

static void check_main_kernel(Match *m, const NestNode *code) {
  const LoopNest *nest = m->nest;
  int results = m->work->accumulator_count > 0 ? m->work->accumulator_count : 1;
  int64_t lanes = expected_lanes(m->schedule);
  m->counts->kernels++;
  if (m->schedule->lanes != nest->lanes)
    disagree(m, "%d lanes in the nest, %d in the schedule", nest->lanes, m->schedule->lanes);
  if (m->carrier) {
    m->counts->accumulators++;
    if (m->carrier->carried != nest->accumulators)
      disagree(m, "%d accumulators, expected %d", m->carrier->carried, nest->accumulators);
    if (m->carrier->carried_lanes != lanes)
      disagree(m, "%d lanes, expected %lld", m->carrier->carried_lanes, (long long)lanes);
    if (nest->dot.row != NULL) {
      check_dot(m, code, lanes);
    } else if (m->operations >= 0) {
      m->counts->evaluations++;
      if (code->evaluations != nest->kernel_points * m->operations)
        disagree(m, "%d operations, expected %lld times %d", code->evaluations,
                 (long long)nest->kernel_points, m->operations);
    }
  } else if (m->schedule->rule == RULE_DIRECT && code->stores > 1 && code->store_lanes == lanes &&
             lanes > 1) {
    // Results that were stored as vectors: one for each accumulator.
    m->counts->accumulators++;
    if (code->stores * results != nest->accumulators - nest->operand_sums)
      disagree(m, "%d vectors stored, %d accumulators", code->stores, nest->accumulators);
  }
  for (int k = 0; k < m->found->output && !m->failed; k++) {
    int64_t expected = expected_reads(m, k);
    if (expected < 0 || (code->reads[k] == 0 && is_read_by_fill(m, k)))
      continue;
    m->counts->reads++;
    if (code->reads[k] != expected)
      disagree(m, "%d reads of access %d, expected %lld", code->reads[k], m->found->accesses[k],
               (long long)expected);
  }
}

static void match_code(Match *m, Items items, const Tile *tile) {
  NestRange covered[WORKLOAD_MAX_ITERATORS];
  int pieces = 0;
  bool full = true;
  for (int i = 0; i < m->work->iterator_count; i++) {
    covered[i] = (NestRange){0, -1};
    full &= tile->high[i] - tile->low[i] == m->schedule->block[i];
  }
  for (int n = items.first; n != items.end && !m->failed; n = m->found->nodes[n].next) {
    const NestNode *node = &m->found->nodes[n];
    if (node->kind == NEST_LOOP && node->trips == 0)
      continue;
    if (node->kind != NEST_CODE)
      disagree(m, "more loops than the nest has");
    for (int i = 0; i < m->work->iterator_count; i++)
      widen(&covered[i], node->iteration[i]);
    pieces++;
  }
  for (int i = 0; i < m->work->iterator_count && !m->failed; i++) {
    bool border = border_of_any(m, i, tile) && m->work->kinds[i] == ITERATOR_REDUCTION;
    bool same = covered[i].low == tile->low[i] && covered[i].high == tile->high[i] - 1;
    for (int k = 0; k < m->found->output && m->work->kinds[i] == ITERATOR_REDUCTION; k++)
      same |= access_uses(access_at(m, k), i) && reads_beyond(m, k, tile);
    bool within = covered[i].low >= tile->low[i] && covered[i].high < tile->high[i];
    if (border ? !within && !is_empty(covered[i]) : !same)
      disagree(m, "code covers [%lld, %lld] of iterator %d, expected [%lld, %lld]",
               (long long)covered[i].low, (long long)covered[i].high, i, (long long)tile->low[i],
               (long long)tile->high[i] - 1);
  }
  if (full && pieces == 1 && !border_of_any(m, -1, tile) && !m->failed)
    check_main_kernel(m, &m->found->nodes[items.first]);
}

// --- loops

static int skip_empty(const Match *m, Items items) {
  int n = items.first;
  while (n != items.end && m->found->nodes[n].kind == NEST_LOOP && m->found->nodes[n].trips == 0)
    n = m->found->nodes[n].next;
  return n;
}

static bool is_loop_of(const Match *m, const NestNode *node, const Loop *loop, int64_t from,
                       int64_t to) {
  return node->kind == NEST_LOOP && node->step == loop->step && node->low >= from &&
         node->low < to && (m->walks[node->loop] >> loop->iterator & 1u) &&
         (m->moves[node->loop] || (node->carried > 0) == (loop->band == BAND_KERNEL));
}

// The nodes from `first` on whose iterations of `i` lie in [low, high).
static Items take_part(const Match *m, Items items, int i, int64_t low, int64_t high) {
  Items part = {items.first, items.first};
  for (int n = items.first; n != items.end; n = m->found->nodes[n].next) {
    const NestNode *node = &m->found->nodes[n];
    if (node->kind == NEST_FILL || is_empty(node->iteration[i]))
      continue; // may belong to what follows
    if (node->iteration[i].low < low || node->iteration[i].high >= high)
      break;
    part.end = node->next;
  }
  return part;
}

static void match(Match *m, int depth, Items items, const Tile *tile);

typedef struct Walk { // through the trips of one loop of the nest
  int64_t at;
  int64_t trips;
  bool has_before;
  Summary before;
} Walk;

// One trip, or several that end at `end`.
static void match_trip(Match *m, int depth, Items items, const Tile *tile, int64_t end,
                       Walk *walk) {
  int i = m->nest->loops[depth].iterator;
  int64_t step = m->nest->loops[depth].step;
  Tile inner = *tile;
  bool one = end - walk->at <= step;
  inner.low[i] = walk->at;
  inner.high[i] = end < tile->high[i] ? end : tile->high[i];
  Summary now;
  summarize(m, items, &now);
  m->counts->trips++;
  match(m, depth + 1, items, &inner);
  if (walk->has_before && !m->failed)
    check_strides(m, depth, &walk->before, &now, tile);
  if (one && !m->failed && !m->in_sweep)
    check_footprints(m, depth, &now, &inner);
  walk->before = now;
  walk->has_before = one;
  walk->trips += integer_ceil_div(end - walk->at, step);
  walk->at = end;
}

// Taps that meet only padding have no trip.
static void skip_padding(const Match *m, int depth, const Tile *tile, Walk *walk) {
  const Loop *loop = &m->nest->loops[depth];
  int i = loop->iterator;
  while (walk->at < tile->high[i] &&
         only_padding(m, i, walk->at,
                      walk->at + loop->step < tile->high[i] ? walk->at + loop->step : tile->high[i],
                      tile)) {
    walk->at += loop->step;
    walk->trips++;
  }
}

static void match_found_loop(Match *m, int depth, const NestNode *node, const Tile *tile,
                             Walk *walk) {
  const Loop *loop = &m->nest->loops[depth];
  const NestNode *carrier = m->carrier;
  m->counts->loops++;
  if ((node->carried > 0) != (loop->band == BAND_KERNEL))
    disagree(m, "loop %d of band %d carries %d vectors", depth, loop->band, node->carried);
  if (node->carried)
    m->carrier = node;
  for (int t = node->first_child; t >= 0 && !m->failed; t = m->found->nodes[t].next) {
    const NestNode *trip = &m->found->nodes[t];
    while (walk->at < trip->low && walk->at < tile->high[loop->iterator]) {
      int64_t from = walk->at;
      skip_padding(m, depth, tile, walk);
      if (walk->at == from || walk->at > trip->low)
        break;
    }
    if (trip->low != walk->at || walk->at >= tile->high[loop->iterator]) {
      disagree(m, "loop %d is at %lld of iterator %d, expected %lld below %lld", depth,
               (long long)trip->low, loop->iterator, (long long)walk->at,
               (long long)tile->high[loop->iterator]);
      break;
    }
    match_trip(m, depth, (Items){trip->first_child, -1}, tile, walk->at + loop->step, walk);
  }
  m->carrier = carrier;
}

// Straight-line code may go on from one tile of a reduction to its remainder: returns the end of
// what it covers, `end` where it does not.
static int64_t joined_end(const Match *m, int depth, Items items, const Tile *tile, int64_t at,
                          int64_t end) {
  const Loop *loop = &m->nest->loops[depth];
  int i = loop->iterator;
  if (items.first == items.end || loop->band != BAND_KERNEL ||
      (tile->high[i] - tile->low[i]) / loop->step > 1)
    return end;
  const NestNode *node = &m->found->nodes[items.first];
  bool joined = node->kind == NEST_CODE && node->iteration[i].low >= at &&
                node->iteration[i].low < end && node->iteration[i].high >= end;
  return joined ? tile->high[i] : end;
}

// Tiles that may be code of their own, without a loop around them.
static bool may_stand_alone(const Match *m, int depth, const Tile *tile, int64_t at) {
  const Loop *loop = &m->nest->loops[depth];
  int i = loop->iterator;
  int64_t whole = (tile->high[i] - tile->low[i]) / loop->step;
  bool pads = loop->band != BAND_SWEEP && schedule_pads(m->work, m->schedule, i);
  bool is_remainder = at + loop->step > tile->high[i] && !pads;
  bool splits = false; // along an index that leaves a shape
  Tile all = {{0}, {0}};
  for (int k = 0; k < m->work->iterator_count; k++)
    all.high[k] = m->work->extents[k];
  splits = border_of_any(m, i, &all);
  return is_remainder || whole <= 1 || splits;
}

// The first of the items, at the end, that store the tile's results from the start again without
// reading for the body.
static int find_sweep(const Match *m, Items items, const Tile *tile) {
  int found = items.end;
  for (int n = items.first; n != items.end; n = m->found->nodes[n].next) {
    const NestNode *node = &m->found->nodes[n];
    const Access *output = access_at(m, m->found->output);
    bool starts = node->kind == NEST_LOOP || node->kind == NEST_CODE;
    for (int k = 0; k < m->found->output; k++)
      starts &= node->address[k] == INT64_MAX;
    for (int d = 0; d < output->rank; d++)
      starts &= !is_empty(node->index[m->found->output][d]) &&
                node->index[m->found->output][d].low ==
                    index_range(m, &output->index[d], tile, -1, 0, 0).low;
    if (starts)
      found = n;
  }
  return found;
}

// Straight-line code of a sweep: every result of the tile is stored once.
static void match_sweep_code(Match *m, Items items, const Tile *tile) {
  int64_t stored = 0, expected = 1, widest = 0;
  int vector = m->nest->sweep_vector;
  for (int n = items.first; n != items.end && !m->failed; n = m->found->nodes[n].next) {
    const NestNode *node = &m->found->nodes[n];
    int64_t size = 1;
    if (node->kind != NEST_CODE) {
      disagree(m, "more loops than the sweep has");
      return;
    }
    for (int i = 0; i < m->work->iterator_count; i++) {
      if (m->work->kinds[i] != ITERATOR_PARALLEL)
        continue;
      size *= node->iteration[i].high - node->iteration[i].low + 1;
      if (node->iteration[i].low < tile->low[i] || node->iteration[i].high >= tile->high[i])
        disagree(m, "the sweep leaves its tile along iterator %d", i);
    }
    stored += size;
    widest = node->store_lanes > widest ? node->store_lanes : widest;
  }
  for (int i = 0; i < m->work->iterator_count; i++)
    if (m->work->kinds[i] == ITERATOR_PARALLEL)
      expected *= tile->high[i] - tile->low[i];
  if (stored != expected)
    disagree(m, "the sweep stores %lld results, expected %lld", (long long)stored,
             (long long)expected);
  if (vector >= 0 && tile->high[vector] - tile->low[vector] >= m->schedule->lanes &&
      access_stride(access_at(m, m->found->output), vector) == 1 && widest != m->schedule->lanes)
    disagree(m, "the sweep stores %lld lanes, expected %d", (long long)widest, m->schedule->lanes);
  m->counts->sweeps++;
}

// The sweep is taken off the end of the items and matched with loops of its own.
static Items match_sweep(Match *m, int depth, Items items, const Tile *tile) {
  Items sweep = {find_sweep(m, items, tile), items.end};
  if (sweep.first == sweep.end)
    disagree(m, "no sweep inside %d loops", depth);
  m->in_sweep = true;
  match(m, m->nest->loop_count, sweep, tile);
  m->in_sweep = false;
  return (Items){items.first, sweep.first};
}

// A trip that is code without a loop around it, or that only padding would have. Returns where the
// items go on.
static int match_loose_trip(Match *m, int depth, Items items, const Tile *tile, int64_t end,
                            Walk *walk) {
  int i = m->nest->loops[depth].iterator;
  int64_t at = walk->at, code_end = joined_end(m, depth, items, tile, at, end);
  Items part = take_part(m, items, i, at, code_end);
  if (part.first == part.end) {
    skip_padding(m, depth, tile, walk);
    if (walk->at == at)
      disagree(m, "no code for iteration %lld of iterator %d, loop %d", (long long)at, i, depth);
    return items.first;
  }
  if (!may_stand_alone(m, depth, tile, at))
    disagree(m, "trip at %lld of loop %d is not in a loop", (long long)at, depth);
  match_trip(m, depth, part, tile, code_end, walk);
  return part.end;
}

static void match_loop(Match *m, int depth, Items items, const Tile *tile) {
  const Loop *loop = &m->nest->loops[depth];
  int i = loop->iterator;
  int64_t high = tile->high[i];
  Walk walk = {.at = tile->low[i]};
  while (walk.at < high && !m->failed) {
    int64_t end = integer_min(walk.at + loop->step, high);
    items.first = skip_empty(m, items);
    if (items.first != items.end && is_loop_of(m, &m->found->nodes[items.first], loop, walk.at,
                                               border_of_any(m, i, tile) ? high : end)) {
      match_found_loop(m, depth, &m->found->nodes[items.first], tile, &walk);
      items.first = m->found->nodes[items.first].next;
    } else {
      items.first = match_loose_trip(m, depth, items, tile, end, &walk);
    }
  }
  if (skip_empty(m, items) != items.end)
    disagree(m, "code is left over after loop %d", depth);
  if (high - tile->low[i] == loop->span && walk.trips != loop->trips)
    disagree(m, "loop %d has %lld trips, expected %lld", depth, (long long)walk.trips,
             (long long)loop->trips);
}

static void match(Match *m, int depth, Items items, const Tile *tile) {
  if (!m->failed && !m->in_sweep)
    items.first = match_fills(m, depth, items, tile);
  if (!m->failed && !m->in_sweep && depth == m->nest->sweep_depth)
    items = match_sweep(m, depth, items, tile);
  if (m->failed)
    return;
  if (m->in_sweep && depth == m->nest->loop_count + m->nest->sweep_count)
    match_sweep_code(m, items, tile);
  else if (!m->in_sweep && depth == m->nest->serial_count)
    match_code(m, items, tile);
  else
    match_loop(m, depth, items, tile);
}

// Which iterators advance by the step whenever the loop advances.
static void find_walks(Match *m) {
  const NestFromIr *found = m->found;
  memset(m->walks, 0xff, sizeof m->walks);
  for (int n = 0; n < found->node_count; n++) {
    const NestNode *loop = &found->nodes[n];
    if (loop->kind != NEST_LOOP)
      continue;
    if (loop->loop >= MAX_LOOPS) {
      disagree(m, "too many loops");
      return;
    }
    for (int t = loop->first_child; t >= 0 && found->nodes[t].next >= 0; t = found->nodes[t].next) {
      const NestNode *now = &found->nodes[t], *then = &found->nodes[now->next];
      m->moves[loop->loop] = true;
      for (int i = 0; i < m->work->iterator_count; i++)
        if (is_empty(now->iteration[i]) ||
            then->iteration[i].low - now->iteration[i].low != loop->step)
          m->walks[loop->loop] &= ~(1u << i);
    }
  }
}

// The emitter reads the nest, so what the nest makes of the knobs is compared with the knobs: one
// loop for each step that is smaller than its span, in the order the schedule gives.
static void check_knobs(Match *m) {
  const Schedule *s = m->schedule;
  int l = 0, reductions = 0;
  for (int i = 0; i < m->work->iterator_count; i++)
    reductions += m->work->kinds[i] == ITERATOR_REDUCTION;
  for (int band = BAND_TILE_OUTER; band <= BAND_KERNEL; band++)
    for (int p = 0; p < m->work->iterator_count; p++) {
      bool kernel = band == BAND_KERNEL;
      if (kernel && p >= reductions)
        break;
      int i = kernel ? s->kernel_order[p] : s->order[band][p];
      int64_t from = band == BAND_TILE_OUTER   ? m->work->extents[i]
                     : band == BAND_TILE_INNER ? s->tile[0][i]
                                               : s->tile[1][i];
      int64_t to = band == BAND_TILE_OUTER   ? s->tile[0][i]
                   : band == BAND_TILE_INNER ? s->tile[1][i]
                                             : s->block[i];
      bool reduction = m->work->kinds[i] == ITERATOR_REDUCTION;
      if (from == to || (band == BAND_REGISTER && reduction))
        continue;
      const Loop *loop = &m->nest->loops[l++];
      if (l > m->nest->serial_count || loop->iterator != i || loop->band != band ||
          loop->span != from || loop->step != to)
        disagree(m, "loop %d is not the one of iterator %d in band %d", l - 1, i, band);
    }
  if (l != m->nest->serial_count)
    disagree(m, "%d loops, expected %d", m->nest->serial_count, l);
}

bool nest_agrees(const NestFromIr *found, const Workload *work, const Schedule *schedule,
                 const LoopNest *nest, int operations, AgreementCounts *counts, char *text,
                 size_t text_size) {
  static Match storage;
  Match *m = &storage;
  *m = (Match){.found = found,
               .work = work,
               .schedule = schedule,
               .nest = nest,
               .operations = operations,
               .counts = counts,
               .text = text,
               .text_size = text_size};
  for (int k = 0; k < found->access_count; k++) {
    m->pack_of[k] = -1;
    for (int p = 0; p < nest->pack_count; p++)
      if (nest->packs[p].access == found->accesses[k])
        m->pack_of[k] = p;
  }
  check_knobs(m);
  find_walks(m);
  Tile all = {{0}, {0}};
  for (int i = 0; i < work->iterator_count; i++)
    all.high[i] = work->extents[i];
  match(m, 0, (Items){found->nodes[0].first_child, -1}, &all);
  return !m->failed;
}
