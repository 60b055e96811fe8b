// Reading of {"data": N, ...}.
#include "records/args_file.h"

#include "base/file/path_kind.h"
#include "records/json.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Status args_file_parse(const char *name, const char *text, int *out_data_count) {
  Json *json = NULL;
  Status status = json_read(name, text, &json);
  int64_t count = status == STATUS_OK ? json_get_integer(json, "data", 1) : 1;
  if (count < 0 || count > INT32_MAX)
    status = status_fail(STATUS_USAGE, "%s: \"data\" is a number of arguments, 0 or more", name);
  else if (status == STATUS_OK)
    *out_data_count = (int)count;
  json_free(json);
  return status;
}

Status args_file_read(const char *module_path, int *out_data_count) {
  char name[4096], *text = NULL;
  size_t stem = strlen(module_path), size = 0;
  *out_data_count = 1;
  if (stem > 5 && !strcmp(module_path + stem - 5, ".mlir"))
    stem -= 5;
  snprintf(name, sizeof name, "%.*s.args.json", (int)stem, module_path);
  Status status = path_check(name, PATH_READ);
  FILE *file = status == STATUS_OK ? fopen(name, "r") : NULL;
  if (!file)
    return status;
  bool is_read = getdelim(&text, &size, '\0', file) >= 0;
  fclose(file);
  status = args_file_parse(name, is_read ? text : "", out_data_count);
  free(text);
  return status;
}
