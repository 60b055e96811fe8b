// Reading, tuning and compiling modules for the commands.
#include "tools/ops/payload.h"

#include "passes/autotune_shim.h"
#include "records/args_file.h"
#include "runtime/compile.h"
#include "transforms/lowering/lowering.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Status payload_read(const char *path, Payload *out_payload) {
  Payload payload = {.path = path};
  Status status = args_file_read(path, &payload.data_count);
  if (status != STATUS_OK)
    return status;
  autotune_register_passes();
  lowering_register();
  payload.context = compile_context_create();
  status = compile_parse_file(payload.context, path, &payload.module);
  if (status != STATUS_OK)
    mlirContextDestroy(payload.context);
  else
    *out_payload = payload;
  return status;
}

void payload_destroy(Payload *payload) {
  mlirModuleDestroy(payload->module);
  mlirContextDestroy(payload->context);
}

MlirModule payload_clone(MlirModule module) {
  return mlirModuleFromOperation(mlirOperationClone(mlirModuleGetOperation(module)));
}

static void hear_remark(const TuneRemark *remark, void *user) {
  TuneReport *report = user;
  if (remark->kind == REMARK_PASSED) {
    report->tuned++;
    report->forced += !strcmp(remark->source, "forced");
  } else if (remark->kind == REMARK_MISSED) {
    report->missed++;
  }
  if (remark->kind == REMARK_REFUSED)
    snprintf(report->refused, sizeof report->refused, "%.*s %s", (int)remark->op.length,
             remark->op.data, remark->reason);
  if (!report->verbose)
    return;
  fprintf(stderr, "%.*s @%.*s: ", (int)remark->op.length, remark->op.data,
          (int)remark->function.length, remark->function.data);
  if (remark->kind == REMARK_PASSED)
    fprintf(stderr, "%s (%s, predicted %.3g ms)\n", remark->schedule, remark->source,
            remark->seconds * 1e3);
  else if (remark->kind == REMARK_RAISED)
    fprintf(stderr, "raised: %s\n", remark->reason);
  else if (remark->kind == REMARK_REWRITTEN)
    fprintf(stderr, "rewritten: %s\n", remark->reason);
  else if (remark->kind == REMARK_REFUSED)
    fprintf(stderr, "%s\n", remark->reason);
  else
    fprintf(stderr, "untouched: %s\n", remark->reason);
}

Status payload_tune(MlirModule module, const TuneOptions *options, const char *pipeline,
                    TuneReport *report) {
  if (*pipeline)
    return compile_run_pipeline(module, pipeline);
  TuneStatistics statistics = {0};
  bool changed;
  MlirLocation location;
  return tune_payload(mlirModuleGetOperation(module), options, &statistics, hear_remark, report,
                      &changed, &location);
}

Status payload_fail_untuned(const Payload *payload, const TuneOptions *options) {
  TuneReport report = {.verbose = true};
  TuneOptions only_annotate = *options;
  only_annotate.emit = EMIT_ANNOTATE;
  MlirModule clone = payload_clone(payload->module);
  Status status = payload_tune(clone, &only_annotate, "", &report);
  mlirModuleDestroy(clone);
  return status != STATUS_OK
             ? status
             : status_fail(STATUS_USAGE, "%s has no op that is tuned", payload->path);
}

Status payload_compile(MlirModule module, bool tuned, const Signature *signature,
                       const Operands *operands, Executable *out_executable) {
  compile_request_wrappers(module);
  Status status = lower_to_llvm(module, tuned);
  if (status == STATUS_OK)
    status = executable_create(module, JIT_FULL, NULL, signature, operands, out_executable);
  mlirModuleDestroy(module);
  return status;
}
