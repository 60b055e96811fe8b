// Prepack: what a function computes of its constant arguments alone becomes a function of its own.
//
//   func.func @f(%x, %w {autotune.constant}) -> %y {
//     %p = pack(%w)
//     ... %p, %x ...
//   }
// becomes
//   func.func @f(%x, %p {autotune.packed}) -> %y {
//     ... %p, %x ...
//   }
//   func.func @f_prepack(%w) -> %p {
//     %p = pack(%w)
//   }
//
// Invariant: @f(x, @f_prepack(w)) computes what @f(x, w) did.
#ifndef AUTOTUNE_TRANSFORMS_PREPACK_PREPACK_H
#define AUTOTUNE_TRANSFORMS_PREPACK_PREPACK_H

#include "base/status.h"
#include "transforms/report/report.h"

// STATUS_USAGE when the attribute stands where it cannot be honoured; `out_location` is the place.
Status prepack_check(MlirOperation root, MlirLocation *out_location);

// Splits every function below `root` that has constant arguments, after its ops were tuned. Each
// gets a remark.
void prepack_split(MlirOperation root, PassReport *report);

#endif
