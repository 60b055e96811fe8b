// Place: where an access is really read or written: in the operand or in a pack of it, at which
// indices, and how its lanes lie there.
#ifndef AUTOTUNE_TRANSFORMS_KERNEL_EMIT_PLACE_H
#define AUTOTUNE_TRANSFORMS_KERNEL_EMIT_PLACE_H

#include "transforms/kernel/emitter.h"

// One dimension of the buffer that is really read: an index expression and what is done to it.
typedef struct PlaceDim {
  Linear linear;
  int64_t factor; // for the divided kinds
  enum { DIM_PLAIN, DIM_MODULO, DIM_QUOTIENT } kind;
  int64_t vector_step; // change of this index per lane; 0 when lanes do not move it
} PlaceDim;

typedef struct Place {
  MlirValue buffer;
  ElementType type;
  int rank;
  PlaceDim dims[PACK_MAX_RANK];
  bool packed;
  bool contiguous; // lanes are neighbours in memory
  int64_t last_stride;
} Place;

void place_of_access(Emitter *emitter, int access, const Point *point, Place *place);
// Of the value of a body statement that the pack holds.
void place_in_pack(Emitter *emitter, int pack, const Point *point, Place *place);
void place_index(Emitter *emitter, const Place *place, MlirValue *out_index);
// Moves the place by `lane` lanes.
void place_move(Place *place, int64_t lane);
// Lanes [first, last] of the segment whose index lies inside the shape, by static knowledge: a
// dimension with a dynamic index is inside by construction of the loops. Empty: first > last.
void place_lanes_inside(const Emitter *emitter, int access, const Place *place, const Point *point,
                        int *out_first, int *out_last);

#endif
