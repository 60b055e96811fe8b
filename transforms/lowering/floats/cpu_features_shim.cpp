#include "transforms/lowering/floats/cpu_features_shim.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/X86TargetParser.h"

using namespace llvm;

bool llvm_cpu_features_each(const char *cpu, const char *features,
                            void (*visit)(const char *name, size_t length, void *user),
                            void *user) {
  if (X86::parseArchX86(cpu, /*Only64Bit=*/true) == X86::CK_None)
    return false;
  SmallVector<StringRef> names, changes;
  StringMap<bool> has;
  X86::getFeaturesForCPU(cpu, names);
  for (StringRef name : names)
    has[name] = true;
  StringRef(features).split(changes, ',', -1, /*KeepEmpty=*/false);
  for (StringRef change : changes) {
    bool isAdded = change.front() == '+';
    has[change.drop_front()] = isAdded;
    X86::updateImpliedFeatures(change.drop_front(), isAdded, has);
  }
  for (const auto &entry : has)
    if (entry.second)
      visit(entry.first().data(), entry.first().size(), user);
  return true;
}
