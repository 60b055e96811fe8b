// ResultShapes: the shapes of a function's results, where the call tells them, as a function of its
// own: NAME.result_shapes takes the scalars of NAME and its unknown sizes, and computes the unknown
// sizes of the results. A caller calls it to know how much memory they need.
#ifndef AUTOTUNE_TOOLS_COMPILE_RESULT_SHAPES_H
#define AUTOTUNE_TOOLS_COMPILE_RESULT_SHAPES_H

#include "base/status.h"
#include "mlir-c/IR.h"
#include "runtime/signature.h"

#define RESULT_SHAPES_SUFFIX ".result_shapes"

// Adds one for every public function whose results have unknown sizes. The module is as it was
// read. STATUS_UNSUPPORTED where a size depends on the data.
Status result_shapes_add(MlirModule module);

// The unknown sizes of all results.
int result_shapes_count(const Signature *signature);

// Whether the func.func of that name is one.
bool result_shapes_is(MlirModule module, const char *name);

// Which unknown size each unknown size of the results of @name is, in order, -1: something else.
// False when the function has none of these.
bool result_shapes_read(MlirModule module, const Signature *signature, int *out_symbols);

#endif
