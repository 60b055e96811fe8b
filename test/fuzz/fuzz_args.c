// args_file_parse: the number of data arguments beside a module.
#include "records/args_file.h"
#include "test/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  int count = -1;
  char *text = fuzz_text(bytes, size);
  if (args_file_parse("args", text, &count) == STATUS_OK)
    fuzz_demand(count >= 0, "the count is not negative");
  free(text);
  return 0;
}
