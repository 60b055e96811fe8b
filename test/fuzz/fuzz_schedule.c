// schedule_parse: the input is a workload, a new line, and a schedule of it. What is accepted
// prints to a text that gives the same schedule; what is legal has a loop nest.
#include "machine/target.h"
#include "plan/loop_nest.h"
#include "plan/schedule.h"
#include "plan/schedule/schedule_check.h"
#include "test/fuzz/fuzz.h"

static void check_schedule(const Workload *workload, const Schedule *schedule) {
  static char printed[1 << 14], again[1 << 14];
  static LoopNest nest;
  Schedule second;
  int length = schedule_print(workload, schedule, printed, sizeof printed);
  fuzz_demand(length > 0 && length < (int)sizeof printed, "the text fits");
  if (schedule_check(workload, schedule, target_default()) != REJECT_NONE)
    return;
  fuzz_demand(schedule_parse(workload, printed, &second) == STATUS_OK,
              "a printed schedule is read");
  schedule_print(workload, &second, again, sizeof again);
  fuzz_demand(!strcmp(printed, again), "the texts are equal");
  fuzz_demand(schedule_key(schedule) == schedule_key(&second), "the keys are equal");
  loop_nest_build(workload, schedule, &nest);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  static Workload workload;
  Schedule schedule;
  char *text = fuzz_text(bytes, size);
  char *line = strchr(text, '\n');
  schedule_parse_fusion(line ? line + 1 : text, &schedule);
  if (line) {
    *line++ = '\0';
    if (workload_parse(text, &workload) && schedule_parse(&workload, line, &schedule) == STATUS_OK)
      check_schedule(&workload, &schedule);
  }
  free(text);
  return 0;
}
