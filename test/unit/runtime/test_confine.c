// Confine: the calls that do by another way what the usual ones are refused for are refused, too.
#include "runtime/worker/confine.h"

#include "test/unit/base/check.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FCHMODAT2 = 452, SETXATTRAT = 463, REMOVEXATTRAT = 466 };

typedef struct Attempt {
  const char *what;
  long call, arguments[4];
} Attempt;

#define NOWHERE ((long)"/no/such/file")
#define NAME ((long)"user.x")

// Harmless where they are let through: then they fail for another reason, or do nothing.
static const Attempt attempts[] = {
    {"make a file", SYS_openat, {AT_FDCWD, NOWHERE, O_WRONLY | O_CREAT, 0600}},
    {"open without a path", SYS_open_by_handle_at, {-1, 0, O_WRONLY, 0}},
    {"change a mode", SYS_fchmodat, {AT_FDCWD, NOWHERE, 0600, 0}},
    {"change a mode by the newer call", FCHMODAT2, {AT_FDCWD, NOWHERE, 0600, 0}},
    {"set an attribute", SETXATTRAT, {AT_FDCWD, NOWHERE, 0, NAME}},
    {"remove an attribute", SYS_removexattr, {NOWHERE, NAME, 0, 0}},
    {"remove an attribute by the newer call", REMOVEXATTRAT, {AT_FDCWD, NOWHERE, 0, NAME}},
    {"take a file of another process", SYS_pidfd_getfd, {-1, 0, 0, 0}},
    {"write to another process", SYS_process_vm_writev, {-1, 0, 0, 0}},
};
enum { ATTEMPT_COUNT = sizeof attempts / sizeof *attempts };

// In a child: what is given up is so for good. Ends with how many attempts were not refused.
static void try_all(void) {
  int open = 0;
  if (!confine_process())
    _exit(ATTEMPT_COUNT + 1);
  for (int i = 0; i < ATTEMPT_COUNT; i++) {
    const long *with = attempts[i].arguments;
    errno = 0;
    if (syscall(attempts[i].call, with[0], with[1], with[2], with[3], 0, 0) == -1 && errno == EPERM)
      continue;
    printf("  not refused: %s\n", attempts[i].what);
    open++;
  }
  fflush(stdout);
  _exit(open);
}

int main(void) {
  int state = 0;
  if (!confine_is_offered())
    return check_result();
  fflush(stdout);
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0)
    try_all();
  CHECK_EQUAL(waitpid(child, &state, 0), child);
  CHECK_EQUAL(state, 0);
  return check_result();
}
