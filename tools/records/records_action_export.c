// autotune records export: a store as JSON Lines.
#include "tools/records/records_actions.h"

#include "base/file/output_file.h"
#include "records/record_lines.h"
#include "tools/records/task_view.h"

#include <stdio.h>
#include <sys/stat.h>

static bool is_same_file(const char *a, const char *b) {
  struct stat first, second;
  return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

// What is wrong with the store goes before what that did to the file.
typedef struct LinesFile {
  Store *store;
  Status status;
  char why[512];
} LinesFile;

static bool write_lines(FILE *file, const void *user) {
  LinesFile *lines = (LinesFile *)user;
  bool is_written = record_lines_write(lines->store, file, &lines->status);
  if (lines->status != STATUS_OK)
    snprintf(lines->why, sizeof lines->why, "%s", status_text());
  return is_written;
}

Status records_action_export(void *values) {
  const RecordsCommand *command = values;
  LinesFile lines = {.status = STATUS_OK};
  if (is_same_file(command->paths[0], command->paths[1]))
    return status_fail(STATUS_USAGE, "%s: OUT is the store itself; name another file",
                       command->paths[1]);
  Status status = output_file_check(command->paths[1]);
  if (status == STATUS_OK)
    status = task_view_open_store(command->paths[0], &lines.store);
  if (status == STATUS_OK)
    status = output_file_write(command->paths[1], write_lines, &lines);
  store_close(lines.store);
  return lines.status == STATUS_OK ? status : status_fail(lines.status, "%s", lines.why);
}
