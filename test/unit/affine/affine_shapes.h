// Affine nests of a given shape as MLIR text over i32 memrefs, for what programs at random hardly
// ever are. affine_random_floats makes them nests over f32.
#ifndef AUTOTUNE_TEST_UNIT_AFFINE_AFFINE_SHAPES_H
#define AUTOTUNE_TEST_UNIT_AFFINE_AFFINE_SHAPES_H

#include <stddef.h>

// @left: rows computed in an argument of `width` elements, which every iteration of the outermost
// loop writes before it reads it.
void affine_shape_left(int rows, int columns, int width, char *text, size_t size);

// @columns: two nests over triangles of rows, in which no column meets another one: each is updated
// in place; each is updated and summed up, in a scalar in memory.
void affine_shape_columns(int rows, int columns, char *text, size_t size);

#endif
