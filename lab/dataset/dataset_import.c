// Two passes: what the fullest fusion of each site is, then the rows.
#include "lab/dataset/dataset_import.h"

#include "base/array.h"
#include "plan/family.h"
#include "search/measure/measure_log.h"
#include "tools/collect/collect.h"

#include <stdlib.h>
#include <string.h>

typedef struct Site {
  uint64_t key, workload; // of the fullest fusion
  int fusion;
} Site;

typedef struct Import {
  Dataset *dataset;
  DatasetOrigin origin;
  Site *sites; // owned
  int site_count;
  int64_t skipped;
} Import;

// How much is fused: statements, and operands whose padding is.
static int fusion_of(const Workload *workload) {
  int fusion = 2 * workload->statement_count;
  for (int a = 0; a < workload->access_count; a++)
    fusion += workload->accesses[a].may_leave_shape;
  return fusion;
}

static Site *find_site(Import *import, uint64_t key) {
  for (int s = import->site_count - 1; s >= 0; s--)
    if (import->sites[s].key == key)
      return &import->sites[s];
  return NULL;
}

static Status see_site(const Trial *trial, const char *text, const char *target, void *user) {
  (void)target;
  Import *import = user;
  Workload workload;
  if (!workload_parse(text, &workload))
    return STATUS_OK;
  Site *site = find_site(import, trial->site);
  if (!site) {
    if (!array_grow(&import->sites, import->site_count, sizeof *import->sites))
      return status_fail(STATUS_SYSTEM, "no memory for the sites of a log");
    site = &import->sites[import->site_count++];
    *site = (Site){.key = trial->site, .fusion = -1};
  }
  if (fusion_of(&workload) > site->fusion) {
    site->fusion = fusion_of(&workload);
    site->workload = trial->workload_key;
  }
  return STATUS_OK;
}

static Status add_row(Import *import, const Trial *trial, const char *text, const char *target,
                      WorkloadFamily family) {
  bool is_choice = trial->role == MEASURE_START || trial->role == MEASURE_BASELINE;
  DatasetRow row = {.verdict = (uint8_t)trial->outcome.verdict,
                    .origin = is_choice ? ORIGIN_CHOICE : (uint8_t)import->origin};
  char machine[OPTION_TARGET_BYTES];
  Target parsed;
  Status status = target_parse(target, &parsed);
  if (status != STATUS_OK)
    return status;
  target_print(&parsed, machine, sizeof machine);
  status = dataset_add_machine(import->dataset, collect_cpu(), machine, &row.machine);
  if (status == STATUS_OK)
    status = dataset_add_workload(import->dataset, text, workload_family_name(family), "",
                                  &row.workload);
  if (status != STATUS_OK)
    return status;
  if (schedule_parse(&import->dataset->workloads[row.workload].workload, trial->schedule,
                     &row.schedule) != STATUS_OK) {
    import->skipped++;
    return STATUS_OK;
  }
  for (int i = 0; i < trial->outcome.timing.repeats && i < DATASET_MAX_REPEATS; i++)
    row.seconds[row.repeats++] = (float)trial->outcome.timing.seconds[i];
  return dataset_add_row(import->dataset, &row);
}

static Status import_trial(const Trial *trial, const char *text, const char *target, void *user) {
  Import *import = user;
  Workload workload;
  const Site *site = find_site(import, trial->site);
  bool is_measured = trial->outcome.verdict < VERDICT_COUNT &&
                     (trial->outcome.verdict == VERDICT_OK) == (trial->outcome.timing.repeats > 0);
  if (!site || site->workload != trial->workload_key || !is_measured ||
      !workload_parse(text, &workload) || !workload_family_is_large(workload_family(&workload))) {
    import->skipped++;
    return STATUS_OK;
  }
  return add_row(import, trial, text, target, workload_family(&workload));
}

Status dataset_import_log(const char *path, DatasetOrigin origin, Dataset *dataset,
                          int64_t *out_skipped) {
  Import import = {.dataset = dataset, .origin = origin};
  if (dataset->row_count && dataset->space_version != SPACE_VERSION)
    return status_fail(STATUS_USAGE, "the dataset is of version %d of the space, %s of version %d",
                       (int)dataset->space_version, path, SPACE_VERSION);
  dataset->space_version = SPACE_VERSION;
  Status status = measure_log_scan(path, see_site, &import);
  if (status == STATUS_OK)
    status = measure_log_scan(path, import_trial, &import);
  free(import.sites);
  *out_skipped = import.skipped;
  return status == STATUS_OK ? dataset_group(dataset) : status;
}
