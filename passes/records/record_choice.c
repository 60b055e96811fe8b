// See record_choice.h.
#include "passes/records/record_choice.h"

#include "core/processor/cpu_identity.h"
#include "core/schedule/schedule_check.h"
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

// The best record so far, which has its seconds with those of what is left unfused as predicted
// ones.
typedef struct BestRecord {
  Choice choice;
  bool is_cold; // timed with cold weights
} BestRecord;

// Seconds of cold and of warm weights are not compared: cold ones go first.
static bool is_better(const Record *record, double seconds, const BestRecord *best) {
  if (best->choice.measured_seconds == 0)
    return true;
  if (record->is_cold != best->is_cold)
    return record->is_cold;
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
                                              .cpu = query->is_host ? cpu : NULL},
                               &records, &count);
  for (int64_t n = 0; status == STATUS_OK && n < count; n++) {
    Schedule schedule;
    double seconds = records[n].seconds + query->extra_seconds[variant];
    if (!is_possible(query, variant, records[n].schedule, &schedule))
      continue;
    if (is_better(&records[n], seconds, best))
      *best = (BestRecord){.choice = {.variant = variant,
                                      .schedule = schedule,
                                      .runner_up = schedule,
                                      .predicted_seconds = seconds,
                                      .measured_seconds = records[n].seconds},
                           .is_cold = records[n].is_cold};
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
