// GrowingFile: a text file that a command adds whole entries to, one writer at a time.
#include "base/file/growing_file.h"

#include "base/file/output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static Status fail_to(const char *what, const GrowingFile *file) {
  return status_fail(STATUS_SYSTEM, "cannot %s %s: %s", what, file->path, strerror(errno));
}

static bool write_header(FILE *file, const void *user) {
  const GrowingKind *kind = user;
  kind->put_header(file);
  return true;
}

static Status make(const GrowingFile *file) {
  size_t length = strlen(file->path);
  if (length > 3 && !strcmp(file->path + length - 3, ".gz"))
    return status_fail(STATUS_USAGE, "%s: %s are added to a file that is not compressed",
                       file->path, file->kind->entries);
  return access(file->path, F_OK) == 0 ? STATUS_OK
                                       : output_file_write(file->path, write_header, file->kind);
}

// Held until the descriptor is closed: entries of two writers would get mixed.
static Status lock(GrowingFile *file) {
  file->descriptor = open(file->path, O_RDWR | O_CLOEXEC);
  if (file->descriptor < 0)
    return status_fail(STATUS_USAGE, "cannot write %s: %s", file->path, strerror(errno));
  if (flock(file->descriptor, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK)
    return status_fail(STATUS_USAGE, "another %s adds to %s; wait for it, or name another file",
                       file->kind->command, file->path);
  return STATUS_OK; // also on a file system without locks
}

Status growing_file_open(const char *path, const GrowingKind *kind, GrowingFile *out_file) {
  *out_file = (GrowingFile){kind, path, -1};
  Status status = make(out_file);
  return status == STATUS_OK ? lock(out_file) : status;
}

void growing_file_close(GrowingFile *file) {
  if (file->descriptor >= 0)
    close(file->descriptor);
  file->descriptor = -1;
}

Status growing_file_size(const GrowingFile *file, int64_t *out_bytes) {
  struct stat state;
  if (stat(file->path, &state) != 0)
    return fail_to("read", file);
  *out_bytes = state.st_size;
  return STATUS_OK;
}

static void put_header(FILE *file, const void *user) {
  const GrowingKind *kind = user;
  kind->put_header(file);
}

Status growing_file_cut(const GrowingFile *file, int64_t bytes) {
  if (truncate(file->path, bytes) != 0)
    return fail_to("write", file);
  return bytes > 0 ? STATUS_OK : growing_file_append(file, put_header, file->kind);
}

Status growing_file_append(const GrowingFile *file, void (*put)(FILE *file, const void *user),
                           const void *user) {
  FILE *stream = fopen(file->path, "a");
  if (!stream)
    return fail_to("write", file);
  put(stream, user);
  bool has_failed = ferror(stream) != 0;
  if (fclose(stream) != 0 || has_failed)
    return fail_to("write", file);
  return STATUS_OK;
}
