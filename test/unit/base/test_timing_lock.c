// The timing lock: one file that all users of a machine can take, whoever made it.
#include "base/file/timing_lock.h"

#include "test/unit/base/check.h"

#include <stdbool.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SOMEBODY = 65534 };

static char folder[] = "/tmp/timing-lock-XXXXXX", path[64], link_path[64];

static mode_t mode_of(const char *name) {
  struct stat state;
  return stat(name, &state) ? 0 : state.st_mode & 07777;
}

// As another user, where this process may become one. Whether the lock is held there is known by
// trying to take it.
static bool other_can_open(void) {
  int state = 1;
  pid_t child = fork();
  if (child == 0) {
    if (geteuid() == 0 && setuid(SOMEBODY))
      _exit(2);
    int lock = timing_lock_open(path);
    _exit(lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) ? 0 : 1);
  }
  return waitpid(child, &state, 0) == child && state == 0;
}

static void test_made(void) {
  int lock = timing_lock_open(path);
  CHECK(lock >= 0);
  CHECK_EQUAL(mode_of(path), 0666);
  CHECK_EQUAL(flock(lock, LOCK_EX), 0);
  CHECK(other_can_open());
  CHECK_EQUAL(chmod(path, 0644), 0); // as programs of earlier made it
  CHECK(other_can_open());
  close(lock);
}

static void test_link(void) {
  CHECK_EQUAL(symlink("no-such-file", link_path), 0);
  CHECK_EQUAL(timing_lock_open(link_path), -1);
  CHECK_EQUAL(unlink(link_path), 0);
  CHECK_EQUAL(symlink(path, link_path), 0);
  CHECK_EQUAL(timing_lock_open(link_path), -1);
  CHECK_EQUAL(unlink(link_path), 0);
  CHECK_EQUAL(timing_lock_open(""), -1);
}

static bool is_free(void) {
  int lock = timing_lock_open(path);
  bool is = flock(lock, LOCK_SH | LOCK_NB) == 0;
  close(lock);
  return is;
}

static void say(void *pipe) { CHECK_EQUAL(write(*(int *)pipe, "", 1), 1); }

// Whoever takes it has it alone, and who waits has it when the other has given it up.
static void test_taken(void) {
  char byte;
  int waits[2], gone[2], state = 1, lock = timing_lock_open(path);
  CHECK(pipe(waits) == 0 && pipe(gone) == 0);
  timing_lock_take(lock, NULL, NULL);
  CHECK(!is_free());
  if (is_free())
    return; // nobody would wait
  pid_t child = fork();
  if (child == 0) {
    int mine = timing_lock_open(path);
    close(lock); // else the parent's stays locked through it
    timing_lock_take(mine, say, &waits[1]);
    _exit(read(gone[0], &byte, 1) == 1 && !is_free() ? 0 : 1);
  }
  CHECK_EQUAL(read(waits[0], &byte, 1), 1);
  close(lock);
  say(&gone[1]);
  CHECK(waitpid(child, &state, 0) == child && state == 0);
  CHECK(is_free());
  for (int end = 0; end < 2; end++) {
    close(waits[end]);
    close(gone[end]);
  }
}

int main(void) {
  if (!mkdtemp(folder))
    return 1;
  CHECK_EQUAL(chmod(folder, 01777), 0); // like the folder for temporary files
  umask(077);
  snprintf(path, sizeof path, "%s/lock", folder);
  snprintf(link_path, sizeof link_path, "%s/link", folder);
  test_made();
  test_link();
  test_taken();
  CHECK_EQUAL(unlink(path), 0);
  CHECK_EQUAL(rmdir(folder), 0);
  return check_result();
}
