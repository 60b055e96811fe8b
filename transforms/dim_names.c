// Reads the attributes autotune.dims of arguments and autotune.sizes of functions.
#include "transforms/dim_names.h"

#include "transforms/constant_argument.h"
#include "transforms/ir.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- names

static MlirStringRef given_name(MlirOperation function, intptr_t argument, intptr_t dim) {
  MlirAttribute names = argument_get_attribute(function, argument, DIM_NAMES_ATTRIBUTE);
  if (mlirAttributeIsNull(names) || !mlirAttributeIsAArray(names) ||
      dim >= mlirArrayAttrGetNumElements(names))
    return ir_string("");
  MlirAttribute name = mlirArrayAttrGetElement(names, dim);
  return mlirAttributeIsAString(name) ? mlirStringAttrGetValue(name) : ir_string("");
}

bool dim_name_of(MlirOperation function, intptr_t argument, intptr_t dim,
                 char out_name[DIM_NAME_BYTES]) {
  MlirStringRef given = given_name(function, argument, dim);
  if (given.length)
    snprintf(out_name, DIM_NAME_BYTES, "%.*s", (int)given.length, given.data);
  else
    snprintf(out_name, DIM_NAME_BYTES, "arg%lld.%lld", (long long)argument, (long long)dim);
  return given.length > 0;
}

int64_t dim_name_size(const char *name) {
  TextReader reader = {name};
  int64_t size;
  return text_accept(&reader, "=") && text_read_integer(&reader, 0, EXPECTED_SIZE_MOST, &size) &&
                 text_at_end(&reader)
             ? size
             : -1;
}

int64_t dim_told_size(MlirOperation function, intptr_t argument, intptr_t dim) {
  char name[DIM_NAME_BYTES];
  dim_name_of(function, argument, dim, name);
  return dim_name_size(name);
}

void dim_name_write_size(int64_t size, char out_name[DIM_NAME_BYTES]) {
  snprintf(out_name, DIM_NAME_BYTES, "=%lld", (long long)size);
}

static Status check_name(MlirAttribute name) {
  char text[2 * DIM_NAME_BYTES], read[DIM_NAME_BYTES];
  if (!mlirAttributeIsAString(name))
    return status_fail(STATUS_USAGE, "it has more than texts");
  MlirStringRef given = mlirStringAttrGetValue(name);
  if (!given.length)
    return STATUS_OK;
  snprintf(text, sizeof text, "%.*s", (int)given.length, given.data);
  if (dim_name_size(text) >= 0)
    return STATUS_OK;
  TextReader reader = {text};
  Status status = dim_name_read(&reader, read);
  return status == STATUS_OK && strlen(read) != given.length
             ? status_fail(STATUS_USAGE, "a name has letters, digits, _, - and ., at most %d",
                           DIM_NAME_BYTES - 1)
             : status;
}

static Status check_argument(MlirOperation function, intptr_t argument) {
  MlirAttribute names = argument_get_attribute(function, argument, DIM_NAMES_ATTRIBUTE);
  if (mlirAttributeIsNull(names))
    return STATUS_OK;
  MlirType type = mlirValueGetType(mlirBlockGetArgument(ir_function_body(function), argument));
  bool is_shaped = mlirTypeIsAShaped(type) && mlirShapedTypeHasRank(type);
  Status status = STATUS_OK;
  if (!is_shaped || !mlirAttributeIsAArray(names) ||
      mlirArrayAttrGetNumElements(names) != mlirShapedTypeGetRank(type))
    status = status_fail(STATUS_USAGE, "it has to be a list with a name for each dimension, "
                                       "\"\" where there is none");
  for (intptr_t d = 0; status == STATUS_OK && d < mlirArrayAttrGetNumElements(names); d++)
    status = check_name(mlirArrayAttrGetElement(names, d));
  return status == STATUS_OK
             ? status
             : status_fail(STATUS_USAGE, DIM_NAMES_ATTRIBUTE " of argument %lld: %s",
                           (long long)argument, status_text());
}

// --- sizes

static Status add_item(MlirAttribute item, ExpectedSizes *sizes) {
  if (!mlirAttributeIsAInteger(item))
    return status_fail(STATUS_USAGE, "it has to be a list of numbers, or a text as \"1..512\"");
  return expected_sizes_add(sizes, mlirIntegerAttrGetValueInt(item));
}

static Status read_range(MlirStringRef text, ExpectedSizes *sizes) {
  char bytes[256];
  Status status = STATUS_OK;
  snprintf(bytes, sizeof bytes, "%.*s", (int)text.length, text.data);
  TextReader reader = {bytes};
  do
    status = expected_sizes_read(&reader, sizes);
  while (status == STATUS_OK && text_accept(&reader, ","));
  return status == STATUS_OK && !text_at_end(&reader)
             ? status_fail(STATUS_USAGE, "'%.40s' is no size", reader.at)
             : status;
}

// [1, 16, 128], 128 or "1..512".
static Status read_sizes(MlirAttribute attribute, ExpectedSizes *out_sizes) {
  ExpectedSizes sizes = {0};
  Status status = STATUS_OK;
  if (mlirAttributeIsAString(attribute))
    status = read_range(mlirStringAttrGetValue(attribute), &sizes);
  else if (!mlirAttributeIsAArray(attribute))
    status = add_item(attribute, &sizes);
  else if (!mlirArrayAttrGetNumElements(attribute))
    status = status_fail(STATUS_USAGE, "the list is empty");
  else
    for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(attribute) && status == STATUS_OK; i++)
      status = add_item(mlirArrayAttrGetElement(attribute, i), &sizes);
  if (status == STATUS_OK)
    *out_sizes = sizes;
  return status;
}

static MlirAttribute sizes_of(MlirOperation function, MlirStringRef name) {
  MlirAttribute all =
      mlirOperationGetAttributeByName(function, ir_string(EXPECTED_SIZES_ATTRIBUTE));
  return mlirAttributeIsNull(all) || !mlirAttributeIsADictionary(all)
             ? mlirAttributeGetNull()
             : mlirDictionaryAttrGetElementByName(all, name);
}

bool dim_expected_sizes(MlirValue value, intptr_t dim, ExpectedSizes *out_sizes) {
  char name[DIM_NAME_BYTES];
  if (!mlirValueIsABlockArgument(value))
    return false;
  MlirBlock block = mlirBlockArgumentGetOwner(value);
  MlirOperation function = mlirBlockGetParentOperation(block);
  if (!ir_is_defined_function(function) || !mlirBlockEqual(block, ir_function_body(function)))
    return false;
  dim_name_of(function, mlirBlockArgumentGetArgNumber(value), dim, name);
  MlirAttribute sizes = sizes_of(function, ir_string(name));
  return !mlirAttributeIsNull(sizes) && read_sizes(sizes, out_sizes) == STATUS_OK;
}

// --- names of functions

static bool is_listed(const IrText *names, const char *name) {
  size_t length = strlen(name);
  bool is = false;
  for (const char *at = strstr(names->bytes, name); at && !is; at = strstr(at + 1, name))
    is = (at == names->bytes || at[-1] == ' ') && (at[length] == ',' || !at[length]);
  return is;
}

// Whether the function has a dimension of that name, of unknown size. Adds the names that there
// are to `names`, once each.
static bool has_name(MlirOperation function, const char *wanted, IrText *names) {
  MlirBlock body = ir_function_body(function);
  bool has = false;
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(body); i++) {
    MlirType type = mlirValueGetType(mlirBlockGetArgument(body, i));
    bool is_shaped = mlirTypeIsAShaped(type) && mlirShapedTypeHasRank(type);
    for (intptr_t d = 0; is_shaped && d < mlirShapedTypeGetRank(type); d++) {
      char name[DIM_NAME_BYTES];
      if (!mlirShapedTypeIsDynamicDim(type, d))
        continue;
      dim_name_of(function, i, d, name);
      if (dim_name_size(name) >= 0)
        continue;
      has |= !strcmp(wanted, name);
      if (names->used + sizeof name < sizeof names->bytes && !is_listed(names, name)) {
        ir_text_add(ir_string(names->used ? ", " : ""), names);
        ir_text_add(ir_string(name), names);
      }
    }
  }
  return has;
}

static MlirAttribute list_of(MlirContext context, const ExpectedSizes *sizes) {
  MlirAttribute items[EXPECTED_SIZES_MAX];
  MlirType type = mlirIntegerTypeGet(context, 64);
  for (int i = 0; i < sizes->count; i++)
    items[i] = mlirIntegerAttrGet(type, sizes->values[i]);
  return mlirArrayAttrGet(context, sizes->count, items);
}

static bool write_sizes(MlirOperation function, const SizeTable *table) {
  MlirContext context = mlirOperationGetContext(function);
  MlirAttribute old =
      mlirOperationGetAttributeByName(function, ir_string(EXPECTED_SIZES_ATTRIBUTE));
  intptr_t kept = mlirAttributeIsNull(old) ? 0 : mlirDictionaryAttrGetNumElements(old);
  MlirNamedAttribute *items = ir_zeroed((size_t)(kept + table->count) + 1, sizeof *items);
  intptr_t count = kept;
  for (intptr_t i = 0; i < kept; i++)
    items[i] = mlirDictionaryAttrGetElement(old, i);
  for (int i = 0; i < table->count; i++) {
    MlirStringRef name = ir_string(table->items[i].name);
    IrText names = {.used = 0};
    if (has_name(function, table->items[i].name, &names) &&
        mlirAttributeIsNull(sizes_of(function, name)))
      items[count++] = mlirNamedAttributeGet(mlirIdentifierGet(context, name),
                                             list_of(context, &table->items[i].sizes));
  }
  if (count > kept)
    mlirOperationSetAttributeByName(function, ir_string(EXPECTED_SIZES_ATTRIBUTE),
                                    mlirDictionaryAttrGet(context, count, items));
  free(items);
  return count > kept;
}

bool dim_expected_sizes_write(MlirOperation root, const SizeTable *table) {
  bool is_any = false;
  if (!table->count)
    return false;
  IrOps functions = ir_collect(root, ir_is_defined_function);
  for (int i = 0; i < functions.count; i++)
    is_any |= write_sizes(functions.ops[i], table);
  free(functions.ops);
  return is_any;
}

// --- what cannot be followed

static Status fail_name(const char *name, const IrText *names) {
  return status_fail(STATUS_USAGE, "no dimension of unknown size is called %.100s; there %s%.300s",
                     name, names->used ? "are " : "is none", names->bytes);
}
static Status check_sizes(MlirOperation function) {
  MlirAttribute all =
      mlirOperationGetAttributeByName(function, ir_string(EXPECTED_SIZES_ATTRIBUTE));
  Status status = STATUS_OK;
  if (mlirAttributeIsNull(all))
    return STATUS_OK;
  if (!mlirAttributeIsADictionary(all))
    return status_fail(STATUS_USAGE, EXPECTED_SIZES_ATTRIBUTE ": use {NAME = [SIZE, ...], ...}");
  for (intptr_t i = 0; i < mlirDictionaryAttrGetNumElements(all) && status == STATUS_OK; i++) {
    MlirNamedAttribute item = mlirDictionaryAttrGetElement(all, i);
    MlirStringRef given = mlirIdentifierStr(item.name);
    IrText names = {.used = 0};
    ExpectedSizes sizes;
    char name[2 * DIM_NAME_BYTES];
    snprintf(name, sizeof name, "%.*s", (int)given.length, given.data);
    status = read_sizes(item.attribute, &sizes);
    if (status == STATUS_OK && !has_name(function, name, &names))
      status = fail_name(name, &names);
    if (status != STATUS_OK)
      status = status_fail(status, EXPECTED_SIZES_ATTRIBUTE ", %s: %s", name, status_text());
  }
  return status;
}

Status dim_names_check_function(MlirOperation function) {
  Status status = STATUS_OK;
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(ir_function_body(function)); i++)
    TRY(check_argument(function, i));
  TRY(check_sizes(function));
cleanup:
  return status;
}

// Every name of the table is that of a dimension of some function.
static Status check_table(const IrOps *functions, const SizeTable *table) {
  for (int i = 0; i < table->count; i++) {
    const char *name = table->items[i].name;
    IrText names = {.used = 0};
    bool has = false;
    for (int f = 0; f < functions->count; f++)
      has |= has_name(functions->ops[f], name, &names);
    Status status = has ? STATUS_OK : fail_name(name, &names);
    if (status != STATUS_OK)
      return status_fail(status, "option 'sizes': %s", status_text());
  }
  return STATUS_OK;
}

Status dim_names_check(MlirOperation root, const SizeTable *table, MlirLocation *out_location) {
  Status status = STATUS_OK;
  IrOps functions = ir_collect(root, ir_is_defined_function);
  for (int i = 0; i < functions.count && status == STATUS_OK; i++) {
    status = dim_names_check_function(functions.ops[i]);
    if (status != STATUS_OK)
      *out_location = mlirOperationGetLocation(functions.ops[i]);
  }
  if (status == STATUS_OK && mlirOperationIsNull(mlirOperationGetParentOperation(root)))
    status = check_table(&functions, table);
  free(functions.ops);
  return status;
}
