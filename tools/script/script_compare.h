// Script compare: what the model said of the points of a script's space beside what they took.
#ifndef AUTOTUNE_TOOLS_SCRIPT_SCRIPT_COMPARE_H
#define AUTOTUNE_TOOLS_SCRIPT_SCRIPT_COMPARE_H

#include "records/store.h"
#include "tools/script/script_price.h"

// All lent.
typedef struct ScriptComparison {
  Store *store;
  int64_t task; // its number in the store
  const ScriptModel *model;
  ScriptPrices *prices; // points that have none yet get theirs
  const _Atomic bool *is_interrupted;
} ScriptComparison;

// Kendall's tau of the prices and the seconds of all points of the store that were measured well
// and that have a price, and how many those are; NAN where no two of them can be compared.
// Interrupted, it keeps to those that were priced until then.
Status script_compare(const ScriptComparison *comparison, double *out_tau, int64_t *out_compared);

#endif
