// workload_parse: what it accepts prints to a text that gives the same workload.
#include "plan/workload.h"
#include "test/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  static char printed[1 << 16], again[1 << 16];
  static Workload workload, second;
  char *text = fuzz_text(bytes, size);
  if (workload_parse(text, &workload)) {
    int length = workload_print(&workload, printed, sizeof printed);
    fuzz_demand(length > 0 && length < (int)sizeof printed, "the text fits");
    fuzz_demand(workload_parse(printed, &second), "a printed workload is read");
    workload_print(&second, again, sizeof again);
    fuzz_demand(!strcmp(printed, again), "the texts are equal");
    fuzz_demand(workload_key(&workload) == workload_key(&second), "the keys are equal");
    workload_points(&workload);
    workload_flops(&workload);
  }
  free(text);
  return 0;
}
