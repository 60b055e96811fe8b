// ShareKernels: pieces of scheduled code that are equal become one private function, which all
// call.
#include "transforms/lowering/share/share_kernels.h"

#include "transforms/cut_mark.h"
#include "transforms/ir.h"
#include "transforms/lowering/share/c_functions.h"
#include "transforms/lowering/share/kernel_kind.h"
#include "transforms/lowering/share/kernel_sites.h"
#include "transforms/lowering/share/noalias.h"

#include <stdlib.h>
#include <string.h>

enum {
  MIN_OPS = 64,     // of a piece that is shared
  MIN_RUN_OPS = 16, // in a function for C, of a piece without loops; one with loops is any size
};

static MlirAttribute attribute(MlirOperation op, const char *name) {
  return mlirOperationGetAttributeByName(op, ir_string(name));
}

void kernels_keep(MlirModule module) {
  mlirOperationSetAttributeByName(mlirModuleGetOperation(module), ir_string(SHARE_ATTRIBUTE),
                                  mlirBoolAttrGet(mlirModuleGetContext(module), 0));
}

static bool is_off(MlirOperation op) {
  MlirAttribute wish = attribute(op, SHARE_ATTRIBUTE);
  return !mlirAttributeIsNull(wish) && mlirAttributeIsABool(wish) && !mlirBoolAttrGetValue(wish);
}

// --- pieces
//
// A piece grows from an op until no result of its ops is used after it. Buffers, views of them and
// constants are no part of pieces: they are made before.

static bool is_context(MlirOperation op) {
  static const char *const names[] = {
      "arith.constant",          "memref.view",           "memref.cast",
      "memref.subview",          "memref.collapse_shape", "memref.expand_shape",
      "memref.reinterpret_cast", "memref.get_global",     "memref.alloc"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (ir_op_is(op, names[i]))
      return true;
  return false;
}

static bool is_work(MlirOperation op) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  bool is_simple = mlirOperationGetNumRegions(op) == 0 && mlirOperationGetNumSuccessors(op) == 0;
  static const char *const dialects[] = {"arith.", "vector.", "math."};
  for (int i = 0; i < 3; i++)
    if (is_simple && name.length > strlen(dialects[i]) &&
        !memcmp(name.data, dialects[i], strlen(dialects[i])))
      return !is_context(op);
  return ir_op_is(op, "scf.for") || ir_op_is(op, "memref.load") || ir_op_is(op, "memref.store") ||
         ir_op_is(op, "affine.apply");
}

// The later of `last` and the ops of the block that use results of `op`.
static MlirOperation last_use(MlirOperation op, MlirOperation last) {
  MlirBlock block = mlirOperationGetBlock(op);
  for (intptr_t r = 0; r < mlirOperationGetNumResults(op); r++)
    for (MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(op, r));
         !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
      MlirOperation user = ir_ancestor_in(block, mlirOpOperandGetOwner(use));
      if (mlirOperationIsBeforeInBlock(last, user))
        last = user;
    }
  return last;
}

// The ops that no piece begins with, because what they compute reaches an op that is in no piece.
// They are found from the end of the block, each by its own uses: growing a piece from every one of
// them would look at a chain of n ops n times.
typedef struct Barred {
  MlirOperation *ops; // owned
  size_t next, end;   // those that are still to come, in the order of the block
} Barred;

// All ops of a block; null without memory.
static MlirOperation *list_ops(MlirBlock block, size_t *out_count) {
  size_t count = 0;
  MlirOperation *ops = NULL, first = mlirBlockGetFirstOperation(block);
  for (MlirOperation op = first; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    count++;
  ops = calloc(count, sizeof *ops);
  size_t i = 0;
  for (MlirOperation op = first; ops && i < count; op = mlirOperationGetNextInBlock(op))
    ops[i++] = op;
  *out_count = ops ? count : 0;
  return ops;
}

static Barred find_barred(MlirBlock block) {
  size_t count;
  Barred barred = {.ops = list_ops(block, &count)};
  MlirOperation bar = {NULL}; // the next op that a piece must not reach
  barred.next = barred.end = count;
  for (size_t i = count; i-- > 0;) {
    MlirOperation op = barred.ops[i];
    bool is_barred = is_work(op) && !mlirOperationIsNull(bar) &&
                     !mlirOperationIsBeforeInBlock(last_use(op, op), bar);
    if (is_barred)
      barred.ops[--barred.next] = op;
    if (is_barred || (!is_work(op) && !is_context(op)))
      bar = op;
  }
  return barred;
}

// Whether it is `op` that comes next.
static bool take_barred(Barred *barred, MlirOperation op) {
  bool is_next = barred->next < barred->end && mlirOperationEqual(barred->ops[barred->next], op);
  barred->next += is_next;
  return is_next;
}

// Whether an op of the context can stand before `first`: all it uses is there.
static bool can_move_before(MlirOperation op, MlirOperation first) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue value = mlirOperationGetOperand(op, i);
    if (mlirValueIsAOpResult(value) &&
        !mlirOperationIsBeforeInBlock(mlirOpResultGetOwner(value), first))
      return false;
  }
  return true;
}

// Finds the end of the piece that begins with `first`, and moves the context in it before `place`.
// False when something in it is neither, or cannot move so far.
static bool grow_piece(MlirOperation first, MlirOperation place, MlirOperation *out_last) {
  MlirOperation last = first, next;
  for (MlirOperation op = first;; op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (is_work(op)) {
      last = last_use(op, last);
    } else {
      if (!is_context(op) || !can_move_before(op, place))
        return false;
      mlirOperationMoveBefore(op, place);
    }
    if (mlirOperationEqual(op, last))
      break;
  }
  *out_last = last;
  return true;
}

static bool has_loop(MlirOperation first, MlirOperation last) {
  for (MlirOperation op = first;; op = mlirOperationGetNextInBlock(op)) {
    if (mlirOperationGetNumRegions(op) > 0)
      return true;
    if (mlirOperationEqual(op, last))
      return false;
  }
}

// Adds the piece, unless it is too small to be worth a call.
static void add_piece(Sites *sites, MlirOperation function, MlirOperation first,
                      MlirOperation last) {
  Nest nest;
  int least = !c_function_is(function) ? MIN_OPS : has_loop(first, last) ? 1 : MIN_RUN_OPS;
  if (nest_read(first, last, false, &nest) && nest.op_count >= least)
    kernel_sites_add(sites, function, &nest);
  else
    free(nest.text);
}

// Pieces without loops, one after the other, are one.
typedef struct Run {
  MlirOperation first, last; // null: none
} Run;

static void end_run(Sites *sites, MlirOperation function, Run *run) {
  if (!mlirOperationIsNull(run->first))
    add_piece(sites, function, run->first, run->last);
  *run = (Run){{NULL}, {NULL}};
}

static void find_pieces(Sites *sites, MlirOperation function, MlirBlock block) {
  Run run = {{NULL}, {NULL}};
  Barred barred = find_barred(block);
  MlirOperation next;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op); op = next) {
    MlirOperation last;
    next = mlirOperationGetNextInBlock(op);
    if (is_context(op) && mlirOperationIsNull(run.first))
      continue;
    if (is_context(op) && can_move_before(op, run.first)) {
      mlirOperationMoveBefore(op, run.first);
      continue;
    }
    bool is_joined = !mlirOperationIsNull(run.first), is_barred = take_barred(&barred, op);
    if (is_joined && is_work(op) && (is_barred || !grow_piece(op, run.first, &last))) {
      end_run(sites, function, &run); // a piece of its own, perhaps
      is_joined = false;
    }
    if (!is_work(op) || is_barred || (!is_joined && !grow_piece(op, op, &last))) {
      end_run(sites, function, &run);
      next = mlirOperationGetNextInBlock(op); // what came next may have moved
      continue;
    }
    next = mlirOperationGetNextInBlock(last);
    if (has_loop(op, last)) {
      end_run(sites, function, &run);
      add_piece(sites, function, op, last);
    } else {
      run = (Run){mlirOperationIsNull(run.first) ? op : run.first, last};
    }
  }
  end_run(sites, function, &run);
  free(barred.ops);
}

// The body of a function whose pieces are wanted; null of other ops.
static MlirBlock open_body(MlirOperation op) {
  bool is_open = ir_op_is(op, "func.func") && !is_off(op) && kernel_kind(op) == KERNEL_NONE;
  return is_open ? ir_function_body(op) : (MlirBlock){NULL};
}

static MlirWalkResult visit_pieces(MlirOperation op, void *user) {
  MlirBlock body = open_body(op);
  if (!mlirBlockIsNull(body) && mlirBlockIsNull(mlirBlockGetNextInRegion(body)))
    find_pieces(user, op, body);
  return ir_op_is(op, "func.func") ? MlirWalkResultSkip : MlirWalkResultAdvance;
}

// --- nests, before the functions around them are on buffers

static bool is_tensor(MlirValue value) { return mlirTypeIsATensor(mlirValueGetType(value)); }

// Bufferization is done with an op that has no tensors, and a function of a nest allocates nothing.
static MlirWalkResult look_for_tensors(MlirOperation op, void *user) {
  bool is_settled = !ir_op_is(op, "memref.alloc");
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op) && is_settled; i++)
    is_settled = !is_tensor(mlirOperationGetOperand(op, i));
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op) && is_settled; i++)
    is_settled = !is_tensor(mlirOperationGetResult(op, i));
  *(bool *)user = is_settled;
  return is_settled ? MlirWalkResultAdvance : MlirWalkResultInterrupt;
}

static bool is_nest_on_buffers(MlirOperation op) {
  bool is_settled = true;
  if (!ir_op_is(op, "scf.for") || mlirOperationGetNumResults(op) > 0)
    return false;
  mlirOperationWalk(op, look_for_tensors, &is_settled, MlirWalkPreOrder);
  return is_settled;
}

static MlirWalkResult visit_nests(MlirOperation op, void *user) {
  MlirBlock body = open_body(op);
  Nest nest;
  MlirOperation next =
      mlirBlockIsNull(body) ? (MlirOperation){NULL} : mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(next); next = mlirOperationGetNextInBlock(next)) {
    if (!is_nest_on_buffers(next))
      continue;
    if (nest_read(next, next, false, &nest) && nest.op_count >= MIN_OPS)
      kernel_sites_add(user, op, &nest);
    else
      free(nest.text);
  }
  return ir_op_is(op, "func.func") ? MlirWalkResultSkip : MlirWalkResultAdvance;
}

void kernels_share_nests(MlirOperation module) {
  Sites sites = {.count = 0};
  if (is_off(module))
    return;
  mlirOperationWalk(module, visit_nests, &sites, MlirWalkPreOrder);
  kernel_sites_replace(&sites, false);
}

// --- nests in loops over pieces of an unknown extent

static bool is_nest_of_piece(MlirOperation op) {
  return ir_op_is(op, "scf.for") && mlirOperationGetNumResults(op) == 0 &&
         mlirOperationIsNull(ir_first(op, cut_mark_is_loop));
}

static void add_nests_of_piece(Sites *sites, MlirOperation function, MlirBlock body) {
  for (MlirOperation op = mlirBlockGetFirstOperation(body); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    Nest nest;
    if (!is_nest_of_piece(op))
      continue;
    if (nest_read(op, op, true, &nest) && nest.op_count >= MIN_OPS)
      kernel_sites_add(sites, function, &nest);
    else
      free(nest.text);
  }
}

static MlirWalkResult visit_loops_over_pieces(MlirOperation op, void *user) {
  MlirOperation function = op;
  if (!cut_mark_is_loop(op))
    return MlirWalkResultAdvance;
  while (!mlirOperationIsNull(function) && !ir_op_is(function, "func.func"))
    function = mlirOperationGetParentOperation(function);
  if (mlirOperationIsNull(function) || mlirBlockIsNull(open_body(function)))
    return MlirWalkResultSkip;
  add_nests_of_piece(user, function, mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0)));
  return MlirWalkResultAdvance;
}

// Each is the kernel of an op, called once for each piece.
static void share_nests_of_pieces(MlirOperation module) {
  Sites sites = {.count = 0};
  mlirOperationWalk(module, visit_loops_over_pieces, &sites, MlirWalkPreOrder);
  kernel_sites_replace(&sites, false);
}

// --- the whole

// A function for C in which no loop is left is nothing but calls and scheduled code.
static MlirWalkResult mark_function(MlirOperation op, void *user) {
  (void)user;
  if (!ir_op_is(op, "func.func"))
    return MlirWalkResultAdvance;
  MlirBlock body = ir_function_body(op);
  if (mlirBlockIsNull(body) || !c_function_is(op) ||
      has_loop(mlirBlockGetFirstOperation(body), mlirBlockGetTerminator(body)))
    return MlirWalkResultSkip;
  mlirOperationSetAttributeByName(
      op, ir_string(KERNEL_ATTRIBUTE),
      kernel_kind_attribute(mlirOperationGetContext(op), KERNEL_SCHEDULED));
  return MlirWalkResultSkip;
}

void kernels_share(MlirOperation module) {
  Sites sites = {.count = 0};
  if (is_off(module))
    return;
  share_nests_of_pieces(module);
  mlirOperationWalk(module, visit_pieces, &sites, MlirWalkPreOrder);
  kernel_sites_replace(&sites, true);
  kernels_mark_noalias(module);
  mlirOperationWalk(module, mark_function, NULL, MlirWalkPreOrder);
}
