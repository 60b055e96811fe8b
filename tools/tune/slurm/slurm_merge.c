// All stores of a folder of jobs, joined. A store of a lost job is merged like any other: what it
// has may be newer than what its successor began with.
#include "tools/tune/slurm/slurm_merge.h"

#include "base/text.h"
#include "records/store.h"
#include "runtime/timing.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void slurm_merge_warn(const char *path) {
  fprintf(stderr, "autotune tune: warning: %s is passed over: %s\n", TEXT_LINE(path),
          status_text());
}

// Whether it is the source that is wrong; then the text of the status says how.
static bool is_bad(Store *source, Status status) {
  char failure[512];
  if (status != STATUS_STORE || !source)
    return status == STATUS_STORE;
  snprintf(failure, sizeof failure, "%s", status_text());
  bool is_damaged = store_check_pages(source) != STATUS_OK;
  if (!is_damaged)
    status_fail(status, "%s", failure);
  return is_damaged;
}

Status slurm_merge_one(const char *from, const char *store, RecordCounts *out_counts) {
  Status status = STATUS_OK;
  Store *source = NULL, *target = NULL;
  *out_counts = (RecordCounts){0};
  if (access(from, F_OK))
    return STATUS_OK;
  TRY(store_open(store, &target));
  status = store_open_existing(from, &source);
  if (status == STATUS_OK)
    status =
        store_merge(target, source, (TaskCheck){.check = NULL}, out_counts); // of this user's jobs
  if (status != STATUS_OK && is_bad(source, status)) {
    slurm_merge_warn(from);
    *out_counts = (RecordCounts){0};
    status = STATUS_OK;
  }
cleanup:
  store_close(source);
  store_close(target);
  return status;
}

static bool is_store(const char *name) {
  const char *end = strrchr(name, '.');
  return end && !strcmp(end, ".records");
}

Status slurm_merge_all(const char *folder, const char *store, SlurmMerged *out_merged) {
  Status status = STATUS_OK;
  SlurmMerged merged = {0};
  double start = timing_now();
  char path[PATH_MAX];
  DIR *list = opendir(folder);
  if (!list)
    return status_fail(STATUS_SYSTEM, "%s: %s", folder, strerror(errno));
  for (struct dirent *entry; (entry = readdir(list));) {
    RecordCounts counts;
    if (!is_store(entry->d_name))
      continue;
    if (snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) >= (int)sizeof path)
      TRY(status_fail(STATUS_USAGE, "%s: the path is too long", folder));
    TRY(slurm_merge_one(path, store, &counts));
    merged.stores++;
    merged.rows += counts.rows;
  }
  merged.seconds = timing_now() - start;
  *out_merged = merged;
cleanup:
  closedir(list);
  return status;
}
