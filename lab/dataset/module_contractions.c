// Ops of modules, fused as the pass fuses them; the contraction does not depend on that.
#include "lab/dataset/module_contractions.h"

#include "base/array.h"
#include "plan/contraction.h"
#include "tools/ops/module_paths.h"
#include "tools/ops/op_list.h"

static Status add_ops(const Payload *payload, const TuneOptions *options, ContractionList *list) {
  OpList ops = {0};
  Status status = op_list_create(payload->module, options, &ops);
  for (int n = 0; n < ops.count && status == STATUS_OK; n++) {
    if (!array_grow(&list->keys, list->count, sizeof *list->keys))
      status = status_fail(STATUS_SYSTEM, "no memory for the ops of %s", payload->path);
    else
      list->keys[list->count++] = contraction_key(&ops.items[n].workload);
  }
  op_list_destroy(&ops);
  return status;
}

static Status add_module(const char *path, const TuneOptions *options, ContractionList *list) {
  Payload payload;
  Status status = payload_read(path, NULL, &payload);
  if (status != STATUS_OK)
    return status;
  status = add_ops(&payload, options, list);
  payload_destroy(&payload);
  return status;
}

Status module_contractions_read(const char *flag, const char *paths, const char *target,
                                ContractionList *out_list) {
  TuneOptions options;
  OptionTexts texts;
  ModulePaths modules = {0};
  option_texts_init(&texts);
  texts.target = target;
  texts.model = "analytical"; // contractions are no matter of the shipped model
  Status status = options_parse(&texts, &options);
  options.has_warm_weights = true; // as rows are timed
  if (status == STATUS_OK)
    status = module_paths_list(flag, paths, &modules);
  for (int n = 0; n < modules.count && status == STATUS_OK; n++)
    status = add_module(modules.items[n], &options, out_list);
  if (status == STATUS_OK && out_list->count == 0)
    status = status_fail(STATUS_USAGE, "%s %s: no op in it is tuned", flag, paths);
  module_paths_destroy(&modules);
  return status;
}
