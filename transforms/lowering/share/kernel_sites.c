// KernelSites: pieces of functions, equal ones known as such, each of which becomes a function or a
// call of it. The first of equal pieces in the module is the one that is kept.
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

static bool are_equal(const Site *a, const Site *b) {
  return nest_equal(&a->nest, &b->nest) &&
         mlirBlockEqual(mlirOperationGetBlock(a->function), mlirOperationGetBlock(b->function)) &&
         outline_is_alike(a->function, b->function);
}

// The captures whose types are not the same.
static uint64_t differing_captures(const Nest *a, const Nest *b) {
  uint64_t differing = 0;
  for (int c = 0; c < a->capture_count; c++)
    if (!mlirTypeEqual(mlirValueGetType(a->captures[c]), mlirValueGetType(b->captures[c])))
      differing |= UINT64_C(1) << c;
  return differing;
}

static void number_sites(Sites *sites) {
  for (int i = 0; i < sites->count; i++) {
    Site *site = &sites->items[i], *first = site;
    for (int j = 0; j < i && first == site; j++)
      if (sites->items[j].first == j && are_equal(&sites->items[j], site))
        first = &sites->items[j];
    site->first = (int)(first - sites->items);
    first->uses += first != site;
    first->differing |= differing_captures(&first->nest, &site->nest);
  }
}

static bool is_worth_it(const Site *first, bool is_each_for_c) {
  return first->uses > 1 || (is_each_for_c && c_function_is(first->function));
}

// --- the functions

static MlirType argument_type(const Site *first, int capture) {
  MlirType type = mlirValueGetType(first->nest.captures[capture]);
  return first->differing >> capture & 1 ? nest_capture_type(type) : type;
}

static void make_function(const Site *first, MlirBlock *out_body) {
  const Nest *nest = &first->nest;
  MlirType types[NEST_MAX_CAPTURES];
  for (int c = 0; c < nest->capture_count; c++)
    types[c] = argument_type(first, c);
  MlirOperation function = outline_create(first->function, first->name, nest->capture_count, types,
                                          mlirOperationGetLocation(nest->first), out_body);
  KernelKind kind = nest->is_scalar ? KERNEL_LOOPS : KERNEL_SCHEDULED;
  mlirOperationSetAttributeByName(function, ir_string(KERNEL_ATTRIBUTE),
                                  kernel_kind_attribute(mlirOperationGetContext(function), kind));
}

typedef struct Replacement {
  const Nest *nest;
  MlirValue constants[NEST_MAX_CONSTANTS]; // in the function
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

// Moves the ops of the nest to the end of the function.
static void move_ops(const Nest *nest, Replacement *replacement) {
  MlirOperation end = mlirBlockGetTerminator(replacement->body);
  for (MlirOperation op = nest->first, next;; op = next) {
    bool is_last = mlirOperationEqual(op, nest->last);
    next = mlirOperationGetNextInBlock(op);
    mlirOperationMoveBefore(op, end);
    mlirOperationWalk(op, replace_operands, replacement, MlirWalkPreOrder);
    if (is_last)
      break;
  }
}

// Makes the function of a piece, out of its ops.
static void make_kernel(const Site *first) {
  const Nest *nest = &first->nest;
  Replacement replacement = {.nest = nest};
  make_function(first, &replacement.body);
  for (int c = 0; c < nest->constant_count; c++) {
    MlirOperation copy = mlirOperationClone(mlirOpResultGetOwner(nest->constants[c]));
    mlirBlockInsertOwnedOperationBefore(replacement.body, mlirBlockGetTerminator(replacement.body),
                                        copy);
    replacement.constants[c] = mlirOperationGetResult(copy, 0);
  }
  move_ops(nest, &replacement);
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

static MlirValue argument_of(const Site *first, const Nest *nest, int capture) {
  MlirValue value = nest->captures[capture];
  MlirType type = argument_type(first, capture);
  if (mlirTypeEqual(mlirValueGetType(value), type))
    return value;
  IrBuilder ir;
  ir_start(&ir, nest->first, mlirOperationGetLocation(nest->first));
  value = ir_value(&ir, "memref.cast", type, 1, &value, 0, NULL);
  ir_finish(&ir);
  return value;
}

static void insert_call(const Sites *sites, const Site *site) {
  const Site *first = &sites->items[site->first];
  const Nest *nest = &site->nest;
  MlirValue arguments[NEST_MAX_CAPTURES];
  for (int c = 0; c < nest->capture_count; c++)
    arguments[c] = argument_of(first, nest, c);
  MlirContext context = mlirOperationGetContext(nest->first);
  MlirOperationState state =
      mlirOperationStateGet(ir_string("func.call"), mlirOperationGetLocation(nest->first));
  MlirNamedAttribute callee =
      mlirNamedAttributeGet(mlirIdentifierGet(context, ir_string("callee")),
                            mlirFlatSymbolRefAttrGet(context, ir_string(first->name)));
  mlirOperationStateAddAttributes(&state, 1, &callee);
  mlirOperationStateAddOperands(&state, nest->capture_count, arguments);
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
    outline_name(first->function, "autotune_kernel", &sites->kernels, first->name);
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
