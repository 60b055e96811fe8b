// DimNames: what the dimensions of unknown size of a function's arguments are called, and which
// sizes they are expected to have.
//
//   func.func @f(%a: tensor<?x768xf32> {autotune.dims = ["batch", ""]})
//       attributes {autotune.sizes = {batch = [1, 16, 128]}}
//
// Equal names are equal sizes. Without a name, dimension D of argument N is called argN.D. In place
// of a name, "=64" says that the size has to be 64; no caller gives it.
#ifndef AUTOTUNE_TRANSFORMS_DIM_NAMES_H
#define AUTOTUNE_TRANSFORMS_DIM_NAMES_H

#include "base/status.h"
#include "mlir-c/IR.h"
#include "plan/expected_sizes.h"
#include <stdbool.h>

#define DIM_NAMES_ATTRIBUTE "autotune.dims"
#define EXPECTED_SIZES_ATTRIBUTE "autotune.sizes"

// The name of a dimension of an argument of the func.func. Returns whether the argument gives it.
bool dim_name_of(MlirOperation function, intptr_t argument, intptr_t dim,
                 char out_name[DIM_NAME_BYTES]);
// The size that stands in place of a name; -1: it is a name.
int64_t dim_name_size(const char *name);
// The same of a dimension of an argument of the func.func.
int64_t dim_told_size(MlirOperation function, intptr_t argument, intptr_t dim);
void dim_name_write_size(int64_t size, char out_name[DIM_NAME_BYTES]);

// The expected sizes of a dimension of `value`, an argument of a func.func. False: nobody says, or
// it is no such argument.
bool dim_expected_sizes(MlirValue value, intptr_t dim, ExpectedSizes *out_sizes);
// Adds to the functions at or below `root` what `table` says of names that they have, and say
// nothing of themselves. Returns whether there was any.
bool dim_expected_sizes_write(MlirOperation root, const SizeTable *table);

// STATUS_USAGE for an attribute of the func.func that cannot be followed.
Status dim_names_check_function(MlirOperation function);
// STATUS_USAGE for an attribute at or below `root` that cannot be followed, and, where `root` is no
// part of a module, for a name of `table` that no dimension of unknown size has; then out_location
// is where the function is.
Status dim_names_check(MlirOperation root, const SizeTable *table, MlirLocation *out_location);

#endif
