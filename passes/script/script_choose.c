// ScriptChoice: which point of a user's script is predicted to make a module fastest. Only
// functions that some point changes are priced, as others cost the same at every point and may have
// no price at all. Which these are is seen while points are priced: with the first point of one
// more function, all prices are found anew.
#include "passes/script/script_choose.h"

#include "machine/architecture.h"
#include "passes/script/script_interpret.h"
#include "passes/script/script_marks.h"
#include "passes/script/script_seconds.h"
#include "passes/target/target_table.h"
#include "transforms/ir.h"
#include "transforms/lowering/lowering.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct PricedFunction {
  char *name;           // owned
  const Target *target; // lent; NULL: it is for another machine
  int64_t op_count;
  bool is_changed; // by some point
} PricedFunction;

typedef struct Choosing {
  const ScriptSpace *space;
  MlirOperation base;        // owned; the payload with marks
  PricedFunction *functions; // owned
  int count;
  bool is_stale; // a function was found to be changed that the prices so far left out
} Choosing;

// --- the functions

static PricedFunction describe(const ScriptPayload *payload, const TargetTable *targets,
                               MlirOperation function) {
  const ModuleTarget *named = &target_table_find(targets, function)->named;
  const Target *target = payload->target     ? payload->target
                         : named->foreign[0] ? NULL
                                             : &named->target;
  MlirStringRef symbol = ir_symbol(function);
  char *name = ir_zeroed(symbol.length + 1, 1);
  memcpy(name, symbol.data, symbol.length);
  return (PricedFunction){name, target, script_marks_count(function), false};
}

static void start(const ScriptPayload *payload, const TargetTable *targets, Choosing *choosing) {
  IrOps functions = ir_collect(payload->root, ir_is_defined_function);
  choosing->functions = ir_zeroed((size_t)functions.count + 1, sizeof *choosing->functions);
  for (int n = 0; n < functions.count; n++)
    choosing->functions[choosing->count++] = describe(payload, targets, functions.ops[n]);
  free(functions.ops);
  choosing->base = mlirOperationClone(payload->root);
  script_marks_write(choosing->base);
}

static void stop(Choosing *choosing) {
  for (int n = 0; n < choosing->count; n++)
    free(choosing->functions[n].name);
  free(choosing->functions);
  mlirOperationDestroy(choosing->base);
}

static PricedFunction *find(const Choosing *choosing, MlirOperation function) {
  for (int n = 0; n < choosing->count; n++)
    if (mlirStringRefEqual(ir_symbol(function), ir_string(choosing->functions[n].name)))
      return &choosing->functions[n];
  return NULL;
}

// --- one point

static void note_changes(Choosing *choosing, MlirOperation candidate) {
  IrOps functions = ir_collect(candidate, ir_is_defined_function);
  for (int n = 0; n < functions.count; n++) {
    PricedFunction *function = find(choosing, functions.ops[n]);
    if (!function || function->is_changed ||
        !script_marks_are_touched(functions.ops[n], function->op_count))
      continue;
    function->is_changed = choosing->is_stale = true;
  }
  free(functions.ops);
}

// A declaration is left of it.
static void drop_body(MlirOperation function) {
  MlirContext context = mlirOperationGetContext(function);
  MlirRegion empty = mlirRegionCreate();
  mlirRegionTakeBody(mlirOperationGetRegion(function, 0), empty);
  mlirRegionDestroy(empty);
  mlirOperationSetAttributeByName(function, ir_string("sym_visibility"),
                                  mlirStringAttrGet(context, ir_string("private")));
}

static void drop_others(const Choosing *choosing, MlirOperation candidate) {
  IrOps functions = ir_collect(candidate, ir_is_defined_function);
  for (int n = 0; n < functions.count; n++) {
    const PricedFunction *function = find(choosing, functions.ops[n]);
    if (function && !function->is_changed)
      drop_body(functions.ops[n]);
  }
  free(functions.ops);
}

static Status price_function(MlirModule lowered, const PricedFunction *function, double *sum) {
  double seconds = 0;
  if (!function->target)
    return status_fail(STATUS_UNSUPPORTED, "@%s is for another machine than %s", function->name,
                       architecture_names().text);
  Status status = script_function_seconds(lowered, function->name, function->target, &seconds);
  *sum += seconds;
  return status;
}

// The candidate is lowered for it.
static Status price_changed(const Choosing *choosing, MlirOperation candidate, double *out_sum) {
  Status status = STATUS_OK;
  MlirModule module = mlirModuleFromOperation(candidate);
  *out_sum = 0;
  script_marks_remove(candidate);
  drop_others(choosing, candidate);
  TRY(lower_to_loops(module));
  for (int n = 0; n < choosing->count; n++)
    if (choosing->functions[n].is_changed)
      TRY(price_function(module, &choosing->functions[n], out_sum));
cleanup:
  return status == STATUS_OK || status == STATUS_SYSTEM
             ? status
             : status_fail(STATUS_REJECTED, "%s", status_text());
}

static Status price(const void *context, const ScriptPoint *point, double *out_seconds) {
  Choosing *const choosing = *(Choosing *const *)context;
  MlirOperation candidate = mlirOperationClone(choosing->base);
  Status status = script_interpret(choosing->space, point, candidate);
  if (status == STATUS_OK) {
    note_changes(choosing, candidate);
    status = price_changed(choosing, candidate, out_seconds);
  }
  mlirOperationDestroy(candidate);
  return status;
}

// --- all points

static bool is_stale(const void *user) { return ((const Choosing *)user)->is_stale; }

// Ends, as every round but the last knows of one more function.
static Status price_all(Choosing *choosing, int64_t seed, ScriptPrices *prices) {
  const ScriptPricer pricer = {choosing->space, price, &choosing};
  const ScriptBudget budget = {SCRIPT_MOST_PRICES, is_stale, choosing};
  Status status;
  do {
    script_prices_destroy(prices);
    choosing->is_stale = false;
    status = script_prices_find(&pricer, seed, &budget, prices);
  } while (status == STATUS_OK && choosing->is_stale);
  return status;
}

static Status price_untouched(const Choosing *choosing, double *out_seconds) {
  MlirOperation clone = mlirOperationClone(choosing->base);
  Status status = price_changed(choosing, clone, out_seconds);
  if (status == STATUS_REJECTED)
    *out_seconds = INFINITY;
  mlirOperationDestroy(clone);
  return status == STATUS_REJECTED ? STATUS_OK : status;
}

static Status pick(Choosing *choosing, int64_t seed, ScriptPick *out_pick) {
  Status status = STATUS_OK;
  ScriptPrices prices = {0};
  TRY(price_all(choosing, seed, &prices));
  if (prices.priced == 0)
    TRY(status_fail(STATUS_USAGE, "none of its points has a price: %s", prices.reason));
  script_prices_sort(&prices);
  *out_pick = (ScriptPick){.point = prices.search.trials[0].point,
                           .priced = prices.priced,
                           .unpriced = prices.unpriced,
                           .seconds = prices.search.trials[0].seconds};
  snprintf(out_pick->reason, sizeof out_pick->reason, "%s", prices.reason);
  TRY(price_untouched(choosing, &out_pick->untouched_seconds));
cleanup:
  script_prices_destroy(&prices);
  return status;
}

Status script_choose(const ScriptPayload *payload, const ScriptSpace *space, int64_t seed,
                     ScriptPick *out_pick) {
  TargetTable targets = {0};
  Choosing choosing = {.space = space};
  Status status = target_table_create(payload->root, payload->outer, &targets);
  if (status == STATUS_OK) {
    start(payload, &targets, &choosing);
    status = pick(&choosing, seed, out_pick);
    stop(&choosing);
  }
  target_table_destroy(&targets);
  return status;
}
