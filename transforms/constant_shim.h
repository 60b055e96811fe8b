// The bytes of a constant: the C API reads dense resources one element at a time only.
#ifndef AUTOTUNE_TRANSFORMS_CONSTANT_SHIM_H
#define AUTOTUNE_TRANSFORMS_CONSTANT_SHIM_H

#include "mlir-c/IR.h"
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// Elements of a dense or dense_resource attribute in row-major order, lent by the context. A splat
// has the bytes of one element. False for other attributes and for resources without data.
bool constant_get_bytes(MlirAttribute attribute, const void **out_data, size_t *out_bytes,
                        bool *out_is_splat);

#ifdef __cplusplus
}
#endif

#endif
