// Points priced by the analytical model, from the code that they result in; nothing is measured.
#include "tools/script/script_price.h"

#include "passes/script/script_seconds.h"
#include "runtime/signature.h"
#include "transforms/lowering/lowering.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct Pricing {
  const ScriptModel *model;
  const ScriptPoint *point; // NULL: untouched
  double *seconds;          // in memory that parent and child share
} Pricing;

// --- in the child

static void take_first(const char *name, void *user) {
  const char **first = user;
  if (!*first)
    *first = strdup(name);
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
  TRY(script_function_seconds(module, name, pricing->model->target, pricing->seconds));
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

static Status price_point(const void *context, const ScriptPoint *point, double *out_seconds) {
  return script_price(context, point, out_seconds);
}

ScriptPricer script_pricer(const ScriptModel *model) {
  return (ScriptPricer){model->subject->space, price_point, model};
}
