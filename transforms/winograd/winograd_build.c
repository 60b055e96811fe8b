// The ops in the place of a convolution: contractions, and an addition where the last tiles reach
// beyond the result. A letter stands for a loop:
//
//   x v  row and column in a tile of a x a elements    e  both in one
//   t s  row and column of the tiles                   i j  of a result in its tile
//   n    image      c  channel      f  filter          w y  column of the image, of the taps
//   k    what is summed             T S  t * m + k and s * m + k
#include "transforms/constant_argument.h"
#include "transforms/fp_mode.h"
#include "transforms/rewrite/tensor_ops.h"
#include "transforms/winograd/winograd.h"

#include "mlir-c/BuiltinAttributes.h"
#include <ctype.h>
#include <string.h>

static const char MARK[] = "autotune.winograd";

typedef struct Builder {
  IrBuilder ir;
  const WinogradConv *conv;
  const WinogradVariant *variant;
  int mark;         // of the ops that are made; -1: none
  int64_t tiles[2]; // rows and columns of them
} Builder;

void winograd_mark(MlirOperation op, int mark) {
  MlirType type = mlirIntegerTypeGet(mlirOperationGetContext(op), 32);
  mlirOperationSetDiscardableAttributeByName(op, ir_string(MARK), mlirIntegerAttrGet(type, mark));
}

int winograd_mark_of(MlirOperation op) {
  MlirAttribute mark = mlirOperationGetDiscardableAttributeByName(op, ir_string(MARK));
  return mlirAttributeIsNull(mark) ? -1 : (int)mlirIntegerAttrGetValueInt(mark);
}

// --- contractions

typedef struct Contraction {
  const char *loops;        // those of the result in its order, then the one that is summed
  const char *left, *right; // where the operands are read
  MlirValue operands[2];
  MlirValue init; // null: zeros of `element`
  MlirType element;
} Contraction;

static int64_t extent_of(const Builder *builder, char letter) {
  const WinogradConv *conv = builder->conv;
  int tile = builder->variant->tile, outputs = builder->variant->outputs;
  switch (letter) {
  case 'x':
  case 'v':
    return tile;
  case 'e':
    return tile * tile;
  case 't':
    return builder->tiles[0];
  case 's':
    return builder->tiles[1];
  case 'i':
  case 'j':
    return outputs;
  case 'w':
    return builder->tiles[1] * outputs + tile - outputs;
  case 'y':
    return WINOGRAD_TAPS;
  case 'n':
    return conv->batch;
  case 'c':
    return conv->channels;
  default:
    return conv->filters;
  }
}

static MlirAffineExpr index_of(Builder *builder, const char *loops, char letter) {
  MlirContext context = builder->ir.context;
  int place = (int)(strchr(loops, tolower(letter)) - loops);
  MlirAffineExpr index = mlirAffineDimExprGet(context, place);
  if (!isupper(letter))
    return index;
  MlirAffineExpr step = mlirAffineConstantExprGet(context, builder->variant->outputs);
  return mlirAffineAddExprGet(mlirAffineMulExprGet(index, step), index_of(builder, loops, 'k'));
}

static MlirAffineMap map_of(Builder *builder, const char *loops, const char *letters, int rank) {
  MlirAffineExpr indices[WORKLOAD_MAX_RANK];
  for (int d = 0; d < rank; d++)
    indices[d] = index_of(builder, loops, letters[d]);
  return mlirAffineMapGet(builder->ir.context, (int)strlen(loops), 0, rank, indices);
}

static int shape_of(const Builder *builder, const char *letters, int rank, int64_t *out_shape) {
  for (int d = 0; d < rank; d++)
    out_shape[d] = extent_of(builder, letters[d]);
  return rank;
}

// Says of a new op what is known of the convolution.
static MlirValue note(const Builder *builder, MlirValue value) {
  MlirOperation op = mlirOpResultGetOwner(value);
  fp_mode_copy(builder->conv->op, op);
  if (builder->mark >= 0)
    winograd_mark(op, builder->mark);
  return value;
}

static MlirValue contract(Builder *builder, const Contraction *contraction) {
  const char *loops = contraction->loops;
  int count = (int)strlen(loops);
  int64_t shape[WORKLOAD_MAX_RANK];
  TensorGeneric generic = {.body = TENSOR_BODY_MULTIPLY,
                           .loop_count = count,
                           .reductions = 1u << (count - 1),
                           .input_count = 2,
                           .operands = {contraction->operands[0], contraction->operands[1]}};
  generic.maps[0] = map_of(builder, loops, contraction->left, (int)strlen(contraction->left));
  generic.maps[1] = map_of(builder, loops, contraction->right, (int)strlen(contraction->right));
  generic.maps[2] = map_of(builder, loops, loops, count - 1);
  shape_of(builder, loops, count - 1, shape);
  generic.operands[2] = mlirValueIsNull(contraction->init)
                            ? tensor_ops_zeros(&builder->ir, count - 1, shape, contraction->element)
                            : contraction->init;
  return note(builder, tensor_ops_generic(&builder->ir, &generic));
}

// A matrix of the variant.
static MlirValue matrix(Builder *builder, const double *values, int rows, int columns,
                        MlirType element) {
  int64_t shape[2] = {rows, columns};
  MlirType type = mlirRankedTensorTypeGet(2, shape, element, mlirAttributeGetNull());
  float rounded[WINOGRAD_MAX_TILE * WINOGRAD_MAX_TILE];
  for (int i = 0; i < rows * columns; i++)
    rounded[i] = (float)values[i];
  return ir_constant(&builder->ir, type,
                     mlirTypeIsAF64(element)
                         ? mlirDenseElementsAttrDoubleGet(type, rows * columns, values)
                         : mlirDenseElementsAttrFloatGet(type, rows * columns, rounded));
}

static MlirType single(const Builder *builder) { return mlirF32TypeGet(builder->ir.context); }

// --- the weights

static MlirValue round_weights(Builder *builder, MlirValue exact) {
  int64_t shape[WINOGRAD_RANK];
  MlirAffineMap identity = mlirAffineMapMultiDimIdentityGet(builder->ir.context, WINOGRAD_RANK);
  shape_of(builder, "xvcf", WINOGRAD_RANK, shape);
  TensorGeneric copy = {.body = TENSOR_BODY_COPY,
                        .loop_count = WINOGRAD_RANK,
                        .input_count = 1,
                        .maps = {identity, identity}};
  copy.operands[0] = exact;
  copy.operands[1] = tensor_ops_empty(&builder->ir, WINOGRAD_RANK, shape, single(builder));
  return note(builder, tensor_ops_generic(&builder->ir, &copy));
}

// G w G^T, in double precision.
static MlirValue transform_weights(Builder *builder) {
  static const char letters[] = {'f', 'k', 'y', 'c'};
  char weights[WINOGRAD_RANK + 1] = {0};
  for (int d = 0; d < WINOGRAD_RANK; d++)
    weights[d] = letters[builder->conv->weights_dims[d]];
  MlirType element = mlirF64TypeGet(builder->ir.context);
  const WinogradVariant *variant = builder->variant;
  MlirValue filter = matrix(builder, variant->filter, variant->tile, WINOGRAD_TAPS, element);
  Contraction rows = {.loops = "xycfk",
                      .left = "xk",
                      .right = weights,
                      .operands = {filter, builder->conv->weights},
                      .element = element};
  Contraction columns = {.loops = "xvcfk",
                         .left = "vk",
                         .right = "xkcf",
                         .operands = {filter, contract(builder, &rows)},
                         .element = element};
  return round_weights(builder, contract(builder, &columns));
}

// e x c x f, known to be constant. What makes it is not run at every call, and has no mark.
static MlirValue build_weights(Builder *builder, bool folds_weights) {
  static const bool is_joined[3] = {true};
  int64_t shape[WINOGRAD_RANK];
  int mark = builder->mark;
  MlirAttribute folded = {NULL};
  if (folds_weights)
    folded = winograd_fold_weights(builder->conv, builder->variant);
  if (!mlirAttributeIsNull(folded))
    return ir_constant(&builder->ir, mlirAttributeGetType(folded), folded);
  builder->mark = -1;
  MlirValue value = transform_weights(builder);
  builder->mark = mark;
  value = tensor_ops_collapse(&builder->ir, value, 3, is_joined,
                              (shape_of(builder, "ecf", 3, shape), shape));
  constant_result_mark(mlirOpResultGetOwner(value));
  return value;
}

// --- the image

static bool is_zero(MlirValue value) {
  if (mlirValueIsNull(value) || !mlirValueIsAOpResult(value) ||
      !ir_op_is(mlirOpResultGetOwner(value), "arith.constant"))
    return false;
  MlirAttribute number =
      mlirOperationGetAttributeByName(mlirOpResultGetOwner(value), ir_string("value"));
  return mlirAttributeIsAFloat(number) && mlirFloatAttrGetValueDouble(number) == 0;
}

// The image with zeros to whole tiles; where there are zeros around it already, all at once.
static MlirValue build_image(Builder *builder) {
  const WinogradConv *conv = builder->conv;
  int64_t low[WINOGRAD_RANK] = {0}, high[WINOGRAD_RANK] = {0};
  const int64_t result[2] = {conv->rows, conv->columns};
  for (int d = 0; d < WINOGRAD_RANK; d++)
    if (conv->image_dims[d] == WINOGRAD_ROW || conv->image_dims[d] == WINOGRAD_COLUMN) {
      int window = conv->image_dims[d] == WINOGRAD_COLUMN;
      high[d] = builder->tiles[window] * builder->variant->outputs - result[window];
    }
  StructuredOp pad;
  bool is_padded = mlirValueIsAOpResult(conv->image) &&
                   structured_op_read(mlirOpResultGetOwner(conv->image), &pad) == STATUS_OK &&
                   pad.is_pad && is_zero(pad.pad_value);
  if (!is_padded)
    return tensor_ops_pad(&builder->ir, conv->image, low, high);
  const StructuredOperand *source = &pad.operands[0];
  for (int d = 0; d < WINOGRAD_RANK; d++) {
    low[d] = -source->index[d].constant;
    high[d] += pad.operands[1].shape[d] - low[d] - source->shape[d];
  }
  return tensor_ops_pad(&builder->ir, source->value, low, high);
}

// x x v x n x t x s x c: B^T d B of every tile.
static MlirValue transform_image(Builder *builder) {
  static const char letters[] = {'n', 'T', 'w', 'c'};
  const WinogradVariant *variant = builder->variant;
  char image[WINOGRAD_RANK + 1] = {0};
  for (int d = 0; d < WINOGRAD_RANK; d++)
    image[d] = letters[builder->conv->image_dims[d]];
  MlirType element = single(builder);
  MlirValue input = matrix(builder, variant->input, variant->tile, variant->tile, element);
  Contraction rows = {.loops = "xntwck",
                      .left = "xk",
                      .right = image,
                      .operands = {input, build_image(builder)},
                      .element = element};
  Contraction columns = {.loops = "xvntsck",
                         .left = "vk",
                         .right = "xntSc",
                         .operands = {input, contract(builder, &rows)},
                         .element = element};
  return contract(builder, &columns);
}

// --- products and result

// x x v x n x t x s x f
static MlirValue build_products(Builder *builder, MlirValue image, MlirValue weights) {
  static const bool is_joined[5] = {true};
  int64_t shape[WORKLOAD_MAX_RANK];
  shape_of(builder, "entsc", 5, shape);
  Contraction products = {.loops = "entsfc", .left = "entsc", .right = "ecf"};
  products.operands[0] = tensor_ops_collapse(&builder->ir, image, 5, is_joined, shape);
  products.operands[1] = weights;
  products.element = single(builder);
  MlirValue value = contract(builder, &products);
  shape_of(builder, "xvntsf", 6, shape);
  return tensor_ops_expand(&builder->ir, value, is_joined, shape);
}

// The loops of the result, every one of its two dimensions of places being tiles and results in a
// tile; then k.
static void result_loops(const Builder *builder, char *loops, bool *is_split) {
  static const char *const letters[] = {"n", "ti", "sj", "f"};
  loops[0] = '\0';
  for (int d = 0; d < WINOGRAD_RANK; d++) {
    WinogradDim dim = builder->conv->result_dims[d];
    is_split[d] = dim == WINOGRAD_ROW || dim == WINOGRAD_COLUMN;
    strcat(loops, letters[dim]);
  }
  strcat(loops, "k");
}

// A^T p A of every tile, added to `init`.
static MlirValue transform_products(Builder *builder, MlirValue products, const char *loops,
                                    MlirValue init) {
  const WinogradVariant *variant = builder->variant;
  MlirType element = single(builder);
  MlirValue output = matrix(builder, variant->output, variant->outputs, variant->tile, element);
  Contraction rows = {.loops = "ivntsfk",
                      .left = "ik",
                      .right = "kvntsf",
                      .operands = {output, products},
                      .element = element};
  Contraction columns = {.loops = loops,
                         .left = "jk",
                         .right = "ikntsf",
                         .operands = {output, contract(builder, &rows)},
                         .init = init,
                         .element = element};
  return contract(builder, &columns);
}

static MlirValue add(Builder *builder, MlirValue value, MlirValue init) {
  MlirAffineMap identity = mlirAffineMapMultiDimIdentityGet(builder->ir.context, WINOGRAD_RANK);
  TensorGeneric sum = {.body = TENSOR_BODY_ADD,
                       .loop_count = WINOGRAD_RANK,
                       .input_count = 1,
                       .operands = {value, init},
                       .maps = {identity, identity}};
  return note(builder, tensor_ops_generic(&builder->ir, &sum));
}

static MlirValue build_result(Builder *builder, MlirValue products) {
  const WinogradConv *conv = builder->conv;
  char loops[WORKLOAD_MAX_RANK];
  bool is_split[WINOGRAD_RANK], is_whole = true;
  int64_t split[WORKLOAD_MAX_RANK], whole[WINOGRAD_RANK], sizes[WINOGRAD_RANK];
  int64_t offsets[WINOGRAD_RANK] = {0};
  result_loops(builder, loops, is_split);
  shape_of(builder, loops, (int)strlen(loops) - 1, split);
  for (int d = 0; d < WINOGRAD_RANK; d++) {
    int window = conv->result_dims[d] == WINOGRAD_COLUMN;
    sizes[d] = whole[d] = mlirShapedTypeGetDimSize(mlirValueGetType(conv->init), d);
    if (is_split[d])
      whole[d] = builder->tiles[window] * builder->variant->outputs;
    is_whole &= whole[d] == sizes[d];
  }
  MlirValue init = {NULL};
  if (is_whole)
    init = tensor_ops_expand(&builder->ir, conv->init, is_split, split);
  MlirValue value = transform_products(builder, products, loops, init);
  value = tensor_ops_collapse(&builder->ir, value, WINOGRAD_RANK, is_split, whole);
  if (is_whole)
    return value;
  return add(builder, tensor_ops_slice(&builder->ir, value, offsets, sizes), conv->init);
}

void winograd_replace(const WinogradConv *conv, const WinogradVariant *variant, int mark,
                      bool folds_weights) {
  Builder builder = {.conv = conv, .variant = variant, .mark = mark};
  builder.tiles[0] = (conv->rows + variant->outputs - 1) / variant->outputs;
  builder.tiles[1] = (conv->columns + variant->outputs - 1) / variant->outputs;
  ir_start(&builder.ir, conv->op, mlirOperationGetLocation(conv->op));
  MlirValue weights = build_weights(&builder, folds_weights);
  MlirValue products = build_products(&builder, transform_image(&builder), weights);
  MlirValue result = build_result(&builder, products);
  ir_finish(&builder.ir);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(conv->op, 0), result);
  tensor_ops_erase_dead(conv->op);
}
