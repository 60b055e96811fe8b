// Layers of the corpus as IR.
#include "tools/corpus/corpus_parse.h"

#include "runtime/codegen/compile.h"
#include <stdlib.h>

Status corpus_parse(MlirContext context, const CorpusRow *row, MlirModule *out_module) {
  char *text = NULL; // owned
  Status status = corpus_module(row, &text);
  if (status == STATUS_OK)
    status = compile_parse(context, text, out_module);
  free(text);
  return status;
}

Status corpus_observe(MlirContext context, const CorpusRow *row, const TuneOptions *options,
                      TuneObserver observe, void *user) {
  MlirModule module;
  Status status = corpus_parse(context, row, &module);
  if (status != STATUS_OK)
    return status;
  status = tune_observe(mlirModuleGetOperation(module), options, observe, user);
  mlirModuleDestroy(module);
  return status;
}
