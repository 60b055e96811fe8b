// Convolutions and poolings of the corpus: padding as an op of its own, the bias as initial value.
#include "tools/corpus/corpus_text.h"

#include <string.h>

// What an op over windows does with them.
typedef enum WindowKind { CONVOLVES, SUMS, TAKES_MAXIMA } WindowKind;

// Where its dimensions are; -1: it has none of that name.
typedef struct Layout {
  const char *op;
  int rank;                   // of image and result
  int channel, height, width; // in image and result
  int filter_rank;
  int filter_out, filter_in, filter_height, filter_width;
  WindowKind kind;
} Layout;

static int64_t filter_extent(const CorpusRow *row, CorpusSize size) {
  int64_t dilation = row->size[SIZE_d] ? row->size[SIZE_d] : 1;
  return dilation * (row->size[size] - 1) + 1;
}

// Size of the result along one axis; below 1 when the window does not fit.
static int64_t result_size(const CorpusRow *row, CorpusSize image, CorpusSize filter,
                           CorpusSize pad) {
  int64_t room = row->size[image] + 2 * row->size[pad] - filter_extent(row, filter);
  return row->size[filter] < 1 || row->size[SIZE_s] < 1 || room < 0 ? 0
                                                                    : room / row->size[SIZE_s] + 1;
}

static void put(Shape *shape, int place, int64_t size) {
  if (place >= 0)
    shape->dims[place] = size;
}

static Tensor bias_or_zero(ModuleText *module, const CorpusRow *row, Shape shape, int channel) {
  if (!corpus_has_bias(row))
    return text_fill(module, "0.0", shape);
  Tensor bias = text_argument(module, (Shape){1, {shape.dims[channel]}});
  return text_broadcast(module, &bias, shape, channel);
}

static void print_attributes(const CorpusRow *row, int axes, char *text, size_t size) {
  snprintf(text, size,
           " {dilations = dense<%lld> : vector<%dxi64>, strides = dense<%lld> : vector<%dxi64>}",
           (long long)(row->size[SIZE_d] ? row->size[SIZE_d] : 1), axes,
           (long long)row->size[SIZE_s], axes);
}

static bool emit(ModuleText *module, const CorpusRow *row, const Layout *layout, Tensor *out) {
  int64_t channels = row->size[SIZE_c],
          filters = layout->filter_out < 0 ? channels : row->size[SIZE_f];
  bool has_height = layout->height >= 0;
  int64_t height = has_height ? result_size(row, SIZE_h, SIZE_kh, SIZE_ph) : 1;
  int64_t width = result_size(row, SIZE_w, SIZE_kw, SIZE_pw);
  if (height < 1 || width < 1 || channels < 1 || filters < 1)
    return false;
  Shape image = {layout->rank, {row->size[SIZE_n]}}, result = image;
  Shape filter = {layout->filter_rank, {0}};
  int64_t pads[TENSOR_MAX_RANK] = {0};
  char attributes[128];
  put(&image, layout->channel, channels);
  put(&image, layout->height, row->size[SIZE_h]);
  put(&image, layout->width, row->size[SIZE_w]);
  put(&filter, layout->filter_out, filters);
  put(&filter, layout->filter_in, channels);
  put(&filter, layout->filter_height, row->size[SIZE_kh]);
  put(&filter, layout->filter_width, row->size[SIZE_kw]);
  put(&result, layout->channel, filters);
  put(&result, layout->height, height);
  put(&result, layout->width, width);
  if (has_height)
    pads[layout->height] = row->size[SIZE_ph];
  pads[layout->width] = row->size[SIZE_pw];
  bool convolves = layout->kind == CONVOLVES;
  const char *start = layout->kind == TAKES_MAXIMA ? text_lowest(module) : "0.0";
  Tensor data = text_argument(module, image);
  Tensor window = convolves ? text_argument(module, filter) : text_empty(module, filter);
  Tensor init = convolves ? bias_or_zero(module, row, result, layout->channel)
                          : text_fill(module, start, result);
  Tensor padded = text_pad(module, &data, pads, start);
  print_attributes(row, has_height ? 2 : 1, attributes, sizeof attributes);
  *out = text_named(module, layout->op, attributes, &padded, &window, &init);
  return true;
}

#define LAYOUT(function, ...)                                                                      \
  static bool function(ModuleText *module, const CorpusRow *row, Tensor *out) {                    \
    static const Layout layout = {__VA_ARGS__};                                                    \
    return emit(module, row, &layout, out);                                                        \
  }
LAYOUT(emit_nchw, "conv_2d_nchw_fchw", 4, 1, 2, 3, 4, 0, 1, 2, 3, CONVOLVES)
LAYOUT(emit_nhwc_hwcf, "conv_2d_nhwc_hwcf", 4, 3, 1, 2, 4, 3, 2, 0, 1, CONVOLVES)
LAYOUT(emit_nhwc_fhwc, "conv_2d_nhwc_fhwc", 4, 3, 1, 2, 4, 0, 3, 1, 2, CONVOLVES)
LAYOUT(emit_ncw, "conv_1d_ncw_fcw", 3, 1, -1, 2, 3, 0, 1, -1, 2, CONVOLVES)
LAYOUT(emit_nwc, "conv_1d_nwc_wcf", 3, 2, -1, 1, 3, 2, 1, -1, 0, CONVOLVES)
LAYOUT(emit_depthwise_nchw, "depthwise_conv_2d_nchw_chw", 4, 1, 2, 3, 3, -1, 0, 1, 2, CONVOLVES)
LAYOUT(emit_depthwise_nhwc, "depthwise_conv_2d_nhwc_hwc", 4, 3, 1, 2, 3, -1, 2, 0, 1, CONVOLVES)
LAYOUT(emit_max_nchw, "pooling_nchw_max", 4, 1, 2, 3, 2, -1, -1, 0, 1, TAKES_MAXIMA)
LAYOUT(emit_sum_nchw, "pooling_nchw_sum", 4, 1, 2, 3, 2, -1, -1, 0, 1, SUMS)
LAYOUT(emit_max_nhwc, "pooling_nhwc_max", 4, 3, 1, 2, 2, -1, -1, 0, 1, TAKES_MAXIMA)
LAYOUT(emit_sum_nhwc, "pooling_nhwc_sum", 4, 3, 1, 2, 2, -1, -1, 0, 1, SUMS)
#undef LAYOUT

// Channels come as groups x channels of a group.
static bool emit_grouped(ModuleText *module, const CorpusRow *row, Tensor *out) {
  int64_t groups = row->size[SIZE_g], kh = row->size[SIZE_kh], kw = row->size[SIZE_kw];
  int64_t height = result_size(row, SIZE_h, SIZE_kh, SIZE_ph);
  int64_t width = result_size(row, SIZE_w, SIZE_kw, SIZE_pw);
  if (groups < 1 || row->size[SIZE_c] % groups || row->size[SIZE_f] % groups || height < 1 ||
      width < 1)
    return false;
  int64_t c = row->size[SIZE_c] / groups, f = row->size[SIZE_f] / groups;
  int64_t pads[TENSOR_MAX_RANK] = {0, 0, 0, row->size[SIZE_ph], row->size[SIZE_pw]};
  char attributes[128];
  Tensor data = text_argument(
      module, (Shape){5, {row->size[SIZE_n], groups, c, row->size[SIZE_h], row->size[SIZE_w]}});
  Tensor weights = text_argument(module, (Shape){5, {groups, f, c, kh, kw}});
  Shape result = {5, {row->size[SIZE_n], groups, f, height, width}};
  Tensor init = text_fill(module, "0.0", result);
  if (corpus_has_bias(row)) {
    Tensor bias = text_argument(module, (Shape){2, {groups, f}});
    init = text_map(module, "12,01234", &bias, 1, result, "%r = arith.addf %a, {0.0} : $");
  }
  Tensor padded = text_pad(module, &data, pads, "0.0");
  print_attributes(row, 2, attributes, sizeof attributes);
  *out = text_named(module, "conv_2d_ngchw_gfchw", attributes, &padded, &weights, &init);
  return true;
}

const CorpusKind corpus_convolutions[] = {{"conv_nchw", emit_nchw, 1},
                                          {"conv_nhwc_hwcf", emit_nhwc_hwcf, 3},
                                          {"conv_nhwc_fhwc", emit_nhwc_fhwc, 3},
                                          {"conv_1d_ncw", emit_ncw, 1},
                                          {"conv_1d_nwc", emit_nwc, 2},
                                          {"conv_grouped_nchw", emit_grouped, 2},
                                          {"depthwise_nchw", emit_depthwise_nchw, 1},
                                          {"depthwise_nhwc", emit_depthwise_nhwc, 3},
                                          {0}};

const CorpusKind corpus_poolings[] = {{"pool_max_nchw", emit_max_nchw, 1},
                                      {"pool_sum_nchw", emit_sum_nchw, 1},
                                      {"pool_max_nhwc", emit_max_nhwc, 3},
                                      {"pool_sum_nhwc", emit_sum_nhwc, 3},
                                      {0}};
