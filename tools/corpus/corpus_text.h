// Corpus text: writes the modules of the corpus. One function on tensors of one element type;
// values are numbered as they come.
#ifndef AUTOTUNE_TOOLS_CORPUS_CORPUS_TEXT_H
#define AUTOTUNE_TOOLS_CORPUS_CORPUS_TEXT_H

#include "tools/corpus/corpus.h"
#include <stdbool.h>
#include <stdio.h>

enum { TENSOR_MAX_RANK = 6 };

typedef struct Shape {
  int rank;
  int64_t dims[TENSOR_MAX_RANK];
} Shape;

typedef struct Tensor {
  char name[16]; // "%arg0", "%12"
  Shape shape;
} Tensor;

typedef struct ModuleText {
  const char *type; // of the elements
  FILE *arguments, *body;
  int argument_count, value_count;
} ModuleText;

// One op of the corpus, in the file of its family.
typedef struct CorpusKind {
  const char *name;
  // Writes the op and returns its result; false when the sizes do not fit.
  bool (*emit)(ModuleText *module, const CorpusRow *row, Tensor *out_result);
  int channel; // dimension of the result that a bias or scale belongs to
} CorpusKind;

// The kinds of one file each, ended by a row without a name.
extern const CorpusKind corpus_contractions[], corpus_convolutions[], corpus_poolings[],
    corpus_row_kinds[], corpus_maps[];

// Whether a bias is the first of the fused ops.
bool corpus_has_bias(const CorpusRow *row);

// Adds an argument to the function.
Tensor text_argument(ModuleText *module, Shape shape);
Tensor text_empty(ModuleText *module, Shape shape);
// `number` is the text of a constant: "0.0", "0xFF800000".
Tensor text_fill(ModuleText *module, const char *number, Shape shape);
// The lowest number of the type.
const char *text_lowest(const ModuleText *module);
// Pads `amount[d]` on both sides of dimension d; nothing to pad gives the tensor itself.
Tensor text_pad(ModuleText *module, const Tensor *from, const int64_t *amount, const char *number);
// A tensor of the shape whose values along `dimension` are those of the vector.
Tensor text_broadcast(ModuleText *module, const Tensor *vector, Shape shape, int dimension);
// Dimension d of the result is dimension digits[d] of the tensor.
Tensor text_transpose(ModuleText *module, const Tensor *from, const char *digits);
// A named op: "linalg.NAME ATTRIBUTES ins(a, b) outs(init)"; b may be NULL.
Tensor text_named(ModuleText *module, const char *name, const char *attributes, const Tensor *a,
                  const Tensor *b, const Tensor *init);

// A generic op. `iterators`: a 'p' or 'r' for each. `maps`: for every input, then the output, the
// digits of the iterators that index it, joined by ','. `body`: lines joined by newlines; inputs
// are %a, %b, %c, the output %out, the result %r; $ stands for the type, {1.0} for a constant.
Tensor text_generic(ModuleText *module, const char *iterators, const char *maps,
                    const Tensor *inputs, int input_count, const Tensor *init, const char *body);
// The same with parallel iterators and a fresh output.
Tensor text_map(ModuleText *module, const char *maps, const Tensor *inputs, int input_count,
                Shape shape, const char *body);

#endif
