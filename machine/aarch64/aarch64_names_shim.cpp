#include "machine/aarch64/aarch64_names_shim.h"

#include "versions/targets.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/MC/MCSchedule.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/TargetParser/AArch64TargetParser.h"
#include "llvm/TargetParser/Host.h"

#include <cstdio>
#include <memory>
#include <string>

using namespace llvm;
using AArch64::ExtensionSet;

namespace {

void change(ExtensionSet &features, StringRef word) {
  std::string added = ("+" + word.drop_front()).str();
  if (auto architecture = AArch64::ArchInfo::findBySubArch(word.drop_front());
      architecture && word.front() == '+') {
    features.addArchDefaults(*architecture);
  } else if (auto extension = AArch64::targetFeatureToExtension(added)) {
    if (word.front() == '+')
      features.enable(extension->ID);
    else
      features.disable(extension->ID);
  }
}

// LLVM's table has no row for a processor of which nothing is known.
bool readFeatures(StringRef cpu, ExtensionSet &features) {
  if (cpu == "generic") {
    features.addArchDefaults(AArch64::ARMV8A);
    return true;
  }
  auto info = AArch64::parseCpu(cpu);
  if (!info)
    return false;
  features.addCPUDefaults(*info);
  return true;
}

void visitAll(const AArch64::ExtensionBitset &features, FeatureVisitor *visit, void *user) {
  for (const AArch64::ExtensionInfo &extension : AArch64::Extensions) {
    StringRef name = extension.PosTargetFeature;
    if (!name.empty() && features.test(extension.ID))
      visit(name.data() + 1, name.size() - 1, user);
  }
}

} // namespace

bool aarch64_cpu_features_each(const char *cpu, const char *changes, FeatureVisitor *visit,
                               void *user) {
  ExtensionSet features;
  SmallVector<StringRef> words;
  if (!readFeatures(cpu, features))
    return false;
  StringRef(changes).split(words, ',', -1, /*KeepEmpty=*/false);
  for (StringRef word : words)
    change(features, word);
  visitAll(features.Enabled, visit, user);
  return true;
}

void aarch64_implied_features_each(const char *word, size_t length, bool is_added,
                                   FeatureVisitor *visit, void *user) {
  ExtensionSet features;
  StringRef name(word, length);
  if (is_added) {
    change(features, ("+" + name).str());
    return visitAll(features.Enabled, visit, user);
  }
  for (const AArch64::ExtensionInfo &extension : AArch64::Extensions)
    features.Enabled.set(extension.ID);
  AArch64::ExtensionBitset all = features.Enabled;
  change(features, ("-" + name).str());
  visitAll(all & ~features.Enabled, visit, user);
}

int aarch64_feature_distance(const char *cpu, const char *other) {
  ExtensionSet features, others;
  readFeatures(cpu, features);
  readFeatures(other, others);
  return static_cast<int>((features.Enabled ^ others.Enabled).count());
}

bool aarch64_is_in_order(const char *cpu) {
  std::string error;
  Triple triple("aarch64");
  const Target *target = TargetRegistry::lookupTarget(versions_triple(triple), error);
  if (!target)
    return false;
  std::unique_ptr<MCSubtargetInfo> info(
      target->createMCSubtargetInfo(versions_triple(triple), cpu, ""));
  return info && !info->getSchedModel().isOutOfOrder();
}

void aarch64_cpuinfo_name(const char *text, char out[AARCH64_CPU_NAME_BYTES]) {
  StringRef name = sys::detail::getHostCPUNameForARM(text);
  std::snprintf(out, AARCH64_CPU_NAME_BYTES, "%.*s", static_cast<int>(name.size()), name.data());
}
