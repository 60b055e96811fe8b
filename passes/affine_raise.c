// See affine_raise.h.
#include "passes/affine_raise.h"

#include "passes/affine_neighbours.h"
#include "passes/affine_parallel.h"
#include "passes/affine_program.h"
#include "passes/affine_rest.h"
#include "passes/structured_op.h"
#include "transforms/ir.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static MlirWalkResult find_foreign(MlirOperation op, void *is_found) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  bool is_foreign = (name.length > 7 && !memcmp(name.data, "linalg.", 7)) ||
                    (name.length > 4 && !memcmp(name.data, "scf.", 4));
  *(bool *)is_found |= is_foreign;
  return is_foreign ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

// A loop around linalg ops or other loops is no nest of its own; what it holds is looked at.
static bool is_affine_loop(MlirOperation op) {
  bool is_mixed = false;
  if (!op_is_named(op, "affine.for"))
    return false;
  mlirOperationWalk(op, find_foreign, &is_mixed, MlirWalkPreOrder);
  return !is_mixed;
}

static bool is_outermost_loop(MlirOperation op) {
  if (!is_affine_loop(op))
    return false;
  for (op = mlirOperationGetParentOperation(op); !mlirOperationIsNull(op);
       op = mlirOperationGetParentOperation(op))
    if (is_affine_loop(op) || op_is_device_code(op))
      return false;
  return true;
}

static MlirStringRef function_around(MlirOperation op) {
  for (op = mlirOperationGetParentOperation(op); !mlirOperationIsNull(op);
       op = mlirOperationGetParentOperation(op)) {
    MlirAttribute symbol = mlirOperationGetAttributeByName(op, ir_string("sym_name"));
    if (!mlirAttributeIsNull(symbol) && mlirAttributeIsAString(symbol))
      return mlirStringAttrGetValue(symbol);
  }
  return mlirStringRefCreate("", 0);
}

// `refused`: rules for loops that would have paid, or nothing.
static Status fail_unraised(const AffineProgram *program, const char *refused) {
  AffineDependence found;
  char reason[128] = "too little of the nest is a linalg op";
  if (affine_find_dependence(program, &found))
    affine_describe_dependence(program, &found, reason, sizeof reason);
  return status_fail(STATUS_UNSUPPORTED, "%s%s%s", reason, refused[0] ? "; " : "", refused);
}

static int count_lanes(const AffineProgram *program) {
  int count = 0;
  for (int i = 0; i < program->statement_count; i++)
    count += program->statements[i]->lanes != 0;
  return count;
}

// The nest stays loops. `rest` tells which rules changed it. Arrays are expanded where that puts
// more iterations side by side, or nothing could be done without.
static Status schedule_rest(const AffineProgram *source, int vector_bits, AffineProgram *program,
                            char *rest) {
  Status status = STATUS_OK;
  AffineProgram expanded = affine_program_copy(source);
  RestText plain_text, expanded_text;
  *program = affine_program_copy(source);
  affine_program_expand(&expanded);
  bool is_changed = affine_program_try_rest(program, vector_bits, 0, &plain_text);
  bool is_better = affine_program_try_rest(&expanded, vector_bits, 0, &expanded_text) &&
                   (!is_changed || count_lanes(&expanded) > count_lanes(program));
  if (!is_changed && !is_better)
    status = fail_unraised(program, expanded_text.refused);
  affine_program_destroy(is_changed && !is_better ? &expanded : program);
  if (is_better)
    *program = expanded;
  else if (!is_changed)
    affine_program_destroy(&expanded);
  snprintf(rest, AFFINE_RULES_BYTES, "%s", is_better ? expanded_text.done : plain_text.done);
  return status;
}

// Sums of products are taken apart, and arrays expanded only where that finds more.
static Status schedule(const AffineProgram *source, int vector_bits, AffineProgram *program,
                       AffineSummary *summary, char *rest) {
  Status status = STATUS_OK;
  AffineProgram expanded;
  AffineSummary expanded_summary = {0};
  *program = affine_program_copy(source);
  affine_program_take_apart(program);
  expanded = affine_program_copy(program);
  affine_program_expand(&expanded);
  bool is_expanded = expanded.array_count > program->array_count;
  bool is_raised = affine_program_schedule(program, 0, summary);
  bool is_better = is_expanded && affine_program_schedule(&expanded, 0, &expanded_summary) &&
                   (!is_raised || expanded_summary.score > 1.01 * summary->score);
  AffineProgram *worse = is_better ? program : &expanded;
  affine_program_destroy(worse);
  if (is_better) {
    *program = expanded;
    *summary = expanded_summary;
  } else if (!is_raised) {
    affine_program_destroy(program);
    status = schedule_rest(source, vector_bits, program, rest);
  }
  return status;
}

// --- one nest by itself

// What is raised, and who hears of it.
typedef struct Run {
  int vector_bits;
  bool is_parallel;
  TuneStatistics *statistics;
  RemarkCallback remark;
  void *payload; // of the callback
  bool *out_changed;
} Run;

static void tell(const Run *run, MlirOperation loop, MlirLocation location, RemarkKind kind,
                 const char *text) {
  TuneRemark about = {.kind = kind,
                      .location = location,
                      .op = mlirIdentifierStr(mlirOperationGetName(loop)),
                      .function = function_around(loop),
                      .reason = text,
                      .source = "",
                      .schedule = "",
                      .runner_up = ""};
  if (run->remark)
    run->remark(&about, run->payload);
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
    const AffineStatement *s = program->statements[i];
    if (!s->raised || s->guard_count || s->depth != source_depth(source, s->id))
      return false;
    for (int d = 0; d < s->depth; d++)
      if ((s->raised >> d & 1) && !affine_access_uses(&s->accesses[0], d))
        return false;
  }
  return true;
}

// `between`: rules for the loops between the linalg ops, or nothing.
static void print_raised(AffineNest *nest, const char *between) {
  snprintf(nest->text, sizeof nest->text, "%d linalg ops and %d scalar statements%s%s%s",
           nest->summary.raised, nest->summary.serial,
           nest->summary.is_split ? ", loops split into rectangles" : "", between[0] ? ", " : "",
           between);
}

static void nest_assess(const Run *run, MlirOperation loop, AffineNest *nest) {
  *nest = (AffineNest){.root = loop};
  nest->status = affine_program_read(loop, &nest->source);
  if (nest->status == STATUS_OK) {
    nest->statement_count = nest->source.statement_count;
    affine_program_forward(&nest->source);
    nest->status =
        schedule(&nest->source, run->vector_bits, &nest->program, &nest->summary, nest->rules);
    nest->is_loops = nest->status == STATUS_UNSUPPORTED || nest->rules[0];
    nest->is_elementwise = !nest->is_loops && nest->status == STATUS_OK &&
                           is_elementwise(&nest->program, &nest->source);
  }
  if (nest->status != STATUS_OK) {
    snprintf(nest->text, sizeof nest->text, "%s", status_text());
    return;
  }
  RestText between = {.done = ""};
  if (!nest->is_loops)
    (void)affine_program_try_rest(&nest->program, run->vector_bits, 0, &between);
  print_raised(nest, between.done);
  if (nest->is_loops)
    nest->vectors = affine_program_vectors(&nest->program, false);
  for (int i = 0; nest->is_elementwise && i < nest->program.statement_count; i++)
    nest->vectors |= (uint64_t)1 << nest->program.statements[i]->id;
}

// --- loops for several processors

// What is made of a nest that has a parallel loop.
typedef enum Way { WAY_LINALG, WAY_RULES, WAY_PLAIN } Way;

static bool cut_with(const Run *run, AffineNest *nest, Way way, bool is_expanded, int deepest) {
  AffineProgram program = affine_program_copy(&nest->source);
  AffineSummary summary = nest->summary;
  char rules[AFFINE_RULES_BYTES] = "";
  if (way == WAY_LINALG)
    affine_program_take_apart(&program);
  if (is_expanded)
    affine_program_expand(&program);
  bool is_done = affine_program_cut(&program, deepest, 0);
  if (is_done && way == WAY_LINALG)
    is_done = affine_program_schedule(&program, 0, &summary);
  bool is_changed = is_done && way != WAY_PLAIN &&
                    affine_program_rest(&program, run->vector_bits, 0, rules, sizeof rules);
  if (way == WAY_RULES)
    is_done = is_changed;
  is_done = is_done && affine_program_settle(&program, nest->parallel, sizeof nest->parallel);
  if (!is_done) {
    affine_program_destroy(&program);
    return false;
  }
  if (nest->status == STATUS_OK)
    affine_program_destroy(&nest->program);
  nest->status = STATUS_OK;
  nest->program = program;
  nest->summary = summary;
  nest->is_loops = way != WAY_LINALG;
  memcpy(nest->rules, rules, sizeof rules);
  print_raised(nest, "");
  return true;
}

static bool has_contraction(const AffineProgram *program) {
  for (int i = 0; i < program->statement_count; i++) {
    const AffineStatement *s = program->statements[i];
    int loops = 0, sums = 0;
    for (int d = 0; d < s->depth; d++) {
      loops += s->raised >> d & 1;
      sums += (s->raised >> d & 1) && !affine_access_uses(&s->accesses[0], d);
    }
    if (loops >= 3 && sums)
      return true;
  }
  return false;
}

// Linalg ops of several loops are worth more than a parallel loop inside another one, which would
// take them apart.
static void nest_cut(const Run *run, AffineNest *nest) {
  static const struct {
    Way way;
    bool is_expanded;
  } attempts[] = {{WAY_LINALG, false},
                  {WAY_LINALG, true},
                  {WAY_RULES, true},
                  {WAY_PLAIN, false},
                  {WAY_PLAIN, true}};
  bool is_raised = nest->status == STATUS_OK && !nest->is_loops;
  bool is_strong = is_raised && (nest->summary.is_split || has_contraction(&nest->program));
  for (size_t i = 0; nest->statement_count && i < sizeof attempts / sizeof *attempts; i++)
    if ((attempts[i].way == WAY_LINALG ? is_raised : !is_strong) &&
        cut_with(run, nest, attempts[i].way, attempts[i].is_expanded,
                 is_strong ? 0 : AFFINE_MAX_DEPTH))
      return;
  if (is_strong && affine_program_mark(&nest->program, 0))
    (void)affine_program_settle(&nest->program, nest->parallel, sizeof nest->parallel);
}

static void tell_carried(const Run *run, const AffineNest *nest) {
  char carried[AFFINE_TEXT_BYTES], text[2 * AFFINE_TEXT_BYTES];
  affine_program_print_carried(&nest->source, carried, sizeof carried);
  snprintf(text, sizeof text, "no loop in parallel: %s",
           carried[0] ? carried : "too little work in it");
  tell(run, nest->root, mlirOperationGetLocation(nest->root), REMARK_REFUSED, text);
}

static Status nest_emit(const Run *run, AffineNest *nest) {
  char text[2 * AFFINE_TEXT_BYTES];
  MlirLocation location = mlirOperationGetLocation(nest->root);
  if (run->is_parallel && nest->statement_count && !nest->parallel[0])
    tell_carried(run, nest);
  if (nest->status != STATUS_OK) {
    tell(run, nest->root, location, REMARK_MISSED, nest->text);
    return STATUS_OK;
  }
  const char *what = nest->is_loops ? nest->rules : nest->text;
  snprintf(text, sizeof text, "%s%s%s", what, what[0] && nest->parallel[0] ? ", " : "",
           nest->parallel);
  tell(run, nest->root, location, nest->is_loops ? REMARK_REWRITTEN : REMARK_RAISED, text);
  ++*(nest->is_loops ? &run->statistics->nests_rewritten : &run->statistics->nests_raised);
  *run->out_changed = true;
  return affine_program_emit(&nest->program);
}

static void nest_destroy(AffineNest *nest) {
  affine_program_destroy(&nest->source);
  if (nest->status == STATUS_OK)
    affine_program_destroy(&nest->program);
}

// --- neighbours

typedef struct Text {
  char text[AFFINE_TEXT_BYTES];
  size_t used;
} Text;

static void collect(MlirStringRef part, void *user) {
  Text *text = user;
  size_t room = sizeof text->text - 1 - text->used;
  size_t length = part.length < room ? part.length : room;
  memcpy(text->text + text->used, part.data, length);
  text->used += length;
}

// FILE:LINE:COLUMN, without what MLIR puts around it.
static void location_print(MlirLocation location, char *out, int size) {
  Text text = {.used = 0};
  mlirLocationPrint(location, collect, &text);
  int start = !strncmp(text.text, "loc(", 4) ? 4 : 0;
  snprintf(out, (size_t)size, "%.*s", (int)text.used - start - (start > 0), text.text + start);
}

// Nests [0, count) as one program, with scalars forwarded.
static bool read_together(const AffineNest *nests, int count, AffineProgram *out_source) {
  MlirOperation roots[AFFINE_MAX_ROOTS];
  if (count > AFFINE_MAX_ROOTS)
    return false;
  for (int i = 0; i < count; i++)
    roots[i] = nests[i].root;
  if (affine_program_read_run(roots, count, out_source) != STATUS_OK)
    return false;
  affine_program_forward(out_source);
  return true;
}

// Where the nest of a statement of the source is, or else the statement, which names its loops.
static MlirLocation place_of(const AffineNest *nests, const AffineProgram *source, int id,
                             bool is_nest) {
  int n = 0;
  for (int own = id; is_nest && own >= nests[n].statement_count; n++)
    own -= nests[n].statement_count;
  for (int i = 0; !is_nest && i < source->statement_count; i++)
    if (source->statements[i]->id == id)
      return source->statements[i]->location;
  return mlirOperationGetLocation(nests[n].root);
}

static void tell_refused(const Run *run, const AffineNest *nests, const AffineProgram *source,
                         const AffineRefusal *refusal) {
  char carried[128], place[AFFINE_TEXT_BYTES], text[2 * AFFINE_TEXT_BYTES];
  const AffineDependence *found = &refusal->dependence;
  bool is_nest = found->loop == 0;
  affine_describe_dependence(source, found, carried, sizeof carried);
  location_print(place_of(nests, source, refusal->first, is_nest), place, sizeof place);
  snprintf(text, sizeof text,
           "fusion with the %s %s refused: loop %d would carry a dependence backwards%s",
           is_nest ? "nest at" : "loop around", place, found->loop + 1, strstr(carried, " from"));
  MlirLocation location = place_of(nests, source, refusal->second, is_nest);
  tell(run, nests[0].root, location, REMARK_REFUSED, text);
}

// The remarks that nests [0, count) became one, or that loops of one did.
static void tell_fused(const Run *run, const AffineNest *nests, int count,
                       const AffineFused *fused) {
  char place[AFFINE_TEXT_BYTES], text[2 * AFFINE_TEXT_BYTES];
  MlirLocation location = mlirOperationGetLocation(nests[0].root);
  if (count == 1)
    snprintf(text, sizeof text, "neighbouring loops as one");
  else if (count == 2)
    snprintf(text, sizeof text, "fused with the nest behind it");
  else
    snprintf(text, sizeof text, "fused with the %d nests behind it", count - 1);
  if (fused->rules[0])
    snprintf(text + strlen(text), sizeof text - strlen(text), ", %s", fused->rules);
  if (fused->parallel[0])
    snprintf(text + strlen(text), sizeof text - strlen(text), ", %s", fused->parallel);
  tell(run, nests[0].root, location, REMARK_REWRITTEN, text);
  location_print(location, place, sizeof place);
  snprintf(text, sizeof text, "fused with the nest at %s", place);
  for (int i = 1; i < count; i++)
    tell(run, nests[i].root, mlirOperationGetLocation(nests[i].root), REMARK_REWRITTEN, text);
  run->statistics->nests_rewritten += count;
}

static bool can_join(const AffineNest *nest) { return nest->is_loops || nest->is_elementwise; }

static bool fuse(const Run *run, const AffineProgram *source, const AffineNest *nests, int count,
                 AffineFused *out_fused) {
  return affine_neighbours_fuse(source, nests, count, run->vector_bits, run->is_parallel,
                                out_fused);
}

// Nests [0, count) as one, which may replace what the first of them have become.
static bool fuse_longer(const Run *run, const AffineNest *nests, int count,
                        AffineFused *out_fused) {
  AffineProgram source;
  if (!read_together(nests, count, &source))
    return false;
  bool is_fused = fuse(run, &source, nests, count, out_fused);
  for (int i = 0; !is_fused && i < out_fused->fusions.refusal_count; i++)
    if (out_fused->fusions.refusals[i].dependence.loop == 0)
      tell_refused(run, nests, &source, &out_fused->fusions.refusals[i]);
  affine_program_destroy(&source);
  return is_fused;
}

// Nest 0 and as many of those behind it as can be fused with it. Returns how many are done.
static int raise_together(const Run *run, AffineNest *nests, int count, Status *out_status) {
  AffineFused fused, longer;
  const AffineProgram *source = &nests[0].source;
  int done = 1;
  bool can_fuse = can_join(&nests[0]), is_fused = can_fuse && fuse(run, source, nests, 1, &fused);
  for (int i = 0; can_fuse && i < fused.fusions.refusal_count; i++)
    tell_refused(run, nests, source, &fused.fusions.refusals[i]);
  while (can_fuse && done < count && can_join(&nests[done]) &&
         affine_are_neighbours(nests[done - 1].root, nests[done].root) &&
         fuse_longer(run, nests, done + 1, &longer)) {
    if (is_fused)
      affine_program_destroy(&fused.program);
    fused = longer;
    is_fused = true;
    done++;
  }
  if (!is_fused) {
    if (run->is_parallel)
      nest_cut(run, &nests[0]);
    *out_status = nest_emit(run, &nests[0]);
    return 1;
  }
  if (run->is_parallel && !fused.parallel[0])
    tell_carried(run, &nests[0]);
  tell_fused(run, nests, done, &fused);
  *out_status = affine_program_emit(&fused.program);
  affine_program_destroy(&fused.program);
  *run->out_changed = true;
  return done;
}

Status affine_raise(MlirOperation root, const TuneOptions *options, TuneStatistics *statistics,
                    RemarkCallback remark, void *payload, bool *out_changed) {
  Status status = STATUS_OK;
  Run run = {.vector_bits = options->target.vector_bits,
             .is_parallel = options->parallel,
             .statistics = statistics,
             .remark = remark,
             .payload = payload,
             .out_changed = out_changed};
  IrOps loops = ir_collect(root, is_outermost_loop);
  AffineNest *nests = calloc((size_t)loops.count + 1, sizeof *nests);
  int assessed = 0, done = 0;
  if (!nests)
    abort(); // as MLIR itself does when memory ends
  for (; assessed < loops.count && status == STATUS_OK; assessed++) {
    nest_assess(&run, loops.ops[assessed], &nests[assessed]);
    if (nests[assessed].status != STATUS_UNSUPPORTED)
      status = nests[assessed].status;
  }
  statistics->nests_seen += assessed;
  while (status == STATUS_OK && done < loops.count)
    done += raise_together(&run, nests + done, loops.count - done, &status);
  for (int i = 0; i < assessed; i++)
    nest_destroy(&nests[i]);
  free(nests);
  free(loops.ops);
  return status;
}
