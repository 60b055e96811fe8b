// Constant arguments in the IR: see plan/workload.h.
#ifndef AUTOTUNE_TRANSFORMS_CONSTANT_ARGUMENT_H
#define AUTOTUNE_TRANSFORMS_CONSTANT_ARGUMENT_H

#include "mlir-c/IR.h"
#include "plan/workload.h"
#include <stdbool.h>

// The attribute `name` of argument `index` of a func.func, null when there is none.
MlirAttribute argument_get_attribute(MlirOperation function, intptr_t index, const char *name);
// Gives argument `index` the attribute `name`, in place of one that it has.
void argument_set_attribute(MlirOperation function, intptr_t index, const char *name,
                            MlirAttribute attribute);
// The same with a unit attribute.
void argument_mark(MlirOperation function, intptr_t index, const char *name);
// Whether the value is an argument of a func.func with the attribute.
bool value_is_constant_argument(MlirValue value);

// What the run itself made of constants alone, or a view of it: it takes it for one, however large
// it is, and computes it nowhere else. The mark is gone when the run ends.
void constant_result_mark(MlirOperation op);
bool constant_result_is_marked(MlirOperation op);
void constant_results_unmark(MlirOperation root);

#endif
