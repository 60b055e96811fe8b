// Rest: what is done to nests that stay loops because too little of them is a linalg op.
#ifndef AUTOTUNE_PASSES_AFFINE_REST_H
#define AUTOTUNE_PASSES_AFFINE_REST_H

#include "passes/affine_program.h"

enum { REST_TEXT = 192, REST_DONE = 256, REST_REFUSED = 384 };

// One nest of loops at `level`, shared by all `count` statements, and where its replacement goes.
typedef struct RestNest {
  AffineProgram *program;
  AffineStatement *const *statements;
  int count, level;
  bool is_random;        // any legal use with few lanes, paying or not
  uint64_t random;       // state of affine_rest_draw
  int lanes;             // per vector register, for the widest element of the nest
  int registers;         // of that width
  AffineStatement **out; // owned by the caller; room for AFFINE_MAX_STATEMENTS
  int *out_count;
  char *refusal; // REST_TEXT characters: what would pay but is not legal; empty: nothing so far
} RestNest;

// A rule looks at one nest and either appends its replacement and is true, or leaves everything.
// Positions at nest->level may be raised by up to 3, those inside are free.
typedef bool (*RestRule)(RestNest *nest);

bool affine_rest_interchange(RestNest *nest); // affine_interchange.c
bool affine_rest_lanes(RestNest *nest);       // affine_lanes.c
bool affine_rest_waves(RestNest *nest);       // affine_waves.c
bool affine_rest_jam(RestNest *nest);         // affine_jam.c
bool affine_rest_sums(RestNest *nest);        // affine_sums.c
bool affine_rest_vectors(RestNest *nest);     // affine_vectors.c

// Appends the nest with its loop, of so many trips, cut into groups of `width`, whose iterations
// run side by side in every statement, and what is left of it behind.
bool affine_rest_append_lanes(RestNest *nest, int width, int64_t trip);
// Appends a copy of a statement to the replacement, or null when there is no room.
AffineStatement *affine_rest_append(RestNest *nest, const AffineStatement *statement);
// Ops of the statement that compute something.
int affine_rest_operations(const AffineStatement *statement);
// Whether all statements are in the same loops.
bool affine_rest_is_perfect(const RestNest *nest);
// Whether the loop of the nest carries no dependence; the other form says which it carries.
bool affine_rest_is_parallel(const RestNest *nest);
bool affine_rest_carries(const RestNest *nest, AffineDependence *out_dependence);
// A number below `count`, for is_random.
int affine_rest_draw(RestNest *nest, int count);
// Says that the rule would pay but for a dependence; `what` tells which rule on which loops.
void affine_rest_refuse(RestNest *nest, const AffineDependence *dependence, const char *what, ...)
    __attribute__((format(printf, 3, 4)));

// What the rules have done, and what would pay but is refused.
typedef struct RestText {
  char done[REST_DONE], refused[REST_REFUSED];
} RestText;

// Applies the rules of the table one after the other, each to every nest that it fits from the
// outermost loop on, raised statements and parallel loops aside. False when none fits: the program
// is then as it was. With a seed other than 0 rules apply wherever they are legal, with few lanes.
bool affine_program_try_rest(AffineProgram *program, int vector_bits, uint64_t seed,
                             RestText *out_text);
// The same; names of what was done go to `text`.
bool affine_program_rest(AffineProgram *program, int vector_bits, uint64_t seed, char *text,
                         int size);

#endif
