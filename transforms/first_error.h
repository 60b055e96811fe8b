// FirstError: the text of the first error that a context reports while it is listened to. Every
// diagnostic is swallowed meanwhile.
#ifndef AUTOTUNE_TRANSFORMS_FIRST_ERROR_H
#define AUTOTUNE_TRANSFORMS_FIRST_ERROR_H

#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"

typedef struct FirstError {
  MlirContext context;
  MlirDiagnosticHandlerID handler;
  char text[400]; // empty: no error; cut at this size
  size_t used;
} FirstError;

// `error` stays where it is until first_error_stop.
void first_error_listen(FirstError *error, MlirContext context);
void first_error_stop(FirstError *error);
// A MlirStringCallback for what is told in pieces; user: the FirstError.
void first_error_add(MlirStringRef piece, void *user);

#endif
