// The ops of a RoundedProduct. Tensors that are made have their loops as dimensions, in order.
//
// Data are multiplied by 127 / (the largest magnitude of their group) and rounded. What is infinite
// or NaN makes the scale of its group NaN.
#include "transforms/constant_argument.h"
#include "transforms/fp_mode.h"
#include "transforms/rewrite/rounded_product.h"
#include "transforms/rewrite/tensor_ops.h"

static const double LARGEST = 127;

typedef struct Builder {
  const RoundedProduct *product;
  IrBuilder *ir;
  MlirType f32, i32, i8;
} Builder;

// --- loops of an op, a subset of those of the product

static int count_of(unsigned loops) {
  int count = 0;
  for (; loops; loops &= loops - 1)
    count++;
  return count;
}

static int place_of(unsigned loops, int loop) { return count_of(loops & ((1u << loop) - 1)); }

static MlirAffineMap dims_map(const Builder *builder, unsigned loops, unsigned dims) {
  MlirAffineExpr places[WORKLOAD_MAX_ITERATORS];
  int count = 0;
  for (int l = 0; l < WORKLOAD_MAX_ITERATORS; l++)
    if (dims >> l & 1u)
      places[count++] = mlirAffineDimExprGet(builder->ir->context, place_of(loops, l));
  return mlirAffineMapGet(builder->ir->context, count_of(loops), 0, count, places);
}

// Loops that are left out have one iteration.
static MlirAffineMap operand_map(const Builder *builder, unsigned loops,
                                 const StructuredOperand *operand) {
  MlirAffineExpr places[WORKLOAD_MAX_RANK];
  for (int d = 0; d < operand->rank; d++) {
    IndexExpr index = {.constant = operand->index[d].constant};
    for (int l = 0; l < WORKLOAD_MAX_ITERATORS; l++)
      if (loops >> l & 1u)
        index.coefficients[place_of(loops, l)] = operand->index[d].coefficients[l];
    places[d] = tensor_ops_expression(builder->ir->context, &index);
  }
  return mlirAffineMapGet(builder->ir->context, count_of(loops), 0, operand->rank, places);
}

static int shape_of(const Builder *builder, unsigned dims, int64_t *out_shape) {
  int rank = 0;
  for (int l = 0; l < builder->product->op.loop_count; l++)
    if (dims >> l & 1u)
      out_shape[rank++] = builder->product->op.extents[l];
  return rank;
}

static TensorGeneric start(Builder *builder, TensorBodyBuilder *build, unsigned loops,
                           unsigned reductions) {
  TensorGeneric made = {.build = build, .user = builder, .loop_count = count_of(loops)};
  for (int l = 0; l < WORKLOAD_MAX_ITERATORS; l++)
    if (loops & reductions & 1u << l)
      made.reductions |= 1u << place_of(loops, l);
  return made;
}

static void add(TensorGeneric *made, MlirValue value, MlirAffineMap map) {
  made->operands[made->input_count] = value;
  made->maps[made->input_count++] = map;
}

static MlirValue finish(const Builder *builder, TensorGeneric *made, MlirValue initial,
                        MlirAffineMap map) {
  made->operands[made->input_count] = initial;
  made->maps[made->input_count] = map;
  MlirValue result = tensor_ops_generic(builder->ir, made);
  fp_mode_copy(builder->product->op.op, mlirOpResultGetOwner(result));
  return result;
}

static MlirValue zeros(const Builder *builder, unsigned dims, MlirType type) {
  int64_t shape[WORKLOAD_MAX_ITERATORS];
  int rank = shape_of(builder, dims, shape);
  return tensor_ops_zeros(builder->ir, rank, shape, type);
}

static MlirValue empty(const Builder *builder, unsigned dims, MlirType type) {
  int64_t shape[WORKLOAD_MAX_ITERATORS];
  int rank = shape_of(builder, dims, shape);
  return tensor_ops_empty(builder->ir, rank, shape, type);
}

// --- data

static MlirValue number(const Builder *builder, double value) {
  return ir_constant(builder->ir, builder->f32,
                     mlirFloatAttrDoubleGet(builder->ir->context, builder->f32, value));
}

static MlirValue build_largest(IrBuilder *ir, MlirBlock body, void *user) {
  const Builder *builder = user;
  return ir_binary(ir, "arith.maximumf", mlirBlockGetArgument(body, 1),
                   ir_unary(ir, "math.absf", builder->f32, mlirBlockGetArgument(body, 0)));
}

static MlirValue build_scale(IrBuilder *ir, MlirBlock body, void *user) {
  MlirValue largest = mlirBlockGetArgument(body, 0);
  MlirValue scale = ir_binary(ir, "arith.mulf", largest, number(user, 1 / LARGEST));
  return ir_binary(ir, "arith.addf", scale, ir_binary(ir, "arith.subf", largest, largest));
}

// 0 times an infinity is no matter: the scale is then 0, or denormal.
static MlirValue build_rounded(IrBuilder *ir, MlirBlock body, void *user) {
  const Builder *builder = user;
  MlirValue factor = ir_binary(ir, "arith.divf", number(builder, 1), mlirBlockGetArgument(body, 1));
  MlirValue value = ir_binary(ir, "arith.mulf", mlirBlockGetArgument(body, 0), factor);
  value = ir_unary(ir, "math.roundeven", builder->f32, value);
  value = ir_binary(ir, "arith.maxnumf", value, number(builder, -LARGEST));
  value = ir_binary(ir, "arith.minnumf", value, number(builder, LARGEST));
  return ir_unary(ir, "arith.fptosi", builder->i8, value);
}

static MlirValue build_sum(IrBuilder *ir, MlirBlock body, void *user) {
  const Builder *builder = user;
  return ir_binary(ir, "arith.addi", mlirBlockGetArgument(body, 1),
                   ir_unary(ir, "arith.extsi", builder->i32, mlirBlockGetArgument(body, 0)));
}

typedef struct Data {
  unsigned loops, groups; // of the data, and of what there is for each group
  MlirValue scales, rounded, sums;
} Data;

static Data round_data(Builder *builder) {
  const RoundedProduct *product = builder->product;
  const StructuredOperand *read = &product->op.operands[product->data];
  Data data = {.loops = product->loops[0], .groups = product->loops[0] & ~product->inner};
  MlirAffineMap source = operand_map(builder, data.loops, read);
  MlirAffineMap all = dims_map(builder, data.loops, data.loops);
  MlirAffineMap group = dims_map(builder, data.loops, data.groups);
  TensorGeneric made = start(builder, build_largest, data.loops, product->inner);
  add(&made, read->value, source);
  data.scales = finish(builder, &made, zeros(builder, data.groups, builder->f32), group);
  made = start(builder, build_scale, data.groups, 0);
  MlirAffineMap same = dims_map(builder, data.groups, data.groups);
  add(&made, data.scales, same);
  data.scales = finish(builder, &made, empty(builder, data.groups, builder->f32), same);
  made = start(builder, build_rounded, data.loops, 0);
  add(&made, read->value, source);
  add(&made, data.scales, group);
  data.rounded = finish(builder, &made, empty(builder, data.loops, builder->i8), all);
  if (product->zero < 0)
    return data;
  made = start(builder, build_sum, data.loops, product->inner);
  add(&made, data.rounded, all);
  data.sums = finish(builder, &made, zeros(builder, data.groups, builder->i32), group);
  return data;
}

// --- weights

// The inputs of an op that computes the steps, and which argument each leaf is.
static void add_leaves(const Builder *builder, TensorGeneric *made, unsigned loops, int step_count,
                       const int *steps, int *out_arguments) {
  const ElementCode *code = &builder->product->code;
  for (int l = 0; l < code->leaf_count; l++) {
    bool is_read = false;
    for (int s = 0; s < step_count; s++)
      is_read |= element_code_reads(code, steps[s], l);
    out_arguments[l] = is_read ? made->input_count : -1;
    if (is_read)
      add(made, code->leaves[l].operand.value,
          operand_map(builder, loops, &code->leaves[l].operand));
  }
}

typedef struct Computed {
  Builder *builder;
  bool starts;        // with the initial value, the last input
  int64_t subtracted; // of the weights
  int arguments[CODE_MAX_LEAVES];
} Computed;

static MlirValue build_step(const Computed *computed, IrBuilder *ir, MlirBlock body, int step) {
  MlirValue arguments[CODE_MAX_LEAVES] = {{NULL}};
  const ElementCode *code = &computed->builder->product->code;
  for (int l = 0; l < code->leaf_count; l++)
    if (computed->arguments[l] >= 0)
      arguments[l] = mlirBlockGetArgument(body, computed->arguments[l]);
  return element_code_build(ir, code, step, arguments);
}

static MlirValue build_weights(IrBuilder *ir, MlirBlock body, void *user) {
  const Computed *computed = user;
  const Builder *builder = computed->builder;
  MlirValue value = build_step(computed, ir, body, builder->product->weights);
  if (mlirTypeIsAFloat(mlirValueGetType(value)))
    value = ir_unary(ir, "arith.fptosi", builder->i32, value);
  if (!mlirTypeEqual(mlirValueGetType(value), builder->i8))
    value = ir_unary(ir, "arith.trunci", builder->i8, value);
  MlirAttribute number = mlirIntegerAttrGet(builder->i8, (int8_t)computed->subtracted);
  return computed->subtracted == 0
             ? value
             : ir_binary(ir, "arith.subi", value, ir_constant(ir, builder->i8, number));
}

// Of constants: while compiling, or before the calls.
static MlirValue computed_weights(Builder *builder, int64_t subtracted) {
  const RoundedProduct *product = builder->product;
  if (element_code_is_known(&product->code, product->weights))
    return element_code_evaluate(builder->ir, &product->code, product->weights, subtracted);
  Computed computed = {.builder = builder, .subtracted = subtracted};
  TensorGeneric made = start(builder, build_weights, product->loops[1], 0);
  made.user = &computed;
  add_leaves(builder, &made, product->loops[1], 1, &product->weights, computed.arguments);
  MlirValue value = finish(builder, &made, empty(builder, product->loops[1], builder->i8),
                           dims_map(builder, product->loops[1], product->loops[1]));
  constant_result_mark(mlirOpResultGetOwner(value));
  return value;
}

// --- sums

// Of weights from which `subtracted` was, so that they have no sign.
static MlirValue integer_product(const Builder *builder, IrBuilder *ir, MlirBlock body,
                                 int64_t subtracted) {
  bool is_unsigned =
      builder->product->code.steps[builder->product->weights].low >= 0 || subtracted != 0;
  MlirValue data = ir_unary(ir, "arith.extsi", builder->i32, mlirBlockGetArgument(body, 0));
  MlirValue weights = ir_unary(ir, is_unsigned ? "arith.extui" : "arith.extsi", builder->i32,
                               mlirBlockGetArgument(body, 1));
  MlirAttribute zero = mlirIntegerAttrGet(builder->i32, -subtracted);
  if (subtracted != 0)
    weights = ir_binary(ir, "arith.subi", weights, ir_constant(ir, builder->i32, zero));
  return ir_binary(ir, "arith.muli", data, weights);
}

static MlirValue build_product(IrBuilder *ir, MlirBlock body, void *user) {
  return ir_binary(ir, "arith.addi", mlirBlockGetArgument(body, 2),
                   integer_product(user, ir, body, 0));
}

static MlirValue multiply(Builder *builder, const Data *data) {
  const RoundedProduct *product = builder->product;
  unsigned results = product->parallel | product->outer;
  unsigned loops = results | (product->inner & data->loops);
  MlirAffineMap map = dims_map(builder, loops, product->loops[1]);
  MlirValue weights;
  if (product->leaf >= 0) {
    const StructuredOperand *leaf = &product->code.leaves[product->leaf].operand;
    weights = leaf->value;
    map = operand_map(builder, loops, leaf);
  } else {
    weights = computed_weights(builder, 0);
  }
  TensorGeneric made = start(builder, build_product, loops, product->inner);
  add(&made, data->rounded, dims_map(builder, loops, data->loops));
  add(&made, weights, map);
  return finish(builder, &made, zeros(builder, results, builder->i32),
                dims_map(builder, loops, results));
}

static MlirValue as_float(const Builder *builder, MlirValue value) {
  return mlirTypeIsAFloat(mlirValueGetType(value))
             ? value
             : ir_unary(builder->ir, "arith.sitofp", builder->f32, value);
}

// Times the scales of the data, an argument of the body, and those of the weights, added to
// another.
static MlirValue build_scales(const Computed *computed, IrBuilder *ir, MlirBlock body,
                              MlirValue value, intptr_t data_scale, intptr_t added) {
  const RoundedProduct *product = computed->builder->product;
  value = ir_binary(ir, "arith.mulf", value, mlirBlockGetArgument(body, data_scale));
  for (int i = 0; i < product->scale_count; i++)
    value = ir_binary(ir, "arith.mulf", value, build_step(computed, ir, body, product->scales[i]));
  return ir_binary(ir, "arith.addf", mlirBlockGetArgument(body, added), value);
}

// Inputs: the sums, the scales of the data, their sums where there is a zero point, leaves, and the
// initial value where there are no groups to add up.
static MlirValue build_scaled(IrBuilder *ir, MlirBlock body, void *user) {
  const Computed *computed = user;
  const RoundedProduct *product = computed->builder->product;
  MlirValue value = as_float(computed->builder, mlirBlockGetArgument(body, 0));
  if (product->zero >= 0) {
    MlirValue zero = build_step(computed, ir, body, product->zero);
    MlirValue sum = as_float(computed->builder, mlirBlockGetArgument(body, 2));
    value = ir_binary(ir, "arith.subf", value,
                      ir_binary(ir, "arith.mulf", as_float(computed->builder, zero), sum));
  }
  intptr_t last = mlirBlockGetNumArguments(body) - 1;
  return build_scales(computed, ir, body, value, 1, last - computed->starts);
}

// --- sums and scales in one op

// Inputs: the data, the weights, the scales of the data, leaves.
static MlirValue build_group(IrBuilder *ir, MlirBlock body, void *user) {
  const Computed *computed = user;
  MlirValue integer = integer_product(computed->builder, ir, body, computed->subtracted);
  return build_scales(computed, ir, body, as_float(computed->builder, integer), 2,
                      mlirBlockGetNumArguments(body) - 1);
}

// The loops where those within a group, the last ones, are one: the first of them.
static unsigned joined(const RoundedProduct *product, unsigned loops) {
  return loops & product->inner ? (loops & ~product->inner) | (product->inner & -product->inner)
                                : loops;
}

// A tensor that has all loops within a group as its last dimensions.
static MlirValue join_group(const Builder *builder, unsigned dims, MlirValue value) {
  const RoundedProduct *product = builder->product;
  int64_t shape[WORKLOAD_MAX_ITERATORS];
  int parts[WORKLOAD_MAX_ITERATORS], rank = count_of(dims & ~product->inner);
  for (int d = 0; d < rank; d++)
    parts[d] = 1;
  parts[rank] = count_of(product->inner);
  shape_of(builder, dims & ~product->inner, shape);
  shape[rank] = rounded_product_points(product, product->inner);
  return parts[rank] == 1 ? value
                          : tensor_ops_collapse_parts(builder->ir, value, rank + 1, parts, shape);
}

static MlirValue scale_groups(Builder *builder, const Data *data) {
  const RoundedProduct *product = builder->product;
  int64_t low = product->code.steps[product->weights].low;
  Computed computed = {.builder = builder, .subtracted = low < 0 ? low : 0};
  unsigned results = product->parallel | product->outer, loops = results | product->inner;
  MlirValue weights = computed_weights(builder, computed.subtracted);
  unsigned all = joined(product, loops);
  TensorGeneric made = start(builder, build_group, all, product->outer | product->inner);
  made.user = &computed;
  add(&made, join_group(builder, data->loops, data->rounded),
      dims_map(builder, all, joined(product, data->loops)));
  add(&made, join_group(builder, product->loops[1], weights),
      dims_map(builder, all, joined(product, product->loops[1])));
  add(&made, data->scales, dims_map(builder, all, data->groups));
  add_leaves(builder, &made, all, product->scale_count, product->scales, computed.arguments);
  const StructuredOperand *output = &product->op.operands[product->op.input_count];
  return finish(builder, &made, output->value, operand_map(builder, all, output));
}

MlirValue rounded_product_build(IrBuilder *ir, const RoundedProduct *product) {
  Builder builder = {.product = product,
                     .ir = ir,
                     .f32 = mlirF32TypeGet(ir->context),
                     .i32 = mlirIntegerTypeGet(ir->context, 32),
                     .i8 = mlirIntegerTypeGet(ir->context, 8)};
  Data data = round_data(&builder);
  if (rounded_product_is_one_op(product))
    return scale_groups(&builder, &data);
  MlirValue sums = multiply(&builder, &data);
  unsigned loops = product->parallel | product->outer;
  Computed computed = {.builder = &builder, .starts = product->outer == 0};
  int steps[ROUNDED_MAX_SCALES + 1], count = 0;
  for (; count < product->scale_count; count++)
    steps[count] = product->scales[count];
  if (product->zero >= 0)
    steps[count++] = product->zero;
  TensorGeneric made = start(&builder, build_scaled, loops, product->outer);
  made.user = &computed;
  add(&made, sums, dims_map(&builder, loops, loops));
  add(&made, data.scales, dims_map(&builder, loops, data.groups));
  if (product->zero >= 0)
    add(&made, data.sums, dims_map(&builder, loops, data.groups));
  add_leaves(&builder, &made, loops, count, steps, computed.arguments);
  const StructuredOperand *output = &product->op.operands[product->op.input_count];
  MlirValue initial = output->value;
  MlirAffineMap map = operand_map(&builder, loops, output);
  if (computed.starts) {
    add(&made, initial, map);
    initial = tensor_ops_empty(ir, output->rank, output->shape, builder.f32);
  }
  return finish(&builder, &made, initial, map);
}
