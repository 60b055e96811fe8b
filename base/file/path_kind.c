// PathKind: what a path that a user names may be.
#include "base/file/path_kind.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>

static bool is_own_stream(const char *path) {
  static const char *const streams[] = {"/dev/stdin", "/dev/stdout", "/dev/stderr"};
  static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
  for (size_t n = 0; n < sizeof streams / sizeof *streams; n++)
    if (!strcmp(path, streams[n]))
      return true;
  for (size_t n = 0; n < sizeof folders / sizeof *folders; n++)
    if (!strncmp(path, folders[n], strlen(folders[n])))
      return true;
  return false;
}

const char *path_refusal(const char *path, PathUse use) {
  struct stat state;
  if (stat(path, &state) || S_ISREG(state.st_mode) || S_ISDIR(state.st_mode))
    return NULL;
  if (use != PATH_UPDATE && is_own_stream(path))
    return NULL;
  if (S_ISFIFO(state.st_mode))
    return "is a pipe, not a file";
  if (S_ISSOCK(state.st_mode))
    return "is a socket, not a file";
  return use == PATH_WRITE && S_ISCHR(state.st_mode) ? NULL : "is a device, not a file";
}

Status path_check(const char *path, PathUse use) {
  const char *refusal = path_refusal(path, use);
  if (!refusal)
    return STATUS_OK;
  return status_fail(STATUS_USAGE, "cannot %s %s: it %s; name a regular file",
                     use == PATH_READ     ? "read"
                     : use == PATH_UPDATE ? "open"
                                          : "write",
                     path, refusal);
}

Status path_open(const char *path, FILE **out_file) {
  Status status = path_check(path, PATH_READ);
  if (status != STATUS_OK)
    return status;
  FILE *file = fopen(path, "r");
  if (!file)
    return status_fail(STATUS_USAGE, "cannot read %s: %s", path, strerror(errno));
  *out_file = file;
  return STATUS_OK;
}
