// Views: the part of a memref that an access of a ScalarNest meets, as memref.subview.
#ifndef AUTOTUNE_TRANSFORMS_DYNAMIC_LOOP_NEST_VIEW_H
#define AUTOTUNE_TRANSFORMS_DYNAMIC_LOOP_NEST_VIEW_H

#include "transforms/dynamic/loop_nest_read.h"

// A number that only the run may know.
typedef struct NestNumber {
  int64_t number;  // where value is null
  MlirValue value; // else
} NestNumber;

// The loops of a nest as values before it.
typedef struct NestExtents {
  MlirValue starts[NEST_MAX_LOOPS];
  NestNumber trips[NEST_MAX_LOOPS];
} NestExtents;

// Builds what the bounds say.
void nest_extents_build(IrBuilder *ir, const ScalarNest *nest, NestExtents *out_extents);
// The view of an access, whose dimensions are those that loops move, and its map from the loops of
// the statement. STATUS_UNSUPPORTED where it would reach beyond a known shape.
Status nest_view_build(IrBuilder *ir, const ScalarNest *nest, const NestExtents *extents,
                       const NestStatement *statement, MlirOperation access, MlirValue *out_view,
                       MlirAffineMap *out_map);

#endif
