// See affine_raise.h.
#include "passes/affine_raise.h"

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
    if (is_affine_loop(op))
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

static Status fail_unraised(const AffineProgram *program) {
  AffineDependence found;
  char name[64] = "a carried value";
  if (!affine_find_dependence(program, &found))
    return status_fail(STATUS_UNSUPPORTED, "too little of the nest is a linalg op");
  MlirValue memref = program->arrays[found.array].memref;
  if (!mlirValueIsNull(memref) && mlirValueIsABlockArgument(memref))
    snprintf(name, sizeof name, "argument %d", (int)mlirBlockArgumentGetArgNumber(memref));
  else if (!mlirValueIsNull(memref))
    snprintf(name, sizeof name, "a local memref");
  return status_fail(STATUS_UNSUPPORTED, "loop %d carries a dependence from a %s to a %s of %s",
                     found.loop + 1, found.from_store ? "store" : "load",
                     found.to_store ? "store" : "load", name);
}

// Reads a nest; for linalg ops sums of products are taken apart.
static Status read_nest(MlirOperation loop, bool takes_apart, AffineProgram *program) {
  Status status = affine_program_read(loop, program);
  if (status != STATUS_OK)
    return status;
  affine_program_forward(program);
  if (takes_apart)
    affine_program_take_apart(program);
  return STATUS_OK;
}

// The nest stays loops. `rest` tells which rules changed it.
static Status schedule_rest(MlirOperation loop, int vector_bits, AffineProgram *program, char *rest,
                            int rest_size) {
  Status status = STATUS_OK;
  AffineProgram expanded;
  TRY(read_nest(loop, false, program));
  expanded = affine_program_copy(program);
  affine_program_expand(&expanded);
  bool is_changed = affine_program_rest(&expanded, vector_bits, 0, rest, rest_size);
  if (!is_changed)
    status = fail_unraised(program);
  affine_program_destroy(program);
  if (is_changed)
    *program = expanded;
  else
    affine_program_destroy(&expanded);
cleanup:
  return status;
}

// With arrays expanded only where that finds more.
static Status schedule(MlirOperation loop, int vector_bits, AffineProgram *program,
                       AffineSummary *summary, char *rest, int rest_size) {
  Status status = STATUS_OK;
  AffineProgram expanded;
  AffineSummary expanded_summary = {0};
  TRY(read_nest(loop, true, program));
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
    status = schedule_rest(loop, vector_bits, program, rest, rest_size);
  }
cleanup:
  return status;
}

static Status raise_nest(MlirOperation loop, int vector_bits, TuneStatistics *statistics,
                         RemarkCallback remark, void *payload, bool *out_changed) {
  AffineProgram program;
  AffineSummary summary = {0};
  char text[256], rest[128] = "";
  TuneRemark about = {.location = mlirOperationGetLocation(loop),
                      .op = mlirIdentifierStr(mlirOperationGetName(loop)),
                      .function = function_around(loop),
                      .reason = text,
                      .source = "",
                      .schedule = "",
                      .runner_up = ""};
  ++statistics->nests_seen;
  Status status = schedule(loop, vector_bits, &program, &summary, rest, sizeof rest);
  if (status == STATUS_OK) {
    snprintf(text, sizeof text, "%d linalg ops and %d scalar statements%s", summary.raised,
             summary.serial, summary.is_split ? ", loops split into rectangles" : "");
    if (rest[0])
      snprintf(text, sizeof text, "%s", rest);
    about.kind = rest[0] ? REMARK_REWRITTEN : REMARK_RAISED;
    status = affine_program_emit(&program);
    affine_program_destroy(&program);
    ++*(rest[0] ? &statistics->nests_rewritten : &statistics->nests_raised);
    *out_changed = true;
  } else if (status == STATUS_UNSUPPORTED) {
    snprintf(text, sizeof text, "%s", status_text());
    about.kind = REMARK_MISSED;
    status = STATUS_OK;
  }
  if (status == STATUS_OK && remark)
    remark(&about, payload);
  return status;
}

Status affine_raise(MlirOperation root, int vector_bits, TuneStatistics *statistics,
                    RemarkCallback remark, void *payload, bool *out_changed) {
  Status status = STATUS_OK;
  IrOps loops = ir_collect(root, is_outermost_loop);
  for (int i = 0; i < loops.count && status == STATUS_OK; i++)
    status = raise_nest(loops.ops[i], vector_bits, statistics, remark, payload, out_changed);
  free(loops.ops);
  return status;
}
