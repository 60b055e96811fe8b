// The names are read first, so that equal ones count for equal sizes, too.
#include "transforms/dim_join.h"

#include "transforms/constant_argument.h"
#include "transforms/dim_names.h"
#include "transforms/equal_dims_shim.h"
#include "transforms/ir.h"

#include <stdlib.h>
#include <string.h>

typedef struct OpenDim {
  ValueDim at;
  intptr_t argument;
  bool is_given; // by the argument
  char name[DIM_NAME_BYTES], joined[DIM_NAME_BYTES];
} OpenDim;

typedef struct OpenDims {
  OpenDim *items; // owned
  int count;
} OpenDims;

static bool is_shaped(MlirType type) {
  return mlirTypeIsAShaped(type) && mlirShapedTypeHasRank(type);
}

static OpenDims read_dims(MlirOperation function) {
  MlirBlock body = ir_function_body(function);
  OpenDims dims = {.count = 0};
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(body); i++) {
    MlirValue value = mlirBlockGetArgument(body, i);
    MlirType type = mlirValueGetType(value);
    for (intptr_t d = 0; is_shaped(type) && d < mlirShapedTypeGetRank(type); d++) {
      if (!mlirShapedTypeIsDynamicDim(type, d))
        continue;
      dims.items = ir_resized(dims.items, (size_t)(dims.count + 1) * sizeof *dims.items);
      OpenDim *dim = &dims.items[dims.count++];
      *dim = (OpenDim){.at = {value, d}, .argument = i};
      dim->is_given = dim_name_of(function, i, d, dim->name);
    }
  }
  return dims;
}

static void join_equal_names(const OpenDims *dims, EqualDims *equal) {
  for (int i = 0; i < dims->count; i++)
    for (int j = 0; j < i; j++)
      if (!strcmp(dims->items[i].name, dims->items[j].name))
        equal_dims_join(equal, dims->items[i].at, dims->items[j].at);
}

static const char *name_of_equals(const OpenDims *dims, const EqualDims *equal, int dim) {
  const OpenDim *first = NULL;
  for (int i = 0; i < dims->count; i++) {
    const OpenDim *other = &dims->items[i];
    bool is_better = !first || (other->is_given && !first->is_given);
    if (is_better && equal_dims_are(equal, other->at, dims->items[dim].at))
      first = other;
  }
  return first->name;
}

// Whether any name changes.
static bool join(OpenDims *dims, EqualDims *equal) {
  bool changes = false;
  join_equal_names(dims, equal);
  for (int i = 0; i < dims->count; i++) {
    OpenDim *dim = &dims->items[i];
    int64_t size = equal_dims_size(equal, dim->at);
    if (size >= 0 && size <= EXPECTED_SIZE_MOST)
      dim_name_write_size(size, dim->joined);
    else
      memcpy(dim->joined, name_of_equals(dims, equal, i), sizeof dim->joined);
    changes |= strcmp(dim->joined, dim->name) != 0;
  }
  return changes;
}

// --- what is written

static MlirStringRef written_name(const OpenDim *dim) {
  bool is_default = !dim->is_given && !strcmp(dim->joined, dim->name);
  return ir_string(is_default ? "" : dim->joined);
}

// Of the argument whose first dimension of unknown size is `first`.
static void write_argument(MlirOperation function, const OpenDims *dims, int first) {
  MlirContext context = mlirOperationGetContext(function);
  const OpenDim *dim = &dims->items[first];
  intptr_t rank = mlirShapedTypeGetRank(mlirValueGetType(dim->at.value));
  bool changes = false;
  MlirAttribute *names = ir_zeroed((size_t)rank, sizeof *names);
  for (intptr_t d = 0; d < rank; d++)
    names[d] = mlirStringAttrGet(context, ir_string(""));
  for (int i = first; i < dims->count && dims->items[i].argument == dim->argument; i++) {
    names[dims->items[i].at.dim] = mlirStringAttrGet(context, written_name(&dims->items[i]));
    changes |= strcmp(dims->items[i].joined, dims->items[i].name) != 0;
  }
  if (changes)
    argument_set_attribute(function, dim->argument, DIM_NAMES_ATTRIBUTE,
                           mlirArrayAttrGet(context, rank, names));
  free(names);
}

static const char *joined_name(const OpenDims *dims, MlirStringRef name) {
  for (int i = 0; i < dims->count; i++)
    if (mlirStringRefEqual(ir_string(dims->items[i].name), name))
      return dims->items[i].joined;
  return "";
}

static bool has_item(const MlirNamedAttribute *items, intptr_t count, MlirIdentifier name) {
  for (intptr_t i = 0; i < count; i++)
    if (mlirIdentifierEqual(items[i].name, name))
      return true;
  return false;
}

// What is expected of several names that are one now is what is expected of that one.
static void write_sizes(MlirOperation function, const OpenDims *dims) {
  MlirStringRef attribute = ir_string(EXPECTED_SIZES_ATTRIBUTE);
  MlirAttribute all = mlirOperationGetAttributeByName(function, attribute);
  if (mlirAttributeIsNull(all))
    return;
  MlirContext context = mlirOperationGetContext(function);
  intptr_t given = mlirDictionaryAttrGetNumElements(all), count = 0;
  MlirNamedAttribute *items = ir_zeroed((size_t)given + 1, sizeof *items);
  for (intptr_t i = 0; i < 2 * given; i++) { // names that stay come first
    MlirNamedAttribute item = mlirDictionaryAttrGetElement(all, i % given);
    const char *joined = joined_name(dims, mlirIdentifierStr(item.name));
    bool stays = mlirStringRefEqual(ir_string(joined), mlirIdentifierStr(item.name));
    if (stays != (i < given) || dim_name_size(joined) >= 0)
      continue;
    item.name = mlirIdentifierGet(context, ir_string(joined));
    if (!has_item(items, count, item.name))
      items[count++] = item;
  }
  mlirOperationSetAttributeByName(function, attribute,
                                  mlirDictionaryAttrGet(context, count, items));
  free(items);
}

// `inlined` is the function with what it calls in place of the calls.
static void join_function(MlirOperation function, MlirOperation inlined) {
  OpenDims dims = read_dims(inlined);
  if (dims.count > 0) {
    EqualDims *equal = equal_dims_read(inlined);
    if (join(&dims, equal)) {
      for (int i = 0; i < dims.count; i++)
        if (i == 0 || dims.items[i].argument != dims.items[i - 1].argument)
          write_argument(function, &dims, i);
      write_sizes(function, &dims);
    }
    equal_dims_destroy(equal);
  }
  free(dims.items);
}

void dim_names_join(MlirModule module, MlirModule inlined) {
  MlirSymbolTable table = mlirSymbolTableCreate(mlirModuleGetOperation(inlined));
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (!ir_is_defined_function(op) || dim_names_check_function(op) != STATUS_OK)
      continue;
    MlirOperation other = mlirSymbolTableLookup(table, ir_symbol(op));
    if (!mlirOperationIsNull(other) && ir_is_defined_function(other))
      join_function(op, other);
  }
  mlirSymbolTableDestroy(table);
}
