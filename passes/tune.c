// The driver: every anchor op goes through extract, decide, emit, one after the other.
//
// Annotating is tuning a clone while keeping a log of the decisions, so that it decides exactly
// as rewriting does: which ops are left to be anchors depends on what earlier ops have fused.
#include "passes/tune.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "passes/affine_raise.h"
#include "passes/anchors.h"
#include "passes/annotation.h"
#include "passes/choice_memo.h"
#include "passes/default_schedule.h"
#include "passes/emit_schedule.h"
#include "passes/extract.h"
#include "passes/gather.h"
#include "passes/measure_top.h"
#include "passes/schedule_log.h"
#include "passes/spread.h"
#include "passes/variants.h"
#include "transforms/decompose_shim.h"
#include "transforms/emit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// One run over one payload.
typedef struct Tuner {
  const TuneOptions *options;
  TuneStatistics *statistics;
  RemarkCallback remark;
  void *payload; // of the callback
  bool realizes; // autotune-kernels: without annotation, the default schedule
  MlirOperation root;
  AnchorList anchors;   // owned
  Variants *variants;   // owned, of the op at hand
  ChoiceMemo memo;      // owned by the caller of tuner_run
  Worker *worker;       // the same; null until something is measured
  ScheduleLog *log;     // null when nobody reads it
  TuneObserver observe; // null when nobody hears
  void *observer;
  bool changed;
  MlirLocation location; // of the user's mistake
} Tuner;

// What is going to happen to the op at hand.
typedef struct Decision {
  int variant;
  Schedule schedule;
  const char *source;
  bool is_by_model;
  int64_t *counter; // the statistic of that source
  Choice choice;    // by the model: what it looked at
} Decision;

static bool is_fatal(Status status) { return status == STATUS_USAGE || status == STATUS_SYSTEM; }

static Status tuner_start(Tuner *tuner) {
  tuner->location = mlirOperationGetLocation(tuner->root);
  tuner->variants = malloc(sizeof(*tuner->variants));
  if (!tuner->variants)
    return status_fail(STATUS_SYSTEM, "out of memory for the variants of an op");
  bool prepares = !tuner->realizes && tuner->options->emit == EMIT_IR;
  Status status = STATUS_OK;
  if (prepares) {
    gather_rewrite(tuner->root, tuner->remark, tuner->payload, &tuner->changed);
    spread_rewrite(tuner->root, tuner->remark, tuner->payload, &tuner->changed);
  }
  if (prepares && tuner->options->affine)
    status = affine_raise(tuner->root, tuner->options, tuner->statistics, tuner->remark,
                          tuner->payload, &tuner->changed);
  return status == STATUS_OK ? anchors_collect(tuner->root, &tuner->anchors) : status;
}

static void tuner_finish(Tuner *tuner) {
  anchors_destroy(&tuner->anchors);
  free(tuner->variants);
}

// --- remarks

static MlirStringRef op_name(MlirOperation op) {
  return mlirIdentifierStr(mlirOperationGetName(op));
}

// Symbol of the innermost op around `op` that has one.
static MlirStringRef function_name(MlirOperation op) {
  MlirStringRef key = mlirStringRefCreateFromCString("sym_name");
  for (op = mlirOperationGetParentOperation(op); !mlirOperationIsNull(op);
       op = mlirOperationGetParentOperation(op)) {
    MlirAttribute symbol = mlirOperationGetAttributeByName(op, key);
    if (!mlirAttributeIsNull(symbol) && mlirAttributeIsAString(symbol))
      return mlirStringAttrGetValue(symbol);
  }
  return mlirStringRefCreate("", 0);
}

TuneRemark tune_remark_start(RemarkKind kind, MlirOperation op) {
  return (TuneRemark){.kind = kind,
                      .location = mlirOperationGetLocation(op),
                      .op = op_name(op),
                      .function = function_name(op),
                      .reason = "",
                      .source = "",
                      .model = "",
                      .schedule = "",
                      .runner_up = ""};
}

static void remark_missed(Tuner *tuner, MlirOperation op, int64_t *counter, const char *reason) {
  TuneRemark remark = tune_remark_start(REMARK_MISSED, op);
  remark.reason = reason;
  ++*counter;
  if (tuner->remark)
    tuner->remark(&remark, tuner->payload);
}

// --- decisions

static bool op_has_dynamic_shape(MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(op, i));
    if (mlirTypeIsAShaped(type) &&
        !(mlirShapedTypeHasRank(type) && mlirShapedTypeHasStaticShape(type)))
      return true;
  }
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); i++) {
    MlirType type = mlirValueGetType(mlirOperationGetResult(op, i));
    if (mlirTypeIsAShaped(type) && !mlirShapedTypeHasStaticShape(type))
      return true;
  }
  return false;
}

static Status decide_by_text(Tuner *tuner, const Anchor *anchor, const char *text,
                             const char *source, Decision *out_decision) {
  Variants *variants = tuner->variants;
  Status status = variants_extract_named(anchor->op, text, variants);
  if (status != STATUS_OK)
    return status;
  status = schedule_parse(&variants->workloads[0], text, &out_decision->schedule);
  if (status != STATUS_OK)
    return status;
  RejectReason reason =
      schedule_check(&variants->workloads[0], &out_decision->schedule, &tuner->options->target);
  if (reason != REJECT_NONE)
    return status_fail(STATUS_REJECTED, "schedule '%s': %s", text, reject_reason_text(reason));
  status = emit_check(&variants->groups[0], &out_decision->schedule, &tuner->options->target);
  if (status != STATUS_OK)
    return status;
  out_decision->variant = 0;
  out_decision->source = source;
  out_decision->counter = &tuner->statistics->by_force;
  return STATUS_OK;
}

// Of the fullest fusion that has one.
static Status decide_by_default(Tuner *tuner, Decision *out_decision) {
  const Variants *variants = tuner->variants;
  Status status = STATUS_OK;
  for (int v = 0; v < variants->count; v++) {
    status =
        default_schedule(&variants->workloads[v], &tuner->options->target, &out_decision->schedule);
    if (status != STATUS_OK)
      continue;
    out_decision->variant = v;
    out_decision->source = "default";
    out_decision->counter = &tuner->statistics->by_default;
    return STATUS_OK;
  }
  return status;
}

static Status ask_model(Tuner *tuner, const double *extra_seconds, Choice *out_choice) {
  const TuneOptions *options = tuner->options;
  TuneStatistics *statistics = tuner->statistics;
  ChooseOptions choose = {.max_candidates = (int)options->max_candidates,
                          .seed = options->seed,
                          .strategy = options->method,
                          .model = options->model.learned,
                          .is_diverse = options->top_k > 1};
  Status status = schedule_choose(tuner->variants->workloads, extra_seconds, tuner->variants->count,
                                  &options->target, &choose, out_choice);
  statistics->candidates += out_choice->candidates;
  for (int reason = 0; reason < REJECT_COUNT; reason++)
    statistics->rejected[reason] += out_choice->rejected[reason];
  if (status == STATUS_OK && options->top_k > 0)
    status = top_measure(tuner->variants, options, &tuner->worker, out_choice);
  return status;
}

static Status decide_by_model(Tuner *tuner, Decision *out_decision) {
  Variants *variants = tuner->variants;
  double extra_seconds[VARIANTS_MAX];
  variants_cost_unfused(variants, &tuner->options->target, extra_seconds);
  uint64_t key = choice_memo_key(variants->workloads, extra_seconds, variants->count);
  const Choice *known = choice_memo_find(&tuner->memo, key);
  if (known) {
    out_decision->choice = *known;
  } else {
    Status status = ask_model(tuner, extra_seconds, &out_decision->choice);
    if (status != STATUS_OK)
      return status;
    choice_memo_add(&tuner->memo, key, &out_decision->choice);
  }
  out_decision->variant = out_decision->choice.variant;
  out_decision->schedule = out_decision->choice.schedule;
  out_decision->source = tuner->options->model.title;
  out_decision->is_by_model = true;
  out_decision->counter = &tuner->statistics->by_model;
  return STATUS_OK;
}

// The op says itself what is wanted; anything that stands in the way is the user's mistake.
static Status decide_by_annotation(Tuner *tuner, const Anchor *anchor, const char *text,
                                   Decision *out_decision) {
  Status status = decide_by_text(tuner, anchor, text, "annotation", out_decision);
  if (status == STATUS_OK || status == STATUS_SYSTEM)
    return status;
  return status_fail(STATUS_USAGE,
                     "annotation " SCHEDULE_ATTRIBUTE " cannot be followed for target=%s: %.200s; "
                     "remove it or pass the target it was made for",
                     tuner->options->target_text, status_text());
}

// Chooses among the variants that are left until one can be emitted. Where the model saw no legal
// schedule among its candidates, the default one is still better than none.
static Status decide_among_variants(Tuner *tuner, Decision *out_decision) {
  Variants *variants = tuner->variants;
  for (;;) {
    out_decision->counter = &tuner->statistics->skipped_schedule;
    Status status = STATUS_REJECTED;
    if (tuner->options->model.is_used && !tuner->realizes)
      status = decide_by_model(tuner, out_decision);
    if (status != STATUS_OK && !is_fatal(status))
      status = decide_by_default(tuner, out_decision);
    if (status != STATUS_OK)
      return status;
    variants_name(variants, out_decision->variant, &out_decision->schedule);
    status = emit_check(&variants->groups[out_decision->variant], &out_decision->schedule,
                        &tuner->options->target);
    if (status == STATUS_OK)
      return STATUS_OK;
    out_decision->counter = &tuner->statistics->skipped_kernel;
    if (variants->count == 1)
      return status;
    variants_drop(variants, out_decision->variant);
  }
}

// Leaves the variants of the op in tuner->variants. On failure, out_decision->counter is the
// statistic of the reason.
static Status decide(Tuner *tuner, const Anchor *anchor, Decision *out_decision) {
  TuneStatistics *statistics = tuner->statistics;
  char annotation[OPTION_SCHEDULE_BYTES];
  *out_decision = (Decision){.counter = &statistics->skipped_dynamic};
  if (op_has_dynamic_shape(anchor->op))
    return status_fail(STATUS_UNSUPPORTED, "dynamic shape");
  annotation_read(anchor->op, annotation, sizeof(annotation));
  if (annotation[0] && op_is_anchor_candidate(anchor->op))
    return decide_by_annotation(tuner, anchor, annotation, out_decision);
  out_decision->counter = &statistics->skipped_unsupported;
  if (!op_is_anchor_candidate(anchor->op))
    return status_fail(STATUS_UNSUPPORTED, "not a structured op on static tensors or memrefs");
  const char *forced = tuner->options->schedule;
  if (forced[0] && decide_by_text(tuner, anchor, forced, "forced", out_decision) == STATUS_OK)
    return STATUS_OK;
  out_decision->counter = &statistics->skipped_unsupported;
  Status status = variants_extract(anchor->op, tuner->options->fusion, tuner->variants);
  if (status != STATUS_OK)
    return status;
  return decide_among_variants(tuner, out_decision);
}

// --- rewriting

static Status rewrite(Tuner *tuner, const Decision *decision) {
  Group *group = &tuner->variants->groups[decision->variant];
  MlirOperation ops[GROUP_MAX_OPS];
  memcpy(ops, group->ops, sizeof(ops));
  Status status = emit_group(group, &decision->schedule, &tuner->options->target);
  for (int i = 0; i < group->op_count && status == STATUS_OK; i++)
    if (mlirOperationIsNull(group->ops[i]))
      anchors_remove(&tuner->anchors, ops[i]);
  return status;
}

static int64_t fused_op_count(const Group *group) {
  int64_t count = 0;
  for (int i = 0; i < group->op_count; i++)
    count +=
        !mlirOperationEqual(group->ops[i], group->anchor) && op_is_anchor_candidate(group->ops[i]);
  return count;
}

// What the model looked at; the text of the runner-up is lent to the remark.
static void remark_add_choice(TuneRemark *remark, const Workload *workload, const Choice *choice,
                              char *runner_up, size_t size) {
  remark->seconds = choice->predicted_seconds;
  remark->measured_seconds = choice->measured_seconds;
  remark->candidates = choice->candidates;
  remark->rejected = choice->rejected;
  if (schedule_key(&choice->runner_up) == schedule_key(&choice->schedule))
    return;
  schedule_print(workload, &choice->runner_up, runner_up, size);
  remark->runner_up = runner_up;
  remark->runner_up_seconds = choice->runner_up_seconds;
}

// Nobody will miss it, and there is nothing to say about it.
static bool op_is_dead(MlirOperation op) {
  intptr_t count = mlirOperationGetNumResults(op);
  for (intptr_t i = 0; i < count; i++)
    if (!mlirOpOperandIsNull(mlirValueGetFirstUse(mlirOperationGetResult(op, i))))
      return false;
  return count > 0;
}

static Status tune_anchor(Tuner *tuner, const Anchor *anchor) {
  Decision decision;
  char text[OPTION_SCHEDULE_BYTES], runner_up[OPTION_SCHEDULE_BYTES];
  MlirOperation op = anchor->op;
  if (op_is_dead(op))
    return STATUS_OK;
  ++tuner->statistics->ops_seen;
  tuner->location = mlirOperationGetLocation(op);
  Status status = decide(tuner, anchor, &decision);
  if (status == STATUS_OK && tuner->options->requires_model && !decision.is_by_model)
    return status_fail(
        STATUS_USAGE,
        "option 'require': the schedule of %.*s comes from its %s, not from a model; "
        "remove that or use require=any",
        (int)op_name(op).length, op_name(op).data, decision.source);
  if (status != STATUS_OK) {
    if (!is_fatal(status))
      remark_missed(tuner, op, decision.counter, status_text());
    return is_fatal(status) ? status : STATUS_OK;
  }

  const Workload *workload = &tuner->variants->workloads[decision.variant];
  schedule_print(workload, &decision.schedule, text, sizeof(text));
  TuneRemark remark = tune_remark_start(REMARK_PASSED, op);
  remark.source = decision.source;
  remark.schedule = text;
  remark.fused = fused_op_count(&tuner->variants->groups[decision.variant]);
  if (decision.is_by_model) {
    const LearnedModel *learned = tuner->options->model.learned;
    remark.model = learned ? learned_model_note(learned) : "";
    remark_add_choice(&remark, workload, &decision.choice, runner_up, sizeof(runner_up));
  }
  if (tuner->observe)
    TRY(tuner->observe(tuner->variants, decision.variant, text, tuner->observer));
  status = rewrite(tuner, &decision);
  if (status != STATUS_OK) {
    if (!is_fatal(status))
      remark_missed(tuner, op, &tuner->statistics->skipped_kernel, status_text());
    return is_fatal(status) ? status : STATUS_OK;
  }
  tuner->changed = true;
  ++tuner->statistics->ops_tuned;
  ++*decision.counter;
  tuner->statistics->ops_fused += remark.fused;
  if (tuner->remark)
    tuner->remark(&remark, tuner->payload);
  if (tuner->log)
    status = schedule_log_append(tuner->log, anchor->index, anchor->part, text);
cleanup:
  return status;
}

// --- aggregated ops

// Whether the op can be tuned by itself, whatever else becomes of it.
static Status part_check(const Tuner *tuner, MlirOperation op) {
  const Fusion alone = {0};
  const Target *target = &tuner->options->target;
  Group *group = &tuner->variants->groups[0];
  Schedule schedule;
  Status status = STATUS_OK;
  TRY(group_extract(op, &alone, group));
  TRY(default_schedule(&group->workload, target, &schedule));
  TRY(emit_check(group, &schedule, target));
cleanup:
  return status;
}

static Status parts_check(const Tuner *tuner, const Decomposition *decomposition) {
  Status status = STATUS_OK;
  for (int i = 0; i < decomposition->op_count && status == STATUS_OK; i++)
    if (op_is_anchor_candidate(decomposition->ops[i]))
      status = part_check(tuner, decomposition->ops[i]);
  return status;
}

// The annotation of an aggregated op is a list with one text per part.
static void annotate_part(MlirAttribute annotation, int part, MlirOperation op) {
  if (mlirAttributeIsNull(annotation) || !mlirAttributeIsAArray(annotation) ||
      part >= mlirArrayAttrGetNumElements(annotation))
    return;
  MlirAttribute text = mlirArrayAttrGetElement(annotation, part);
  if (mlirAttributeIsAString(text) && mlirStringAttrGetValue(text).length)
    annotation_set(op, text);
}

static Status append_parts(Tuner *tuner, const Anchor *anchor, const Decomposition *decomposition) {
  MlirAttribute annotation = annotation_get(anchor->op);
  int index = anchor->index;
  for (int i = 0, part = 0; i < decomposition->op_count; i++) {
    if (!op_is_anchor_candidate(decomposition->ops[i]))
      continue;
    annotate_part(annotation, part, decomposition->ops[i]);
    Status status = anchors_append(&tuner->anchors, decomposition->ops[i], index, part++);
    if (status != STATUS_OK)
      return status;
  }
  return STATUS_OK;
}

// Replaces the aggregated op at `position` of the list by its parts, if all of them can be tuned.
static Status expand_aggregate(Tuner *tuner, int position) {
  TuneStatistics *statistics = tuner->statistics;
  Anchor anchor = tuner->anchors.items[position];
  Decomposition decomposition;
  tuner->anchors.items[position].op = (MlirOperation){NULL};
  int64_t *counter = &statistics->skipped_unsupported;
  Status status = STATUS_OK;
  if (op_has_dynamic_shape(anchor.op)) {
    counter = &statistics->skipped_dynamic;
    status = status_fail(STATUS_UNSUPPORTED, "dynamic shape");
  } else if (!op_decompose(anchor.op, &decomposition)) {
    status = status_fail(STATUS_UNSUPPORTED, "cannot be decomposed");
  } else if ((status = parts_check(tuner, &decomposition)) != STATUS_OK) {
    decomposition_revert(&decomposition);
  }
  if (status != STATUS_OK) {
    ++statistics->ops_seen;
    remark_missed(tuner, anchor.op, counter, status_text());
    return STATUS_OK;
  }
  status = append_parts(tuner, &anchor, &decomposition);
  decomposition_commit(&decomposition);
  tuner->changed = true;
  return status;
}

static Status expand_aggregates(Tuner *tuner) {
  Status status = STATUS_OK;
  int count = tuner->anchors.count;
  for (int i = 0; i < count && status == STATUS_OK; i++)
    if (op_is_aggregate(tuner->anchors.items[i].op))
      status = expand_aggregate(tuner, i);
  return status;
}

// --- runs

static Status tuner_run(Tuner *tuner) {
  Status status = STATUS_OK;
  TRY(tuner_start(tuner));
  TRY(expand_aggregates(tuner));
  anchors_sort(&tuner->anchors);
  for (int i = 0; i < tuner->anchors.count; i++)
    if (!mlirOperationIsNull(tuner->anchors.items[i].op)) {
      Anchor anchor = tuner->anchors.items[i];
      TRY(tune_anchor(tuner, &anchor));
    }
cleanup:
  tuner_finish(tuner);
  return status;
}

// Tunes a clone of the payload and writes what was decided into the payload.
static Status tune_clone(Tuner *tuner, bool *out_changed) {
  Status status = STATUS_OK;
  AnchorList anchors = {0};
  ScheduleLog log = {0};
  MlirOperation payload = tuner->root;
  MlirOperation clone = mlirOperationClone(payload);

  tuner->root = clone;
  tuner->log = &log;
  TRY(anchors_collect(payload, &anchors));
  TRY(tuner_run(tuner));
  schedule_log_sort(&log);
  if (tuner->options->emit == EMIT_ANNOTATE)
    emit_annotations(&anchors, &log, out_changed);
  else
    TRY(emit_schedule(payload, &anchors, &log, tuner->options, out_changed));
cleanup:
  mlirOperationDestroy(clone);
  anchors_destroy(&anchors);
  schedule_log_destroy(&log);
  return status;
}

// What is required is seen only op by op, and the payload has to be as it was when it is not met:
// so a clone goes first. The real run finds the choices in the memo.
static Status tune_rehearsal(Tuner *tuner) {
  TuneStatistics statistics = {0};
  Tuner rehearsal = *tuner;
  rehearsal.root = mlirOperationClone(tuner->root);
  rehearsal.statistics = &statistics;
  rehearsal.remark = NULL;
  Status status = tuner_run(&rehearsal);
  tuner->location = rehearsal.location;
  tuner->memo = rehearsal.memo;
  tuner->worker = rehearsal.worker;
  tuner->statistics->candidates = statistics.candidates;
  memcpy(tuner->statistics->rejected, statistics.rejected, sizeof(statistics.rejected));
  mlirOperationDestroy(rehearsal.root);
  return status;
}

Status tune_payload(MlirOperation root, const TuneOptions *options, TuneStatistics *statistics,
                    RemarkCallback remark, void *payload, bool *out_changed,
                    MlirLocation *out_location) {
  Status status = STATUS_OK;
  Tuner tuner = {.options = options,
                 .statistics = statistics,
                 .remark = remark,
                 .payload = payload,
                 .root = root};
  bool rewrites = options->emit == EMIT_IR;
  if (rewrites && options->requires_model)
    TRY(tune_rehearsal(&tuner));
  TRY(rewrites ? tuner_run(&tuner) : tune_clone(&tuner, out_changed));
cleanup:
  if (rewrites)
    *out_changed = tuner.changed;
  *out_location = tuner.location;
  worker_destroy(tuner.worker);
  choice_memo_destroy(&tuner.memo);
  return status;
}

Status tune_realize(MlirOperation root, const TuneOptions *options, TuneStatistics *statistics,
                    RemarkCallback remark, void *payload, bool *out_changed,
                    MlirLocation *out_location) {
  Tuner tuner = {.options = options,
                 .statistics = statistics,
                 .remark = remark,
                 .payload = payload,
                 .realizes = true,
                 .root = root};
  Status status = tuner_run(&tuner);
  *out_changed = tuner.changed;
  *out_location = tuner.location;
  choice_memo_destroy(&tuner.memo);
  return status;
}

Status tune_observe(MlirOperation root, const TuneOptions *options, TuneObserver observe,
                    void *user) {
  TuneStatistics statistics = {0};
  MlirOperation clone = mlirOperationClone(root);
  Tuner tuner = {.options = options,
                 .statistics = &statistics,
                 .root = clone,
                 .observe = observe,
                 .observer = user};
  Status status = tuner_run(&tuner);
  worker_destroy(tuner.worker);
  choice_memo_destroy(&tuner.memo);
  mlirOperationDestroy(clone);
  return status;
}
