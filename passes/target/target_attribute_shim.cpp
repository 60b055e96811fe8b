// C++ because MLIR's C API has no function for the attributes of dlti, nor for those of llvm that
// name a target.
#include "passes/target/target_attribute_shim.h"

#include "versions/target_attribute.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace {

void tellEntries(ArrayRef<DataLayoutEntryInterface> entries, TargetEntryCallback callback,
                 void *user) {
  for (DataLayoutEntryInterface entry : entries) {
    std::string key;
    if (auto type = dyn_cast<Type>(entry.getKey()))
      llvm::raw_string_ostream(key) << type;
    else
      key = cast<StringAttr>(entry.getKey()).getValue().str();
    callback(wrap(StringRef(key)), wrap(entry.getValue()), user);
  }
}

void tell(StringRef key, Attribute value, TargetEntryCallback callback, void *user) {
  if (value)
    callback(wrap(key), wrap(value), user);
}

} // namespace

TargetAttributeKind target_attribute_kind(MlirAttribute attribute) {
  return llvm::TypeSwitch<Attribute, TargetAttributeKind>(unwrap(attribute))
      .Case([](DataLayoutSpecAttr) { return TARGET_ATTRIBUTE_LAYOUT; })
      .Case([](TargetSystemSpecAttr) { return TARGET_ATTRIBUTE_SYSTEM; })
      .Case([](TargetDeviceSpecAttr) { return TARGET_ATTRIBUTE_DEVICE; })
      .Case([](MapAttr) { return TARGET_ATTRIBUTE_MAP; })
      .Case([](LLVM::TargetAttr) { return TARGET_ATTRIBUTE_LLVM; })
      .Case([](LLVM::TargetFeaturesAttr) { return TARGET_ATTRIBUTE_FEATURES; })
      .Default(TARGET_ATTRIBUTE_NONE);
}

void target_attribute_each(MlirAttribute attribute, TargetEntryCallback callback, void *user) {
  llvm::TypeSwitch<Attribute>(unwrap(attribute))
      .Case<DataLayoutSpecAttr, TargetSystemSpecAttr, TargetDeviceSpecAttr, MapAttr>(
          [&](auto list) { tellEntries(list.getEntries(), callback, user); })
      .Case([&](LLVM::TargetAttr target) {
        tell("triple", target.getTriple(), callback, user);
        tell("chip", target.getChip(), callback, user);
        tell("features", target.getFeatures(), callback, user);
      })
      .Case([&](LLVM::TargetFeaturesAttr features) {
        for (StringAttr feature : features.getFeatures())
          callback(wrap(feature.getValue()), MlirAttribute{nullptr}, user);
      });
}
