// Draw: how the numbers of an argument are drawn, so that they prove something and do no harm: no
// division by zero, no index out of bounds, no product or conjunction that is zero whatever its
// terms.
#ifndef AUTOTUNE_RUNTIME_DRAW_H
#define AUTOTUNE_RUNTIME_DRAW_H

#include "base/rng.h"
#include "plan/workload.h"

// Of two kinds that an argument needs, the later one goes first. What has no meaning for a type is
// DRAW_PLAIN there.
typedef enum DrawKind {
  DRAW_PLAIN,    // see operands_fill
  DRAW_POSITIVE, // floats only
  DRAW_SPREAD,   // integers that are compared: of a wide range, or seldom large
  DRAW_NATURAL,  // the same without a sign
  DRAW_FEW_BITS, // of a disjunction of `terms`: about one of them has a bit
  DRAW_ALL_BITS, // of a conjunction of `terms`: about one of them lacks a bit
  DRAW_FACTOR,   // of a product of `terms`: near one or minus one, odd integers
  DRAW_DIVISOR,  // not near zero
  DRAW_SHIFT,    // 0 .. 7, and less than the bits of the type
  DRAW_INDEX,    // 0 .. limit - 1
} DrawKind;

typedef struct Draw {
  DrawKind kind;
  int64_t terms, limit; // at least 1 where the kind needs them
} Draw;

// What serves both.
Draw draw_join(Draw first, Draw second);

// Fills `count` elements. `scale` is the standard deviation of plain floats, and of positive ones.
// 0: floats are powers of two, most plain ones 0, so that few operations on them round.
void draw_fill(const Draw *draw, ElementType type, void *values, int64_t count, double scale,
               Rng *rng);

#endif
