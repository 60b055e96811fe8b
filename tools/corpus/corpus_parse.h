// Layers of the corpus as IR.
#ifndef AUTOTUNE_TOOLS_CORPUS_CORPUS_PARSE_H
#define AUTOTUNE_TOOLS_CORPUS_CORPUS_PARSE_H

#include "mlir-c/IR.h"
#include "passes/tune.h"
#include "tools/corpus/corpus.h"

// The module of corpus_module, parsed. The caller destroys it.
Status corpus_parse(MlirContext context, const CorpusRow *row, MlirModule *out_module);
// What tune_observe tells of the layer's module.
Status corpus_observe(MlirContext context, const CorpusRow *row, const TuneOptions *options,
                      TuneObserver observe, void *user);

#endif
