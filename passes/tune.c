// The driver: the phases of a run, one after the other, see tuner_run.
//
// Annotating is tuning a clone while keeping a log of the decisions, so that it decides exactly
// as rewriting does: which ops are left to be anchors depends on what earlier ops have fused.
#include "passes/tune.h"

#include "passes/emit_schedule.h"
#include "passes/statistics/statistics_file.h"
#include "passes/tuner.h"
#include "runtime/timing.h"
#include "transforms/annotation.h"
#include "transforms/constant_argument.h"
#include "transforms/cut_mark.h"
#include "transforms/dim_names.h"
#include "transforms/dynamic/sizes.h"
#include "transforms/extract/fp_marks.h"
#include "transforms/foreign/packed_integers.h"
#include "transforms/foreign/tosa.h"
#include "transforms/function_target.h"
#include "transforms/ir.h"
#include "transforms/prepack/prepack.h"

#include <stdlib.h>
#include <string.h>

double tune_clock(const Tuner *tuner) { return tuner->options->statistics[0] ? timing_now() : 0; }

// --- the phases of a run

static Status start(Tuner *tuner) {
  tuner->payload.location = mlirOperationGetLocation(tuner->payload.root);
  tuner->choices.variants = malloc(sizeof(*tuner->choices.variants));
  if (!tuner->choices.variants)
    return status_fail(STATUS_SYSTEM, "out of memory for the variants of an op");
  if (tuner->payload.applies_annotations || !tuner->options->records[0])
    return STATUS_OK;
  tuner->choices.records = tuner->options->record_store;
  if (tuner->choices.records)
    return STATUS_OK;
  Status status = store_open_to_read(tuner->options->records, &tuner->choices.records);
  return status == STATUS_OK ? STATUS_OK
                             : status_fail(STATUS_USAGE, "option 'records': %s", status_text());
}

// --- the user's script

static Status choose_script(Tuner *tuner, ScriptOption *script) {
  const TuneOptions *options = tuner->options;
  ScriptPayload payload = {tuner->payload.root, tuner->payload.outer, NULL};
  tuner->payload.location = mlirOperationGetLocation(tuner->payload.root);
  if (!options->script[0])
    return STATUS_OK;
  if (options->has_target)
    payload.target = &options->target;
  tuner->script = script;
  return script_option_choose(&payload, options->script, (int64_t)options->seed, script);
}

static void tell_script(const Tuner *tuner) {
  char text[SCRIPT_OPTION_TEXT_BYTES], point[SCRIPT_POINT_BYTES] = "";
  TuneRemark remark = remark_start(REMARK_SCRIPT, tuner->payload.root);
  script_option_print(tuner->script, text);
  if (!tuner->script->is_done)
    script_point_print(&tuner->script->space, &tuner->script->pick.point, point);
  remark.reason = text;
  remark.schedule = point;
  remark.seconds = tuner->script->pick.seconds;
  pass_report_remark(&tuner->report, &remark);
}

static Status apply_script(Tuner *tuner) {
  if (!tuner->script)
    return STATUS_OK;
  Status status = script_option_apply(tuner->script, tuner->payload.root);
  if (status != STATUS_OK)
    return status;
  tuner->report.changed |= !tuner->script->is_done;
  tuner->report.statistics->functions_scripted += tuner->script->function_count;
  tell_script(tuner);
  return STATUS_OK;
}

// What it has changed was priced for the target, and is compiled for it like all that is tuned.
static void name_script_targets(Tuner *tuner) {
  if (!tuner->script || tuner->script->is_done)
    return;
  IrOps functions = ir_collect(tuner->payload.root, ir_is_defined_function);
  for (int n = 0; n < functions.count; n++)
    if (annotation_is_of_script(functions.ops[n]) && tune_targets_enter(tuner, functions.ops[n])) {
      function_target_write(functions.ops[n], tuner->machines.target);
      ++tuner->machines.scope->tuned;
    }
  free(functions.ops);
}

// --- the rest

// Annotations name the ops of the payload as it was written, so only a run that emits IR may put
// others in their place.
static Status rewrite_payload(Tuner *tuner) {
  const TuneOptions *options = tuner->options;
  RewriteOptions rewrite = {.affine = options->affine,
                            .parallel = options->parallel,
                            .threads = options->threads,
                            .weights = options->has_warm_weights ? NULL : &tuner->machines.weights};
  if (tuner->payload.applies_annotations || options->emit != EMIT_IR) {
    wide_sums_tell_kept(tuner->payload.root, &tuner->report);
    return STATUS_OK;
  }
  tuner->report.changed |= dim_expected_sizes_write(tuner->payload.root, &options->sizes);
  return tune_targets_rewrite(tuner, rewrite);
}

static void mark_fp(Tuner *tuner) {
  if (tuner->options->has_fp)
    fp_marks_write(tuner->payload.root, tuner->options->fp);
}

// The ops that an anchor of a partition takes must not be there before it.
static void put_members_last(Tuner *tuner) {
  enum { BEHIND = 1000 };
  for (int i = 0; i < tuner->anchors.count; i++) {
    Anchor *anchor = &tuner->anchors.items[i];
    if (!mlirOperationIsNull(anchor->op) && !tune_partitions_come_first(tuner, anchor->op))
      anchor->rank += BEHIND;
  }
}

static Status tune_anchors(Tuner *tuner) {
  Status status = STATUS_OK;
  bool asks_ahead = tune_asks_ahead(tuner);
  int known = 0; // anchors that were asked about
  for (int i = 0; i < tuner->anchors.count && status == STATUS_OK; i++) {
    if (asks_ahead && i == known) {
      double start = tune_clock(tuner);
      known = tune_ask_ahead(tuner, i);
      tuner->report.statistics->choose_seconds += tune_clock(tuner) - start;
    }
    Anchor anchor = tuner->anchors.items[i];
    if (!mlirOperationIsNull(anchor.op))
      status = tune_anchor(tuner, &anchor);
  }
  return status;
}

static void finish(Tuner *tuner) {
  fp_marks_remove(tuner->payload.root);
  target_table_destroy(&tuner->machines.table);
  weight_table_destroy(&tuner->machines.weights);
  anchors_destroy(&tuner->anchors);
  choice_memo_destroy(&tuner->choices.ahead);
  if (!tuner->options->record_store)
    store_close(tuner->choices.records);
  free(tuner->choices.variants);
}

static Status tune_ops(Tuner *tuner) {
  Status status = STATUS_OK;
  TRY(anchors_collect(tuner->payload.root, &tuner->anchors));
  TRY(anchors_check_annotations(&tuner->anchors, &tuner->payload.location));
  tosa_report(&tuner->report, tuner->payload.root);
  packed_integers_report(&tuner->report, tuner->payload.root);
  TRY(tune_expand_aggregates(tuner));
  TRY(tune_partitions_make(tuner));
  put_members_last(tuner);
  anchors_sort(&tuner->anchors);
  TRY(tune_anchors(tuner));
  tune_partitions_finish(tuner);
cleanup:
  return status;
}

Status tune_rewritten(Tuner *tuner) {
  Status status = STATUS_OK;
  TRY(start(tuner));
  TRY(tune_targets_start(tuner));
  TRY(tune_ops(tuner));
cleanup:
  tune_partitions_destroy(tuner);
  finish(tuner);
  return status;
}

static Status tune_all(Tuner *tuner) {
  Status status = STATUS_OK;
  TRY(rewrite_payload(tuner));
  TRY(tune_layout(tuner));
  TRY(tune_winograd(tuner));
  TRY(tune_chains(tuner));
  TRY(tune_look_prepare(tuner));
  TRY(tune_ops(tuner));
  sizes_place(tuner->payload.root);
  cut_marks_remove(tuner->payload.root);
  if (tuner->payload.applies_annotations || tuner->options->emit == EMIT_IR)
    prepack_split(tuner->payload.root, &tuner->report);
  constant_results_unmark(tuner->payload.root);
cleanup:
  return status;
}

static Status tune_only(Tuner *tuner) {
  // It stays where its machine is foreign, which tune_op has to give a reason for.
  if (!tune_targets_enter(tuner, tuner->payload.only))
    status_fail(STATUS_UNSUPPORTED, "%s", tuner->machines.scope->named.foreign);
  Status status = anchors_append(&tuner->anchors, tuner->payload.only, 0, -1);
  return status == STATUS_OK ? tune_anchors(tuner) : status;
}

static Status tuner_run(Tuner *tuner) {
  Status status = STATUS_OK;
  TRY(start(tuner));
  cut_marks_remove(tuner->payload.root); // a run marks what it cuts itself
  TRY(fp_marks_check(tuner->payload.root, &tuner->payload.location));
  TRY(prepack_check(tuner->payload.root, &tuner->payload.location));
  TRY(dim_names_check(tuner->payload.root, &tuner->options->sizes, &tuner->payload.location));
  TRY(apply_script(tuner));
  TRY(tune_targets_start(tuner));
  name_script_targets(tuner);
  mark_fp(tuner);
  TRY(mlirOperationIsNull(tuner->payload.only) ? tune_all(tuner) : tune_only(tuner));
  tune_targets_report(tuner);
cleanup:
  finish(tuner);
  return status;
}

// --- runs

// The mode goes with the schedules, onto the fused ops too, since it says what their code may do.
static void annotate(const Tuner *tuner, MlirOperation payload, const AnchorList *anchors,
                     const ScheduleLog *log, bool *out_changed) {
  if (tuner->options->has_fp)
    fp_modes_write(payload, tuner->options->fp, out_changed);
  tune_partitions_write(tuner, payload, out_changed);
  emit_annotations(anchors, log, out_changed);
}

// A script of functions with one target names it.
static Status emit_script(const Tuner *tuner, MlirOperation payload, const AnchorList *anchors,
                          const ScheduleLog *log, bool *out_changed) {
  TuneOptions options = *tuner->options;
  memcpy(options.target_text, tuner->machines.text.bytes, sizeof(options.target_text));
  ScriptPartitions partitions = {.count = tuner->plans.count};
  const char **texts = calloc((size_t)partitions.count + 1, sizeof *texts);
  if (!texts)
    return status_fail(STATUS_SYSTEM, "out of memory for a transform script");
  for (int f = 0; f < partitions.count; f++)
    texts[f] = tuner->plans.items[f].text;
  partitions.texts = texts;
  Status status = emit_schedule(payload, anchors, log, &partitions, &options, out_changed);
  free(texts);
  return status;
}

// Tunes a clone of the payload and writes what was decided into the payload.
static Status tune_clone(Tuner *tuner, bool *out_changed) {
  Status status = STATUS_OK;
  AnchorList anchors = {0};
  ScheduleLog log = {0};
  MlirOperation payload = tuner->payload.root;
  MlirOperation clone = mlirOperationClone(payload);

  tuner->payload.root = clone;
  tuner->payload.outer = mlirOperationGetParentOperation(payload);
  tuner->listeners.log = &log;
  TRY(anchors_collect(payload, &anchors));
  TRY(tuner_run(tuner));
  schedule_log_sort(&log);
  if (tuner->options->emit == EMIT_ANNOTATE)
    annotate(tuner, payload, &anchors, &log, out_changed);
  else
    TRY(emit_script(tuner, payload, &anchors, &log, out_changed));
cleanup:
  tune_partitions_destroy(tuner);
  tuner->payload.root = payload;
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
  rehearsal.payload.root = mlirOperationClone(tuner->payload.root);
  rehearsal.payload.outer = mlirOperationGetParentOperation(tuner->payload.root);
  rehearsal.report = (PassReport){.statistics = &statistics};
  Status status = tuner_run(&rehearsal);
  tune_partitions_destroy(&rehearsal);
  tuner->payload.location = rehearsal.payload.location;
  tuner->choices.memo = rehearsal.choices.memo;
  tuner->choices.looked = rehearsal.choices.looked;
  tuner->choices.worker = rehearsal.choices.worker;
  tuner->report.statistics->candidates = statistics.candidates;
  memcpy(tuner->report.statistics->rejected, statistics.rejected, sizeof(statistics.rejected));
  tuner->report.statistics->choose_seconds = statistics.choose_seconds;
  mlirOperationDestroy(rehearsal.payload.root);
  return status;
}

static Status write_statistics(Tuner *tuner) {
  const TuneOptions *options = tuner->options;
  // No op of it is to blame.
  tuner->payload.location = mlirOperationGetLocation(tuner->payload.root);
  return options->statistics[0] ? statistics_file_add(options->statistics, tuner->report.statistics)
                                : STATUS_OK;
}

Status tune_payload(MlirOperation root, const TuneOptions *options, TuneStatistics *statistics,
                    RemarkCallback remark, void *payload, bool *out_changed,
                    MlirLocation *out_location) {
  Status status = STATUS_OK;
  TuneStatistics run = {0};
  Tuner tuner = {.options = options,
                 .report = {.statistics = &run, .remark = remark, .payload = payload},
                 .payload = {.root = root}};
  ScriptOption script = {0};
  bool rewrites = options->emit == EMIT_IR;
  TRY(choose_script(&tuner, &script));
  if (rewrites && (options->requires_model || options->requires_record || options->requires_tuned))
    TRY(tune_rehearsal(&tuner));
  TRY(rewrites ? tuner_run(&tuner) : tune_clone(&tuner, out_changed));
  TRY(write_statistics(&tuner));
cleanup:
  statistics_add(statistics, &run);
  if (rewrites)
    *out_changed = tuner.report.changed;
  *out_location = tuner.payload.location;
  script_option_destroy(&script);
  tune_partitions_destroy(&tuner);
  worker_destroy(tuner.choices.worker);
  choice_memo_destroy(&tuner.choices.memo);
  choice_memo_destroy(&tuner.choices.looked);
  return status;
}

Status tune_apply_annotations(MlirOperation root, const TuneOptions *options,
                              TuneStatistics *statistics, RemarkCallback remark, void *payload,
                              bool *out_changed, MlirLocation *out_location) {
  Tuner tuner = {.options = options,
                 .report = {.statistics = statistics, .remark = remark, .payload = payload},
                 .payload = {.root = root, .applies_annotations = true}};
  Status status = tuner_run(&tuner);
  *out_changed = tuner.report.changed;
  *out_location = tuner.payload.location;
  tune_partitions_destroy(&tuner);
  choice_memo_destroy(&tuner.choices.memo);
  choice_memo_destroy(&tuner.choices.looked);
  return status;
}

// The function around it, or else all that it is part of: what is said about machines and
// arithmetic is looked for there.
static MlirOperation payload_of(MlirOperation op) {
  MlirOperation around = mlirOperationGetParentOperation(op);
  while (!mlirOperationIsNull(around) && !ir_op_is(around, "func.func") &&
         !mlirOperationIsNull(mlirOperationGetParentOperation(around)))
    around = mlirOperationGetParentOperation(around);
  return around;
}

Status tune_op(MlirOperation op, const TuneOptions *options, RemarkCallback remark, void *payload) {
  TuneStatistics statistics = {0};
  Tuner tuner = {.options = options,
                 .report = {.statistics = &statistics, .remark = remark, .payload = payload},
                 .payload = {.root = payload_of(op), .only = op}};
  if (mlirOperationIsNull(tuner.payload.root))
    return status_fail(STATUS_UNSUPPORTED, "an op that lies in no other cannot be replaced");
  if (options->script[0])
    return status_fail(STATUS_USAGE,
                       "option 'script': a script begins at a module, and only one op "
                       "is tuned");
  tuner.payload.outer = mlirOperationGetParentOperation(tuner.payload.root);
  Status status = tuner_run(&tuner);
  if (status == STATUS_OK && statistics.ops_tuned == 0)
    status = status_fail(STATUS_UNSUPPORTED, "%s",
                         statistics.ops_seen ? status_text() : "nobody uses what the op computes");
  if (status == STATUS_OK)
    status = write_statistics(&tuner);
  worker_destroy(tuner.choices.worker);
  choice_memo_destroy(&tuner.choices.memo);
  choice_memo_destroy(&tuner.choices.looked);
  return status;
}

Status tune_observe(MlirOperation root, const TuneOptions *options, TuneObserver observe,
                    void *user) {
  TuneStatistics statistics = {0};
  MlirOperation clone = mlirOperationClone(root);
  Tuner tuner = {.options = options,
                 .report = {.statistics = &statistics},
                 .payload = {.root = clone, .outer = mlirOperationGetParentOperation(root)},
                 .listeners = {.observe = observe, .observer = user}};
  ScriptOption script = {0};
  Status status = choose_script(&tuner, &script);
  if (status == STATUS_OK)
    status = tuner_run(&tuner);
  script_option_destroy(&script);
  tune_partitions_destroy(&tuner);
  worker_destroy(tuner.choices.worker);
  choice_memo_destroy(&tuner.choices.memo);
  choice_memo_destroy(&tuner.choices.looked);
  mlirOperationDestroy(clone);
  return status;
}
