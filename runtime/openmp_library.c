// Finding the runtime library of OpenMP.
#include "runtime/openmp_library.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char found[PATH_MAX];

static void find(void) {
  Dl_info library;
  const char *slash = NULL;
  if (dladdr((void *)openmp_library_path, &library))
    slash = strrchr(library.dli_fname, '/');
  int length = slash ? snprintf(found, sizeof found, "%.*s/libomp.so.5",
                                (int)(slash - library.dli_fname), library.dli_fname)
                     : 0;
  if (length > 0 && (size_t)length < sizeof found && access(found, R_OK) == 0)
    return;
  snprintf(found, sizeof found, "%s", access(AUTOTUNE_OPENMP, R_OK) == 0 ? AUTOTUNE_OPENMP : "");
}

const char *openmp_library_path(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, find);
  return *found ? found : NULL;
}
