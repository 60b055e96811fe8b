// Seen or not is told by the contraction, as in training.
#include "lab/dataset/dataset_seen.h"

#include "lab/dataset/module_contractions.h"
#include "tools/ops/module_paths.h"
#include "tools/train/judged_contractions.h"
#include <inttypes.h>
#include <stdlib.h>

static bool is_trained_on(const Dataset *dataset, const SeenQuery *query,
                          const ContractionList *left_out, uint64_t key) {
  bool is_there = false;
  for (int32_t w = 0; w < dataset->workload_count && !is_there; w++)
    is_there = dataset->workloads[w].contraction == key;
  return is_there && !contraction_is_listed(left_out, key) &&
         !(query->without_networks &&
           contraction_is_in_networks(dataset, key, query->without_networks));
}

static Status write_module(const Dataset *dataset, const SeenQuery *query,
                           const ContractionList *left_out, const char *path, FILE *file) {
  ContractionList ops = {0};
  int64_t seen = 0;
  Status status = module_contractions_read("module", path, dataset->machines[0].target, &ops);
  for (int64_t n = 0; n < ops.count; n++)
    seen += is_trained_on(dataset, query, left_out, ops.keys[n]);
  if (status == STATUS_OK)
    fprintf(file, "%s\t%" PRId64 "\t%" PRId64 "\n", path, ops.count, seen);
  free(ops.keys);
  return status;
}

Status dataset_seen(const Dataset *dataset, const SeenQuery *query, FILE *file) {
  ModulePaths modules = {0};
  ContractionList left_out = {0};
  Status status = STATUS_OK;
  if (dataset->machine_count == 0)
    return status_fail(STATUS_USAGE, "the dataset has no machine, so nothing was measured");
  TRY(module_paths_list("module", query->modules, &modules));
  if (query->without_modules)
    TRY(judged_contractions_read("--exclude-modules", query->without_modules,
                                 dataset->machines[0].target, &left_out));
  for (int n = 0; n < modules.count; n++)
    TRY(write_module(dataset, query, &left_out, modules.items[n], file));
cleanup:
  free(left_out.keys);
  module_paths_destroy(&modules);
  return status;
}
