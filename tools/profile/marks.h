// Marks: calls of the stopwatch after every op of a module that takes time, so that the time
// between two of them is that of the op that ends there, with what was copied or packed for it.
#ifndef AUTOTUNE_TOOLS_PROFILE_MARKS_H
#define AUTOTUNE_TOOLS_PROFILE_MARKS_H

#include "mlir-c/IR.h"
#include "plan/schedule.h"

// What a mark ends: a scheduled loop nest, or an op as it is.
typedef struct Mark {
  char name[64];                      // of the op
  int number;                         // op_number_read of it, -1: none
  char schedule[SCHEDULE_TEXT_BYTES]; // "" where it has none
} Mark;

typedef struct Marks {
  Mark *items; // owned; the stopwatch gets the position
  int count;
} Marks;

// Marks the functions of a module of which the ops were numbered, tuned or not. Bodies of parallel
// loops, which threads run at once, have no marks. The caller owns the marks.
Status marks_insert(MlirModule module, Marks *out_marks);
void marks_destroy(Marks *marks);

#endif
