// The driver of passes/tune.c with dice in the place of the cost model.
#include "test/unit/transforms/random_tuning.h"

#include "passes/options.h"
#include "plan/schedule/random_schedule.h"
#include "plan/schedule/schedule_check.h"
#include "plan/threads/split_choice.h"
#include "plan/threads/thread_variants.h"
#include "transforms/decompose_shim.h"
#include "transforms/extract/anchors.h"
#include "transforms/extract/variants.h"
#include "transforms/kernel/emit.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DRAWS = 8 };

static void note(char *log, size_t log_size, const char *text) {
  size_t used = strlen(log);
  snprintf(log + used, log_size - used, "%s%s", used ? " ; " : "", text);
}

// A variant and a schedule that the builder accepts. Returns the variant, -1 when there is none.
static int draw(Variants *variants, const Target *target, uint64_t *seed, Schedule *out_schedule) {
  for (int attempt = 0; attempt < DRAWS; attempt++) {
    uint64_t dice = *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    int variant = (dice >> 33) % 3 ? 0 : (int)((dice >> 40) % (uint64_t)variants->count);
    if (!schedule_random(&variants->workloads[variant], target, seed, out_schedule))
      continue;
    variants_name(variants, variant, out_schedule);
    if (emit_check(&variants->groups[variant], out_schedule, target) == STATUS_OK)
      return variant;
  }
  return -1;
}

// The schedule that is asked for, where the op accepts it. -1: it does not.
static int take(MlirOperation op, Variants *variants, const RandomTuning *tuning,
                Schedule *out_schedule) {
  bool is_taken =
      variants_extract_named(op, tuning->schedule, NULL, variants) == STATUS_OK &&
      schedule_parse(&variants->workloads[0], tuning->schedule, out_schedule) == STATUS_OK &&
      emit_check(&variants->groups[0], out_schedule, tuning->target) == STATUS_OK;
  return is_taken ? 0 : -1;
}

// Operands anywhere: nowhere in particular, written by one thread, or cut before some dimension.
static ThreadHomes draw_homes(const Workload *workload, uint64_t seed) {
  ThreadHomes homes = {0};
  for (int a = 0; a < workload->access_count; a++, seed = seed >> 5 | seed << 59) {
    const Access *access = &workload->accesses[a];
    homes.of[a] = (OperandHome){(HomeKind)(seed % 3), 1};
    for (int d = 0; d + 1 < access->rank && seed >> d & 4; d++)
      homes.of[a].outer *= access->shape[d];
  }
  return homes;
}

static ThreadSplit split_of(const Workload *workload, const Schedule *schedule, int threads,
                            uint64_t seed) {
  LoopNest nest;
  ThreadSplit split = {0};
  ThreadHomes homes = draw_homes(workload, seed);
  // Traffic is free, or dearer than arithmetic; now and then pieces may copy whatever they read.
  SplitTraffic traffic = {.homes = &homes,
                          .work_per_byte = (double)(seed % 64) / 4,
                          .work_per_barrier = 1e9,
                          .work_per_meeting = seed >> 9 & 1 ? 1000 : 0,
                          .own_bytes = seed >> 8 & 1 ? 1e9 : 0};
  if (seed >> 10 & 1) // whatever all threads can copy they share
    traffic = (SplitTraffic){.work_per_barrier = 0};
  if (threads > 1 && loop_nest_build(workload, schedule, &nest) == REJECT_NONE)
    thread_split_choose(workload, schedule, &nest, threads, &traffic, &split);
  return split;
}

// Another schedule of the same bits where there is one: the number of threads may change it.
static void vary(const Group *group, const Workload *workload, const RandomTuning *tuning,
                 Schedule *schedule) {
  enum { ROOM = 128 };
  Schedule variants[ROOM];
  int count = tuning->threads > 1 ? thread_variants(workload, schedule, ROOM, variants) : 0;
  int first = (int)((tuning->seed >> 33) % ROOM) * tuning->threads;
  for (int n = 0; n < count; n++) {
    const Schedule *variant = &variants[(first + n) % count];
    if (schedule_check(workload, variant, tuning->target) != REJECT_NONE ||
        emit_check(group, variant, tuning->target) != STATUS_OK)
      continue;
    *schedule = *variant;
    return;
  }
}

static void tune_one(AnchorList *anchors, MlirOperation op, Variants *variants,
                     RandomTuning *tuning, char *log, size_t log_size, RandomTuned *tuned) {
  Schedule schedule;
  char text[2048];
  if (!tuning->schedule && variants_extract(op, FUSE_ALL, NULL, variants) != STATUS_OK)
    return;
  int variant = tuning->schedule ? take(op, variants, tuning, &schedule)
                                 : draw(variants, tuning->target, &tuning->seed, &schedule);
  if (variant < 0)
    return;
  Group *group = &variants->groups[variant];
  vary(group, &variants->workloads[variant], tuning, &schedule);
  ThreadSplit split =
      split_of(&variants->workloads[variant], &schedule, tuning->threads, tuning->seed);
  schedule_print(&variants->workloads[variant], &schedule, text, sizeof text);
  note(log, log_size, text);
  MlirOperation ops[GROUP_MAX_OPS];
  memcpy(ops, group->ops, sizeof ops);
  Status status = emit_group(group, &schedule, &split, tuning->target);
  for (int i = 0; i < group->op_count && status == STATUS_OK; i++)
    if (mlirOperationIsNull(group->ops[i]))
      anchors_remove(anchors, ops[i]);
  tuned->anchors = status == STATUS_OK ? tuned->anchors + 1 : -1;
  tuned->split += split.count > 0;
  tuned->shared += split.count > 0 && split.copies == COPIES_SHARED;
  if (status != STATUS_OK)
    note(log, log_size, status_text());
}

RandomTuned random_tuning_apply(MlirOperation root, const RandomTuning *tuning, char *log,
                                size_t log_size) {
  AnchorList anchors = {0};
  Variants *variants = malloc(sizeof *variants);
  RandomTuning running = *tuning;
  RandomTuned tuned = {0};
  aggregates_decompose(root);
  if (anchors_collect(root, &anchors) == STATUS_OK) {
    anchors_sort(&anchors);
    for (int i = 0; i < anchors.count && tuned.anchors >= 0; i++)
      if (!mlirOperationIsNull(anchors.items[i].op))
        tune_one(&anchors, anchors.items[i].op, variants, &running, log, log_size, &tuned);
  }
  anchors_destroy(&anchors);
  free(variants);
  return tuned;
}
