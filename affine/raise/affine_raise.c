// Raising: nests of affine loops become linalg ops, as far as they are some, before anchors are
// collected. All nests are assessed before the first is emitted.
#include "affine/raise/affine_raise.h"

#include "affine/emit/affine_emit.h"
#include "affine/raise/affine_raising.h"
#include "transforms/annotation.h"
#include "transforms/function_target.h"
#include "transforms/ir.h"
#include <stdlib.h>
#include <string.h>

static MlirWalkResult find_foreign(MlirOperation op, void *is_found) {
  bool is_foreign = ir_op_begins(op, "linalg.") || ir_op_begins(op, "scf.");
  *(bool *)is_found |= is_foreign;
  return is_foreign ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

// A loop around linalg ops or other loops is no nest of its own; what it holds is looked at.
static bool is_affine_loop(MlirOperation op) {
  bool is_mixed = false;
  if (!ir_op_is(op, "affine.for"))
    return false;
  mlirOperationWalk(op, find_foreign, &is_mixed, MlirWalkPreOrder);
  return !is_mixed;
}

// What is a script's is marked from its outermost loop on.
static bool is_outermost_loop(MlirOperation op) {
  if (!is_affine_loop(op) || annotation_is_of_script(op))
    return false;
  for (op = mlirOperationGetParentOperation(op); !mlirOperationIsNull(op);
       op = mlirOperationGetParentOperation(op))
    if (is_affine_loop(op) || ir_is_device_code(op))
      return false;
  return true;
}

Status affine_raise_emit(const AffineRaising *raising, const AffineNest *nest,
                         AffineProgram *program) {
  function_target_write(enclosing_function(nest->root, raising->root), raising->target);
  raising->report->changed = true;
  program->threads = raising->threads;
  return affine_emit_program(program);
}

typedef struct Run {
  AffineRaising raising;
  IrOps loops;  // the nests
  bool is_open; // parameters of some nest may be extents
} Run;

static Status raise_all(Pool *pool, void *user) {
  Status status = STATUS_OK;
  Run *run = user;
  int count = run->loops.count, assessed = 0, done = 0;
  AffineNest *nests = pool_allocate(pool, (size_t)count * sizeof *nests);
  run->raising.pool = pool;
  for (; assessed < count && status == STATUS_OK; assessed++) {
    affine_raise_nest_assess(&run->raising, run->loops.ops[assessed], &nests[assessed]);
    if (nests[assessed].status != STATUS_UNSUPPORTED)
      status = nests[assessed].status;
    run->is_open |= nests[assessed].source.parameter_count > 0;
  }
  run->raising.report->statistics->nests_seen += assessed;
  while (status == STATUS_OK && done < count)
    done += affine_raise_neighbours(&run->raising, nests + done, count - done, &status);
  return status;
}

Status affine_raise(MlirOperation root, const Target *target, bool is_parallel, int threads,
                    PassReport *report, bool *out_is_open) {
  Run run = {.raising = {.root = root,
                         .target = target,
                         .is_parallel = is_parallel || threads > 1,
                         .keeps_linalg = !is_parallel,
                         .threads = threads,
                         .report = report}};
  run.loops = ir_collect(root, is_outermost_loop);
  Status status = pool_run("affine loops, which affine=none leaves alone", raise_all, &run);
  free(run.loops.ops);
  *out_is_open = run.is_open;
  return status;
}
