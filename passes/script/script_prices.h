// ScriptPrices: what the points of a script are predicted to take, by whoever knows.
#ifndef AUTOTUNE_PASSES_SCRIPT_SCRIPT_PRICES_H
#define AUTOTUNE_PASSES_SCRIPT_SCRIPT_PRICES_H

#include "passes/script/script_search.h"

enum { SCRIPT_MOST_PRICES = 4096 }; // points; of a larger space, those that a search comes to

typedef struct ScriptPricer {
  const ScriptSpace *space; // lent
  // Seconds of the point. STATUS_REJECTED with the reason when it has no price.
  Status (*price)(const void *context, const ScriptPoint *point, double *out_seconds);
  const void *context; // lent
} ScriptPricer;

typedef struct ScriptPrices {
  ScriptSearch search;      // every point that was looked at; infinite: it has no price
  int64_t priced, unpriced; // points
  char reason[256];         // why the last one has none; "": all have
} ScriptPrices;

// When to stop before the end.
typedef struct ScriptBudget {
  int64_t points;
  bool (*is_over)(const void *user);
  const void *user;
} ScriptBudget;

// Of the whole space where the budget has room for it, else of points that a genetic search comes
// to. Destroy with script_prices_destroy, whatever the result.
Status script_prices_find(const ScriptPricer *pricer, int64_t seed, const ScriptBudget *budget,
                          ScriptPrices *out_prices);
void script_prices_destroy(ScriptPrices *prices); // of zeros: does nothing
// Puts the points in the order of their prices, those without at the end; equal ones stay in order.
void script_prices_sort(ScriptPrices *prices);
// The price of a point, found now where it was not looked at; infinite: it has none.
Status script_prices_of(const ScriptPrices *prices, const ScriptPricer *pricer,
                        const ScriptPoint *point, double *out_seconds);

#endif
