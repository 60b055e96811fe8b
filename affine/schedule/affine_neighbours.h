// Neighbours: nests side by side that would stay loops, or become ops element by element, are tried
// as one nest.
#ifndef AUTOTUNE_AFFINE_SCHEDULE_AFFINE_NEIGHBOURS_H
#define AUTOTUNE_AFFINE_SCHEDULE_AFFINE_NEIGHBOURS_H

#include "affine/affine_program.h"
#include "affine/schedule/affine_fuse.h"
#include "affine/schedule/affine_schedule.h"

enum { AFFINE_RULES_BYTES = 256, AFFINE_TEXT_BYTES = 512 };

// A nest, and what becomes of it by itself.
typedef struct AffineNest {
  MlirOperation root;
  AffineProgram source;              // owned; scalars forwarded, empty where it could not be read
  Status status;                     // OK: `program`; UNSUPPORTED: it stays, `text` says why
  AffineProgram program;             // owned
  AffineSummary summary;             // of linalg ops
  int statement_count;               // as they were read; 0: it could not be
  bool is_loops;                     // it stays loops, or becomes others
  bool is_elementwise;               // every statement is an op of the elements that it stores
  uint64_t vectors;                  // statements that run in vectors, by id
  char rules[AFFINE_RULES_BYTES];    // that made other loops of it; "": none did
  char parallel[AFFINE_RULES_BYTES]; // which loops run in parallel, if any
  char text[AFFINE_TEXT_BYTES];      // what was raised, or why nothing was
} AffineNest;

// What nests become together.
typedef struct AffineFused {
  AffineProgram program;             // owned
  char rules[AFFINE_RULES_BYTES];    // that made other loops of it
  char parallel[AFFINE_RULES_BYTES]; // which loops run in parallel
  AffineFusions fusions;
} AffineFused;

// Nests [0, count), which `source` holds, as one, or one nest with loops inside fused;
// `is_parallel`: with parallel loops where there are some. False when that is illegal or does not
// pay: then `fusions` says which dependences forbid it, and there is no program.
bool affine_neighbours_fuse(const AffineProgram *source, const AffineNest *nests, int count,
                            bool is_parallel, AffineFused *out_fused);

// The statements that run in vectors, by id; dense ones: that store them as they are.
uint64_t affine_neighbours_vectors(const AffineProgram *program, bool is_dense);

// Whether the second nest comes right after the first: nothing between them touches memory.
bool affine_neighbours_adjoin(MlirOperation first, MlirOperation second);

#endif
