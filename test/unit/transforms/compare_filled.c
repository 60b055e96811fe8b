#include "test/unit/transforms/compare_filled.h"

#include "runtime/codegen/compile.h"
#include "transforms/lowering/lowering.h"

MlirModule module_clone(MlirModule module) {
  return mlirModuleFromOperation(mlirOperationClone(mlirModuleGetOperation(module)));
}

Status module_to_code(MlirModule module, bool is_tuned, Jit **out_code) {
  compile_request_wrappers(module);
  Status status = lower_to_llvm(module, is_tuned);
  return status == STATUS_OK ? jit_create(module, CODE_QUICK, NULL, out_code) : status;
}

static Status run_filled(Jit *code, const Signature *signature, Operands *operands, int data_count,
                         Outputs *out_outputs) {
  enum { SEED = 7 };
  Status status = STATUS_OK;
  Executable executable = {.jit = code};
  operands_fill(operands, data_count, SEED);
  TRY(jit_find(code, signature->name, &executable.entry));
  TRY(call_create(signature, executable.entry, operands, &executable.call));
  status = executable_run(&executable, out_outputs);
  call_destroy(executable.call);
cleanup:
  return status;
}

Status compare_filled(const Signature *signature, Jit *expected, Jit *actual, int data_count,
                      double tolerances) {
  Status status = STATUS_OK;
  Operands operands = {0};
  Outputs wanted = {0}, found = {0};
  TRY(operands_create(signature, PLACE_GUARDED, &operands));
  TRY(run_filled(expected, signature, &operands, data_count, &wanted));
  TRY(run_filled(actual, signature, &operands, data_count, &found));
  Comparison comparison = outputs_compare(&wanted, &found, tolerances);
  if (!comparison.agrees)
    status = status_fail(STATUS_WORKER, "WRONG, max error %.2g: %s", comparison.max_error,
                         comparison.text);
cleanup:
  outputs_destroy(&wanted);
  outputs_destroy(&found);
  operands_destroy(&operands);
  return status;
}
