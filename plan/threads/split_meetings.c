// Where the results of two threads meet. Threads take equal runs of neighbouring pieces, the last
// loop runs fastest: the first loop divides between them, the others only what it leaves whole.
#include "plan/rule.h"
#include "plan/threads/thread_split.h"

#include <math.h>

// What a thread does not write long enough for to fetch ahead, and how little it counts.
enum { SHORT_RUN_BYTES = 256 };
static const double short_weight = 0.1;

// Where a cut along the iterator between so many threads ends a run of elements: as often as there
// are elements before its dimension.
static double runs_of(const Access *access, int iterator, double parts) {
  double runs = 1, bytes = (double)element_type_bytes(access->type) / parts;
  int d = 0;
  for (; d < access->rank && access->index[d].coefficients[iterator] == 0; d++)
    runs *= (double)access->shape[d];
  for (; d < access->rank; d++)
    bytes *= (double)access->shape[d];
  return bytes > SHORT_RUN_BYTES ? runs : short_weight * runs;
}

static double runs_of_results(const Workload *knobs, int iterator, double parts) {
  double runs = 0;
  for (int a = 0; a < knobs->access_count; a++)
    if (knobs->accesses[a].is_output)
      runs += runs_of(&knobs->accesses[a], iterator, parts);
  return runs;
}

double split_meetings(const Workload *knobs, const ThreadSplit *split) {
  double meetings = 0, sharers = split->threads, weight = 1;
  for (int s = 0; s < split->count && sharers > 1 && weight > 0; s++) {
    double pieces = (double)split->loops[s].pieces, parts = pieces < sharers ? pieces : sharers;
    meetings += weight * (parts - 1) * runs_of_results(knobs, split->loops[s].iterator, parts);
    if (pieces < sharers) {
      sharers /= pieces;
    } else { // what is left over of the pieces is shared by two
      bool is_even = split->loops[s].pieces % (int64_t)sharers == 0;
      weight *= is_even ? 0 : (sharers - 1) / pieces;
      sharers = 2;
    }
  }
  return meetings * 2 / split->threads; // a thread has two neighbours
}

double thread_split_meetings(const Workload *workload, const Schedule *schedule,
                             const ThreadSplit *split) {
  Workload storage;
  const Workload *knobs = rule_workload(schedule->rule, workload, &storage);
  return knobs ? split_meetings(knobs, split) : 0;
}

double split_with_meetings(double work, double meetings) { return hypot(work, meetings); }
