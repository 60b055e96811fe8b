// See share_kernels.h. The nests of the functions are read, equal ones get one number, and then
// each is made a function or a call of it. The first of them in the module is the one that is kept.
#include "transforms/lowering/share/share_kernels.h"

#include "transforms/ir.h"
#include "transforms/lowering/share/aliases.h"
#include "transforms/lowering/share/c_functions.h"
#include "transforms/lowering/share/nest.h"

#include <stdlib.h>
#include <string.h>

enum {
  MIN_OPS = 64,     // of a piece that is shared
  MIN_RUN_OPS = 16, // in a function for C, of a piece without loops; one with loops is any size
};

typedef struct Site {
  Nest nest;
  MlirOperation function; // around it
  int first;              // the first site with an equal nest, which may be this one
  int uses;               // of the first: sites with an equal nest
  bool
      alone[NEST_MAX_CAPTURES]; // of the first: captures that no other shares memory with, anywhere
  char name[40];                // of the first: of the function made of it
} Site;

typedef struct Sites {
  Site *items; // owned
  int count, room;
  int kernels; // functions made so far
} Sites;

static MlirAttribute attribute(MlirOperation op, const char *name) {
  return mlirOperationGetAttributeByName(op, ir_string(name));
}

KernelKind kernel_kind(MlirOperation function) {
  MlirAttribute kind = attribute(function, KERNEL_ATTRIBUTE);
  if (mlirAttributeIsNull(kind) || !mlirAttributeIsAString(kind))
    return KERNEL_NONE;
  return mlirStringRefEqual(mlirStringAttrGetValue(kind), ir_string("loops")) ? KERNEL_LOOPS
                                                                              : KERNEL_SCHEDULED;
}

static MlirAttribute kind_attribute(MlirContext context, KernelKind kind) {
  return mlirStringAttrGet(context, ir_string(kind == KERNEL_LOOPS ? "loops" : "scheduled"));
}

void kernels_keep(MlirModule module) {
  mlirOperationSetAttributeByName(mlirModuleGetOperation(module), ir_string(SHARE_ATTRIBUTE),
                                  mlirBoolAttrGet(mlirModuleGetContext(module), 0));
}

// --- the nests

static void add_site(Sites *sites, MlirOperation function, const Nest *nest) {
  if (sites->count == sites->room) {
    sites->room = sites->room ? 2 * sites->room : 64;
    sites->items = ir_resized(sites->items, (size_t)sites->room * sizeof *sites->items);
  }
  sites->items[sites->count] =
      (Site){.nest = *nest, .function = function, .first = sites->count, .uses = 1};
  sites->count++;
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

static MlirOperation ancestor_in(MlirBlock block, MlirOperation op) {
  while (!mlirBlockEqual(mlirOperationGetBlock(op), block))
    op = mlirOperationGetParentOperation(op);
  return op;
}

// The later of `last` and the ops of the block that use results of `op`.
static MlirOperation last_use(MlirOperation op, MlirOperation last) {
  MlirBlock block = mlirOperationGetBlock(op);
  for (intptr_t r = 0; r < mlirOperationGetNumResults(op); r++)
    for (MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(op, r));
         !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
      MlirOperation user = ancestor_in(block, mlirOpOperandGetOwner(use));
      if (mlirOperationIsBeforeInBlock(last, user))
        last = user;
    }
  return last;
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

// Finds the end of the piece that begins with `first`, and moves the context in it before it. False
// when something in it is neither.
static bool grow_piece(MlirOperation first, MlirOperation *out_last) {
  MlirOperation last = first, next;
  for (MlirOperation op = first;; op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (is_work(op)) {
      last = last_use(op, last);
    } else {
      if (!is_context(op) || !can_move_before(op, first))
        return false;
      mlirOperationMoveBefore(op, first);
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
  if (nest_read(first, last, &nest) && nest.op_count >= least)
    add_site(sites, function, &nest);
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
    if (!is_work(op) || !grow_piece(op, &last)) {
      end_run(sites, function, &run);
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
}

static MlirWalkResult visit_function(MlirOperation op, void *user) {
  if (!ir_op_is(op, "func.func"))
    return MlirWalkResultAdvance;
  MlirBlock body = ir_function_body(op);
  if (!mlirBlockIsNull(body) && !is_off(op))
    find_pieces(user, op, body);
  return MlirWalkResultSkip;
}

// --- which are equal

static bool same_attribute(const Site *a, const Site *b, const char *name) {
  MlirAttribute one = attribute(a->function, name), other = attribute(b->function, name);
  return mlirAttributeIsNull(one) ? mlirAttributeIsNull(other)
                                  : !mlirAttributeIsNull(other) && mlirAttributeEqual(one, other);
}

// What the function of a kernel takes over from the one around it: all that says how its arithmetic
// is compiled, in the words of llvm.func.
static const char *const kept[] = {"target_cpu",
                                   "tune_cpu",
                                   "target_features",
                                   "passthrough",
                                   "frame_pointer",
                                   "prefer_vector_width",
                                   "vscale_range",
                                   "reciprocal_estimates",
                                   "no_infs_fp_math",
                                   "no_nans_fp_math",
                                   "no_signed_zeros_fp_math",
                                   "denormal_fp_math",
                                   "denormal_fp_math_f32",
                                   "fp_contract",
                                   "uwtable_kind"};
enum { KEPT_COUNT = sizeof kept / sizeof *kept };

static bool are_equal(const Site *a, const Site *b) {
  bool are = nest_equal(&a->nest, &b->nest) &&
             mlirBlockEqual(mlirOperationGetBlock(a->function), mlirOperationGetBlock(b->function));
  for (int i = 0; i < KEPT_COUNT && are; i++)
    are = same_attribute(a, b, kept[i]);
  return are;
}

static void number_sites(Sites *sites) {
  for (int i = 0; i < sites->count; i++) {
    Site *site = &sites->items[i], *first = site;
    for (int j = 0; j < i && first == site; j++)
      if (sites->items[j].first == j && are_equal(&sites->items[j], site))
        first = &sites->items[j];
    site->first = (int)(first - sites->items);
    first->uses += first != site;
    const Nest *nest = &site->nest;
    for (int c = 0; c < nest->capture_count; c++) {
      bool is_alone = mlirTypeIsAMemRef(mlirValueGetType(nest->captures[c])) &&
                      buffer_is_alone(nest->captures, nest->capture_count, c);
      first->alone[c] = (first == site || first->alone[c]) && is_alone;
    }
  }
}

static bool is_worth_it(const Site *first) {
  return first->uses > 1 || c_function_is(first->function);
}

// --- the functions

// A memref that its address says all about.
static bool is_plain(MlirType type) {
  int64_t strides[IR_MAX_DEPTH], offset;
  if (!mlirTypeIsAMemRef(type) || !mlirShapedTypeHasStaticShape(type) ||
      mlirShapedTypeGetRank(type) > IR_MAX_DEPTH ||
      mlirLogicalResultIsFailure(mlirMemRefTypeGetStridesAndOffset(type, strides, &offset)) ||
      mlirShapedTypeIsDynamicStrideOrOffset(offset))
    return false;
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); d++)
    if (mlirShapedTypeIsDynamicStrideOrOffset(strides[d]))
      return false;
  return true;
}

static bool are_plain(const Nest *nest) {
  for (int c = 0; c < nest->capture_count; c++) {
    MlirType type = mlirValueGetType(nest->captures[c]);
    bool is_buffer = mlirTypeIsAMemRef(type) || mlirTypeIsAUnrankedMemRef(type);
    if (is_buffer && !is_plain(type))
      return false;
  }
  return true;
}

static void name_kernel(Sites *sites, Site *first) {
  MlirOperation module = mlirOperationGetParentOperation(first->function);
  MlirSymbolTable table = mlirSymbolTableCreate(module);
  do
    snprintf(first->name, sizeof first->name, "autotune_kernel_%d", sites->kernels++);
  while (!mlirSymbolTableIsNull(table) &&
         !mlirOperationIsNull(mlirSymbolTableLookup(table, ir_string(first->name))));
  if (!mlirSymbolTableIsNull(table))
    mlirSymbolTableDestroy(table);
}

static void add_attribute(MlirOperationState *state, MlirContext context, const char *name,
                          MlirAttribute value) {
  MlirNamedAttribute named =
      mlirNamedAttributeGet(mlirIdentifierGet(context, ir_string(name)), value);
  mlirOperationStateAddAttributes(state, 1, &named);
}

// The attributes of the arguments: which share no memory with another.
static MlirAttribute argument_attributes(MlirContext context, const Site *first) {
  MlirAttribute lists[NEST_MAX_CAPTURES];
  MlirNamedAttribute alone = mlirNamedAttributeGet(
      mlirIdentifierGet(context, ir_string("llvm.noalias")), mlirUnitAttrGet(context));
  for (int c = 0; c < first->nest.capture_count; c++)
    lists[c] = mlirDictionaryAttrGet(context, first->alone[c], &alone);
  return mlirArrayAttrGet(context, first->nest.capture_count, lists);
}

static MlirOperation make_function(const Site *first, MlirBlock *out_body) {
  const Nest *nest = &first->nest;
  MlirContext context = mlirOperationGetContext(nest->first);
  MlirLocation location = mlirOperationGetLocation(nest->first), locations[NEST_MAX_CAPTURES];
  MlirType types[NEST_MAX_CAPTURES];
  for (int c = 0; c < nest->capture_count; c++) {
    types[c] = mlirValueGetType(nest->captures[c]);
    locations[c] = location;
  }
  MlirType type = mlirFunctionTypeGet(context, nest->capture_count, types, 0, NULL);
  MlirOperationState state = mlirOperationStateGet(ir_string("func.func"), location);
  add_attribute(&state, context, "sym_name", mlirStringAttrGet(context, ir_string(first->name)));
  add_attribute(&state, context, "sym_visibility",
                mlirStringAttrGet(context, ir_string("private")));
  add_attribute(&state, context, "function_type", mlirTypeAttrGet(type));
  add_attribute(&state, context, KERNEL_ATTRIBUTE,
                kind_attribute(context, nest->is_scalar ? KERNEL_LOOPS : KERNEL_SCHEDULED));
  for (int i = 0; i < KEPT_COUNT; i++)
    if (!mlirAttributeIsNull(attribute(first->function, kept[i])))
      add_attribute(&state, context, kept[i], attribute(first->function, kept[i]));
  if (are_plain(nest)) {
    add_attribute(&state, context, "llvm.bareptr", mlirUnitAttrGet(context));
    add_attribute(&state, context, "arg_attrs", argument_attributes(context, first));
  }
  MlirRegion region = mlirRegionCreate();
  *out_body = mlirBlockCreate(nest->capture_count, types, locations);
  mlirRegionAppendOwnedBlock(region, *out_body);
  mlirOperationStateAddOwnedRegions(&state, 1, &region);
  return mlirOperationCreate(&state);
}

typedef struct Replacement {
  const Nest *nest;
  MlirValue constants[NEST_MAX_CAPTURES]; // in the function
  MlirBlock body;
} Replacement;

static MlirValue replacement_of(const Replacement *replacement, MlirValue value) {
  const Nest *nest = replacement->nest;
  for (int c = 0; c < nest->capture_count; c++)
    if (mlirValueEqual(value, nest->captures[c]))
      return mlirBlockGetArgument(replacement->body, c);
  for (int c = 0; c < nest->constant_count; c++)
    if (mlirValueEqual(value, nest->constants[c]))
      return replacement->constants[c];
  return value;
}

static MlirWalkResult replace_operands(MlirOperation op, void *user) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue value = mlirOperationGetOperand(op, i), other = replacement_of(user, value);
    if (!mlirValueEqual(value, other))
      mlirOperationSetOperand(op, i, other);
  }
  return MlirWalkResultAdvance;
}

// Moves the ops of the nest to the end of `body`.
static void move_ops(const Nest *nest, MlirBlock body, Replacement *replacement) {
  for (MlirOperation op = nest->first, next;; op = next) {
    bool is_last = mlirOperationEqual(op, nest->last);
    next = mlirOperationGetNextInBlock(op);
    mlirOperationRemoveFromParent(op);
    mlirBlockAppendOwnedOperation(body, op);
    mlirOperationWalk(op, replace_operands, replacement, MlirWalkPreOrder);
    if (is_last)
      break;
  }
}

// Makes the function of a piece, out of its ops.
static void make_kernel(const Site *first) {
  const Nest *nest = &first->nest;
  Replacement replacement = {.nest = nest};
  MlirLocation location = mlirOperationGetLocation(nest->first);
  MlirOperation function = make_function(first, &replacement.body);
  for (int c = 0; c < nest->constant_count; c++) {
    MlirOperation copy = mlirOperationClone(mlirOpResultGetOwner(nest->constants[c]));
    mlirBlockAppendOwnedOperation(replacement.body, copy);
    replacement.constants[c] = mlirOperationGetResult(copy, 0);
  }
  move_ops(nest, replacement.body, &replacement);
  MlirOperationState end = mlirOperationStateGet(ir_string("func.return"), location);
  mlirBlockAppendOwnedOperation(replacement.body, mlirOperationCreate(&end));
  mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(first->function), first->function,
                                     function);
}

// Ops are used by later ones only, so the last goes first.
static void destroy_ops(const Nest *nest) {
  MlirOperation *ops = ir_zeroed((size_t)nest->op_count, sizeof *ops);
  int count = 0;
  for (MlirOperation op = nest->first;; op = mlirOperationGetNextInBlock(op)) {
    ops[count++] = op;
    if (mlirOperationEqual(op, nest->last))
      break;
  }
  while (count > 0)
    mlirOperationDestroy(ops[--count]);
  free(ops);
}

static void insert_call(const Sites *sites, const Site *site) {
  const Site *first = &sites->items[site->first];
  const Nest *nest = &site->nest;
  MlirContext context = mlirOperationGetContext(nest->first);
  MlirOperationState state =
      mlirOperationStateGet(ir_string("func.call"), mlirOperationGetLocation(nest->first));
  add_attribute(&state, context, "callee",
                mlirFlatSymbolRefAttrGet(context, ir_string(first->name)));
  mlirOperationStateAddOperands(&state, nest->capture_count, nest->captures);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(nest->first), nest->first,
                                      mlirOperationCreate(&state));
}

// --- the whole

static void replace(Sites *sites, int number) {
  Site *site = &sites->items[number];
  Site *first = &sites->items[site->first];
  if (!is_worth_it(first))
    return;
  if (first == site)
    name_kernel(sites, first);
  insert_call(sites, site);
  if (first == site)
    make_kernel(first);
  else
    destroy_ops(&site->nest);
}

// A function for C in which no loop is left is nothing but calls and scheduled code.
static MlirWalkResult mark_function(MlirOperation op, void *user) {
  (void)user;
  if (!ir_op_is(op, "func.func"))
    return MlirWalkResultAdvance;
  MlirBlock body = ir_function_body(op);
  if (mlirBlockIsNull(body) || !c_function_is(op) ||
      has_loop(mlirBlockGetFirstOperation(body), mlirBlockGetTerminator(body)))
    return MlirWalkResultSkip;
  mlirOperationSetAttributeByName(op, ir_string(KERNEL_ATTRIBUTE),
                                  kind_attribute(mlirOperationGetContext(op), KERNEL_SCHEDULED));
  return MlirWalkResultSkip;
}

void kernels_share(MlirOperation module) {
  Sites sites = {.count = 0};
  if (is_off(module))
    return;
  mlirOperationWalk(module, visit_function, &sites, MlirWalkPreOrder);
  number_sites(&sites);
  for (int i = 0; i < sites.count; i++)
    replace(&sites, i);
  mlirOperationWalk(module, mark_function, NULL, MlirWalkPreOrder);
  for (int i = 0; i < sites.count; i++)
    free(sites.items[i].nest.text);
  free(sites.items);
}
