// See kernel_sites.h. The first of equal pieces in the module is the one that is kept.
#include "transforms/lowering/share/kernel_sites.h"

#include "transforms/ir.h"
#include "transforms/lowering/share/c_functions.h"
#include "transforms/lowering/share/kernel_kind.h"

#include <stdlib.h>

void kernel_sites_add(Sites *sites, MlirOperation function, const Nest *nest) {
  if (sites->count == sites->room) {
    sites->room = sites->room ? 2 * sites->room : 64;
    sites->items = ir_resized(sites->items, (size_t)sites->room * sizeof *sites->items);
  }
  sites->items[sites->count] =
      (Site){.nest = *nest, .function = function, .first = sites->count, .uses = 1};
  sites->count++;
}

// --- which are equal

static MlirAttribute function_attribute(MlirOperation op, const char *name) {
  return mlirOperationGetAttributeByName(op, ir_string(name));
}

static bool same_attribute(const Site *a, const Site *b, const char *name) {
  MlirAttribute one = function_attribute(a->function, name),
                other = function_attribute(b->function, name);
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
  }
}

static bool is_worth_it(const Site *first, bool is_each_for_c) {
  return first->uses > 1 || (is_each_for_c && c_function_is(first->function));
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
                kernel_kind_attribute(context, nest->is_scalar ? KERNEL_LOOPS : KERNEL_SCHEDULED));
  for (int i = 0; i < KEPT_COUNT; i++)
    if (!mlirAttributeIsNull(function_attribute(first->function, kept[i])))
      add_attribute(&state, context, kept[i], function_attribute(first->function, kept[i]));
  if (are_plain(nest))
    add_attribute(&state, context, "llvm.bareptr", mlirUnitAttrGet(context));
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

static void replace(Sites *sites, int number, bool is_each_for_c) {
  Site *site = &sites->items[number];
  Site *first = &sites->items[site->first];
  if (!is_worth_it(first, is_each_for_c))
    return;
  if (first == site)
    name_kernel(sites, first);
  insert_call(sites, site);
  if (first == site)
    make_kernel(first);
  else
    destroy_ops(&site->nest);
}

void kernel_sites_replace(Sites *sites, bool is_each_for_c) {
  number_sites(sites);
  for (int i = 0; i < sites->count; i++)
    replace(sites, i, is_each_for_c);
  for (int i = 0; i < sites->count; i++)
    free(sites->items[i].nest.text);
  free(sites->items);
  *sites = (Sites){.count = 0};
}
