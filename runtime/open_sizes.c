// Reads sizes from a text.
#include "runtime/open_sizes.h"

#include <string.h>

int open_sizes_find(const OpenSizes *sizes, const char *name) {
  for (int i = 0; i < sizes->count && sizes->has_names; i++)
    if (!strcmp(sizes->names[i], name))
      return i;
  return -1;
}

// A name with its equals sign; what is no name is a size, or a mistake.
static bool read_name(TextReader *reader, char out_name[DIM_NAME_BYTES]) {
  TextReader ahead = *reader;
  if (dim_name_read(&ahead, out_name) != STATUS_OK || !text_accept(&ahead, "="))
    return false;
  *reader = ahead;
  return true;
}

static Status read_item(TextReader *reader, OpenSizes *sizes) {
  char name[DIM_NAME_BYTES] = "";
  int64_t size;
  bool has_name = read_name(reader, name);
  if (!text_read_integer(reader, 0, EXPECTED_SIZE_MOST, &size))
    return status_fail(STATUS_USAGE, "a size is from 0 to %d", EXPECTED_SIZE_MOST);
  if (sizes->count > 0 && has_name != sizes->has_names)
    return status_fail(STATUS_USAGE, "either all sizes have names or none has");
  if (sizes->count == OPEN_SIZES_MAX)
    return status_fail(STATUS_USAGE, "more than %d sizes", OPEN_SIZES_MAX);
  if (has_name && open_sizes_find(sizes, name) >= 0)
    return status_fail(STATUS_USAGE, "%s is there twice", name);
  sizes->has_names = has_name;
  sizes->values[sizes->count] = size;
  memcpy(sizes->names[sizes->count++], name, sizeof name);
  return STATUS_OK;
}

Status open_sizes_read(const char *text, OpenSizes *out_sizes) {
  Status status = STATUS_OK;
  OpenSizes sizes = {0};
  TextReader reader = {text};
  if (!text) {
    *out_sizes = sizes;
    return STATUS_OK;
  }
  do
    TRY(read_item(&reader, &sizes));
  while (text_accept(&reader, ","));
  if (!text_at_end(&reader))
    TRY(status_fail(STATUS_USAGE, "'%.40s' is no size", reader.at));
  *out_sizes = sizes;
cleanup:
  return status == STATUS_OK
             ? status
             : status_fail(status, "--dim %.200s: %s; use NAME=SIZE or SIZE, joined by commas",
                           text, status_text());
}
