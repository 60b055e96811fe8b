// Ops of modules, fused as the pass fuses them; the contraction does not depend on that.
#include "lab/dataset/module_contractions.h"

#include "plan/contraction.h"
#include "tools/ops/op_list.h"
#include "tools/train/contractions.h"

static Status add_ops(const Payload *payload, const TuneOptions *options, ContractionList *list) {
  OpList ops = {0};
  Status status = op_list_create(payload->module, options, &ops);
  for (int n = 0; n < ops.count && status == STATUS_OK; n++)
    status = contractions_append(list, contraction_key(&ops.items[n].workload));
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
  return contractions_read(flag, paths, target, add_module, out_list);
}
