// The file of learned models inside the library: data/models/shipped.model of the source tree.
#ifndef AUTOTUNE_COSTMODEL_SHIPPED_MODEL_H
#define AUTOTUNE_COSTMODEL_SHIPPED_MODEL_H

#include <stddef.h>

// Static; size 0 when the library was built without one.
const void *shipped_model_bytes(size_t *out_size);

#endif
