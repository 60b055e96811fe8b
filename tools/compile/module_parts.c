// ModuleParts: a module of the LLVM dialect taken apart into modules that are compiled one by one,
// on any number of threads, to the same code. The ops of the module are its items. An item has a
// home, where it is defined, and is declared or repeated in the other modules that need it.
#include "tools/compile/module_parts.h"

#include "transforms/constant_shim.h"
#include "transforms/element_types.h"
#include "transforms/ir.h"
#include "transforms/lowering/share/kernel_kind.h"

#include <stdlib.h>
#include <string.h>

// Functions with fewer ops are repeated: a call would cost as much as they do.
enum { MIN_UNIT_OPS = 200, MIN_WEIGHT_BYTES = 1024 };

typedef enum ItemKind {
  ITEM_UNIT,        // a function with a module of its own
  ITEM_REPEATED,    // defined wherever it is used
  ITEM_DECLARATION, // defined elsewhere: outside of the library, or as a weight
} ItemKind;

typedef struct Item {
  char *name; // of the symbol, owned
  MlirOperation op;
  ItemKind kind;
  int64_t op_count;
  int module; // the last one that has it
} Item;

typedef struct Split {
  ModuleParts *parts;
  Item *items; // owned, sorted by name
  int count;
  int *waiting; // owned: items whose uses are still to be looked at
  int waiting_count;
  MlirModule module; // the one that is filled
  int module_number;
} Split;

// --- what the ops are

static MlirAttribute attribute(MlirOperation op, const char *name) {
  return mlirOperationGetAttributeByName(op, ir_string(name));
}

static bool is_function(MlirOperation op) { return ir_op_is(op, "llvm.func"); }

static bool has_body(MlirOperation op) {
  return mlirOperationGetNumRegions(op) > 0 &&
         !mlirBlockIsNull(mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0)));
}

static bool is_local(MlirOperation op) {
  MlirAttribute linkage = attribute(op, "linkage");
  IrText text = {.used = 0};
  if (mlirAttributeIsNull(linkage))
    return false;
  mlirAttributePrint(linkage, ir_text_add, &text);
  return strstr(text.bytes, "private") || strstr(text.bytes, "internal");
}

// The bytes of a constant as they lie in memory, where the attribute has them so.
static bool read_weight(MlirOperation op, PartWeight *out_weight) {
  bool is_splat = false;
  MlirAttribute value = attribute(op, "value");
  if (!ir_op_is(op, "llvm.mlir.global") || mlirAttributeIsNull(attribute(op, "constant")) ||
      mlirAttributeIsNull(value) || !mlirAttributeIsAElements(value) || !is_local(op))
    return false;
  MlirType type = mlirShapedTypeGetElementType(mlirAttributeGetType(value));
  int bits = type_bits(type);
  int64_t elements = mlirElementsAttrGetNumElements(value);
  return bits % 8 == 0 && bits > 0 &&
         constant_get_bytes(value, &out_weight->bytes, &out_weight->size, &is_splat) && !is_splat &&
         out_weight->size >= MIN_WEIGHT_BYTES &&
         out_weight->size == (size_t)elements * (size_t)(bits / 8);
}

static MlirWalkResult count_op(MlirOperation op, void *user) {
  (void)op;
  ++*(int64_t *)user;
  return MlirWalkResultAdvance;
}

static bool is_small_helper(MlirOperation function, int64_t op_count) {
  return is_local(function) && op_count < MIN_UNIT_OPS && kernel_kind(function) == KERNEL_NONE;
}

static Item item_of(MlirOperation op) {
  MlirStringRef name = ir_symbol(op);
  PartWeight weight;
  Item item = {.name = strndup(name.data, name.length), .op = op, .module = -1};
  mlirOperationWalk(op, count_op, &item.op_count, MlirWalkPreOrder);
  if (is_function(op))
    item.kind = !has_body(op)                        ? ITEM_DECLARATION
                : is_small_helper(op, item.op_count) ? ITEM_REPEATED
                                                     : ITEM_UNIT;
  else
    item.kind = read_weight(op, &weight) ? ITEM_DECLARATION
                : is_local(op)           ? ITEM_REPEATED
                                         : ITEM_UNIT;
  return item;
}

// Other ops at the top may say something about several symbols: such modules stay whole.
static bool is_known(MlirOperation op) {
  return is_function(op) || ir_op_is(op, "llvm.mlir.global");
}

static MlirOperation first_op(MlirModule module) {
  return mlirBlockGetFirstOperation(mlirModuleGetBody(module));
}

static bool can_split(MlirModule module) {
  for (MlirOperation op = first_op(module); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    if (!is_known(op))
      return false;
  return true;
}

// A resource that the file names and does not have.
static Status check_resource(MlirOperation op) {
  const void *bytes;
  size_t size;
  bool is_splat;
  IrText text = {.used = 0};
  MlirAttribute value = attribute(op, "value");
  if (!ir_op_is(op, "llvm.mlir.global") || mlirAttributeIsNull(value) ||
      !mlirAttributeIsAElements(value) || constant_get_bytes(value, &bytes, &size, &is_splat))
    return STATUS_OK;
  mlirAttributePrint(value, ir_text_add, &text);
  if (strncmp(text.bytes, "dense_resource<", 15))
    return STATUS_OK;
  text.bytes[strcspn(text.bytes, ">")] = 0;
  return status_fail(STATUS_USAGE,
                     "the resource '%s' has no data: the model names it and does "
                     "not hold it",
                     text.bytes + 15);
}

// --- the list of items

static int by_name(const void *left, const void *right) {
  return strcmp(((const Item *)left)->name, ((const Item *)right)->name);
}

static Item *find_item(const Split *split, MlirStringRef name) {
  int low = 0, high = split->count;
  while (low < high) {
    int middle = (low + high) / 2;
    const char *text = split->items[middle].name;
    int order = strncmp(text, name.data, name.length);
    if (order == 0 && text[name.length] == 0)
      return &split->items[middle];
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return NULL;
}

static Status list_items(MlirModule lowered, Split *split) {
  int count = 0;
  for (MlirOperation op = first_op(lowered); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    count++;
  split->items = calloc((size_t)count + 1, sizeof *split->items);
  split->waiting = calloc((size_t)count + 1, sizeof *split->waiting);
  split->parts->names = calloc((size_t)count + 1, sizeof *split->parts->names);
  split->parts->weights = calloc((size_t)count + 1, sizeof *split->parts->weights);
  split->parts->modules = calloc((size_t)count + 1, sizeof *split->parts->modules);
  if (!split->items || !split->waiting || !split->parts->names || !split->parts->weights ||
      !split->parts->modules)
    return status_fail(STATUS_SYSTEM, "no memory for the %d symbols of the module", count);
  for (MlirOperation op = first_op(lowered); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    if (is_known(op))
      split->items[split->count++] = item_of(op);
  qsort(split->items, (size_t)split->count, sizeof *split->items, by_name);
  Status status = STATUS_OK;
  for (int i = 0; i < split->count && status == STATUS_OK; i++)
    status = check_resource(split->items[i].op);
  return status;
}

static void list_names(Split *split, bool is_whole) {
  ModuleParts *parts = split->parts;
  for (int i = 0; i < split->count; i++) {
    const Item *item = &split->items[i];
    PartWeight weight;
    bool is_weight = !is_whole && item->kind == ITEM_DECLARATION && read_weight(item->op, &weight);
    if (is_weight) {
      weight.name = strdup(item->name);
      parts->weights[parts->weight_count++] = weight;
    }
    if (is_weight || item->kind == ITEM_UNIT)
      parts->names[parts->name_count++] = strdup(item->name);
  }
}

// --- filling a module

static MlirAttribute external_linkage(MlirOperation op) {
  return mlirAttributeParseGet(mlirOperationGetContext(op), ir_string("#llvm.linkage<external>"));
}

// The op without its body or value, for other modules to refer to.
static MlirOperation declare(MlirOperation op) {
  MlirOperationState state = mlirOperationStateGet(mlirIdentifierStr(mlirOperationGetName(op)),
                                                   mlirOperationGetLocation(op));
  MlirRegion region = mlirRegionCreate();
  for (intptr_t i = 0; i < mlirOperationGetNumAttributes(op); i++) {
    MlirNamedAttribute named = mlirOperationGetAttribute(op, i);
    MlirStringRef name = mlirIdentifierStr(named.name);
    if (mlirStringRefEqual(name, ir_string("value")))
      continue;
    if (mlirStringRefEqual(name, ir_string("linkage")))
      named.attribute = external_linkage(op);
    mlirOperationStateAddAttributes(&state, 1, &named);
  }
  mlirOperationStateAddOwnedRegions(&state, 1, &region);
  return mlirOperationCreate(&state);
}

static void append(const Split *split, MlirOperation op) {
  mlirBlockAppendOwnedOperation(mlirModuleGetBody(split->module), op);
}

// Sees to it that the module being filled has the symbol.
static void need(Split *split, MlirStringRef name) {
  Item *item = find_item(split, name);
  if (!item || item->module == split->module_number)
    return;
  item->module = split->module_number;
  if (item->kind == ITEM_REPEATED) {
    MlirOperation copy = mlirOperationClone(item->op);
    append(split, copy);
    split->waiting[split->waiting_count++] = (int)(item - split->items);
  } else {
    append(split, declare(item->op));
  }
}

static MlirWalkResult need_used(MlirOperation op, void *user) {
  static const char *const places[] = {"callee", "global_name"};
  if (!ir_op_is(op, "llvm.call") && !ir_op_is(op, "llvm.mlir.addressof") &&
      !ir_op_is(op, "llvm.invoke"))
    return MlirWalkResultAdvance;
  for (int i = 0; i < 2; i++) {
    MlirAttribute used = attribute(op, places[i]);
    if (!mlirAttributeIsNull(used) && mlirAttributeIsAFlatSymbolRef(used))
      need(user, mlirFlatSymbolRefAttrGetValue(used));
  }
  return MlirWalkResultAdvance;
}

static MlirModule empty_module(MlirModule like) {
  MlirOperation from = mlirModuleGetOperation(like);
  MlirModule module = mlirModuleCreateEmpty(mlirOperationGetLocation(from));
  for (intptr_t i = 0; i < mlirOperationGetNumDiscardableAttributes(from); i++) {
    MlirNamedAttribute named = mlirOperationGetDiscardableAttribute(from, i);
    mlirOperationSetDiscardableAttributeByName(mlirModuleGetOperation(module),
                                               mlirIdentifierStr(named.name), named.attribute);
  }
  return module;
}

static void fill_module(MlirModule lowered, Split *split, int number) {
  ModuleParts *parts = split->parts;
  Item *item = &split->items[number];
  PartModule *module = &parts->modules[parts->count];
  split->module = empty_module(lowered);
  split->module_number = parts->count++;
  *module = (PartModule){.module = split->module,
                         .op_count = item->op_count,
                         .is_kernel = kernel_kind(item->op) == KERNEL_SCHEDULED};
  item->module = split->module_number;
  if (is_function(item->op) && is_local(item->op)) // other modules call it
    mlirOperationSetAttributeByName(item->op, ir_string("linkage"), external_linkage(item->op));
  mlirOperationRemoveFromParent(item->op);
  append(split, item->op);
  split->waiting[0] = number;
  split->waiting_count = 1;
  while (split->waiting_count > 0)
    mlirOperationWalk(split->items[split->waiting[--split->waiting_count]].op, need_used, split,
                      MlirWalkPreOrder);
}

// --- the whole

static Status keep_whole(MlirModule lowered, Split *split) {
  ModuleParts *parts = split->parts;
  Status status = list_items(lowered, split);
  if (status != STATUS_OK)
    return status;
  list_names(split, true);
  MlirOperation copy = mlirOperationClone(mlirModuleGetOperation(lowered));
  parts->modules[0].module = mlirModuleFromOperation(copy);
  parts->count = 1;
  return STATUS_OK;
}

static Status divide(MlirModule lowered, Split *split) {
  Status status = list_items(lowered, split);
  if (status != STATUS_OK)
    return status;
  list_names(split, false);
  for (int i = 0; i < split->count; i++)
    if (split->items[i].kind == ITEM_UNIT)
      fill_module(lowered, split, i);
  return STATUS_OK;
}

Status module_parts_create(MlirModule lowered, bool is_whole, ModuleParts *out_parts) {
  ModuleParts parts = {.count = 0};
  Split split = {.parts = &parts};
  Status status =
      is_whole || !can_split(lowered) ? keep_whole(lowered, &split) : divide(lowered, &split);
  for (int i = 0; i < split.count; i++)
    free(split.items[i].name);
  free(split.items);
  free(split.waiting);
  if (status == STATUS_OK)
    *out_parts = parts;
  else
    module_parts_destroy(&parts);
  return status;
}

void module_parts_destroy(ModuleParts *parts) {
  for (int i = 0; i < parts->count; i++)
    mlirModuleDestroy(parts->modules[i].module);
  for (int i = 0; i < parts->weight_count; i++)
    free(parts->weights[i].name);
  for (int i = 0; i < parts->name_count; i++)
    free(parts->names[i]);
  free(parts->modules);
  free(parts->weights);
  free(parts->names);
  *parts = (ModuleParts){0};
}

bool module_parts_has_name(const ModuleParts *parts, const char *name) {
  int low = 0, high = parts->name_count;
  while (low < high) {
    int middle = (low + high) / 2, order = strcmp(parts->names[middle], name);
    if (order == 0)
      return true;
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return false;
}
