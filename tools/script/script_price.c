// See script_price.h.
#include "tools/script/script_price.h"

#include "costmodel/code/code_price.h"
#include "passes/code/code_read.h"
#include "runtime/signature.h"
#include "transforms/ir.h"
#include "transforms/lowering/lowering.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct Pricing {
  const ScriptModel *model;
  const ScriptPoint *point; // NULL: untouched
  MlirOperation function;   // lowered
  double *seconds;          // in memory that parent and child share
} Pricing;

// --- in the child

static void take_first(const char *name, void *user) {
  const char **first = user;
  if (!*first)
    *first = strdup(name);
}

static MlirOperation find_function(MlirModule module, const char *name) {
  MlirOperation found = {NULL};
  IrOps functions = ir_collect(mlirModuleGetOperation(module), ir_is_defined_function);
  for (int n = 0; n < functions.count; n++) {
    MlirStringRef symbol = mlirStringAttrGetValue(
        mlirOperationGetAttributeByName(functions.ops[n], ir_string("sym_name")));
    if (name && mlirStringRefEqual(symbol, ir_string(name)))
      found = functions.ops[n];
  }
  free(functions.ops);
  return found;
}

static Status read_and_price(Pool *pool, void *user) {
  const Pricing *pricing = user;
  CodeNest nest;
  Status status = code_read(pool, pricing->function, &nest);
  if (status == STATUS_OK)
    *pricing->seconds = code_price(&nest, pricing->model->target, NULL);
  return status;
}

static Status price(void *user) {
  Pricing *pricing = user;
  Status status = STATUS_OK;
  MlirModule module = pricing->model->subject->payload->module;
  const char *name = pricing->model->function;
  if (!name)
    signature_each_function(module, take_first, &name);
  if (!name || !signature_is_there(module, name))
    TRY(status_fail(STATUS_USAGE,
                    name ? "the module has no public function @%s"
                         : "the module has no public function",
                    name));
  if (pricing->point)
    TRY(script_apply_here(pricing->model->subject, pricing->point));
  TRY(lower_to_loops(module));
  pricing->function = find_function(module, name);
  if (mlirOperationIsNull(pricing->function))
    TRY(status_fail(STATUS_UNSUPPORTED, "the script leaves no function @%s", name));
  TRY(pool_run("the code of a point", read_and_price, pricing));
cleanup:
  return status == STATUS_USAGE || status == STATUS_SYSTEM || status == STATUS_OK
             ? status
             : status_fail(STATUS_REJECTED, "%s", status_text());
}

// --- in the parent

Status script_price(const ScriptModel *model, const ScriptPoint *point, double *out_seconds) {
  void *memory =
      mmap(NULL, sizeof *out_seconds, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return status_fail(STATUS_SYSTEM, "no shared memory");
  Pricing pricing = {.model = model, .point = point, .seconds = memory};
  Status status = script_apply_in_child(price, &pricing);
  if (status == STATUS_OK)
    *out_seconds = *pricing.seconds;
  munmap(memory, sizeof *out_seconds);
  return status;
}

static Status look_at(const ScriptModel *model, const ScriptPoint *point, ScriptPrices *prices) {
  double seconds = INFINITY;
  Status status = script_price(model, point, &seconds);
  if (status == STATUS_REJECTED) {
    snprintf(prices->reason, sizeof prices->reason, "%s", status_text());
    prices->unpriced++;
  } else if (status == STATUS_OK) {
    prices->priced++;
  } else {
    return status;
  }
  return script_search_observe(&prices->search, point, seconds);
}

Status script_prices_find(const ScriptModel *model, int64_t seed, const ScriptBudget *budget,
                          ScriptPrices *out_prices) {
  const ScriptSpace *space = model->subject->space;
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
    TRY(look_at(model, &point, out_prices));
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

Status script_prices_of(const ScriptPrices *prices, const ScriptModel *model,
                        const ScriptPoint *point, double *out_seconds) {
  uint64_t key = script_point_key(model->subject->space, point);
  for (int64_t n = 0; n < prices->search.count; n++)
    if (prices->search.trials[n].key == key) {
      *out_seconds = prices->search.trials[n].seconds;
      return STATUS_OK;
    }
  Status status = script_price(model, point, out_seconds);
  if (status == STATUS_REJECTED)
    *out_seconds = INFINITY;
  return status == STATUS_REJECTED ? STATUS_OK : status;
}
