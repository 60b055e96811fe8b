// Workspace: the temporary buffers of functions that C calls are an argument, so that the caller
// says where they lie and no call allocates. Callees are placed before their callers, for which the
// arena of a callee is one more temporary that lives during the call.
#include "transforms/lowering/arena/workspace.h"

#include "transforms/function_shim.h"
#include "transforms/ir.h"
#include "transforms/lowering/arena/buffer_arena.h"
#include "transforms/lowering/share/c_functions.h"

#include <stdlib.h>

typedef enum PlacingState { PLACING_WAITS, PLACING_RUNS, PLACING_DONE } PlacingState;

typedef struct Placed {
  MlirOperation function;
  PlacingState state;
  bool takes_workspace;
  int calls; // from places that can bring a workspace
} Placed;

typedef struct Placing {
  Placed *items; // owned
  int count;
  bool is_for_c; // one of them is
} Placing;

static bool is_function(MlirOperation op) { return ir_op_is(op, "func.func"); }
static bool is_call(MlirOperation op) { return ir_op_is(op, "func.call"); }

static bool is_private(MlirOperation function) {
  MlirAttribute visibility = mlirOperationGetAttributeByName(function, ir_string("sym_visibility"));
  return !mlirAttributeIsNull(visibility) &&
         mlirStringRefEqual(mlirStringAttrGetValue(visibility), ir_string("private"));
}

// --- who calls whom

// Null when it lies in a function of another dialect.
static MlirOperation function_around(MlirOperation op) {
  while (!mlirOperationIsNull(op) && !is_function(op))
    op = mlirOperationGetParentOperation(op);
  return op;
}

// Null when the call is of none of them.
static Placed *callee_of(const Placing *placing, MlirOperation call) {
  MlirOperation caller = function_around(call);
  if (mlirOperationIsNull(caller))
    return NULL;
  MlirBlock block = mlirOperationGetBlock(caller);
  MlirStringRef name =
      mlirFlatSymbolRefAttrGetValue(mlirOperationGetAttributeByName(call, ir_string("callee")));
  for (int i = 0; i < placing->count; i++) {
    MlirOperation function = placing->items[i].function;
    if (mlirStringRefEqual(ir_symbol(function), name) &&
        mlirBlockEqual(mlirOperationGetBlock(function), block))
      return &placing->items[i];
  }
  return NULL;
}

// Whether calls from there follow one another, in a function whose buffers can be placed.
static bool can_bring_workspace(MlirOperation call) {
  static const char *const plain[] = {"scf.for", "scf.if", "scf.while", "affine.for", "affine.if"};
  MlirOperation op = mlirOperationGetParentOperation(call);
  for (; !is_function(op); op = mlirOperationGetParentOperation(op)) {
    bool is_plain = false;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
      is_plain = is_plain || ir_op_is(op, plain[i]);
    if (!is_plain)
      return false;
  }
  return mlirBlockIsNull(mlirBlockGetNextInRegion(ir_function_body(op)));
}

static MlirWalkResult find_memory(MlirOperation op, void *user) {
  bool *does_allocate = user;
  *does_allocate = ir_op_is(op, "memref.alloc") || is_call(op);
  return *does_allocate ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

// Itself, or whom it calls.
static bool allocates(MlirOperation function) {
  bool does_allocate = false;
  mlirOperationWalk(function, find_memory, &does_allocate, MlirWalkPreOrder);
  return does_allocate;
}

// Who names the function and does not call it knows nothing of a further argument.
static bool can_take_workspace(const Placed *placed, const SymbolUses *uses) {
  bool is_known = is_private(placed->function) || c_function_is(placed->function);
  return is_known && allocates(placed->function) &&
         symbol_uses_count(uses, placed->function) == placed->calls;
}

// --- one function after the other

static void place(const Placing *placing, Placed *placed);

// Gives the callee a buffer of the caller, who is placed later.
static void bring_workspace(MlirOperation call, int64_t bytes) {
  IrBuilder ir;
  intptr_t count = mlirOperationGetNumOperands(call);
  MlirValue *operands = ir_zeroed((size_t)count + 1, sizeof *operands);
  MlirOperation outermost = call;
  while (!is_function(mlirOperationGetParentOperation(outermost)))
    outermost = mlirOperationGetParentOperation(outermost);
  for (intptr_t i = 0; i < count; i++)
    operands[i] = mlirOperationGetOperand(call, i);
  ir_start(&ir, outermost, mlirOperationGetLocation(call));
  operands[count] = arena_allocate(&ir, bytes);
  ir_finish(&ir);
  mlirOperationSetOperands(call, count + 1, operands);
  free(operands);
}

static void place_callees(const Placing *placing, MlirOperation function) {
  IrOps calls = ir_collect(function, is_call);
  for (int i = 0; i < calls.count; i++) {
    Placed *callee = callee_of(placing, calls.ops[i]);
    if (!callee)
      continue;
    if (callee->state == PLACING_RUNS)
      callee->takes_workspace = false; // it calls itself
    else
      place(placing, callee);
    int64_t bytes = c_function_workspace_bytes(callee->function);
    if (bytes > 0)
      bring_workspace(calls.ops[i], bytes);
  }
  free(calls.ops);
}

static void place(const Placing *placing, Placed *placed) {
  if (placed->state != PLACING_WAITS)
    return;
  placed->state = PLACING_RUNS;
  if (placing->is_for_c)
    place_callees(placing, placed->function);
  arena_place(placed->function, placed->takes_workspace);
  placed->state = PLACING_DONE;
}

static void choose_takers(Placing *placing, MlirOperation module) {
  SymbolUses *uses = symbol_uses_read(module);
  for (int i = 0; i < placing->count; i++)
    placing->items[i].takes_workspace = can_take_workspace(&placing->items[i], uses);
  symbol_uses_destroy(uses);
}

static void count_calls(Placing *placing, MlirOperation module) {
  IrOps calls = ir_collect(module, is_call);
  for (int i = 0; i < calls.count; i++) {
    Placed *callee = callee_of(placing, calls.ops[i]);
    if (callee && can_bring_workspace(calls.ops[i]))
      callee->calls++;
  }
  free(calls.ops);
}

void workspaces_place(MlirOperation module) {
  IrOps functions = ir_collect(module, ir_is_defined_function);
  Placing placing = {.items = ir_zeroed((size_t)functions.count + 1, sizeof(Placed)),
                     .count = functions.count};
  for (int i = 0; i < functions.count; i++) {
    placing.items[i] = (Placed){.function = functions.ops[i]};
    placing.is_for_c = placing.is_for_c || c_function_is(functions.ops[i]);
  }
  if (placing.is_for_c) {
    count_calls(&placing, module);
    choose_takers(&placing, module);
  }
  for (int i = 0; i < placing.count; i++)
    place(&placing, &placing.items[i]);
  free(placing.items);
  free(functions.ops);
}
