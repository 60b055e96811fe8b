// Written beside the path and moved over it, with the signals that end a process held back.
#include "core/file/output_file.h"

#include "core/file/path_kind.h"

#include <errno.h>
#include <libgen.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static Status fail(const char *path, int error) {
  bool is_full = error == ENOSPC || error == EDQUOT || error == EFBIG || error == EIO;
  return status_fail(is_full ? STATUS_SYSTEM : STATUS_USAGE, "cannot write %s: %s", path,
                     strerror(error ? error : EIO));
}

Status output_file_check(const char *path) {
  struct stat state;
  if (!path)
    return STATUS_OK;
  if (stat(path, &state) == 0 && S_ISDIR(state.st_mode))
    return fail(path, EISDIR);
  if (path_refusal(path, PATH_WRITE))
    return path_check(path, PATH_WRITE);
  if (stat(path, &state) == 0)
    return access(path, W_OK) ? fail(path, errno) : STATUS_OK;
  if (errno != ENOENT)
    return fail(path, errno);
  char *copy = strdup(path);
  if (!copy)
    return status_fail(STATUS_SYSTEM, "no memory to write %s", path);
  int error = access(dirname(copy), W_OK | X_OK) ? errno : 0;
  free(copy);
  return error ? fail(path, error) : STATUS_OK;
}

// Returns errno, 0 when all is well.
static int write_to(const char *path, mode_t mode, bool (*write)(FILE *file, const void *user),
                    const void *user) {
  FILE *file = fopen(path, "wb");
  if (!file)
    return errno;
  if (mode)
    fchmod(fileno(file), mode);
  errno = 0;
  bool is_written = write(file, user) && !ferror(file) && fflush(file) == 0;
  int error = is_written ? 0 : errno ? errno : EIO;
  return fclose(file) == 0 || error ? error : errno;
}

// Returns errno.
static int replace(const char *path, mode_t mode, bool (*write)(FILE *file, const void *user),
                   const void *user) {
  char *beside = NULL;
  sigset_t ending, before;
  if (asprintf(&beside, "%s.%d.part", path, (int)getpid()) < 0)
    return ENOMEM;
  sigemptyset(&ending);
  sigaddset(&ending, SIGHUP);
  sigaddset(&ending, SIGINT);
  sigaddset(&ending, SIGTERM);
  sigprocmask(SIG_BLOCK, &ending, &before);
  int error = write_to(beside, mode, write, user);
  if (error == 0 && rename(beside, path))
    error = errno;
  if (error)
    unlink(beside);
  sigprocmask(SIG_SETMASK, &before, NULL);
  free(beside);
  return error;
}

Status output_file_write(const char *path, bool (*write)(FILE *file, const void *user),
                         const void *user) {
  struct stat state;
  Status status = path_check(path, PATH_WRITE);
  if (status != STATUS_OK)
    return status;
  bool exists = stat(path, &state) == 0;
  if (exists && !S_ISREG(state.st_mode)) {
    int error = write_to(path, 0, write, user);
    return error ? fail(path, error) : STATUS_OK;
  }
  char *target = exists ? realpath(path, NULL) : NULL; // a link stays one
  int error = replace(target ? target : path, exists ? state.st_mode & 07777 : 0, write, user);
  free(target);
  return error ? fail(path, error) : STATUS_OK;
}
