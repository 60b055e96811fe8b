// See registered_ops_shim.h. C++ because the C API finds an op by its name, and lists none.
#include "test/unit/transforms/registered_ops_shim.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OperationSupport.h"

void registered_ops_visit(MlirContext context, const char *dialect,
                          void (*visit)(MlirStringRef name, void *user), void *user) {
  for (mlir::RegisteredOperationName name : unwrap(context)->getRegisteredOperations())
    if (name.getDialectNamespace() == dialect)
      visit(wrap(name.getStringRef()), user);
}
