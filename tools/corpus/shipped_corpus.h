// The corpus inside the program: data/corpus.tsv of the source tree, for commands that run where
// there is none.
#ifndef AUTOTUNE_TOOLS_CORPUS_SHIPPED_CORPUS_H
#define AUTOTUNE_TOOLS_CORPUS_SHIPPED_CORPUS_H

#include <stddef.h>

// Static.
const char *shipped_corpus_text(size_t *out_size);

#endif
