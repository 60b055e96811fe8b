// Marks: attributes by which is known what a script did to a payload.
#include "passes/script/script_marks.h"

#include "passes/script/script_watch.h"
#include "transforms/annotation.h"
#include "transforms/ir.h"

#include <stdlib.h>

static const char THERE[] = "autotune.script_there";

static bool has(MlirOperation op, const char *mark) {
  return !mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(op, ir_string(mark)));
}

static void set(MlirOperation op, const char *mark) {
  mlirOperationSetDiscardableAttributeByName(op, ir_string(mark),
                                             mlirUnitAttrGet(mlirOperationGetContext(op)));
}

static bool is_linalg(MlirOperation op) { return ir_op_begins(op, "linalg."); }

// Bodies of linalg ops are parts of them, and what vectorization makes of them takes attributes
// along.
static MlirWalkResult next(MlirOperation op) {
  return is_linalg(op) ? MlirWalkResultSkip : MlirWalkResultAdvance;
}

// --- before

static MlirWalkResult write_one(MlirOperation op, void *user) {
  (void)user;
  set(op, THERE);
  return next(op);
}

void script_marks_write(MlirOperation root) {
  IrOps functions = ir_collect(root, ir_is_defined_function);
  for (int n = 0; n < functions.count; n++)
    mlirOperationWalk(functions.ops[n], write_one, NULL, MlirWalkPreOrder);
  free(functions.ops);
}

static MlirWalkResult remove_one(MlirOperation op, void *user) {
  (void)user;
  mlirOperationRemoveDiscardableAttributeByName(op, ir_string(THERE));
  mlirOperationRemoveDiscardableAttributeByName(op, ir_string(SCRIPT_MATCHED));
  return MlirWalkResultAdvance;
}

void script_marks_remove(MlirOperation root) {
  mlirOperationWalk(root, remove_one, NULL, MlirWalkPreOrder);
}

static MlirWalkResult count_one(MlirOperation op, void *count) {
  ++*(int64_t *)count;
  return next(op);
}

int64_t script_marks_count(MlirOperation function) {
  int64_t count = 0;
  mlirOperationWalk(function, count_one, &count, MlirWalkPreOrder);
  return count;
}

// --- after

typedef struct Search {
  MlirOperation function;
  bool is_touched;
  IrOps kept; // found or made by the script
} Search;

static bool is_own(MlirOperation op, MlirOperation function) {
  if (has(op, SCRIPT_MATCHED))
    return true;
  for (; !mlirOperationEqual(op, function); op = mlirOperationGetParentOperation(op))
    if (!has(op, THERE))
      return true;
  return false;
}

// A function that was found is not changed by that.
static MlirWalkResult look(MlirOperation op, void *user) {
  Search *search = user;
  bool is_function = mlirOperationEqual(op, search->function);
  search->is_touched |= !has(op, THERE) || (!is_function && has(op, SCRIPT_MATCHED));
  return search->is_touched ? MlirWalkResultInterrupt : next(op);
}

bool script_marks_are_touched(MlirOperation function, int64_t count_before) {
  Search search = {.function = function};
  mlirOperationWalk(function, look, &search, MlirWalkPreOrder);
  return search.is_touched || script_marks_count(function) != count_before;
}

static MlirWalkResult list_own(MlirOperation op, void *user) {
  Search *search = user;
  if (mlirOperationEqual(op, search->function) || !is_own(op, search->function))
    return next(op);
  ir_ops_add(&search->kept, op);
  return next(op);
}

static int64_t keep(MlirOperation op) {
  if (annotation_is_of_script(op))
    return 0;
  set(op, SCRIPT_ATTRIBUTE);
  return 1;
}

int64_t script_marks_keep(MlirOperation function) {
  Search search = {.function = function};
  int64_t count = 0;
  mlirOperationWalk(function, list_own, &search, MlirWalkPreOrder);
  for (int n = 0; n < search.kept.count; n++) {
    MlirOperation op = search.kept.ops[n];
    if (is_linalg(op) || ir_op_is(op, "tensor.pad"))
      count += keep(op);
    for (; !mlirOperationEqual(op, function); op = mlirOperationGetParentOperation(op))
      if (ir_op_is(op, "affine.for"))
        count += keep(op);
  }
  free(search.kept.ops);
  return count;
}
