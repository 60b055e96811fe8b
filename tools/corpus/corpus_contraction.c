// Matrix products of the corpus.
#include "tools/corpus/corpus_text.h"

static bool has(const CorpusRow *row, CorpusSize size) { return row->size[size] > 0; }

static bool emit_matmul(ModuleText *module, const CorpusRow *row, Tensor *out) {
  int64_t m = row->size[SIZE_m], n = row->size[SIZE_n], k = row->size[SIZE_k];
  if (!has(row, SIZE_m) || !has(row, SIZE_n) || !has(row, SIZE_k))
    return false;
  Tensor a = text_argument(module, (Shape){2, {m, k}});
  Tensor b = text_argument(module, (Shape){2, {k, n}});
  Tensor init = text_fill(module, "0.0", (Shape){2, {m, n}});
  *out = text_named(module, "matmul", "", &a, &b, &init);
  return true;
}

static bool emit_matmul_nt(ModuleText *module, const CorpusRow *row, Tensor *out) {
  int64_t m = row->size[SIZE_m], n = row->size[SIZE_n], k = row->size[SIZE_k];
  if (!has(row, SIZE_m) || !has(row, SIZE_n) || !has(row, SIZE_k))
    return false;
  Tensor inputs[] = {text_argument(module, (Shape){2, {m, k}}),
                     text_argument(module, (Shape){2, {n, k}})};
  Tensor init = text_fill(module, "0.0", (Shape){2, {m, n}});
  *out = text_generic(module, "ppr", "02,12,01", inputs, 2, &init,
                      "%t = arith.mulf %a, %b : $\n%r = arith.addf %out, %t : $");
  return true;
}

static bool emit_batch_matmul(ModuleText *module, const CorpusRow *row, Tensor *out) {
  int64_t b = row->size[SIZE_b], m = row->size[SIZE_m], n = row->size[SIZE_n],
          k = row->size[SIZE_k];
  if (!has(row, SIZE_b) || !has(row, SIZE_m) || !has(row, SIZE_n) || !has(row, SIZE_k))
    return false;
  Tensor left = text_argument(module, (Shape){3, {b, m, k}});
  Tensor right = text_argument(module, (Shape){3, {b, k, n}});
  Tensor init = text_fill(module, "0.0", (Shape){3, {b, m, n}});
  *out = text_named(module, "batch_matmul", "", &left, &right, &init);
  return true;
}

static bool emit_matvec(ModuleText *module, const CorpusRow *row, Tensor *out) {
  int64_t m = row->size[SIZE_m], k = row->size[SIZE_k];
  if (!has(row, SIZE_m) || !has(row, SIZE_k))
    return false;
  Tensor a = text_argument(module, (Shape){2, {m, k}});
  Tensor x = text_argument(module, (Shape){1, {k}});
  Tensor init = text_fill(module, "0.0", (Shape){1, {m}});
  *out = text_named(module, "matvec", "", &a, &x, &init);
  return true;
}

const CorpusKind corpus_contractions[] = {{"matmul", emit_matmul, 1},
                                          {"matmul_nt", emit_matmul_nt, 1},
                                          {"batch_matmul", emit_batch_matmul, 2},
                                          {"matvec", emit_matvec, 0},
                                          {0}};
