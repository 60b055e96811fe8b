// Every unknown size has a name, and the dimensions of one name have one size.
#include "tools/run/run_sizes.h"

#include "tools/run/run_arrays.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int run_sizes_count(const char *text) {
  int count = 1;
  for (const char *at = text ? strchr(text, '/') : NULL; at; at = strchr(at + 1, '/'))
    count++;
  return count;
}

char *run_sizes_text(const char *text, int call) {
  for (int before = 0; before < call; before++)
    text = strchr(text, '/') + 1;
  char *one = strdup(text);
  if (one)
    one[strcspn(one, "/")] = '\0';
  return one;
}

Status run_sizes_read(const char *text, int call, OpenSizes *out_sizes) {
  char *one = text ? run_sizes_text(text, call) : NULL;
  if (text && !one)
    return status_fail(STATUS_SYSTEM, "no memory for --dim");
  Status status = open_sizes_read(one, out_sizes);
  free(one);
  return status;
}

// A size, and who says so.
typedef struct Told {
  int64_t size; // OPEN_SIZE: nobody did
  const char *by;
} Told;

static Status tell(Told *told, const char *name, int64_t size, const char *by) {
  if (told->size != OPEN_SIZE && told->size != size)
    return status_fail(STATUS_USAGE, "--inputs: %s is %lld in %s, and %lld in %s", name,
                       (long long)told->size, told->by, (long long)size, by);
  *told = (Told){size, by};
  return STATUS_OK;
}

// What --dim says.
static void take_given(const OpenSizes *given, const Signature *signature, Told *told) {
  for (int s = 0; s < signature->symbol_count; s++) {
    int place = given->has_names    ? open_sizes_find(given, signature->symbols[s])
                : given->count == 1 ? 0
                                    : s;
    told[s] =
        (Told){place >= 0 && place < given->count ? given->values[place] : OPEN_SIZE, "--dim"};
  }
}

// Another rank is told where the types are compared.
static Status take_array(const NpyArray *array, const Signature *signature, Told *told) {
  Status status = STATUS_OK;
  int position = run_arrays_position(array->name);
  if (position >= signature->argument_count || signature->arguments[position].rank != array->rank)
    return STATUS_OK;
  const ValueType *type = &signature->arguments[position];
  for (int d = 0; d < type->rank && status == STATUS_OK; d++) {
    int symbol = type->symbols[d];
    if (symbol >= 0)
      status = tell(&told[symbol], signature->symbols[symbol], array->shape[d], array->name);
  }
  return status;
}

Status run_sizes_of_arrays(const NpyArrays *arrays, MlirModule module, const char *function,
                           OpenSizes *sizes) {
  Status status = STATUS_OK;
  Signature signature = {0};
  Told told[OPEN_SIZES_MAX];
  OpenSizes all = {.has_names = true};
  TRY(signature_read_open(module, function, &signature));
  if (signature.symbol_count == 0)
    goto cleanup;
  take_given(sizes, &signature, told);
  for (int i = 0; i < arrays->count; i++)
    TRY(take_array(&arrays->items[i], &signature, told));
  for (int s = 0; s < signature.symbol_count; s++) {
    if (told[s].size == OPEN_SIZE)
      continue;
    memcpy(all.names[all.count], signature.symbols[s], sizeof all.names[0]);
    all.values[all.count++] = told[s].size;
  }
  *sizes = all;
cleanup:
  signature_destroy(&signature);
  return status;
}
