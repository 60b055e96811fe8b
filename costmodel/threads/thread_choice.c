// ThreadChoice: whether the pieces of a kernel are worth several threads, and which schedule of the
// same bits has the best ones. A split has to save at least what starting the threads costs once
// more: the time of a kernel is predicted, that of a start varies.
#include "costmodel/threads/thread_choice.h"

#include "base/text.h"
#include "costmodel/analytical.h"
#include "plan/schedule/schedule_check.h"
#include "plan/threads/split_choice.h"
#include "plan/threads/thread_variants.h"

// Starting threads that wait for work and meeting them at the end, as OpenMP runtimes do it: a part
// of its own, and one for each thread.
static const double start_seconds = 1e-6, start_seconds_per_thread = 0.15e-6;

// Reading what lies in the caches of another core, on two threads. The more threads read it, the
// more of them find it in a cache that they share.
static double far_seconds_per_byte(int threads) { return 2 / (8e9 * threads); }

// Where the results of two threads meet, lines go from core to core and back: each thread fetches
// ahead of what it writes. Fitted on kernels on two threads (docs/reference/thread-model.md).
static const double meeting_seconds = 0.2e-6;

static double start(int threads) { return start_seconds + start_seconds_per_thread * threads; }

// A barrier inside a region, over a region: 0.6 to 1.3 us and 2.5 to 3.6 us on two threads.
static double barrier(int threads) { return start(threads) / 3; }

// What threads save that share the blocks.
static double saved_seconds(double seconds, int64_t blocks, int threads) {
  int64_t busiest = (blocks + threads - 1) / threads; // of the blocks
  return seconds * (1 - (double)busiest / (double)blocks);
}

static double far_of_blocks(double bytes, int threads) {
  return bytes * (1 - 1.0 / threads) * far_seconds_per_byte(threads);
}

bool thread_blocks_pay(double seconds, int64_t blocks, double far_bytes, int threads) {
  return saved_seconds(seconds, blocks, threads) >
         2 * start(threads) + far_of_blocks(far_bytes, threads);
}

double thread_blocks_seconds(double seconds, int64_t blocks, double far_bytes, int threads) {
  return seconds - saved_seconds(seconds, blocks, threads) + start(threads) +
         far_of_blocks(far_bytes, threads);
}

static double share_of(const SplitWork *work) {
  return (work->serial + work->largest) / work->total;
}

// On one thread by the analytical model, with what its total leaves out.
static double serial_seconds(const Workload *workload, const Schedule *schedule,
                             const LoopNest *nest, const Target *target) {
  AnalyticalParts parts;
  double seconds = analytical_seconds(workload, schedule, nest, target, &parts);
  return analytical_in_full(seconds, &parts);
}

// A kernel whose nest has been laid out.
typedef struct Laid {
  const Workload *workload;
  const Schedule *schedule;
  const Target *target;
  LoopNest nest;
  double serial_seconds;
} Laid;

static bool lay_out(const Workload *workload, const ThreadCandidate *kernel, const Target *target,
                    Laid *out) {
  *out = (Laid){workload, &kernel->schedule, target, {.loop_count = 0}, kernel->seconds};
  if (loop_nest_build(workload, &kernel->schedule, &out->nest) != REJECT_NONE)
    return false;
  if (kernel->seconds <= 0)
    out->serial_seconds = serial_seconds(workload, &kernel->schedule, &out->nest, target);
  return true;
}

static void price(const Laid *laid, const ThreadHomes *homes, const ThreadSplit *split,
                  ThreadPrice *out) {
  const ThreadSplit none = {.threads = split->threads};
  double byte = far_seconds_per_byte(split->threads);
  ThreadPrice found = {.serial_seconds = laid->serial_seconds,
                       .start_seconds = start(split->threads)};
  thread_split_work(laid->workload, laid->schedule, &laid->nest, split, &found.work);
  found.far_seconds =
      byte * thread_split_far_bytes(laid->workload, laid->schedule, &laid->nest, homes, split);
  found.meeting_seconds =
      meeting_seconds * thread_split_meetings(laid->workload, laid->schedule, split);
  found.barrier_seconds = found.work.barriers * barrier(split->threads);
  found.alone_seconds =
      laid->serial_seconds +
      byte * thread_split_far_bytes(laid->workload, laid->schedule, &laid->nest, homes, &none);
  found.seconds = found.alone_seconds;
  if (split->count > 0)
    found.seconds =
        split_with_meetings(laid->serial_seconds * share_of(&found.work), found.meeting_seconds) +
        found.far_seconds + found.barrier_seconds + found.start_seconds;
  *out = found;
}

static void choose_split(const Laid *laid, int threads, const ThreadHomes *homes,
                         ThreadSplit *out_split) {
  const ThreadSplit none = {.threads = threads};
  SplitWork work;
  thread_split_work(laid->workload, laid->schedule, &laid->nest, &none, &work);
  double work_per_second = work.total / laid->serial_seconds;
  SplitTraffic traffic = {.homes = homes,
                          .work_per_byte = far_seconds_per_byte(threads) * work_per_second,
                          .work_per_meeting = meeting_seconds * work_per_second,
                          .work_per_barrier = barrier(threads) * work_per_second,
                          .own_bytes = target_own_bytes(laid->target)};
  thread_split_choose(laid->workload, laid->schedule, &laid->nest, threads, &traffic, out_split);
}

bool thread_price(const Workload *workload, const ThreadCandidate *kernel, const Target *target,
                  const ThreadHomes *homes, const ThreadSplit *split, ThreadPrice *out_price) {
  Laid laid;
  if (!lay_out(workload, kernel, target, &laid))
    return false;
  price(&laid, homes, split, out_price);
  return true;
}

int thread_splits(const Workload *workload, const ThreadCandidate *kernel, const Target *target,
                  int threads, const ThreadHomes *homes, int room, ThreadSplit *out_splits) {
  Laid laid;
  if (room < 1 || !lay_out(workload, kernel, target, &laid))
    return 0;
  choose_split(&laid, threads, homes, &out_splits[0]);
  if (out_splits[0].count == 0)
    return 0;
  return 1 + thread_split_list(workload, &kernel->schedule, &laid.nest, threads,
                               target_own_bytes(target), room - 1, out_splits + 1);
}

void thread_choose(const Workload *workload, const ThreadCandidate *kernel, const Target *target,
                   int threads, const ThreadHomes *homes, ThreadChoice *out_choice) {
  Laid laid;
  ThreadChoice choice = {.verdict = THREADS_NO_LOOP, .split.threads = threads};
  if (lay_out(workload, kernel, target, &laid)) {
    choose_split(&laid, threads, homes, &choice.split);
    price(&laid, homes, &choice.split, &choice.price);
    choice.seconds = choice.price.alone_seconds;
  }
  if (choice.split.count > 0) {
    const ThreadPrice *cut = &choice.price;
    bool pays = cut->alone_seconds - cut->seconds > cut->start_seconds;
    choice.verdict = pays ? THREADS_SPLIT : THREADS_TOO_SMALL;
    if (pays)
      choice.seconds = cut->seconds;
    else
      choice.split = (ThreadSplit){.threads = threads};
  }
  *out_choice = choice;
}

double thread_choice_share(const ThreadChoice *choice) { return share_of(&choice->price.work); }

// --- the choice among schedules

// Of the busiest thread; more where threads are uneven.
static double busiest_seconds(const ThreadCandidate *kernel, const ThreadChoice *choice) {
  const ThreadPrice *price = &choice->price;
  double seconds =
      split_with_meetings(kernel->seconds * thread_choice_share(choice), price->meeting_seconds) +
      price->barrier_seconds + price->far_seconds;
  return split_weighed(&price->work, choice->split.threads, seconds);
}

typedef struct Contest {
  const Workload *workload;
  const Target *target;
  int threads;
  const ThreadHomes *homes;
  double scale; // seconds of the model that chose over those of the analytical one
  double limit; // seconds of the busiest thread that a candidate has to stay below
  ThreadCandidate *winner;
} Contest;

// Takes the candidate where it is faster.
static void contend(Contest *contest, const ThreadCandidate *candidate) {
  ThreadChoice choice;
  if (candidate->seconds / contest->threads >= contest->limit)
    return;
  thread_choose(contest->workload, candidate, contest->target, contest->threads, contest->homes,
                &choice);
  double busiest = busiest_seconds(candidate, &choice);
  if (choice.verdict != THREADS_SPLIT || busiest >= contest->limit)
    return;
  contest->limit = busiest;
  *contest->winner = *candidate;
}

static void contest_variants(Contest *all, const Schedule *base) {
  enum { ROOM = 256 };
  Schedule variants[ROOM];
  int count = thread_variants(all->workload, base, ROOM, variants);
  for (int n = 0; n < count; n++) {
    LoopNest nest;
    if (schedule_check(all->workload, &variants[n], all->target) != REJECT_NONE ||
        loop_nest_build(all->workload, &variants[n], &nest) != REJECT_NONE)
      continue;
    double seconds = serial_seconds(all->workload, &variants[n], &nest, all->target);
    contend(all, &(ThreadCandidate){variants[n], all->scale * seconds});
  }
}

// What the model that chose says of a kernel over what the analytical model says.
static double scale_of(const Workload *workload, const ThreadCandidate *kernel,
                       const Target *target) {
  LoopNest nest;
  if (loop_nest_build(workload, &kernel->schedule, &nest) != REJECT_NONE)
    return 1;
  return kernel->seconds / serial_seconds(workload, &kernel->schedule, &nest, target);
}

// Seconds of the busiest thread that another schedule has to stay below. Where the first cannot be
// cut, a cut has to pay for its start as well.
static double limit_of(const ThreadCandidate *first, const ThreadChoice *choice, int threads) {
  static const double least_gain = 0.02; // what a prediction may be wrong by
  return choice->verdict == THREADS_SPLIT ? busiest_seconds(first, choice) * (1 - least_gain)
                                          : first->seconds * (1 - least_gain) - 2 * start(threads);
}

void thread_choose_schedule(const Workload *workload, const ThreadCandidate *candidates, int count,
                            const Target *target, int threads, const ThreadHomes *homes,
                            ThreadCandidate *out_chosen) {
  const ThreadCandidate *first = &candidates[0];
  ThreadChoice choice;
  *out_chosen = *first;
  thread_choose(workload, first, target, threads, homes, &choice);
  if (choice.verdict == THREADS_TOO_SMALL)
    return;
  Contest all = {.workload = workload,
                 .target = target,
                 .threads = threads,
                 .homes = homes,
                 .scale = scale_of(workload, first, target),
                 .limit = limit_of(first, &choice, threads),
                 .winner = out_chosen};
  for (int n = 1; n < count; n++)
    if (schedules_same_bits(workload, &first->schedule, &candidates[n].schedule))
      contend(&all, &candidates[n]);
  contest_variants(&all, &first->schedule);
}

double thread_choice_balance(const ThreadChoice *choice) {
  return choice->price.work.mean / choice->price.work.largest;
}

void thread_choice_print(const ThreadChoice *choice, char *text, size_t size) {
  TextWriter writer = text_writer(text, size);
  const ThreadSplit *split = &choice->split;
  double microseconds = 1e6 * choice->price.serial_seconds;
  switch (choice->verdict) {
  case THREADS_NO_LOOP:
    text_write(&writer, "one thread: no loop of it can be split");
    return;
  case THREADS_TOO_SMALL:
    text_write(&writer, "one thread: %.3g us are less than starting %d threads", microseconds,
               split->threads);
    if (choice->price.far_seconds > 0)
      text_write(&writer, ", and %.3g us for bytes that go between them,",
                 1e6 * choice->price.far_seconds);
    text_write(&writer, " pays for");
    return;
  case THREADS_SPLIT:
    break;
  }
  text_write(&writer, "%d threads:", split->threads);
  for (int s = 0; s < split->count; s++)
    text_write(&writer, "%s i%d in %lld pieces of %lld", s ? "," : "", split->loops[s].iterator,
               (long long)split->loops[s].pieces, (long long)split->loops[s].step);
  static const char *const copies[COPIES_COUNT] = {
      [COPIES_ONE] = "",
      [COPIES_SHARED] = ", all share the copies",
      [COPIES_EACH] = ", each copies for itself",
  };
  text_write(&writer, "%s", copies[split->copies]);
  text_write(&writer, ", balance %.2f", thread_choice_balance(choice));
}
