// Ops of the corpus without a reduction: chains of elementwise ops, transposes.
#include "tools/corpus/corpus_text.h"

#include <string.h>

// The fused ops are all there is: the value itself is the argument.
static bool emit_map(ModuleText *module, const CorpusRow *row, Tensor *out) {
  Shape shape = {4, {row->size[SIZE_n], row->size[SIZE_a], row->size[SIZE_b], row->size[SIZE_c]}};
  for (int d = 0; d < shape.rank; d++)
    if (shape.dims[d] < 1)
      return false;
  if (!row->fused[0])
    return false;
  *out = text_argument(module, shape);
  return true;
}

// The digits at the end of the kind are the permutation.
static bool emit_transpose(ModuleText *module, const CorpusRow *row, Tensor *out) {
  const char *digits = strrchr(row->kind, '_') + 1;
  Shape shape = {(int)strlen(digits), {row->size[SIZE_a], row->size[SIZE_b], row->size[SIZE_c]}};
  for (int d = 0; d < shape.rank; d++)
    if (shape.dims[d] < 1)
      return false;
  Tensor input = text_argument(module, shape);
  *out = text_transpose(module, &input, digits);
  return true;
}

const CorpusKind corpus_maps[] = {{"map", emit_map, 1},
                                  {"transpose_10", emit_transpose, 0},
                                  {"transpose_102", emit_transpose, 0},
                                  {"transpose_120", emit_transpose, 0},
                                  {0}};
