// A context with every dialect, whose errors are printed.
#ifndef AUTOTUNE_TEST_UNIT_TRANSFORMS_ALL_DIALECTS_H
#define AUTOTUNE_TEST_UNIT_TRANSFORMS_ALL_DIALECTS_H

#include "mlir-c/Diagnostics.h"
#include "mlir-c/RegisterEverything.h"

#include <stdio.h>

static inline void all_dialects_print_text(MlirStringRef text, void *unused) {
  (void)unused;
  printf("%.*s", (int)text.length, text.data);
}

static inline MlirLogicalResult all_dialects_print_error(MlirDiagnostic diagnostic, void *unused) {
  mlirDiagnosticPrint(diagnostic, all_dialects_print_text, unused);
  printf("\n");
  return mlirLogicalResultSuccess();
}

// The caller destroys it.
static inline MlirContext context_of_all_dialects(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  mlirContextAttachDiagnosticHandler(context, all_dialects_print_error, NULL, NULL);
  return context;
}

#endif
