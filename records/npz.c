// The one file that knows libzip.
#include "records/npz.h"

#include "base/array.h"
#include "base/file/output_file.h"
#include "base/file/path_kind.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zip.h>

void npy_arrays_destroy(NpyArrays *arrays) {
  for (int i = 0; i < arrays->count; i++)
    npy_destroy(&arrays->items[i]);
  free(arrays->items);
  *arrays = (NpyArrays){0};
}

Status npy_arrays_add(NpyArrays *arrays, const NpyArray *array) {
  if (!array_grow(&arrays->items, arrays->count, sizeof *arrays->items))
    return status_fail(STATUS_SYSTEM, "no memory for %d arrays", arrays->count + 1);
  arrays->items[arrays->count++] = *array;
  return STATUS_OK;
}

// --- reading

static Status fail(const char *path, const char *what, int code) {
  zip_error_t error;
  zip_error_init_with_code(&error, code);
  Status status =
      status_fail(STATUS_USAGE, "cannot %s %s: %s", what, path, zip_error_strerror(&error));
  zip_error_fini(&error);
  return status;
}

// All of one file of the archive; the caller frees it.
static Status read_entry(zip_t *archive, zip_int64_t index, const zip_stat_t *entry,
                         const char *label, char **out_bytes) {
  char *bytes = malloc(entry->size + 1);
  zip_file_t *file = bytes ? zip_fopen_index(archive, (zip_uint64_t)index, 0) : NULL;
  zip_int64_t count = file ? zip_fread(file, bytes, entry->size) : -1;
  // The checksum is looked at by the read that finds the end.
  bool is_whole = count == (zip_int64_t)entry->size && zip_fread(file, bytes + count, 1) == 0;
  if (file)
    zip_fclose(file);
  if (is_whole) {
    *out_bytes = bytes;
    return STATUS_OK;
  }
  free(bytes);
  return status_fail(STATUS_USAGE, "%s: cannot be unpacked, the file is damaged", label);
}

// "x" of "x.npy".
static bool name_array(const char *file, char *out_name) {
  size_t length = strlen(file), end = strlen(".npy");
  if (length <= end || length - end >= NPY_NAME_BYTES || strcmp(file + length - end, ".npy"))
    return false;
  memcpy(out_name, file, length - end);
  out_name[length - end] = 0;
  return true;
}

static Status add_entry(zip_t *archive, const char *path, zip_int64_t index, NpyArrays *arrays) {
  Status status = STATUS_OK;
  zip_stat_t entry;
  NpyArray array = {0};
  char label[512], name[NPY_NAME_BYTES];
  char *bytes = NULL;
  if (zip_stat_index(archive, (zip_uint64_t)index, 0, &entry))
    return status_fail(STATUS_USAGE, "%s: %s", path, zip_strerror(archive));
  if (!name_array(entry.name, name))
    return status_fail(STATUS_USAGE, "%s: %.100s in it is no array (.npy)", path, entry.name);
  snprintf(label, sizeof label, "%s: %s", path, name);
  TRY(read_entry(archive, index, &entry, label, &bytes));
  TRY(npy_parse(label, bytes, entry.size, &array));
  memcpy(array.name, name, sizeof name);
  TRY(npy_arrays_add(arrays, &array));
  array.values = NULL; // taken
cleanup:
  npy_destroy(&array);
  free(bytes);
  return status;
}

Status npz_read(const char *path, NpyArrays *arrays) {
  int code = 0;
  Status status = path_check(path, PATH_READ);
  if (status != STATUS_OK)
    return status;
  zip_t *archive = zip_open(path, ZIP_RDONLY, &code);
  if (!archive)
    return fail(path, "read", code);
  zip_int64_t count = zip_get_num_entries(archive, 0);
  for (zip_int64_t i = 0; i < count && status == STATUS_OK; i++)
    status = add_entry(archive, path, i, arrays);
  zip_discard(archive);
  return status;
}

// --- writing

// The bytes of the .npy file, which the archive frees.
static char *make_file(const NpyArray *array, size_t *out_size) {
  char header[NPY_HEADER_BYTES];
  size_t length = npy_header(array, header), bytes = npy_bytes(array);
  char *file = malloc(length + bytes);
  if (!file)
    return NULL;
  memcpy(file, header, length);
  memcpy(file + length, array->values, bytes);
  *out_size = length + bytes;
  return file;
}

// As it is, without compression, and without a time.
static bool put_array(zip_t *archive, const NpyArray *array) {
  char name[NPY_NAME_BYTES + 8];
  size_t size;
  char *file = make_file(array, &size);
  if (!file) {
    zip_error_set(zip_get_error(archive), ZIP_ER_MEMORY, 0);
    return false;
  }
  zip_source_t *source = zip_source_buffer(archive, file, size, /*freep=*/1);
  if (!source) {
    free(file);
    return false;
  }
  snprintf(name, sizeof name, "%s.npy", array->name);
  zip_int64_t index = zip_file_add(archive, name, source, ZIP_FL_ENC_UTF_8);
  if (index < 0) {
    zip_source_free(source);
    return false;
  }
  return !zip_set_file_compression(archive, (zip_uint64_t)index, ZIP_CM_STORE, 0) &&
         !zip_file_set_mtime(archive, (zip_uint64_t)index, 0, 0);
}

static Status write_beside(const char *beside, const void *user) {
  const NpyArrays *arrays = user;
  int code = 0;
  zip_t *archive = zip_open(beside, ZIP_CREATE | ZIP_TRUNCATE, &code);
  if (!archive)
    return fail(beside, "write", code);
  bool is_whole = true;
  for (int i = 0; i < arrays->count && is_whole; i++)
    is_whole = put_array(archive, &arrays->items[i]);
  if (is_whole && zip_close(archive) == 0)
    return STATUS_OK;
  Status status = status_fail(STATUS_SYSTEM, "cannot write %s: %s", beside, zip_strerror(archive));
  zip_discard(archive);
  return status;
}

Status npz_write(const char *path, const NpyArrays *arrays) {
  return output_file_replace(path, write_beside, arrays);
}
