// How files are read is no matter of what is taken from each.
#include "tools/train/contractions.h"

#include "base/array.h"
#include "tools/ops/module_paths.h"

Status contractions_append(ContractionList *list, uint64_t key) {
  if (!array_grow(&list->keys, list->count, sizeof *list->keys))
    return status_fail(STATUS_SYSTEM, "no memory for %d contractions", (int)list->count);
  list->keys[list->count++] = key;
  return STATUS_OK;
}

static Status parse_options(const char *target, TuneOptions *out_options) {
  OptionTexts texts;
  option_texts_init(&texts);
  texts.target = target;
  texts.model = "analytical"; // contractions are no matter of the shipped model
  Status status = options_parse(&texts, out_options);
  out_options->has_warm_weights = true; // as rows are timed
  return status;
}

Status contractions_read(const char *flag, const char *paths, const char *target,
                         ContractionsAdd add, ContractionList *out_list) {
  TuneOptions options;
  ModulePaths files = {0};
  Status status = parse_options(target, &options);
  if (status == STATUS_OK)
    status = module_paths_list(flag, paths, &files);
  for (int n = 0; n < files.count && status == STATUS_OK; n++)
    status = add(files.items[n], &options, out_list);
  if (status == STATUS_OK && out_list->count == 0)
    status = status_fail(STATUS_USAGE, "%s %s: no op in it is tuned", flag, paths);
  module_paths_destroy(&files);
  return status;
}
