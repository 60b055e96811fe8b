// The pieces that the ops of a RoundedProduct are made of.
#include "transforms/rewrite/rounded_builder.h"

#include "transforms/fp_mode.h"

int rounded_count_of(unsigned loops) {
  int count = 0;
  for (; loops; loops &= loops - 1)
    count++;
  return count;
}

static int place_of(unsigned loops, int loop) {
  return rounded_count_of(loops & ((1u << loop) - 1));
}

MlirAffineMap rounded_dims_map(const RoundedBuilder *builder, unsigned loops, unsigned dims) {
  MlirAffineExpr places[WORKLOAD_MAX_ITERATORS];
  int count = 0;
  for (int l = 0; l < WORKLOAD_MAX_ITERATORS; l++)
    if (dims >> l & 1u)
      places[count++] = mlirAffineDimExprGet(builder->ir->context, place_of(loops, l));
  return mlirAffineMapGet(builder->ir->context, rounded_count_of(loops), 0, count, places);
}

// Loops that are left out have one iteration.
MlirAffineMap rounded_operand_map(const RoundedBuilder *builder, unsigned loops,
                                  const StructuredOperand *operand) {
  MlirAffineExpr places[WORKLOAD_MAX_RANK];
  for (int d = 0; d < operand->rank; d++) {
    IndexExpr index = {.constant = operand->index[d].constant};
    for (int l = 0; l < WORKLOAD_MAX_ITERATORS; l++)
      if (loops >> l & 1u)
        index.coefficients[place_of(loops, l)] = operand->index[d].coefficients[l];
    places[d] = tensor_ops_expression(builder->ir->context, &index);
  }
  return mlirAffineMapGet(builder->ir->context, rounded_count_of(loops), 0, operand->rank, places);
}

// Of a tensor of those dimensions and, where there are such loops, of a half and of a term.
MlirAffineMap rounded_group_map(const RoundedBuilder *builder, unsigned loops, unsigned dims,
                                unsigned half, unsigned term) {
  MlirAffineExpr places[WORKLOAD_MAX_ITERATORS];
  int count = 0;
  for (int l = 0; l < WORKLOAD_MAX_ITERATORS; l++)
    if (dims >> l & 1u)
      places[count++] = mlirAffineDimExprGet(builder->ir->context, place_of(loops, l));
  if (half != 0)
    places[count++] =
        mlirAffineDimExprGet(builder->ir->context, rounded_count_of(loops & (half - 1)));
  places[count++] =
      mlirAffineDimExprGet(builder->ir->context, rounded_count_of(loops & (term - 1)));
  return mlirAffineMapGet(builder->ir->context, rounded_count_of(loops), 0, count, places);
}

int rounded_shape_of(const RoundedBuilder *builder, unsigned dims, int64_t *out_shape) {
  int rank = 0;
  for (int l = 0; l < builder->product->op.loop_count; l++)
    if (dims >> l & 1u)
      out_shape[rank++] = builder->product->op.extents[l];
  return rank;
}

TensorGeneric rounded_start(RoundedBuilder *builder, TensorBodyBuilder *build, unsigned loops,
                            unsigned reductions) {
  TensorGeneric made = {.build = build, .user = builder, .loop_count = rounded_count_of(loops)};
  for (int l = 0; l < WORKLOAD_MAX_ITERATORS; l++)
    if (loops & reductions & 1u << l)
      made.reductions |= 1u << place_of(loops, l);
  return made;
}

void rounded_add(TensorGeneric *made, MlirValue value, MlirAffineMap map) {
  made->operands[made->input_count] = value;
  made->maps[made->input_count++] = map;
}

MlirValue rounded_finish(const RoundedBuilder *builder, TensorGeneric *made, MlirValue initial,
                         MlirAffineMap map) {
  made->operands[made->input_count] = initial;
  made->maps[made->input_count] = map;
  MlirValue result = tensor_ops_generic(builder->ir, made);
  fp_mode_copy(builder->product->op.op, mlirOpResultGetOwner(result));
  return result;
}

MlirValue rounded_zeros(const RoundedBuilder *builder, unsigned dims, MlirType type) {
  int64_t shape[WORKLOAD_MAX_ITERATORS];
  int rank = rounded_shape_of(builder, dims, shape);
  return tensor_ops_zeros(builder->ir, rank, shape, type);
}

MlirValue rounded_empty(const RoundedBuilder *builder, unsigned dims, MlirType type) {
  int64_t shape[WORKLOAD_MAX_ITERATORS];
  int rank = rounded_shape_of(builder, dims, shape);
  return tensor_ops_empty(builder->ir, rank, shape, type);
}
