// RoundedBuilder: linalg ops whose loops are some of those of a RoundedProduct, a bit each, in
// their order. Tensors that are made have their loops as dimensions.
#ifndef AUTOTUNE_TRANSFORMS_REWRITE_ROUNDED_BUILDER_H
#define AUTOTUNE_TRANSFORMS_REWRITE_ROUNDED_BUILDER_H

#include "transforms/rewrite/rounded_product.h"
#include "transforms/rewrite/tensor_ops.h"

typedef struct RoundedBuilder {
  const RoundedProduct *product;
  IrBuilder *ir;
  MlirType f32, i32, i8;
} RoundedBuilder;

int rounded_count_of(unsigned loops);
// The extents of the loops `dims`; returns how many there are.
int rounded_shape_of(const RoundedBuilder *builder, unsigned dims, int64_t *out_shape);
// Of a tensor whose dimensions are `dims`, in an op with `loops`.
MlirAffineMap rounded_dims_map(const RoundedBuilder *builder, unsigned loops, unsigned dims);
// Of one that has a dimension for a half, unless `half` is 0, and one for a term after them.
MlirAffineMap rounded_group_map(const RoundedBuilder *builder, unsigned loops, unsigned dims,
                                unsigned half, unsigned term);
// Of an operand of the product.
MlirAffineMap rounded_operand_map(const RoundedBuilder *builder, unsigned loops,
                                  const StructuredOperand *operand);

MlirValue rounded_zeros(const RoundedBuilder *builder, unsigned dims, MlirType type);
MlirValue rounded_empty(const RoundedBuilder *builder, unsigned dims, MlirType type);
// An op, its inputs one after the other, and what it adds to or writes, by `map`.
TensorGeneric rounded_start(RoundedBuilder *builder, TensorBodyBuilder *build, unsigned loops,
                            unsigned reductions);
void rounded_add(TensorGeneric *made, MlirValue value, MlirAffineMap map);
MlirValue rounded_finish(const RoundedBuilder *builder, TensorGeneric *made, MlirValue initial,
                         MlirAffineMap map);

#endif
