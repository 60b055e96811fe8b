// Which steps of an extent the pieces of a size take: bounds of their loop, with an IrBuilder.
#ifndef AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_RANGE_H
#define AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_RANGE_H

#include "transforms/ir.h"

// extent - extent mod size. `known`: the extent where that is no negative number.
MlirValue sized_whole_pieces(IrBuilder *ir, MlirValue extent, int64_t known, int64_t size);
// The extent where a piece fits into it, else `low`: no piece.
MlirValue sized_all_or_none(IrBuilder *ir, MlirValue low, MlirValue extent, int64_t size);
// The extent where it is more than `fewer` steps and at most `size` behind `low`, else `low`.
MlirValue sized_rest_or_none(IrBuilder *ir, MlirValue low, MlirValue extent, int64_t fewer,
                             int64_t size);

#endif
