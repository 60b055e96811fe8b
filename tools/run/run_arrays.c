// Names and positions of arguments, and which file an array comes from or goes to.
#include "tools/run/run_arrays.h"

#include "base/file/output_file.h"
#include "base/text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool ends_in(const char *path, const char *suffix) {
  size_t length = strlen(path), end = strlen(suffix);
  return length > end && !strcmp(path + length - end, suffix);
}

// --- reading

static Status fail_suffix(const char *flag, const char *path) {
  return status_fail(STATUS_USAGE, "%s %s: use a file of NumPy, .npy or .npz", flag, path);
}

static Status read_file(const char *path, int *positional, NpyArrays *arrays) {
  NpyArray array;
  if (ends_in(path, ".npz"))
    return npz_read(path, arrays);
  if (!ends_in(path, ".npy"))
    return fail_suffix("--inputs", path);
  Status status = npy_read(path, &array);
  if (status != STATUS_OK)
    return status;
  snprintf(array.name, sizeof array.name, "arg%d", (*positional)++);
  status = npy_arrays_add(arrays, &array);
  if (status != STATUS_OK)
    npy_destroy(&array);
  return status;
}

int run_arrays_position(const char *name) {
  TextReader reader = {name};
  int64_t position;
  bool is_known = text_accept(&reader, "arg") || text_accept(&reader, "arr_");
  return is_known && text_read_integer(&reader, 0, 1 << 20, &position) && text_at_end(&reader)
             ? (int)position
             : -1;
}

static Status settle_names(NpyArrays *arrays) {
  for (int i = 0; i < arrays->count; i++) {
    NpyArray *array = &arrays->items[i];
    int position = run_arrays_position(array->name);
    if (position < 0)
      return status_fail(STATUS_USAGE,
                         "--inputs: no argument is named '%.100s'; call numpy.savez(FILE, "
                         "arg0=..., arg1=...)",
                         array->name);
    snprintf(array->name, sizeof array->name, "arg%d", position);
    for (int other = 0; other < i; other++)
      if (!strcmp(arrays->items[other].name, array->name))
        return status_fail(STATUS_USAGE, "--inputs: %s is given twice", array->name);
  }
  return STATUS_OK;
}

Status run_arrays_read(const char *list, NpyArrays *out_arrays) {
  Status status = STATUS_OK;
  NpyArrays arrays = {0};
  int positional = 0;
  char *paths = strdup(list ? list : ""), *next = paths, *path;
  while (list && status == STATUS_OK && (path = strsep(&next, ",")))
    status = read_file(path, &positional, &arrays);
  free(paths);
  if (status == STATUS_OK)
    status = settle_names(&arrays);
  if (status != STATUS_OK)
    npy_arrays_destroy(&arrays);
  else
    *out_arrays = arrays;
  return status;
}

// --- arguments

Status run_arrays_check(const NpyArrays *arrays, const Signature *signature) {
  char given[NPY_TYPE_BYTES], wanted[NPY_TYPE_BYTES];
  for (int i = 0; i < arrays->count; i++) {
    const NpyArray *array = &arrays->items[i];
    int position = run_arrays_position(array->name);
    if (position >= signature->argument_count)
      return status_fail(STATUS_USAGE, "--inputs: there is no %s, @%s has %d arguments",
                         array->name, signature->name, signature->argument_count);
    const ValueType *type = &signature->arguments[position];
    NpyArray fitting = npy_of_type(type->type, type->rank, type->shape);
    if (!npy_fits(array, type->type, type->rank, type->shape))
      return status_fail(STATUS_USAGE, "--inputs: %s is %s, and @%s takes %s", array->name,
                         npy_print_type(array, given), signature->name,
                         npy_print_type(&fitting, wanted));
  }
  return STATUS_OK;
}

void run_arrays_fill(const NpyArrays *arrays, Operands *operands) {
  for (int i = 0; i < arrays->count; i++)
    operand_store(&operands->items[run_arrays_position(arrays->items[i].name)],
                  arrays->items[i].values);
}

// --- results

// The types and names of what a call leaves, without values. The caller frees the items.
static Status name_outputs(const Signature *signature, NpyArrays *out_arrays) {
  NpyArrays arrays = {
      calloc((size_t)(signature->result_count + signature->argument_count) + 1, sizeof(NpyArray)),
      0};
  if (!arrays.items)
    return status_fail(STATUS_SYSTEM, "no memory for the names of the results");
  for (int i = 0; i < signature->result_count + signature->argument_count; i++) {
    bool is_result = i < signature->result_count;
    int position = is_result ? i : i - signature->result_count;
    const ValueType *type =
        is_result ? &signature->results[position] : &signature->arguments[position];
    if (!is_result && !type->is_memref)
      continue;
    NpyArray *array = &arrays.items[arrays.count++];
    *array = npy_of_type(type->type, type->rank, type->shape);
    snprintf(array->name, sizeof array->name, "%s%d", is_result ? "result" : "arg", position);
  }
  *out_arrays = arrays;
  return STATUS_OK;
}

Status run_arrays_check_path(const char *path, const Signature *signature) {
  NpyArrays arrays;
  bool is_single = ends_in(path, ".npy");
  if (!is_single && !ends_in(path, ".npz"))
    return fail_suffix("--outputs", path);
  Status status = name_outputs(signature, &arrays);
  if (status != STATUS_OK)
    return status;
  free(arrays.items);
  if (is_single && arrays.count != 1)
    return status_fail(STATUS_USAGE, "--outputs %s: @%s leaves %d arrays; use .npz", path,
                       signature->name, arrays.count);
  return output_file_check(path);
}

// Of a boolean only the lowest bit has a meaning.
static void settle_booleans(const Output *output) {
  char *values = output->values;
  for (int64_t i = 0; output->type == ELEMENT_I1 && i < output->count; i++)
    values[i] &= 1;
}

Status run_arrays_write(const char *path, const Signature *signature, const Outputs *outputs) {
  NpyArrays arrays;
  Status status = name_outputs(signature, &arrays);
  if (status != STATUS_OK)
    return status;
  for (int i = 0; i < arrays.count; i++) {
    settle_booleans(&outputs->items[i]);
    arrays.items[i].values = outputs->items[i].values; // lent
    memcpy(arrays.items[i].shape, outputs->items[i].shape,
           sizeof(int64_t) * (size_t)outputs->items[i].rank);
  }
  status = ends_in(path, ".npy") ? npy_write(path, arrays.items) : npz_write(path, &arrays);
  free(arrays.items);
  return status;
}
