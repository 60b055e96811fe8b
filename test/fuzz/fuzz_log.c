// measure_log: the trials of a search, read again by the next one and by the import into a dataset.
#include "search/measure/measure_log.h"
#include "test/fuzz/fuzz.h"

static void check_trial(const Trial *trial) {
  fuzz_demand(trial->role < MEASURE_ROLE_COUNT, "the role exists");
  fuzz_demand(trial->outcome.verdict >= 0 && trial->outcome.verdict < TRIAL_VERDICT_COUNT,
              "the verdict exists");
  fuzz_demand(trial->outcome.timing.repeats >= 0 &&
                  trial->outcome.timing.repeats <= TIMING_MAX_REPEATS,
              "repeats");
  fuzz_demand(strlen(trial->schedule) < sizeof trial->schedule, "the schedule is terminated");
  trial_seconds(trial);
}

static Status visit(const Trial *trial, const char *workload, const char *target, void *user) {
  size_t *bytes = user;
  *bytes += strlen(workload) + strlen(target);
  check_trial(trial);
  return STATUS_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  Trial *trials = NULL;
  int count = 0;
  size_t visited = 0;
  FuzzFile file = fuzz_file_open(bytes, size);
  measure_log_scan(file.path, visit, &visited);
  // The site of the logs in the corpus, and any that is no number.
  const uint64_t sites[] = {0, UINT64_C(0x1122334455667788)};
  for (size_t i = 0; i < sizeof sites / sizeof *sites; i++) {
    if (measure_log_read(file.path, sites[i], "x86-64-v3", &trials, &count) == STATUS_OK)
      for (int t = 0; t < count; t++)
        check_trial(&trials[t]);
    free(trials);
  }
  fuzz_file_close(&file);
  return 0;
}
