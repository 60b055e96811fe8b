// See simt_options.h.
#include "passes/simt_options.h"

#include "machine/device.h"
#include "plan/schedule.h"
#include "versions/gpu.h"

#include <string.h>

Status simt_options_parse(const char *target, const char *schedule, const char *records,
                          bool has_maps, SimtOptions *out_options) {
  Schedule read;
  const Device *device = device_find(target, strlen(target));
  if (!versions_has_gpu_kernels())
    return status_fail(STATUS_UNSUPPORTED,
                       "kernels for GPUs need MLIR 22; this build is for an older one");
  if (!target[0])
    return status_fail(STATUS_USAGE,
                       "option 'target': the module names no GPU, or several, as #nvvm.target; "
                       "use %s",
                       device_names().text);
  if (device == NULL)
    return status_fail(STATUS_USAGE, "option 'target': '%.64s' is no GPU that is known; use %s",
                       target, device_names().text);
  if (schedule[0]) {
    Status status = schedule_parse_fusion(schedule, &read);
    if (status != STATUS_OK)
      return status_fail(STATUS_USAGE, "option 'schedule': %s", status_text());
  }
  *out_options = (SimtOptions){device, schedule, records, has_maps};
  return STATUS_OK;
}
