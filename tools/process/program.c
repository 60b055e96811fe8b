// See program.h. Both streams go to files in memory, so neither can fill up while the other is
// read.
#include "tools/process/program.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
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

int program_run(const ProgramRun *run, ProgramOutput *out_output) {
  int files[2] = {memfd_create("output", MFD_CLOEXEC), memfd_create("failure", MFD_CLOEXEC)};
  int state = 0;
  pid_t child;
  *out_output = (ProgramOutput){0};
  int error = files[0] < 0 || files[1] < 0 ? errno : spawn(run, files, &child);
  if (!error) {
    out_output->has_run = true;
    while (waitpid(child, &state, 0) < 0 && errno == EINTR)
      ;
    error = take_output(files, state, out_output);
  }
  for (int f = 0; f < 2; f++)
    if (files[f] >= 0)
      close(files[f]);
  return error;
}

void program_output_destroy(ProgramOutput *output) { free(output->text); }
