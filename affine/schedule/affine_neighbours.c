// Neighbours: nests side by side that would stay loops, or become ops element by element, are tried
// as one nest. One nest must not cost what the single ones had: rules that applied to them still
// do, and statements that ran in vectors still do.
#include "affine/schedule/affine_neighbours.h"
#include "affine/affine_costs.h"

#include "affine/loop_rules/loop_rules.h"
#include "affine/schedule/affine_parallel.h"
#include "affine/schedule/affine_transformations.h"
#include "transforms/extract/structured_op.h"
#include <stdio.h>
#include <string.h>

// --- what may stand between two nests

static bool name_starts(MlirStringRef name, const char *start) {
  size_t length = strlen(start);
  return name.length >= length && !memcmp(name.data, start, length);
}

// Memory that is made there is not that of the nests before, and views touch nothing.
static bool op_is_quiet(MlirOperation op) {
  static const char *const quiet[] = {"memref.alloc",
                                      "memref.alloca",
                                      "memref.subview",
                                      "memref.cast",
                                      "memref.get_global",
                                      "memref.reinterpret_cast",
                                      "memref.collapse_shape",
                                      "memref.expand_shape",
                                      "memref.view",
                                      "memref.transpose",
                                      "memref.assume_alignment",
                                      "memref.memory_space_cast",
                                      "memref.dim",
                                      "affine.apply",
                                      "affine.min",
                                      "affine.max"};
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  bool is_quiet = name_starts(name, "arith.") || name_starts(name, "math.");
  for (size_t i = 0; i < sizeof quiet / sizeof *quiet; i++)
    is_quiet |= ir_op_is(op, quiet[i]);
  return is_quiet;
}

bool affine_neighbours_adjoin(MlirOperation first, MlirOperation second) {
  MlirOperation op = mlirOperationGetNextInBlock(first);
  while (!mlirOperationIsNull(op) && !mlirOperationEqual(op, second) && op_is_quiet(op))
    op = mlirOperationGetNextInBlock(op);
  return !mlirOperationIsNull(op) && mlirOperationEqual(op, second);
}

// --- one nest of several

static bool is_one_nest(const AffineProgram *program, int64_t tile) {
  int last = tile ? 1 : 0; // what is left after the last tile has a loop of its own
  for (int i = 0; i < program->statement_count; i++)
    if (program->statements[i]->position[0] > last)
      return false;
  return true;
}

uint64_t affine_neighbours_vectors(const AffineProgram *program, bool is_dense) {
  uint64_t found = 0;
  for (int i = 0; i < program->statement_count; i++) {
    const AffineStatement *statement = program->statements[i];
    if (statement->lanes &&
        (!is_dense || affine_access_is_contiguous(&statement->accesses[0], statement->depth - 1)))
      found |= (uint64_t)1 << statement->id;
  }
  return found;
}

// Whether every rule of the first list is in the second.
static bool rules_hold(const char *before, const char *after) {
  while (*before) {
    size_t length = strcspn(before, ",");
    char rule[AFFINE_RULES_BYTES];
    memcpy(rule, before, length);
    rule[length] = 0;
    if (!strstr(after, rule))
      return false;
    before += length;
    before += strspn(before, ", ");
  }
  return true;
}

// `is_dense`: also statements of nests that ran in vectors of elements collected one by one.
static bool keeps_vectors(const AffineNest *nests, int count, const AffineProgram *program,
                          const char *rules, bool is_dense) {
  int first = 0;
  for (int i = 0; i < count; i++) {
    uint64_t found = affine_neighbours_vectors(program, is_dense || nests[i].is_elementwise);
    uint64_t wanted = nests[i].vectors << first;
    if ((found & wanted) != wanted || !rules_hold(nests[i].rules, rules))
      return false;
    first += nests[i].statement_count;
  }
  return true;
}

// One way to fuse nests [0, count).
typedef struct Attempt {
  const AffineProgram *source;
  const AffineNest *nests;
  int count;
  bool is_parallel;
  bool has_rules; // of single nests, which want arrays expanded
  AffineFuseOptions options;
} Attempt;

static bool fuse_with(const Attempt *attempt, bool notes_refusals, AffineFused *out) {
  AffineProgram *program = &out->program;
  int count = attempt->count;
  *program = affine_program_copy(attempt->source);
  out->rules[0] = out->parallel[0] = 0;
  if (attempt->has_rules)
    affine_expand_arrays(program, EXPAND_MAX_BYTES);
  bool is_fused =
      affine_fuse_program(program, &attempt->options, notes_refusals ? &out->fusions : NULL);
  // Statements of one loop that linalg ops would tear apart.
  if (!is_fused && count == 1 && attempt->nests[0].is_elementwise)
    is_fused = program->is_fused = affine_fuse_has_passes(program);
  is_fused = is_fused && (count == 1 || is_one_nest(program, attempt->options.tile));
  if (is_fused) {
    bool is_deep = attempt->has_rules && !attempt->options.tile && !attempt->options.is_shallow;
    if (attempt->is_parallel)
      (void)affine_parallel_cut(program, AFFINE_MAX_DEPTH, 0);
    LoopRulesText text;
    (void)loop_rules_apply(program, 0, &text);
    snprintf(out->rules, AFFINE_RULES_BYTES, "%s", text.done);
    is_fused = keeps_vectors(attempt->nests, count, program, out->rules, is_deep);
    if (is_fused && attempt->is_parallel)
      (void)affine_parallel_settle(program, out->parallel, AFFINE_RULES_BYTES);
  }
  if (!is_fused)
    affine_program_destroy(program);
  return is_fused;
}

bool affine_neighbours_fuse(const AffineProgram *source, const AffineNest *nests, int count,
                            bool is_parallel, AffineFused *out_fused) {
  const int lanes = affine_program_lanes(source);
  Attempt attempt = {.source = source, .nests = nests, .count = count, .is_parallel = is_parallel};
  out_fused->fusions.refusal_count = 0;
  for (int i = 0; i < count; i++)
    attempt.has_rules |= nests[i].rules[0] != 0;
  attempt.options.lanes = attempt.has_rules ? lanes : 0;
  if (fuse_with(&attempt, true, out_fused))
    return true;
  // Rows of which vectors are collected are better done one after the other.
  attempt.options.is_shallow = true;
  if (attempt.has_rules && fuse_with(&attempt, false, out_fused))
    return true;
  // Rules that want the outermost loop find it inside a tile, of four vectors of elements or fewer.
  for (int vectors = 4; attempt.has_rules && count > 1 && vectors > 0; vectors /= 2) {
    attempt.options.tile = vectors * lanes;
    attempt.options.lanes = 0;
    if (fuse_with(&attempt, false, out_fused))
      return true;
  }
  return false;
}
