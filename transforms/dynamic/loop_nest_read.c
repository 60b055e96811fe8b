// Reads loops of affine and scf.
#include "transforms/dynamic/loop_nest_read.h"

#include <string.h>

typedef struct Reader {
  ScalarNest *nest;
  int loops[WORKLOAD_MAX_ITERATORS], depth;
} Reader;

static MlirAttribute attribute(MlirOperation op, const char *name) {
  return mlirOperationGetAttributeByName(op, ir_string(name));
}

static MlirBlock body_of(MlirOperation loop) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(loop, 0));
}

bool nest_op_is_loop(MlirOperation op) {
  return ir_op_is(op, "affine.for") || ir_op_is(op, "affine.parallel") || ir_op_is(op, "scf.for") ||
         ir_op_is(op, "scf.parallel");
}

bool nest_is_outside(MlirOperation root, MlirValue value) {
  MlirOperation op = mlirValueIsAOpResult(value)
                         ? mlirOpResultGetOwner(value)
                         : mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetParentOperation(op))
    if (mlirOperationEqual(op, root))
      return false;
  return true;
}

// --- bounds

static bool is_known(const Reader *reader, const NestBound *bound) {
  bool is = true;
  if (!mlirValueIsNull(bound->value))
    return nest_is_outside(reader->nest->root, bound->value);
  for (int i = 0; i < bound->count; i++)
    is &= nest_is_outside(reader->nest->root, mlirOperationGetOperand(bound->op, bound->first + i));
  return is;
}

static Status add_loop(Reader *reader, NestLoop loop) {
  ScalarNest *nest = reader->nest;
  bool is_simple = is_known(reader, &loop.lower) && is_known(reader, &loop.upper);
  if (!is_simple && nest_merge_tile(nest, reader->loops, reader->depth, &loop))
    return STATUS_OK;
  if (!is_simple)
    return status_fail(STATUS_UNSUPPORTED, "a bound depends on another loop");
  if (loop.step <= 0 || loop.step > NEST_MAX_STEP)
    return status_fail(STATUS_UNSUPPORTED, "the step of a loop is not known");
  if (reader->depth == WORKLOAD_MAX_ITERATORS || nest->loop_count == NEST_MAX_LOOPS)
    return status_fail(STATUS_UNSUPPORTED, "more than %d loops around one another",
                       WORKLOAD_MAX_ITERATORS);
  reader->loops[reader->depth++] = nest->loop_count;
  nest->loops[nest->loop_count++] = loop;
  return STATUS_OK;
}

static Status read_affine_for(Reader *reader, MlirOperation op) {
  MlirAttribute segments = attribute(op, "operandSegmentSizes");
  int lower = mlirDenseI32ArrayGetElement(segments, 0);
  int upper = mlirDenseI32ArrayGetElement(segments, 1);
  if (mlirOperationGetNumResults(op))
    return status_fail(STATUS_UNSUPPORTED, "a loop of unknown extent carries values");
  return add_loop(
      reader, (NestLoop){.number = mlirBlockGetArgument(body_of(op), 0),
                         .lower = {.map = mlirAffineMapAttrGetValue(attribute(op, "lowerBoundMap")),
                                   .op = op,
                                   .count = lower},
                         .upper = {.map = mlirAffineMapAttrGetValue(attribute(op, "upperBoundMap")),
                                   .op = op,
                                   .first = lower,
                                   .count = upper},
                         .step = mlirIntegerAttrGetValueInt(attribute(op, "step"))});
}

static bool has_single_bounds(MlirOperation op, const char *groups) {
  MlirAttribute sizes = attribute(op, groups);
  bool is_single = true;
  for (intptr_t i = 0; i < mlirElementsAttrGetNumElements(sizes); i++)
    is_single &= mlirDenseElementsAttrGetInt32Value(sizes, i) == 1;
  return is_single;
}

static Status read_affine_parallel(Reader *reader, MlirOperation op) {
  Status status = STATUS_OK;
  MlirAffineMap lower = mlirAffineMapAttrGetValue(attribute(op, "lowerBoundsMap"));
  MlirAffineMap upper = mlirAffineMapAttrGetValue(attribute(op, "upperBoundsMap"));
  MlirAttribute steps = attribute(op, "steps");
  int lower_count = (int)mlirAffineMapGetNumInputs(lower);
  if (mlirOperationGetNumResults(op))
    return status_fail(STATUS_UNSUPPORTED, "affine.parallel collects values");
  if (!has_single_bounds(op, "lowerBoundsGroups") || !has_single_bounds(op, "upperBoundsGroups"))
    return status_fail(STATUS_UNSUPPORTED, "a loop of affine.parallel has several bounds");
  for (intptr_t i = 0; i < mlirAffineMapGetNumResults(lower); i++)
    TRY(add_loop(
        reader,
        (NestLoop){
            .number = mlirBlockGetArgument(body_of(op), i),
            .lower = {.map = mlirAffineMapGetSubMap(lower, 1, &i), .op = op, .count = lower_count},
            .upper = {.map = mlirAffineMapGetSubMap(upper, 1, &i),
                      .op = op,
                      .first = lower_count,
                      .count = (int)mlirAffineMapGetNumInputs(upper)},
            .step = mlirIntegerAttrGetValueInt(mlirArrayAttrGetElement(steps, i))}));
cleanup:
  return status;
}

// 0: it is no constant.
static int64_t constant_of(MlirValue value) {
  int64_t number;
  return ir_constant_integer(value, &number) ? number : 0;
}

static Status read_scf(Reader *reader, MlirOperation op) {
  Status status = STATUS_OK;
  bool is_parallel = ir_op_is(op, "scf.parallel");
  int count = is_parallel ? (int)mlirBlockGetNumArguments(body_of(op)) : 1;
  if (mlirOperationGetNumResults(op))
    return status_fail(STATUS_UNSUPPORTED, "a loop of scf carries values");
  if (!mlirAttributeIsNull(attribute(op, "unsignedCmp")))
    return status_fail(STATUS_UNSUPPORTED, "a loop compares unsigned numbers");
  for (int i = 0; i < count; i++) {
    MlirValue number = mlirBlockGetArgument(body_of(op), i);
    if (!mlirTypeIsAIndex(mlirValueGetType(number)))
      return status_fail(STATUS_UNSUPPORTED, "a loop counts with another type than index");
    TRY(add_loop(reader,
                 (NestLoop){.number = number,
                            .lower = {.value = mlirOperationGetOperand(op, i)},
                            .upper = {.value = mlirOperationGetOperand(op, count + i)},
                            .step = constant_of(mlirOperationGetOperand(op, 2 * count + i))}));
  }
cleanup:
  return status;
}

static Status read_loop(Reader *reader, MlirOperation op) {
  return ir_op_is(op, "affine.for")        ? read_affine_for(reader, op)
         : ir_op_is(op, "affine.parallel") ? read_affine_parallel(reader, op)
                                           : read_scf(reader, op);
}

// --- bodies

static bool is_scalar_op(MlirOperation op) {
  static const char *const ends[] = {"affine.yield", "scf.yield", "scf.reduce", "affine.apply"};
  bool is = ir_op_begins(op, "arith.") || ir_op_begins(op, "math.");
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    is |= ir_op_is(op, ends[i]);
  return is && mlirOperationGetNumRegions(op) == 0;
}

static Status check_access(const Reader *reader, MlirOperation op) {
  MlirType type = mlirValueGetType(nest_memref(op));
  if (!nest_is_outside(reader->nest->root, nest_memref(op)))
    return status_fail(STATUS_UNSUPPORTED, "a memref is made inside the nest");
  if (mlirShapedTypeGetRank(type) > WORKLOAD_MAX_RANK)
    return status_fail(STATUS_UNSUPPORTED, "an array has more than %d dimensions",
                       WORKLOAD_MAX_RANK);
  int64_t strides[WORKLOAD_MAX_RANK], offset;
  return mlirLogicalResultIsFailure(mlirMemRefTypeGetStridesAndOffset(type, strides, &offset))
             ? status_fail(STATUS_UNSUPPORTED, "a memref has a layout without strides")
             : STATUS_OK;
}

static Status add_statement(Reader *reader, MlirOperation store) {
  ScalarNest *nest = reader->nest;
  if (nest->statement_count == NEST_MAX_STATEMENTS)
    return status_fail(STATUS_UNSUPPORTED, "more than %d statements", NEST_MAX_STATEMENTS);
  NestStatement *statement = &nest->statements[nest->statement_count++];
  *statement = (NestStatement){.store = store, .depth = reader->depth};
  memcpy(statement->loops, reader->loops, sizeof statement->loops);
  return STATUS_OK;
}

static Status read_block(Reader *reader, MlirBlock block);

static Status read_op(Reader *reader, MlirOperation op) {
  Status status = STATUS_OK;
  int depth = reader->depth;
  if (reader->nest->op_count == NEST_MAX_OPS)
    return status_fail(STATUS_UNSUPPORTED, "more than %d ops", NEST_MAX_OPS);
  reader->nest->ops[reader->nest->op_count++] = op;
  if (nest_op_is_loop(op)) {
    TRY(read_loop(reader, op));
    TRY(read_block(reader, body_of(op)));
    reader->depth = depth;
  } else if (nest_op_is_load(op) || nest_op_is_store(op)) {
    TRY(check_access(reader, op));
    if (nest_op_is_store(op))
      TRY(add_statement(reader, op));
  } else if (!is_scalar_op(op)) {
    MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
    status = status_fail(STATUS_UNSUPPORTED, "%.*s inside the nest", (int)name.length, name.data);
  }
cleanup:
  return status;
}

// Recursion: at most WORKLOAD_MAX_ITERATORS levels, one a loop.
static Status read_block(Reader *reader, MlirBlock block) {
  Status status = STATUS_OK;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    TRY(read_op(reader, op));
cleanup:
  return status;
}

// Recursion: no deeper than the ops of the nest that a value stands on, NEST_MAX_OPS.
static Status collect_loads(const ScalarNest *nest, MlirValue value, NestStatement *statement) {
  Status status = STATUS_OK;
  if (nest_is_outside(nest->root, value))
    return STATUS_OK;
  if (!mlirValueIsAOpResult(value))
    return status_fail(STATUS_UNSUPPORTED, "the number of a loop is computed with");
  MlirOperation op = mlirOpResultGetOwner(value);
  if (!nest_op_is_load(op)) {
    for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
      TRY(collect_loads(nest, mlirOperationGetOperand(op, i), statement));
    return STATUS_OK;
  }
  for (int i = 0; i < statement->load_count; i++)
    if (mlirOperationEqual(statement->loads[i], op))
      return STATUS_OK;
  if (statement->load_count == NEST_MAX_LOADS)
    return status_fail(STATUS_UNSUPPORTED, "a statement reads more than %d elements",
                       NEST_MAX_LOADS);
  statement->loads[statement->load_count++] = op;
cleanup:
  return status;
}

Status scalar_nest_read(MlirOperation root, ScalarNest *out_nest) {
  Status status = STATUS_OK;
  Reader reader = {.nest = out_nest};
  memset(out_nest, 0, sizeof *out_nest);
  out_nest->root = root;
  if (!nest_op_is_loop(root)) {
    MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(root));
    return status_fail(STATUS_UNSUPPORTED, "%.*s is not read", (int)name.length, name.data);
  }
  TRY(read_op(&reader, root));
  if (out_nest->statement_count == 0)
    return status_fail(STATUS_UNSUPPORTED, "nothing is stored");
  for (int i = 0; i < out_nest->statement_count; i++) {
    NestStatement *statement = &out_nest->statements[i];
    TRY(collect_loads(out_nest, mlirOperationGetOperand(statement->store, 0), statement));
  }
cleanup:
  return status;
}
