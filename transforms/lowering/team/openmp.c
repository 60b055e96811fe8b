// OpenMP: marked loops become work for the threads of an OpenMP runtime. The upstream conversion
// takes every scf.parallel, a caller's own as well, and the number of threads as a constant, which
// would go before OMP_NUM_THREADS. A region that gets one thread costs half a microsecond of the
// runtime, so then there is none.
//
//   scf.parallel (%p) = (%a) to (%b) step (%c) { ... } {autotune.threads = 4}
//
//   %n = arith.minsi (call @omp_get_max_threads()), 4
//   scf.if (%n < 2 or no further level of regions may be active) {
//     call @autotune_team_0(..., 0, 1)
//   } else {
//     omp.parallel num_threads(%n) {
//       call @autotune_team_0(..., call @__kmpc_bound_thread_num(null),
//                             call @__kmpc_bound_num_threads(null))
//     }
//   }
//
// A process may have another OpenMP runtime as well, gcc's for one, to which names that begin with
// omp_ may lead. Either's answers will do where the choice is between ways that are both right; the
// number of the thread is asked of the runtime that has the region.
#include "transforms/lowering/team/openmp.h"

#include "transforms/function_target.h"
#include "transforms/ir.h"
#include "transforms/lowering/team/region.h"
#include "transforms/lowering/team/team.h"
#include "transforms/threads/thread_marks.h"

#include <stdlib.h>

static bool is_marked(MlirOperation op) {
  return ir_op_is(op, "scf.parallel") && thread_mark_read(op) &&
         mlirOperationGetNumResults(op) == 0 && mlirOperationGetNumOperands(op) == 3;
}

// --- the runtime

typedef struct RuntimeFunction {
  const char *name;
  int argument_count; // 1: of a place in a source file, which may be null
} RuntimeFunction;

static const RuntimeFunction runtime[] = {{"omp_get_max_threads", 0},
                                          {"omp_get_active_level", 0},
                                          {"omp_get_max_active_levels", 0},
                                          {"__kmpc_bound_thread_num", 1},
                                          {"__kmpc_bound_num_threads", 1}};
enum { MAX_THREADS, ACTIVE_LEVEL, MAX_ACTIVE_LEVELS, THREAD, THREADS, RUNTIME_COUNT };

static MlirType pointer_type(MlirContext context) {
  return mlirTypeParseGet(context, ir_string("!llvm.ptr"));
}

// Declares a function of the runtime, once.
static void declare(MlirOperation module, RuntimeFunction function) {
  MlirSymbolTable table = mlirSymbolTableCreate(module);
  bool is_known = !mlirOperationIsNull(mlirSymbolTableLookup(table, ir_string(function.name)));
  mlirSymbolTableDestroy(table);
  if (is_known)
    return;
  MlirContext context = mlirOperationGetContext(module);
  MlirType i32 = mlirIntegerTypeGet(context, 32), place = pointer_type(context);
  MlirType type = mlirFunctionTypeGet(context, function.argument_count, &place, 1, &i32);
  MlirRegion region = mlirRegionCreate();
  MlirNamedAttribute attributes[3] = {
      mlirNamedAttributeGet(mlirIdentifierGet(context, ir_string("sym_name")),
                            mlirStringAttrGet(context, ir_string(function.name))),
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

static MlirValue ask(IrBuilder *ir, int function) {
  MlirNamedAttribute callee = ir_attribute(
      ir, "callee", mlirFlatSymbolRefAttrGet(ir->context, ir_string(runtime[function].name)));
  MlirType i32 = mlirIntegerTypeGet(ir->context, 32);
  if (runtime[function].argument_count == 0)
    return ir_value(ir, "func.call", i32, 0, NULL, 1, &callee);
  MlirValue place = ir_value(ir, "llvm.mlir.zero", pointer_type(ir->context), 0, NULL, 0, NULL);
  return ir_value(ir, "func.call", i32, 1, &place, 1, &callee);
}

// --- regions

static MlirValue thread_count(IrBuilder *ir, int threads) {
  MlirType i32 = mlirIntegerTypeGet(ir->context, 32);
  MlirValue most = ir_constant(ir, i32, mlirIntegerAttrGet(i32, threads));
  MlirValue available = ask(ir, MAX_THREADS);
  return ir_binary(ir, "arith.minsi", available, most);
}

// Whether a region would have one thread: there are no more, or as many regions as may be active
// are around.
static MlirValue is_alone(IrBuilder *ir, MlirValue threads) {
  MlirType i32 = mlirIntegerTypeGet(ir->context, 32);
  MlirValue two = ir_constant(ir, i32, mlirIntegerAttrGet(i32, 2));
  MlirValue is_one = ir_compare_index(ir, INTEGER_LESS, threads, two);
  MlirValue level = ask(ir, ACTIVE_LEVEL);
  MlirValue is_deep =
      ir_compare_index(ir, INTEGER_GREATER_EQUAL, level, ask(ir, MAX_ACTIVE_LEVELS));
  return ir_binary(ir, "arith.ori", is_one, is_deep);
}

// A barrier after each team but the last, which the end of the region is one of: another thread may
// have written what the next one reads, or read what it writes.
static void add_region(IrBuilder *ir, const Team *teams, int count, MlirValue threads) {
  MlirType index = mlirIndexTypeGet(ir->context);
  ir_open_region(ir, mlirBlockCreate(0, NULL, NULL));
  MlirBlock body = ir->block;
  MlirValue thread = ir_unary(ir, "arith.index_cast", index, ask(ir, THREAD));
  MlirValue all = ir_unary(ir, "arith.index_cast", index, ask(ir, THREADS));
  for (int i = 0; i < count; i++) {
    if (i > 0)
      ir_op(ir, "omp.barrier", 0, NULL, 0, NULL, 0, NULL);
    team_call(ir, &teams[i], thread, all);
  }
  ir_op(ir, "omp.terminator", 0, NULL, 0, NULL, 0, NULL);
  static const int32_t segments[6] = {0, 0, 0, 1, 0, 0}; // the number of threads
  MlirNamedAttribute attribute =
      ir_attribute(ir, "operandSegmentSizes", mlirDenseI32ArrayGet(ir->context, 6, segments));
  ir_close_region(ir, "omp.parallel", 1, &threads, 1, &attribute, body);
}

// Loops that follow one another share a region.
static void lower(MlirOperation function, const MlirOperation *loops, int count, int *number) {
  IrBuilder ir;
  int most = thread_mark_read(loops[0]);
  MlirOperation next = mlirOperationGetNextInBlock(loops[count - 1]);
  MlirLocation location = mlirOperationGetLocation(loops[0]);
  Team *teams = ir_zeroed((size_t)count, sizeof *teams);
  for (int i = 0; i < count; i++)
    team_create(function, loops[i], number, &teams[i]);
  ir_start(&ir, next, location);
  MlirValue threads = thread_count(&ir, most);
  MlirOperation choice = ir_open_if(&ir, is_alone(&ir, threads), 0, NULL);
  for (int i = 0; i < count; i++) {
    MlirValue one = ir_index(&ir, 1), first = ir_index(&ir, 0);
    team_call(&ir, &teams[i], first, one);
  }
  ir_else(&ir, choice, 0, NULL);
  add_region(&ir, teams, count, threads);
  ir_close_if(&ir, choice, 0, NULL, NULL);
  ir_finish(&ir);
  for (int i = 0; i < count; i++)
    free(teams[i].captures);
  free(teams);
}

void openmp_lower(MlirOperation module) {
  IrOps loops = ir_collect(module, is_marked);
  int number = 0;
  for (int last = loops.count - 1, first; last >= 0; last = first - 1) {
    first = region_gather(loops.ops, last);
    MlirOperation function = enclosing_function(loops.ops[last], module);
    if (mlirOperationIsNull(function))
      continue;
    for (int f = 0; f < RUNTIME_COUNT; f++)
      declare(mlirOperationGetParentOperation(function), runtime[f]);
    lower(function, loops.ops + first, last - first + 1, &number);
  }
  free(loops.ops);
}
