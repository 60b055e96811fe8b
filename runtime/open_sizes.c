// Reads sizes from a text.
#include "runtime/open_sizes.h"

#include <errno.h>
#include <stdlib.h>

Status open_sizes_read(const char *text, OpenSizes *out_sizes) {
  OpenSizes sizes = {0};
  const char *next = text;
  while (next) {
    char *end;
    errno = 0;
    long long size = strtoll(next, &end, 10);
    if (end == next || errno || size < 0 || (*end && *end != ','))
      return status_fail(STATUS_USAGE, "--dim %s: sizes from 0 on, joined by commas", text);
    if (sizes.count == OPEN_SIZES_MAX)
      return status_fail(STATUS_USAGE, "--dim %s: more than %d sizes", text, OPEN_SIZES_MAX);
    sizes.values[sizes.count++] = size;
    next = *end ? end + 1 : NULL;
  }
  *out_sizes = sizes;
  return STATUS_OK;
}
