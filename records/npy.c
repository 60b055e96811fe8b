// The format: magic, version, length of the header, the header (the text of a Python dictionary,
// padded by spaces), values. Version 1 has a length of 2 bytes, those after it have 4.
#include "records/npy.h"

#include "base/file/output_file.h"
#include "base/file/path_kind.h"
#include "base/text.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char MAGIC[] = {(char)0x93, 'N', 'U', 'M', 'P', 'Y'};
enum { MAX_ITEM_BYTES = 1024, UNIT = 64 };

void npy_destroy(NpyArray *array) {
  free(array->values);
  *array = (NpyArray){0};
}

int64_t npy_elements(const NpyArray *array) {
  int64_t elements = 1;
  for (int d = 0; d < array->rank; d++)
    elements *= array->shape[d];
  return elements;
}

size_t npy_bytes(const NpyArray *array) {
  return (size_t)npy_elements(array) * (size_t)array->item_bytes;
}

// --- element types

// How NumPy writes the elements of ours.
static char kind_of(ElementType type) {
  if (element_type_is_half(type) && type != ELEMENT_F16)
    return 'V'; // NumPy has no such type
  return element_type_is_float(type) ? 'f' : type == ELEMENT_I1 ? 'b' : 'i';
}

NpyArray npy_of_type(ElementType type, int rank, const int64_t *shape) {
  NpyArray array = {.kind = kind_of(type), .item_bytes = (int)element_type_bytes(type)};
  array.rank = rank;
  for (int d = 0; d < rank; d++)
    array.shape[d] = shape[d];
  return array;
}

bool npy_fits(const NpyArray *array, ElementType type, int rank, const int64_t *shape) {
  NpyArray wanted = npy_of_type(type, rank, shape);
  char kind = array->kind == 'u' ? 'i' : array->kind;
  return kind == wanted.kind && array->item_bytes == wanted.item_bytes && array->rank == rank &&
         !memcmp(array->shape, wanted.shape, sizeof wanted.shape);
}

const char *npy_print_type(const NpyArray *array, char *text) {
  static const struct {
    char kind;
    const char *name;
  } names[] = {{'f', "float"}, {'i', "int"}, {'u', "uint"}};
  TextWriter writer = text_writer(text, NPY_TYPE_BYTES);
  bool is_named = false;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (names[i].kind == array->kind) {
      text_write(&writer, "%s%d", names[i].name, array->item_bytes * 8);
      is_named = true;
    }
  if (array->kind == 'b')
    text_write(&writer, "bool");
  else if (!is_named)
    text_write(&writer, "%c%d", array->kind, array->item_bytes);
  text_write(&writer, "[");
  for (int d = 0; d < array->rank; d++)
    text_write(&writer, "%s%lld", d ? "," : "", (long long)array->shape[d]);
  text_write(&writer, "]");
  return text;
}

// --- reading the header

static Status fail(const char *name, const char *what) {
  return status_fail(STATUS_USAGE, "%s: %s", name, what);
}

// The value of a key of the dictionary.
static bool find_key(const char *header, const char *key, TextReader *out_reader) {
  char quoted[32];
  snprintf(quoted, sizeof quoted, "'%s':", key);
  const char *at = strstr(header, quoted);
  if (at)
    *out_reader = (TextReader){at + strlen(quoted)};
  return at != NULL;
}

static Status read_descr(const char *name, const char *header, NpyArray *array) {
  TextReader reader;
  int64_t bytes;
  if (!find_key(header, "descr", &reader) || !text_accept(&reader, "'"))
    return fail(name, "the header names no plain type of elements ('descr')");
  char order = *reader.at ? *reader.at++ : 0;
  if (order == '>')
    return fail(name,
                "the numbers are big-endian; save array.astype(array.dtype.newbyteorder('<'))");
  array->kind = *reader.at ? *reader.at++ : 0;
  if (!strchr("<|=", order) || !order || !array->kind || !strchr("fiubV", array->kind) ||
      !text_read_integer(&reader, 1, MAX_ITEM_BYTES, &bytes) || !text_accept(&reader, "'"))
    return fail(name, "elements of this type are not supported; use floats, integers or booleans");
  array->item_bytes = (int)bytes;
  return STATUS_OK;
}

static Status read_shape(const char *name, const char *header, NpyArray *array) {
  TextReader reader;
  int64_t elements = array->item_bytes;
  if (!find_key(header, "shape", &reader) || !text_accept(&reader, "("))
    return fail(name, "the header has no shape");
  while (!text_accept(&reader, ")")) {
    int64_t *extent = &array->shape[array->rank];
    if (array->rank == NPY_MAX_RANK)
      return fail(name, "the array has more than 16 dimensions");
    if (!text_read_integer(&reader, 0, INT64_MAX, extent))
      return fail(name, "the shape is not understood");
    if (__builtin_mul_overflow(elements, *extent, &elements))
      return fail(name, "the array is larger than any memory");
    array->rank++;
    text_accept(&reader, ",");
  }
  return STATUS_OK;
}

static Status read_order(const char *name, const char *header, const NpyArray *array) {
  TextReader reader;
  if (!find_key(header, "fortran_order", &reader))
    return fail(name, "the header does not say the order ('fortran_order')");
  bool is_fortran = text_accept(&reader, "True");
  if (!is_fortran && !text_accept(&reader, "False"))
    return fail(name, "'fortran_order' is neither True nor False");
  return is_fortran && array->rank > 1
             ? fail(name, "the array is in Fortran order; save numpy.ascontiguousarray(array)")
             : STATUS_OK;
}

// Where the header begins and how long it is.
static Status find_header(const char *name, const unsigned char *bytes, size_t size,
                          size_t *out_start, size_t *out_length) {
  if (size < 10 || memcmp(bytes, MAGIC, sizeof MAGIC))
    return fail(name, "this is no array of NumPy (.npy)");
  bool is_first = bytes[6] == 1;
  if (bytes[6] < 1 || bytes[6] > 3 || size < 12)
    return fail(name, "this version of the format is not known");
  *out_start = is_first ? 10 : 12;
  *out_length = bytes[8] | (size_t)bytes[9] << 8;
  if (!is_first)
    *out_length |= (size_t)bytes[10] << 16 | (size_t)bytes[11] << 24;
  return *out_length <= size - *out_start ? STATUS_OK : fail(name, "the file ends in its header");
}

static Status read_values(const char *name, const unsigned char *bytes, size_t size,
                          NpyArray *array) {
  size_t wanted = npy_bytes(array);
  if (size != wanted)
    return status_fail(STATUS_USAGE, "%s: %zu bytes of values, and the shape says %zu", name, size,
                       wanted);
  array->values = malloc(wanted + 1);
  if (!array->values)
    return status_fail(STATUS_SYSTEM, "%s: no memory for %zu bytes", name, wanted);
  memcpy(array->values, bytes, wanted);
  return STATUS_OK;
}

Status npy_parse(const char *name, const void *bytes, size_t size, NpyArray *out_array) {
  Status status = STATUS_OK;
  NpyArray array = {0};
  size_t start = 0, length = 0;
  char *header = NULL;
  TRY(find_header(name, bytes, size, &start, &length));
  header = strndup((const char *)bytes + start, length);
  if (!header)
    TRY(status_fail(STATUS_SYSTEM, "%s: no memory", name));
  TRY(read_descr(name, header, &array));
  TRY(read_shape(name, header, &array));
  TRY(read_order(name, header, &array));
  TRY(read_values(name, (const unsigned char *)bytes + start + length, size - start - length,
                  &array));
  *out_array = array;
cleanup:
  free(header);
  return status;
}

// --- files

// All of a file; the caller frees it.
static Status read_all(FILE *file, const char *path, char **out_bytes, size_t *out_size) {
  char *bytes = NULL;
  FILE *memory = open_memstream(&bytes, out_size);
  char block[1 << 16];
  size_t count;
  while (memory && (count = fread(block, 1, sizeof block, file)) > 0)
    fwrite(block, 1, count, memory);
  bool is_whole = memory && !ferror(file) && !ferror(memory);
  if (memory)
    is_whole &= fclose(memory) == 0;
  *out_bytes = bytes;
  return is_whole ? STATUS_OK : status_fail(STATUS_SYSTEM, "cannot read %s as a whole", path);
}

Status npy_read(const char *path, NpyArray *out_array) {
  Status status = STATUS_OK;
  FILE *file = NULL;
  char *bytes = NULL;
  size_t size = 0;
  TRY(path_open(path, &file));
  TRY(read_all(file, path, &bytes, &size));
  TRY(npy_parse(path, bytes, size, out_array));
cleanup:
  free(bytes);
  if (file)
    fclose(file);
  return status;
}

size_t npy_header(const NpyArray *array, char out_header[NPY_HEADER_BYTES]) {
  enum { PREFIX = 10 };
  TextWriter writer = text_writer(out_header + PREFIX, NPY_HEADER_BYTES - PREFIX);
  text_write(&writer, "{'descr': '%c%c%d', 'fortran_order': False, 'shape': (",
             array->item_bytes > 1 ? '<' : '|', array->kind, array->item_bytes);
  for (int d = 0; d < array->rank; d++)
    text_write(&writer, "%lld%s", (long long)array->shape[d],
               array->rank == 1      ? ","
               : d + 1 < array->rank ? ", "
                                     : "");
  text_write(&writer, "), }");
  size_t all = (PREFIX + writer.length + 1 + UNIT - 1) / UNIT * UNIT, length = all - PREFIX;
  memset(out_header + PREFIX + writer.length, ' ', length - writer.length);
  out_header[all - 1] = '\n';
  memcpy(out_header, MAGIC, sizeof MAGIC);
  out_header[6] = 1;
  out_header[7] = 0;
  out_header[8] = (char)(length & 0xff);
  out_header[9] = (char)(length >> 8);
  return all;
}

bool npy_write_file(FILE *file, const NpyArray *array) {
  char header[NPY_HEADER_BYTES];
  size_t length = npy_header(array, header), bytes = npy_bytes(array);
  errno = 0;
  return fwrite(header, 1, length, file) == length &&
         fwrite(array->values, 1, bytes, file) == bytes;
}

static bool write_array(FILE *file, const void *user) { return npy_write_file(file, user); }

Status npy_write(const char *path, const NpyArray *array) {
  return output_file_write(path, write_array, array);
}
