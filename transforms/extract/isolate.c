// Copies the ops that a group is made of, operands first, into a new function.
#include "transforms/extract/isolate.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "plan/cold_argument.h"
#include "transforms/annotation.h"
#include "transforms/constant_argument.h"
#include "transforms/cut_mark.h"
#include "transforms/extract/extract.h"
#include "transforms/extract/extraction.h"
#include "transforms/extract/structured_op.h"
#include "transforms/ir.h"
#include <stdlib.h>

enum { MAPPED_MAX = 256, ARGUMENTS_MAX = 64 };

typedef struct Isolation {
  const Group *group;
  const ColdWeights *weights; // NULL: nothing is cold
  bool only_looks;            // nothing is made: every value stands for itself
  MlirContext context;
  MlirBlock block; // of the new function
  int mapped_count;
  MlirValue from[MAPPED_MAX], to[MAPPED_MAX];
  int argument_count;
  MlirType argument_types[ARGUMENTS_MAX];
  bool argument_is_constant[ARGUMENTS_MAX]; // so it stays one, and the op the same workload
  bool argument_is_cold[ARGUMENTS_MAX];
  bool overflows;
} Isolation;

// Weights in the payload itself: matrices and more of floats that the worker can draw. What runs in
// one dimension is small, and its numbers may matter: a variance is not negative.
static bool is_table(MlirOperation op) {
  enum { LEAST_DIMENSIONS = 2 };
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  if (!mlirTypeIsARankedTensor(type) || !mlirShapedTypeHasStaticShape(type) ||
      !mlirTypeIsAFloat(mlirShapedTypeGetElementType(type)) ||
      element_type_of(mlirShapedTypeGetElementType(type)) == ELEMENT_TYPE_COUNT)
    return false;
  int dimensions = 0;
  for (int64_t d = 0; d < mlirShapedTypeGetRank(type); d++)
    dimensions += mlirShapedTypeGetDimSize(type, d) > 1;
  if (dimensions < LEAST_DIMENSIONS)
    return false;
  MlirAttribute value = mlirOperationGetAttributeByName(op, ir_string("value"));
  return !mlirAttributeIsADenseElements(value) || !mlirDenseElementsAttrIsSplat(value);
}

static bool is_copied(const Isolation *isolation, MlirOperation op) {
  const Group *group = isolation->group;
  if (ir_op_is(op, "arith.constant"))
    return !isolation->weights || !is_table(op);
  if (ir_op_is(op, "tensor.empty"))
    return true;
  for (int i = 0; i < group->op_count; i++)
    if (mlirOperationEqual(group->ops[i], op))
      return true;
  for (int i = 0; i < group->workload.statement_count; i++)
    if (mlirOperationEqual(group->statements[i].op, op))
      return true;
  return mlirOperationEqual(group->anchor, op);
}

static void map(Isolation *isolation, MlirValue from, MlirValue to) {
  isolation->overflows |= isolation->mapped_count == MAPPED_MAX;
  if (isolation->overflows)
    return;
  isolation->from[isolation->mapped_count] = from;
  isolation->to[isolation->mapped_count++] = to;
}

static bool find(const Isolation *isolation, MlirValue value, MlirValue *out_value) {
  for (int i = 0; i < isolation->mapped_count; i++)
    if (mlirValueEqual(isolation->from[i], value)) {
      *out_value = isolation->to[i];
      return true;
    }
  return false;
}

static bool is_constant_tensor(const Isolation *isolation, MlirValue value) {
  MlirType type = mlirValueGetType(value);
  return mlirTypeIsARankedTensor(type) && mlirShapedTypeHasStaticShape(type) &&
         value_is_constant(value, mlirOperationGetBlock(isolation->group->anchor));
}

// A dimension that the open loop walks gets the extent that is to be expected.
static MlirType type_of(const Isolation *isolation, MlirValue value) {
  MlirType type = mlirValueGetType(value);
  int64_t shape[WORKLOAD_MAX_RANK], extent = cut_mark_open_extent(isolation->group->anchor);
  if (extent == 0 || isolation->only_looks || !mlirTypeIsAShaped(type) ||
      mlirShapedTypeHasStaticShape(type) || mlirShapedTypeGetRank(type) > WORKLOAD_MAX_RANK)
    return type;
  intptr_t rank = mlirShapedTypeGetRank(type);
  for (intptr_t d = 0; d < rank; d++)
    shape[d] = mlirShapedTypeIsDynamicDim(type, d) ? extent : mlirShapedTypeGetDimSize(type, d);
  MlirType element = mlirShapedTypeGetElementType(type);
  return mlirTypeIsAMemRef(type)
             ? mlirMemRefTypeContiguousGet(element, rank, shape, mlirMemRefTypeGetMemorySpace(type))
             : mlirRankedTensorTypeGet(rank, shape, element, mlirAttributeGetNull());
}

static void add_argument(Isolation *isolation, MlirValue value) {
  isolation->overflows |= isolation->argument_count == ARGUMENTS_MAX;
  if (isolation->overflows)
    return;
  MlirType type = type_of(isolation, value);
  isolation->argument_is_constant[isolation->argument_count] = is_constant_tensor(isolation, value);
  isolation->argument_is_cold[isolation->argument_count] =
      isolation->weights && value_is_weight(value, mlirOperationGetBlock(isolation->group->anchor),
                                            isolation->weights->data_count);
  isolation->argument_types[isolation->argument_count++] = type;
  map(isolation, value,
      isolation->only_looks ? value
                            : mlirBlockAddArgument(isolation->block, type,
                                                   mlirLocationUnknownGet(isolation->context)));
}

static bool is_inside(MlirOperation op, MlirOperation outer) {
  for (; !mlirOperationIsNull(op); op = mlirOperationGetParentOperation(op))
    if (mlirOperationEqual(op, outer))
      return true;
  return false;
}

static MlirOperation owner_of(MlirValue value) {
  return mlirValueIsAOpResult(value)
             ? mlirOpResultGetOwner(value)
             : mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value));
}

typedef struct Visit {
  Isolation *isolation;
  MlirOperation outer;
  bool replaces; // else collects
} Visit;

static void require_value(Isolation *isolation, MlirValue value);

// Operands of `op` and of everything in its regions that are defined outside of it.
static MlirWalkResult visit_operands(MlirOperation op, void *user) {
  Visit *visit = user;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue value = mlirOperationGetOperand(op, i), mapped;
    if (visit->replaces) {
      if (find(visit->isolation, value, &mapped))
        mlirOperationSetOperand(op, i, mapped);
    } else if (mlirOperationEqual(op, visit->outer) || !is_inside(owner_of(value), visit->outer)) {
      require_value(visit->isolation, value);
    }
  }
  return MlirWalkResultAdvance;
}

static void copy_operation(Isolation *isolation, MlirOperation op) {
  Visit visit = {isolation, op, false};
  mlirOperationWalk(op, visit_operands, &visit, MlirWalkPreOrder);
  if (isolation->only_looks) {
    for (intptr_t i = 0; i < mlirOperationGetNumResults(op); i++)
      map(isolation, mlirOperationGetResult(op, i), mlirOperationGetResult(op, i));
    return;
  }
  MlirOperation copy = mlirOperationClone(op);
  visit = (Visit){isolation, copy, true};
  mlirOperationWalk(copy, visit_operands, &visit, MlirWalkPreOrder);
  mlirBlockAppendOwnedOperation(isolation->block, copy);
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); i++)
    map(isolation, mlirOperationGetResult(op, i), mlirOperationGetResult(copy, i));
}

// Makes `value` available in the new function.
static void require_value(Isolation *isolation, MlirValue value) {
  MlirValue mapped;
  if (find(isolation, value, &mapped) || isolation->overflows)
    return;
  if (mlirValueIsAOpResult(value) && is_copied(isolation, mlirOpResultGetOwner(value)))
    copy_operation(isolation, mlirOpResultGetOwner(value));
  else
    add_argument(isolation, value);
}

// Ops on memrefs have no results that would lead to them: all of them, in their order.
static void copy_memory_operations(Isolation *isolation) {
  const Group *group = isolation->group;
  bool has_anchor = false;
  for (int i = 0; i < group->op_count; i++) {
    has_anchor |= mlirOperationEqual(group->ops[i], group->anchor);
    copy_operation(isolation, group->ops[i]);
  }
  if (!has_anchor)
    copy_operation(isolation, group->anchor);
}

// All that the results need, or, on memrefs, all ops.
static void copy_operations(Isolation *isolation) {
  const Group *group = isolation->group;
  if (!group->on_tensors)
    copy_memory_operations(isolation);
  for (int i = 0; group->on_tensors && i < group->output_count; i++)
    require_value(isolation, group->output_result[i]);
}

static void append_return(Isolation *isolation, MlirLocation location, MlirType *out_types) {
  const Group *group = isolation->group;
  MlirOperationState state = mlirOperationStateGet(ir_string("func.return"), location);
  MlirValue values[GROUP_MAX_RESULTS];
  int count = 0;
  for (int i = 0; group->on_tensors && i < group->output_count; i++) {
    out_types[count] = mlirValueGetType(group->output_result[i]);
    if (find(isolation, group->output_result[i], &values[count]))
      count++;
  }
  mlirOperationStateAddOperands(&state, count, values);
  mlirBlockAppendOwnedOperation(isolation->block, mlirOperationCreate(&state));
}

static void append_function(Isolation *isolation, MlirModule module, MlirRegion body,
                            MlirLocation location, const MlirType *results) {
  MlirContext context = isolation->context;
  int result_count = isolation->group->on_tensors ? isolation->group->output_count : 0;
  MlirType type = mlirFunctionTypeGet(context, isolation->argument_count, isolation->argument_types,
                                      result_count, results);
  MlirNamedAttribute attributes[] = {
      mlirNamedAttributeGet(mlirIdentifierGet(context, ir_string("sym_name")),
                            mlirStringAttrGet(context, ir_string("op"))),
      mlirNamedAttributeGet(mlirIdentifierGet(context, ir_string("function_type")),
                            mlirTypeAttrGet(type)),
  };
  MlirOperationState state = mlirOperationStateGet(ir_string("func.func"), location);
  mlirOperationStateAddAttributes(&state, 2, attributes);
  mlirOperationStateAddOwnedRegions(&state, 1, &body);
  MlirOperation function = mlirOperationCreate(&state);
  mlirBlockAppendOwnedOperation(mlirModuleGetBody(module), function);
  for (int i = 0; i < isolation->argument_count; i++)
    if (isolation->argument_is_constant[i])
      argument_mark(function, i, CONSTANT_ARGUMENT_ATTRIBUTE);
  for (int i = 0; i < isolation->argument_count; i++)
    if (isolation->argument_is_cold[i])
      argument_set_attribute(
          function, i, COLD_ARGUMENT_ATTRIBUTE,
          mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64), isolation->weights->bytes));
}

static Status isolate(const Group *group, const ColdWeights *weights, MlirModule *out_module) {
  MlirType results[GROUP_MAX_RESULTS];
  Isolation *isolation = calloc(1, sizeof *isolation);
  if (!isolation)
    return status_fail(STATUS_SYSTEM, "out of memory for an op taken out of its function");
  isolation->group = group;
  isolation->weights = weights;
  isolation->context = mlirOperationGetContext(group->anchor);
  isolation->block = mlirBlockCreate(0, NULL, NULL);
  MlirLocation location = mlirLocationUnknownGet(isolation->context);
  MlirModule module = mlirModuleCreateEmpty(location);
  MlirRegion body = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(body, isolation->block);
  copy_operations(isolation);
  append_return(isolation, location, results);
  append_function(isolation, module, body, location, results);
  bool overflows = isolation->overflows;
  bool ok = !overflows && mlirOperationVerify(mlirModuleGetOperation(module));
  free(isolation);
  if (ok) {
    *out_module = module;
    return STATUS_OK;
  }
  mlirModuleDestroy(module);
  if (overflows)
    return status_fail(STATUS_UNSUPPORTED,
                       "the op reads more than %d values or is made of more than %d", ARGUMENTS_MAX,
                       MAPPED_MAX);
  return status_fail(STATUS_UNSUPPORTED, "the op cannot be taken out of its function");
}

Status isolate_group(const Group *group, MlirModule *out_module) {
  return isolate(group, NULL, out_module);
}

Status isolate_scheduled(const Group *group, const char *schedule, MlirModule *out_module) {
  return isolate_cold(group, schedule, NULL, out_module);
}

Status isolate_cold(const Group *group, const char *schedule, const ColdWeights *weights,
                    MlirModule *out_module) {
  annotation_write(group->anchor, schedule);
  Status status = isolate(group, weights, out_module);
  annotation_remove(group->anchor);
  return status;
}

bool isolate_is_cold(const Group *group, int data_count) {
  const ColdWeights weights = {.data_count = data_count};
  bool is_cold = false;
  Isolation *isolation = calloc(1, sizeof *isolation);
  if (!isolation)
    return false;
  isolation->group = group;
  isolation->weights = &weights;
  isolation->only_looks = true;
  copy_operations(isolation);
  for (int i = 0; i < isolation->argument_count; i++)
    is_cold |= isolation->argument_is_cold[i];
  free(isolation);
  return is_cold;
}
