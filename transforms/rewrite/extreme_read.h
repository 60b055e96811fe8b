// A search for the place of an extreme along a row, as a body has it.
#ifndef AUTOTUNE_TRANSFORMS_REWRITE_EXTREME_READ_H
#define AUTOTUNE_TRANSFORMS_REWRITE_EXTREME_READ_H

#include "transforms/dynamic/sized_op.h"

enum { PLACES_LANES = 32 }; // vectors of any target, and several of them in flight

typedef struct Places {
  SizedOp op;
  int row;               // the loop along the row
  int best, place;       // results: the element, its place
  MlirOperation better;  // compares an element with the best one so far
  bool is_swapped;       // the best one is its first operand
  MlirOperation extreme; // keeps the better one by itself; null: a select does
  MlirAttribute start;   // what all elements have to be better than
  int64_t rounds;
} Places;

// False: the op is none, or its rows are too short or long.
bool places_read(MlirOperation op, Places *out);
// Of the elements of an operand.
MlirType places_type(const Places *places, int operand);

#endif
