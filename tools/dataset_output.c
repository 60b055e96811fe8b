// DatasetOutput: the file that an action adds rows to, none of them twice.
#include "tools/dataset_output.h"

#include "base/file/output_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// Both of one task.
static bool is_same_row(const DatasetRow *a, const DatasetRow *b) {
  return a->origin == b->origin && a->verdict == b->verdict && a->repeats == b->repeats &&
         !memcmp(a->seconds, b->seconds, a->repeats * sizeof *a->seconds) &&
         schedule_equal(&a->schedule, &b->schedule);
}

// Tasks are short: every row is compared with those before it. Returns how many were dropped.
static int64_t drop_repeated(Dataset *dataset) {
  int64_t kept = 0, start = 0;
  for (int64_t r = 0; r < dataset->row_count; r++) {
    const DatasetRow *row = &dataset->rows[r];
    bool is_repeated = false;
    if (kept > 0 && (dataset->rows[kept - 1].workload != row->workload ||
                     dataset->rows[kept - 1].machine != row->machine))
      start = kept;
    for (int64_t other = start; other < kept && !is_repeated; other++)
      is_repeated = is_same_row(&dataset->rows[other], row);
    if (!is_repeated)
      dataset->rows[kept++] = *row;
  }
  int64_t dropped = dataset->row_count - kept;
  dataset->row_count = kept;
  return dropped;
}

Status dataset_output_write(const char *path, Dataset *dataset, int64_t skipped, bool is_json) {
  int64_t repeated = drop_repeated(dataset);
  Status status = dataset_write(path, dataset);
  if (status != STATUS_OK)
    return status;
  if (is_json) {
    Json *json = json_make_object();
    json_put_text(json, "file", path);
    json_put_integer(json, "rows", dataset->row_count);
    json_put_integer(json, "rows_left_out", skipped);
    json_put_integer(json, "rows_known", repeated);
    return output_json(json);
  }
  printf("%s: %" PRId64 " rows, %" PRId64 " left out, %" PRId64 " were there already\n", path,
         dataset->row_count, skipped, repeated);
  return STATUS_OK;
}

Status dataset_output_read(const char *path, Dataset *dataset, int64_t *out_dropped) {
  Status status = output_file_check(path);
  if (status != STATUS_OK || access(path, F_OK))
    return status;
  return dataset_read(path, dataset, out_dropped);
}
