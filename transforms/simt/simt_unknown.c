// See simt_unknown.h. A buffer goes through a memref of its first row, as kernels that take one
// pointer an operand have arguments of known sizes alone.
#include "transforms/simt/simt_unknown.h"

#include "transforms/dim_names.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <stdlib.h>

static bool is_unknown(MlirValue value) {
  MlirType type = mlirValueGetType(value);
  return mlirTypeIsAShaped(type) && mlirShapedTypeHasRank(type) &&
         mlirShapedTypeGetRank(type) > 0 && mlirShapedTypeIsDynamicDim(type, 0);
}

static bool knows_inner(MlirValue value) {
  MlirType type = mlirValueGetType(value);
  for (intptr_t d = 1; mlirTypeIsAShaped(type) && d < mlirShapedTypeGetRank(type); d++)
    if (mlirShapedTypeIsDynamicDim(type, d))
      return false;
  return true;
}

Status simt_unknown_check(const Group *group) {
  const Workload *workload = &group->workload;
  bool knows = true;
  if (workload->unknown & (workload->unknown - 1u))
    return status_fail(STATUS_UNSUPPORTED, "two of its sizes are unknown; a kernel knows all but "
                                           "one");
  for (int a = 0; a < workload->access_count; a++)
    knows &= mlirValueIsNull(group->accesses[a].value) || knows_inner(group->accesses[a].value);
  for (int o = 0; group->on_tensors && o < group->output_count; o++)
    knows &= knows_inner(group->output_result[o]);
  return knows ? STATUS_OK
               : status_fail(STATUS_UNSUPPORTED,
                             "a dimension of unknown size is not the outermost of its buffer");
}

// --- sizes

// What structured ops have written to: it has the sizes of the value.
static MlirValue origin_of(MlirValue value) {
  while (mlirValueIsAOpResult(value)) {
    MlirOperation op = mlirOpResultGetOwner(value);
    if (!ir_op_begins(op, "linalg."))
      break;
    intptr_t first = mlirOperationGetNumOperands(op) - mlirOperationGetNumResults(op);
    MlirValue written = mlirOperationGetOperand(op, first + mlirOpResultGetResultNumber(value));
    if (!mlirTypeEqual(mlirValueGetType(written), mlirValueGetType(value)))
      break; // others have more operands after these
    value = written;
  }
  return value;
}

static MlirValue unknown_operand(MlirOperation op) {
  for (intptr_t i = mlirOperationGetNumOperands(op); i-- > 0;)
    if (is_unknown(mlirOperationGetOperand(op, i)))
      return mlirOperationGetOperand(op, i);
  return (MlirValue){NULL};
}

// What is expected of the first size of a value, or of that which it was made with.
static bool find_expected(MlirValue value, ExpectedSizes *sizes) {
  int64_t dim = 0;
  value = origin_of(value);
  if (ir_is_made_by(value, "tensor.empty"))
    value = mlirOperationGetOperand(mlirOpResultGetOwner(value), 0);
  if (ir_is_made_by(value, "tensor.dim")) {
    MlirOperation op = mlirOpResultGetOwner(value);
    if (!ir_constant_integer(mlirOperationGetOperand(op, 1), &dim))
      return false;
    value = origin_of(mlirOperationGetOperand(op, 0));
  }
  return dim_expected_sizes(value, (intptr_t)dim, sizes) && sizes->count > 0;
}

int64_t simt_unknown_expected(MlirOperation op) {
  enum { USUAL = 255 }; // between the rows of a token and those of a batch of texts
  ExpectedSizes sizes;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    if (is_unknown(mlirOperationGetOperand(op, i)) &&
        find_expected(mlirOperationGetOperand(op, i), &sizes)) {
      int64_t middle = sizes.values[sizes.count / 2];
      return (middle < 3 ? 3 : middle) | 1;
    }
  return USUAL;
}

static bool is_dim(MlirOperation op) { return ir_op_is(op, "tensor.dim"); }

bool simt_unknown_trace(MlirOperation root) {
  bool changed = false;
  IrOps dims = ir_collect(root, is_dim);
  for (int i = 0; i < dims.count; i++) {
    MlirValue value = mlirOperationGetOperand(dims.ops[i], 0), origin = origin_of(value);
    if (mlirValueEqual(value, origin))
      continue;
    mlirOperationSetOperand(dims.ops[i], 0, origin);
    changed = true;
  }
  free(dims.ops);
  return changed;
}

// --- on the host

MlirValue simt_unknown_extent(IrBuilder *host, const Group *group) {
  if (group->workload.unknown == 0)
    return (MlirValue){NULL};
  MlirValue origin = origin_of(unknown_operand(group->anchor));
  return ir_is_made_by(origin, "tensor.empty")
             ? mlirOperationGetOperand(mlirOpResultGetOwner(origin), 0)
             : ir_dim(host, origin, 0);
}

static MlirValue times(IrBuilder *host, MlirValue value, int64_t factor) {
  return factor == 1 ? value : ir_binary(host, "arith.muli", value, ir_index(host, factor));
}

MlirValue simt_unknown_blocks(IrBuilder *host, MlirValue extent, int64_t steps, int64_t tile,
                              int64_t others) {
  MlirValue blocks = times(host, extent, steps);
  if (tile > 1) {
    blocks = ir_binary(host, "arith.addi", blocks, ir_index(host, tile - 1));
    blocks = ir_binary(host, "arith.divui", blocks, ir_index(host, tile));
  }
  return times(host, blocks, others);
}

// A contiguous view of what begins where `buffer` does, of `type`, whose outermost size is `extent`
// where the type does not say it.
static MlirValue view(IrBuilder *ir, MlirValue buffer, MlirType type, MlirValue extent) {
  int64_t sizes[WORKLOAD_MAX_RANK], strides[WORKLOAD_MAX_RANK], offset = 0, stride = 1;
  intptr_t rank = mlirShapedTypeGetRank(type);
  bool has_extent = !mlirValueIsNull(extent);
  for (intptr_t d = rank; d-- > 0;) {
    sizes[d] = mlirShapedTypeGetDimSize(type, d);
    strides[d] = stride;
    stride *= d > 0 ? sizes[d] : 1;
  }
  int32_t segments[] = {1, 0, has_extent, 0};
  MlirNamedAttribute attributes[] = {
      ir_attribute(ir, "static_offsets", mlirDenseI64ArrayGet(ir->context, 1, &offset)),
      ir_attribute(ir, "static_sizes", mlirDenseI64ArrayGet(ir->context, rank, sizes)),
      ir_attribute(ir, "static_strides", mlirDenseI64ArrayGet(ir->context, rank, strides)),
      ir_attribute(ir, "operandSegmentSizes", mlirDenseI32ArrayGet(ir->context, 4, segments))};
  MlirValue operands[] = {buffer, extent};
  return ir_value(ir, "memref.reinterpret_cast", type, 1 + has_extent, operands, 4, attributes);
}

static MlirValue first_row(IrBuilder *host, MlirValue buffer) {
  MlirType type = mlirValueGetType(buffer);
  int64_t sizes[WORKLOAD_MAX_RANK] = {1};
  for (intptr_t d = 1; d < mlirShapedTypeGetRank(type); d++)
    sizes[d] = mlirShapedTypeGetDimSize(type, d);
  MlirType row =
      mlirMemRefTypeContiguousGet(mlirShapedTypeGetElementType(type), mlirShapedTypeGetRank(type),
                                  sizes, mlirMemRefTypeGetMemorySpace(type));
  return view(host, buffer, row, (MlirValue){NULL});
}

int simt_unknown_pass(IrBuilder *host, MlirValue extent, int count, MlirValue *arguments,
                      MlirType *out_types) {
  for (int a = 0; a < count; a++) {
    out_types[a] = mlirValueGetType(arguments[a]);
    if (is_unknown(arguments[a]))
      arguments[a] = first_row(host, arguments[a]);
  }
  if (!mlirValueIsNull(extent))
    arguments[count++] =
        ir_unary(host, "arith.index_cast", mlirIntegerTypeGet(host->context, 32), extent);
  return count;
}

MlirOperation simt_unknown_open(IrBuilder *host, MlirValue extent) {
  if (mlirValueIsNull(extent))
    return (MlirOperation){NULL};
  MlirValue is_some = ir_compare_index(host, INTEGER_UNSIGNED_GREATER, extent, ir_index(host, 0));
  return ir_open_if(host, is_some, 0, NULL);
}

void simt_unknown_close(IrBuilder *host, MlirOperation guard) {
  if (mlirOperationIsNull(guard))
    return;
  ir_else(host, guard, 0, NULL);
  ir_close_if(host, guard, 0, NULL, NULL);
}

// --- in the kernel

MlirValue simt_unknown_receive(IrBuilder *ir, MlirBlock body, MlirValue extent, int count,
                               const MlirType *types, MlirValue *out_arguments) {
  bool has_extent = !mlirValueIsNull(extent);
  if (has_extent)
    extent = ir_unary(ir, "arith.index_castui", mlirIndexTypeGet(ir->context),
                      mlirBlockGetArgument(body, count - 1));
  for (int a = 0; a < count - has_extent; a++) {
    MlirValue given = mlirBlockGetArgument(body, a);
    out_arguments[a] = mlirTypeEqual(mlirValueGetType(given), types[a])
                           ? given
                           : view(ir, given, types[a], extent);
  }
  return extent;
}
