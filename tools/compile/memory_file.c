// Files in memory that the linker reads as /proc/self/fd/N: whatever ends the process, none of them
// is left on a disk.
#include "tools/compile/memory_file.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static Status fail(const char *what) {
  return status_fail(STATUS_SYSTEM, "cannot keep %s for the linker: %s", what, strerror(errno));
}

Status memory_file_open(const char *what, int *out_file) {
  *out_file = memfd_create(what, 0);
  return *out_file < 0 ? fail(what) : STATUS_OK;
}

Status memory_file_write(int file, const char *what, size_t offset, const char *bytes,
                         size_t size) {
  while (size > 0) {
    ssize_t written = pwrite(file, bytes, size, (off_t)offset);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return fail(what);
    bytes += written;
    offset += (size_t)written;
    size -= (size_t)written;
  }
  return STATUS_OK;
}
