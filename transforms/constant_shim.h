// The bytes of a constant: the C API reads dense resources one element at a time only, and cannot
// say whether there is one of some name.
#ifndef AUTOTUNE_TRANSFORMS_CONSTANT_SHIM_H
#define AUTOTUNE_TRANSFORMS_CONSTANT_SHIM_H

#include "mlir-c/IR.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Elements of a dense or dense_resource attribute in row-major order, lent by the context. A splat
// has the bytes of one element. False for other attributes and for resources without data.
bool constant_get_bytes(MlirAttribute attribute, const void **out_data, size_t *out_bytes,
                        bool *out_is_splat);

// A dense_resource attribute of `type` with that many bytes, 64-byte aligned, which `fill` writes
// in place. Its name is PREFIX_HASH, with the hash of the bytes: equal contents share one resource,
// whichever thread comes first.
MlirAttribute constant_make_resource(MlirType type, const char *prefix, size_t bytes,
                                     void (*fill)(void *data, void *user), void *user);

#ifdef __cplusplus
}
#endif

#endif
