// dataset_read: a file of measured schedules, plain or compressed. What is accepted is whole: every
// row belongs to a workload and a machine of the file.
#include "records/dataset.h"
#include "test/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  Dataset dataset = {0};
  int64_t dropped = 0;
  FuzzFile file = fuzz_file_open(bytes, size);
  if (dataset_read(file.path, &dataset, &dropped) == STATUS_OK)
    for (int64_t r = 0; r < dataset.row_count; r++) {
      const DatasetRow *row = &dataset.rows[r];
      fuzz_demand(row->workload >= 0 && row->workload < dataset.workload_count, "its workload");
      fuzz_demand(row->machine >= 0 && row->machine < dataset.machine_count, "its machine");
      fuzz_demand(row->repeats <= DATASET_MAX_REPEATS, "its repeats");
      dataset_row_seconds(row);
    }
  dataset_destroy(&dataset);
  fuzz_file_close(&file);
  return 0;
}
