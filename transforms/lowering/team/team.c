// Team: what the threads of a parallel region do, as a function of a thread's number. Before and
// after:
//
//   scf.parallel (%p) = (%a) to (%b) step (%c) { ... } {autotune.threads = 4}
//
//   func.func private @autotune_team_0(..., %thread : index, %threads : index) {
//     %trips = (%b - %a + %c - 1) / %c
//     %share = %trips / %threads, and one more for the first %trips % %threads
//     scf.for %p = ... { ... }
//   }
//
// The runtime's own way of dealing iterations out gives the same shares.
#include "transforms/lowering/team/team.h"

#include "transforms/threads/thread_marks.h"

#include <stdlib.h>

// --- what comes from outside

typedef struct Outside {
  MlirOperation loop;
  MlirValue *values, *inside; // owned: what the loop uses, and what stands for it in the function
  int count, room;
} Outside;

static bool is_outside(const Outside *outside, MlirValue value) {
  MlirOperation owner = mlirValueIsAOpResult(value)
                            ? mlirOpResultGetOwner(value)
                            : mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value));
  MlirOperation around = ir_ancestor_in(mlirOperationGetBlock(outside->loop), owner);
  return mlirOperationIsNull(around) || !mlirOperationEqual(around, outside->loop);
}

static int find(const Outside *outside, MlirValue value) {
  for (int i = 0; i < outside->count; i++)
    if (mlirValueEqual(outside->values[i], value))
      return i;
  return -1;
}

static MlirWalkResult add_operands(MlirOperation op, void *user) {
  Outside *outside = user;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue value = mlirOperationGetOperand(op, i);
    if (find(outside, value) >= 0 || !is_outside(outside, value))
      continue;
    if (outside->count == outside->room) {
      outside->room = outside->room ? 2 * outside->room : 32;
      size_t bytes = (size_t)outside->room * sizeof *outside->values;
      outside->values = ir_resized(outside->values, bytes);
      outside->inside = ir_resized(outside->inside, bytes);
    }
    outside->values[outside->count++] = value;
  }
  return MlirWalkResultAdvance;
}

static MlirWalkResult replace_operands(MlirOperation op, void *user) {
  const Outside *outside = user;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    int at = find(outside, mlirOperationGetOperand(op, i));
    if (at >= 0)
      mlirOperationSetOperand(op, i, outside->inside[at]);
  }
  return MlirWalkResultAdvance;
}

// What every function can make for itself.
static bool is_repeated(MlirValue value) {
  return mlirValueIsAOpResult(value) &&
         (ir_op_is(mlirOpResultGetOwner(value), "arith.constant") ||
          ir_op_is(mlirOpResultGetOwner(value), "memref.get_global"));
}

// --- the shares

// Iterations from `low` to `high`.
static MlirValue trip_count(IrBuilder *ir, MlirValue low, MlirValue high, MlirValue step) {
  MlirValue length = ir_binary(ir, "arith.subi", high, low);
  MlirValue is_some = ir_compare_index(ir, INTEGER_GREATER, length, ir_index(ir, 0));
  length = ir_select(ir, is_some, length, ir_index(ir, 0));
  MlirValue last = ir_binary(ir, "arith.subi", step, ir_index(ir, 1));
  return ir_binary(ir, "arith.divui", ir_binary(ir, "arith.addi", length, last), step);
}

// A run of neighbouring iterations, one more for the first threads where they do not come out even.
static void deal_runs(IrBuilder *ir, MlirValue thread, MlirValue threads, MlirValue bounds[3]) {
  MlirValue trips = trip_count(ir, bounds[0], bounds[1], bounds[2]);
  MlirValue share = ir_binary(ir, "arith.divui", trips, threads);
  MlirValue rest = ir_binary(ir, "arith.remui", trips, threads);
  MlirValue longer = ir_binary(ir, "arith.minui", thread, rest);
  MlirValue even = ir_binary(ir, "arith.muli", thread, share);
  MlirValue before = ir_binary(ir, "arith.addi", even, longer);
  MlirValue has_more = ir_compare_index(ir, INTEGER_UNSIGNED_LESS, thread, rest);
  MlirValue more = ir_unary(ir, "arith.index_castui", mlirIndexTypeGet(ir->context), has_more);
  MlirValue after = ir_binary(ir, "arith.addi", before, ir_binary(ir, "arith.addi", share, more));
  bounds[1] = ir_binary(ir, "arith.addi", bounds[0], ir_binary(ir, "arith.muli", after, bounds[2]));
  bounds[0] =
      ir_binary(ir, "arith.addi", bounds[0], ir_binary(ir, "arith.muli", before, bounds[2]));
}

// Every so many-th iteration.
static void deal_in_turn(IrBuilder *ir, MlirValue thread, MlirValue threads, MlirValue bounds[3]) {
  bounds[0] =
      ir_binary(ir, "arith.addi", bounds[0], ir_binary(ir, "arith.muli", thread, bounds[2]));
  bounds[2] = ir_binary(ir, "arith.muli", bounds[2], threads);
}

static void deal(MlirOperation loop, MlirValue thread, MlirValue threads) {
  IrBuilder ir;
  ir_start(&ir, loop, mlirOperationGetLocation(loop));
  MlirValue bounds[3];
  for (int i = 0; i < 3; i++)
    bounds[i] = mlirOperationGetOperand(loop, i);
  (thread_mark_is_uneven(loop) ? deal_in_turn : deal_runs)(&ir, thread, threads, bounds);
  MlirValue position = ir_open_for(&ir, bounds[0], bounds[1], bounds[2], 0, NULL);
  MlirOperation own = ir_close_for(&ir, 0, NULL);
  MlirBlock old = mlirRegionGetFirstBlock(mlirOperationGetRegion(loop, 0));
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(own, 0));
  mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(old, 0), position);
  ir_move_body(old, mlirBlockGetTerminator(body));
  ir_finish(&ir);
  mlirOperationDestroy(loop);
}

// The stack of a thread does not grow with its iterations: what one of them puts there, the next
// uses again.
static void move_allocas(MlirOperation loop) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(loop, 0));
  for (MlirOperation op = mlirBlockGetFirstOperation(body), next; !mlirOperationIsNull(op);
       op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (ir_op_is(op, "memref.alloca") && mlirOperationGetNumOperands(op) == 0)
      mlirOperationMoveBefore(op, loop);
  }
}

// --- the function

// A value of bf16 is an argument as its bits: of others LLVM rounds each element again where the
// processor has no bf16 (transforms/lowering/floats/bf16_bits_shim.h).
static MlirType argument_type(MlirType type) {
  bool is_vector = mlirTypeIsAVector(type);
  if (!mlirTypeIsABF16(is_vector ? mlirShapedTypeGetElementType(type) : type))
    return type;
  MlirType bits = mlirIntegerTypeGet(mlirTypeGetContext(type), 16);
  return is_vector ? mlirVectorTypeGet(mlirShapedTypeGetRank(type),
                                       (int64_t[]){mlirShapedTypeGetDimSize(type, 0)}, bits)
                   : bits;
}

static MlirValue as_type(IrBuilder *ir, MlirValue value, MlirType type) {
  return mlirTypeEqual(mlirValueGetType(value), type) ? value
                                                      : ir_unary(ir, "arith.bitcast", type, value);
}

// Values that the function makes for itself get their copy, the others an argument.
static void fill_in(const Team *team, Outside *outside, MlirBlock body) {
  MlirOperation end = mlirBlockGetTerminator(body);
  IrBuilder ir;
  ir_start(&ir, end, mlirOperationGetLocation(end));
  for (int i = 0, argument = 0; i < outside->count; i++) {
    if (!is_repeated(outside->values[i])) {
      outside->inside[i] = as_type(&ir, mlirBlockGetArgument(body, argument++),
                                   mlirValueGetType(outside->values[i]));
      continue;
    }
    MlirOperation copy = mlirOperationClone(mlirOpResultGetOwner(outside->values[i]));
    mlirBlockInsertOwnedOperationBefore(body, end, copy);
    outside->inside[i] = mlirOperationGetResult(copy, 0);
  }
  ir_finish(&ir);
  mlirOperationMoveBefore(outside->loop, end);
  mlirOperationWalk(outside->loop, replace_operands, outside, MlirWalkPreOrder);
  move_allocas(outside->loop);
  deal(outside->loop, mlirBlockGetArgument(body, team->capture_count),
       mlirBlockGetArgument(body, team->capture_count + 1));
}

static MlirBlock create_function(MlirOperation function, MlirOperation loop, const Team *team,
                                 const MlirType *types) {
  MlirBlock body;
  outline_create(function, team->name, team->capture_count + 2, types,
                 mlirOperationGetLocation(loop), &body);
  return body;
}

void team_create(MlirOperation function, MlirOperation loop, int *number, Team *out_team) {
  Outside outside = {.loop = loop};
  mlirOperationWalk(loop, add_operands, &outside, MlirWalkPreOrder);
  Team team = {.captures = ir_zeroed((size_t)outside.count + 1, sizeof *team.captures)};
  MlirType *types = ir_zeroed((size_t)outside.count + 2, sizeof *types);
  for (int i = 0; i < outside.count; i++)
    if (!is_repeated(outside.values[i])) {
      types[team.capture_count] = argument_type(mlirValueGetType(outside.values[i]));
      team.captures[team.capture_count++] = outside.values[i];
    }
  for (int i = 0; i < 2; i++)
    types[team.capture_count + i] = mlirIndexTypeGet(mlirOperationGetContext(loop));
  outline_name(function, "autotune_team", number, team.name);
  fill_in(&team, &outside, create_function(function, loop, &team, types));
  free(types);
  free(outside.values);
  free(outside.inside);
  *out_team = team;
}

void team_call(IrBuilder *ir, const Team *team, MlirValue thread, MlirValue thread_count) {
  int count = team->capture_count;
  MlirValue *operands = ir_zeroed((size_t)count + 2, sizeof *operands);
  for (int i = 0; i < count; i++)
    operands[i] =
        as_type(ir, team->captures[i], argument_type(mlirValueGetType(team->captures[i])));
  operands[count] = thread;
  operands[count + 1] = thread_count;
  MlirNamedAttribute callee =
      ir_attribute(ir, "callee", mlirFlatSymbolRefAttrGet(ir->context, ir_string(team->name)));
  ir_op(ir, "func.call", 0, NULL, count + 2, operands, 1, &callee);
  free(operands);
}
