// LLVM's linker, within this process.
#include "python/native/linker_shim.h"

#include "lld/Common/CommonLinkerContext.h"
#include "lld/Common/Driver.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdio>
#include <string>
#include <vector>

LLD_HAS_DRIVER(elf)

// The linker would run Polly on bitcode, of which we link none, and which no archive holds.
llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "", "", [](llvm::PassBuilder &) {}};
}

bool linker_run(const char *const *arguments, int count, char *out_why, size_t size) {
  std::string told;
  llvm::raw_string_ostream stream(told);
  std::vector<const char *> line(arguments, arguments + count);
  line.insert(line.begin(), "ld.lld");
  bool is_done = lld::elf::link(line, stream, stream, /*exitEarly=*/false, /*disableOutput=*/false);
  lld::CommonLinkerContext::destroy();
  snprintf(out_why, size, "%s", told.substr(0, told.find('\n')).c_str());
  return is_done;
}
