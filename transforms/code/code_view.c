// Memrefs as places in buffers.
#include "transforms/code/code_reader.h"
#include "transforms/extract/structured_op.h"

static Status fail_op(MlirOperation op) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  return status_fail(STATUS_UNSUPPORTED, "a buffer that comes from %.*s cannot be followed",
                     (int)name.length, name.data);
}

static Status read_shape(MlirType type, CodeBuffer *out_buffer) {
  ElementType element = element_type_of(mlirShapedTypeGetElementType(type));
  intptr_t rank = mlirShapedTypeGetRank(type);
  if (!mlirShapedTypeHasStaticShape(type) || rank > WORKLOAD_MAX_RANK)
    return status_fail(STATUS_UNSUPPORTED, "a buffer has no static shape of at most %d dimensions",
                       WORKLOAD_MAX_RANK);
  if (element == ELEMENT_TYPE_COUNT)
    return status_fail(STATUS_UNSUPPORTED, "a buffer holds elements of another type than numbers");
  out_buffer->rank = (uint8_t)rank;
  out_buffer->element_bytes = element_type_bytes(element);
  for (intptr_t d = 0; d < rank; d++)
    out_buffer->shape[d] = mlirShapedTypeGetDimSize(type, d);
  return STATUS_OK;
}

static Status add_buffer(CodeReader *reader, MlirValue root, int *out_buffer) {
  CodeNest *nest = reader->nest;
  CodeBuffer buffer = {.is_argument = mlirValueIsABlockArgument(root)};
  int64_t offset;
  Status status = read_shape(mlirValueGetType(root), &buffer);
  if (status != STATUS_OK)
    return status;
  if (mlirLogicalResultIsFailure(
          mlirMemRefTypeGetStridesAndOffset(mlirValueGetType(root), buffer.strides, &offset)))
    return status_fail(STATUS_UNSUPPORTED, "a buffer has a layout without strides");
  for (int d = 0; d < buffer.rank; d++)
    if (mlirShapedTypeIsDynamicStrideOrOffset(buffer.strides[d]))
      return status_fail(STATUS_UNSUPPORTED, "a buffer has strides that are not known");
  nest->buffers = pool_grow(reader->pool, nest->buffers, nest->buffer_count, sizeof buffer);
  reader->roots = pool_grow(reader->pool, reader->roots, nest->buffer_count, sizeof root);
  nest->buffers[nest->buffer_count] = buffer;
  reader->roots[nest->buffer_count] = root;
  *out_buffer = nest->buffer_count++;
  return STATUS_OK;
}

static Status view_root(CodeReader *reader, MlirValue root, CodeView *out_view) {
  int b = 0;
  while (b < reader->nest->buffer_count && !mlirValueEqual(reader->roots[b], root))
    b++;
  Status status = b < reader->nest->buffer_count ? STATUS_OK : add_buffer(reader, root, &b);
  if (status != STATUS_OK)
    return status;
  const CodeBuffer *buffer = &reader->nest->buffers[b];
  *out_view = (CodeView){.buffer = b, .rank = buffer->rank};
  for (int d = 0; d < buffer->rank; d++)
    out_view->strides[d] = buffer->strides[d];
  return STATUS_OK;
}

// Number `n` of a list whose dynamic values are operands from *operand on.
static Status read_mixed(CodeReader *reader, MlirOperation op, const char *list, int n,
                         intptr_t *operand, int64_t *out_number) {
  *out_number =
      mlirDenseI64ArrayGetElement(mlirOperationGetAttributeByName(op, ir_string(list)), n);
  return mlirShapedTypeIsDynamicSize(*out_number)
             ? code_number(reader, mlirOperationGetOperand(op, (*operand)++), out_number)
             : STATUS_OK;
}

static Status view_reinterpreted(CodeReader *reader, MlirOperation op, CodeView *out_view) {
  intptr_t operand = 1;
  Status status = STATUS_OK;
  int64_t size;
  TRY(code_view(reader, mlirOperationGetOperand(op, 0), out_view));
  out_view->rank = (int)mlirDenseArrayGetNumElements(
      mlirOperationGetAttributeByName(op, ir_string("static_sizes")));
  if (out_view->rank > WORKLOAD_MAX_RANK)
    TRY(fail_op(op));
  TRY(read_mixed(reader, op, "static_offsets", 0, &operand, &out_view->offset));
  for (int d = 0; d < out_view->rank; d++)
    TRY(read_mixed(reader, op, "static_sizes", d, &operand, &size));
  for (int d = 0; d < out_view->rank; d++)
    TRY(read_mixed(reader, op, "static_strides", d, &operand, &out_view->strides[d]));
cleanup:
  return status;
}

static bool is_any(MlirOperation op, const char *const *names) {
  while (*names && !ir_op_is(op, *names))
    names++;
  return *names;
}

// Through what only changes the type.
static MlirValue look_through_casts(MlirValue memref) {
  static const char *const casts[] = {"memref.cast", "memref.memory_space_cast",
                                      "memref.assume_alignment", NULL};
  while (mlirValueIsAOpResult(memref) && is_any(mlirOpResultGetOwner(memref), casts))
    memref = mlirOperationGetOperand(mlirOpResultGetOwner(memref), 0);
  return memref;
}

static Status read_view(CodeReader *reader, MlirValue memref, CodeView *out_view) {
  static const char *const roots[] = {"memref.alloc", "memref.alloca", "memref.view",
                                      "memref.get_global", NULL};
  if (!mlirTypeIsAMemRef(mlirValueGetType(memref)))
    return status_fail(STATUS_UNSUPPORTED, "a tensor is left where a buffer is expected");
  if (mlirValueIsABlockArgument(memref)) {
    MlirOperation owner = mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(memref));
    return ir_op_is(owner, "func.func") ? view_root(reader, memref, out_view) : fail_op(owner);
  }
  MlirOperation op = mlirOpResultGetOwner(memref);
  if (is_any(op, roots))
    return view_root(reader, memref, out_view);
  if (ir_op_is(op, "memref.reinterpret_cast"))
    return view_reinterpreted(reader, op, out_view);
  if (!ir_op_is(op, "memref.extract_strided_metadata"))
    return fail_op(op);
  Status status = code_view(reader, mlirOperationGetOperand(op, 0), out_view);
  out_view->rank = 0;
  out_view->offset = 0;
  return status;
}

Status code_view(CodeReader *reader, MlirValue memref, CodeView *out_view) {
  Status status = code_number_begin(reader);
  if (status != STATUS_OK)
    return status;
  status = read_view(reader, look_through_casts(memref), out_view);
  reader->levels--;
  return status;
}
