// Versions by size: ops with dimensions of unknown size become loops over pieces of known sizes,
// which are tuned as any other op (docs/reference/dynamic.md).
#ifndef AUTOTUNE_TRANSFORMS_DYNAMIC_SIZES_H
#define AUTOTUNE_TRANSFORMS_DYNAMIC_SIZES_H

#include "machine/target.h"
#include "transforms/dynamic/sized_panels.h"
#include "transforms/report/report.h"

typedef struct SizesOptions {
  const Target *target; // lent
  SizedPack *pack;      // of constant weights; null: they stay where they are
  int threads;          // that share the loops of a kernel
} SizesOptions;

// Everything below `root`. Ops that do not fit stay as they are.
void sizes_split(MlirOperation root, const SizesOptions *options, PassReport *report);

// Two dimensions of unknown size that are rows of a product with the same weights become one.
// Whether there were any.
bool sizes_join_rows(MlirOperation root);
// Every user of a linalg.fill below `root` gets one of its own, with which it can be cut.
void sizes_part_fills(MlirOperation root);
// Erases paddings, reshapes and concatenations that nobody uses any more.
void sizes_erase_whole(MlirBlock block);
// Fails with why an op with dimensions of unknown size stays untouched.
Status sizes_refuse(MlirOperation op);

// After tuning: the kernels of pieces write where the pieces belong.
void sizes_place(MlirOperation root);

#endif
