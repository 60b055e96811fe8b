// Link: one file made of several objects in memory, by the linker that the compiler driver `cc`
// calls. The objects lie in files in memory that the driver inherits.
#include "tools/compile/link.h"

#include "tools/compile/memory_file.h"
#include "tools/process/program.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME_BYTES = 32 };
static const char OBJECT[] = "an object";

// Of the linker that is built in, without the driver's own.
static const char *const shared_options[] = {
    "-shared", "-z", "noexecstack", "-z", "relro", "--eh-frame-hdr", "--hash-style=gnu", NULL};
static const char *const object_options[] = {"-r", NULL};

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

// --- the linker that is built in

static BuiltInLinker built_in;

void link_set_built_in(BuiltInLinker linker) { built_in = linker; }

bool link_is_built_in(void) { return built_in; }

// What a driver names by itself: the libraries of C of this system, which need no package for
// developers.
static int add_system_libraries(const char **arguments, char paths[][PATH_MAX]) {
  static const char *const libraries[] = {"libm.so.6", "libc.so.6", "libgcc_s.so.1"};
  int used = 0;
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
    void *handle = dlopen(libraries[i], RTLD_LAZY | RTLD_LOCAL);
    struct link_map *map = NULL;
    if (handle && dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0) {
      snprintf(paths[used], PATH_MAX, "%s", map->l_name);
      arguments[used] = paths[used];
      used++;
    }
    if (handle)
      dlclose(handle);
  }
  return used;
}

static Status run_built_in(const Link *link, LinkForm form, const char *openmp, const char *path) {
  enum { MORE = 16 };
  const char *arguments[MORE + 1 + (size_t)link->count];
  char libraries[3][PATH_MAX], why[400];
  int used = 0;
  for (const char *const *option = form == LINK_SHARED ? shared_options : object_options; *option;
       option++)
    arguments[used++] = *option;
  arguments[used++] = "-o";
  arguments[used++] = path;
  for (int i = 0; i < link->count; i++)
    arguments[used++] = link->names[i];
  if (form == LINK_SHARED) {
    arguments[used++] = "--as-needed";
    used += add_system_libraries(arguments + used, libraries);
    if (openmp)
      arguments[used++] = openmp;
  }
  return built_in(arguments, used, why, sizeof why)
             ? STATUS_OK
             : status_fail(STATUS_SYSTEM, "the linker failed: %s", why);
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
  if (!*driver) {
    TRY(run_built_in(&link, form, openmp, path));
  } else {
    set_arguments(&link, form, driver, openmp, path);
    TRY(run_driver(&link, driver));
  }
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
