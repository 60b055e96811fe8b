// Tuning through the C API, with passes and without.
#include "passes/api/api_options.h"
#include "passes/autotune_shim.h"
#include "passes/tune.h"
#include "transforms/lowering/lowering.h"

static Status tune(MlirOperation root, const AutotuneOptions *options, bool *out_changed) {
  TuneOptions parsed;
  TuneStatistics statistics = {0};
  MlirLocation location;
  Status status = api_options_parse(options, &parsed);
  if (status != STATUS_OK)
    return status;
  autotune_load_dialects(mlirOperationGetContext(root));
  return tune_payload(root, &parsed, &statistics, api_remark, (void *)options, out_changed,
                      &location);
}

AutotuneResult autotuneTune(MlirOperation root, const AutotuneOptions *options, bool *changed) {
  return api_result(options, tune(root, options, changed));
}

static Status tune_one(MlirOperation op, const AutotuneOptions *options) {
  TuneOptions parsed;
  Status status = api_options_parse(options, &parsed);
  if (status != STATUS_OK)
    return status;
  if (parsed.emit != EMIT_IR)
    return status_fail(STATUS_USAGE, "option 'emit': one op is tuned in place; use ir");
  autotune_load_dialects(mlirOperationGetContext(op));
  return tune_op(op, &parsed, api_remark, (void *)options);
}

AutotuneResult autotuneTuneOp(MlirOperation op, const AutotuneOptions *options) {
  return api_result(options, tune_one(op, options));
}

// What is wrong with the options becomes a diagnostic when the pass runs.
static MlirPass create(const AutotuneOptions *options, bool is_kernels) {
  PassSetup setup = {
      .model = api_options_model(options), .remark = api_remark, .user = (void *)options};
  if (api_options_texts(options, &setup.texts) != STATUS_OK)
    setup.mistake = status_text();
  return autotune_pass_create(&setup, is_kernels);
}

MlirPass autotuneCreatePass(const AutotuneOptions *options) { return create(options, false); }

MlirPass autotuneCreateKernelsPass(const AutotuneOptions *options) { return create(options, true); }

AutotuneResult autotuneAddLowering(MlirOpPassManager manager) {
  lowering_register();
  return api_result(NULL, lowering_append(manager, true, false));
}
