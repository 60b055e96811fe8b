// The public C API of include/autotune.h.
#include "include/autotune.h"

#include "passes/autotune_shim.h"

void autotuneRegisterPasses(void) { autotune_register_passes(); }

const char *autotuneVersion(void) { return AUTOTUNE_VERSION; }
