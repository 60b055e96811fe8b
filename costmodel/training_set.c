// Rows of features in one growing block.
#include "costmodel/training_set.h"

#include "base/array.h"
#include "base/rng.h"
#include "plan/contraction.h"
#include <math.h>
#include <stdlib.h>

Status training_set_begin(TrainingSet *set, const Workload *workload) {
  if (!array_grow(&set->tasks, (int64_t)set->task_count, sizeof *set->tasks))
    return status_fail(STATUS_SYSTEM, "no memory for task %zu", set->task_count + 1);
  set->tasks[set->task_count++] = (TrainingTask){.workload_key = workload_key(workload),
                                                 .contraction_key = contraction_key(workload),
                                                 .first = set->row_count};
  return STATUS_OK;
}

Status training_set_add(TrainingSet *set, const Workload *workload, const Schedule *schedule,
                        const Target *target, double seconds, bool *out_is_kept) {
  FeatureContext context;
  LoopNest nest;
  *out_is_kept = isfinite(seconds) && seconds > 0 &&
                 loop_nest_build(workload, schedule, &nest) == REJECT_NONE &&
                 features_prepare(workload, schedule->rule, target, &context);
  if (!*out_is_kept)
    return STATUS_OK;
  int64_t count = (int64_t)set->row_count;
  if (!array_grow(&set->values, count, FEATURE_COUNT * sizeof *set->values) ||
      !array_grow(&set->seconds, count, sizeof *set->seconds) ||
      !array_grow(&set->least, count, sizeof *set->least))
    return status_fail(STATUS_SYSTEM, "no memory for row %zu of features", set->row_count + 1);
  features_fill(&context, schedule, &nest, set->values + set->row_count * FEATURE_COUNT);
  double analytical = training_set_analytical(set, set->row_count);
  set->least[set->row_count] = features_least_seconds(&context, schedule, analytical);
  set->seconds[set->row_count++] = seconds;
  set->tasks[set->task_count - 1].count++;
  return STATUS_OK;
}

void training_set_destroy(TrainingSet *set) {
  free(set->values);
  free(set->seconds);
  free(set->least);
  free(set->tasks);
  *set = (TrainingSet){0};
}

double training_set_analytical(const TrainingSet *set, size_t row) {
  return exp2(set->values[row * FEATURE_COUNT + FEATURE_ANALYTICAL_SECONDS]);
}

int contraction_fold(uint64_t contraction_key, uint32_t seed, int count) {
  // The number after `seed` others of the sequence that begins with the key.
  Rng rng = {contraction_key + seed * UINT64_C(0x9e3779b97f4a7c15)};
  return (int)(rng_next(&rng) % (uint64_t)count);
}
