// Pieces: loops over the pieces of a kernel, after bufferization, become loops that OpenMP can
// take. Before and after:
//
//   scf.forall (%i) = (0) to (96) step (24) {      %all = memref.alloc() : memref<4 x 128 x i8>
//     %a = memref.alloc() : memref<20xf32>         scf.parallel (%p) = (0) to (4) step (1) {
//     ...                                            %i = %p * 24
//   } {autotune.threads = 4}                         %a = memref.view %all[%p * 128]
#include "transforms/lowering/pieces.h"

#include "transforms/ir.h"
#include "transforms/lowering/arena/buffer_arena.h"
#include "transforms/lowering/bufferize_plan.h"
#include "transforms/lowering/hoist.h"
#include "transforms/threads/thread_marks.h"

#include <stdlib.h>

enum { MAX_RANK = 8 };

static bool is_marked_forall(MlirOperation op) {
  return ir_op_is(op, "scf.forall") && thread_mark_read(op) && mlirOperationGetNumResults(op) == 0;
}

static bool is_marked_parallel(MlirOperation op) {
  return ir_op_is(op, "scf.parallel") && thread_mark_read(op) &&
         mlirOperationGetNumResults(op) == 0 && mlirOperationGetNumOperands(op) == 3;
}

// --- scf.forall to scf.parallel

typedef struct Grid {
  int rank;
  int64_t low[MAX_RANK], step[MAX_RANK], count[MAX_RANK];
} Grid;

// False when the bounds are not numbers.
static bool read_grid(MlirOperation forall, Grid *out_grid) {
  MlirAttribute low = mlirOperationGetAttributeByName(forall, ir_string("staticLowerBound"));
  MlirAttribute high = mlirOperationGetAttributeByName(forall, ir_string("staticUpperBound"));
  MlirAttribute step = mlirOperationGetAttributeByName(forall, ir_string("staticStep"));
  out_grid->rank = (int)bufferize_forall_rank(forall);
  if (mlirOperationGetNumOperands(forall) > 0 || out_grid->rank > MAX_RANK)
    return false;
  for (int d = 0; d < out_grid->rank; d++) {
    int64_t from = mlirDenseI64ArrayGetElement(low, d), to = mlirDenseI64ArrayGetElement(high, d);
    int64_t by = mlirDenseI64ArrayGetElement(step, d);
    out_grid->low[d] = from;
    out_grid->step[d] = by;
    out_grid->count[d] = to > from ? (to - from + by - 1) / by : 0;
  }
  return true;
}

// The value of induction variable `d` in the piece of number `piece`: the last one runs fastest.
static MlirValue position(IrBuilder *ir, const Grid *grid, MlirValue piece, int d) {
  int64_t inner = 1;
  for (int k = d + 1; k < grid->rank; k++)
    inner *= grid->count[k];
  MlirAffineExpr number = mlirAffineDimExprGet(ir->context, 0);
  MlirAffineExpr own = mlirAffineModExprGet(
      mlirAffineFloorDivExprGet(number, mlirAffineConstantExprGet(ir->context, inner)),
      mlirAffineConstantExprGet(ir->context, grid->count[d]));
  if (d == 0)
    own = mlirAffineFloorDivExprGet(number, mlirAffineConstantExprGet(ir->context, inner));
  MlirAffineExpr at = mlirAffineAddExprGet(
      mlirAffineMulExprGet(own, mlirAffineConstantExprGet(ir->context, grid->step[d])),
      mlirAffineConstantExprGet(ir->context, grid->low[d]));
  return ir_affine(ir, "affine.apply", mlirAffineMapGet(ir->context, 1, 0, 1, &at), 1, &piece);
}

static void lower_forall(MlirOperation forall) {
  Grid grid;
  if (!read_grid(forall, &grid))
    return;
  IrBuilder ir;
  ir_start(&ir, forall, mlirOperationGetLocation(forall));
  MlirBlock old = mlirRegionGetFirstBlock(mlirOperationGetRegion(forall, 0));
  MlirType index = mlirIndexTypeGet(ir.context);
  int64_t pieces = 1;
  for (int d = 0; d < grid.rank; d++)
    pieces *= grid.count[d];
  MlirValue operands[3] = {ir_index(&ir, 0), ir_index(&ir, pieces), ir_index(&ir, 1)};
  MlirBlock body = mlirBlockCreate(1, &index, &ir.location);
  ir_open_region(&ir, body);
  for (int d = 0; d < grid.rank; d++)
    mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(old, d),
                                  position(&ir, &grid, mlirBlockGetArgument(body, 0), d));
  MlirOperation end = ir_op(&ir, "scf.reduce", 0, NULL, 0, NULL, 0, NULL);
  ir_move_body(old, end);
  int32_t segments[4] = {1, 1, 1, 0};
  MlirNamedAttribute attribute =
      ir_attribute(&ir, "operandSegmentSizes", mlirDenseI32ArrayGet(ir.context, 4, segments));
  MlirOperation loop = ir_close_region(&ir, "scf.parallel", 3, operands, 1, &attribute, body);
  thread_mark_write(loop, thread_mark_read(forall), thread_mark_is_uneven(forall));
  ir_finish(&ir);
  mlirOperationDestroy(forall);
}

// --- buffers of the iterations

// Bytes of one iteration's part of a buffer, in whole pages of the smallest size, so that no cache
// line or prefetch reaches into the next; 0 when it stays where it is.
static int64_t part_bytes(MlirOperation alloc) {
  enum { PART_ALIGNMENT = 4096 };
  int64_t bytes = arena_bytes(alloc);
  return (bytes + PART_ALIGNMENT - 1) / PART_ALIGNMENT * PART_ALIGNMENT;
}

// Iterations of a loop from a constant to a constant; 0: unknown.
static int64_t trip_count(MlirOperation loop) {
  int64_t bounds[3];
  for (int i = 0; i < 3; i++) {
    MlirValue value = mlirOperationGetOperand(loop, i);
    if (!mlirValueIsAOpResult(value) || !ir_op_is(mlirOpResultGetOwner(value), "arith.constant"))
      return 0;
    bounds[i] = mlirIntegerAttrGetValueInt(
        mlirOperationGetAttributeByName(mlirOpResultGetOwner(value), ir_string("value")));
  }
  return bounds[2] > 0 && bounds[1] > bounds[0]
             ? (bounds[1] - bounds[0] + bounds[2] - 1) / bounds[2]
             : 0;
}

// False when there were none: whoever frees all buffers, frees the shared one.
static bool destroy_deallocs(MlirValue buffer) {
  bool found = false;
  for (MlirOpOperand use = mlirValueGetFirstUse(buffer), next; !mlirOpOperandIsNull(use);
       use = next) {
    next = mlirOpOperandGetNextUse(use);
    if (!ir_op_is(mlirOpOperandGetOwner(use), "memref.dealloc"))
      continue;
    mlirOperationDestroy(mlirOpOperandGetOwner(use));
    found = true;
  }
  return found;
}

// Number of the iteration times `bytes`.
static MlirValue part_offset(IrBuilder *ir, MlirOperation loop, int64_t bytes) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(loop, 0));
  MlirValue dims[3] = {mlirBlockGetArgument(body, 0), mlirOperationGetOperand(loop, 0),
                       mlirOperationGetOperand(loop, 2)};
  MlirValue moved = ir_binary(ir, "arith.subi", dims[0], dims[1]);
  MlirValue number = ir_binary(ir, "arith.divui", moved, dims[2]);
  return ir_binary(ir, "arith.muli", number, ir_index(ir, bytes));
}

// One buffer before the loop, of which each iteration sees its part.
static void share_alloc(MlirOperation loop, MlirOperation alloc, int64_t trips, int64_t bytes) {
  IrBuilder ir;
  MlirValue old = mlirOperationGetResult(alloc, 0);
  bool is_freed = destroy_deallocs(old);
  ir_start(&ir, loop, mlirOperationGetLocation(alloc));
  MlirValue whole = arena_allocate(&ir, trips * bytes);
  ir_finish(&ir);
  ir_start(&ir, alloc, mlirOperationGetLocation(alloc));
  MlirValue operands[2] = {whole, part_offset(&ir, loop, bytes)};
  MlirValue view = ir_value(&ir, "memref.view", mlirValueGetType(old), 2, operands, 0, NULL);
  mlirValueReplaceAllUsesOfWith(old, view);
  ir_finish(&ir);
  mlirOperationDestroy(alloc);
  if (!is_freed)
    return;
  ir_start(&ir, mlirOperationGetNextInBlock(loop), mlirOperationGetLocation(loop));
  ir_op(&ir, "memref.dealloc", 0, NULL, 1, &whole, 0, NULL);
  ir_finish(&ir);
}

static bool is_alloc(MlirOperation op) { return ir_op_is(op, "memref.alloc"); }

static void share_buffers(MlirOperation loop) {
  int64_t trips = trip_count(loop);
  IrOps allocs = ir_collect(loop, is_alloc);
  for (int i = 0; i < allocs.count && trips > 0; i++) {
    MlirOperation alloc = allocs.ops[i];
    int64_t bytes = part_bytes(alloc);
    bool is_own = mlirOperationEqual(mlirOperationGetParentOperation(alloc), loop);
    if (bytes > 0 && is_own)
      share_alloc(loop, alloc, trips, bytes);
  }
  free(allocs.ops);
}

void pieces_lower(MlirOperation module) {
  IrOps loops = ir_collect(module, is_marked_forall);
  for (int i = loops.count; i-- > 0;)
    lower_forall(loops.ops[i]);
  free(loops.ops);
  loops = ir_collect(module, is_marked_parallel);
  if (loops.count > 0)
    hoist_freed_buffers(module); // up to the iterations
  for (int i = loops.count; i-- > 0;)
    share_buffers(loops.ops[i]);
  free(loops.ops);
}
