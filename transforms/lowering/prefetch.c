// Prefetches of packed constants.
//
// A loop nest of vector code walks a packed constant panel by panel: an outer loop moves to the
// next panel, loops inside it come back to this one several times, and the innermost loops go
// through it. Weights of a network come from memory, at the first of these visits all at once,
// while at the others the memory has nothing to do. So every trip of the innermost loops asks for
// an equal share of the panel that comes after this one:
//
//   for panel                                        // moves the reads
//     next = first element of the panel after this one
//     for visit                                      // does not
//       for trip { prefetch next + share * (visit * trips + trip); ... reads }
//
// Invariant: nothing but prefetches and index arithmetic is added. A prefetch is no access, and
// none is beyond the end of the buffer. What is read once: see prefetch_stream.c.
#include "transforms/lowering/prefetch.h"

#include "base/integer.h"
#include "plan/workload.h"
#include "transforms/constant_shim.h"
#include "transforms/element_types.h"
#include "transforms/function_target.h"
#include "transforms/ir.h"
#include "transforms/lowering/prefetch_build.h"
#include "transforms/lowering/prefetch_stream.h"

#include <stdlib.h>

enum { MIN_BUFFER_BYTES = 1 << 18 }; // less stays in the caches from call to call

static void add_kernel(PrefetchWalk *walk, MlirOperation read) {
  MlirOperation loop = mlirOperationGetParentOperation(read);
  if (!loop_is(loop) || walk->count == PREFETCH_MAX_KERNELS)
    return;
  for (MlirOperation op = mlirBlockGetFirstOperation(loop_body(loop)); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    if (loop_is(op))
      return;
  for (int i = 0; i < walk->count; i++)
    if (mlirOperationEqual(walk->kernels[i].loop, loop))
      return;
  walk->kernels[walk->count++] = (PrefetchKernel){.loop = loop, .read = read};
}

// The innermost loop that moves the reads, outside of one that does not or of several kernels.
static MlirOperation find_panel_loop(const PrefetchWalk *walk, const PrefetchKernel *kernel) {
  bool comes_back = false;
  for (MlirOperation loop = kernel->loop; loop_is(loop);
       loop = mlirOperationGetParentOperation(loop)) {
    int64_t elements;
    if (!loop_moves_by(loop, kernel->read, &elements) || elements < 0)
      break;
    comes_back |= elements == 0 || prefetch_walk_count(walk, loop) > 1;
    if (comes_back && elements > 0)
      return loop;
  }
  return (MlirOperation){NULL};
}

static void prefetch_panels(PrefetchWalk *walk, MlirOperation loop) {
  PrefetchPanel panel = {.walk = walk, .loop = loop};
  if (!prefetch_panel_measure(&panel) || !prefetch_panel_is_worthwhile(&panel))
    return;
  MlirValue next = {NULL};
  for (int i = 0; i < walk->count; i++) {
    const PrefetchKernel *kernel = &walk->kernels[i];
    if (!mlirOperationEqual(kernel->panel_loop, loop) || kernel->trips == 0)
      continue;
    if (mlirValueIsNull(next))
      next = prefetch_build_next(&panel, kernel->read);
    prefetch_build(&panel, kernel, next);
  }
}

// --- what is prefetched

static bool is_packed_argument(MlirValue value) {
  if (!mlirValueIsABlockArgument(value))
    return false;
  MlirOperation function = mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value));
  MlirAttribute all = mlirOperationGetAttributeByName(function, ir_string("arg_attrs"));
  intptr_t number = mlirBlockArgumentGetArgNumber(value);
  if (!ir_op_is(function, "func.func") || mlirAttributeIsNull(all) ||
      number >= mlirArrayAttrGetNumElements(all))
    return false;
  MlirAttribute own = mlirArrayAttrGetElement(all, number);
  return !mlirAttributeIsNull(
      mlirDictionaryAttrGetElementByName(own, ir_string(PACKED_ARGUMENT_ATTRIBUTE)));
}

static bool is_large_constant(MlirValue value) {
  const void *data;
  size_t bytes;
  bool is_splat;
  if (!mlirValueIsAOpResult(value) || !ir_op_is(mlirOpResultGetOwner(value), "arith.constant"))
    return false;
  MlirAttribute attribute =
      mlirOperationGetAttributeByName(mlirOpResultGetOwner(value), ir_string("value"));
  return constant_get_bytes(attribute, &data, &bytes, &is_splat) && !is_splat;
}

// 0 for types that do not lie side by side in whole bytes.
static int64_t number_bytes(MlirType type) {
  int bits = type_bits(type);
  bool is_plain = bits == 8 || bits == 16 || bits == 32 || bits == 64;
  return is_plain ? bits / 8 : 0;
}

static bool is_wanted(MlirOperation op) {
  if (!ir_op_is(op, "bufferization.to_buffer"))
    return false;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  if (!mlirShapedTypeHasStaticShape(type) || mlirShapedTypeGetRank(type) > 8 ||
      mlirShapedTypeGetRank(type) == 0)
    return false;
  return mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(type));
}

static bool is_constant(MlirOperation op) {
  MlirValue tensor = mlirOperationGetOperand(op, 0);
  return is_packed_argument(tensor) || is_large_constant(tensor);
}

static void prefetch_buffer(MlirOperation op) {
  PrefetchWalk walk = {.buffer = mlirOperationGetResult(op, 0), .elements = 1};
  MlirType type = mlirValueGetType(walk.buffer);
  walk.element_bytes = number_bytes(mlirShapedTypeGetElementType(type));
  for (int d = 0; d < mlirShapedTypeGetRank(type); d++)
    walk.elements = integer_multiply(walk.elements, mlirShapedTypeGetDimSize(type, d));
  if (walk.element_bytes == 0 ||
      integer_multiply(walk.elements, walk.element_bytes) < MIN_BUFFER_BYTES)
    return;
  Target target = function_target(enclosing_function(op, (MlirOperation){NULL}));
  prefetch_streams(walk.buffer, walk.elements, walk.element_bytes, &target);
  if (!is_constant(op))
    return;
  walk.line_bytes = target.cache_line_bytes;
  for (MlirOpOperand use = mlirValueGetFirstUse(walk.buffer); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use))
    if (prefetch_walk_reads(&walk, mlirOpOperandGetOwner(use)))
      add_kernel(&walk, mlirOpOperandGetOwner(use));
  for (int i = 0; i < walk.count; i++)
    walk.kernels[i].panel_loop = find_panel_loop(&walk, &walk.kernels[i]);
  for (int i = 0; i < walk.count; i++) {
    MlirOperation loop = walk.kernels[i].panel_loop;
    bool is_first = !mlirOperationIsNull(loop);
    for (int k = 0; k < i && is_first; k++)
      is_first = mlirOperationIsNull(walk.kernels[k].panel_loop) ||
                 !mlirOperationEqual(walk.kernels[k].panel_loop, loop);
    if (is_first)
      prefetch_panels(&walk, loop);
  }
}

void prefetches_add(MlirOperation module) {
  IrOps buffers = ir_collect(module, is_wanted);
  for (int i = 0; i < buffers.count; i++)
    prefetch_buffer(buffers.ops[i]);
  free(buffers.ops);
}
