// See timing_lock.h.
#include "core/file/timing_lock.h"

#include "core/file/path_kind.h"
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { TRIES = 20, TRY_MICROSECONDS = 50000 };

int timing_lock_open(const char *path) {
  if (!path || !*path || path_refusal(path, PATH_UPDATE))
    return -1;
  return open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
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
