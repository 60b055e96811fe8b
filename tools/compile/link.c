// Link: one file made of several objects in memory, by the linker that the compiler driver `cc`
// calls. The objects lie in files in memory that the driver inherits.
#include "tools/compile/link.h"

#include "tools/compile/memory_file.h"
#include "tools/process/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
static void set_arguments(Link *link, LinkForm form, const char *driver, const char *openmp,
                          const char *path) {
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
    if (openmp) {
      link->arguments[used++] = "-Wl,--as-needed";
      link->arguments[used++] = (char *)openmp;
    }
  }
  link->arguments[used] = NULL;
}

static Status run_driver(const Link *link, const char *driver) {
  ProgramOutput output;
  int error = program_run(&(ProgramRun){.arguments = link->arguments}, &output);
  if (error && output.has_run)
    return status_fail(STATUS_SYSTEM, "cannot read what the linker %s printed: %s", driver,
                       strerror(error));
  if (error)
    return status_fail(STATUS_USAGE,
                       "cannot start the linker %s: %s; name a compiler driver with --linker",
                       driver, strerror(error));
  Status status = STATUS_OK;
  if (output.code != 0)
    status = status_fail(STATUS_SYSTEM, "the linker %s failed: %s", driver,
                         output.failure[0] ? output.failure
                         : output.text[0]  ? output.text
                                           : "it gave no reason");
  program_output_destroy(&output);
  return status;
}

Status link_objects(const Object *objects, int count, LinkForm form, const char *driver,
                    const char *openmp, const char *path) {
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
  set_arguments(&link, form, driver, openmp, path);
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
