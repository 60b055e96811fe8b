// Points priced by the analytical model, from the code that they result in; nothing is measured.
#ifndef AUTOTUNE_TOOLS_SCRIPT_SCRIPT_PRICE_H
#define AUTOTUNE_TOOLS_SCRIPT_SCRIPT_PRICE_H

#include "core/target.h"
#include "tools/script/script_apply.h"
#include "tools/script/script_search.h"

typedef struct ScriptModel {
  const ScriptSubject *subject; // lent
  const char *function;         // lent; NULL: the first public one
  const Target *target;         // lent
} ScriptModel;

// Seconds of one run of the point, of the untouched module for NULL. STATUS_REJECTED with the
// reason when it has no price: the interpreter or the lowering refuses it, or its code cannot be
// read.
Status script_price(const ScriptModel *model, const ScriptPoint *point, double *out_seconds);

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
Status script_prices_find(const ScriptModel *model, int64_t seed, const ScriptBudget *budget,
                          ScriptPrices *out_prices);
void script_prices_destroy(ScriptPrices *prices); // of zeros: does nothing
// Puts the points in the order of their prices, those without at the end; equal ones stay in order.
void script_prices_sort(ScriptPrices *prices);
// The price of a point, found now where it was not looked at; infinite: it has none.
Status script_prices_of(const ScriptPrices *prices, const ScriptModel *model,
                        const ScriptPoint *point, double *out_seconds);

#endif
