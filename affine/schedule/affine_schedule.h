// Which loops of a program become linalg ops, and what is done to the others for that.
#ifndef AUTOTUNE_AFFINE_SCHEDULE_AFFINE_SCHEDULE_H
#define AUTOTUNE_AFFINE_SCHEDULE_AFFINE_SCHEDULE_H

#include "affine/affine_program.h"

// What the schedule did, for the remark.
typedef struct AffineSummary {
  int raised;        // statements that become linalg ops
  int serial;        // statements that stay loops
  bool is_split;     // some statement of the source became several
  bool is_exhausted; // AFFINE_MAX_COPIES statements were not enough
  double score;      // the more of the work is rectangular, the higher
} AffineSummary;
// Distributes, tiles and marks statements as raised. False when nothing was found, and the program
// is then to be thrown away. With a seed other than 0 any legal schedule is taken instead of the
// one with the highest score, with small tiles.
bool affine_schedule_program(AffineProgram *program, uint64_t seed, AffineSummary *out_summary);

#endif
