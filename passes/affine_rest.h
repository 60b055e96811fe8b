// Rest: what is done to nests that stay loops because too little of them is a linalg op.
#ifndef AUTOTUNE_PASSES_AFFINE_REST_H
#define AUTOTUNE_PASSES_AFFINE_REST_H

#include "passes/affine_program.h"

// One nest of loops at `level`, shared by all `count` statements, and where its replacement goes.
typedef struct RestNest {
  AffineProgram *program;
  AffineStatement *const *statements;
  int count, level;
  bool is_random;        // any legal use with few lanes, paying or not
  int lanes;             // per vector register, for the widest element of the nest
  AffineStatement **out; // owned by the caller; room for AFFINE_MAX_STATEMENTS
  int *out_count;
} RestNest;

// A rule looks at one nest and either appends its replacement and is true, or leaves everything.
// Positions at nest->level may be raised by up to 3, those inside are free.
typedef bool (*RestRule)(RestNest *nest);

bool affine_rest_lanes(RestNest *nest);   // affine_lanes.c
bool affine_rest_waves(RestNest *nest);   // affine_waves.c
bool affine_rest_vectors(RestNest *nest); // affine_vectors.c

// Whether the loop of the nest carries no dependence.
bool affine_rest_is_parallel(const RestNest *nest);
// Appends the nest with its loop, of so many trips, cut into groups of `width`, whose iterations
// run side by side in every statement, and what is left of it behind.
bool affine_rest_append_lanes(RestNest *nest, int width, int64_t trip);

// Appends a copy of a statement to the replacement, or null when there is no room.
AffineStatement *affine_rest_append(RestNest *nest, const AffineStatement *statement);
// Ops of the statement that compute something.
int affine_rest_operations(const AffineStatement *statement);

// Applies the first rule that fits to every loop from the outermost on. False when none does: the
// program is then as it was. Names of what was done go to `text`.
// With a seed other than 0 rules apply wherever they are legal, with few lanes.
bool affine_program_rest(AffineProgram *program, int vector_bits, uint64_t seed, char *text,
                         int size);

#endif
