// Program: another program, run to its end, and what it printed. Both streams go to files in
// memory, so neither can fill up while the other is read.
#include "tools/process/program.h"

#include "runtime/timing.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static int spawn(const ProgramRun *run, const int files[2], pid_t *out_child) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  if (run->is_shielded) { // a group of its own, which is not the terminal's
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  }
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, files[0], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, files[1], STDERR_FILENO);
  int error =
      posix_spawnp(out_child, run->arguments[0], &actions, &attributes, run->arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return error;
}

static char *read_all(int file) {
  struct stat state;
  size_t size = fstat(file, &state) == 0 ? (size_t)state.st_size : 0, used = 0;
  char *text = malloc(size + 1);
  for (ssize_t got; text && used < size; used += (size_t)got)
    if ((got = pread(file, text + used, size - used, (off_t)used)) <= 0)
      break;
  if (text)
    text[used] = 0;
  return text;
}

static int take_output(const int files[2], int state, ProgramOutput *output) {
  char *failure = read_all(files[1]);
  output->text = read_all(files[0]);
  output->code = WIFEXITED(state) ? WEXITSTATUS(state) : -1;
  snprintf(output->failure, sizeof output->failure, "%.*s",
           failure ? (int)strcspn(failure, "\n") : 0, failure ? failure : "");
  free(failure);
  return output->text ? 0 : ENOMEM;
}

// Leaves the child to waitpid.
static bool has_ended(pid_t child) {
  siginfo_t info = {.si_pid = 0};
  return waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
         info.si_pid == child;
}

// Whether it has not ended in time. Signals do not end the wait. It is asked again and again: to
// wait for a process with a limit takes calls that not every kernel or container allows.
static bool is_late(pid_t child, double most_seconds) {
  enum { LEAST_PAUSE = 100000, MOST_PAUSE = 20000000 }; // ns
  double end = timing_now() + most_seconds;
  struct timespec pause = {.tv_nsec = LEAST_PAUSE};
  if (most_seconds <= 0)
    return false;
  while (!has_ended(child)) {
    if (timing_now() > end)
      return true;
    nanosleep(&pause, NULL);
    pause.tv_nsec = 2 * pause.tv_nsec < MOST_PAUSE ? 2 * pause.tv_nsec : MOST_PAUSE;
  }
  return false;
}

static int wait_for(const ProgramRun *run, pid_t child, bool *out_is_late) {
  int state = 0;
  *out_is_late = is_late(child, run->most_seconds);
  if (*out_is_late)
    kill(run->is_shielded ? -child : child, SIGKILL);
  while (waitpid(child, &state, 0) < 0 && errno == EINTR)
    ;
  return state;
}

int program_run(const ProgramRun *run, ProgramOutput *out_output) {
  int files[2] = {memfd_create("output", MFD_CLOEXEC), memfd_create("failure", MFD_CLOEXEC)};
  pid_t child;
  *out_output = (ProgramOutput){0};
  int error = files[0] < 0 || files[1] < 0 ? errno : spawn(run, files, &child);
  if (!error) {
    out_output->has_run = true;
    int state = wait_for(run, child, &out_output->is_late);
    error = take_output(files, state, out_output);
  }
  for (int f = 0; f < 2; f++)
    if (files[f] >= 0)
      close(files[f]);
  return error;
}

void program_output_destroy(ProgramOutput *output) { free(output->text); }
