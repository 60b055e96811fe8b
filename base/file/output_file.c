// Written beside the path and moved over it, with the signals that end a process held back.
#include "base/file/output_file.h"

#include "base/file/path_kind.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
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

// Closes the descriptor. Returns errno, 0 when all is well.
static int write_to(int descriptor, bool (*write)(FILE *file, const void *user), const void *user) {
  FILE *file = fdopen(descriptor, "wb");
  if (!file) {
    close(descriptor);
    return ENOMEM;
  }
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

// Others may write to the folder, too: so what is written beside the path has a name that nobody
// can know before, is made anew and is no link. `make` fails with EEXIST where the name is taken.
// Returns the name, which the caller frees, and the descriptor of a file; null with errno.
static char *make_beside(const char *path, int (*make)(const char *beside, mode_t mode),
                         mode_t mode, int *out_made) {
  enum { TRIES = 16 };
  for (int n = 0; n < TRIES; n++) {
    char *beside = NULL;
    uint32_t number;
    if (getrandom(&number, sizeof number, 0) != sizeof number)
      return NULL;
    if (asprintf(&beside, "%s.%08" PRIx32 ".part", path, number) < 0) {
      errno = ENOMEM;
      return NULL;
    }
    *out_made = make(beside, mode);
    if (*out_made >= 0)
      return beside;
    int error = errno;
    free(beside);
    errno = error;
    if (error != EEXIST)
      return NULL;
  }
  return NULL;
}

static int make_file(const char *beside, mode_t mode) {
  return open(beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
}

static int make_folder(const char *beside, mode_t mode) { return mkdir(beside, mode); }

// Returns errno. `mode` 0: as a new file has it.
static int replace(const char *path, mode_t mode, bool (*write)(FILE *file, const void *user),
                   const void *user) {
  OutputSignals before;
  int file = -1;
  output_signals_hold(&before);
  char *beside = make_beside(path, make_file, mode ? S_IRUSR | S_IWUSR : 0666, &file);
  int error = beside ? 0 : errno;
  if (beside) {
    if (mode)
      fchmod(file, mode);
    error = write_to(file, write, user);
    if (error == 0 && rename(beside, path))
      error = errno;
    if (error)
      unlink(beside);
  }
  output_signals_release(&before);
  free(beside);
  return error;
}

// In a folder of its own, as programs that make a file open it as they like.
static Status replace_by(const char *path, Status (*make)(const char *beside, const void *user),
                         const void *user) {
  int made;
  char *file = NULL, *folder = make_beside(path, make_folder, S_IRWXU, &made);
  if (!folder)
    return fail(path, errno);
  const char *slash = strrchr(path, '/');
  Status status = asprintf(&file, "%s/%s", folder, slash ? slash + 1 : path) < 0
                      ? status_fail(STATUS_SYSTEM, "no memory to write %s", path)
                      : make(file, user);
  if (status == STATUS_OK && rename(file, path))
    status = fail(path, errno);
  if (status != STATUS_OK && file)
    unlink(file);
  rmdir(folder);
  free(file);
  free(folder);
  return status;
}

Status output_file_replace(const char *path, Status (*make)(const char *beside, const void *user),
                           const void *user) {
  struct stat state;
  OutputSignals before;
  bool exists = stat(path, &state) == 0;
  if (exists && !S_ISREG(state.st_mode))
    return status_fail(STATUS_USAGE, "cannot write %s: not a regular file", path);
  char *target = exists ? realpath(path, NULL) : NULL; // a link stays one
  output_signals_hold(&before);
  Status status = replace_by(target ? target : path, make, user);
  output_signals_release(&before);
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
    int file = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
    int error = file < 0 ? errno : write_to(file, write, user);
    return error ? fail(path, error) : STATUS_OK;
  }
  char *target = exists ? realpath(path, NULL) : NULL; // a link stays one
  int error = replace(target ? target : path, exists ? state.st_mode & 07777 : 0, write, user);
  free(target);
  return error ? fail(path, error) : STATUS_OK;
}
