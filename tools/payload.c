// Reading, tuning and compiling modules for the commands.
#include "tools/payload.h"

#include "passes/autotune_shim.h"
#include "runtime/compile.h"
#include "transforms/lowering.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// "model.mlir" has its number of data arguments in "model.args.json": {"data": N}.
static int read_data_count(const char *path) {
  char name[4096], text[256];
  size_t stem = strlen(path);
  if (stem > 5 && !strcmp(path + stem - 5, ".mlir"))
    stem -= 5;
  snprintf(name, sizeof name, "%.*s.args.json", (int)stem, path);
  FILE *file = fopen(name, "r");
  if (!file)
    return 1;
  size_t size = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[size] = 0;
  const char *key = strstr(text, "\"data\"");
  int count;
  return key && sscanf(key, "\"data\" : %d", &count) == 1 ? count : 1;
}

Status payload_read(const char *path, Payload *out_payload) {
  Payload payload = {.data_count = read_data_count(path)};
  autotune_register_passes();
  lowering_register();
  payload.context = compile_context_create();
  Status status = compile_parse_file(payload.context, path, &payload.module);
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

Status payload_compile(MlirModule module, bool tuned, const Signature *signature,
                       const Operands *operands, Executable *out_executable) {
  compile_request_wrappers(module);
  Status status = lower_to_llvm(module, tuned);
  if (status == STATUS_OK)
    status = executable_create(module, JIT_FULL, signature, operands, out_executable);
  mlirModuleDestroy(module);
  return status;
}
