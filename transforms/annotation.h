// Annotation: the schedule that an op carries as an attribute. That of an aggregated op is a list
// with one text per part; the marks of a tuned loop and of a transform script have the same name.
#ifndef AUTOTUNE_TRANSFORMS_ANNOTATION_H
#define AUTOTUNE_TRANSFORMS_ANNOTATION_H

#include "base/status.h"
#include "mlir-c/IR.h"
#include <stdbool.h>

// The attribute of an annotated anchor op, and of the outermost op of a rewritten one.
#define SCHEDULE_ATTRIBUTE "autotune.schedule"

// The attribute of a function that says which of its ops share kernels (plan/partition).
#define PARTITION_ATTRIBUTE "autotune.partition"

// The attribute of a function that the script of a user has transformed, with the choices made, and
// of the ops in it that are the script's: nothing else is to be done to them.
#define SCRIPT_ATTRIBUTE "autotune.script"

bool annotation_is_of_script(MlirOperation op);

// The attribute of an op behind a guard, for what its tuned version does not fit: it stays as it
// is.
#define UNTUNED_ATTRIBUTE "autotune.untuned"

// The attribute of a kernel of a device with the numbers of the arguments in whose place it takes
// tensor maps by value, and of its launch, whose operands are the buffers, with an array for each:
// the number, the bytes of the swizzle, and of every dimension, the innermost first, its size, its
// stride in bytes and the size of a box. Beyond the sizes are zeros.
#define TENSOR_MAPS_ATTRIBUTE "autotune.tensor_maps"

bool annotation_is_untuned(MlirOperation op);

MlirAttribute annotation_get(MlirOperation op); // null when there is none
void annotation_set(MlirOperation op, MlirAttribute annotation);
void annotation_remove(MlirOperation op);

// Whether the op is annotated, a script's, behind a guard or for a device, or its function has a
// partition, which counts its ops: then it has to stay the op that it is.
bool annotation_keeps(MlirOperation op);

// The text; "" when there is none. `out_text` is cut to its size.
void annotation_read(MlirOperation op, char *out_text, size_t size);
// STATUS_USAGE when an annotation is there that is neither a text nor, on an op that is annotated
// by its parts, a list of texts.
Status annotation_check(MlirOperation op, bool has_parts);
void annotation_write(MlirOperation op, const char *schedule);

// The target that the annotations below `root` were made for, as the option `target` takes it: kept
// in an attribute of `root`. Reading looks at all ops around `op`; "" when none has it.
void annotation_write_target(MlirOperation root, const char *target);
void annotation_read_target(MlirOperation op, char *out_text, size_t size);

#endif
