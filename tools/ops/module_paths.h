// ModulePaths: the files that a list of modules and folders names.
#ifndef AUTOTUNE_TOOLS_OPS_MODULE_PATHS_H
#define AUTOTUNE_TOOLS_OPS_MODULE_PATHS_H

#include "base/status.h"
#include <stddef.h>

typedef struct ModulePaths {
  char **items; // owned, and each of them
  int count;
} ModulePaths;

// Appends every path of `list`, joined by ','; a folder stands for its *.mlir in the order of their
// names. STATUS_USAGE names `flag`, which the list is of, and what is missing. Starts as {0};
// module_paths_destroy whatever the result.
Status module_paths_list(const char *flag, const char *list, ModulePaths *paths);
void module_paths_destroy(ModulePaths *paths);

// The name of the file without folder and ending: what a task calls the module.
void module_source_name(const char *path, char *out, size_t size);

#endif
