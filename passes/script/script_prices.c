// ScriptPrices: what the points of a script are predicted to take, by whoever knows.
#include "passes/script/script_prices.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static Status look_at(const ScriptPricer *pricer, const ScriptPoint *point, ScriptPrices *prices) {
  double seconds = INFINITY;
  Status status = pricer->price(pricer->context, point, &seconds);
  if (status == STATUS_REJECTED) {
    seconds = INFINITY;
    snprintf(prices->reason, sizeof prices->reason, "%s", status_text());
    prices->unpriced++;
  } else if (status == STATUS_OK) {
    prices->priced++;
  } else {
    return status;
  }
  return script_search_observe(&prices->search, point, seconds);
}

Status script_prices_find(const ScriptPricer *pricer, int64_t seed, const ScriptBudget *budget,
                          ScriptPrices *out_prices) {
  const ScriptSpace *space = pricer->space;
  bool is_whole = space->size <= (uint64_t)budget->points;
  ScriptPoint point;
  Status status = STATUS_OK;
  *out_prices = (ScriptPrices){0};
  TRY(script_search_start(space, "genetic", seed, &out_prices->search));
  for (int64_t n = 0; n < budget->points && !budget->is_over(budget->user); n++) {
    if (is_whole && (uint64_t)n == space->size)
      break;
    if (is_whole)
      script_point_at(space, (uint64_t)n, &point);
    else if (!script_search_propose(&out_prices->search, &point))
      break;
    TRY(look_at(pricer, &point, out_prices));
  }
cleanup:
  return status;
}

void script_prices_destroy(ScriptPrices *prices) {
  script_search_stop(&prices->search);
  *prices = (ScriptPrices){0};
}

// Points are numbered as they were observed, so that equal prices keep that order.
static int compare(const void *left, const void *right) {
  const ScriptTrial *a = left, *b = right;
  if (a->seconds != b->seconds)
    return a->seconds < b->seconds ? -1 : 1;
  return (a->number > b->number) - (a->number < b->number);
}

void script_prices_sort(ScriptPrices *prices) {
  if (prices->search.count > 0)
    qsort(prices->search.trials, (size_t)prices->search.count, sizeof *prices->search.trials,
          compare);
}

Status script_prices_of(const ScriptPrices *prices, const ScriptPricer *pricer,
                        const ScriptPoint *point, double *out_seconds) {
  uint64_t key = script_point_key(pricer->space, point);
  for (int64_t n = 0; n < prices->search.count; n++)
    if (prices->search.trials[n].key == key) {
      *out_seconds = prices->search.trials[n].seconds;
      return STATUS_OK;
    }
  Status status = pricer->price(pricer->context, point, out_seconds);
  if (status == STATUS_REJECTED)
    *out_seconds = INFINITY;
  return status == STATUS_REJECTED ? STATUS_OK : status;
}
