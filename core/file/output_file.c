// Written beside the path and moved over it, with the signals that end a process held back.
#include "core/file/output_file.h"

#include "core/file/path_kind.h"

#include <errno.h>
#include <libgen.h>
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

// --- signals

// Not by a mask: a process may have threads, and any that does not mask a signal takes it.
static volatile sig_atomic_t held; // the last that came while they were held

static void keep_signal(int number) { held = number; }

static const int ending[OUTPUT_HELD_SIGNALS] = {SIGHUP, SIGINT, SIGTERM};

void output_signals_hold(OutputSignals *out_before) {
  struct sigaction keep = {.sa_handler = keep_signal, .sa_flags = SA_RESTART};
  for (int i = 0; i < OUTPUT_HELD_SIGNALS; i++) {
    sigaction(ending[i], NULL, &out_before->actions[i]);
    if (out_before->actions[i].sa_handler != SIG_IGN)
      sigaction(ending[i], &keep, NULL);
  }
}

void output_signals_release(const OutputSignals *before) {
  for (int i = 0; i < OUTPUT_HELD_SIGNALS; i++)
    sigaction(ending[i], &before->actions[i], NULL);
  int number = held;
  held = 0;
  if (number)
    raise(number);
}

// --- files

// The name of a file beside the path, which the caller frees; null without memory.
static char *name_beside(const char *path) {
  char *beside = NULL;
  return asprintf(&beside, "%s.%d.part", path, (int)getpid()) < 0 ? NULL : beside;
}

// Returns errno.
static int replace(const char *path, mode_t mode, bool (*write)(FILE *file, const void *user),
                   const void *user) {
  char *beside = name_beside(path);
  OutputSignals before;
  if (!beside)
    return ENOMEM;
  output_signals_hold(&before);
  int error = write_to(beside, mode, write, user);
  if (error == 0 && rename(beside, path))
    error = errno;
  if (error)
    unlink(beside);
  output_signals_release(&before);
  free(beside);
  return error;
}

Status output_file_replace(const char *path, Status (*make)(const char *beside, const void *user),
                           const void *user) {
  struct stat state;
  OutputSignals before;
  bool exists = stat(path, &state) == 0;
  if (exists && !S_ISREG(state.st_mode))
    return status_fail(STATUS_USAGE, "cannot write %s: not a regular file", path);
  char *target = exists ? realpath(path, NULL) : NULL; // a link stays one
  char *beside = name_beside(target ? target : path);
  if (!beside) {
    free(target);
    return status_fail(STATUS_SYSTEM, "no memory to write %s", path);
  }
  output_signals_hold(&before);
  Status status = make(beside, user);
  if (status == STATUS_OK && rename(beside, target ? target : path))
    status = fail(path, errno);
  if (status != STATUS_OK)
    unlink(beside);
  output_signals_release(&before);
  free(beside);
  free(target);
  return status;
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
