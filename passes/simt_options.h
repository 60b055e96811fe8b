// SimtOptions: the options of the pass autotune-gpu.
#ifndef AUTOTUNE_PASSES_SIMT_OPTIONS_H
#define AUTOTUNE_PASSES_SIMT_OPTIONS_H

#include "base/status.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct Device Device;

typedef struct SimtOptions {
  const Device *device;
  const char *schedule; // for every op that accepts it; "": the model chooses. Lent
  const char *records;  // path of a store (records/store.h) that goes before the model; "": none.
                        // Lent
  bool has_maps;        // the model may choose kernels whose host makes tensor maps
} SimtOptions;

// STATUS_USAGE names the target, or the mistake in the schedule. `target`: "" where the payload was
// asked and names none.
Status simt_options_parse(const char *target, const char *schedule, const char *records,
                          bool has_maps, SimtOptions *out_options);

#ifdef __cplusplus
}
#endif

#endif
