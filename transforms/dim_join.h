// Dimensions that have to be equal have one name: the caller of a function gives one size for them,
// and is told where arrays have several.
//
//   func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: tensor<?xf32>)
//     linalg.add ins(%a, %b : ...)                      %b: autotune.dims = ["arg0.0"]
//     linalg.mul ins(%c, %k : tensor<?xf32>, tensor<8xf32>)  %c: autotune.dims = ["=8"]
#ifndef AUTOTUNE_TRANSFORMS_DIM_JOIN_H
#define AUTOTUNE_TRANSFORMS_DIM_JOIN_H

#include "mlir-c/IR.h"

// Writes the names of the functions of `module` so that sizes which their ops need to be equal have
// one, the first that an argument gives, else the first argN.D; or, as "=8", the number that they
// have to be (dim_names.h). Expected sizes go with the names. `inlined` is the same module with
// functions in place of calls; a function that it lacks, and one whose names cannot be followed, is
// left alone.
void dim_names_join(MlirModule module, MlirModule inlined);

#endif
