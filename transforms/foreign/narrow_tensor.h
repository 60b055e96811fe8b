// NarrowTensor: a tensor of integers of 2 or 4 bits, and its elements in bytes.
#ifndef AUTOTUNE_TRANSFORMS_FOREIGN_NARROW_TENSOR_H
#define AUTOTUNE_TRANSFORMS_FOREIGN_NARROW_TENSOR_H

#include "plan/workload.h"
#include "transforms/ir.h"

typedef struct NarrowTensor {
  int bits; // of an element
  int rank;
  int64_t shape[WORKLOAD_MAX_RANK];
} NarrowTensor;

// False: another type, or one whose bytes have no static shape.
bool narrow_tensor_read(MlirType type, NarrowTensor *out_tensor);
// One element a byte; several in a byte.
MlirType narrow_tensor_byte_type(MlirContext context, const NarrowTensor *tensor);
MlirType narrow_tensor_packed_type(MlirContext context, const NarrowTensor *tensor);

// Elements as bytes, which are not negative, from packed ones.
MlirValue narrow_tensor_unpack(IrBuilder *ir, MlirValue packed, const NarrowTensor *tensor);
MlirValue narrow_tensor_pack(IrBuilder *ir, MlirValue bytes, const NarrowTensor *tensor);
// Between bytes and a tensor of the narrow type.
MlirValue narrow_tensor_from_bytes(IrBuilder *ir, MlirValue bytes, const NarrowTensor *tensor);
MlirValue narrow_tensor_to_bytes(IrBuilder *ir, MlirValue value, const NarrowTensor *tensor);
// The bytes behind a value made by narrow_tensor_from_bytes; null: it is another one.
MlirValue narrow_tensor_origin(MlirValue value);

#endif
