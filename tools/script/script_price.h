// Points priced by the analytical model, from the code that they result in; nothing is measured.
#ifndef AUTOTUNE_TOOLS_SCRIPT_SCRIPT_PRICE_H
#define AUTOTUNE_TOOLS_SCRIPT_SCRIPT_PRICE_H

#include "machine/target.h"
#include "passes/script/script_prices.h"
#include "tools/script/script_apply.h"

typedef struct ScriptModel {
  const ScriptSubject *subject; // lent
  const char *function;         // lent; NULL: the first public one
  const Target *target;         // lent
} ScriptModel;

// Seconds of one run of the point, of the untouched module for NULL. STATUS_REJECTED with the
// reason when it has no price: the interpreter or the lowering refuses it, or its code cannot be
// read.
Status script_price(const ScriptModel *model, const ScriptPoint *point, double *out_seconds);

// Of the model; it lends all that it has.
ScriptPricer script_pricer(const ScriptModel *model);

#endif
