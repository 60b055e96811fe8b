// RecordChoice: what a record store has measured of an op: the fastest schedule of any of its
// fusions, as far as this program and this target can follow it.
#include "passes/records/record_choice.h"

#include "machine/cpu_identity.h"
#include "plan/schedule/schedule_check.h"
#include "records/record.h"
#include "transforms/kernel/emit.h"

// Whether the schedule can be followed; then it is written with what the variant fuses.
static bool is_possible(const RecordChoiceQuery *query, int variant, const char *text,
                        Schedule *out_schedule) {
  const Workload *workload = &query->variants->workloads[variant];
  const Group *group = &query->variants->groups[variant];
  if (schedule_parse(workload, text, out_schedule) != STATUS_OK)
    return false;
  variants_name(query->variants, variant, out_schedule);
  return schedule_check(workload, out_schedule, query->target) == REJECT_NONE &&
         emit_check(group, out_schedule, query->target) == STATUS_OK;
}

// How near to a call in the network a record was timed: with weights as cold as there, as warm as
// all the rest, and at last with cold ones where that fusion has no weights.
typedef enum Nearness { NEARNESS_OTHER, NEARNESS_WARM, NEARNESS_COLD } Nearness;

// The best record so far, which has its seconds with those of what is left unfused as predicted
// ones.
typedef struct BestRecord {
  Choice choice;
  Nearness nearness;
} BestRecord;

// Seconds of cold and of warm weights are not compared.
static bool is_better(Nearness nearness, double seconds, const BestRecord *best) {
  if (best->choice.measured_seconds == 0)
    return true;
  if (nearness != best->nearness)
    return nearness > best->nearness;
  return seconds < best->choice.predicted_seconds;
}

// Keeps the best record of one fusion of the op where that is better than the best so far.
static Status look_up(const RecordChoiceQuery *query, int variant, BestRecord *best) {
  char cpu[CPU_IDENTITY_BYTES];
  Record *records = NULL;
  int64_t count = 0;
  if (query->is_host)
    cpu_identity_host(cpu, sizeof(cpu));
  Status status = records_find(query->store,
                               &(RecordQuery){.workload = &query->variants->workloads[variant],
                                              .target = query->target,
                                              .cpu = query->is_host ? cpu : NULL,
                                              .is_cold = query->is_cold[variant]},
                               &records, &count);
  for (int64_t n = 0; status == STATUS_OK && n < count; n++) {
    Schedule schedule;
    double seconds = records[n].seconds + query->extra_seconds[variant];
    Nearness nearness = !records[n].is_cold       ? NEARNESS_WARM
                        : query->is_cold[variant] ? NEARNESS_COLD
                                                  : NEARNESS_OTHER;
    if (!is_possible(query, variant, records[n].schedule, &schedule))
      continue;
    if (is_better(nearness, seconds, best))
      *best = (BestRecord){.choice = {.variant = variant,
                                      .schedule = schedule,
                                      .runner_up = schedule,
                                      .predicted_seconds = seconds,
                                      .measured_seconds = records[n].seconds},
                           .nearness = nearness};
    break;
  }
  if (status == STATUS_OK)
    records_destroy(records, count);
  return status;
}

Status record_choose(const RecordChoiceQuery *query, Choice *out_choice) {
  Status status = STATUS_OK;
  BestRecord best = {0};
  for (int v = 0; v < query->variants->count && status == STATUS_OK; v++)
    status = look_up(query, v, &best);
  *out_choice = best.choice;
  out_choice->predicted_seconds = 0; // nothing was predicted
  return status;
}
