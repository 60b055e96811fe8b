// Poolings of the corpus.
#include "tools/corpus_text.h"

static bool emit(ModuleText *module, const CorpusRow *row, const char *op, bool is_max,
                 bool channels_last, Tensor *out) {
  int64_t kh = row->size[SIZE_kh], kw = row->size[SIZE_kw], s = row->size[SIZE_s];
  int64_t rest_h = row->size[SIZE_h] + 2 * row->size[SIZE_ph] - kh;
  int64_t rest_w = row->size[SIZE_w] + 2 * row->size[SIZE_pw] - kw;
  if (kh < 1 || kw < 1 || s < 1 || rest_h < 0 || rest_w < 0 || row->size[SIZE_c] < 1)
    return false;
  int channel = channels_last ? 3 : 1, height = channels_last ? 1 : 2, width = height + 1;
  Shape image = {4, {row->size[SIZE_n]}}, result = image;
  int64_t pads[TENSOR_MAX_RANK] = {0};
  char attributes[128];
  image.dims[channel] = result.dims[channel] = row->size[SIZE_c];
  image.dims[height] = row->size[SIZE_h];
  image.dims[width] = row->size[SIZE_w];
  result.dims[height] = rest_h / s + 1;
  result.dims[width] = rest_w / s + 1;
  pads[height] = row->size[SIZE_ph];
  pads[width] = row->size[SIZE_pw];
  const char *start = is_max ? text_lowest(module) : "0.0";
  Tensor data = text_argument(module, image);
  Tensor padded = text_pad(module, &data, pads, start);
  Tensor window = text_empty(module, (Shape){2, {kh, kw}});
  Tensor init = text_fill(module, start, result);
  snprintf(attributes, sizeof attributes,
           " {dilations = dense<1> : vector<2xi64>, strides = dense<%lld> : vector<2xi64>}",
           (long long)s);
  *out = text_named(module, op, attributes, &padded, &window, &init);
  return true;
}

static bool emit_max_nchw(ModuleText *module, const CorpusRow *row, Tensor *out) {
  return emit(module, row, "pooling_nchw_max", true, false, out);
}

static bool emit_sum_nchw(ModuleText *module, const CorpusRow *row, Tensor *out) {
  return emit(module, row, "pooling_nchw_sum", false, false, out);
}

static bool emit_max_nhwc(ModuleText *module, const CorpusRow *row, Tensor *out) {
  return emit(module, row, "pooling_nhwc_max", true, true, out);
}

static bool emit_sum_nhwc(ModuleText *module, const CorpusRow *row, Tensor *out) {
  return emit(module, row, "pooling_nhwc_sum", false, true, out);
}

const CorpusKind corpus_poolings[] = {{"pool_max_nchw", emit_max_nchw, 1},
                                      {"pool_sum_nchw", emit_sum_nchw, 1},
                                      {"pool_max_nhwc", emit_max_nhwc, 3},
                                      {"pool_sum_nhwc", emit_sum_nhwc, 3},
                                      {0}};
