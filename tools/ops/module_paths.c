// Files and folders to paths of modules.
#include "tools/ops/module_paths.h"

#include "base/array.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int is_module(const struct dirent *entry) {
  const char *dot = strrchr(entry->d_name, '.');
  return dot && !strcmp(dot, ".mlir");
}

static Status add_path(ModulePaths *paths, char *path) {
  if (!path || !array_grow(&paths->items, paths->count, sizeof *paths->items)) {
    free(path);
    return status_fail(STATUS_SYSTEM, "no memory for the modules");
  }
  paths->items[paths->count++] = path;
  return STATUS_OK;
}

static Status list_folder(const char *flag, const char *path, ModulePaths *paths) {
  struct dirent **entries;
  Status status = STATUS_OK;
  int count = scandir(path, &entries, is_module, alphasort);
  for (int i = 0; i < count; i++) {
    char *joined = NULL;
    if (status == STATUS_OK && asprintf(&joined, "%s/%s", path, entries[i]->d_name) > 0)
      status = add_path(paths, joined);
    free(entries[i]);
  }
  if (count < 0)
    return status_fail(STATUS_USAGE, "%s %s: %s", flag, path, strerror(errno));
  free(entries);
  return count == 0 ? status_fail(STATUS_USAGE, "%s %s: no *.mlir is in the folder", flag, path)
                    : status;
}

static Status list_path(const char *flag, const char *path, ModulePaths *paths) {
  struct stat state;
  if (!strcmp(path, "-"))
    return add_path(paths, strdup(path));
  if (stat(path, &state))
    return status_fail(STATUS_USAGE, "%s %s: %s", flag, path, strerror(errno));
  return S_ISDIR(state.st_mode) ? list_folder(flag, path, paths) : add_path(paths, strdup(path));
}

Status module_paths_list(const char *flag, const char *list, ModulePaths *paths) {
  Status status = STATUS_OK;
  char *copy = strdup(list), *rest = copy;
  for (char *path; status == STATUS_OK && (path = strsep(&rest, ","));)
    status = list_path(flag, path, paths);
  free(copy);
  return status;
}

void module_paths_destroy(ModulePaths *paths) {
  for (int i = 0; i < paths->count; i++)
    free(paths->items[i]);
  free(paths->items);
}

void module_source_name(const char *path, char *out, size_t size) {
  const char *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  const char *dot = strrchr(name, '.');
  snprintf(out, size, "%.*s", (int)(dot ? dot - name : (long)strlen(name)), name);
}
