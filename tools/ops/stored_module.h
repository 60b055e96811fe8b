// StoredModule: the module of a task of a record store. What is measured is run, and a store may
// come from anywhere: so no module of one is compiled, or taken into another store, that could do
// more than those that planning writes (transforms/extract/isolate.h).
#ifndef AUTOTUNE_TOOLS_OPS_STORED_MODULE_H
#define AUTOTUNE_TOOLS_OPS_STORED_MODULE_H

#include "mlir-c/IR.h"
#include "records/store.h"

// Whether it is one function @op of tensor ops of static shapes, none of which reads or writes
// outside of its operands, calls anything or leaves the dialects that planning writes. STATUS_USAGE
// says what is there instead.
Status stored_module_check(MlirModule module);

// Parses the module of a task and checks both. The caller owns the module. STATUS_USAGE when it
// cannot be parsed, fails the check, or the target of the task is none.
Status stored_module_parse(MlirContext context, const StoreTask *task, MlirModule *out_module);

// The same for a task that is only kept: those of transform scripts, whose modules are never read
// from a store, and those without a module are sound. `context`: an MlirContext.
Status stored_task_check(const StoreTask *task, void *context);

#endif
