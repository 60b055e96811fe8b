// A diagnostic handler that keeps one message.
#include "transforms/first_error.h"

static MlirLogicalResult hear(MlirDiagnostic diagnostic, void *user) {
  FirstError *error = user;
  if (mlirDiagnosticGetSeverity(diagnostic) == MlirDiagnosticError && error->text.used == 0)
    mlirDiagnosticPrint(diagnostic, ir_text_add, &error->text);
  return mlirLogicalResultSuccess();
}

void first_error_listen(FirstError *error, MlirContext context) {
  *error = (FirstError){.context = context};
  error->handler = mlirContextAttachDiagnosticHandler(context, hear, error, NULL);
}

void first_error_stop(FirstError *error) {
  mlirContextDetachDiagnosticHandler(error->context, error->handler);
}
