// ModuleRun: a module compiled with schedules that a store names, checked and timed as a whole.
#include "tools/tune/tune_module_run.h"

#include "base/array.h"
#include "base/file/timing_lock.h"
#include "base/file/timing_turn.h"
#include "base/text.h"
#include "runtime/agreement/double_reference.h"
#include "runtime/agreement/judge.h"
#include "runtime/arena.h"
#include "tools/ops/call_sizes.h"
#include "tools/ops/constant_weights.h"
#include "tools/ops/payload.h"
#include "tools/run/version.h"
#include "transforms/dim_names.h"
#include "transforms/lowering/lowering.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SEED = 1, REPEATS = 3 };
static const double REPEAT_SECONDS = 0.003, MOST_SECONDS = 1;
// What does not end by itself is ended. A version may take some times as long as the untouched
// module, which is slow; the timing loop makes a few calls.
static const double STEP_SECONDS = 600, RUN_SECONDS = 30, TIMES_UNTOUCHED = 10;

typedef struct ModuleFunction {
  Signature signature; // owned, as all of it
  Operands operands;
  Outputs expected;
  DoubleReference precise;
  Judge judge;
} ModuleFunction;

struct ModuleRun {
  TuneOptions options;
  Payload payload;
  const OpenSizes *sizes;    // that are given; lent
  ModuleFunction *functions; // owned; one with unknown sizes once for each call
  int count;
  Status status; // of what failed while the functions are listed
  ModuleGuard *guard;
  double untouched_seconds; // of one call of every function
  int lock;                 // -1: none
  int core;
};

struct ModuleVersion {
  const ModuleRun *run;
  Version *functions; // owned
  uint64_t hash;
};

// --- the functions, untouched

static Status run_once(Version *version, Outputs *out_outputs) {
  arena_set_poison(true);
  Status status = version_run(version, out_outputs);
  arena_set_poison(false);
  return status;
}

static Status run_untouched(const ModuleRun *run, ModuleFunction *function, Outputs *out_outputs,
                            double *out_seconds) {
  Version version = {0};
  Status status = STATUS_OK;
  TRY(version_compile(run->payload.module, false, NULL, &function->signature, &function->operands,
                      PLACE_ALIGNED, &version));
  double start = timing_now();
  TRY(run_once(&version, out_outputs));
  *out_seconds = timing_now() - start;
cleanup:
  version_destroy(&version);
  return status;
}

static Status expect(ModuleRun *run, ModuleFunction *function) {
  double seconds = 0;
  module_guard_begin(run->guard, GUARD_REFERENCE, STEP_SECONDS);
  Status status = run_untouched(run, function, &function->expected, &seconds);
  module_guard_begin(run->guard, GUARD_OTHER, 0);
  run->untouched_seconds += seconds;
  return status;
}

// One of the calls of the function that are measured.
static Status prepare_call(ModuleRun *run, const char *name, const OpenSizes *sizes) {
  Status status = STATUS_OK;
  if (!array_grow(&run->functions, run->count, sizeof *run->functions))
    return status_fail(STATUS_SYSTEM, "no memory for the functions of a module");
  ModuleFunction *function = &run->functions[run->count++];
  *function = (ModuleFunction){0};
  TRY(signature_read_sized(run->payload.module, name, sizes, &function->signature));
  TRY(operands_create(&function->signature, PLACE_ALIGNED, &function->operands));
  operands_fill(&function->operands, run->payload.data_count, SEED);
  TRY(expect(run, function));
cleanup:
  return status;
}

static Status prepare_function(ModuleRun *run, const char *name) {
  OpenSizes calls[CALL_SIZES_MAX];
  int count = 0;
  Status status = call_sizes_choose(run->payload.module, name, run->sizes, calls, &count);
  for (int c = 0; c < count && status == STATUS_OK; c++)
    status = prepare_call(run, name, &calls[c]);
  return status;
}

static void visit_function(const char *name, void *user) {
  ModuleRun *run = user;
  if (run->status == STATUS_OK)
    run->status = prepare_function(run, name);
}

// As a user compiles it by --records; what stands in the way of that is none of the test's matters.
static TuneOptions record_options(const TuneSettings *settings, Store *store) {
  TuneOptions options = *settings->options;
  snprintf(options.records, sizeof options.records, "%s", settings->collect.store);
  options.record_store = store;
  options.has_warm_weights = settings->has_warm_weights;
  options.emit = EMIT_IR;
  options.top_k = 0;
  options.requires_model = options.requires_record = options.requires_tuned = false;
  options.statistics[0] = '\0';
  return options;
}

Status module_run_create(const TuneSettings *settings, Store *store, ModuleGuard *guard,
                         ModuleRun **out_run) {
  Status status = STATUS_OK;
  ModuleRun *run = calloc(1, sizeof *run);
  if (!run)
    return status_fail(STATUS_SYSTEM, "no memory for a module");
  run->options = record_options(settings, store);
  run->guard = guard;
  run->core = (int)settings->collect.core;
  run->lock = timing_lock_open(settings->collect.lock);
  run->sizes = &settings->sizes;
  TRY(payload_read(settings->module, &run->options, &run->payload));
  if (settings->has_constant_weights) // else its ops are other workloads than the records'
    constant_weights_mark(run->payload.module, run->payload.data_count);
  TRY(payload_check_host(&run->payload, &run->options));
  dim_expected_sizes_write(mlirModuleGetOperation(run->payload.module), &run->options.sizes);
  signature_each_function(run->payload.module, visit_function, run);
  TRY(run->status);
  if (run->count == 0)
    TRY(status_fail(STATUS_UNSUPPORTED, "it has no public function%s",
                    signature_nested_hint(run->payload.module)));
  *out_run = run;
  run = NULL;
cleanup:
  module_run_destroy(run);
  return status;
}

void module_run_destroy(ModuleRun *run) {
  if (!run)
    return;
  for (int n = 0; n < run->count; n++) {
    judge_forget(&run->functions[n].judge);
    double_reference_destroy(&run->functions[n].precise);
    outputs_destroy(&run->functions[n].expected);
    operands_destroy(&run->functions[n].operands);
    signature_destroy(&run->functions[n].signature);
  }
  if (run->payload.path)
    payload_destroy(&run->payload);
  if (run->lock >= 0)
    close(run->lock);
  free(run->functions);
  free(run);
}

// --- versions

static void begin_run(const ModuleRun *run) {
  module_guard_begin(run->guard, GUARD_VERSION,
                     RUN_SECONDS + TIMES_UNTOUCHED * run->untouched_seconds);
}

// A function whose version is judged.
typedef struct Judged {
  const ModuleRun *run;
  ModuleFunction *function;
  Version *version;
} Judged;

static Status run_precise(const Judged *judged, Nudge nudge, Outputs *out_outputs) {
  ModuleFunction *function = judged->function;
  Status status = double_reference_compile(&function->precise, judged->run->payload.module,
                                           lowering_reference_text(), &function->signature, nudge);
  return status != STATUS_OK
             ? status
             : double_reference_run(&function->precise, &function->operands, out_outputs);
}

// What hangs or crashes here is this version's fault: without it nothing would have to be judged.
static Status run_judged(void *user, JudgedCode code, bool is_exact, Outputs *out_outputs) {
  const Judged *judged = user;
  ModuleFunction *function = judged->function;
  double seconds;
  module_guard_begin(judged->run->guard, GUARD_VERSION, STEP_SECONDS);
  function->operands.is_exact = is_exact;
  operands_fill(&function->operands, judged->run->payload.data_count, SEED);
  Status status = judged_is_precise(code) ? run_precise(judged, judged_nudge(code), out_outputs)
                  : code == JUDGED_UNTOUCHED
                      ? run_untouched(judged->run, function, out_outputs, &seconds)
                      : run_once(judged->version, out_outputs);
  function->operands.is_exact = false;
  operands_fill(&function->operands, judged->run->payload.data_count, SEED);
  return status;
}

static Status check(const ModuleRun *run, ModuleFunction *function, Version *version) {
  Judged judged = {run, function, version};
  Agreement agreement;
  Judge *judge = &function->judge;
  judge->run = run_judged;
  judge->user = &judged;
  judge->tolerance_scale = 1;
  begin_run(run);
  operands_refill(&function->operands, run->payload.data_count, SEED);
  Status status = run_once(version, &version->outputs);
  if (status == STATUS_OK)
    status = judge_decide(judge, &function->expected, &version->outputs, &agreement);
  if (status != STATUS_OK) // it wrote past the end of a buffer, or nothing can be proved
    return status_fail(STATUS_REJECTED, "%s", status_text());
  return agreement.tuned.agrees
             ? STATUS_OK
             : status_fail(STATUS_REJECTED, "@%s: %s", TEXT_SYMBOL(function->signature.name),
                           agreement.tuned.text);
}

Status module_version_create(ModuleRun *run, ModuleVersion **out_version) {
  Status status = STATUS_OK;
  TuneReport report = {0};
  MlirModule tuned = payload_clone(run->payload.module);
  ModuleVersion *version = calloc(1, sizeof *version);
  if (version)
    version->run = run;
  if (!version || !(version->functions = calloc((size_t)run->count, sizeof *version->functions)))
    TRY(status_fail(STATUS_SYSTEM, "no memory for a version of a module"));
  module_guard_begin(run->guard, GUARD_VERSION, STEP_SECONDS);
  status = payload_tune(tuned, &run->options, "", &report);
  version->hash = payload_hash(TEXT_HASH_START, tuned);
  for (int n = 0; n < run->count && status == STATUS_OK; n++) {
    ModuleFunction *function = &run->functions[n];
    module_guard_begin(run->guard, GUARD_VERSION, STEP_SECONDS);
    status = version_compile(tuned, true, NULL, &function->signature, &function->operands,
                             PLACE_ALIGNED, &version->functions[n]);
    if (status == STATUS_REJECTED) // only results are wrong
      status = STATUS_LOWERING;
    if (status == STATUS_OK)
      status = check(run, function, &version->functions[n]);
  }
  if (status != STATUS_OK)
    goto cleanup;
  *out_version = version;
  version = NULL;
cleanup:
  module_guard_begin(run->guard, GUARD_OTHER, 0);
  module_version_destroy(version);
  mlirModuleDestroy(tuned);
  return status;
}

void module_version_destroy(ModuleVersion *version) {
  if (!version)
    return;
  for (int n = 0; version->functions && n < version->run->count; n++)
    version_destroy(&version->functions[n]);
  free(version->functions);
  free(version);
}

uint64_t module_version_hash(const ModuleVersion *version) { return version->hash; }

// Without a lock the process is on the core already.
double module_version_time(const ModuleVersion *version) {
  const ModuleRun *run = version->run;
  const TimingOptions options = {
      .repeats = REPEATS, .minimum_seconds = REPEAT_SECONDS, .budget_seconds = MOST_SECONDS};
  TimingTurn turn;
  double seconds = 0;
  if (run->lock >= 0)
    timing_turn_begin(run->lock, run->core, &turn);
  begin_run(run); // the wait for the turn is not the module's
  for (int n = 0; n < run->count; n++) {
    Timing timing = timing_measure(version->functions[n].executable.call, &options);
    seconds += timing_minimum(&timing);
    timing_noise_add(&run->guard->noise, &timing);
  }
  module_guard_begin(run->guard, GUARD_OTHER, 0);
  if (run->lock >= 0)
    timing_turn_end(&turn);
  return seconds;
}
