// StructuredOp: one linalg op, or one tensor.pad, read into plain data.
#include "transforms/extract/structured_op.h"

#include "base/integer.h"
#include "transforms/extract/linalg_shim.h"

#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"
#include "transforms/annotation.h"
#include "transforms/cut_mark.h"
#include "transforms/ir.h"
#include <string.h>

int64_t tensor_type_bytes(MlirType type) {
  if (!mlirTypeIsARankedTensor(type) || !mlirShapedTypeHasStaticShape(type))
    return -1;
  ElementType element = element_type_of(mlirShapedTypeGetElementType(type));
  int64_t bytes = element == ELEMENT_TYPE_COUNT ? -1 : element_type_bytes(element);
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(type) && bytes >= 0; d++)
    if (__builtin_mul_overflow(bytes, mlirShapedTypeGetDimSize(type, d), &bytes))
      return -1;
  return bytes;
}

// Offsets of every element, in bytes and times small factors, stay within 64 bits.
static const int64_t MAX_ELEMENTS = INT64_C(1) << 40;

// A dimension of unknown size counts for `open_extent`, unless that is 0.
static Status read_shape(MlirType type, int64_t open_extent, StructuredOperand *out) {
  int64_t rank = mlirShapedTypeGetRank(type);
  if (rank > WORKLOAD_MAX_RANK)
    return status_fail(STATUS_UNSUPPORTED, "an operand has rank %d, more than %d", (int)rank,
                       WORKLOAD_MAX_RANK);
  out->rank = (int)rank;
  int64_t stride = 1;
  for (int d = out->rank - 1; d >= 0; --d) {
    bool is_open = mlirShapedTypeIsDynamicDim(type, d);
    if (is_open && open_extent == 0)
      return status_fail(STATUS_UNSUPPORTED, "dynamic shape");
    out->shape[d] = is_open ? open_extent : mlirShapedTypeGetDimSize(type, d);
    out->strides[d] = stride;
    if (__builtin_mul_overflow(stride, out->shape[d], &stride) || stride > MAX_ELEMENTS)
      return status_fail(STATUS_UNSUPPORTED, "an operand has more than 2^40 elements");
  }
  if (stride == 0)
    return status_fail(STATUS_UNSUPPORTED, "an operand has no elements");
  return STATUS_OK;
}

// What a stride that only the run knows counts for: a row of what the inner dimensions reach and
// some elements more, as in a part of a larger array. It is no multiple of theirs and none of
// another stride, so nothing takes the dimension for a contiguous one.
static int64_t guess_stride(const StructuredOperand *memref, int dim) {
  enum { BESIDE = 16 };
  int64_t guess = 0;
  for (int d = dim + 1; d < memref->rank; ++d) {
    int64_t reach = memref->strides[d] * memref->shape[d];
    guess = reach > guess ? reach : guess;
  }
  guess += BESIDE;
  for (int d = 0; d < dim; ++d)
    guess += integer_multiply(guess, memref->shape[dim]) == memref->strides[d];
  return guess;
}

static Status guess_strides(StructuredOperand *out) {
  for (int d = out->rank - 1; d >= 0; --d) {
    if (!mlirShapedTypeIsDynamicStrideOrOffset(out->strides[d]))
      continue;
    if (d == out->rank - 1)
      return status_fail(STATUS_UNSUPPORTED, "the innermost stride of a memref is not known");
    out->strides[d] = guess_stride(out, d);
    out->has_run_strides = true;
    if (out->strides[d] > MAX_ELEMENTS / out->shape[d])
      return status_fail(STATUS_UNSUPPORTED, "a memref spans more than 2^40 elements");
  }
  return STATUS_OK;
}

static Status read_memref_strides(MlirType type, StructuredOperand *out) {
  if (!mlirAttributeIsNull(mlirMemRefTypeGetMemorySpace(type)))
    return status_fail(STATUS_UNSUPPORTED, "a memref lies in another memory space");
  int64_t strides[WORKLOAD_MAX_RANK], offset;
  if (mlirLogicalResultIsFailure(mlirMemRefTypeGetStridesAndOffset(type, strides, &offset)))
    return status_fail(STATUS_UNSUPPORTED, "a memref has a layout without strides");
  if (!mlirShapedTypeIsDynamicStrideOrOffset(offset) && offset > MAX_ELEMENTS)
    return status_fail(STATUS_UNSUPPORTED, "a memref spans more than 2^40 elements");
  for (int d = 0; d < out->rank; ++d) {
    out->strides[d] = strides[d];
    if (mlirShapedTypeIsDynamicStrideOrOffset(strides[d]))
      continue;
    if (strides[d] < 0)
      return status_fail(STATUS_UNSUPPORTED, "a memref has a negative stride");
    if (strides[d] > MAX_ELEMENTS / out->shape[d])
      return status_fail(STATUS_UNSUPPORTED, "a memref spans more than 2^40 elements");
  }
  return guess_strides(out);
}

Status structured_operand_read(MlirValue value, StructuredOperand *out_operand) {
  return structured_operand_read_open(value, 0, out_operand);
}

Status structured_operand_read_open(MlirValue value, int64_t open_extent,
                                    StructuredOperand *out_operand) {
  Status status = STATUS_OK;
  MlirType type = mlirValueGetType(value);
  *out_operand = (StructuredOperand){.value = value};
  MlirType element = type;
  if (mlirTypeIsARankedTensor(type)) {
    if (!mlirAttributeIsNull(mlirRankedTensorTypeGetEncoding(type)))
      return status_fail(STATUS_UNSUPPORTED, "a tensor has an encoding");
    TRY(read_shape(type, open_extent, out_operand));
    element = mlirShapedTypeGetElementType(type);
  } else if (mlirTypeIsAMemRef(type)) {
    TRY(read_shape(type, open_extent, out_operand));
    TRY(read_memref_strides(type, out_operand));
    element = mlirShapedTypeGetElementType(type);
  } else {
    out_operand->is_scalar = true;
  }
  out_operand->type = element_type_of(element);
  if (out_operand->type == ELEMENT_TYPE_COUNT) {
    IrText text = {.used = 0};
    mlirTypePrint(element, ir_text_add, &text);
    return status_fail(STATUS_UNSUPPORTED,
                       "an operand has the element type %.200s, which is not supported",
                       text.bytes);
  }
cleanup:
  return status;
}

int64_t structured_operand_bytes(const StructuredOperand *operand) {
  int64_t bytes = element_type_bytes(operand->type);
  for (int d = 0; d < operand->rank; d++)
    bytes = integer_multiply(bytes, operand->shape[d]);
  return bytes;
}

bool structured_operand_overlaps_itself(const StructuredOperand *memref) {
  int64_t reach = 1;
  bool is_done[WORKLOAD_MAX_RANK] = {false};
  for (int n = 0; n < memref->rank; ++n) {
    int least = -1;
    for (int d = 0; d < memref->rank; ++d) {
      if (!is_done[d] && (least < 0 || memref->strides[d] < memref->strides[least]))
        least = d;
    }
    is_done[least] = true;
    if (memref->shape[least] == 1)
      continue;
    if (memref->strides[least] < reach)
      return true;
    reach += memref->strides[least] * (memref->shape[least] - 1);
  }
  return false;
}

// Adds `factor` times `expr` to `out`.
static bool add_affine(MlirAffineExpr expr, int64_t factor, IndexExpr *out) {
  if (mlirAffineExprIsAConstant(expr))
    return !__builtin_mul_overflow(factor, mlirAffineConstantExprGetValue(expr), &factor) &&
           !__builtin_add_overflow(out->constant, factor, &out->constant) &&
           out->constant <= MAX_ELEMENTS && out->constant >= -MAX_ELEMENTS;
  if (mlirAffineExprIsADim(expr)) {
    int32_t *coefficient = &out->coefficients[mlirAffineDimExprGetPosition(expr)];
    return !__builtin_add_overflow(*coefficient, factor, coefficient);
  }
  bool is_sum = mlirAffineExprIsAAdd(expr);
  if (!is_sum && !mlirAffineExprIsAMul(expr))
    return false;
  MlirAffineExpr left = mlirAffineBinaryOpExprGetLHS(expr);
  MlirAffineExpr right = mlirAffineBinaryOpExprGetRHS(expr);
  if (is_sum)
    return add_affine(left, factor, out) && add_affine(right, factor, out);
  return mlirAffineExprIsAConstant(right) && // where MLIR has it
         !__builtin_mul_overflow(factor, mlirAffineConstantExprGetValue(right), &factor) &&
         add_affine(left, factor, out);
}

bool index_read(MlirAffineExpr expr, IndexExpr *out_index) {
  *out_index = (IndexExpr){0};
  return add_affine(expr, 1, out_index);
}

static Status read_map(MlirAttribute attribute, StructuredOperand *out) {
  MlirAffineMap map = mlirAffineMapAttrGetValue(attribute);
  if (mlirAffineMapGetNumSymbols(map) != 0)
    return status_fail(STATUS_UNSUPPORTED, "an indexing map has symbols");
  for (int d = 0; d < out->rank; ++d) {
    if (!index_read(mlirAffineMapGetResult(map, d), &out->index[d]))
      return status_fail(STATUS_UNSUPPORTED, "an indexing map is not linear");
  }
  return STATUS_OK;
}

// Dimensions of unknown size are walked by loops of unknown extent alone, and these, but for an
// open one, walk no others.
static Status check_open(MlirType type, const StructuredOperand *operand, const StructuredOp *op) {
  for (int d = 0; d < operand->rank; ++d) {
    int loop = index_only_loop(&operand->index[d]);
    bool is_walked = loop >= 0 && op->unknown >> loop & 1u;
    bool is_dynamic = mlirShapedTypeIsDynamicDim(type, d);
    if (is_dynamic != is_walked && (is_dynamic || loop != op->open_loop))
      return status_fail(STATUS_UNSUPPORTED, "dynamic shape");
  }
  return STATUS_OK;
}

// The loop `open`, every one of -1, may keep its unknown extent, for which `open_extent` counts; 0:
// none may.
static Status read_linalg(MlirOperation op, int64_t open_extent, int open, StructuredOp *out) {
  Status status = STATUS_OK;
  out->loop_count = linalg_op_loop_count(op);
  out->input_count = linalg_op_input_count(op);
  intptr_t operand_count = mlirOperationGetNumOperands(op);
  if (out->loop_count > WORKLOAD_MAX_ITERATORS)
    return status_fail(STATUS_UNSUPPORTED, "%d loops, more than %d", out->loop_count,
                       WORKLOAD_MAX_ITERATORS);
  if (operand_count > GROUP_MAX_ARGUMENTS || operand_count - out->input_count > GROUP_MAX_RESULTS)
    return status_fail(STATUS_UNSUPPORTED, "more than %d operands or %d results",
                       GROUP_MAX_ARGUMENTS, GROUP_MAX_RESULTS);
  out->operand_count = (int)operand_count;
  if (mlirRegionIsNull(mlirOperationGetRegion(op, 0)) ||
      mlirBlockGetNumArguments(mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0))) !=
          operand_count)
    return status_fail(STATUS_UNSUPPORTED, "the body does not have one argument per operand");
  bool is_reduction[WORKLOAD_MAX_ITERATORS];
  if (!linalg_op_get_loops(op, out->extents, is_reduction))
    return status_fail(STATUS_UNSUPPORTED, "a loop is neither parallel nor a reduction");
  for (int i = 0; i < out->loop_count; ++i) {
    if (out->extents[i] < 0 && (open_extent == 0 || (open >= 0 && i != open)))
      return status_fail(STATUS_UNSUPPORTED, "dynamic shape");
    if (out->extents[i] < 0) {
      out->open_loop = open;
      out->unknown |= 1u << i;
      out->extents[i] = open_extent;
    }
    out->kinds[i] = is_reduction[i] ? ITERATOR_REDUCTION : ITERATOR_PARALLEL;
  }
  MlirAttribute maps = mlirLinalgGetIndexingMapsAttribute(op);
  int tensor_count = 0, memref_count = 0;
  for (int i = 0; i < out->operand_count; ++i) {
    MlirValue value = mlirOperationGetOperand(op, i);
    TRY(structured_operand_read_open(value, out->unknown == 0 ? 0 : open_extent,
                                     &out->operands[i]));
    TRY(read_map(mlirArrayAttrGetElement(maps, i), &out->operands[i]));
    TRY(check_open(mlirValueGetType(value), &out->operands[i], out));
    tensor_count += mlirTypeIsARankedTensor(mlirValueGetType(value));
    memref_count += mlirTypeIsAMemRef(mlirValueGetType(value));
  }
  if (tensor_count > 0 && memref_count > 0)
    return status_fail(STATUS_UNSUPPORTED, "operands on tensors and memrefs are mixed");
  out->on_tensors = tensor_count > 0;
cleanup:
  return status;
}

// The value that a tensor.pad's region yields when it is the same everywhere: one from outside, or
// a constant.
static MlirValue pad_yielded_value(MlirOperation op) {
  MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
  MlirOperation yield = mlirBlockGetTerminator(block);
  MlirValue value = mlirOperationGetOperand(yield, 0);
  bool varies;
  if (mlirValueIsABlockArgument(value)) {
    varies = mlirBlockEqual(mlirBlockArgumentGetOwner(value), block);
  } else {
    MlirOperation maker = mlirOpResultGetOwner(value);
    varies =
        mlirBlockEqual(mlirOperationGetBlock(maker), block) && !ir_op_is(maker, "arith.constant");
  }
  return varies ? (MlirValue){NULL} : value;
}

static Status read_pad(MlirOperation op, int64_t unknown, StructuredOp *out) {
  Status status = STATUS_OK;
  MlirAttribute low =
      mlirOperationGetAttributeByName(op, mlirStringRefCreateFromCString("static_low"));
  MlirAttribute high =
      mlirOperationGetAttributeByName(op, mlirStringRefCreateFromCString("static_high"));
  out->is_pad = true;
  out->on_tensors = true;
  out->pad_value = pad_yielded_value(op);
  if (mlirValueIsNull(out->pad_value))
    return status_fail(STATUS_UNSUPPORTED, "the padding is computed inside tensor.pad: hoist it");
  if (mlirOperationGetNumOperands(op) != 1)
    return status_fail(STATUS_UNSUPPORTED, "dynamic padding");
  TRY(structured_operand_read_open(mlirOperationGetOperand(op, 0), unknown, &out->operands[0]));
  TRY(structured_operand_read_open(mlirOperationGetResult(op, 0), unknown, &out->operands[1]));
  out->operands[1].value = (MlirValue){NULL};
  out->input_count = 1;
  out->operand_count = 2;
  out->loop_count = out->operands[1].rank;
  for (int d = 0; d < out->loop_count; ++d) {
    out->extents[d] = out->operands[1].shape[d];
    out->kinds[d] = ITERATOR_PARALLEL;
    out->operands[0].index[d].coefficients[d] = 1;
    out->operands[0].index[d].constant = -mlirDenseI64ArrayGetElement(low, d);
    out->operands[1].index[d].coefficients[d] = 1;
    if (!mlirShapedTypeIsDynamicDim(mlirValueGetType(mlirOperationGetResult(op, 0)), d))
      continue;
    // Nothing is added to it, or the sizes would be two.
    if (mlirDenseI64ArrayGetElement(low, d) != 0 || mlirDenseI64ArrayGetElement(high, d) != 0)
      TRY(status_fail(STATUS_UNSUPPORTED, "dynamic padding"));
    out->unknown |= 1u << d;
  }
cleanup:
  return status;
}

// The loop `open`, as its mark says, may be of unknown extent; where it is -1 any may, and
// `unknown` is what they count for.
static Status read_op(MlirOperation op, int open, int64_t unknown, StructuredOp *out_op) {
  memset(out_op, 0, sizeof *out_op);
  out_op->op = op;
  out_op->open_loop = -1;
  if (annotation_is_of_script(op))
    return status_fail(STATUS_UNSUPPORTED, "it is left to the script that transformed it");
  if (ir_op_is(op, "tensor.pad"))
    return read_pad(op, unknown, out_op);
  if (linalg_op_is_structured(op))
    return read_linalg(op, open < 0 ? unknown : cut_mark_open_extent(op), open, out_op);
  return status_fail(STATUS_UNSUPPORTED, "not a structured op");
}

Status structured_op_read(MlirOperation op, StructuredOp *out_op) {
  return read_op(op, -1, 0, out_op);
}

Status structured_op_read_open(MlirOperation op, StructuredOp *out_op) {
  return read_op(op, cut_mark_open_loop(op), 0, out_op);
}

Status structured_op_read_unknown(MlirOperation op, int64_t unknown, StructuredOp *out_op) {
  return read_op(op, -1, unknown, out_op);
}

bool structured_op_is_parallel(const StructuredOp *op) {
  for (int i = 0; i < op->loop_count; ++i) {
    if (op->kinds[i] != ITERATOR_PARALLEL)
      return false;
  }
  return true;
}

int64_t structured_op_points(const StructuredOp *op) {
  int64_t points = 1;
  for (int i = 0; i < op->loop_count; ++i)
    points = integer_multiply(points, op->extents[i]);
  return points;
}

int index_only_loop(const IndexExpr *index) {
  int found = -1;
  for (int i = 0; i < WORKLOAD_MAX_ITERATORS; i++) {
    if (!index->coefficients[i])
      continue;
    if (found >= 0 || index->coefficients[i] != 1)
      return -1;
    found = i;
  }
  return index->constant ? -1 : found;
}
