// ThreadFeatures: the numbers that say what several threads may gain on a kernel that is split: by
// arithmetic alone.
#include "costmodel/threads/thread_features.h"

#include "costmodel/analytical.h"
#include "plan/family.h"
#include "plan/rule.h"

#include <math.h>

static const char *const names[THREAD_FEATURE_COUNT] = {
#define F(enumerator, name, unit, meaning) name,
#include "costmodel/threads/thread_features.def"
#undef F
};

const char *const *thread_feature_names(void) { return names; }

// Everything that the rows are made of.
typedef struct Facts {
  const Workload *workload, *knobs; // the op's, the rule's
  const ThreadCandidate *kernel;
  const Target *target;
  const ThreadSplit *split;
  LoopNest nest;
  ThreadPrice price;
  AnalyticalParts parts;
  float *row;
} Facts;

static void put(const Facts *facts, ThreadFeature feature, double value) {
  facts->row[feature] = (float)value;
}

static void fill_work(const Facts *facts) {
  const ThreadPrice *price = &facts->price;
  const SplitWork *work = &price->work;
  double threads = facts->split->threads;
  put(facts, THREAD_FEATURE_SERIAL, log2(1e6 * price->serial_seconds));
  put(facts, THREAD_FEATURE_START, price->start_seconds / price->serial_seconds);
  put(facts, THREAD_FEATURE_SHARE, (work->serial + work->largest) / work->total);
  put(facts, THREAD_FEATURE_ALONE, work->serial / work->total);
  put(facts, THREAD_FEATURE_BALANCE, work->mean / work->largest);
  put(facts, THREAD_FEATURE_FAR, price->far_seconds / price->serial_seconds);
  put(facts, THREAD_FEATURE_PIECES, log2((double)thread_split_pieces(facts->split) / threads));
  put(facts, THREAD_FEATURE_LOOPS, facts->split->count);
  put(facts, THREAD_FEATURE_EACH, facts->split->copies == COPIES_EACH);
  put(facts, THREAD_FEATURE_SHARED, facts->split->copies == COPIES_SHARED);
}

// Bytes of a result that a thread writes without a gap, where the first loop divides between the
// threads: the dimensions from the innermost on, up to the one that is cut.
static double run_bytes(const Facts *facts, const Access *access) {
  const SplitLoop *first = &facts->split->loops[0];
  double bytes = (double)element_type_bytes(access->type);
  int d = access->rank - 1;
  for (; d > 0 && access->index[d].coefficients[first->iterator] == 0; d--)
    bytes *= (double)access->shape[d];
  double parts = fmin((double)first->pieces, facts->split->threads);
  return bytes * (double)facts->knobs->extents[first->iterator] / parts;
}

static double shortest_run(const Facts *facts) {
  double shortest = INFINITY;
  for (int a = 0; a < facts->knobs->access_count; a++)
    if (facts->knobs->accesses[a].is_output)
      shortest = fmin(shortest, run_bytes(facts, &facts->knobs->accesses[a]));
  return shortest;
}

// What a thread reads: what would be far from it, had another one written all inputs.
static double read_part(const Facts *facts) {
  const Workload *workload = facts->knobs;
  ThreadHomes homes = {0};
  double bytes = 0;
  for (int a = 0; a < workload->access_count; a++)
    if (!workload->accesses[a].is_output) {
      homes.of[a].kind = HOME_ONE;
      bytes += access_bytes(&workload->accesses[a]);
    }
  double read = thread_split_far_bytes(facts->workload, &facts->kernel->schedule, &facts->nest,
                                       &homes, facts->split);
  return bytes > 0 ? read / bytes : 0;
}

static double packed_bytes(const Facts *facts) {
  double bytes = 0;
  for (int p = 0; p < facts->nest.pack_count; p++)
    if (facts->nest.packs[p].depth == 0)
      bytes += (double)facts->nest.packs[p].bytes;
  const Rule *rule = rule_get(facts->kernel->schedule.rule);
  return rule->made_bytes && facts->knobs != facts->workload
             ? bytes + (double)rule->made_bytes(facts->workload, facts->knobs)
             : bytes;
}

static void fill_bytes(const Facts *facts) {
  const Target *target = facts->target;
  double bytes = workload_bytes(facts->workload);
  double meetings = split_meetings(facts->knobs, facts->split);
  put(facts, THREAD_FEATURE_READ, read_part(facts));
  put(facts, THREAD_FEATURE_RUN, log2(shortest_run(facts)));
  put(facts, THREAD_FEATURE_MEETINGS, log2(1 + meetings));
  put(facts, THREAD_FEATURE_MEETING, log2(1 + 1e-6 * meetings / facts->price.serial_seconds));
  put(facts, THREAD_FEATURE_BYTES, log2(bytes));
  put(facts, THREAD_FEATURE_OWN, log2(bytes / target_own_bytes(target)));
  put(facts, THREAD_FEATURE_PACKED, log2(1 + packed_bytes(facts)));
  put(facts, THREAD_FEATURE_INTENSITY, log2(1 + workload_flops(facts->workload) / bytes));
}

static void fill_parts(const Facts *facts) {
  const AnalyticalParts *parts = &facts->parts;
  double total = parts->total_seconds;
  put(facts, THREAD_FEATURE_KERNEL, parts->kernel_seconds / total);
  put(facts, THREAD_FEATURE_CALL, parts->call_seconds / total);
  put(facts, THREAD_FEATURE_LOOP, parts->loop_seconds / total);
  put(facts, THREAD_FEATURE_L2, parts->l2_seconds / total);
  put(facts, THREAD_FEATURE_L3, parts->l3_seconds / total);
  put(facts, THREAD_FEATURE_MEMORY, parts->memory_seconds / total);
  put(facts, THREAD_FEATURE_TLB, parts->tlb_seconds / total);
  put(facts, THREAD_FEATURE_PACK, parts->pack_seconds / total);
  put(facts, THREAD_FEATURE_FAMILY, workload_family(facts->workload));
}

bool thread_features_fill(const Workload *workload, const ThreadCandidate *kernel,
                          const Target *target, const ThreadSplit *split, float *out_row) {
  static const ThreadHomes anywhere;
  Workload storage;
  Facts facts = {.workload = workload,
                 .knobs = rule_workload(kernel->schedule.rule, workload, &storage),
                 .kernel = kernel,
                 .target = target,
                 .split = split,
                 .row = out_row};
  if (!facts.knobs || loop_nest_build(workload, &kernel->schedule, &facts.nest) != REJECT_NONE ||
      !thread_price(workload, kernel, target, &anywhere, split, &facts.price))
    return false;
  analytical_seconds(workload, &kernel->schedule, &facts.nest, target, &facts.parts);
  fill_work(&facts);
  fill_bytes(&facts);
  fill_parts(&facts);
  return true;
}
