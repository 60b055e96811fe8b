// PackedIntegers: tensors of integers of 2 and 4 bits as bytes. What comes from outside, arguments,
// results and constants, holds several in a byte: the last dimension is packed, the first of them
// in the lowest bits, and every row begins a byte. What is computed with are bytes.
#ifndef AUTOTUNE_TRANSFORMS_FOREIGN_PACKED_INTEGERS_H
#define AUTOTUNE_TRANSFORMS_FOREIGN_PACKED_INTEGERS_H

#include "mlir-c/IR.h"
#include "transforms/report/report.h"

#ifdef __cplusplus
extern "C" {
#endif

// The pass that does it, as the command line names it.
#define PACK_INTEGERS_PASS "autotune-pack-integers"

// The first op below `root` that has such a tensor; null: there is none.
MlirOperation packed_integers_first(MlirOperation root);
// Packs those of all functions below `root` and of what they call. An op that is no linalg op and
// no reshape gets tensors of its own type.
void packed_integers_lower(MlirOperation root);
// One remark at the first of them.
void packed_integers_report(const PassReport *report, MlirOperation root);

#ifdef __cplusplus
}
#endif

#endif
