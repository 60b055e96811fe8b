// Homes: which threads wrote a tensor or use a buffer, read off the IR.
#include "transforms/threads/homes.h"

#include "base/integer.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "transforms/annotation.h"
#include "transforms/ir.h"
#include "transforms/threads/buffer_homes.h"
#include "transforms/threads/thread_marks.h"

static const OperandHome anywhere = {HOME_ANY, 0}, in_one = {HOME_ONE, 0};

// Elements before dimension `end`, of which there is one each.
static int64_t extents_before(MlirType type, int64_t end) {
  int64_t product = 1;
  for (int64_t d = 0; d < end; d++)
    product = integer_multiply(product, mlirShapedTypeGetDimSize(type, d));
  return product;
}

// --- kernels

static MlirOperation insertion_of(MlirOperation forall, intptr_t result) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(forall, 0));
  MlirRegion region = mlirOperationGetRegion(mlirBlockGetTerminator(body), 0);
  MlirOperation op = mlirBlockGetFirstOperation(mlirRegionGetFirstBlock(region));
  for (intptr_t r = 0; r < result && !mlirOperationIsNull(op); r++)
    op = mlirOperationGetNextInBlock(op);
  return op;
}

// A piece of a result is a slice; the outermost loop cuts the dimension that its variable, the
// first argument of the body, moves.
static OperandHome home_of_pieces(MlirOperation forall, MlirValue value) {
  MlirOperation insertion = insertion_of(forall, mlirOpResultGetResultNumber(value));
  if (mlirOperationIsNull(insertion) || !ir_op_is(insertion, "tensor.parallel_insert_slice"))
    return anywhere;
  MlirAttribute offsets = mlirOperationGetAttributeByName(insertion, ir_string("static_offsets"));
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(forall, 0));
  intptr_t operand = 2; // after the piece and the whole
  for (intptr_t d = 0; d < mlirDenseArrayGetNumElements(offsets); d++) {
    if (mlirDenseI64ArrayGetElement(offsets, d) != mlirShapedTypeGetDynamicStrideOrOffset())
      continue;
    if (mlirValueEqual(mlirOperationGetOperand(insertion, operand++),
                       mlirBlockGetArgument(body, 0)))
      return (OperandHome){HOME_PIECES, extents_before(mlirValueGetType(value), d)};
  }
  return anywhere;
}

static bool is_serial_kernel(MlirOperation op) {
  return ir_op_is(op, "scf.for") && !mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
                                        op, ir_string(SCHEDULE_ATTRIBUTE)));
}

// --- ops that are no kernels yet

static bool is_reshape(MlirOperation op) {
  return ir_op_is(op, "tensor.collapse_shape") || ir_op_is(op, "tensor.expand_shape") ||
         ir_op_is(op, "tensor.cast");
}

// Dimensions of its first operand are those of the result, each in its place.
static bool keeps_dimensions(MlirOperation op) {
  static const char *const names[] = {"tensor.pad",
                                      "linalg.generic",
                                      "linalg.elementwise",
                                      "linalg.map",
                                      "linalg.add",
                                      "linalg.sub",
                                      "linalg.mul",
                                      "linalg.pooling_nchw_max",
                                      "linalg.pooling_nchw_sum",
                                      "linalg.pooling_nhwc_max",
                                      "linalg.pooling_nhwc_sum"};
  for (size_t n = 0; n < sizeof names / sizeof *names; n++)
    if (ir_op_is(op, names[n]))
      return true;
  return false;
}

// The same dimension of a tensor of another shape.
static OperandHome moved_home(OperandHome home, MlirType from, MlirType to) {
  int64_t rank = mlirShapedTypeGetRank(from);
  if (home.kind != HOME_PIECES || home.outer == 0)
    return home;
  if (rank != mlirShapedTypeGetRank(to))
    return anywhere;
  for (int64_t d = 0; d < rank; d++)
    if (extents_before(from, d) == home.outer && mlirShapedTypeGetDimSize(from, d) > 1)
      return (OperandHome){HOME_PIECES, extents_before(to, d)};
  return anywhere;
}

static bool is_tensor(MlirValue value) {
  MlirType type = mlirValueGetType(value);
  return mlirTypeIsARankedTensor(type) && mlirShapedTypeHasStaticShape(type);
}

// --- concatenations

static OperandHome home_within(MlirValue value, int steps);

// How often the tensor, or a view of it, is a part of a concatenation.
static int concatenations_of(MlirValue value) {
  int count = 0;
  for (MlirOpOperand use = mlirValueGetFirstUse(value); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    count += is_reshape(user) ? concatenations_of(mlirOperationGetResult(user, 0))
                              : ir_op_is(user, "tensor.concat");
  }
  return count;
}

// A part is computed where it belongs; one of several concatenations is copied to the others, by
// one thread, and so is what no kernel has written.
static OperandHome home_of_part(MlirValue part, int steps) {
  MlirValue tensor = part;
  while (mlirValueIsAOpResult(tensor) && is_reshape(mlirOpResultGetOwner(tensor)))
    tensor = mlirOperationGetOperand(mlirOpResultGetOwner(tensor), 0);
  OperandHome home = home_within(part, steps);
  return home.kind == HOME_ANY || concatenations_of(tensor) > 1 ? in_one : home;
}

// Where most of it is. Parts that are cut alike, before the dimension along which they are put
// together, are one tensor that is cut so; else each thread has runs of it that are nobody's piece.
static OperandHome home_of_concatenation(MlirOperation concat, int steps) {
  static const OperandHome scattered = {HOME_PIECES, 0};
  MlirAttribute dim = mlirOperationGetAttributeByName(concat, ir_string("dim"));
  OperandHome pieces = {HOME_ANY, 0};
  int64_t elements[HOME_PIECES + 1] = {0};
  for (intptr_t p = 0; p < mlirOperationGetNumOperands(concat); p++) {
    MlirValue part = mlirOperationGetOperand(concat, p);
    MlirType type = mlirValueGetType(part);
    OperandHome home = home_of_part(part, steps);
    elements[home.kind] =
        integer_add(elements[home.kind], extents_before(type, mlirShapedTypeGetRank(type)));
    if (home.kind != HOME_PIECES)
      continue;
    bool is_before = home.outer < extents_before(type, mlirIntegerAttrGetValueInt(dim));
    bool is_alike = pieces.kind == HOME_ANY || pieces.outer == home.outer;
    pieces = is_before && is_alike ? home : scattered;
  }
  return elements[HOME_ONE] > elements[HOME_PIECES] ? in_one : pieces;
}

static OperandHome home_within(MlirValue value, int steps) {
  if (steps == 0 || !is_tensor(value) || !mlirValueIsAOpResult(value))
    return anywhere;
  MlirOperation op = mlirOpResultGetOwner(value);
  if (ir_op_is(op, "scf.forall"))
    return thread_mark_read(op) ? home_of_pieces(op, value) : anywhere;
  if (is_serial_kernel(op))
    return in_one;
  if (ir_op_is(op, "tensor.concat"))
    return home_of_concatenation(op, steps - 1);
  if (mlirOperationGetNumOperands(op) == 0)
    return anywhere;
  MlirValue source = mlirOperationGetOperand(op, 0);
  if (!is_tensor(source))
    return anywhere;
  if (is_reshape(op))
    return home_within(source, steps - 1);
  return keeps_dimensions(op) ? moved_home(home_within(source, steps - 1), mlirValueGetType(source),
                                           mlirValueGetType(value))
                              : anywhere;
}

// --- results

static bool is_in_serial_kernel(MlirOperation op) {
  while (!mlirOperationIsNull(op) && !is_serial_kernel(op))
    op = mlirOperationGetParentOperation(op);
  return !mlirOperationIsNull(op);
}

// Whether a kernel on one thread reads the tensor, or a reshape of it. Kernels are not made in the
// order of the code: sums have theirs before what is elementwise.
static bool is_read_by_one(MlirValue value) {
  for (MlirOpOperand use = mlirValueGetFirstUse(value); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (is_reshape(user) ? is_read_by_one(mlirOperationGetResult(user, 0))
                         : is_in_serial_kernel(user))
      return true;
  }
  return false;
}

static void read_result_homes(const Group *group, ThreadHomes *homes) {
  for (int o = 0; o < group->output_count; o++)
    if (is_read_by_one(group->output_result[o]))
      homes->of[group->output_access[o]] = in_one;
}

void homes_read(const Group *group, ThreadHomes *out_homes) {
  enum { STEPS = 16 }; // a chain of ops that are no kernels yet
  for (int a = 0; a < group->workload.access_count; a++) {
    MlirValue value = group->accesses[a].value;
    OperandHome *home = &out_homes->of[a];
    *home = anywhere;
    if (!group->on_tensors && !mlirValueIsNull(value))
      *home = buffer_home(group->anchor, value);
    else if (!mlirValueIsNull(value) && !group->workload.accesses[a].is_output)
      *home = home_within(value, STEPS);
  }
  if (group->on_tensors)
    read_result_homes(group, out_homes);
}
