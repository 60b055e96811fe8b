// The ops of modules and layers, with whatever may be fused with them.
#include "tools/train/judged_contractions.h"

#include "base/array.h"
#include "plan/contraction.h"
#include "runtime/codegen/compile.h"
#include "tools/corpus/corpus_parse.h"
#include "tools/ops/module_paths.h"
#include "tools/ops/payload.h"

#include <string.h>

// The contraction is no matter of the schedule, so the first one will do.
enum { CANDIDATES = 1 };

static Status add_key(ContractionList *list, uint64_t key) {
  if (contraction_is_listed(list, key))
    return STATUS_OK;
  if (!array_grow(&list->keys, list->count, sizeof *list->keys))
    return status_fail(STATUS_SYSTEM, "no memory for %d contractions", (int)list->count);
  list->keys[list->count++] = key;
  return STATUS_OK;
}

static Status add_forms(const Variants *variants, int chosen, const char *schedule,
                        const Target *target, void *list) {
  (void)chosen, (void)schedule, (void)target;
  Status status = STATUS_OK;
  for (int v = 0; v < variants->count && status == STATUS_OK; v++)
    status = add_key(list, contraction_key(&variants->workloads[v]));
  return status;
}

static Status add_file(const char *path, const TuneOptions *options, ContractionList *list) {
  Payload payload;
  Status status = payload_read(path, NULL, &payload);
  if (status != STATUS_OK)
    return status;
  status = tune_observe(mlirModuleGetOperation(payload.module), options, add_forms, list);
  payload_destroy(&payload);
  return status;
}

static Status add_layer(MlirContext context, const CorpusRow *row, const TuneOptions *options,
                        ContractionList *list) {
  MlirModule module;
  Status status = corpus_parse(context, row, &module);
  if (status != STATUS_OK)
    return status;
  status = tune_observe(mlirModuleGetOperation(module), options, add_forms, list);
  mlirModuleDestroy(module);
  return status;
}

static Status add_table(const char *path, const TuneOptions *options, ContractionList *list) {
  Corpus corpus = {0};
  MlirContext context = compile_context_create();
  Status status = corpus_read(path, &corpus);
  for (int n = 0; n < corpus.count && status == STATUS_OK; n++)
    status = add_layer(context, &corpus.rows[n], options, list);
  corpus_destroy(&corpus);
  mlirContextDestroy(context);
  return status;
}

static bool is_table(const char *path) {
  const char *dot = strrchr(path, '.');
  return dot && !strcmp(dot, ".tsv");
}

Status judged_contractions_read(const char *flag, const char *paths, const char *target,
                                ContractionList *out_list) {
  TuneOptions options;
  OptionTexts texts;
  ModulePaths files = {0};
  option_texts_init(&texts);
  texts.target = target;
  texts.model = "analytical"; // contractions are no matter of the shipped model
  texts.max_candidates = CANDIDATES;
  Status status = options_parse(&texts, &options);
  options.has_warm_weights = true; // as rows are timed
  if (status == STATUS_OK)
    status = module_paths_list(flag, paths, &files);
  for (int n = 0; n < files.count && status == STATUS_OK; n++)
    status = is_table(files.items[n]) ? add_table(files.items[n], &options, out_list)
                                      : add_file(files.items[n], &options, out_list);
  if (status == STATUS_OK && out_list->count == 0)
    status = status_fail(STATUS_USAGE, "%s %s: no op in it is tuned", flag, paths);
  module_paths_destroy(&files);
  return status;
}
