// See openmp.h. The upstream conversion takes every scf.parallel, a caller's own as well, and the
// number of threads as a constant, which would go before OMP_NUM_THREADS.
//
//   scf.parallel (%p) = (%a) to (%b) step (%c) { ... } {autotune.threads = 4}
//
//   %n = arith.minsi (call @omp_get_max_threads()), 4
//   omp.parallel num_threads(%n) {
//     omp.wsloop { omp.loop_nest (%p) = (%a) to (%b) step (%c) { ... } }
//   }
#include "transforms/threads/openmp.h"

#include "transforms/ir.h"
#include "transforms/threads/thread_marks.h"

#include <stdlib.h>

static const char *const max_threads = "omp_get_max_threads";

static bool is_marked(MlirOperation op) {
  return ir_op_is(op, "scf.parallel") && thread_mark_read(op) &&
         mlirOperationGetNumResults(op) == 0 && mlirOperationGetNumOperands(op) == 3;
}

// Declares the runtime's function, once.
static void declare(MlirOperation module) {
  MlirSymbolTable table = mlirSymbolTableCreate(module);
  bool is_known = !mlirOperationIsNull(mlirSymbolTableLookup(table, ir_string(max_threads)));
  mlirSymbolTableDestroy(table);
  if (is_known)
    return;
  MlirContext context = mlirOperationGetContext(module);
  MlirType i32 = mlirIntegerTypeGet(context, 32);
  MlirType type = mlirFunctionTypeGet(context, 0, NULL, 1, &i32);
  MlirRegion region = mlirRegionCreate();
  MlirNamedAttribute attributes[3] = {
      mlirNamedAttributeGet(mlirIdentifierGet(context, ir_string("sym_name")),
                            mlirStringAttrGet(context, ir_string(max_threads))),
      mlirNamedAttributeGet(mlirIdentifierGet(context, ir_string("function_type")),
                            mlirTypeAttrGet(type)),
      mlirNamedAttributeGet(mlirIdentifierGet(context, ir_string("sym_visibility")),
                            mlirStringAttrGet(context, ir_string("private")))};
  MlirOperationState state =
      mlirOperationStateGet(ir_string("func.func"), mlirOperationGetLocation(module));
  mlirOperationStateAddAttributes(&state, 3, attributes);
  mlirOperationStateAddOwnedRegions(&state, 1, &region);
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(module, 0));
  mlirBlockInsertOwnedOperation(body, 0, mlirOperationCreate(&state));
}

static MlirValue thread_count(IrBuilder *ir, int threads) {
  MlirType i32 = mlirIntegerTypeGet(ir->context, 32);
  MlirNamedAttribute callee =
      ir_attribute(ir, "callee", mlirFlatSymbolRefAttrGet(ir->context, ir_string(max_threads)));
  MlirValue most = ir_value(ir, "func.call", i32, 0, NULL, 1, &callee);
  return ir_binary(ir, "arith.minsi", most, ir_constant(ir, i32, mlirIntegerAttrGet(i32, threads)));
}

static MlirNamedAttribute segments(IrBuilder *ir, int count, const int32_t *sizes) {
  return ir_attribute(ir, "operandSegmentSizes", mlirDenseI32ArrayGet(ir->context, count, sizes));
}

// The stack of a thread does not grow with its iterations: what one of them puts there, the next
// uses again.
static void move_allocas(MlirBlock from, MlirBlock to) {
  for (MlirOperation op = mlirBlockGetFirstOperation(from), next; !mlirOperationIsNull(op);
       op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (!ir_op_is(op, "memref.alloca") || mlirOperationGetNumOperands(op) > 0)
      continue;
    mlirOperationRemoveFromParent(op);
    mlirBlockAppendOwnedOperation(to, op);
  }
}

// Each thread takes a run of neighbouring iterations, or, where they are uneven, every so many-th.
// omp.parallel ends in a barrier: this does not.
static void close_wsloop(IrBuilder *ir, MlirOperation loop, MlirBlock body) {
  int is_uneven = thread_mark_is_uneven(loop);
  const int32_t sizes[7] = {0, 0, 0, 0, 0, 0, is_uneven}; // iterations taken at once
  MlirType i64 = mlirIntegerTypeGet(ir->context, 64);
  MlirValue one = ir_constant(ir, i64, mlirIntegerAttrGet(i64, 1));
  MlirNamedAttribute attributes[3] = {
      segments(ir, 7, sizes), ir_attribute(ir, "nowait", mlirUnitAttrGet(ir->context)),
      ir_attribute(ir, "schedule_kind",
                   mlirAttributeParseGet(ir->context, ir_string("#omp<schedulekind static>")))};
  ir_close_region(ir, "omp.wsloop", is_uneven, &one, 2 + is_uneven, attributes, body);
}

static void lower(MlirOperation loop) {
  static const int32_t parallel_segments[6] = {0, 0, 0, 1, 0, 0}; // the number of threads
  IrBuilder ir;
  ir_start(&ir, loop, mlirOperationGetLocation(loop));
  MlirValue threads = thread_count(&ir, thread_mark_read(loop));
  MlirValue bounds[3];
  for (int i = 0; i < 3; i++)
    bounds[i] = mlirOperationGetOperand(loop, i);
  MlirBlock old = mlirRegionGetFirstBlock(mlirOperationGetRegion(loop, 0));
  MlirType index = mlirIndexTypeGet(ir.context);
  MlirBlock parallel = mlirBlockCreate(0, NULL, NULL), wsloop = mlirBlockCreate(0, NULL, NULL),
            nest = mlirBlockCreate(1, &index, &ir.location);
  move_allocas(old, parallel);
  ir_open_region(&ir, parallel);
  ir_open_region(&ir, wsloop);
  ir_open_region(&ir, nest);
  MlirOperation end = ir_op(&ir, "omp.yield", 0, NULL, 0, NULL, 0, NULL);
  mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(old, 0), mlirBlockGetArgument(nest, 0));
  ir_move_body(old, end);
  MlirNamedAttribute attribute = ir_attribute(
      &ir, "collapse_num_loops", mlirIntegerAttrGet(mlirIntegerTypeGet(ir.context, 64), 1));
  ir_close_region(&ir, "omp.loop_nest", 3, bounds, 1, &attribute, nest);
  close_wsloop(&ir, loop, wsloop);
  ir_op(&ir, "omp.terminator", 0, NULL, 0, NULL, 0, NULL);
  attribute = segments(&ir, 6, parallel_segments);
  ir_close_region(&ir, "omp.parallel", 1, &threads, 1, &attribute, parallel);
  ir_finish(&ir);
  mlirOperationDestroy(loop);
}

void openmp_lower(MlirOperation module) {
  IrOps loops = ir_collect(module, is_marked);
  if (loops.count > 0)
    declare(module);
  for (int i = loops.count; i-- > 0;)
    lower(loops.ops[i]);
  free(loops.ops);
}
