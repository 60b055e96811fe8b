// calibration_read: whole files, once as they are and once with the right checksum, which would
// otherwise keep all but the first checks from being reached.
#include "costmodel/model_file.h"
#include "machine/calibration/calibration_file.h"
#include "machine/calibration/calibration_format.h"
#include "test/fuzz/fuzz.h"

static void read_calibration(const unsigned char *bytes, size_t size) {
  Calibration calibration = {0};
  char text[TARGET_TEXT_BYTES];
  Target again;
  if (calibration_read(bytes, size, &calibration) != STATUS_OK)
    return;
  fuzz_demand(strlen(calibration.cpu) < MEASURED_CPU_BYTES, "the processor ends");
  fuzz_demand(strlen(calibration.report) < CALIBRATION_REPORT_BYTES, "the report ends");
  fuzz_demand(target_print(&calibration.target, text, sizeof text) < (int)sizeof text,
              "the target fits");
  fuzz_demand(target_parse(text, &again) == STATUS_OK, "the target is read again");
  calibration_destroy(&calibration);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  unsigned char *copy = (unsigned char *)fuzz_text(bytes, size);
  read_calibration(copy, size);
  if (size >= CALIBRATION_HEADER_BYTES) {
    model_put_number(copy + CALIBRATION_AT_CHECKSUM, calibration_checksum(copy, size), 8);
    read_calibration(copy, size);
  }
  free(copy);
  return 0;
}
