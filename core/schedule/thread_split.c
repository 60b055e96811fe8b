// Which iterators are cut, and where: every size of piece that gives another number of pieces is
// tried, for one iterator and for up to three of them.
#include "core/schedule/thread_split.h"

#include "core/integer.h"
#include "core/rule.h"

#include <math.h>

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

// Where a piece may start: at multiples of this. What is evaluated in a sweep over a tile, or while
// packing one, is vector code or scalar code by its place in the tile, which can make a difference.
// A sweep outside all loops comes after the pieces.
static int64_t unit_of(const Workload *workload, const Schedule *schedule, const LoopNest *nest,
                       int i) {
  bool by_tile = nest->sweep_depth > 0;
  for (int p = 0; p < nest->pack_count; p++)
    by_tile |= nest->packs[p].is_produced && nest->packs[p].depth > 0 &&
               access_uses(&workload->accesses[nest->packs[p].access], i);
  return by_tile && workload_differs_by_lanes(workload) ? schedule->tile[0][i] : schedule->block[i];
}

// Units of iterator `i`; 1 when it cannot be cut.
static int64_t count_units(const Workload *workload, const Schedule *schedule, const LoopNest *nest,
                           int i, int64_t *out_unit) {
  *out_unit = unit_of(workload, schedule, nest, i);
  if (workload->kinds[i] != ITERATOR_PARALLEL || !slices_outputs(workload, i))
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

// Work that the pieces share. Along the loops that divide it each piece has its part, along the
// others each piece does all of it again.
typedef struct SharedWork {
  double work;
  bool divides[THREAD_SPLIT_MAX_LOOPS];
} SharedWork;

enum { SHARED_WORKS = 2 + LOOP_NEST_MAX_PACKS }; // the body, entering pieces, packs

// Of entering a piece: empty pipelines, code and addresses that are not at hand.
static const double piece_weight = 100.0;

// Work of the pieces before number `piece`. The last loop runs fastest.
static double work_before(const Workload *workload, const ThreadSplit *split,
                          const SharedWork *shared, int64_t piece) {
  double before = 0, outer = shared->work, inner = 1;
  int64_t inner_pieces = thread_split_pieces(split);
  for (int s = 0; s < split->count; s++)
    inner *= shared->divides[s] ? 1 : (double)split->loops[s].pieces;
  for (int s = 0; s < split->count; s++) {
    const SplitLoop *loop = &split->loops[s];
    int64_t extent = workload->extents[loop->iterator];
    inner_pieces /= loop->pieces;
    int64_t at = piece / inner_pieces;
    piece %= inner_pieces;
    if (shared->divides[s]) {
      double from = (double)integer_min(at * loop->step, extent) / (double)extent;
      double to = (double)integer_min((at + 1) * loop->step, extent) / (double)extent;
      before += outer * inner * from;
      outer *= to - from;
    } else {
      inner /= (double)loop->pieces;
      before += outer * inner * (double)at;
    }
  }
  return before;
}

// The first piece of a thread, as OpenMP deals out equal runs.
static int64_t first_piece(const ThreadSplit *split, int thread) {
  int64_t pieces = thread_split_pieces(split), each = pieces / split->threads;
  return thread * each + integer_min(thread, pieces % split->threads);
}

// Ends at the first thread with more than `limit`, which in most splits is the first of all.
static double work_of_busiest(const Workload *workload, const ThreadSplit *split,
                              const SharedWork *shared, int count, double limit) {
  double largest = 0, before = 0;
  for (int thread = 0; thread < split->threads && largest <= limit; thread++) {
    double to = 0;
    int64_t piece = first_piece(split, thread + 1);
    for (int n = 0; n < count; n++)
      to += work_before(workload, split, &shared[n], piece);
    largest = to - before > largest ? to - before : largest;
    before = to;
  }
  return largest;
}

static SharedWork shared_pack(const Workload *workload, const LoopNest *nest,
                              const PackedBuffer *pack, const ThreadSplit *split, double work) {
  SharedWork shared = {.work = work};
  for (int s = 0; s < split->count; s++)
    shared.divides[s] = pack_shrinks(workload, nest, pack, split->loops[s].iterator);
  return shared;
}

// A nest and what its pieces are measured by.
typedef struct Nest {
  const Workload *workload; // the rule's
  const Schedule *schedule;
  const LoopNest *loops;
  double prologue_work; // of what the rule makes before the nest
  int made;             // the operand that the rule makes, -1: none
} Nest;

static double pack_work(const Schedule *schedule, double elements) {
  return pack_weight * elements / schedule->lanes;
}

// False when the rule does not apply.
static bool nest_read(const Workload *workload, const Schedule *schedule, const LoopNest *loops,
                      Workload *storage, Nest *out_nest) {
  const Rule *rule = rule_get(schedule->rule);
  const Workload *knobs = rule_workload(schedule->rule, workload, storage);
  *out_nest = (Nest){knobs, schedule, loops, 0, -1};
  if (knobs && rule->rewrite) {
    out_nest->made = rule->made_operand(workload);
    const Access *made = &knobs->accesses[out_nest->made];
    out_nest->prologue_work = pack_work(schedule, (double)rule->made_bytes(workload, knobs) /
                                                      (double)element_type_bytes(made->type));
  }
  return knobs != NULL;
}

// Where the busiest thread has more than `limit`, `largest` is anything above that.
static void measure(const Nest *nest, const ThreadSplit *split, double limit, SplitWork *out_work) {
  const Workload *workload = nest->workload;
  SharedWork shared[SHARED_WORKS] = {
      {(double)workload_points(workload) / nest->schedule->lanes, {true, true, true}},
      {split->count > 0 ? piece_weight : 0, {false}}};
  int count = 2;
  double serial = nest->prologue_work, total = shared[0].work + serial;
  for (int p = 0; p < nest->loops->pack_count; p++) {
    const PackedBuffer *pack = &nest->loops->packs[p];
    double work = pack_work(nest->schedule, packed_elements(nest->loops, pack));
    if (workload->accesses[pack->access].is_constant)
      continue; // packed at compile time
    total += work;
    if (pack->depth == 0)
      serial += work;
    else
      shared[count++] = shared_pack(workload, nest->loops, pack, split, work);
  }
  *out_work = (SplitWork){serial, total, total - serial, (total - serial) / split->threads};
  if (split->count > 0)
    out_work->largest = work_of_busiest(workload, split, shared, count, limit);
}

void thread_split_work(const Workload *workload, const Schedule *schedule, const LoopNest *loops,
                       const ThreadSplit *split, SplitWork *out_work) {
  Workload storage;
  Nest nest;
  *out_work = (SplitWork){0};
  if (nest_read(workload, schedule, loops, &storage, &nest))
    measure(&nest, split, INFINITY, out_work);
}

// --- traffic

static double bytes_of(const Access *access) {
  double bytes = (double)element_type_bytes(access->type);
  for (int d = 0; d < access->rank; d++)
    bytes *= (double)access->shape[d];
  return bytes;
}

// The part of an operand that one thread reads.
static double part_read(const Access *access, const ThreadSplit *split) {
  double part = 1, sharers = split->threads;
  for (int s = 0; s < split->count; s++) {
    double pieces = (double)split->loops[s].pieces;
    double own = pieces < sharers ? 1 / pieces : 1 / sharers;
    sharers *= own;
    if (access_uses(access, split->loops[s].iterator))
      part *= own;
  }
  return part;
}

// Whether the outermost cut runs along the dimension by which the operand was cut when written.
static bool reads_own_piece(const Access *access, const OperandHome *home,
                            const ThreadSplit *split) {
  int64_t outer = 1;
  int d = 0;
  while (d < access->rank && (outer < home->outer || access->shape[d] == 1))
    outer *= access->shape[d++];
  return split->count > 0 && outer == home->outer && d < access->rank &&
         access->index[d].coefficients[split->loops[0].iterator] != 0;
}

// Whether one thread writes a copy of the operand before the pieces.
static bool is_copied_whole(const Nest *nest, int a) {
  for (int p = 0; p < nest->loops->pack_count; p++)
    if (nest->loops->packs[p].access == a && nest->loops->packs[p].depth == 0)
      return true;
  return nest->made == a;
}

// Constants come from a cache that all share or from memory, each time, because the others take
// their place meanwhile: at 20 GB/s instead of 8.
static const double constant_weight = 0.4;

// What a thread reads of a constant beyond an even share of it.
static double constant_bytes(const Access *access, const ThreadSplit *split) {
  return split->count > 0 ? constant_weight * bytes_of(access) *
                                (part_read(access, split) - 1.0 / split->threads)
                          : 0;
}

static bool is_in_pieces(const OperandHome *home, const ThreadSplit *split) {
  return home->kind == HOME_PIECES || (home->kind == HOME_ALONG && split->count > 0);
}

static double far_bytes(const Nest *nest, const ThreadHomes *homes, const ThreadSplit *split) {
  const Workload *workload = nest->workload;
  double far = 0, others = (split->threads - 1.0) / split->threads;
  for (int a = 0; a < workload->access_count; a++) {
    const Access *access = &workload->accesses[a];
    const OperandHome *home = &homes->of[a];
    if (access->is_output && home->kind != HOME_ONE && home->kind != HOME_ALONG)
      continue;
    if (access->is_constant) {
      far += constant_bytes(access, split);
      continue;
    }
    double bytes = bytes_of(access);
    bool is_copied = is_copied_whole(nest, a);
    if (is_copied && home->kind == HOME_PIECES)
      far += bytes * others;
    if (split->count > 0 && (is_copied || home->kind == HOME_ONE))
      far += bytes * part_read(access, split);
    else if (!is_copied && is_in_pieces(home, split) && !reads_own_piece(access, home, split))
      far += bytes * others * part_read(access, split);
  }
  return far;
}

double thread_split_far_bytes(const Workload *workload, const Schedule *schedule,
                              const LoopNest *loops, const ThreadHomes *homes,
                              const ThreadSplit *split) {
  Workload storage;
  Nest nest;
  return homes && nest_read(workload, schedule, loops, &storage, &nest)
             ? far_bytes(&nest, homes, split)
             : 0;
}

// --- the choice

typedef struct Search {
  Nest nest;
  int64_t units[WORKLOAD_MAX_ITERATORS], unit[WORKLOAD_MAX_ITERATORS]; // of each iterator
  SplitTraffic traffic;
  int64_t most; // pieces
  double least; // work of the busiest thread
  ThreadSplit best;
  double best_work; // of the busiest thread, traffic included
  double most_work; // that the busiest thread may have without traffic
} Search;

static double traffic_work(const Search *search, const ThreadSplit *split) {
  const SplitTraffic *traffic = &search->traffic;
  return traffic->homes ? traffic->work_per_byte * far_bytes(&search->nest, traffic->homes, split)
                        : 0;
}

static const double gain = 0.995; // half a percent is not worth more pieces

// So many pieces, or more, cannot be better than what is found.
static bool is_hopeless(const Search *search, int64_t pieces) {
  return pieces > search->most || (pieces >= thread_split_pieces(&search->best) &&
                                   search->least >= gain * search->best_work);
}

static const double rounding = 1e-9; // of sums of work

static void consider(Search *search, const ThreadSplit *split) {
  SplitWork work;
  bool is_fewer = thread_split_pieces(split) < thread_split_pieces(&search->best);
  double most = (is_fewer ? 1 : gain) * search->best_work, traffic = traffic_work(search, split);
  if ((search->least + traffic) * (1 - rounding) > most)
    return; // however even it is
  measure(&search->nest, split, fmin(most, search->most_work), &work);
  double busiest = work.largest + traffic;
  bool is_better = busiest < gain * search->best_work && work.largest <= search->most_work;
  bool is_simpler = is_fewer && busiest <= search->best_work && work.largest <= search->most_work;
  if (!is_better && !is_simpler)
    return;
  search->best = *split;
  search->best_work = busiest;
}

// The next number of pieces that makes them smaller. `units` when they are as small as can be, and
// more than that after it.
static int64_t next_pieces(int64_t units, int64_t pieces) {
  int64_t each = integer_ceil_div(units, pieces);
  return each > 1 ? integer_ceil_div(units, each - 1) : units + 1;
}

// Cuts iterators from `first` on, beside those that `split` cuts already.
static void cut(Search *search, int first, ThreadSplit split) {
  if (split.count == THREAD_SPLIT_MAX_LOOPS)
    return;
  SplitLoop *loop = &split.loops[split.count++];
  const Nest *nest = &search->nest;
  for (int i = first; i < nest->workload->iterator_count; i++) {
    int64_t unit = search->unit[i], units = search->units[i];
    int64_t most = integer_min(units, search->most);
    for (int64_t pieces = 2; pieces <= most; pieces = next_pieces(units, pieces)) {
      int64_t step = integer_ceil_div(units, pieces) * unit;
      *loop = (SplitLoop){i, step, integer_ceil_div(nest->workload->extents[i], step)};
      if (is_hopeless(search, thread_split_pieces(&split)))
        break;
      consider(search, &split);
      cut(search, i + 1, split);
    }
  }
}

// Less traffic may cost evenness, less of it the more threads there are: what one of them has read,
// lies nearer to the others.
static void cut_for_traffic(Search *search, const SplitTraffic *traffic, const ThreadSplit *none) {
  static const double unevenness = 0.4; // over the square of the number of threads
  search->traffic = *traffic;
  search->most_work =
      search->best_work * (1 + unevenness / ((double)none->threads * none->threads));
  search->best_work += traffic_work(search, &search->best);
  cut(search, 0, *none);
}

// Every piece has scratch buffers of its own.
static int64_t most_pieces(const LoopNest *nest, int threads) {
  enum { PIECES = 8, PIECES_WITH_BUFFERS = 4 }; // of a thread
  for (int p = 0; p < nest->pack_count; p++)
    if (nest->packs[p].depth > 0)
      return (int64_t)PIECES_WITH_BUFFERS * threads;
  return (int64_t)PIECES * threads;
}

void thread_split_choose(const Workload *workload, const Schedule *schedule, const LoopNest *loops,
                         int threads, const SplitTraffic *traffic, ThreadSplit *out_split) {
  Workload storage;
  Search search = {.most = most_pieces(loops, threads), .most_work = INFINITY};
  SplitWork work;
  *out_split = (ThreadSplit){.threads = threads};
  if (threads < 2 || !nest_read(workload, schedule, loops, &storage, &search.nest))
    return;
  for (int i = 0; i < search.nest.workload->iterator_count; i++)
    search.units[i] = count_units(search.nest.workload, schedule, loops, i, &search.unit[i]);
  measure(&search.nest, out_split, INFINITY, &work);
  search.best = *out_split;
  search.best_work = work.largest;
  search.least = work.largest / threads;
  cut(&search, 0, *out_split);
  if (search.best.count > 0 && traffic->homes)
    cut_for_traffic(&search, traffic, out_split);
  *out_split = search.best;
}
