// ThreadHomes: in whose caches the operands of a kernel are when it starts. What another thread
// wrote last has to come over from its caches.
#ifndef AUTOTUNE_PLAN_THREAD_HOMES_H
#define AUTOTUNE_PLAN_THREAD_HOMES_H

#include "plan/workload.h"

typedef enum HomeKind {
  HOME_ANY,    // nowhere in particular: nobody wrote it since the last call, or it is not known
  HOME_ONE,    // one thread wrote all of it; of an output: or reads it afterwards
  HOME_PIECES, // each thread wrote a piece
  HOME_ALONG,  // whoever cuts what uses it does so along this dimension; of an output as well
} HomeKind;

typedef struct OperandHome {
  HomeKind kind;
  // HOME_PIECES, HOME_ALONG: how many runs of elements are cut, the extents of the dimensions
  // before the one that is cut multiplied. Collapsing or expanding dimensions does not change it.
  // 0: the pieces are not those of one dimension, and nobody's piece is in one place.
  int64_t outer;
} OperandHome;

typedef struct ThreadHomes {
  OperandHome of[WORKLOAD_MAX_ACCESSES]; // by access; of outputs HOME_ONE and HOME_ALONG count
} ThreadHomes;

#endif
