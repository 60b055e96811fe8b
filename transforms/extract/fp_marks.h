// FpMarks: what the option fp= asks for, written onto the ops before anything is read
// (transforms/fp_mode.h), so that extraction, rewrites, affine nests and the kernel builder need
// nothing but the op.
#ifndef AUTOTUNE_TRANSFORMS_EXTRACT_FP_MARKS_H
#define AUTOTUNE_TRANSFORMS_EXTRACT_FP_MARKS_H

#include "base/status.h"
#include "transforms/fp_mode.h"

// STATUS_USAGE for an op at or below `root` whose attribute holds another text than that of a mode;
// then out_location is where the op is.
Status fp_marks_check(MlirOperation root, MlirLocation *out_location);

// Marks every structured op and affine loop below `root` that has no mode of its own. The marks are
// the run's: an op that is left untouched loses them again.
void fp_marks_write(MlirOperation root, FpMode mode);
void fp_marks_remove(MlirOperation root);

// Writes the attribute, which stays, onto the structured ops. Sets out_changed when there is one.
void fp_modes_write(MlirOperation root, FpMode mode, bool *out_changed);

#endif
