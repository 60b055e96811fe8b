// The ops of a RoundedProduct. Tensors that are made have their loops as dimensions, in order.
//
// Data are multiplied by 127 / (the largest magnitude of their group) and rounded. What is infinite
// or NaN makes the scale of its group NaN.
#include "transforms/constant_argument.h"
#include "transforms/rewrite/rounded_builder.h"
#include "transforms/rewrite/tensor_ops.h"

static const double LARGEST = 127;

// --- data

static MlirValue number(const RoundedBuilder *builder, double value) {
  return ir_constant(builder->ir, builder->f32,
                     mlirFloatAttrDoubleGet(builder->ir->context, builder->f32, value));
}

static MlirValue build_largest(IrBuilder *ir, MlirBlock body, void *user) {
  const RoundedBuilder *builder = user;
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
  const RoundedBuilder *builder = user;
  MlirValue factor = ir_binary(ir, "arith.divf", number(builder, 1), mlirBlockGetArgument(body, 1));
  MlirValue value = ir_binary(ir, "arith.mulf", mlirBlockGetArgument(body, 0), factor);
  value = ir_unary(ir, "math.roundeven", builder->f32, value);
  value = ir_binary(ir, "arith.maxnumf", value, number(builder, -LARGEST));
  value = ir_binary(ir, "arith.minnumf", value, number(builder, LARGEST));
  return ir_unary(ir, "arith.fptosi", builder->i8, value);
}

static MlirValue build_sum(IrBuilder *ir, MlirBlock body, void *user) {
  const RoundedBuilder *builder = user;
  return ir_binary(ir, "arith.addi", mlirBlockGetArgument(body, 1),
                   ir_unary(ir, "arith.extsi", builder->i32, mlirBlockGetArgument(body, 0)));
}

typedef struct Data {
  unsigned loops, groups;          // of the data, and of what there is for each group
  MlirValue scales, rounded, sums; // rounded: or as they were
} Data;

static Data round_data(RoundedBuilder *builder) {
  const RoundedProduct *product = builder->product;
  const StructuredOperand *read = &product->op.operands[product->data];
  Data data = {.loops = product->loops[0], .groups = product->loops[0] & ~product->inner};
  MlirAffineMap source = rounded_operand_map(builder, data.loops, read);
  MlirAffineMap all = rounded_dims_map(builder, data.loops, data.loops);
  MlirAffineMap group = rounded_dims_map(builder, data.loops, data.groups);
  TensorGeneric made = rounded_start(builder, build_largest, data.loops, product->inner);
  rounded_add(&made, read->value, source);
  data.scales =
      rounded_finish(builder, &made, rounded_zeros(builder, data.groups, builder->f32), group);
  made = rounded_start(builder, build_scale, data.groups, 0);
  MlirAffineMap same = rounded_dims_map(builder, data.groups, data.groups);
  rounded_add(&made, data.scales, same);
  data.scales =
      rounded_finish(builder, &made, rounded_empty(builder, data.groups, builder->f32), same);
  made = rounded_start(builder, build_rounded, data.loops, 0);
  rounded_add(&made, read->value, source);
  rounded_add(&made, data.scales, group);
  data.rounded =
      rounded_finish(builder, &made, rounded_empty(builder, data.loops, builder->i8), all);
  if (product->zero < 0)
    return data;
  made = rounded_start(builder, build_sum, data.loops, product->inner);
  rounded_add(&made, data.rounded, all);
  data.sums =
      rounded_finish(builder, &made, rounded_zeros(builder, data.groups, builder->i32), group);
  return data;
}

static MlirValue build_copy(IrBuilder *ir, MlirBlock body, void *user) {
  (void)ir, (void)user;
  return mlirBlockGetArgument(body, 0);
}

// With their loops as dimensions.
static Data keep_data(RoundedBuilder *builder) {
  const RoundedProduct *product = builder->product;
  const StructuredOperand *read = &product->op.operands[product->data];
  Data data = {.loops = product->loops[0], .groups = product->loops[0] & ~product->inner};
  MlirAffineMap source = rounded_operand_map(builder, data.loops, read);
  MlirAffineMap all = rounded_dims_map(builder, data.loops, data.loops);
  data.rounded = read->value;
  if (mlirAffineMapEqual(source, all))
    return data;
  TensorGeneric made = rounded_start(builder, build_copy, data.loops, 0);
  rounded_add(&made, read->value, source);
  data.rounded =
      rounded_finish(builder, &made, rounded_empty(builder, data.loops, builder->f32), all);
  return data;
}

// --- weights

// The inputs of an op that computes the steps, and which argument each leaf is.
static void add_leaves(const RoundedBuilder *builder, TensorGeneric *made, unsigned loops,
                       int step_count, const int *steps, int *out_arguments) {
  const ElementCode *code = &builder->product->code;
  for (int l = 0; l < code->leaf_count; l++) {
    bool is_read = false;
    for (int s = 0; s < step_count; s++)
      is_read |= element_code_reads(code, steps[s], l);
    out_arguments[l] = is_read ? made->input_count : -1;
    if (is_read)
      rounded_add(made, code->leaves[l].operand.value,
                  rounded_operand_map(builder, loops, &code->leaves[l].operand));
  }
}

typedef struct Computed {
  RoundedBuilder *builder;
  bool starts;        // with the initial value, the last input
  int64_t subtracted; // of the weights, which are computed
  int64_t zero;       // of the weights that are multiplied
  bool takes_halves;  // of their bytes, by the last input
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
  const RoundedBuilder *builder = computed->builder;
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
static MlirValue computed_weights(RoundedBuilder *builder, int64_t subtracted) {
  const RoundedProduct *product = builder->product;
  if (element_code_is_known(&product->code, product->weights))
    return element_code_evaluate(builder->ir, &product->code, product->weights, subtracted);
  Computed computed = {.builder = builder, .subtracted = subtracted};
  TensorGeneric made = rounded_start(builder, build_weights, product->loops[1], 0);
  made.user = &computed;
  add_leaves(builder, &made, product->loops[1], 1, &product->weights, computed.arguments);
  MlirValue value =
      rounded_finish(builder, &made, rounded_empty(builder, product->loops[1], builder->i8),
                     rounded_dims_map(builder, product->loops[1], product->loops[1]));
  constant_result_mark(mlirOpResultGetOwner(value));
  return value;
}

// --- sums

static MlirValue integer(const RoundedBuilder *builder, IrBuilder *ir, int64_t number) {
  return ir_constant(ir, builder->i32, mlirIntegerAttrGet(builder->i32, number));
}

static MlirValue integer_weights(const Computed *computed, IrBuilder *ir, MlirBlock body) {
  const RoundedBuilder *builder = computed->builder;
  bool is_unsigned =
      builder->product->code.steps[builder->product->weights].low >= 0 || computed->zero != 0;
  MlirValue weights = ir_unary(ir, is_unsigned ? "arith.extui" : "arith.extsi", builder->i32,
                               mlirBlockGetArgument(body, 1));
  if (computed->takes_halves) {
    MlirValue shift = mlirBlockGetArgument(body, mlirBlockGetNumArguments(body) - 2);
    weights = ir_binary(ir, "arith.shrui", weights, shift);
    weights = ir_binary(ir, "arith.andi", weights, integer(builder, ir, ROUNDED_HALF_MASK));
  }
  return computed->zero == 0
             ? weights
             : ir_binary(ir, "arith.subi", weights, integer(builder, ir, computed->zero));
}

static MlirValue integer_product(const Computed *computed, IrBuilder *ir, MlirBlock body) {
  MlirValue data =
      ir_unary(ir, "arith.extsi", computed->builder->i32, mlirBlockGetArgument(body, 0));
  return ir_binary(ir, "arith.muli", data, integer_weights(computed, ir, body));
}

static MlirValue build_product(IrBuilder *ir, MlirBlock body, void *user) {
  return ir_binary(ir, "arith.addi", mlirBlockGetArgument(body, 2),
                   integer_product(user, ir, body));
}

static MlirValue multiply(RoundedBuilder *builder, const Data *data) {
  const RoundedProduct *product = builder->product;
  unsigned results = product->parallel | product->outer;
  unsigned loops = results | (product->inner & data->loops);
  MlirAffineMap map = rounded_dims_map(builder, loops, product->loops[1]);
  MlirValue weights;
  if (product->leaf >= 0) {
    const StructuredOperand *leaf = &product->code.leaves[product->leaf].operand;
    weights = leaf->value;
    map = rounded_operand_map(builder, loops, leaf);
  } else {
    weights = computed_weights(builder, 0);
  }
  Computed computed = {.builder = builder};
  TensorGeneric made = rounded_start(builder, build_product, loops, product->inner);
  made.user = &computed;
  rounded_add(&made, data->rounded, rounded_dims_map(builder, loops, data->loops));
  rounded_add(&made, weights, map);
  return rounded_finish(builder, &made, rounded_zeros(builder, results, builder->i32),
                        rounded_dims_map(builder, loops, results));
}

static MlirValue as_float(const RoundedBuilder *builder, MlirValue value) {
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

// The weights of such an op: `value` less `zero`, of a byte each, or of four bits: then a byte has
// two of a group, those of its first half in the lower bits.
typedef struct GroupWeights {
  MlirValue value;
  int64_t zero;
  bool are_halves;
} GroupWeights;

// Data that are kept times the weights, which the scales are multiplied with one after the other,
// as they were.
static MlirValue build_kept(const Computed *computed, IrBuilder *ir, MlirBlock body) {
  const RoundedProduct *product = computed->builder->product;
  MlirValue value = as_float(computed->builder, integer_weights(computed, ir, body));
  for (int i = product->scale_count; i-- > 0;)
    value = ir_binary(ir, "arith.mulf", value, build_step(computed, ir, body, product->scales[i]));
  value = ir_binary(ir, "arith.mulf", mlirBlockGetArgument(body, 0), value);
  return ir_binary(ir, "arith.addf", mlirBlockGetArgument(body, mlirBlockGetNumArguments(body) - 1),
                   value);
}

// Inputs: the data, the weights, the scales of the data where they are rounded, leaves, the shifts
// of halves.
static MlirValue build_group(IrBuilder *ir, MlirBlock body, void *user) {
  const Computed *computed = user;
  if (computed->builder->product->keeps_data)
    return build_kept(computed, ir, body);
  MlirValue integer = integer_product(computed, ir, body);
  return build_scales(computed, ir, body, as_float(computed->builder, integer), 2,
                      mlirBlockGetNumArguments(body) - 1);
}

// A tensor that has the loops within a group as its last dimensions, with those as one, or as two
// halves.
static MlirValue join_group(const RoundedBuilder *builder, unsigned dims, bool splits,
                            MlirValue value) {
  const RoundedProduct *product = builder->product;
  int64_t shape[WORKLOAD_MAX_ITERATORS + 1];
  int parts[WORKLOAD_MAX_ITERATORS], rank = rounded_count_of(dims & ~product->inner);
  for (int d = 0; d < rank; d++)
    parts[d] = 1;
  parts[rank] = rounded_count_of(product->inner);
  rounded_shape_of(builder, dims & ~product->inner, shape);
  shape[rank] = rounded_product_points(product, product->inner);
  if (parts[rank] > 1)
    value = tensor_ops_collapse_parts(builder->ir, value, rank + 1, parts, shape);
  if (!splits)
    return value;
  parts[rank] = 2;
  shape[rank + 1] = shape[rank] / 2;
  shape[rank] = 2;
  return tensor_ops_expand_parts(builder->ir, value, parts, shape);
}

static GroupWeights group_weights(RoundedBuilder *builder) {
  const RoundedProduct *product = builder->product;
  const CodeStep *step = &product->code.steps[product->weights];
  int64_t low = step->low < 0 ? step->low : 0;
  GroupWeights weights = {computed_weights(builder, low), -low, false};
  weights.are_halves = rounded_product_has_halves(product);
  weights.value = join_group(builder, product->loops[1], weights.are_halves, weights.value);
  if (weights.are_halves)
    weights.value = rounded_halves(builder->ir, weights.value);
  return weights;
}

static MlirValue scale_groups(RoundedBuilder *builder, const Data *data) {
  const RoundedProduct *product = builder->product;
  GroupWeights weights = group_weights(builder);
  Computed computed = {
      .builder = builder, .zero = weights.zero, .takes_halves = weights.are_halves};
  // A group has one loop, or one of all bytes and then one of their halves.
  unsigned term = product->inner & -product->inner, half = weights.are_halves ? term << 1 : 0;
  unsigned all = product->parallel | product->outer | term | half;
  TensorGeneric made = rounded_start(builder, build_group, all, product->outer | term | half);
  made.user = &computed;
  rounded_add(&made, join_group(builder, data->loops, weights.are_halves, data->rounded),
              rounded_group_map(builder, all, data->groups, half, term));
  rounded_add(&made, weights.value,
              rounded_group_map(builder, all, product->loops[1] & ~product->inner, 0, term));
  if (!product->keeps_data)
    rounded_add(&made, data->scales, rounded_dims_map(builder, all, data->groups));
  add_leaves(builder, &made, all, product->scale_count, product->scales, computed.arguments);
  if (weights.are_halves)
    rounded_add(&made, rounded_shifts(builder->ir), rounded_dims_map(builder, all, half));
  const StructuredOperand *output = &product->op.operands[product->op.input_count];
  return rounded_finish(builder, &made, output->value, rounded_operand_map(builder, all, output));
}

MlirValue rounded_product_build(IrBuilder *ir, const RoundedProduct *product) {
  RoundedBuilder builder = {.product = product,
                            .ir = ir,
                            .f32 = mlirF32TypeGet(ir->context),
                            .i32 = mlirIntegerTypeGet(ir->context, 32),
                            .i8 = mlirIntegerTypeGet(ir->context, 8)};
  Data data = product->keeps_data ? keep_data(&builder) : round_data(&builder);
  if (product->keeps_data || rounded_product_is_one_op(product))
    return scale_groups(&builder, &data);
  MlirValue sums = multiply(&builder, &data);
  unsigned loops = product->parallel | product->outer;
  Computed computed = {.builder = &builder, .starts = product->outer == 0};
  int steps[ROUNDED_MAX_SCALES + 1], count = 0;
  for (; count < product->scale_count; count++)
    steps[count] = product->scales[count];
  if (product->zero >= 0)
    steps[count++] = product->zero;
  TensorGeneric made = rounded_start(&builder, build_scaled, loops, product->outer);
  made.user = &computed;
  rounded_add(&made, sums, rounded_dims_map(&builder, loops, loops));
  rounded_add(&made, data.scales, rounded_dims_map(&builder, loops, data.groups));
  if (product->zero >= 0)
    rounded_add(&made, data.sums, rounded_dims_map(&builder, loops, data.groups));
  add_leaves(&builder, &made, loops, count, steps, computed.arguments);
  const StructuredOperand *output = &product->op.operands[product->op.input_count];
  MlirValue initial = output->value;
  MlirAffineMap map = rounded_operand_map(&builder, loops, output);
  if (computed.starts) {
    rounded_add(&made, initial, map);
    initial = tensor_ops_empty(ir, output->rank, output->shape, builder.f32);
  }
  return rounded_finish(&builder, &made, initial, map);
}
