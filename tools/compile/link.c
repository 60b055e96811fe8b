// See link.h. The objects lie in files in memory that the driver inherits.
#include "tools/compile/link.h"

#include "tools/compile/memory_file.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { NAME_BYTES = 32 };
static const char OBJECT[] = "an object";

typedef struct Link {
  char (*names)[NAME_BYTES]; // owned: how the driver finds the objects
  char **arguments;          // owned, not the texts
  int *files;                // owned, -1: not open
  int count;
} Link;

static Status open_object(Link *link, int i, const Object *object) {
  if (object->file >= 0) {
    snprintf(link->names[i], NAME_BYTES, "/proc/self/fd/%d", object->file);
    return STATUS_OK;
  }
  Status status = memory_file_open(OBJECT, &link->files[i]);
  if (status != STATUS_OK)
    return status;
  snprintf(link->names[i], NAME_BYTES, "/proc/self/fd/%d", link->files[i]);
  return memory_file_write(link->files[i], OBJECT, 0, object->bytes, object->size);
}

// The arguments that go before the objects, then those that go after them.
static void set_arguments(Link *link, LinkForm form, const char *driver, const char *path) {
  static char *const shared[] = {"-shared", "-Wl,-z,noexecstack", "-Wl,-z,relro"};
  static char *const object[] = {"-r", "-nostdlib"};
  char *const *options = form == LINK_SHARED ? shared : object;
  int option_count = form == LINK_SHARED ? 3 : 2, used = 0;
  link->arguments[used++] = (char *)driver;
  for (int i = 0; i < option_count; i++)
    link->arguments[used++] = options[i];
  link->arguments[used++] = "-o";
  link->arguments[used++] = (char *)path;
  for (int i = 0; i < link->count; i++)
    link->arguments[used++] = link->names[i];
  if (form == LINK_SHARED) {
    link->arguments[used++] = "-lm";
    if (access(AUTOTUNE_OPENMP, R_OK) == 0) { // else the program that loads the library brings it
      link->arguments[used++] = "-Wl,--as-needed";
      link->arguments[used++] = AUTOTUNE_OPENMP;
    }
  }
  link->arguments[used] = NULL;
}

// The first line that comes out of the pipe; the rest is read and dropped.
static void read_line(int pipe, char *out_line, size_t size) {
  size_t used = 0;
  char block[512];
  for (ssize_t got; (got = read(pipe, block, sizeof block)) > 0;) {
    size_t room = size - 1 - used, taken = (size_t)got < room ? (size_t)got : room;
    memcpy(out_line + used, block, taken);
    used += taken;
  }
  out_line[used] = 0;
  out_line[strcspn(out_line, "\n")] = 0;
}

static Status run_driver(const Link *link, const char *driver) {
  int pipes[2], ended = 0;
  char line[400] = "";
  pid_t child;
  posix_spawn_file_actions_t actions;
  if (pipe(pipes))
    return status_fail(STATUS_SYSTEM, "cannot start %s: %s", driver, strerror(errno));
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, pipes[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, pipes[1], STDERR_FILENO);
  posix_spawn_file_actions_addclose(&actions, pipes[0]);
  posix_spawn_file_actions_addclose(&actions, pipes[1]);
  int error = posix_spawnp(&child, driver, &actions, NULL, link->arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(pipes[1]);
  if (!error)
    read_line(pipes[0], line, sizeof line);
  close(pipes[0]);
  if (error)
    return status_fail(STATUS_USAGE,
                       "cannot start the linker %s: %s; name a compiler driver with --linker",
                       driver, strerror(error));
  while (waitpid(child, &ended, 0) < 0 && errno == EINTR)
    ;
  if (WIFEXITED(ended) && WEXITSTATUS(ended) == 0)
    return STATUS_OK;
  return status_fail(STATUS_SYSTEM, "the linker %s failed: %s", driver,
                     line[0] ? line : "it gave no reason");
}

Status link_objects(const Object *objects, int count, LinkForm form, const char *driver,
                    const char *path) {
  Status status = STATUS_OK;
  size_t room = (size_t)count + 1;
  Link link = {calloc(room, NAME_BYTES), calloc(room + 16, sizeof(char *)),
               calloc(room, sizeof(int)), count};
  if (!link.names || !link.arguments || !link.files)
    TRY(status_fail(STATUS_SYSTEM, "no memory to link %d objects", count));
  for (int i = 0; i < count; i++)
    link.files[i] = -1;
  for (int i = 0; i < count; i++)
    TRY(open_object(&link, i, &objects[i]));
  set_arguments(&link, form, driver, path);
  TRY(run_driver(&link, driver));
cleanup:
  for (int i = 0; link.files && i < count; i++)
    if (link.files[i] >= 0)
      close(link.files[i]);
  if (status != STATUS_OK)
    unlink(path);
  free(link.names);
  free(link.arguments);
  free(link.files);
  return status;
}
