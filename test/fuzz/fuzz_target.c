// target_parse: what it accepts prints to a text that gives the same target. The host is not
// probed.
#include "machine/instruction.h"
#include "test/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  char printed[TARGET_TEXT_BYTES], again[TARGET_TEXT_BYTES];
  Target target, second;
  char *text = fuzz_text(bytes, size);
  if (strncmp(text, "host", 4) != 0 && target_parse(text, &target) == STATUS_OK) {
    int length = target_print(&target, printed, sizeof printed);
    fuzz_demand(length > 0 && length < (int)sizeof printed, "the text fits");
    fuzz_demand(target_parse(printed, &second) == STATUS_OK, "a printed target is read");
    target_print(&second, again, sizeof again);
    fuzz_demand(!strcmp(printed, again), "the texts are equal");
    const Instruction *instruction = instruction_of(&target, ELEMENT_F32, ELEMENT_F32);
    instruction_peak_flops(instruction, &target, ELEMENT_F32);
    instruction_lanes(instruction, &target, ELEMENT_F32);
  }
  free(text);
  return 0;
}
