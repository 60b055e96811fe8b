// Script compare: what the model said of the points of a script's space beside what they took.
#include "tools/script/script_compare.h"

#include "costmodel/metrics.h"
#include "records/record.h"

#include <math.h>
#include <stdlib.h>

typedef struct Agreement {
  double *prices, *seconds;
  size_t count;
} Agreement;

static Status add_agreement(const ScriptComparison *comparison, const Record *record,
                            Agreement *agreement) {
  ScriptPoint point;
  double price = INFINITY;
  if (record->verdict != VERDICT_OK || !isfinite(record->seconds) ||
      !script_point_parse(comparison->model->subject->space, record->schedule, &point))
    return STATUS_OK;
  const ScriptPricer pricer = script_pricer(comparison->model);
  Status status = script_prices_of(comparison->prices, &pricer, &point, &price);
  if (status != STATUS_OK || !isfinite(price))
    return status;
  agreement->prices[agreement->count] = price;
  agreement->seconds[agreement->count++] = record->seconds;
  return STATUS_OK;
}

Status script_compare(const ScriptComparison *comparison, double *out_tau, int64_t *out_compared) {
  Record *records = NULL;
  int64_t count = 0;
  PairCounts pairs;
  Agreement agreement = {0};
  Status status = STATUS_OK;
  *out_tau = NAN;
  TRY(records_read(comparison->store, comparison->task, &records, &count));
  agreement.prices = calloc((size_t)count + 1, sizeof(double));
  agreement.seconds = calloc((size_t)count + 1, sizeof(double));
  if (!agreement.prices || !agreement.seconds)
    TRY(status_fail(STATUS_SYSTEM, "no memory for the prices of a script"));
  for (int64_t n = 0; n < count && !*comparison->is_interrupted; n++)
    TRY(add_agreement(comparison, &records[n], &agreement));
  TRY(metric_count_pairs(agreement.prices, agreement.seconds, agreement.count, &pairs));
  *out_tau = metric_kendall_tau(&pairs);
  *out_compared = (int64_t)agreement.count;
cleanup:
  free(agreement.prices);
  free(agreement.seconds);
  records_destroy(records, count);
  return status;
}
