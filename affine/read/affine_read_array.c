// Which memrefs are arrays of the program, and which of them nobody reads after the nest.
#include "affine/read/affine_reader.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "transforms/extract/aliasing.h"
#include <string.h>

Status affine_read_array_add(AffineReader *reader, AffineArray array, int *out_array) {
  if (reader->program->array_count == AFFINE_MAX_ARRAYS)
    return status_fail(STATUS_UNSUPPORTED, "more than %d arrays", AFFINE_MAX_ARRAYS);
  array.origin = -1;
  *out_array = reader->program->array_count++;
  reader->program->arrays[*out_array] = array;
  return STATUS_OK;
}

static bool op_uses(MlirOperation op, MlirValue value) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    if (mlirValueEqual(mlirOperationGetOperand(op, i), value))
      return true;
  return false;
}

typedef struct FirstUse {
  MlirValue value;
  MlirOperation op;
} FirstUse;

static MlirWalkResult find_first_use(MlirOperation op, void *user) {
  FirstUse *first = user;
  if (!op_uses(op, first->value))
    return MlirWalkResultAdvance;
  first->op = op;
  return MlirWalkResultInterrupt;
}

// Whether the first access inside `op` is a store that certainly happens: loops around it run.
static bool starts_with_store(MlirOperation op, MlirValue memref) {
  FirstUse first = {.value = memref};
  mlirOperationWalk(op, find_first_use, &first, MlirWalkPreOrder);
  if (mlirOperationIsNull(first.op) || !affine_reader_op_is_store(first.op) ||
      mlirValueEqual(mlirOperationGetOperand(first.op, 0), memref))
    return false;
  for (MlirOperation at = first.op; !mlirOperationEqual(at, op);) {
    at = mlirOperationGetParentOperation(at);
    MlirAttribute low =
        mlirOperationGetAttributeByName(at, mlirStringRefCreateFromCString("lowerBoundMap"));
    MlirAttribute high =
        mlirOperationGetAttributeByName(at, mlirStringRefCreateFromCString("upperBoundMap"));
    if (mlirAttributeIsNull(low) || mlirAttributeIsNull(high))
      return false;
    MlirAffineMap from = mlirAffineMapAttrGetValue(low), to = mlirAffineMapAttrGetValue(high);
    if (!mlirAffineMapIsSingleConstant(from) || !mlirAffineMapIsSingleConstant(to) ||
        mlirAffineMapGetSingleConstantResult(from) >= mlirAffineMapGetSingleConstantResult(to))
      return false;
  }
  return true;
}

static bool is_inside(MlirOperation op, MlirOperation user) {
  MlirOperation at = user;
  while (!mlirOperationIsNull(at) && !mlirOperationEqual(at, op))
    at = mlirOperationGetParentOperation(at);
  return !mlirOperationIsNull(at);
}

// Whether what `op` reads of the scalar it has written before, whatever of it runs: one block has
// all of its uses, and the first of them is a store.
static bool reads_own_store(MlirOperation op, MlirValue memref) {
  FirstUse first = {.value = memref};
  bool is_own = true;
  mlirOperationWalk(op, find_first_use, &first, MlirWalkPreOrder);
  if (!affine_reader_op_is_store(first.op) ||
      mlirValueEqual(mlirOperationGetOperand(first.op, 0), memref))
    return false;
  for (MlirOpOperand use = mlirValueGetFirstUse(memref); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    is_own &=
        !is_inside(op, user) || affine_reader_block_holds(mlirOperationGetBlock(first.op), user);
  }
  return is_own;
}

// Whether a scalar that was made and is used in the block of the nest alone is written before it is
// read after it.
static bool scalar_is_dead_after(MlirValue memref, MlirOperation root) {
  for (MlirOperation op = mlirOperationGetNextInBlock(root); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    FirstUse first = {.value = memref};
    mlirOperationWalk(op, find_first_use, &first, MlirWalkPreOrder);
    if (mlirOperationIsNull(first.op))
      continue;
    if (ir_op_is(first.op, "memref.dealloc") || starts_with_store(op, memref))
      return true;
    if (!reads_own_store(op, memref))
      return false;
  }
  return true;
}

static bool memref_is_local(MlirValue memref, const AffineProgram *program) {
  MlirOperation last = program->roots[program->root_count - 1];
  if (!mlirValueIsAOpResult(memref))
    return false;
  MlirOperation maker = mlirOpResultGetOwner(memref);
  bool is_scalar = mlirShapedTypeGetRank(mlirValueGetType(memref)) == 0;
  if (!ir_op_is(maker, "memref.alloc") && !ir_op_is(maker, "memref.alloca"))
    return false;
  // Memory that lives through several runs of the nest may be read by the next.
  if (!mlirBlockEqual(mlirOperationGetBlock(maker), mlirOperationGetBlock(last)))
    return false;
  bool is_ours = true, is_plain = true, is_of_block = true;
  for (MlirOpOperand use = mlirValueGetFirstUse(memref); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    bool is_access = affine_reader_op_is_load(user) ||
                     (affine_reader_op_is_store(user) && mlirOpOperandGetOperandNumber(use) == 1);
    is_plain &= is_access || ir_op_is(user, "memref.dealloc");
    is_ours &= ir_op_is(user, "memref.dealloc") || affine_reader_op_is_inside(user, program);
    is_of_block &= affine_reader_block_holds(mlirOperationGetBlock(last), user);
  }
  return is_plain && (is_ours || (is_scalar && is_of_block && scalar_is_dead_after(memref, last)));
}

// Extents that only the run knows are AFFINE_UNKNOWN, and strides that do are those of a buffer
// that holds nothing else.
Status affine_read_array_operand(MlirValue memref, StructuredOperand *out) {
  MlirType type = mlirValueGetType(memref);
  int64_t offset;
  if (!mlirTypeIsAMemRef(type) || mlirShapedTypeHasStaticShape(type))
    return structured_operand_read(memref, out);
  *out = (StructuredOperand){.value = memref, .rank = (int)mlirShapedTypeGetRank(type)};
  out->type = element_type_of(mlirShapedTypeGetElementType(type));
  if (out->rank > AFFINE_MAX_RANK)
    return status_fail(STATUS_UNSUPPORTED, "an array has more than %d dimensions", AFFINE_MAX_RANK);
  if (out->type == ELEMENT_TYPE_COUNT || !mlirAttributeIsNull(mlirMemRefTypeGetMemorySpace(type)))
    return status_fail(STATUS_UNSUPPORTED,
                       "dynamic shape, and elements of another kind or memory space");
  if (mlirLogicalResultIsFailure(mlirMemRefTypeGetStridesAndOffset(type, out->strides, &offset)) ||
      out->strides[out->rank - 1] != 1)
    return status_fail(STATUS_UNSUPPORTED, "dynamic shape, and the innermost stride is not 1");
  for (int d = 0; d < out->rank; d++) {
    out->shape[d] = mlirShapedTypeGetDimSize(type, d);
    if (mlirShapedTypeIsDynamicDim(type, d))
      out->shape[d] = AFFINE_UNKNOWN;
    else if (out->shape[d] == 0)
      return status_fail(STATUS_UNSUPPORTED, "an extent is 0");
  }
  return STATUS_OK;
}

// Whether two elements may be one place, as far as the type says.
bool affine_read_array_overlaps_itself(const StructuredOperand *operand) {
  bool is_known = true, is_open = true;
  for (int d = 0; d < operand->rank; d++)
    is_known &= operand->shape[d] != AFFINE_UNKNOWN;
  if (is_known)
    return structured_operand_overlaps_itself(operand);
  MlirAttribute layout = mlirMemRefTypeGetLayout(mlirValueGetType(operand->value));
  for (int d = 0; d + 1 < operand->rank; d++)
    is_open &= mlirShapedTypeIsDynamicStrideOrOffset(operand->strides[d]);
  return mlirAttributeIsAStridedLayout(layout) && !is_open;
}

Status affine_read_array_find(AffineReader *reader, MlirValue memref, int *out_array) {
  Status status = STATUS_OK;
  AffineProgram *program = reader->program;
  for (int a = 0; a < program->array_count; a++)
    if (!mlirValueIsNull(program->arrays[a].memref) &&
        mlirValueEqual(program->arrays[a].memref, memref)) {
      *out_array = a;
      return STATUS_OK;
    }
  StructuredOperand operand;
  TRY(affine_read_array_operand(memref, &operand));
  if (operand.rank > AFFINE_MAX_RANK)
    return status_fail(STATUS_UNSUPPORTED, "an array has more than %d dimensions", AFFINE_MAX_RANK);
  if (mlirValueIsAOpResult(memref) &&
      affine_reader_op_is_inside(mlirOpResultGetOwner(memref), program))
    return status_fail(STATUS_UNSUPPORTED, "a memref is made inside the nest");
  for (int a = 0; a < program->array_count; a++)
    if (!mlirValueIsNull(program->arrays[a].memref) &&
        memrefs_share_buffer(program->arrays[a].memref, memref))
      return status_fail(STATUS_UNSUPPORTED, "two memrefs of the nest are views of one buffer");
  AffineArray array = {.memref = memref,
                       .element = mlirShapedTypeGetElementType(mlirValueGetType(memref)),
                       .rank = operand.rank,
                       .is_local = memref_is_local(memref, program)};
  memcpy(array.shape, operand.shape, (size_t)operand.rank * sizeof array.shape[0]);
  TRY(affine_read_array_add(reader, array, out_array));
cleanup:
  return status;
}

Status affine_read_array_access(AffineReader *reader, MlirOperation op, int memref_operand,
                                AffineAccess *out) {
  Status status = STATUS_OK;
  int first = memref_operand + 1;
  int count = (int)mlirOperationGetNumOperands(op) - first;
  *out = (AffineAccess){0};
  TRY(affine_read_array_find(reader, mlirOperationGetOperand(op, memref_operand), &out->array));
  out->rank = (uint8_t)reader->program->arrays[out->array].rank;
  const MlirValue *operands = affine_reader_operands(reader->pool, op, first, count);
  MlirAttribute map = mlirOperationGetAttributeByName(op, mlirStringRefCreateFromCString("map"));
  for (int d = 0; d < out->rank; d++) {
    if (mlirAttributeIsNull(map))
      TRY(affine_read_form_of_value(reader, operands[d], &out->index[d]));
    else
      TRY(affine_read_form_of_map(reader, mlirAffineMapAttrGetValue(map), d, operands,
                                  &out->index[d]));
  }
cleanup:
  return status;
}
