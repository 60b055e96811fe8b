// Which iterators are cut, and where: every size of piece that gives another number of pieces is
// tried, for one iterator and for pairs of them.
#include "core/schedule/thread_split.h"

#include "core/integer.h"
#include "core/rule.h"

// --- what may be cut

// A piece of the output is a slice: its dimension is the iterator itself.
static bool slices_outputs(const Workload *workload, int i) {
  for (int a = 0; a < workload->access_count; a++) {
    const Access *access = &workload->accesses[a];
    if (!access->is_output)
      continue;
    int dims = 0;
    for (int d = 0; d < access->rank; d++) {
      const IndexExpr *index = &access->index[d];
      if (index->coefficients[i] == 0)
        continue;
      int iterators = 0;
      for (int k = 0; k < workload->iterator_count; k++)
        iterators += index->coefficients[k] != 0;
      if (index->coefficients[i] != 1 || index->constant != 0 || iterators != 1 ||
          access->shape[d] != workload->extents[i])
        return false;
      dims++;
    }
    if (dims != 1)
      return false;
  }
  return true;
}

// Border kernels lie at static places.
static bool has_static_tiles(const Workload *workload, const Schedule *schedule, int i) {
  return schedule->pad_mode == PAD_BORDER && (workload_leaving_iterators(workload) >> i & 1u);
}

// Where a piece may start: at multiples of this. What is evaluated in a sweep over a tile, or while
// packing one, is vector code or scalar code by its place in the tile. A sweep outside all loops
// comes after the pieces.
static int64_t unit_of(const Workload *workload, const Schedule *schedule, const LoopNest *nest,
                       int i) {
  bool by_tile = nest->sweep_depth > 0;
  for (int p = 0; p < nest->pack_count; p++)
    by_tile |= nest->packs[p].is_produced && nest->packs[p].depth > 0 &&
               access_uses(&workload->accesses[nest->packs[p].access], i);
  return by_tile ? schedule->tile[0][i] : schedule->block[i];
}

// Units of iterator `i`; 1 when it cannot be cut.
static int64_t count_units(const Workload *workload, const Schedule *schedule, const LoopNest *nest,
                           int i, int64_t *out_unit) {
  *out_unit = unit_of(workload, schedule, nest, i);
  if (workload->kinds[i] != ITERATOR_PARALLEL || has_static_tiles(workload, schedule, i) ||
      !slices_outputs(workload, i))
    return 1;
  return integer_ceil_div(workload->extents[i], *out_unit);
}

// --- work

int64_t thread_split_pieces(const ThreadSplit *split) {
  int64_t pieces = 1;
  for (int s = 0; s < split->count; s++)
    pieces *= split->loops[s].pieces;
  return pieces;
}

// Cost of a packed element beside that of a body evaluation by one lane set: a load, a store, and
// what moves the lanes in between.
static const double pack_weight = 3.0;

// Elements that filling a pack writes in the whole nest.
static double packed_elements(const LoopNest *nest, const PackedBuffer *pack) {
  double elements = (double)pack->bytes / (double)element_type_bytes(pack->type);
  for (int l = 0; l < pack->depth; l++)
    elements *= (double)nest->loops[l].trips;
  return elements;
}

// Whether a piece of iterator `i` fills less of the pack than the whole: it holds fewer elements,
// or is filled fewer times.
static bool pack_shrinks(const Workload *workload, const LoopNest *nest, const PackedBuffer *pack,
                         int i) {
  bool shrinks = access_uses(&workload->accesses[pack->access], i);
  for (int l = 0; l < pack->depth; l++)
    shrinks |= nest->loops[l].iterator == i;
  return shrinks;
}

// Share of iterator's range in one piece.
static double piece_share(const Workload *workload, const SplitLoop *loop) {
  int64_t extent = workload->extents[loop->iterator];
  return (double)integer_min(loop->step, extent) / (double)extent;
}

// The most pieces that one of `threads` threads gets.
static double busiest(const ThreadSplit *split) {
  return (double)integer_ceil_div(thread_split_pieces(split), split->threads);
}

static void add_body(const Workload *workload, const Schedule *schedule, const ThreadSplit *split,
                     SplitWork *work) {
  double body = (double)workload_points(workload) / schedule->lanes, share = 1;
  for (int s = 0; s < split->count; s++)
    share *= piece_share(workload, &split->loops[s]);
  work->total += body;
  work->mean += body / split->threads;
  work->largest += body * share * busiest(split);
}

static void add_pack(const Workload *workload, const Schedule *schedule, const LoopNest *nest,
                     const PackedBuffer *pack, const ThreadSplit *split, SplitWork *work) {
  double cost = pack_weight * packed_elements(nest, pack) / schedule->lanes, share = 1;
  if (workload->accesses[pack->access].is_constant)
    return; // packed at compile time
  work->total += cost;
  if (pack->depth == 0) {
    work->serial += cost;
    return;
  }
  for (int s = 0; s < split->count; s++)
    if (pack_shrinks(workload, nest, pack, split->loops[s].iterator))
      share *= piece_share(workload, &split->loops[s]);
  work->mean += cost / split->threads;
  work->largest += cost * share * busiest(split);
}

static void measure(const Workload *workload, const Schedule *schedule, const LoopNest *nest,
                    const ThreadSplit *split, SplitWork *out_work) {
  *out_work = (SplitWork){0};
  add_body(workload, schedule, split, out_work);
  for (int p = 0; p < nest->pack_count; p++)
    add_pack(workload, schedule, nest, &nest->packs[p], split, out_work);
}

void thread_split_work(const Workload *workload, const Schedule *schedule, const LoopNest *nest,
                       const ThreadSplit *split, SplitWork *out_work) {
  Workload storage;
  const Workload *knobs = rule_workload(schedule->rule, workload, &storage);
  measure(knobs, schedule, nest, split, out_work);
}

// --- the choice

typedef struct Search {
  const Workload *workload; // the rule's
  const Schedule *schedule;
  const LoopNest *nest;
  ThreadSplit best;
  double best_work;
} Search;

static void consider(Search *search, const ThreadSplit *split) {
  SplitWork work;
  measure(search->workload, search->schedule, search->nest, split, &work);
  // Half a percent is not worth more pieces.
  bool is_better = work.largest < 0.995 * search->best_work;
  bool is_simpler = work.largest <= search->best_work &&
                    thread_split_pieces(split) < thread_split_pieces(&search->best);
  if (!is_better && !is_simpler)
    return;
  search->best = *split;
  search->best_work = work.largest;
}

// Cuts iterators from `first` on, beside those that `split` cuts already.
static void cut(Search *search, int first, ThreadSplit split) {
  if (split.count == THREAD_SPLIT_MAX_LOOPS)
    return;
  SplitLoop *loop = &split.loops[split.count++];
  for (int i = first; i < search->workload->iterator_count; i++) {
    int64_t unit;
    int64_t units = count_units(search->workload, search->schedule, search->nest, i, &unit);
    int64_t most = integer_min(units, 4 * (int64_t)split.threads), before = 0;
    for (int64_t pieces = 2; pieces <= most; pieces++) {
      int64_t step = integer_ceil_div(units, pieces) * unit;
      if (step == before)
        continue;
      before = step;
      *loop = (SplitLoop){i, step, integer_ceil_div(search->workload->extents[i], step)};
      if (thread_split_pieces(&split) > 4 * (int64_t)split.threads)
        break;
      consider(search, &split);
      cut(search, i + 1, split);
    }
  }
}

void thread_split_choose(const Workload *workload, const Schedule *schedule, const LoopNest *nest,
                         int threads, ThreadSplit *out_split) {
  Workload storage;
  const Workload *knobs = rule_workload(schedule->rule, workload, &storage);
  Search search = {.workload = knobs, .schedule = schedule, .nest = nest};
  SplitWork work;
  *out_split = (ThreadSplit){.threads = threads};
  if (threads < 2 || knobs == NULL)
    return;
  measure(knobs, schedule, nest, out_split, &work);
  search.best = *out_split;
  search.best_work = work.largest;
  cut(&search, 0, *out_split);
  *out_split = search.best;
}
