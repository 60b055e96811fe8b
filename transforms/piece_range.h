// Which steps of an extent the pieces of a size take: bounds of their loop, with an IrBuilder.
#ifndef AUTOTUNE_TRANSFORMS_PIECE_RANGE_H
#define AUTOTUNE_TRANSFORMS_PIECE_RANGE_H

#include "transforms/ir.h"

// extent - extent mod size. `known`: the extent where that is no negative number.
MlirValue piece_range_whole(IrBuilder *ir, MlirValue extent, int64_t known, int64_t size);
// The extent where a piece fits into it, else `low`: no piece.
MlirValue piece_range_all_or_none(IrBuilder *ir, MlirValue low, MlirValue extent, int64_t size);
// Where pieces of the size begin that end with the extent: at 0 or, as the first of them has fewer
// steps, below it.
MlirValue piece_range_first(IrBuilder *ir, MlirValue extent, int64_t size);
// The extent where it is more than `fewer` steps and at most `size` behind `low`, else `low`.
MlirValue piece_range_rest(IrBuilder *ir, MlirValue low, MlirValue extent, int64_t fewer,
                           int64_t size);

#endif
