// See slurm_merge.h. A store of a lost job is merged like any other: what it has may be newer than
// what its successor began with.
#include "tools/tune/slurm/slurm_merge.h"

#include "records/store.h"
#include "runtime/timing.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

Status slurm_merge_one(const char *from, const char *store, RecordCounts *out_counts) {
  Status status = STATUS_OK;
  Store *source = NULL, *target = NULL;
  *out_counts = (RecordCounts){0};
  if (access(from, F_OK))
    return STATUS_OK;
  TRY(store_open_existing(from, &source));
  TRY(store_open(store, &target));
  TRY(store_merge(target, source, out_counts));
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
