// TensorOps: the ops on static tensors that rewrites before extraction are made of, with an
// IrBuilder.
#include "transforms/rewrite/tensor_ops.h"

#include "transforms/extract/linalg_shim.h"
#include "transforms/group.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <string.h>

static MlirType tensor_type(int rank, const int64_t *shape, MlirType element) {
  return mlirRankedTensorTypeGet(rank, shape, element, mlirAttributeGetNull());
}

static int rank_of(MlirValue value) { return (int)mlirShapedTypeGetRank(mlirValueGetType(value)); }

// Of a tensor or memref; a number has its own type.
static MlirType element_of(MlirValue value) {
  MlirType type = mlirValueGetType(value);
  return mlirTypeIsAShaped(type) ? mlirShapedTypeGetElementType(type) : type;
}

static MlirNamedAttribute integers(IrBuilder *ir, const char *name, int count,
                                   const int64_t *values) {
  return ir_attribute(ir, name, mlirDenseI64ArrayGet(ir->context, count, values));
}

static MlirNamedAttribute segments(IrBuilder *ir, int count, int first, int second) {
  int32_t sizes[4] = {first, second, 0, 0};
  return ir_attribute(ir, "operandSegmentSizes", mlirDenseI32ArrayGet(ir->context, count, sizes));
}

MlirValue tensor_ops_empty(IrBuilder *ir, int rank, const int64_t *shape, MlirType element) {
  return ir_value(ir, "tensor.empty", tensor_type(rank, shape, element), 0, NULL, 0, NULL);
}

static MlirBlock open_body(IrBuilder *ir, int count, const MlirType *types) {
  MlirLocation locations[TENSOR_OPS_MAX_OPERANDS];
  for (int i = 0; i < count; i++)
    locations[i] = ir->location;
  MlirBlock block = mlirBlockCreate(count, types, locations);
  ir_open_region(ir, block);
  return block;
}

MlirValue tensor_ops_fill(IrBuilder *ir, MlirValue number, MlirValue tensor) {
  MlirType element = mlirValueGetType(number), types[2] = {element, element};
  MlirValue operands[2] = {number, tensor};
  MlirNamedAttribute attribute = segments(ir, 2, 1, 1);
  MlirBlock block = open_body(ir, 2, types);
  MlirValue filling = mlirBlockGetArgument(block, 0);
  ir_op(ir, "linalg.yield", 0, NULL, 1, &filling, 0, NULL);
  return ir_close_region_value(ir, "linalg.fill", mlirValueGetType(operands[1]), 2, operands, 1,
                               &attribute, block);
}

MlirValue tensor_ops_filled(IrBuilder *ir, int rank, const int64_t *shape, MlirValue number) {
  return tensor_ops_fill(ir, number, tensor_ops_empty(ir, rank, shape, mlirValueGetType(number)));
}

MlirValue tensor_ops_zeros(IrBuilder *ir, int rank, const int64_t *shape, MlirType element) {
  return tensor_ops_filled(ir, rank, shape, ir_constant(ir, element, ir_zero(element)));
}

// The argument as a value of `type`, which may be a float of another width.
static MlirValue converted(IrBuilder *ir, MlirValue argument, MlirType type) {
  MlirType from = mlirValueGetType(argument);
  if (mlirTypeEqual(from, type))
    return argument;
  bool widens = mlirFloatTypeGetWidth(from) < mlirFloatTypeGetWidth(type);
  return ir_unary(ir, widens ? "arith.extf" : "arith.truncf", type, argument);
}

static MlirValue body_value(IrBuilder *ir, TensorBody body, MlirBlock block, int input_count) {
  MlirValue out = mlirBlockGetArgument(block, input_count);
  MlirType type = mlirValueGetType(out);
  MlirValue value = converted(ir, mlirBlockGetArgument(block, 0), type);
  bool is_float = mlirTypeIsAFloat(type);
  if (body == TENSOR_BODY_COPY)
    return value;
  if (body == TENSOR_BODY_MULTIPLY)
    value = ir_binary(ir, is_float ? "arith.mulf" : "arith.muli", value,
                      converted(ir, mlirBlockGetArgument(block, 1), type));
  return ir_binary(ir, is_float ? "arith.addf" : "arith.addi", out, value);
}

static MlirAttribute iterator_types(IrBuilder *ir, int count, const bool *is_reduction) {
  MlirAttribute kinds[WORKLOAD_MAX_ITERATORS];
  for (int i = 0; i < count; i++)
    kinds[i] = mlirAttributeParseGet(
        ir->context, ir_string(is_reduction[i] ? "#linalg.iterator_type<reduction>"
                                               : "#linalg.iterator_type<parallel>"));
  return mlirArrayAttrGet(ir->context, count, kinds);
}

static MlirOperation make_generic(IrBuilder *ir, const TensorGeneric *generic, bool has_result) {
  MlirAttribute maps[TENSOR_OPS_MAX_INPUTS + 1];
  MlirType types[TENSOR_OPS_MAX_INPUTS + 1];
  bool is_reduction[WORKLOAD_MAX_ITERATORS];
  int operand_count = generic->input_count + 1;
  for (int i = 0; i < operand_count; i++) {
    maps[i] = mlirAffineMapAttrGet(generic->maps[i]);
    types[i] = element_of(generic->operands[i]);
  }
  for (int i = 0; i < generic->loop_count; i++)
    is_reduction[i] = generic->reductions >> i & 1;
  MlirNamedAttribute attributes[3] = {
      ir_attribute(ir, "indexing_maps", mlirArrayAttrGet(ir->context, operand_count, maps)),
      ir_attribute(ir, "iterator_types", iterator_types(ir, generic->loop_count, is_reduction)),
      segments(ir, 2, generic->input_count, 1)};
  MlirBlock block = open_body(ir, operand_count, types);
  MlirValue value = generic->build ? generic->build(ir, block, generic->user)
                                   : body_value(ir, generic->body, block, generic->input_count);
  ir_op(ir, "linalg.yield", 0, NULL, 1, &value, 0, NULL);
  MlirType result = mlirValueGetType(generic->operands[operand_count - 1]);
  return ir_close_region_results(ir, "linalg.generic", has_result, &result, operand_count,
                                 generic->operands, 3, attributes, block);
}

MlirValue tensor_ops_generic(IrBuilder *ir, const TensorGeneric *generic) {
  return mlirOperationGetResult(make_generic(ir, generic, true), 0);
}

MlirOperation tensor_ops_store(IrBuilder *ir, const TensorGeneric *generic) {
  return make_generic(ir, generic, false);
}

MlirOperation tensor_ops_with_inputs(MlirOperation op, int input_count, const MlirValue *inputs,
                                     MlirAttribute maps) {
  MlirValue operands[GROUP_MAX_ARGUMENTS + TENSOR_OPS_MAX_INPUTS];
  MlirType results[GROUP_MAX_RESULTS];
  int old = linalg_op_input_count(op), outs = (int)mlirOperationGetNumOperands(op) - old;
  int32_t sizes[2] = {input_count, outs};
  for (int i = 0; i < input_count; i++)
    operands[i] = inputs[i];
  for (int i = 0; i < outs; i++) {
    operands[input_count + i] = mlirOperationGetOperand(op, old + i);
    results[i] = mlirValueGetType(mlirOperationGetResult(op, i));
  }
  mlirOperationSetAttributeByName(op, ir_string("indexing_maps"), maps);
  mlirOperationSetAttributeByName(op, ir_string("operandSegmentSizes"),
                                  mlirDenseI32ArrayGet(mlirOperationGetContext(op), 2, sizes));
  MlirRegion region = mlirRegionCreate();
  mlirRegionTakeBody(region, mlirOperationGetRegion(op, 0));
  MlirOperationState state =
      mlirOperationStateGet(ir_string("linalg.generic"), mlirOperationGetLocation(op));
  mlirOperationStateAddResults(&state, outs, results);
  mlirOperationStateAddOperands(&state, input_count + outs, operands);
  for (intptr_t i = 0; i < mlirOperationGetNumAttributes(op); i++) {
    MlirNamedAttribute attribute = mlirOperationGetAttribute(op, i);
    mlirOperationStateAddAttributes(&state, 1, &attribute);
  }
  mlirOperationStateAddOwnedRegions(&state, 1, &region);
  return mlirOperationCreate(&state);
}

// Of the body at hand, which has ended.
static MlirOperation close_generic(IrBuilder *ir, const TensorOperands *operands, MlirBlock body) {
  MlirType results[GROUP_MAX_RESULTS];
  int outs = operands->count - operands->input_count;
  for (int r = 0; r < outs; r++)
    results[r] = mlirValueGetType(operands->values[operands->input_count + r]);
  MlirNamedAttribute attributes[3] = {
      ir_attribute(ir, "indexing_maps",
                   mlirArrayAttrGet(ir->context, operands->count, operands->maps)),
      ir_attribute(ir, "iterator_types",
                   iterator_types(ir, operands->loop_count, operands->is_reduction)),
      segments(ir, 2, operands->input_count, outs)};
  return ir_close_region_results(ir, "linalg.generic", outs, results, operands->count,
                                 operands->values, 3, attributes, body);
}

MlirOperation tensor_ops_results(IrBuilder *ir, const TensorOperands *operands,
                                 TensorResultsBuilder *build, void *user) {
  MlirType types[TENSOR_OPS_MAX_OPERANDS];
  MlirValue yielded[GROUP_MAX_RESULTS];
  for (int i = 0; i < operands->count; i++)
    types[i] = element_of(operands->values[i]);
  MlirBlock body = open_body(ir, operands->count, types);
  build(ir, body, user, yielded);
  ir_op(ir, "linalg.yield", 0, NULL, operands->count - operands->input_count, yielded, 0, NULL);
  return close_generic(ir, operands, body);
}

MlirOperation tensor_ops_take_body(IrBuilder *ir, MlirOperation op,
                                   const TensorOperands *operands) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
  mlirBlockDetach(body);
  ir_open_region(ir, body);
  MlirOperation made = close_generic(ir, operands, body);
  for (intptr_t i = 0; i < mlirOperationGetNumDiscardableAttributes(op); i++) {
    MlirNamedAttribute attribute = mlirOperationGetDiscardableAttribute(op, i);
    mlirOperationSetDiscardableAttributeByName(made, mlirIdentifierStr(attribute.name),
                                               attribute.attribute);
  }
  return made;
}

MlirValue tensor_ops_pad(IrBuilder *ir, MlirValue value, const int64_t *low, const int64_t *high) {
  int rank = rank_of(value);
  int64_t shape[WORKLOAD_MAX_RANK], added = 0;
  MlirType types[WORKLOAD_MAX_RANK], element = element_of(value);
  for (int d = 0; d < rank; d++) {
    shape[d] = mlirShapedTypeGetDimSize(mlirValueGetType(value), d) + low[d] + high[d];
    types[d] = mlirIndexTypeGet(ir->context);
    added += low[d] + high[d];
  }
  if (!added)
    return value;
  MlirNamedAttribute attributes[3] = {integers(ir, "static_low", rank, low),
                                      integers(ir, "static_high", rank, high),
                                      segments(ir, 3, 1, 0)};
  MlirValue zero = ir_constant(ir, element, ir_zero(element));
  MlirBlock block = open_body(ir, rank, types);
  ir_op(ir, "tensor.yield", 0, NULL, 1, &zero, 0, NULL);
  return ir_close_region_value(ir, "tensor.pad", tensor_type(rank, shape, element), 1, &value, 3,
                               attributes, block);
}

// Which dimensions of the expanded tensor each of the `rank` dimensions of the collapsed one is.
static MlirNamedAttribute reassociation(IrBuilder *ir, int rank, const int *parts) {
  MlirAttribute groups[WORKLOAD_MAX_RANK];
  MlirType type = mlirIntegerTypeGet(ir->context, 64);
  for (int d = 0, next = 0; d < rank; d++) {
    MlirAttribute members[WORKLOAD_MAX_RANK];
    for (int i = 0; i < parts[d]; i++)
      members[i] = mlirIntegerAttrGet(type, next++);
    groups[d] = mlirArrayAttrGet(ir->context, parts[d], members);
  }
  return ir_attribute(ir, "reassociation", mlirArrayAttrGet(ir->context, rank, groups));
}

MlirValue tensor_ops_expand_parts(IrBuilder *ir, MlirValue value, const int *parts,
                                  const int64_t *shape) {
  int rank = rank_of(value), expanded = 0;
  for (int d = 0; d < rank; d++)
    expanded += parts[d];
  MlirNamedAttribute attributes[2] = {reassociation(ir, rank, parts),
                                      integers(ir, "static_output_shape", expanded, shape)};
  return ir_value(ir, "tensor.expand_shape", tensor_type(expanded, shape, element_of(value)), 1,
                  &value, 2, attributes);
}

MlirValue tensor_ops_collapse_parts(IrBuilder *ir, MlirValue value, int rank, const int *parts,
                                    const int64_t *shape) {
  MlirNamedAttribute attribute = reassociation(ir, rank, parts);
  return ir_value(ir, "tensor.collapse_shape", tensor_type(rank, shape, element_of(value)), 1,
                  &value, 1, &attribute);
}

static void parts_of_split(int rank, const bool *is_split, int *out_parts) {
  for (int d = 0; d < rank; d++)
    out_parts[d] = is_split[d] ? 2 : 1;
}

MlirValue tensor_ops_expand(IrBuilder *ir, MlirValue value, const bool *is_split,
                            const int64_t *shape) {
  int parts[WORKLOAD_MAX_RANK];
  parts_of_split(rank_of(value), is_split, parts);
  return tensor_ops_expand_parts(ir, value, parts, shape);
}

MlirValue tensor_ops_collapse(IrBuilder *ir, MlirValue value, int rank, const bool *is_split,
                              const int64_t *shape) {
  int parts[WORKLOAD_MAX_RANK];
  parts_of_split(rank, is_split, parts);
  return tensor_ops_collapse_parts(ir, value, rank, parts, shape);
}

MlirValue tensor_ops_slice(IrBuilder *ir, MlirValue value, const int64_t *offsets,
                           const int64_t *sizes) {
  int rank = rank_of(value);
  int64_t strides[WORKLOAD_MAX_RANK];
  MlirType type = tensor_type(rank, sizes, element_of(value));
  for (int d = 0; d < rank; d++)
    strides[d] = 1;
  if (mlirTypeEqual(type, mlirValueGetType(value)))
    return value;
  MlirNamedAttribute attributes[4] = {
      integers(ir, "static_offsets", rank, offsets), integers(ir, "static_sizes", rank, sizes),
      integers(ir, "static_strides", rank, strides), segments(ir, 4, 1, 0)};
  return ir_value(ir, "tensor.extract_slice", type, 1, &value, 4, attributes);
}

static bool is_argument(MlirValue value, MlirBlock body, int index) {
  return mlirValueEqual(value, mlirBlockGetArgument(body, index));
}

// Whether the operands of `op` are the two values, in any order.
static bool reads(MlirOperation op, MlirValue left, MlirValue right) {
  MlirValue a = mlirOperationGetOperand(op, 0), b = mlirOperationGetOperand(op, 1);
  return (mlirValueEqual(a, left) && mlirValueEqual(b, right)) ||
         (mlirValueEqual(a, right) && mlirValueEqual(b, left));
}

static MlirOperation owner_of(MlirValue value) {
  return mlirValueIsAOpResult(value) ? mlirOpResultGetOwner(value) : (MlirOperation){NULL};
}

static bool is_op(MlirOperation op, const char *name) {
  return !mlirOperationIsNull(op) && ir_op_is(op, name);
}

bool tensor_ops_adds_products(MlirOperation op) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
  if (mlirBlockGetNumArguments(body) != 3)
    return false;
  MlirOperation sum = owner_of(mlirOperationGetOperand(mlirBlockGetTerminator(body), 0));
  if (!is_op(sum, "arith.addf"))
    return false;
  bool is_first = is_argument(mlirOperationGetOperand(sum, 0), body, 2);
  MlirValue added = mlirOperationGetOperand(sum, is_first);
  MlirOperation product = owner_of(added);
  return is_op(product, "arith.mulf") && reads(sum, added, mlirBlockGetArgument(body, 2)) &&
         reads(product, mlirBlockGetArgument(body, 0), mlirBlockGetArgument(body, 1));
}

MlirAffineExpr tensor_ops_expression(MlirContext context, const IndexExpr *index) {
  MlirAffineExpr sum = mlirAffineConstantExprGet(context, index->constant);
  for (int i = 0; i < WORKLOAD_MAX_ITERATORS; i++) {
    if (!index->coefficients[i])
      continue;
    MlirAffineExpr factor = mlirAffineConstantExprGet(context, index->coefficients[i]);
    sum = mlirAffineAddExprGet(mlirAffineMulExprGet(mlirAffineDimExprGet(context, i), factor), sum);
  }
  return sum;
}

MlirAffineMap tensor_ops_map(MlirContext context, int loop_count, int rank,
                             const IndexExpr *index) {
  MlirAffineExpr places[WORKLOAD_MAX_RANK];
  for (int d = 0; d < rank; d++)
    places[d] = tensor_ops_expression(context, &index[d]);
  return mlirAffineMapGet(context, loop_count, 0, rank, places);
}

// Ops that may be dead. Each is listed once and leaves the list when it is erased.
enum { MAX_SUSPECTS = 64 };
typedef struct Suspects {
  int count;
  MlirOperation ops[MAX_SUSPECTS];
} Suspects;
static bool is_erasable(MlirOperation op) {
  return mlirOperationGetNumResults(op) > 0 && !ir_op_is_used(op) && op_leaves_memory_alone(op);
}

static void suspect_producers(Suspects *suspects, MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue value = mlirOperationGetOperand(op, i);
    bool is_listed = !mlirValueIsAOpResult(value) || suspects->count == MAX_SUSPECTS;
    for (int j = 0; j < suspects->count && !is_listed; j++)
      is_listed = mlirOperationEqual(suspects->ops[j], mlirOpResultGetOwner(value));
    if (!is_listed)
      suspects->ops[suspects->count++] = mlirOpResultGetOwner(value);
  }
}

void tensor_ops_erase_dead(MlirOperation op) {
  Suspects suspects = {.count = 1, .ops = {op}};
  for (int i = 0; i < suspects.count;) {
    MlirOperation suspect = suspects.ops[i];
    if (!is_erasable(suspect)) {
      i++;
      continue;
    }
    suspects.ops[i] = suspects.ops[--suspects.count];
    suspect_producers(&suspects, suspect);
    mlirOperationDestroy(suspect);
    i = 0;
  }
}
