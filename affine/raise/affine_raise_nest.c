// One nest by itself: linalg ops where they can be made, else loops that the loop rules change.
#include "affine/affine_costs.h"
#include "affine/analysis/affine_dependence.h"
#include "affine/loop_rules/loop_rules.h"
#include "affine/raise/affine_raising.h"
#include "affine/read/affine_read.h"
#include "affine/schedule/affine_transformations.h"
#include <stdio.h>

// --- what the nest becomes

// `refused`: loop rules that would have paid, or nothing.
static Status fail_unraised(const AffineProgram *program, const char *refused) {
  AffineDependence found;
  char reason[128] = "too little of the nest is a linalg op";
  if (affine_dependence_find(program, &found))
    affine_dependence_describe(program, &found, reason, sizeof reason);
  return status_fail(STATUS_UNSUPPORTED, "%s%s%s", reason, refused[0] ? "; " : "", refused);
}

static int count_lanes(const AffineProgram *program) {
  int count = 0;
  for (int i = 0; i < program->statement_count; i++)
    count += program->statements[i]->lanes != 0;
  return count;
}

// The nest stays loops. `rules` tells which loop rules changed it. Arrays are expanded where that
// puts more iterations side by side, or nothing could be done without.
static Status keep_loops(const AffineProgram *source, AffineProgram *program, char *rules) {
  Status status = STATUS_OK;
  AffineProgram expanded = affine_program_copy(source);
  LoopRulesText plain_text, expanded_text;
  *program = affine_program_copy(source);
  affine_expand_arrays(&expanded, EXPAND_MAX_BYTES);
  bool is_changed = loop_rules_apply(program, 0, &plain_text);
  bool is_better = loop_rules_apply(&expanded, 0, &expanded_text) &&
                   (!is_changed || count_lanes(&expanded) > count_lanes(program));
  if (!is_changed && !is_better)
    status = fail_unraised(program, expanded_text.refused);
  affine_program_destroy(is_changed && !is_better ? &expanded : program);
  if (is_better)
    *program = expanded;
  else if (!is_changed)
    affine_program_destroy(&expanded);
  snprintf(rules, AFFINE_RULES_BYTES, "%s", is_better ? expanded_text.done : plain_text.done);
  return status;
}

// Sums of products are taken apart, and arrays expanded only where that finds more.
static Status schedule(const AffineProgram *source, AffineProgram *program, AffineSummary *summary,
                       char *rules) {
  Status status = STATUS_OK;
  AffineProgram expanded;
  AffineSummary expanded_summary = {0};
  *program = affine_program_copy(source);
  affine_terms_separate(program);
  expanded = affine_program_copy(program);
  affine_expand_arrays(&expanded, EXPAND_MAX_BYTES);
  bool is_expanded = expanded.array_count > program->array_count;
  bool is_raised = affine_schedule_program(program, 0, summary);
  bool is_better = is_expanded && affine_schedule_program(&expanded, 0, &expanded_summary) &&
                   (!is_raised || expanded_summary.score > SCHEDULE_BETTER * summary->score);
  AffineProgram *worse = is_better ? program : &expanded;
  affine_program_destroy(worse);
  if (is_better) {
    *program = expanded;
    *summary = expanded_summary;
  } else if (!is_raised) {
    affine_program_destroy(program);
    status = keep_loops(source, program, rules);
    if (status != STATUS_OK && summary->is_exhausted)
      status = status_fail(STATUS_UNSUPPORTED, "scheduling takes more than %d copies of statements",
                           AFFINE_MAX_COPIES);
  }
  return status;
}

static int source_depth(const AffineProgram *source, int id) {
  int i = 0;
  while (source->statements[i]->id != id)
    i++;
  return source->statements[i]->depth;
}

// Whether every statement became an op of the elements that it stores, as it stood in its loops.
static bool is_elementwise(const AffineProgram *program, const AffineProgram *source) {
  for (int i = 0; i < program->statement_count; i++) {
    const AffineStatement *statement = program->statements[i];
    if (!statement->raised || statement->guard_count ||
        statement->depth != source_depth(source, statement->id))
      return false;
    for (int d = 0; d < statement->depth; d++)
      if ((statement->raised >> d & 1) && !affine_access_uses(&statement->accesses[0], d))
        return false;
  }
  return true;
}

// Ops that loop rules have made loops of again are none.
static void count_ops(const AffineProgram *program, AffineSummary *summary) {
  int raised = 0;
  for (int i = 0; i < program->statement_count; i++)
    raised += program->statements[i]->raised != 0;
  summary->serial += summary->raised - raised;
  summary->raised = raised;
}

void affine_raise_nest_assess(const AffineRaising *raising, MlirOperation loop, AffineNest *nest) {
  *nest = (AffineNest){.root = loop};
  nest->status = affine_read_nest(raising->pool, loop, raising->target, &nest->source);
  if (nest->status == STATUS_OK) {
    nest->statement_count = nest->source.statement_count;
    affine_forward_scalars(&nest->source);
    nest->status = schedule(&nest->source, &nest->program, &nest->summary, nest->rules);
    nest->is_loops = nest->status == STATUS_UNSUPPORTED || nest->rules[0];
    nest->is_elementwise = !nest->is_loops && nest->status == STATUS_OK &&
                           is_elementwise(&nest->program, &nest->source);
  }
  if (nest->status != STATUS_OK) {
    snprintf(nest->text, sizeof nest->text, "%s", status_text());
    return;
  }
  LoopRulesText between = {.done = ""};
  if (!nest->is_loops)
    (void)loop_rules_apply(&nest->program, 0, &between);
  if (!nest->is_loops)
    count_ops(&nest->program, &nest->summary);
  affine_raise_print(nest, between.done);
  if (nest->is_loops)
    nest->vectors = affine_neighbours_vectors(&nest->program, false);
  for (int i = 0; nest->is_elementwise && i < nest->program.statement_count; i++)
    nest->vectors |= (uint64_t)1 << nest->program.statements[i]->id;
}

// --- emission

Status affine_raise_nest_emit(const AffineRaising *raising, AffineNest *nest) {
  char text[2 * AFFINE_TEXT_BYTES];
  if (affine_raise_wants_parallel(raising, nest) && nest->statement_count && !nest->parallel[0])
    affine_raise_tell_carried(raising, nest);
  if (nest->status != STATUS_OK) {
    pass_report_say(raising->report, REMARK_MISSED, nest->root, nest->text);
    return STATUS_OK;
  }
  const char *what = nest->is_loops ? nest->rules : nest->text;
  snprintf(text, sizeof text, "%s%s%s", what, what[0] && nest->parallel[0] ? ", " : "",
           nest->parallel);
  pass_report_say(raising->report, nest->is_loops ? REMARK_REWRITTEN : REMARK_RAISED, nest->root,
                  text);
  ++*(nest->is_loops ? &raising->report->statistics->nests_rewritten
                     : &raising->report->statistics->nests_raised);
  return affine_raise_emit(raising, nest, &nest->program);
}
