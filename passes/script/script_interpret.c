// Points applied by the interpreter of the transform dialect, in this process: a script may crash
// it, hang, or leave its payload half rewritten.
#include "passes/script/script_interpret.h"

#include "mlir-c/Dialect/Transform/Interpreter.h"
#include "transforms/first_error.h"

Status script_interpret(const ScriptSpace *space, const ScriptPoint *point, MlirOperation payload) {
  FirstError error;
  MlirTransformOptions options = mlirTransformOptionsCreate();
  script_point_select(space, point);
  first_error_listen(&error, mlirOperationGetContext(payload));
  bool is_applied = mlirLogicalResultIsSuccess(mlirTransformApplyNamedSequence(
                        payload, space->main, mlirModuleGetOperation(space->script), options)) &&
                    mlirOperationVerify(payload);
  first_error_stop(&error);
  mlirTransformOptionsDestroy(options);
  return is_applied ? STATUS_OK
                    : status_fail(STATUS_REJECTED, "%s",
                                  error.text.used ? error.text.bytes : "the script failed");
}
