// Weights of the module, transformed while compiling.
#include "transforms/winograd/winograd.h"

#include "transforms/constant_shim.h"
#include "transforms/extract/extract.h"
#include "transforms/rewrite/constant_values.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

typedef struct Weights {
  const WinogradConv *conv;
  const WinogradVariant *variant;
  const float *values;
  int64_t strides[WINOGRAD_RANK]; // by WinogradDim; all 0 for a splat
} Weights;

// G w G^T of one pair of channels, written `step` elements apart.
static void transform(const Weights *weights, const float *taps, float *to, int64_t step) {
  int tile = weights->variant->tile;
  const double *filter = weights->variant->filter;
  double rows[WINOGRAD_MAX_TILE][WINOGRAD_TAPS];
  for (int x = 0; x < tile; x++)
    for (int column = 0; column < WINOGRAD_TAPS; column++) {
      rows[x][column] = 0;
      for (int k = 0; k < WINOGRAD_TAPS; k++)
        rows[x][column] += filter[x * WINOGRAD_TAPS + k] *
                           (double)taps[k * weights->strides[WINOGRAD_ROW] +
                                        column * weights->strides[WINOGRAD_COLUMN]];
    }
  for (int x = 0; x < tile; x++)
    for (int v = 0; v < tile; v++) {
      double sum = 0;
      for (int k = 0; k < WINOGRAD_TAPS; k++)
        sum += filter[v * WINOGRAD_TAPS + k] * rows[x][k];
      to[(x * tile + v) * step] = (float)sum;
    }
}

static void fill(void *data, void *user) {
  const Weights *weights = user;
  int64_t channels = weights->conv->channels, filters = weights->conv->filters;
  for (int64_t c = 0; c < channels; c++)
    for (int64_t f = 0; f < filters; f++)
      transform(weights,
                weights->values + c * weights->strides[WINOGRAD_CHANNEL] +
                    f * weights->strides[WINOGRAD_BATCH],
                (float *)data + c * filters + f, channels * filters);
}

bool winograd_weights_are_known(MlirValue weights, MlirBlock block) {
  const void *data;
  bool is_splat;
  MlirValue origin = constant_values_origin(weights);
  bool is_of_module = ir_is_made_by(origin, "arith.constant");
  return value_is_constant(weights, block) &&
         (!is_of_module || constant_values_get(weights, &data, &is_splat));
}

MlirAttribute winograd_fold_weights(const WinogradConv *conv, const WinogradVariant *variant) {
  const void *data;
  bool is_splat;
  if (!constant_values_get(conv->weights, &data, &is_splat))
    return mlirAttributeGetNull();
  Weights weights = {.conv = conv, .variant = variant, .values = data};
  int64_t stride = 1, area = (int64_t)variant->tile * variant->tile;
  for (int d = WINOGRAD_RANK; d-- > 0 && !is_splat;) {
    weights.strides[conv->weights_dims[d]] = stride;
    stride *= mlirShapedTypeGetDimSize(mlirValueGetType(conv->weights), d);
  }
  int64_t shape[3] = {area, conv->channels, conv->filters};
  MlirType type = mlirRankedTensorTypeGet(
      3, shape, mlirF32TypeGet(mlirOperationGetContext(conv->op)), mlirAttributeGetNull());
  size_t size = (size_t)(area * conv->channels * conv->filters) * sizeof(float);
  return constant_make_resource(type, "winograd", size, fill, &weights);
}
