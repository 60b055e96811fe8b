// Which schedule an op gets: that of its annotation, the forced one, the best that was measured
// before, the best of the cost model, or the default one, in this order. The first that can be
// emitted is taken.
#include "passes/tuner.h"

#include "base/text.h"
#include "machine/architecture.h"
#include "mlir-c/BuiltinTypes.h"
#include "passes/candidate.h"
#include "passes/measure_top.h"
#include "passes/records/record_choice.h"
#include "plan/schedule/schedule_check.h"
#include "search/default_schedule.h"
#include "transforms/annotation.h"
#include "transforms/cut_mark.h"
#include "transforms/dynamic/sizes.h"
#include "transforms/extract/extract.h"
#include "transforms/extract/isolate.h"
#include "transforms/kernel/emit.h"
#include "transforms/partition/unfused_price.h"

#include <stdio.h>

bool op_has_dynamic_shape(MlirOperation op) {
  if (cut_mark_open_loop(op) >= 0)
    return false;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    if (ir_type_is_open(mlirValueGetType(mlirOperationGetOperand(op, i))))
      return true;
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); i++)
    if (ir_type_is_open(mlirValueGetType(mlirOperationGetResult(op, i))))
      return true;
  return false;
}

static bool has_partition(const Tuner *tuner, MlirOperation op) {
  GroupScope scope;
  return tune_partitions_scope(tuner, op, &scope);
}

double tune_weight_bytes(const Tuner *tuner, MlirOperation op) {
  return tuner->options->has_warm_weights ? 0 : weight_table_bytes(&tuner->machines.weights, op);
}

// Tells the models which operands come from memory.
static void mark_cold(const Tuner *tuner, MlirOperation op) {
  variants_mark_cold(tuner->choices.variants, tune_weight_bytes(tuner, op),
                     tuner->options->data_arguments, tuner->machines.target);
}

static Status extract_variants(Tuner *tuner, MlirOperation op, unsigned fusion,
                               const FusionFilter *filter) {
  Status status = variants_extract(op, fusion, filter, tuner->choices.variants);
  if (status == STATUS_OK) {
    variants_drop_near_stores(tuner->choices.variants,
                              (double)tuner->machines.target->cache_bytes[0]);
    mark_cold(tuner, op);
  }
  return status;
}

// What the partition of the function, if it has one, gives to the op: one variant. Else all.
Status tune_extract_variants(Tuner *tuner, MlirOperation op) {
  GroupScope scope;
  Variants *variants = tuner->choices.variants;
  unsigned fusion = tuner->options->fusion;
  if (!tune_partitions_scope(tuner, op, &scope))
    return extract_variants(tuner, op, fusion, NULL);
  FusionFilter filter = group_scope_filter(&scope);
  Status status = extract_variants(tuner, op, fusion, &filter);
  if (status == STATUS_OK)
    variants->count = 1;
  return status;
}

static Status extract_named(Tuner *tuner, MlirOperation op, const char *text) {
  GroupScope scope;
  bool has_scope = tune_partitions_scope(tuner, op, &scope);
  FusionFilter filter = group_scope_filter(&scope);
  Status status =
      variants_extract_named(op, text, has_scope ? &filter : NULL, tuner->choices.variants);
  if (status == STATUS_OK)
    mark_cold(tuner, op);
  return status;
}

static Status decide_by_text(Tuner *tuner, const Anchor *anchor, const char *text,
                             const char *source, Decision *out_decision) {
  Variants *variants = tuner->choices.variants;
  Status status = extract_named(tuner, anchor->op, text);
  if (status != STATUS_OK)
    return status;
  status = schedule_parse(&variants->workloads[0], text, &out_decision->schedule);
  if (status != STATUS_OK)
    return status;
  RejectReason reason =
      schedule_check(&variants->workloads[0], &out_decision->schedule, tuner->machines.target);
  if (reason != REJECT_NONE)
    return status_fail(STATUS_REJECTED, "schedule '%s': %s", text, reject_reason_text(reason));
  status = emit_check(&variants->groups[0], &out_decision->schedule, tuner->machines.target);
  if (status != STATUS_OK)
    return status;
  out_decision->variant = 0;
  out_decision->source = source;
  out_decision->counter = &tuner->report.statistics->by_force;
  return STATUS_OK;
}

// Of the fullest fusion that has one.
static Status decide_by_default(Tuner *tuner, Decision *out_decision) {
  const Variants *variants = tuner->choices.variants;
  Status status = STATUS_OK;
  for (int v = 0; v < variants->count; v++) {
    status =
        default_schedule(&variants->workloads[v], tuner->machines.target, &out_decision->schedule);
    if (status != STATUS_OK)
      continue;
    out_decision->variant = v;
    out_decision->source = "default";
    out_decision->counter = &tuner->report.statistics->by_default;
    return STATUS_OK;
  }
  return status;
}

// What is measured stands alone, where nothing names the machine. Where the model took weights for
// cold, they are timed cold.
static Status measure(Tuner *tuner, Choice *choice) {
  const Variants *variants = tuner->choices.variants;
  const Target *target = tuner->machines.target;
  if (target->architecture != architecture_host())
    return status_fail(STATUS_USAGE,
                       "option 'top-k': this machine cannot run code for %s, a processor of %s, to "
                       "measure it; use top-k=0",
                       target->name, target->architecture->name);
  TuneOptions alone = candidate_options(tuner->options, target);
  double bytes = tune_weight_bytes(tuner, variants->groups[choice->variant].anchor);
  ColdWeights weights = cold_weights_of(bytes, tuner->options->data_arguments, target);
  bool is_cold = workload_cold_accesses(&variants->workloads[choice->variant]) != 0;
  return top_measure(variants, &alone, is_cold ? &weights : NULL, &tuner->choices.worker, choice);
}

// Of pieces, as there is a kernel for each size of a ladder. The smaller of several take little of
// the time.
static double code_price(MlirOperation op) {
  static const double OF_PIECE = 0.06, OF_SMALL_PIECE = 0.12;
  if (cut_mark_share(op) > 2)
    return OF_SMALL_PIECE;
  return cut_mark_is(op) || cut_mark_open_loop(op) >= 0 ? OF_PIECE : 0;
}

// Of pieces of several steps, what is left unfused is a kernel for each size of the ladder. Whether
// producers and padding are worth being computed again and again is for the model to say.
static bool takes_fullest(const Group *group) {
  bool is_one_of_several = cut_mark_share(group->anchor) > 1 || cut_mark_size(group->anchor) > 1;
  return is_one_of_several && !group->fusion.producers && !group->fusion.pad;
}

ChooseOptions tune_choose_options(const Tuner *tuner) {
  const TuneOptions *options = tuner->options;
  const Group *fullest = &tuner->choices.variants->groups[0];
  MlirOperation op = fullest->anchor;
  return (ChooseOptions){.max_candidates = (int)options->max_candidates,
                         .share = cut_mark_share(op),
                         .code_price = code_price(op),
                         .takes_fullest = takes_fullest(fullest),
                         .seed = options->seed,
                         .strategy = options->strategy,
                         .model = options->model.learned,
                         .is_diverse = options->top_k > 1};
}

uint64_t tune_question(const Tuner *tuner, double out_extra_seconds[VARIANTS_MAX]) {
  const Variants *variants = tuner->choices.variants;
  variants_cost_unfused(variants, tuner->machines.target, out_extra_seconds);
  uint64_t key = choice_memo_key(variants->workloads, out_extra_seconds, variants->count,
                                 tune_target_key(tuner));
  ChooseOptions choose = tune_choose_options(tuner);
  if (choose.share > 1)
    key = text_hash(key, &choose.share, sizeof choose.share);
  if (choose.takes_fullest)
    key = text_hash(key, &choose.takes_fullest, sizeof choose.takes_fullest);
  return choose.code_price > 0 ? text_hash(key, &choose.code_price, sizeof choose.code_price) : key;
}

static Status ask_model(Tuner *tuner, uint64_t key, const double *extra_seconds,
                        Choice *out_choice) {
  const TuneOptions *options = tuner->options;
  TuneStatistics *statistics = tuner->report.statistics;
  ChooseOptions choose = tune_choose_options(tuner);
  const Choice *ahead = choice_memo_find(&tuner->choices.ahead, key);
  Status status = STATUS_OK;
  if (ahead)
    *out_choice = *ahead;
  else
    status = schedule_choose(tuner->choices.variants->workloads, extra_seconds,
                             tuner->choices.variants->count, tuner->machines.target, &choose,
                             out_choice);
  statistics->candidates += out_choice->candidates;
  for (int reason = 0; reason < REJECT_COUNT; reason++)
    statistics->rejected[reason] += out_choice->rejected[reason];
  if (status == STATUS_OK && options->top_k > 0)
    status = measure(tuner, out_choice);
  return status;
}

static Status decide_by_model(Tuner *tuner, Decision *out_decision) {
  double extra_seconds[VARIANTS_MAX];
  uint64_t key = tune_question(tuner, extra_seconds);
  const Choice *known = choice_memo_find(&tuner->choices.memo, key);
  if (known) {
    out_decision->choice = *known;
  } else {
    Status status = ask_model(tuner, key, extra_seconds, &out_decision->choice);
    if (status != STATUS_OK)
      return status;
    choice_memo_add(&tuner->choices.memo, key, &out_decision->choice);
  }
  out_decision->variant = out_decision->choice.variant;
  double extra = extra_seconds[out_decision->variant];
  Status status =
      tune_look(tuner, key, out_decision->choice.predicted_seconds - extra, &out_decision->choice);
  if (status != STATUS_OK)
    return status;
  out_decision->kernel_seconds = out_decision->choice.predicted_seconds - extra;
  out_decision->schedule = out_decision->choice.schedule;
  out_decision->source = tuner->options->model.title;
  out_decision->is_by_model = true;
  out_decision->counter = &tuner->report.statistics->by_model;
  return STATUS_OK;
}

// A damaged store is the user's to mend: to choose by the model instead would hide it.
static Status ask_records(const Tuner *tuner, const double *extra_seconds, const bool *is_cold,
                          Choice *out_choice) {
  RecordChoiceQuery query = {.store = tuner->choices.records,
                             .variants = tuner->choices.variants,
                             .extra_seconds = extra_seconds,
                             .is_cold = is_cold,
                             .target = tuner->machines.target,
                             .is_host = tuner->options->is_host};
  Status status = record_choose(&query, out_choice);
  return status == STATUS_STORE ? status_fail(STATUS_USAGE, "option 'records': %s", status_text())
                                : status;
}

// Of each variant, whether it was timed cold where its module was tuned.
static void find_cold(const Tuner *tuner, bool out_is_cold[VARIANTS_MAX]) {
  for (int v = 0; v < tuner->choices.variants->count; v++)
    out_is_cold[v] =
        !tuner->options->has_warm_weights &&
        isolate_is_cold(&tuner->choices.variants->groups[v], tuner->options->data_arguments);
}

// The best record of what the op computes; a remark says that there is none.
static Status decide_by_record(Tuner *tuner, MlirOperation op, Decision *out_decision) {
  static const uint64_t RECORDS = 1; // tells these questions from those to the model
  Variants *variants = tuner->choices.variants;
  double extra_seconds[VARIANTS_MAX];
  bool is_cold[VARIANTS_MAX];
  variants_cost_unfused(variants, tuner->machines.target, extra_seconds);
  find_cold(tuner, is_cold);
  uint64_t key = choice_memo_key(variants->workloads, extra_seconds, variants->count,
                                 tune_target_key(tuner) ^ RECORDS);
  key = text_hash(key, is_cold, (size_t)variants->count * sizeof *is_cold);
  const Choice *known = choice_memo_find(&tuner->choices.memo, key);
  if (known) {
    out_decision->choice = *known;
  } else {
    Status status = ask_records(tuner, extra_seconds, is_cold, &out_decision->choice);
    if (status != STATUS_OK)
      return status;
    choice_memo_add(&tuner->choices.memo, key, &out_decision->choice);
  }
  if (out_decision->choice.measured_seconds == 0) {
    char reason[OPTION_PATH_BYTES + 64];
    snprintf(reason, sizeof(reason), "no record for it on this target in %s",
             tuner->options->records);
    if (!out_decision->misses_record)
      pass_report_say(&tuner->report, REMARK_REFUSED, op, reason);
    out_decision->misses_record = true;
    return status_fail(STATUS_REJECTED, "%s", reason);
  }
  out_decision->variant = out_decision->choice.variant;
  out_decision->schedule = out_decision->choice.schedule;
  out_decision->kernel_seconds = out_decision->choice.measured_seconds;
  out_decision->source = "record";
  out_decision->is_by_record = true;
  out_decision->counter = &tuner->report.statistics->by_record;
  return STATUS_OK;
}

// The op says itself what is wanted; anything that stands in the way is the user's mistake.
static Status decide_by_annotation(Tuner *tuner, const Anchor *anchor, const char *text,
                                   Decision *out_decision) {
  Status status = decide_by_text(tuner, anchor, text, "annotation", out_decision);
  if (status == STATUS_OK || status == STATUS_SYSTEM)
    return status;
  char made_for[OPTION_TARGET_BYTES], reason[256];
  TargetText target = target_text(tuner->machines.target);
  bool is_written = tuner->options->has_target;
  snprintf(reason, sizeof(reason), "%s", status_text());
  annotation_read_target(anchor->op, made_for, sizeof(made_for));
  return status_fail(STATUS_USAGE,
                     "annotation " SCHEDULE_ATTRIBUTE " cannot be followed for target=%s: %.200s; "
                     "remove it or pass the target it was made for%s%.150s",
                     is_written ? tuner->options->target_text : target.bytes, reason,
                     made_for[0] ? ": target=" : "", made_for);
}

// What the schedule option says; an op that does not accept it is told why and decided otherwise.
static Status decide_by_force(Tuner *tuner, const Anchor *anchor, Decision *out_decision) {
  char reason[512];
  Status status = decide_by_text(tuner, anchor, tuner->options->schedule, "forced", out_decision);
  if (status == STATUS_OK || status == STATUS_SYSTEM)
    return status;
  snprintf(reason, sizeof(reason), "does not accept the option 'schedule': %s", status_text());
  pass_report_say(&tuner->report, REMARK_REFUSED, anchor->op, reason);
  return status;
}

// Chooses among the variants that are left until one can be emitted. Where the model saw no legal
// schedule among its candidates, the default one is still better than none.
static Status decide_among_variants(Tuner *tuner, MlirOperation op, Decision *out_decision) {
  Variants *variants = tuner->choices.variants;
  for (;;) {
    // Nothing of a choice that was refused.
    out_decision->is_by_model = out_decision->is_by_record = false;
    out_decision->kernel_seconds = 0;
    out_decision->counter = &tuner->report.statistics->skipped_schedule;
    Status status = STATUS_REJECTED;
    if (tuner->choices.records)
      status = decide_by_record(tuner, op, out_decision);
    if (status == STATUS_REJECTED && tuner->options->model.is_used &&
        !tuner->payload.applies_annotations)
      status = decide_by_model(tuner, out_decision);
    if (status != STATUS_OK && !tune_is_fatal(status))
      status = decide_by_default(tuner, out_decision);
    if (status != STATUS_OK)
      return status;
    variants_name(variants, out_decision->variant, &out_decision->schedule);
    status = emit_check(&variants->groups[out_decision->variant], &out_decision->schedule,
                        tuner->machines.target);
    if (status == STATUS_OK)
      return STATUS_OK;
    out_decision->counter = &tuner->report.statistics->skipped_kernel;
    if (variants->count == 1)
      return status;
    variants_drop(variants, out_decision->variant);
  }
}

Status tune_decide(Tuner *tuner, const Anchor *anchor, Decision *out_decision) {
  TuneStatistics *statistics = tuner->report.statistics;
  char annotation[OPTION_SCHEDULE_BYTES];
  *out_decision = (Decision){.counter = &statistics->skipped_dynamic};
  if (op_has_dynamic_shape(anchor->op))
    return sizes_refuse(anchor->op);
  annotation_read(anchor->op, annotation, sizeof(annotation));
  if (annotation[0] && op_is_anchor_candidate(anchor->op))
    return decide_by_annotation(tuner, anchor, annotation, out_decision);
  out_decision->counter = &statistics->skipped_unsupported;
  if (!op_is_anchor_candidate(anchor->op))
    return status_fail(STATUS_UNSUPPORTED, "not a structured op on static tensors or memrefs");
  Status status =
      tuner->options->schedule[0] ? decide_by_force(tuner, anchor, out_decision) : STATUS_REJECTED;
  if (status == STATUS_OK || status == STATUS_SYSTEM)
    return status;
  out_decision->counter = &statistics->skipped_unsupported;
  status = tune_extract_variants(tuner, anchor->op);
  if (status == STATUS_OK)
    status = decide_among_variants(tuner, anchor->op, out_decision);
  if (status == STATUS_OK || tune_is_fatal(status) ||
      tuner->choices.variants->groups[0].op_count < 2 || !has_partition(tuner, anchor->op))
    return status;
  // No kernel for the group of a partition: its members stand alone.
  status = extract_variants(tuner, anchor->op, 0, NULL);
  return status == STATUS_OK ? decide_among_variants(tuner, anchor->op, out_decision) : status;
}
