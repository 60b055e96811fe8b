#include "machine/x86/x86_names_shim.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/X86TargetParser.h"

using namespace llvm;

namespace {

using Features = StringMap<bool>;

void change(Features &features, StringRef name, bool isAdded) {
  features[name] = isAdded;
  X86::updateImpliedFeatures(name, isAdded, features);
}

// The table of LLVM names some of a processor's features only by those that imply them.
bool readFeatures(StringRef cpu, Features &features) {
  SmallVector<StringRef> names;
  if (X86::parseArchX86(cpu, /*Only64Bit=*/true) == X86::CK_None)
    return false;
  X86::getFeaturesForCPU(cpu, names);
  for (StringRef name : names)
    change(features, name, true);
  return true;
}

template <typename Map>
void visitAll(const Map &features, bool has, FeatureVisitor *visit, void *user) {
  for (const auto &entry : features)
    if (entry.second == has)
      visit(entry.first().data(), entry.first().size(), user);
}

int countMissing(const Features &some, const Features &others) {
  int count = 0;
  for (const auto &entry : some)
    count += entry.second && !others.lookup(entry.first());
  return count;
}

} // namespace

bool x86_cpu_features_each(const char *cpu, const char *changes, FeatureVisitor *visit,
                           void *user) {
  Features features;
  SmallVector<StringRef> words;
  if (!readFeatures(cpu, features))
    return false;
  StringRef(changes).split(words, ',', -1, /*KeepEmpty=*/false);
  for (StringRef word : words)
    change(features, word.drop_front(), word.front() == '+');
  visitAll(features, true, visit, user);
  return true;
}

void x86_implied_features_each(const char *word, size_t length, bool is_added,
                               FeatureVisitor *visit, void *user) {
  Features features;
  X86::updateImpliedFeatures(StringRef(word, length), is_added, features);
  visitAll(features, is_added, visit, user);
}

void x86_host_features_each(FeatureVisitor *visit, void *user) {
  visitAll(sys::getHostCPUFeatures(), true, visit, user);
}

int x86_feature_distance(const char *cpu, const char *other) {
  Features features, others;
  readFeatures(cpu, features);
  readFeatures(other, others);
  return countMissing(features, others) + countMissing(others, features);
}
