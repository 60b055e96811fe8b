// PrefetchIndex: which element of a buffer a read begins at, as a number, for given iterations of
// the loops around it.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_PREFETCH_INDEX_H
#define AUTOTUNE_TRANSFORMS_LOWERING_PREFETCH_INDEX_H

#include "mlir-c/IR.h"
#include <stdbool.h>
#include <stdint.h>

enum { PREFETCH_MAX_LOOPS = 48 };
// Of elements and trips, either way: no sum of some products with bytes overflows.
#define PREFETCH_MAX_NUMBER (INT64_C(1) << 40)

// Loops and their induction variables.
typedef struct LoopPoint {
  MlirValue variables[PREFETCH_MAX_LOOPS];
  int64_t values[PREFETCH_MAX_LOOPS];
  int count;
} LoopPoint;

// A value of type index made of constants, induction variables of the point and affine ops; false
// for any other.
bool loop_point_evaluate(const LoopPoint *point, MlirValue value, int64_t *out_number);
// Adds the loop, at iteration `trip`. False when its bounds are not known or there is no room.
bool loop_point_enter(LoopPoint *point, MlirOperation loop, int64_t trip);
// Trips of an scf.for whose outer loops are in the point.
bool loop_point_trips(const LoopPoint *point, MlirOperation loop, int64_t *out_trips);
// The row-major number of the first element of a vector.transfer_read, at most PREFETCH_MAX_NUMBER.
bool loop_point_offset(const LoopPoint *point, MlirOperation read, int64_t *out_offset);

// Enters the loops around `op` up to and with `outermost` (null: all), each at its first iteration
// but `moved` at its second. False as loop_point_enter.
bool loop_point_enter_around(LoopPoint *point, MlirOperation op, MlirOperation outermost,
                             MlirOperation moved);

// Elements that one iteration of the loop moves a read inside it; false when that is not known.
bool loop_moves_by(MlirOperation loop, MlirOperation read, int64_t *out_elements);

bool loop_is(MlirOperation op); // an scf.for
MlirBlock loop_body(MlirOperation loop);
MlirValue loop_variable(MlirOperation loop);
// Whether `inner` is the loop or inside it.
bool loop_holds(MlirOperation loop, MlirOperation inner);

#endif
