// The entry point that `--load-pass-plugin` looks for.
#include "include/autotune.h"
#include "passes/autotune_shim.h"

#include <stdint.h>

enum { PLUGIN_API_VERSION = 1 }; // of mlir/Tools/Plugins/PassPlugin.h

// mlir::PassPluginLibraryInfo, by value.
typedef struct PluginInfo {
  uint32_t api_version;
  const char *name;
  const char *version;
  void (*register_callbacks)(void);
} PluginInfo;

static void plugin_register(void) {
  autotune_register_passes();
  autotune_register_flags();
}

__attribute__((visibility("default"))) PluginInfo mlirGetPassPluginInfo(void) {
  PluginInfo info = {PLUGIN_API_VERSION, "autotune", autotuneVersion(), plugin_register};
  return info;
}
