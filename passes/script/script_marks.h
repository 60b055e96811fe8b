// Marks: attributes by which is known what a script did to a payload. Before it runs, every op of a
// function is marked as being there. Transformations take attributes along, so an op without that
// mark afterwards is new; and the script itself marks what its handles point at (script_watch.h).
#ifndef AUTOTUNE_PASSES_SCRIPT_SCRIPT_MARKS_H
#define AUTOTUNE_PASSES_SCRIPT_SCRIPT_MARKS_H

#include "mlir-c/IR.h"

#include <stdbool.h>
#include <stdint.h>

// Marks what is there in every function below `root`.
void script_marks_write(MlirOperation root);
// Takes all marks away.
void script_marks_remove(MlirOperation root);

// Ops of a function, bodies of linalg ops aside.
int64_t script_marks_count(MlirOperation function);
// Whether the script found something in the function, made something new in it, or left other than
// `count_before` ops.
bool script_marks_are_touched(MlirOperation function, int64_t count_before);
// The linalg ops and affine loops of a function that the script found or made become its own, see
// SCRIPT_ATTRIBUTE, as do affine loops around anything of that kind. Returns how many ops.
int64_t script_marks_keep(MlirOperation function);

#endif
