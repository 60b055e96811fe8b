// Which machine each function is tuned for: that of the option, or else what the attributes around
// the function name. A function for another kind of machine stays as it is.
#include "passes/tuner.h"

#include "base/text.h"
#include "machine/architecture.h"
#include "mlir-c/BuiltinTypes.h"
#include "transforms/element_types.h"
#include "transforms/function_target.h"

#include <stdio.h>
#include <string.h>

static const Target *target_of(const Tuner *tuner, const TargetScope *scope) {
  return tuner->options->has_target ? &tuner->options->target : &scope->named.target;
}

// An option goes before what the module names, whatever that is.
static bool is_foreign(const Tuner *tuner, const TargetScope *scope) {
  return !tuner->options->has_target && scope->named.foreign[0];
}

static TargetText text_of_run(const Tuner *tuner) {
  TargetText text;
  const TargetTable *table = &tuner->machines.table;
  bool is_one = table->is_uniform && !table->scopes[0].named.foreign[0];
  if (!tuner->options->has_target && is_one)
    return target_text(&table->scopes[0].named.target);
  snprintf(text.bytes, sizeof text.bytes, "%s", tuner->options->target_text);
  return text;
}

static void enter(Tuner *tuner, TargetScope *scope) {
  tuner->machines.scope = scope;
  tuner->machines.target = target_of(tuner, scope);
}

Status tune_targets_start(Tuner *tuner) {
  Status status =
      target_table_create(tuner->payload.root, tuner->payload.outer, &tuner->machines.table);
  if (status != STATUS_OK)
    return status;
  enter(tuner, &tuner->machines.table.scopes[0]);
  tuner->machines.text = text_of_run(tuner);
  return weight_table_create(tuner->payload.root, tuner->options->data_arguments,
                             &tuner->machines.weights);
}

// Whether an operand may be a factor of dot products: its elements are narrower than sums.
static bool reads_narrow(MlirOperation op) {
  enum { SUM_BITS = 32 };
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(op, i));
    int bits = mlirTypeIsAShaped(type) ? type_bits(mlirShapedTypeGetElementType(type)) : SUM_BITS;
    if (bits > 0 && bits < SUM_BITS)
      return true;
  }
  return false;
}

// Leaves out what code for the function around the op cannot have.
static void limit(TuneMachines *machines, MlirOperation function) {
  if (mlirOperationIsNull(function) || !mlirOperationEqual(function, machines->function)) {
    machines->function = function;
    machines->limited = *machines->target;
    function_target_limit(function, &machines->scope->named.target, &machines->limited);
  }
  machines->target = &machines->limited;
}

int tune_thread_count(const Tuner *tuner) {
  return tuner->options->threads ? tuner->options->threads : tuner->machines.target->cores;
}

bool tune_targets_enter(Tuner *tuner, MlirOperation op) {
  enter(tuner, target_table_find(&tuner->machines.table, op));
  if (reads_narrow(op))
    limit(&tuner->machines, enclosing_function(op, tuner->payload.root));
  return !is_foreign(tuner, tuner->machines.scope);
}

Status tune_targets_leave(Tuner *tuner, MlirOperation op) {
  int64_t *counter = &tuner->report.statistics->skipped_unsupported;
  tuner->machines.scope->left++;
  if (tuner->options->requires_tuned) {
    status_fail(STATUS_UNSUPPORTED, "%s", tuner->machines.scope->named.foreign);
    return tune_leave(tuner, op, counter);
  }
  ++*counter;
  return STATUS_OK;
}

uint64_t tune_target_key(const Tuner *tuner) {
  TargetText text = target_text(tuner->machines.target);
  return text_hash(TEXT_HASH_START, text.bytes, strlen(text.bytes));
}

// --- the rewrites before anything is chosen

static MlirWalkResult find_nest(MlirOperation op, void *is_found) {
  *(bool *)is_found = mlirStringRefEqual(mlirIdentifierStr(mlirOperationGetName(op)),
                                         mlirStringRefCreateFromCString("affine.for"));
  return *(bool *)is_found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

static Status rewrite_scope(Tuner *tuner, TargetScope *scope, RewriteOptions *options) {
  const TuneStatistics *counts = tuner->report.statistics;
  int64_t before = counts->nests_raised + counts->nests_rewritten;
  bool has_nest = false;
  enter(tuner, scope);
  if (is_foreign(tuner, scope)) {
    mlirOperationWalk(scope->op, find_nest, &has_nest, MlirWalkPreOrder);
    scope->left += has_nest && options->affine;
    return STATUS_OK;
  }
  options->target = tuner->machines.target;
  Status status = rewrites_run(scope->op, options, &tuner->report);
  scope->tuned += counts->nests_raised + counts->nests_rewritten - before;
  return status;
}

Status tune_targets_rewrite(Tuner *tuner, RewriteOptions options) {
  TargetTable *table = &tuner->machines.table;
  if (table->is_uniform || tuner->options->has_target)
    return rewrite_scope(tuner, &table->scopes[0], &options);
  Status status = STATUS_OK;
  for (int i = 1; i < table->count && status == STATUS_OK; i++)
    status = rewrite_scope(tuner, &table->scopes[i], &options);
  return status;
}

// --- remarks

// The function is for less than the option says.
static bool is_contradicted(const Tuner *tuner, const ModuleTarget *named) {
  const Target *target = &tuner->options->target;
  if (!tuner->options->has_target || !named->is_of_function)
    return false;
  return named->foreign[0] || target_lack(target, &named->target) != NULL;
}

static void send(const Tuner *tuner, const TargetScope *scope, const char *source,
                 const TargetText *target, const char *text) {
  TuneRemark remark = remark_start(REMARK_TARGET, scope->op);
  remark.reason = text;
  remark.source = source;
  remark.target = target->bytes;
  pass_report_remark(&tuner->report, &remark);
}

static void tell_contradiction(const Tuner *tuner, const TargetScope *scope) {
  char text[2 * TARGET_TEXT_BYTES + 512];
  const ModuleTarget *named = &scope->named;
  TargetText target = target_text(&tuner->options->target), other = target_text(&named->target);
  if (named->foreign[0])
    snprintf(text, sizeof text, "tuned for %s, as the option says, although %s (%s)", target.bytes,
             named->foreign, named->origin);
  else
    snprintf(text, sizeof text,
             "tuned for %s, as the option says, but the function is for %s (%s); "
             "target=auto tunes for that",
             target.bytes, other.bytes, named->origin);
  send(tuner, scope, "option", &target, text);
}

static void tell_target(const Tuner *tuner, const TargetScope *scope) {
  char text[2 * TARGET_TEXT_BYTES + 512];
  const ModuleTarget *named = &scope->named;
  TargetText target = target_text(&named->target);
  snprintf(text, sizeof text, "tuned for %s, %s%s%s%s; target=host tunes for this machine",
           target.bytes, named->origin[0] ? "taken from " : "as nothing names a processor",
           named->origin, named->ignored[0] ? "; ignored: " : "", named->ignored);
  send(tuner, scope, named->origin[0] ? named->origin : "default", &target, text);
}

static void tell_foreign(const Tuner *tuner, const TargetScope *scope) {
  char text[512];
  snprintf(text, sizeof text, "%s (%s); target=NAME tunes for %s all the same",
           scope->named.foreign, scope->named.origin, architecture_names().text);
  pass_report_say(&tuner->report, REMARK_MISSED, scope->op, text);
}

// Functions that say the same as an earlier one have been told of with it, and with the payload all
// that say the same as it.
static bool is_first(const TargetTable *table, int index) {
  for (int i = 0; i < index; i++)
    if (table->scopes[i].key == table->scopes[index].key)
      return false;
  return true;
}

// Adds what was counted for functions to the first that says the same.
static void join_equal(TargetTable *table) {
  for (int i = 1; !table->is_uniform && i < table->count; i++)
    for (int first = 0; first < i; first++)
      if (table->scopes[first].key == table->scopes[i].key) {
        table->scopes[first].tuned += table->scopes[i].tuned;
        table->scopes[first].left += table->scopes[i].left;
        break;
      }
}

void tune_targets_report(Tuner *tuner) {
  TargetTable *table = &tuner->machines.table;
  if (tuner->report.remark == NULL)
    return;
  join_equal(table);
  for (int i = 0; i < (table->is_uniform ? 1 : table->count); i++) {
    const TargetScope *scope = &table->scopes[i];
    if (!is_first(table, i) || scope->tuned + scope->left == 0)
      continue;
    if (is_contradicted(tuner, &scope->named))
      tell_contradiction(tuner, scope);
    else if (is_foreign(tuner, scope))
      tell_foreign(tuner, scope);
    else if (!tuner->options->has_target)
      tell_target(tuner, scope);
  }
}
