// StreamBuild: the statement that writes the elements of a row, and the loop that writes all of
// them past the caches. See stream_rows.c.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_STREAM_BUILD_H
#define AUTOTUNE_TRANSFORMS_LOWERING_STREAM_BUILD_H

#include "transforms/ir.h"

enum { STREAM_MAX_OPS = 48 };

// One vector.transfer_write of a row and what it is computed of, in a loop nest.
typedef struct StreamStatement {
  MlirOperation nest, write;
  MlirValue column;                  // of the first element that is written
  MlirOperation ops[STREAM_MAX_OPS]; // in the order of the nest
  int count;
  int64_t lanes, bytes; // of the vector; of one element
} StreamStatement;

// Reads the first whole vector that the nest writes to the row. False: there is none that is an
// elementwise function of the same column of its operands and of what does not change in the nest.
bool stream_statement_read(MlirOperation nest, MlirValue row, StreamStatement *out_statement);

// Computes the row of `length` elements by the statement, before its nest, and stores it past the
// caches. The nest is left to the caller.
void stream_build(const StreamStatement *statement, MlirValue row, int64_t length);
// After `loop`, what was stored so comes before all that the thread stores later.
void stream_build_fence(MlirOperation loop);

#endif
