// Random affine programs as MLIR text: imperfect and triangular nests, steps, subscripts that run
// backwards or depend on two loops, conditions, carried values, reductions, scalars.
#ifndef AUTOTUNE_TEST_UNIT_AFFINE_AFFINE_RANDOM_H
#define AUTOTUNE_TEST_UNIT_AFFINE_AFFINE_RANDOM_H

#include <stddef.h>
#include <stdint.h>

// A module with one function @f over i32 memrefs; every subscript is inside them.
void affine_random_module(uint64_t seed, char *text, size_t size);

// The same program on f32: sums in place of sums, maxima of maxima. `size` must be larger than that
// of the text by a quarter.
void affine_random_floats(const char *text, char *out_text, size_t size);

// The same program with ends of loops that only the run knows: two arguments, the first after the
// others, which for the values below are those ends that the text has, and for smaller ones leave
// out iterations. Some programs have arrays of unknown extents. `size` must be larger than that of
// the text three times.
enum { AFFINE_RANDOM_EXTENT = 24 }; // of every array of @f
enum { AFFINE_RANDOM_OPEN = 2, AFFINE_RANDOM_FIRST = 16, AFFINE_RANDOM_SECOND = 9 };
void affine_random_open(const char *text, uint64_t seed, char *out_text, size_t size);

#endif
