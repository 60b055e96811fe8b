// Predictions through the C API: an op is read as it stands, nothing is changed.
#include "passes/api/api_options.h"
#include "passes/autotune_shim.h"
#include "passes/target/target_table.h"
#include "passes/tune.h"
#include "plan/schedule/schedule_check.h"
#include "search/chooser.h"
#include "search/default_schedule.h"
#include "search/scorer.h"
#include "transforms/cold/cold_operands.h"
#include "transforms/extract/anchors.h"
#include "transforms/extract/extract.h"
#include "transforms/extract/fp_marks.h"
#include "transforms/kernel/emit.h"
#include "transforms/partition/unfused_price.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert((int)AUTOTUNE_SCHEDULE_BYTES == (int)SCHEDULE_TEXT_BYTES,
               "the text of any schedule fits");

// An op to be asked about, in every way in which it can be fused.
typedef struct Subject {
  TuneOptions options;
  MlirOperation clone; // owned; of all around the op, where the option fp is marked; else null
  MlirOperation op;    // to be read, of the clone if there is one
  Target target;
  double weight_bytes; // of the function around the op
  Variants variants;
  double extra_seconds[VARIANTS_MAX];
} Subject;

static MlirOperation topmost(MlirOperation op) {
  for (MlirOperation around = op; !mlirOperationIsNull(around);
       around = mlirOperationGetParentOperation(around))
    op = around;
  return op;
}

// A place in a walk.
typedef struct Place {
  MlirOperation op;
  int64_t number;
} Place;

static MlirWalkResult count_to_op(MlirOperation op, void *user) {
  Place *place = user;
  if (mlirOperationEqual(op, place->op))
    return MlirWalkResultInterrupt;
  place->number++;
  return MlirWalkResultAdvance;
}

static MlirWalkResult find_by_number(MlirOperation op, void *user) {
  Place *place = user;
  if (place->number-- > 0)
    return MlirWalkResultAdvance;
  place->op = op;
  return MlirWalkResultInterrupt;
}

// What may change in results is read from the ops, also from those that are fused: so the option is
// marked on a clone of all of them, as when they are tuned.
static void mark_fp(Subject *subject) {
  MlirOperation root = topmost(subject->op);
  Place place = {.op = subject->op};
  if (!subject->options.has_fp)
    return;
  mlirOperationWalk(root, count_to_op, &place, MlirWalkPreOrder);
  subject->clone = mlirOperationClone(root);
  fp_marks_write(subject->clone, subject->options.fp);
  mlirOperationWalk(subject->clone, find_by_number, &place, MlirWalkPreOrder);
  subject->op = place.op;
}

static void subject_destroy(Subject *subject) {
  if (subject && !mlirOperationIsNull(subject->clone))
    mlirOperationDestroy(subject->clone);
  free(subject);
}

// Which machine the op is for: the option, or what is written around it.
static Status read_target(MlirOperation op, Subject *subject) {
  TargetTable table = {0};
  Status status = STATUS_OK;
  if (subject->options.has_target) {
    subject->target = subject->options.target;
    return STATUS_OK;
  }
  status = target_table_create(topmost(op), (MlirOperation){NULL}, &table);
  if (status != STATUS_OK)
    return status;
  const TargetScope *scope = target_table_find(&table, op);
  subject->target = scope->named.target;
  if (scope->named.foreign[0])
    status = status_fail(STATUS_UNSUPPORTED, "%s (%s)", scope->named.foreign, scope->named.origin);
  target_table_destroy(&table);
  return status;
}

static void mark_cold(const Subject *subject, Variants *variants) {
  variants_mark_cold(variants, subject->weight_bytes, subject->options.data_arguments,
                     &subject->target);
}

static Status subject_create(MlirOperation op, const AutotuneOptions *options,
                             Subject **out_subject) {
  Status status = STATUS_OK;
  Subject *subject = calloc(1, sizeof *subject);
  if (!subject)
    return status_fail(STATUS_SYSTEM, "no memory to read an op");
  subject->op = op;
  TRY(api_options_parse(options, &subject->options));
  autotune_load_dialects(mlirOperationGetContext(op));
  if (!op_is_anchor_candidate(op))
    TRY(status_fail(STATUS_UNSUPPORTED, "not a structured op on static tensors or memrefs"));
  TRY(read_target(op, subject));
  mark_fp(subject);
  TRY(variants_extract(subject->op, subject->options.fusion, NULL, &subject->variants));
  variants_drop_near_stores(&subject->variants, (double)subject->target.cache_bytes[0]);
  subject->weight_bytes = function_weight_bytes(subject->op, subject->options.data_arguments);
  mark_cold(subject, &subject->variants);
  variants_cost_unfused(&subject->variants, &subject->target, subject->extra_seconds);
  *out_subject = subject;
  subject = NULL;
cleanup:
  subject_destroy(subject);
  return status;
}

static void write(const Subject *subject, int variant, const Schedule *schedule, double seconds,
                  AutotunePrediction *out) {
  Schedule named = *schedule;
  variants_name(&subject->variants, variant, &named);
  schedule_print(&subject->variants.workloads[variant], &named, out->schedule,
                 sizeof out->schedule);
  out->seconds = seconds;
}

static Status predict(const Subject *subject, int variant, const Schedule *schedule,
                      AutotunePrediction *out) {
  double seconds;
  Status status = scorer_predict(&subject->variants.workloads[variant], &subject->target,
                                 subject->options.model.learned, schedule, &seconds);
  if (status == STATUS_OK)
    write(subject, variant, schedule, seconds + subject->extra_seconds[variant], out);
  return status;
}

// --- the default schedule

// Of the fullest fusion that has one.
static Status predict_default(const Subject *subject, AutotunePrediction *out) {
  Status status = STATUS_OK;
  Schedule schedule;
  for (int v = 0; v < subject->variants.count; v++) {
    status = default_schedule(&subject->variants.workloads[v], &subject->target, &schedule);
    if (status == STATUS_OK)
      return predict(subject, v, &schedule, out);
  }
  return status;
}

AutotuneResult autotunePredictDefault(MlirOperation op, const AutotuneOptions *options,
                                      AutotunePrediction *prediction) {
  Subject *subject = NULL;
  Status status = subject_create(op, options, &subject);
  if (status == STATUS_OK)
    status = predict_default(subject, prediction);
  subject_destroy(subject);
  return api_result(options, status);
}

// --- the model's choice

// Leaves the variant that is chosen in its place among the others.
static Status choose(const Subject *subject, Choice *out_choice) {
  const TuneOptions *options = &subject->options;
  ChooseOptions choose = {.max_candidates = (int)options->max_candidates,
                          .seed = options->seed,
                          .strategy = options->strategy,
                          .model = options->model.learned};
  return schedule_choose(subject->variants.workloads, subject->extra_seconds,
                         subject->variants.count, &subject->target, &choose, out_choice);
}

// What can be chosen and has no code is left out, as when the op is tuned.
static Status choose_emitted(Subject *subject, Choice *out_choice) {
  Variants *variants = &subject->variants;
  for (;;) {
    Status status = choose(subject, out_choice);
    if (status != STATUS_OK)
      return status;
    int variant = out_choice->variant;
    Schedule named = out_choice->schedule;
    variants_name(variants, variant, &named);
    status = emit_check(&variants->groups[variant], &named, &subject->target);
    if (status == STATUS_OK || variants->count == 1)
      return status;
    variants_drop(variants, variant);
    memmove(&subject->extra_seconds[variant], &subject->extra_seconds[variant + 1],
            (size_t)(variants->count - variant) * sizeof(double));
  }
}

static bool has_code(const Subject *subject, int variant, const Schedule *schedule) {
  Schedule named = *schedule;
  variants_name(&subject->variants, variant, &named);
  return emit_check(&subject->variants.groups[variant], &named, &subject->target) == STATUS_OK;
}

static Status choose_for(MlirOperation op, const AutotuneOptions *options, Subject **out_subject,
                         Choice *out_choice) {
  Status status = subject_create(op, options, out_subject);
  if (status == STATUS_OK && !(*out_subject)->options.model.is_used)
    return status_fail(STATUS_USAGE, "option 'model': none chooses nothing; ask for the default "
                                     "schedule or use another model");
  return status == STATUS_OK ? choose_emitted(*out_subject, out_choice) : status;
}

AutotuneResult autotunePredictChosen(MlirOperation op, const AutotuneOptions *options,
                                     AutotunePrediction *prediction) {
  Subject *subject = NULL;
  Choice choice;
  Status status = choose_for(op, options, &subject, &choice);
  if (status == STATUS_OK)
    write(subject, choice.variant, &choice.schedule, choice.predicted_seconds, prediction);
  subject_destroy(subject);
  return api_result(options, status);
}

AutotuneResult autotuneListCandidates(MlirOperation op, const AutotuneOptions *options, int count,
                                      AutotunePredictionCallback callback, void *user) {
  Subject *subject = NULL;
  Choice choice;
  AutotunePrediction prediction;
  Status status = choose_for(op, options, &subject, &choice);
  for (int i = 0, told = 0; status == STATUS_OK && i < choice.top_count && told < count; i++) {
    if (!has_code(subject, choice.variant, &choice.top[i].schedule))
      continue;
    told++;
    write(subject, choice.variant, &choice.top[i].schedule, choice.top[i].seconds, &prediction);
    callback(op, &prediction, user);
  }
  subject_destroy(subject);
  return api_result(options, status);
}

// --- a given schedule

enum { FULLEST, NAMED };

// What the text names, behind the fullest variant of the op, to which it is compared.
static Status extract_named(const Subject *subject, const char *text, Variants *named) {
  Status status = variants_extract_named(subject->op, text, NULL, named);
  if (status != STATUS_OK)
    return status;
  named->limits[NAMED] = named->limits[0];
  named->groups[NAMED] = named->groups[0];
  named->workloads[NAMED] = named->workloads[0];
  named->limits[FULLEST] = subject->variants.limits[0];
  named->groups[FULLEST] = subject->variants.groups[0];
  named->workloads[FULLEST] = subject->variants.workloads[0];
  named->count = 2;
  mark_cold(subject, named);
  return STATUS_OK;
}

static Status predict_text(const Subject *subject, const char *text, AutotunePrediction *out) {
  Status status = STATUS_OK;
  Schedule schedule;
  Subject *named = calloc(1, sizeof *named);
  if (!named)
    return status_fail(STATUS_SYSTEM, "no memory to read an op");
  named->options = subject->options;
  named->target = subject->target;
  TRY(extract_named(subject, text, &named->variants));
  const Workload *workload = &named->variants.workloads[NAMED];
  TRY(schedule_parse(workload, text, &schedule));
  RejectReason reason = schedule_check(workload, &schedule, &subject->target);
  if (reason != REJECT_NONE)
    TRY(status_fail(STATUS_REJECTED, "schedule '%s': %s", text, reject_reason_text(reason)));
  TRY(emit_check(&named->variants.groups[NAMED], &schedule, &subject->target));
  variants_cost_unfused(&named->variants, &subject->target, named->extra_seconds);
  TRY(predict(named, NAMED, &schedule, out));
cleanup:
  free(named);
  return status;
}

AutotuneResult autotunePredictSchedule(MlirOperation op, const AutotuneOptions *options,
                                       const char *schedule, AutotunePrediction *prediction) {
  Subject *subject = NULL;
  Status status = subject_create(op, options, &subject);
  if (status == STATUS_OK)
    status = predict_text(subject, schedule, prediction);
  subject_destroy(subject);
  return api_result(options, status);
}

// --- a partition

typedef struct KernelSum {
  const TuneOptions *options;
  AutotunePredictionCallback callback;
  void *user;
  double seconds;
} KernelSum;

static Status add_kernel(const Variants *variants, int chosen, const char *text,
                         const Target *target, void *user) {
  KernelSum *sum = user;
  AutotunePrediction prediction;
  Schedule schedule;
  Status status = schedule_parse(&variants->workloads[chosen], text, &schedule);
  if (status == STATUS_OK)
    status = scorer_predict(&variants->workloads[chosen], target, sum->options->model.learned,
                            &schedule, &prediction.seconds);
  if (status != STATUS_OK)
    return status;
  snprintf(prediction.schedule, sizeof prediction.schedule, "%s", text);
  sum->seconds += prediction.seconds;
  if (sum->callback)
    sum->callback(variants->groups[chosen].anchor, &prediction, sum->user);
  return STATUS_OK;
}

// Of a clone, whatever is wanted of the payload, and by the model alone.
static void ask_only(TuneOptions *options) {
  options->emit = EMIT_IR;
  options->top_k = 0;
  options->records[0] = '\0';
  options->requires_model = options->requires_record = options->requires_tuned = false;
}

AutotuneResult autotunePredictPartition(MlirOperation root, const AutotuneOptions *options,
                                        AutotunePredictionCallback callback, void *user,
                                        double *seconds) {
  TuneOptions parsed;
  KernelSum sum = {.options = &parsed, .callback = callback, .user = user};
  Status status = api_options_parse(options, &parsed);
  if (status == STATUS_OK) {
    ask_only(&parsed);
    autotune_load_dialects(mlirOperationGetContext(root));
    status = tune_observe(root, &parsed, add_kernel, &sum);
  }
  if (status == STATUS_OK)
    *seconds = sum.seconds;
  return api_result(options, status);
}
