// See child.h.
#include "tools/collect/child.h"

#include "tools/collect/failure_note.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

// A signal that this process catches does not end the wait.
static bool wait_for(pid_t child, int *out_state) {
  pid_t ended;
  do
    ended = waitpid(child, out_state, 0);
  while (ended < 0 && errno == EINTR);
  return ended == child;
}

// Ctrl-C reaches the child too, and is for the parent to heed; so is SIGTERM where the parent does,
// as batch systems send it to all processes of a job. With the parent the child ends.
static void follow_parent(pid_t parent) {
  struct sigaction heeded;
  sigaction(SIGTERM, NULL, &heeded);
  signal(SIGINT, SIG_IGN);
  signal(SIGTERM, heeded.sa_handler == SIG_DFL ? SIG_DFL : SIG_IGN);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(1);
}

Status child_run(Status (*work)(void *user), void *user, const char *otherwise) {
  int state = 0;
  FailureNote *note = failure_note_create();
  if (!note)
    return status_fail(STATUS_SYSTEM, "no shared memory");
  fflush(NULL);
  pid_t parent = getpid(), child = fork();
  if (child == 0) {
    follow_parent(parent);
    Status status = work(user);
    if (status != STATUS_OK)
      failure_note_leave(note, status);
    fflush(NULL);
    _exit(status != STATUS_OK);
  }
  bool has_ended = child > 0 && wait_for(child, &state);
  Status status = has_ended && WIFEXITED(state) && WEXITSTATUS(state) == 0
                      ? STATUS_OK
                      : failure_note_take(note, otherwise);
  failure_note_destroy(note);
  return status;
}
