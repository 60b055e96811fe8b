// One op: decide, tell the observer, rewrite, report. An op that cannot be tuned stays as it is and
// gets a remark with the reason.
#include "passes/tuner.h"

#include "costmodel/threads/thread_choice.h"
#include "search/scorer.h"
#include "transforms/function_target.h"
#include "transforms/kernel/emit.h"
#include "transforms/report/anchor_text.h"
#include "transforms/threads/homes.h"
#include "transforms/threads/thread_marks.h"

#include <stdio.h>
#include <string.h>

Status tune_leave(const Tuner *tuner, MlirOperation op, int64_t *counter) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  if (tuner->options->requires_tuned)
    return status_fail(STATUS_USAGE, "option 'require': %.*s stays untouched: %s", (int)name.length,
                       name.data, status_text());
  ++*counter;
  pass_report_say(&tuner->report, REMARK_MISSED, op, status_text());
  return STATUS_OK;
}

// The best schedules that the model saw, its choice first. Only the kernels are split over threads,
// not what they leave to other ops.
static int list_candidates(const Tuner *tuner, const Decision *decision,
                           ThreadCandidate candidates[CHOOSE_MAX_TOP]) {
  const Choice *choice = &decision->choice;
  double unfused_seconds = choice->predicted_seconds - decision->kernel_seconds;
  candidates[0] = (ThreadCandidate){decision->schedule, decision->kernel_seconds};
  for (int n = 1; n < choice->top_count; n++) {
    candidates[n] =
        (ThreadCandidate){choice->top[n].schedule, choice->top[n].seconds - unfused_seconds};
    variants_name(tuner->choices.variants, decision->variant, &candidates[n].schedule);
  }
  return choice->top_count > 1 ? choice->top_count : 1;
}

// What is to be cut: where a model chose, another schedule of the same bits may be better for
// several threads. What the op takes on one thread, by which layouts are chosen, stays as it was.
static ThreadCandidate choose_for_threads(const Tuner *tuner, int threads, const ThreadHomes *homes,
                                          Decision *decision) {
  ThreadCandidate candidates[CHOOSE_MAX_TOP],
      chosen = {decision->schedule, decision->kernel_seconds};
  if (!decision->is_by_model || tuner->options->top_k > 0 || decision->choice.looked_away)
    return chosen;
  int count = list_candidates(tuner, decision, candidates);
  thread_choose_schedule(&tuner->choices.variants->workloads[decision->variant], candidates, count,
                         tuner->machines.target, threads, homes, &chosen);
  if (emit_check(&tuner->choices.variants->groups[decision->variant], &chosen.schedule,
                 tuner->machines.target) != STATUS_OK)
    return candidates[0];
  decision->schedule = chosen.schedule;
  return chosen;
}

// How the kernel is split over threads, by which schedule of the same bits, and what is said about
// it. A caller's parallel loop around the op has the threads already. Returns its seconds.
static double choose_threads(const Tuner *tuner, MlirOperation op, Decision *decision,
                             ThreadSplit *out_split, char *text, size_t size) {
  int threads = tune_thread_count(tuner);
  *out_split = (ThreadSplit){0};
  text[0] = '\0';
  if (threads < 2)
    return decision->kernel_seconds;
  if (thread_mark_is_inside(op)) {
    snprintf(text, size, "one thread: it lies inside a parallel loop");
    return decision->kernel_seconds;
  }
  ThreadChoice choice;
  ThreadHomes homes;
  homes_read(&tuner->choices.variants->groups[decision->variant], &homes);
  ThreadCandidate kernel = choose_for_threads(tuner, threads, &homes, decision);
  thread_choose(&tuner->choices.variants->workloads[decision->variant], &kernel,
                tuner->machines.target, threads, &homes, &choice);
  thread_choice_print(&choice, text, size);
  *out_split = choice.split;
  return decision->kernel_seconds > 0 ? choice.seconds : 0;
}

static Status rewrite(Tuner *tuner, const Decision *decision, const ThreadSplit *split) {
  Group *group = &tuner->choices.variants->groups[decision->variant];
  MlirOperation ops[GROUP_MAX_OPS];
  memcpy(ops, group->ops, sizeof(ops));
  MlirOperation function = enclosing_function(group->anchor, tuner->payload.root);
  Status status = emit_group(group, &decision->schedule, split, tuner->machines.target);
  for (int i = 0; i < group->op_count && status == STATUS_OK; i++)
    if (mlirOperationIsNull(group->ops[i])) {
      anchors_remove(&tuner->anchors, ops[i]);
      tune_partitions_forget(tuner, function, ops[i]);
    }
  if (status == STATUS_OK)
    function_target_write(function, tuner->machines.target);
  return status;
}

// The texts that a remark lends.
typedef struct RemarkTexts {
  char schedule[OPTION_SCHEDULE_BYTES], runner_up[OPTION_SCHEDULE_BYTES];
  char trust[TRUST_TEXT_BYTES];
  char threads[THREAD_CHOICE_TEXT_BYTES];
  char part[128], fused[2048];
} RemarkTexts;

// Seconds have four digits in remarks.
static const double LESS_AS_PRINTED = 0.9995;

// What the model looked at.
static void remark_add_choice(TuneRemark *remark, const Variants *variants, const Choice *choice,
                              RemarkTexts *texts) {
  Schedule runner_up = choice->runner_up;
  remark->seconds = choice->predicted_seconds;
  remark->measured_seconds = choice->measured_seconds;
  remark->candidates = choice->candidates;
  remark->look = choice->look;
  remark->rejected = choice->rejected;
  if (schedule_key(&runner_up) == schedule_key(&choice->schedule))
    return;
  variants_name(variants, choice->variant, &runner_up);
  schedule_print(&variants->workloads[choice->variant], &runner_up, texts->runner_up,
                 sizeof(texts->runner_up));
  remark->runner_up = texts->runner_up;
  remark->runner_up_seconds = choice->runner_up_seconds;
  if (choice->runner_up_seconds < LESS_AS_PRINTED * choice->predicted_seconds)
    remark->why = choice->looked_away
                      ? "the second look chose by its machine code"
                      : choose_reason(choice->measured_seconds != 0, choice->is_ahead);
}

// How far the learned model is trusted on the machine and the workload.
static const char *describe_trust(const Tuner *tuner, const Workload *workload, ScheduleRule rule,
                                  RemarkTexts *texts) {
  FeatureContext context;
  if (!features_prepare(workload, rule, tuner->machines.target, &context))
    return "";
  Trust trust = scorer_trust_of(tuner->options->model.learned, workload, context.row);
  trust_describe(&trust, texts->trust, sizeof(texts->trust));
  return texts->trust;
}

// Made before the rewrite, which takes the op away.
static TuneRemark remark_passed(const Tuner *tuner, MlirOperation op, const Decision *decision,
                                RemarkTexts *texts) {
  const Workload *workload = &tuner->choices.variants->workloads[decision->variant];
  TuneRemark remark = remark_start(REMARK_PASSED, op);
  schedule_print(workload, &decision->schedule, texts->schedule, sizeof(texts->schedule));
  remark.source = decision->source;
  remark.schedule = texts->schedule;
  remark.threads = texts->threads;
  remark.fused =
      anchor_describe_fused(&tuner->anchors, &tuner->choices.variants->groups[decision->variant],
                            texts->fused, sizeof texts->fused);
  anchor_describe_part(&tuner->anchors, op, texts->part, sizeof texts->part);
  remark.fused_ops = texts->fused;
  remark.part = texts->part;
  if (decision->is_by_model) {
    const LearnedModel *learned = tuner->options->model.learned;
    remark.model = learned ? learned_model_note(learned) : "";
    if (learned)
      remark.trust = describe_trust(tuner, workload, decision->schedule.rule, texts);
    remark_add_choice(&remark, tuner->choices.variants, &decision->choice, texts);
  }
  if (decision->is_by_record)
    remark.measured_seconds = decision->choice.measured_seconds;
  return remark;
}

static void count_kernel(Tuner *tuner, const Decision *decision, const ThreadSplit *split) {
  TuneStatistics *statistics = tuner->report.statistics;
  WorkloadFamily family = workload_family(&tuner->choices.variants->workloads[decision->variant]);
  ++statistics->tuned[family][decision->schedule.rule];
  statistics->kernels_threaded += split->count > 0;
}

static Status report_tuned(Tuner *tuner, const Anchor *anchor, const Decision *decision,
                           const TuneRemark *remark) {
  tuner->report.changed = true;
  ++tuner->report.statistics->ops_tuned;
  ++tuner->machines.scope->tuned;
  ++*decision->counter;
  tuner->report.statistics->ops_fused += remark->fused;
  pass_report_remark(&tuner->report, remark);
  return tuner->listeners.log ? schedule_log_append(tuner->listeners.log, anchor->index,
                                                    anchor->part, remark->schedule)
                              : STATUS_OK;
}

bool op_is_dead(MlirOperation op) {
  return mlirOperationGetNumResults(op) > 0 && !ir_op_is_used(op);
}

static Status check_required(const Tuner *tuner, MlirOperation op, const Decision *decision) {
  const TuneOptions *options = tuner->options;
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  if (options->requires_record && !decision->is_by_record)
    return status_fail(STATUS_USAGE,
                       "option 'require': %.*s has no record for this target in %s, its schedule "
                       "comes from: %s; measure it with autotune tune or use require=any",
                       (int)name.length, name.data, options->records, decision->source);
  if (!options->requires_model || decision->is_by_model)
    return STATUS_OK;
  return status_fail(STATUS_USAGE,
                     "option 'require': the schedule of %.*s comes from its %s, not from a model; "
                     "remove that or use require=any",
                     (int)name.length, name.data, decision->source);
}

// What becomes of an op that a failure leaves as it is.
static Status op_skipped(Tuner *tuner, MlirOperation op, Status status, int64_t *counter) {
  tune_trial_count(tuner, op, 0, 0);
  return tune_is_fatal(status) ? status : tune_leave(tuner, op, counter);
}

Status tune_anchor(Tuner *tuner, const Anchor *anchor) {
  Decision decision;
  RemarkTexts texts;
  ThreadSplit split;
  MlirOperation op = anchor->op;
  if (op_is_dead(op) || tune_trial_skips(tuner, op))
    return STATUS_OK;
  ++tuner->report.statistics->ops_seen;
  tuner->payload.location = mlirOperationGetLocation(op);
  if (!tune_targets_enter(tuner, op))
    return tune_targets_leave(tuner, op);
  double start = tune_clock(tuner);
  Status status = tune_decide(tuner, anchor, &decision);
  tuner->report.statistics->choose_seconds += tune_clock(tuner) - start;
  if (status != STATUS_OK)
    return op_skipped(tuner, op, status, decision.counter);
  TRY(check_required(tuner, op, &decision));
  double shared =
      choose_threads(tuner, op, &decision, &split, texts.threads, sizeof(texts.threads));
  TuneRemark remark = remark_passed(tuner, op, &decision, &texts);
  if (tuner->listeners.observe)
    TRY(tuner->listeners.observe(tuner->choices.variants, decision.variant, texts.schedule,
                                 tuner->machines.target, tuner->listeners.observer));
  tune_trial_count(tuner, op, decision.kernel_seconds, shared);
  start = tune_clock(tuner);
  status = rewrite(tuner, &decision, &split);
  tuner->report.statistics->emit_seconds += tune_clock(tuner) - start;
  if (status != STATUS_OK)
    return op_skipped(tuner, op, status, &tuner->report.statistics->skipped_kernel);
  count_kernel(tuner, &decision, &split);
  TRY(report_tuned(tuner, anchor, &decision, &remark));
cleanup:
  return status;
}
