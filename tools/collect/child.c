// See child.h.
#include "tools/collect/child.h"

#include "tools/collect/failure_note.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

Status child_run(Status (*work)(void *user), void *user, const char *otherwise) {
  int state = 0;
  FailureNote *note = failure_note_create();
  if (!note)
    return status_fail(STATUS_SYSTEM, "no shared memory");
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    Status status = work(user);
    if (status != STATUS_OK)
      failure_note_leave(note, status);
    fflush(NULL);
    _exit(status != STATUS_OK);
  }
  bool has_ended = child > 0 && waitpid(child, &state, 0) == child;
  Status status = has_ended && WIFEXITED(state) && WEXITSTATUS(state) == 0
                      ? STATUS_OK
                      : failure_note_take(note, otherwise);
  failure_note_destroy(note);
  return status;
}
