// Nests of scalar loops become linalg ops on views, one for each store:
//
//   affine.for %i = 0 to %n {                  %v = memref.subview %a[0, 0] [%n, 256] ...
//     affine.for %j = 0 to 256 {        ->     linalg.generic on views of %a, %b, %c
//       c[%i, %j] += a[%i, %k] * ...
//
// whose unknown extents are cut into pieces afterwards.
#include "transforms/dynamic/loops.h"

#include "transforms/annotation.h"
#include "transforms/cut_mark.h"
#include "transforms/dynamic/loop_nest_check.h"
#include "transforms/dynamic/loop_nest_view.h"
#include "transforms/dynamic/sized_factor.h"
#include "transforms/dynamic/sized_op.h"
#include "transforms/fp_mode.h"

#include <stdio.h>
#include <stdlib.h>

// --- bodies

typedef struct Body {
  IrBuilder *ir;
  const ScalarNest *nest;
  const NestStatement *statement;
  MlirBlock block;
  MlirValue from[NEST_MAX_OPS], to[NEST_MAX_OPS];
  int count;
} Body;

static MlirValue element_of(const Body *body, MlirOperation load) {
  const NestStatement *statement = body->statement;
  int place = 0;
  if (mlirValueEqual(nest_memref(load), nest_memref(statement->store)))
    return mlirBlockGetArgument(body->block, mlirBlockGetNumArguments(body->block) - 1);
  for (int i = 0; !mlirOperationEqual(statement->loads[i], load); i++)
    place += !mlirValueEqual(nest_memref(statement->loads[i]), nest_memref(statement->store));
  return mlirBlockGetArgument(body->block, place);
}

// Recursion: one level an op of the nest.
static MlirValue copy_value(Body *body, MlirValue value) {
  if (nest_is_outside(body->nest->root, value))
    return value;
  for (int i = 0; i < body->count; i++)
    if (mlirValueEqual(body->from[i], value))
      return body->to[i];
  MlirOperation op = mlirOpResultGetOwner(value);
  if (nest_op_is_load(op))
    return element_of(body, op);
  MlirOperation copy = mlirOperationClone(op);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    mlirOperationSetOperand(copy, i, copy_value(body, mlirOperationGetOperand(op, i)));
  mlirBlockAppendOwnedOperation(body->ir->block, copy);
  body->from[body->count] = value;
  body->to[body->count] = mlirOperationGetResult(copy, mlirOpResultGetResultNumber(value));
  return body->to[body->count++];
}

// --- one op

typedef struct Generic {
  MlirValue operands[NEST_MAX_LOADS + 1];
  MlirAttribute maps[NEST_MAX_LOADS + 1];
  int count;
} Generic;

static Status add_operand(IrBuilder *ir, const ScalarNest *nest, const NestExtents *extents,
                          const NestStatement *statement, MlirOperation access, Generic *generic) {
  Status status = STATUS_OK;
  MlirAffineMap map;
  TRY(nest_view_build(ir, nest, extents, statement, access, &generic->operands[generic->count],
                      &map));
  generic->maps[generic->count++] = mlirAffineMapAttrGet(map);
cleanup:
  return status;
}

static MlirAttribute iterator_types(IrBuilder *ir, const ScalarNest *nest,
                                    const NestStatement *statement) {
  MlirAttribute types[WORKLOAD_MAX_ITERATORS];
  for (int i = 0; i < statement->depth; i++)
    types[i] = mlirAttributeParseGet(
        ir->context, ir_string(loop_nest_is_parallel(nest, statement, statement->loops[i])
                                   ? "#linalg.iterator_type<parallel>"
                                   : "#linalg.iterator_type<reduction>"));
  return mlirArrayAttrGet(ir->context, statement->depth, types);
}

static MlirBlock open_body(IrBuilder *ir, const Generic *generic) {
  MlirType types[NEST_MAX_LOADS + 1];
  MlirLocation locations[NEST_MAX_LOADS + 1];
  for (int i = 0; i < generic->count; i++) {
    types[i] = mlirShapedTypeGetElementType(mlirValueGetType(generic->operands[i]));
    locations[i] = ir->location;
  }
  MlirBlock block = mlirBlockCreate(generic->count, types, locations);
  ir_open_region(ir, block);
  return block;
}

static MlirOperation close_body(IrBuilder *ir, const ScalarNest *nest,
                                const NestStatement *statement, const Generic *generic,
                                MlirBlock block) {
  int32_t segments[2] = {generic->count - 1, 1};
  FpMode fp = fp_mode_of_nest(nest->root);
  MlirNamedAttribute attributes[4] = {
      ir_attribute(ir, "indexing_maps",
                   mlirArrayAttrGet(ir->context, generic->count, generic->maps)),
      ir_attribute(ir, "iterator_types", iterator_types(ir, nest, statement)),
      ir_attribute(ir, "operandSegmentSizes", mlirDenseI32ArrayGet(ir->context, 2, segments)),
      ir_attribute(ir, FP_ATTRIBUTE, mlirStringAttrGet(ir->context, ir_string(fp_mode_text(fp))))};
  return ir_close_region(ir, "linalg.generic", generic->count, generic->operands,
                         fp == FP_DEFAULT_OF_LINALG ? 3 : 4, attributes, block);
}

static Status build_statement(IrBuilder *ir, const ScalarNest *nest, const NestExtents *extents,
                              const NestStatement *statement, MlirOperation *out_op) {
  Status status = STATUS_OK;
  Generic generic = {.count = 0};
  for (int i = 0; i < statement->load_count; i++)
    if (!mlirValueEqual(nest_memref(statement->loads[i]), nest_memref(statement->store)))
      TRY(add_operand(ir, nest, extents, statement, statement->loads[i], &generic));
  TRY(add_operand(ir, nest, extents, statement, statement->store, &generic));
  ir->location = mlirOperationGetLocation(statement->store);
  Body *body = ir_zeroed(1, sizeof *body);
  MlirBlock block = open_body(ir, &generic);
  *body = (Body){.ir = ir, .nest = nest, .statement = statement, .block = block};
  MlirValue result = copy_value(body, mlirOperationGetOperand(statement->store, 0));
  ir_op(ir, "linalg.yield", 0, NULL, 1, &result, 0, NULL);
  *out_op = close_body(ir, nest, statement, &generic, block);
  free(body);
cleanup:
  return status;
}

// --- a nest

static Status check_extents(const ScalarNest *nest, const NestExtents *extents) {
  for (int l = 0; l < nest->loop_count; l++)
    if (mlirValueIsNull(extents->trips[l].value) && extents->trips[l].number == 0)
      return status_fail(STATUS_UNSUPPORTED, "a loop never runs");
  return STATUS_OK;
}

// Every unknown extent has to be cut into pieces first.
static bool can_be_tuned(MlirOperation op) {
  SizedOp sized;
  bool can = sized_op_read(op, &sized) && sized_op_can_be_tuned(&sized);
  for (int l = 0; can && l < sized.loop_count; l++)
    can = sized.extents[l] >= 0 || sized_op_can_cut(&sized, l) || sized_op_can_cut_sum(&sized, l);
  return can;
}

// `out_ops`: one for each statement.
static Status build_nest(IrBuilder *ir, const ScalarNest *nest, MlirOperation *out_ops) {
  Status status = STATUS_OK;
  NestExtents extents;
  bool is_any = false;
  nest_extents_build(ir, nest, &extents);
  TRY(check_extents(nest, &extents));
  for (int i = 0; i < nest->statement_count; i++) {
    TRY(build_statement(ir, nest, &extents, &nest->statements[i], &out_ops[i]));
    is_any |= can_be_tuned(out_ops[i]);
  }
  if (!is_any)
    status = status_fail(STATUS_UNSUPPORTED, "no statement is a linalg op that can be tuned");
cleanup:
  return status;
}

static int depth_of(const ScalarNest *nest) {
  int depth = 0;
  for (int i = 0; i < nest->statement_count; i++)
    depth = nest->statements[i].depth > depth ? nest->statements[i].depth : depth;
  return depth;
}

// Of at least so many loops around one another.
static Status raise_nest(MlirOperation root, int least_depth, PassReport *report) {
  Status status = STATUS_OK;
  IrBuilder ir = {0};
  char text[64];
  MlirOperation ops[NEST_MAX_STATEMENTS];
  ScalarNest *nest = ir_zeroed(1, sizeof *nest);
  TRY(scalar_nest_read(root, nest));
  TRY(loop_nest_check(nest));
  if (depth_of(nest) < least_depth)
    TRY(status_fail(STATUS_UNSUPPORTED, "a single loop"));
  ir_start(&ir, root, mlirOperationGetLocation(root));
  status = build_nest(&ir, nest, ops);
  if (status != STATUS_OK) {
    ir_undo(&ir);
    goto cleanup;
  }
  ir_finish(&ir);
  for (int i = 0; i < nest->statement_count; i++)
    if (can_be_tuned(ops[i]))
      sized_factor_multiply(ops[i]);
  snprintf(text, sizeof text, "%d linalg ops and 0 scalar statements", nest->statement_count);
  pass_report_say(report, REMARK_RAISED, root, text);
  report->statistics->nests_seen++;
  report->statistics->nests_raised++;
  report->changed = true;
  mlirOperationDestroy(root);
cleanup:
  free(nest);
  return status;
}

// Nests of two loops or more inside of one that is none itself. A single loop in scalar code is
// left to LLVM. Recursion: one level a loop.
static bool raise_inside(MlirOperation loop, PassReport *report) {
  IrOps inner = {0};
  bool is_any = false;
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(loop); r++)
    for (MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(loop, r));
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
      for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
           op = mlirOperationGetNextInBlock(op))
        if (mlirOperationGetNumRegions(op) > 0)
          ir_ops_add(&inner, op);
  for (int i = 0; i < inner.count; i++)
    is_any |= (nest_op_is_loop(inner.ops[i]) && raise_nest(inner.ops[i], 2, report) == STATUS_OK) ||
              raise_inside(inner.ops[i], report);
  free(inner.ops);
  return is_any;
}

// --- which nests

// Those that are not read have a remark all the same.
static bool is_loop(MlirOperation op) {
  return nest_op_is_loop(op) || ir_op_is(op, "scf.while") || ir_op_is(op, "scf.forall");
}

static MlirWalkResult find_unknown(MlirOperation op, void *user) {
  bool *is_found = user;
  *is_found |= is_loop(op) && !ir_op_is(op, "affine.for");
  if (ir_op_is(op, "affine.for"))
    for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
      MlirValue bound = mlirOperationGetOperand(op, i);
      bool is_number =
          mlirValueIsABlockArgument(bound) &&
          ir_op_is(mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(bound)), "affine.for");
      *is_found |= mlirTypeIsAIndex(mlirValueGetType(bound)) && !is_number;
    }
  if (nest_op_is_load(op) || nest_op_is_store(op))
    *is_found |= !mlirShapedTypeHasStaticShape(mlirValueGetType(nest_memref(op)));
  return *is_found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

static bool has_unknown(MlirOperation loop) {
  bool is_found = false;
  mlirOperationWalk(loop, find_unknown, &is_found, MlirWalkPreOrder);
  return is_found;
}

static MlirWalkResult find_tile(MlirOperation op, void *user) {
  bool *is_found = user;
  *is_found |= ir_op_is(op, "affine.for") &&
               mlirAffineMapGetNumResults(mlirAffineMapAttrGetValue(
                   mlirOperationGetAttributeByName(op, ir_string("upperBoundMap")))) > 1;
  return *is_found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

// A loop that ends where its tile does or all do.
static bool has_tile(MlirOperation loop) {
  bool is_found = false;
  mlirOperationWalk(loop, find_tile, &is_found, MlirWalkPreOrder);
  return is_found;
}

typedef struct Contents {
  bool has_store;
  bool has_other; // what is tuned by itself, or is no scalar code
} Contents;

static MlirWalkResult look_at(MlirOperation op, void *user) {
  static const char *const others[] = {"linalg.", "vector.", "tosa.", "llvm.",
                                       "func.",   "tensor.", "gpu.",  "bufferization."};
  Contents *contents = user;
  contents->has_store |= nest_op_is_store(op);
  contents->has_other |= ir_op_is(op, "memref.copy");
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    contents->has_other |= ir_op_begins(op, others[i]);
  return contents->has_other ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

// What is a script's is marked from its outermost loop on. What vectors of a row have left is none.
static bool is_scalar_loop(MlirOperation op) {
  Contents contents = {0};
  if (!is_loop(op) || annotation_keeps(op) || cut_mark_is_loop(op))
    return false;
  mlirOperationWalk(op, look_at, &contents, MlirWalkPreOrder);
  return contents.has_store && !contents.has_other;
}

// An outermost one.
static bool is_wanted(MlirOperation op) {
  if (!is_scalar_loop(op))
    return false;
  for (MlirOperation at = mlirOperationGetParentOperation(op); !mlirOperationIsNull(at);
       at = mlirOperationGetParentOperation(at))
    if (is_scalar_loop(at) || !mlirAttributeIsNull(annotation_get(at)))
      return false;
  return has_unknown(op) || has_tile(op);
}

static MlirWalkResult find_affine_for(MlirOperation op, void *is_found) {
  *(bool *)is_found |= ir_op_is(op, "affine.for");
  return *(bool *)is_found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

// A nest that holds an affine.for has a remark of affine/raise.
static void tell(MlirOperation loop, const char *reason, PassReport *report) {
  bool is_told = false;
  mlirOperationWalk(loop, find_affine_for, &is_told, MlirWalkPreOrder);
  if (!is_told)
    pass_report_say(report, REMARK_MISSED, loop, reason);
}

static MlirWalkResult find_other_loop(MlirOperation op, void *is_found) {
  *(bool *)is_found |= is_loop(op) && !ir_op_is(op, "affine.for");
  return *(bool *)is_found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

static bool is_affine(MlirOperation loop) {
  bool is_found = false;
  mlirOperationWalk(loop, find_other_loop, &is_found, MlirWalkPreOrder);
  return !is_found;
}

static bool is_wanted_affine(MlirOperation op) { return is_wanted(op) && is_affine(op); }

bool loops_raise_rest(MlirOperation root, PassReport *report) {
  bool is_any = false;
  IrOps nests = ir_collect(root, is_wanted_affine);
  for (int i = 0; i < nests.count; i++)
    if (has_unknown(nests.ops[i]))
      is_any |= raise_inside(nests.ops[i], report);
  free(nests.ops);
  return is_any;
}

void loops_raise(MlirOperation root, PassReport *report) {
  IrOps nests = ir_collect(root, is_wanted);
  for (int i = 0; i < nests.count; i++) {
    char reason[256];
    if (raise_nest(nests.ops[i], 1, report) == STATUS_OK)
      continue;
    if (!has_unknown(nests.ops[i]) || is_affine(nests.ops[i]))
      continue;
    snprintf(reason, sizeof reason, "%s", status_text());
    if (!raise_inside(nests.ops[i], report))
      tell(nests.ops[i], reason, report);
  }
  free(nests.ops);
}
