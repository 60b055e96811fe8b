// Child: work done in a process of its own, so that this one stays without a compiler in it, and so
// that what it dies of is not what we die of.
#include "tools/collect/child.h"

#include "tools/collect/failure_note.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
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

static Status take_end(pid_t child, const FailureNote *note, const char *otherwise) {
  int state = 0;
  if (wait_for(child, &state) && WIFEXITED(state) && WEXITSTATUS(state) == 0)
    return STATUS_OK;
  return failure_note_take(note, STATUS_WORKER, otherwise);
}

Status child_run(Status (*work)(void *user), void *user, const char *otherwise) {
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
  Status status = child < 0
                      ? status_fail(STATUS_SYSTEM, "no process can be started: %s", strerror(errno))
                      : take_end(child, note, otherwise);
  failure_note_destroy(note);
  return status;
}
