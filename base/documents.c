// Finding the folder of the documents.
#include "base/documents.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// cmake/Package.cmake puts them there.
static const char installed[] = "../share/doc/autotune";

// Sets `folder`, which ends in a slash, when the package of the file `self` has documents.
static bool is_installed(const char *self, char *folder, size_t size) {
  char path[PATH_MAX + sizeof installed + sizeof "docs"], found[PATH_MAX];
  const char *slash = strrchr(self, '/');
  if (!slash || strchr(self, '%'))
    return false;
  int length = snprintf(path, sizeof path, "%.*s/%s", (int)(slash - self), self, installed);
  snprintf(path + length, sizeof path - (size_t)length, "/docs");
  if (access(path, F_OK))
    return false;
  path[length] = 0;
  return realpath(path, found) && (size_t)snprintf(folder, size, "%s/", found) < size;
}

static void find_folder(char *folder, size_t size) {
  char self[PATH_MAX];
  Dl_info library;
  ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  self[length > 0 ? length : 0] = 0;
  if (is_installed(self, folder, size))
    return;
  if (dladdr((void *)documents_locate, &library) && realpath(library.dli_fname, self) &&
      is_installed(self, folder, size))
    return;
  *folder = 0;
}

void documents_locate(const char *text, char *out_text, size_t size) {
  char folder[PATH_MAX] = "";
  size_t length = 0;
  if (strstr(text, "docs/"))
    find_folder(folder, sizeof folder);
  for (const char *name; length < size && (name = strstr(text, "docs/"));
       text = name + strlen("docs/"))
    length += (size_t)snprintf(out_text + length, size - length, "%.*s%sdocs/", (int)(name - text),
                               text, folder);
  if (length < size)
    snprintf(out_text + length, size - length, "%s", text);
}
