// Location text: what errors and reports call a place in a model.
#ifndef AUTOTUNE_RUNTIME_CODEGEN_LOCATION_TEXT_H
#define AUTOTUNE_RUNTIME_CODEGEN_LOCATION_TEXT_H

#include "mlir-c/IR.h"
#include <stddef.h>

// "model.mlir:12:8" of the innermost place in a file; "" where that is not known: other locations
// say nothing short.
void location_describe(MlirLocation location, char *text, size_t size);

#endif
