// TimingLock: the file whose lock (flock) is held while a clock runs, so that those who measure on
// one machine do it one after the other.
#include "base/file/timing_lock.h"

#include "base/file/path_kind.h"
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TRIES = 20, TRY_MICROSECONDS = 50000 };

// To be read is enough for a lock, and what is there is not asked to be made: in a folder of all
// users the system refuses that for a file of another one.
static int open_made(const char *path) {
  return open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
}

// Whatever the mask of this user is, others have to be able to open it.
static int make(const char *path) {
  int lock = open(path, O_RDONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (lock >= 0)
    fchmod(lock, 0666);
  return lock;
}

int timing_lock_open(const char *path) {
  if (!path || !*path || path_refusal(path, PATH_UPDATE))
    return -1;
  int lock = open_made(path);
  if (lock < 0 && errno == ENOENT)
    lock = make(path);
  return lock < 0 && errno == EEXIST ? open_made(path) : lock;
}

Status timing_lock_read(const char **path) {
  if (strcmp(*path, "none") == 0) {
    *path = NULL;
    return STATUS_OK;
  }
  Status status = path_check(*path, PATH_UPDATE);
  int lock = timing_lock_open(*path);
  if (lock >= 0)
    close(lock);
  else if (status == STATUS_OK && strcmp(*path, TIMING_LOCK_DEFAULT) != 0)
    status = status_fail(STATUS_USAGE, "cannot lock %s: %s; name another file with --lock", *path,
                         strerror(errno));
  return status;
}

void timing_lock_take(int lock, void (*waits)(void *user), void *user) {
  bool is_mine = flock(lock, LOCK_EX | LOCK_NB) == 0;
  for (int n = 0; n < TRIES && !is_mine && errno == EWOULDBLOCK; n++) {
    usleep(TRY_MICROSECONDS);
    is_mine = flock(lock, LOCK_EX | LOCK_NB) == 0;
  }
  if (is_mine)
    return;
  if (waits)
    waits(user);
  flock(lock, LOCK_EX);
}
