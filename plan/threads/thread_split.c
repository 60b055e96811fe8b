// What a split costs: the work of the busiest thread, and the bytes that go between threads.
#include "plan/threads/thread_split.h"

#include "base/integer.h"
#include "plan/rule.h"

#include <math.h>

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
  bool shrinks = !pack->is_image && access_uses(&workload->accesses[pack->access], i);
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

enum { SHARED_WORKS = 3 + LOOP_NEST_MAX_PACKS }; // the body, entering pieces, the rule, packs

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

static double pack_work(const Schedule *schedule, double elements) {
  return pack_weight * elements / schedule->lanes;
}

bool split_nest_read(const Workload *workload, const Schedule *schedule, const LoopNest *loops,
                     int threads, Workload *storage, SplitNest *out_nest) {
  const Rule *rule = rule_get(schedule->rule);
  const Workload *knobs = rule_workload(schedule->rule, workload, storage);
  *out_nest = (SplitNest){.op = workload,
                          .workload = knobs,
                          .schedule = schedule,
                          .loops = loops,
                          .made = -1,
                          .made_share = copy_share_none};
  if (knobs && rule->rewrite) {
    out_nest->made = rule->made_operand(workload);
    const Access *made = &knobs->accesses[out_nest->made];
    out_nest->prologue_work = pack_work(schedule, (double)rule->made_bytes(workload, knobs) /
                                                      (double)element_type_bytes(made->type));
    out_nest->made_share = copy_share_made(workload, knobs, rule, threads);
  }
  for (int p = 0; knobs && p < loops->pack_count; p++)
    out_nest->pack_shares[p] = copy_share_pack(knobs, schedule, &loops->packs[p], threads);
  return knobs != NULL;
}

// What the rule makes: each piece the part that its iterations read.
static SharedWork shared_prologue(const SplitNest *nest, const ThreadSplit *split) {
  SharedWork shared = {.work = nest->prologue_work};
  for (int s = 0; s < split->count; s++)
    shared.divides[s] =
        access_uses(&nest->workload->accesses[nest->made], split->loops[s].iterator);
  return shared;
}

static bool is_whole_copy(const SplitNest *nest, const PackedBuffer *pack) {
  return pack->depth == 0 && !nest->workload->accesses[pack->access].is_constant;
}

// Adds what all threads share, or one thread makes where it cannot be shared.
static void add_copy(SplitWork *out, const CopyShare *share, double work) {
  if (share->pieces < 2) {
    out->serial += work;
    return;
  }
  out->largest += share->largest * work;
  out->barriers++;
}

// One whole copy. What a piece does for itself is added to what the pieces have in common.
static void count_copy(const ThreadSplit *split, const CopyShare *share, SharedWork own,
                       SharedWork *shared, int *count, SplitWork *out) {
  out->total += own.work;
  if (split->copies == COPIES_EACH)
    shared[(*count)++] = own;
  else
    add_copy(out, split->copies == COPIES_SHARED ? share : &copy_share_none, own.work);
}

void split_measure(const SplitNest *nest, const ThreadSplit *split, double limit,
                   SplitWork *out_work) {
  const Workload *workload = nest->workload;
  SharedWork shared[SHARED_WORKS] = {
      {(double)workload_points(workload) / nest->schedule->lanes, {true, true, true}},
      {split->count > 0 ? piece_weight : 0, {false}}};
  int count = 2;
  SplitWork work = {.total = shared[0].work};
  if (nest->made >= 0)
    count_copy(split, &nest->made_share, shared_prologue(nest, split), shared, &count, &work);
  for (int p = 0; p < nest->loops->pack_count; p++) {
    const PackedBuffer *pack = &nest->loops->packs[p];
    if (workload->accesses[pack->access].is_constant)
      continue; // packed at compile time
    double elements = packed_elements(nest->loops, pack);
    SharedWork own =
        shared_pack(workload, nest->loops, pack, split, pack_work(nest->schedule, elements));
    if (pack->depth == 0) {
      count_copy(split, &nest->pack_shares[p], own, shared, &count, &work);
      continue;
    }
    work.total += own.work;
    shared[count++] = own;
  }
  work.mean = (work.total - work.serial) / split->threads;
  if (split->count > 0)
    work.largest += work_of_busiest(workload, split, shared, count, limit - work.largest);
  else
    work.largest = work.total - work.serial;
  *out_work = work;
}

// Mean work over that of the busiest that is even: 0.9, and 0.05 less for each doubling beyond 16
// threads, where pieces become few register tiles.
static double even_balance(int threads) { return 0.9 - 0.05 * fmax(0, log2(threads / 16.0)); }

double split_weighed(const SplitWork *work, int threads, double cost) {
  static const double uneven_weight = 1.15;
  bool is_even = work->total >= even_balance(threads) * (work->serial + work->largest) * threads;
  return is_even ? cost : uneven_weight * cost;
}

void thread_split_work(const Workload *workload, const Schedule *schedule, const LoopNest *loops,
                       const ThreadSplit *split, SplitWork *out_work) {
  Workload storage;
  SplitNest nest;
  *out_work = (SplitWork){0};
  if (split_nest_read(workload, schedule, loops, split->threads, &storage, &nest))
    split_measure(&nest, split, INFINITY, out_work);
}

// --- traffic

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

static bool is_in_pieces(const OperandHome *home, const ThreadSplit *split) {
  return home->kind == HOME_PIECES || (home->kind == HOME_ALONG && split->count > 0);
}

// Whether the operand is copied before the pieces.
static bool is_copied_whole(const SplitNest *nest, int a, const ThreadSplit *split) {
  if (split->copies == COPIES_EACH)
    return false;
  for (int p = 0; p < nest->loops->pack_count; p++)
    if (nest->loops->packs[p].access == a && is_whole_copy(nest, &nest->loops->packs[p]))
      return true;
  return nest->made == a;
}

// Of an operand that all threads copy, each a share: what others wrote of the operand's share, and
// of the copy, as far as the pieces read it.
static double shared_copy_bytes(const SplitNest *nest, int a, const OperandHome *home,
                                const ThreadSplit *split) {
  double others = (split->threads - 1.0) / split->threads;
  double source = home->kind == HOME_ONE ? 1 : is_in_pieces(home, split) ? others : 0;
  const Access *copy = &nest->workload->accesses[a];
  return source * access_bytes(&nest->op->accesses[a]) / split->threads +
         others * access_bytes(copy) * part_read(copy, split);
}

// Constants come from a cache that all share or from memory, each time, because the others take
// their place meanwhile: at 20 GB/s instead of 8.
static const double constant_weight = 0.4;

// What a thread reads of a constant beyond an even share of it.
static double constant_bytes(const Access *access, const ThreadSplit *split) {
  return split->count > 0 ? constant_weight * access_bytes(access) *
                                (part_read(access, split) - 1.0 / split->threads)
                          : 0;
}

// Of a result that one thread uses afterwards, and that it takes from the others alone: bytes that
// N threads read count for less each, these do not.
static double result_bytes(const Access *access, const ThreadSplit *split) {
  return split->count > 0 ? access_bytes(access) * (split->threads - 1) / 2 : 0;
}

double split_far_bytes(const SplitNest *nest, const ThreadHomes *homes, const ThreadSplit *split) {
  const Workload *workload = nest->workload;
  double far = 0, others = (split->threads - 1.0) / split->threads;
  for (int a = 0; a < workload->access_count; a++) {
    const Access *access = &workload->accesses[a];
    const OperandHome *home = &homes->of[a];
    if (access->is_output && home->kind != HOME_ONE && home->kind != HOME_ALONG)
      continue;
    if (access->is_constant || (access->is_output && home->kind == HOME_ONE)) {
      far += access->is_constant ? constant_bytes(access, split) : result_bytes(access, split);
      continue;
    }
    bool is_copied = is_copied_whole(nest, a, split);
    bool is_gathered = a == nest->made && !is_copied; // by each piece, from the op's own operand
    double bytes = access_bytes(is_gathered ? &nest->op->accesses[a] : access);
    if (is_copied && split->copies == COPIES_SHARED && split->count > 0) {
      far += shared_copy_bytes(nest, a, home, split);
      continue;
    }
    if (is_copied && home->kind == HOME_PIECES)
      far += bytes * others;
    if (split->count > 0 && (is_copied || home->kind == HOME_ONE))
      far += bytes * part_read(access, split);
    else if (!is_copied && is_in_pieces(home, split) &&
             (is_gathered || !reads_own_piece(access, home, split)))
      far += bytes * others * part_read(access, split);
  }
  return far;
}

double thread_split_far_bytes(const Workload *workload, const Schedule *schedule,
                              const LoopNest *loops, const ThreadHomes *homes,
                              const ThreadSplit *split) {
  Workload storage;
  SplitNest nest;
  return homes && split_nest_read(workload, schedule, loops, split->threads, &storage, &nest)
             ? split_far_bytes(&nest, homes, split)
             : 0;
}

// --- copies of one's own

// Whether a copy, with that share of a thread, may be made so.
static bool can_copy(SplitCopies copies, const CopyShare *share) {
  return copies == COPIES_EACH || share->pieces > 1;
}

bool split_can_copy(const SplitNest *nest, SplitCopies copies) {
  if (copies == COPIES_ONE)
    return true;
  bool can = nest->made >= 0 && can_copy(copies, &nest->made_share);
  for (int p = 0; p < nest->loops->pack_count; p++) {
    const PackedBuffer *pack = &nest->loops->packs[p];
    if (!is_whole_copy(nest, pack))
      continue;
    if (pack->is_produced)
      return false;
    can |= can_copy(copies, &nest->pack_shares[p]);
  }
  return can;
}

bool split_copies_too_much(const SplitNest *nest, const ThreadSplit *split, double own_bytes) {
  if (split->copies != COPIES_EACH)
    return false;
  double even = 1.0 / split->threads, beyond = 0;
  for (int p = 0; p < nest->loops->pack_count; p++) {
    const PackedBuffer *pack = &nest->loops->packs[p];
    const Access *access = &nest->workload->accesses[pack->access];
    if (is_whole_copy(nest, pack))
      beyond += (double)pack->bytes * ((pack->is_image ? 1 : part_read(access, split)) - even);
  }
  if (nest->made >= 0) {
    const Access *made = &nest->workload->accesses[nest->made];
    beyond += access_bytes(made) * (part_read(made, split) - even);
  }
  return beyond > own_bytes;
}
