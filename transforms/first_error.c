// A diagnostic handler that keeps one message.
#include "transforms/first_error.h"

#include <string.h>

void first_error_add(MlirStringRef piece, void *user) {
  FirstError *error = user;
  size_t room = sizeof(error->text) - 1 - error->used;
  size_t bytes = piece.length < room ? piece.length : room;
  memcpy(error->text + error->used, piece.data, bytes);
  error->used += bytes;
  error->text[error->used] = 0;
}

static MlirLogicalResult hear(MlirDiagnostic diagnostic, void *user) {
  FirstError *error = user;
  if (mlirDiagnosticGetSeverity(diagnostic) == MlirDiagnosticError && error->used == 0)
    mlirDiagnosticPrint(diagnostic, first_error_add, error);
  return mlirLogicalResultSuccess();
}

void first_error_listen(FirstError *error, MlirContext context) {
  *error = (FirstError){.context = context};
  error->handler = mlirContextAttachDiagnosticHandler(context, hear, error, NULL);
}

void first_error_stop(FirstError *error) {
  mlirContextDetachDiagnosticHandler(error->context, error->handler);
}
