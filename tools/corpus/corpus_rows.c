// Reductions of the corpus, and what is built around them: softmax, layer norm, means.
#include "tools/corpus/corpus_text.h"

static bool emit_reduction(ModuleText *module, const CorpusRow *row, const char *maps, bool is_max,
                           bool over_rows, Tensor *out) {
  int64_t m = row->size[SIZE_m], n = row->size[SIZE_n];
  if (m < 1 || n < 1)
    return false;
  Tensor input = text_argument(module, (Shape){2, {m, n}});
  Tensor init =
      text_fill(module, is_max ? text_lowest(module) : "0.0", (Shape){1, {over_rows ? n : m}});
  *out = text_generic(module, over_rows ? "rp" : "pr", maps, &input, 1, &init,
                      is_max ? "%r = arith.maximumf %a, %out : $" : "%r = arith.addf %a, %out : $");
  return true;
}

static bool emit_sum_rows(ModuleText *module, const CorpusRow *row, Tensor *out) {
  return emit_reduction(module, row, "01,0", false, false, out);
}

static bool emit_max_rows(ModuleText *module, const CorpusRow *row, Tensor *out) {
  return emit_reduction(module, row, "01,0", true, false, out);
}

static bool emit_sum_columns(ModuleText *module, const CorpusRow *row, Tensor *out) {
  return emit_reduction(module, row, "01,1", false, true, out);
}

// The factor is not one over the size: only the time matters.
static bool emit_mean(ModuleText *module, const CorpusRow *row, bool channels_last, Tensor *out) {
  int64_t c = row->size[SIZE_c], h = row->size[SIZE_h], w = row->size[SIZE_w];
  if (c < 1 || h < 1 || w < 1)
    return false;
  Shape shape = channels_last ? (Shape){3, {h, w, c}} : (Shape){3, {c, h, w}};
  Shape result = {1, {c}};
  Tensor input = text_argument(module, shape), init = text_fill(module, "0.0", result);
  Tensor sum =
      text_generic(module, channels_last ? "rrp" : "prr", channels_last ? "012,2" : "012,0", &input,
                   1, &init, "%r = arith.addf %a, %out : $");
  *out = text_map(module, "0,0", &sum, 1, result, "%r = arith.mulf %a, {0.02} : $");
  return true;
}

static bool emit_mean_nchw(ModuleText *module, const CorpusRow *row, Tensor *out) {
  return emit_mean(module, row, false, out);
}

static bool emit_mean_nhwc(ModuleText *module, const CorpusRow *row, Tensor *out) {
  return emit_mean(module, row, true, out);
}

static bool emit_softmax(ModuleText *module, const CorpusRow *row, Tensor *out) {
  int64_t m = row->size[SIZE_m], n = row->size[SIZE_n];
  if (m < 1 || n < 1)
    return false;
  Shape shape = {2, {m, n}}, rows = {1, {m}};
  Tensor input = text_argument(module, shape);
  Tensor lowest = text_fill(module, text_lowest(module), rows);
  Tensor largest =
      text_generic(module, "pr", "01,0", &input, 1, &lowest, "%r = arith.maximumf %a, %out : $");
  Tensor shifted[] = {input, largest};
  Tensor power = text_map(module, "01,0,01", shifted, 2, shape,
                          "%s = arith.subf %a, %b : $\n%r = math.exp %s : $");
  Tensor zero = text_fill(module, "0.0", rows);
  Tensor total =
      text_generic(module, "pr", "01,0", &power, 1, &zero, "%r = arith.addf %a, %out : $");
  Tensor quotient[] = {power, total};
  *out = text_map(module, "01,0,01", quotient, 2, shape, "%r = arith.divf %a, %b : $");
  return true;
}

static Tensor row_mean(ModuleText *module, const Tensor *input, Shape rows) {
  Tensor zero = text_fill(module, "0.0", rows);
  Tensor sum = text_generic(module, "pr", "01,0", input, 1, &zero, "%r = arith.addf %a, %out : $");
  return text_map(module, "0,0", &sum, 1, rows, "%r = arith.mulf %a, {0.01} : $");
}

static bool emit_layer_norm(ModuleText *module, const CorpusRow *row, Tensor *out) {
  int64_t m = row->size[SIZE_m], n = row->size[SIZE_n];
  if (m < 1 || n < 1)
    return false;
  Shape shape = {2, {m, n}}, rows = {1, {m}}, columns = {1, {n}};
  Tensor input = text_argument(module, shape);
  Tensor centring[] = {input, row_mean(module, &input, rows)};
  Tensor centred = text_map(module, "01,0,01", centring, 2, shape, "%r = arith.subf %a, %b : $");
  Tensor square = text_map(module, "01,01", &centred, 1, shape, "%r = arith.mulf %a, %a : $");
  Tensor variance = row_mean(module, &square, rows);
  Tensor inverse = text_map(module, "0,0", &variance, 1, rows,
                            "%s = arith.addf %a, {0.00001} : $\n%r = math.rsqrt %s : $");
  Tensor scaling[] = {centred, inverse, text_argument(module, columns)};
  Tensor scaled = text_map(module, "01,0,1,01", scaling, 3, shape,
                           "%s = arith.mulf %a, %b : $\n%r = arith.mulf %s, %c : $");
  Tensor shifting[] = {scaled, text_argument(module, columns)};
  *out = text_map(module, "01,1,01", shifting, 2, shape, "%r = arith.addf %a, %b : $");
  return true;
}

const CorpusKind corpus_row_kinds[] = {
    {"sum_rows", emit_sum_rows, 0},         {"max_rows", emit_max_rows, 0},
    {"sum_columns", emit_sum_columns, 0},   {"mean_image_nchw", emit_mean_nchw, 0},
    {"mean_image_nhwc", emit_mean_nhwc, 0}, {"softmax", emit_softmax, 1},
    {"layer_norm", emit_layer_norm, 1},     {0}};
