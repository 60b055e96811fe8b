// One nest on several processors: the loops that run in parallel are cut off first, and what they
// hold becomes linalg ops or loops as if it stood alone. The first way that leaves a parallel loop
// is taken.
#include "affine/affine_costs.h"
#include "affine/loop_rules/loop_rules.h"
#include "affine/raise/affine_raising.h"
#include "affine/schedule/affine_parallel.h"
#include "affine/schedule/affine_transformations.h"
#include <stdio.h>

static bool has_contraction(const AffineProgram *program) {
  for (int i = 0; i < program->statement_count; i++) {
    const AffineStatement *statement = program->statements[i];
    int loops = 0, sums = 0;
    for (int d = 0; d < statement->depth; d++) {
      loops += statement->raised >> d & 1;
      sums += (statement->raised >> d & 1) && !affine_access_uses(&statement->accesses[0], d);
    }
    if (loops >= 3 && sums)
      return true;
  }
  return false;
}

// --- ways to cut

// What becomes of a nest while a way is tried.
typedef struct Cut {
  AffineProgram program; // owned; a copy of the source at first
  AffineSummary summary; // of linalg ops
  LoopRulesText rules;   // for the loops that are left
  int deepest;           // loop that may run in parallel
  int threads;           // that get a block of the whole nest each, or 0
  bool is_loops;         // no linalg ops are made
} Cut;

typedef struct CutWay {
  const char *name;
  // False: it does not fit, or finds nothing.
  bool (*build)(Cut *cut);
  bool (*when)(const AffineNest *nest);
} CutWay;

static bool make_linalg(Cut *cut) {
  bool is_cut = cut->threads ? affine_parallel_share(&cut->program, cut->threads, 0)
                             : affine_parallel_cut(&cut->program, cut->deepest, 0);
  bool is_done = is_cut && affine_schedule_program(&cut->program, 0, &cut->summary);
  if (is_done)
    (void)loop_rules_apply(&cut->program, 0, &cut->rules);
  cut->is_loops = false;
  return is_done;
}

static bool build_linalg(Cut *cut) {
  affine_terms_separate(&cut->program);
  return make_linalg(cut);
}

static bool build_linalg_expanded(Cut *cut) {
  affine_terms_separate(&cut->program);
  affine_expand_arrays(&cut->program, EXPAND_MAX_BYTES);
  return make_linalg(cut);
}

static bool build_plain(Cut *cut) { return affine_parallel_cut(&cut->program, cut->deepest, 0); }

static bool build_plain_expanded(Cut *cut) {
  affine_expand_arrays(&cut->program, EXPAND_MAX_BYTES);
  return build_plain(cut);
}

static bool build_rules(Cut *cut) {
  return build_plain_expanded(cut) && loop_rules_apply(&cut->program, 0, &cut->rules);
}

static bool is_raised(const AffineNest *nest) {
  return nest->status == STATUS_OK && !nest->is_loops;
}

// Linalg ops of several loops are worth more than a parallel loop inside another one, which would
// take them apart.
static bool is_strong(const AffineNest *nest) {
  return is_raised(nest) && (nest->summary.is_split || has_contraction(&nest->program));
}

// Every statement is one linalg op, with no loop around it.
static bool is_whole(const AffineNest *nest) {
  const AffineProgram *program = &nest->program;
  for (int i = 0; is_raised(nest) && i < program->statement_count; i++)
    if (program->statements[i]->raised != (1u << program->statements[i]->depth) - 1)
      return false;
  return is_raised(nest);
}

static bool is_weak(const AffineNest *nest) { return !is_strong(nest); }

// In the order in which they are tried.
static const CutWay ways[] = {
    {"linalg ops", build_linalg, is_raised},
    {"linalg ops, arrays expanded", build_linalg_expanded, is_raised},
    {"loop rules, arrays expanded", build_rules, is_weak},
    {"loops as they are", build_plain, is_weak},
    {"loops as they are, arrays expanded", build_plain_expanded, is_weak},
};

// --- the nest

// `threads`: a block of the whole nest for each, or 0: blocks of its outermost parallel loops.
static bool cut_with(AffineNest *nest, const CutWay *way, int threads) {
  Cut cut = {.program = affine_program_copy(&nest->source),
             .summary = nest->summary,
             .deepest = is_strong(nest) ? 0 : AFFINE_MAX_DEPTH,
             .threads = threads,
             .is_loops = true};
  double least = threads ? PARALLEL_SHARE_MIN_SCORE * nest->summary.score : 0;
  if (!way->build(&cut) || cut.summary.score < least ||
      !affine_parallel_settle(&cut.program, nest->parallel, sizeof nest->parallel)) {
    affine_program_destroy(&cut.program);
    return false;
  }
  if (nest->status == STATUS_OK)
    affine_program_destroy(&nest->program);
  nest->status = STATUS_OK;
  nest->program = cut.program;
  nest->summary = cut.summary;
  nest->is_loops = cut.is_loops;
  snprintf(nest->rules, sizeof nest->rules, "%s", cut.rules.done);
  affine_raise_print(nest, "");
  return true;
}

bool affine_raise_wants_parallel(const AffineRaising *raising, const AffineNest *nest) {
  return raising->is_parallel && !(raising->keeps_linalg && (is_strong(nest) || is_whole(nest)));
}

// Whether the outermost loop stays as it was read, around all linalg ops, with iterations enough
// for every thread: then a thread that has whole iterations has whole ops.
static bool is_inside_loop(const AffineNest *nest, int threads) {
  AffineStatement *const *made = nest->program.statements;
  AffineStatement *const *read = nest->source.statements;
  int64_t trip, before;
  return nest->program.statement_count && nest->source.statement_count && read[0]->depth &&
         affine_loop_end(made, 0, nest->program.statement_count, 0) ==
             nest->program.statement_count &&
         affine_loop_constant_trip(&made[0]->loops[0], &trip) &&
         affine_loop_constant_trip(&read[0]->loops[0], &before) && trip == before &&
         trip >= (int64_t)PARALLEL_BLOCKS_PER_CORE * threads;
}

static bool cut_raised(AffineNest *nest, int threads) {
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
    if (ways[i].when == is_raised && cut_with(nest, &ways[i], threads))
      return true;
  return false;
}

// Tiles of time stay as they are, and those of a wave run at once.
static bool make_waves(const AffineRaising *raising, AffineNest *nest) {
  AffineProgram waves;
  if (!is_raised(nest) || raising->threads < 2)
    return false;
  waves = affine_program_copy(&nest->program);
  bool is_done = affine_parallel_wave(&waves, raising->threads, 0) &&
                 affine_parallel_settle(&waves, nest->parallel, sizeof nest->parallel);
  AffineProgram rest = is_done ? nest->program : waves;
  if (is_done)
    nest->program = waves;
  affine_program_destroy(&rest);
  return is_done;
}

void affine_raise_parallel_outermost(const AffineRaising *raising, AffineNest *nest) {
  if (!raising->is_parallel || raising->threads < 2 || !is_strong(nest))
    return;
  bool is_cut =
      make_waves(raising, nest) || (is_inside_loop(nest, raising->threads) && cut_raised(nest, 0));
  if (!is_cut && !is_whole(nest) && affine_parallel_keeps_bits(&nest->source))
    (void)cut_raised(nest, raising->threads);
}

void affine_raise_parallel(const AffineRaising *raising, AffineNest *nest) {
  if (make_waves(raising, nest))
    return;
  for (size_t i = 0; nest->statement_count && i < sizeof ways / sizeof *ways; i++)
    if (ways[i].when(nest) && cut_with(nest, &ways[i], 0))
      return;
  if (is_strong(nest) && affine_parallel_mark(&nest->program, 0))
    (void)affine_parallel_settle(&nest->program, nest->parallel, sizeof nest->parallel);
}
