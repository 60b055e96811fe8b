// Which iterators are cut, and where: every size of piece that gives another number of pieces is
// tried, for one iterator and for up to three of them.
#include "plan/threads/split_choice.h"

#include "base/integer.h"

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

// --- the choice

typedef struct SplitList {
  ThreadSplit *splits;
  int room, count;
} SplitList;

typedef struct Search {
  SplitNest nest;
  int64_t units[WORKLOAD_MAX_ITERATORS], unit[WORKLOAD_MAX_ITERATORS]; // of each iterator
  SplitTraffic traffic;
  int64_t most; // pieces
  double least; // work of the busiest thread
  ThreadSplit best;
  double best_work; // of the busiest thread, traffic included
  double most_work; // that the busiest thread may have without traffic
  double own_bytes; // see SplitTraffic
  SplitList *list;  // that every split is added to; NULL: the best is looked for
} Search;

// What the busiest thread has to do, with so much work of its own and what goes between threads.
static double busiest_with(const Search *search, const ThreadSplit *split, double largest) {
  const SplitTraffic *traffic = &search->traffic;
  double work = largest;
  if (traffic->work_per_meeting > 0)
    work = split_with_meetings(work, traffic->work_per_meeting *
                                         split_meetings(search->nest.workload, split));
  if (traffic->homes)
    work += traffic->work_per_byte * split_far_bytes(&search->nest, traffic->homes, split);
  return work;
}

static bool has_traffic(const SplitTraffic *traffic) {
  return traffic->homes || traffic->work_per_meeting > 0;
}

static const double gain = 0.995; // half a percent is not worth more pieces

// So many pieces, or more, cannot be better than what is found.
static bool is_hopeless(const Search *search, int64_t pieces) {
  return pieces > search->most || (!search->list && pieces >= thread_split_pieces(&search->best) &&
                                   search->least >= gain * search->best_work);
}

static const double rounding = 1e-9; // of sums of work

static void add(SplitList *list, const ThreadSplit *split) {
  if (list->count < list->room)
    list->splits[list->count++] = *split;
}

static void consider(Search *search, const ThreadSplit *split) {
  SplitWork work;
  if (split_copies_too_much(&search->nest, split, search->own_bytes))
    return;
  if (search->list) {
    add(search->list, split);
    return;
  }
  bool is_fewer = thread_split_pieces(split) < thread_split_pieces(&search->best);
  double most = (is_fewer ? 1 : gain) * search->best_work;
  if (busiest_with(search, split, search->least) * (1 - rounding) > most)
    return; // however even it is
  split_measure(&search->nest, split, fmin(most, search->most_work), &work);
  double busiest = busiest_with(search, split, work.largest);
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
// Recursion: at most THREAD_SPLIT_MAX_LOOPS levels, one an iterator that is cut.
static void cut(Search *search, int first, ThreadSplit split) {
  if (split.count == THREAD_SPLIT_MAX_LOOPS)
    return;
  SplitLoop *loop = &split.loops[split.count++];
  const SplitNest *nest = &search->nest;
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
  search->best_work = busiest_with(search, &search->best, search->best_work);
  cut(search, 0, *none);
}

// Every piece has scratch buffers of its own.
static int64_t most_pieces(const LoopNest *nest, SplitCopies copies, int threads) {
  enum { PIECES = 8, PIECES_WITH_BUFFERS = 4 }; // of a thread
  bool has_buffers = copies == COPIES_EACH;
  for (int p = 0; p < nest->pack_count; p++)
    has_buffers |= nest->packs[p].depth > 0;
  return (int64_t)(has_buffers ? PIECES_WITH_BUFFERS : PIECES) * threads;
}

// The best cut for one way to copy: what it takes from the start of the first copy to the end of
// the last piece, traffic and barriers in between included.
static double choose_cut(Search *search, const SplitTraffic *traffic, const ThreadSplit *none) {
  SplitWork work;
  search->most = most_pieces(search->nest.loops, none->copies, none->threads);
  search->most_work = INFINITY;
  search->traffic = (SplitTraffic){0};
  search->own_bytes = traffic->own_bytes;
  split_measure(&search->nest, none, INFINITY, &work);
  search->best = *none;
  search->best_work = work.largest;
  search->least = work.largest / none->threads;
  cut(search, 0, *none);
  if (search->best.count > 0 && has_traffic(traffic))
    cut_for_traffic(search, traffic, none);
  double found = work.serial + search->best_work + traffic->work_per_barrier * work.barriers;
  split_measure(&search->nest, &search->best, INFINITY, &work);
  return split_weighed(&work, none->threads, found);
}

// Reads what may be cut. `storage` holds the rule's workload. False when nothing can be.
static bool begin(Search *search, const Workload *workload, const Schedule *schedule,
                  const LoopNest *loops, int threads, Workload *storage) {
  *search = (Search){.list = NULL};
  if (threads < 2 || !split_nest_read(workload, schedule, loops, threads, storage, &search->nest))
    return false;
  for (int i = 0; i < search->nest.workload->iterator_count; i++)
    search->units[i] = count_units(search->nest.workload, schedule, loops, i, &search->unit[i]);
  return true;
}

void thread_split_choose(const Workload *workload, const Schedule *schedule, const LoopNest *loops,
                         int threads, const SplitTraffic *traffic, ThreadSplit *out_split) {
  Workload storage;
  Search search;
  *out_split = (ThreadSplit){.threads = threads};
  if (!begin(&search, workload, schedule, loops, threads, &storage))
    return;
  double best = INFINITY;
  for (SplitCopies copies = COPIES_ONE; copies < COPIES_COUNT; copies++) {
    ThreadSplit none = {.threads = threads, .copies = copies};
    if (!split_can_copy(&search.nest, copies))
      continue;
    double work = choose_cut(&search, traffic, &none);
    if (search.best.count == 0 || work >= gain * best)
      continue;
    best = work;
    *out_split = search.best;
  }
}

int thread_split_list(const Workload *workload, const Schedule *schedule, const LoopNest *loops,
                      int threads, double own_bytes, int room, ThreadSplit *out_splits) {
  Workload storage;
  Search search;
  SplitList list = {out_splits, room, 0};
  if (!begin(&search, workload, schedule, loops, threads, &storage))
    return 0;
  search.list = &list;
  search.own_bytes = own_bytes;
  for (SplitCopies copies = COPIES_ONE; copies < COPIES_COUNT; copies++) {
    if (!split_can_copy(&search.nest, copies))
      continue;
    search.most = most_pieces(loops, copies, threads);
    cut(&search, 0, (ThreadSplit){.threads = threads, .copies = copies});
  }
  return list.count;
}
