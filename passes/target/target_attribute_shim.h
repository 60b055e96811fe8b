// Target attributes: the attributes of the dialects dlti and llvm that describe machines, as lists
// of entries.
#ifndef AUTOTUNE_PASSES_TARGET_TARGET_ATTRIBUTE_SHIM_H
#define AUTOTUNE_PASSES_TARGET_TARGET_ATTRIBUTE_SHIM_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum TargetAttributeKind {
  TARGET_ATTRIBUTE_NONE,
  TARGET_ATTRIBUTE_LAYOUT,   // #dlti.dl_spec
  TARGET_ATTRIBUTE_SYSTEM,   // #dlti.target_system_spec: devices by name
  TARGET_ATTRIBUTE_DEVICE,   // #dlti.target_device_spec
  TARGET_ATTRIBUTE_MAP,      // #dlti.map
  TARGET_ATTRIBUTE_LLVM,     // #llvm.target: triple, chip, features
  TARGET_ATTRIBUTE_FEATURES, // #llvm.target_features
} TargetAttributeKind;

TargetAttributeKind target_attribute_kind(MlirAttribute attribute);

// Hears of an entry. `key` is lent for the call: a name, or a type as MLIR prints it. `value` is
// null for a feature.
typedef void (*TargetEntryCallback)(MlirStringRef key, MlirAttribute value, void *user);

// Every entry of an attribute of one of those kinds, in its order; none of any other attribute.
void target_attribute_each(MlirAttribute attribute, TargetEntryCallback callback, void *user);

#ifdef __cplusplus
}
#endif

#endif
