// Ops and what was measured of them as JSON, the same in all commands.
#include "tools/ops/op_json.h"

#include "runtime/timing_noise.h"
#include "tools/report/describe.h"

Json *op_json_entry(const OpEntry *entry, int position) {
  char work[256];
  Json *json = json_make_object();
  workload_describe(&entry->workload, work, sizeof work);
  json_put_integer(json, "op", position);
  json_put_text(json, "name", entry->name);
  json_put_text(json, "work", work);
  json_put_integer(json, "uses", entry->uses);
  json_put_text(json, "target", entry->target.name);
  json_put_text(json, "schedule", entry->schedule_text);
  json_put_number(json, "predicted_seconds", entry->predicted_seconds);
  return json;
}

void op_json_put_speed(Json *json, const OpEntry *entry, double seconds) {
  json_put_number(json, "seconds", seconds);
  if (op_entry_flops(entry) > 0) {
    json_put_number(json, "gflops", op_entry_flops(entry) / seconds * 1e-9);
    json_put_number(json, "part_of_peak", op_entry_peak_share(entry, seconds));
  }
  json_put_number(json, "gigabytes_per_second", op_entry_bytes(entry) / seconds * 1e-9);
}

Json *op_json_outcome(const OpEntry *entry, const Outcome *outcome) {
  Json *json = json_make_object();
  json_put_text(json, "verdict", trial_verdict_name(outcome->verdict));
  if (outcome->verdict != VERDICT_OK) {
    json_put_text(json, "reason", outcome->reason);
    return json;
  }
  op_json_put_speed(json, entry, timing_median(&outcome->timing));
  json_put_number(json, "least_seconds", timing_minimum(&outcome->timing));
  char noise[TIMING_NOISE_BYTES];
  if (*timing_noise_of(&outcome->timing, noise))
    json_put_text(json, "noise", noise);
  return json;
}
