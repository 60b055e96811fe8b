// The model is asked ahead, about several ops at once. A choice depends on nothing but plain data,
// its question; so the ops that come next are read as they stand, and the questions that differ are
// answered on the threads of the context. When the turn of an op comes, earlier ones may have
// changed what it can be fused with: then its question is another, and is asked as if there were no
// threads. So threads decide nothing.
#include "passes/tuner.h"

#include "passes/choose/parallel_shim.h"
#include "passes/choose/questions.h"
#include "transforms/annotation.h"
#include "transforms/extract/extract.h"

// Adds the question of an op that the model is going to choose for.
static void read_op(Tuner *tuner, MlirOperation op, Questions *questions) {
  double extra_seconds[VARIANTS_MAX];
  const Variants *variants = tuner->choices.variants;
  if (!mlirAttributeIsNull(annotation_get(op)) || op_is_dead(op) || tune_trial_skips(tuner, op) ||
      op_has_dynamic_shape(op) || !op_is_anchor_candidate(op) || !tune_targets_enter(tuner, op) ||
      tune_extract_variants(tuner, op) != STATUS_OK)
    return;
  ChooseOptions options = tune_choose_options(tuner);
  uint64_t key = tune_question(tuner, extra_seconds);
  if (!choice_memo_find(&tuner->choices.memo, key) && !questions_have(questions, key))
    questions_add(questions, key, variants->workloads, extra_seconds, variants->count,
                  tuner->machines.target, &options);
}

bool tune_asks_ahead(const Tuner *tuner) {
  const TuneOptions *options = tuner->options;
  return options->model.is_used && !tuner->choices.records && !tuner->payload.applies_annotations &&
         !options->schedule[0] &&
         parallel_threads(mlirOperationGetContext(tuner->payload.root)) > 1;
}

int tune_ask_ahead(Tuner *tuner, int first) {
  const AnchorList *anchors = &tuner->anchors;
  Questions questions = {.count = 0};
  int end = first;
  for (; end < anchors->count && questions.count < QUESTIONS_MAX &&
         anchors->items[end].rank == anchors->items[first].rank;
       end++)
    if (!mlirOperationIsNull(anchors->items[end].op))
      read_op(tuner, anchors->items[end].op, &questions);
  choice_memo_destroy(&tuner->choices.ahead);
  if (questions.count > 1)
    questions_ask(&questions, mlirOperationGetContext(tuner->payload.root), &tuner->choices.ahead);
  questions_destroy(&questions);
  return end;
}
