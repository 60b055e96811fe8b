// Corpus: layers of public architectures as a table (data/corpus.tsv), each made into a module of
// its own. docs/reference/dataset.md describes the columns.
#ifndef AUTOTUNE_TOOLS_CORPUS_CORPUS_H
#define AUTOTUNE_TOOLS_CORPUS_CORPUS_H

#include "base/rng.h"
#include "base/status.h"
#include <stdint.h>

// Row: name of a size, as in the table.
#define CORPUS_SIZES(X)                                                                            \
  X(n) X(m) X(k) X(a) X(b) X(c) X(h) X(w) X(f) X(kh) X(kw) X(s) X(ph) X(pw) X(d) X(g)

typedef enum CorpusSize {
#define X(name) SIZE_##name,
  CORPUS_SIZES(X)
#undef X
      SIZE_COUNT
} CorpusSize;

typedef struct CorpusRow {
  char kind[24];
  char type[8];             // of the elements: f32 or f64
  char fused[64];           // what follows the op: "bias+relu"; "" for nothing
  char family[16];          // as the table has it: what balances the draws
  char *source;             // networks, joined by ','; owned by the corpus
  int64_t size[SIZE_COUNT]; // 0: the kind does not have it, or its default
} CorpusRow;

typedef struct Corpus {
  CorpusRow *rows; // owned
  int count;
} Corpus;

// STATUS_USAGE names the line that cannot be read.
Status corpus_read(const char *path, Corpus *out_corpus);
// The one inside the program.
Status corpus_read_shipped(Corpus *out_corpus);
void corpus_destroy(Corpus *corpus);

// A module with one function @main that computes the row. STATUS_USAGE when its sizes fit no op:
// a window larger than the image. The caller frees the text.
Status corpus_module(const CorpusRow *row, char **out_text);

// Draws a family, then a row of it; 60 percent of the rows are then perturbed: one or two sizes
// take another value of their column or one nearby, sometimes the type becomes f64. The source of
// what was perturbed is "". The sizes fit.
void corpus_draw(const Corpus *corpus, Rng *rng, CorpusRow *out_row);

#endif
