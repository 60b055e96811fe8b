// FirstError: the text of the first error that a context reports while it is listened to. Every
// diagnostic is swallowed meanwhile.
#ifndef AUTOTUNE_TRANSFORMS_FIRST_ERROR_H
#define AUTOTUNE_TRANSFORMS_FIRST_ERROR_H

#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"
#include "transforms/ir.h"

typedef struct FirstError {
  MlirContext context;
  MlirDiagnosticHandlerID handler;
  IrText text; // empty: no error
} FirstError;

// `error` stays where it is until first_error_stop.
void first_error_listen(FirstError *error, MlirContext context);
void first_error_stop(FirstError *error);

#endif
