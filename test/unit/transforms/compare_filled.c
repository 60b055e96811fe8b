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

static Status run_filled(Jit *code, const Signature *signature, OperandPlacement placement,
                         int data_count, Outputs *out_outputs) {
  enum { SEED = 7 };
  Status status = STATUS_OK;
  Executable executable = {.jit = code};
  Operands operands = {0};
  TRY(operands_create(signature, placement, &operands));
  operands_fill(&operands, data_count, SEED);
  TRY(jit_find(code, signature->name, &executable.entry));
  TRY(call_create(signature, executable.entry, &operands, &executable.call));
  status = executable_run(&executable, out_outputs);
  call_destroy(executable.call);
cleanup:
  operands_destroy(&operands);
  return status;
}

static Status compare_placed(const Signature *signature, OperandPlacement placement, Jit *code,
                             int data_count, const Outputs *wanted, double tolerances) {
  Status status = STATUS_OK;
  Outputs found = {0};
  TRY(run_filled(code, signature, placement, data_count, &found));
  Comparison comparison = outputs_compare(wanted, &found, tolerances);
  if (!comparison.agrees)
    status = status_fail(STATUS_WORKER, "WRONG, max error %.2g: %s", comparison.max_error,
                         comparison.text);
cleanup:
  outputs_destroy(&found);
  return status;
}

Status compare_filled(const Signature *signature, Jit *expected, Jit *actual, int data_count,
                      double tolerances) {
  Status status = STATUS_OK;
  Outputs wanted = {0};
  TRY(run_filled(expected, signature, PLACE_ALIGNED, data_count, &wanted));
  TRY(compare_placed(signature, PLACE_GUARDED, actual, data_count, &wanted, tolerances));
  TRY(compare_placed(signature, PLACE_GUARDED_FIRST, actual, data_count, &wanted, tolerances));
cleanup:
  outputs_destroy(&wanted);
  return status;
}
