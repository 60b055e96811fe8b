// MeasuredCpu: one line that is equal where the numbers of a calibration hold, and differs where
// they may not.
#include "machine/calibration/measured_cpu.h"

#include "base/text.h"
#include "machine/target.h"

#include <inttypes.h>

void measured_cpu_host(char *text, size_t size) {
  char identity[CPU_IDENTITY_BYTES];
  Target target;
  TextWriter writer = text_writer(text, size);
  cpu_identity_host(identity, sizeof identity);
  text_write(&writer, "%s, %s", identity, target_host_level());
  if (target_probe_host(&target) != STATUS_OK)
    return;
  for (int c = 0; c < target.cache_count; c++)
    text_write(&writer, "%s%" PRId64 " KiB", c ? ", " : ", caches of ",
               target.cache_bytes[c] >> 10);
}
