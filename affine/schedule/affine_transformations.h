// What can be done to statements and arrays: one transformation a file, each of which opens with
// the loops before and after it.
#ifndef AUTOTUNE_AFFINE_SCHEDULE_AFFINE_TRANSFORMATIONS_H
#define AUTOTUNE_AFFINE_SCHEDULE_AFFINE_TRANSFORMATIONS_H

#include "affine/affine_program.h"

// --- affine_forward.c
// Replaces scalars by the elements that they are stored to in the end.
void affine_forward_scalars(AffineProgram *program);

// --- affine_terms.c
// Makes statements that add several products to one element one statement per product.
void affine_terms_separate(AffineProgram *program);

// --- affine_expand.c
// Gives every iteration of a loop its own copy of arrays that are written before they are read in
// each: what is left of the dependences is real. All copies of one array take `most_bytes` or less,
// EXPAND_MAX_BYTES outside of tests.
void affine_expand_arrays(AffineProgram *program, double most_bytes);
// Gives every iteration of loop `level` of statements [from, to), which share it, its own copy of
// an array. False when that is too large.
bool affine_expand_own(AffineProgram *program, int array, int level, int from, int to);
// The arrays, one bit each, that nobody reads later and that every iteration of loop `level` writes
// before it reads them.
uint64_t affine_expand_private_arrays(const AffineProgram *program, int level);
// Whether what statements [from, to) read of the array was written in the same iteration of loop
// `level`.
bool affine_expand_is_private(const AffineProgram *program, int array, int level, int from, int to);
// How many of the outermost loops all statements that use the array share.
int affine_expand_common_loops(const AffineProgram *program, int array);

// --- affine_expand_open.c
// A statement that writes all that is touched of the array in one iteration of the `common` loops,
// whose bounds are of parameters; null: there is none. `out_extents`, one a dimension: how much of
// it is touched, in parameters.
const AffineStatement *affine_expand_open_writer(const AffineProgram *program, int array,
                                                 int common, AffineForm *out_extents);
// Whether an array from outside is about as large as copies of `source` for the loops `levels` of
// `user`, outermost first: the loops of all dimensions of the copies but those of known extents of
// `source` are subscripts of one access. `extents`: of the unknown ones, in parameters.
bool affine_expand_open_fits(const AffineProgram *program, const AffineStatement *user,
                             const int *levels, int count, const AffineArray *source,
                             const AffineForm *extents);
// Appends the statement that puts back what the last iteration of the `common` loops has left:
// `array` and `copy` are the stored element of the writer, in the array and in the copies.
void affine_expand_open_leave(AffineProgram *program, const AffineStatement *writer, int common,
                              const AffineAccess *array, const AffineAccess *copy);

// --- affine_mirror.c
// Lets statements in which a loop runs forwards and backwards read mirrored copies of arrays, which
// are made before the nest, as far as that makes it run one way. False when nothing was changed.
// Copies are made where each element is read often, or at any cost.
bool affine_mirror_arrays(AffineProgram *program, bool at_any_cost);

// --- affine_tile_time.c
// Shifts that make loop `level` (time) and loop level + 1 of the statements permutable: every
// dependence goes from smaller to equal or larger values of
//   loop level + 1  +  slope * loop level  +  shifts[statement].
// False when there are none with a small slope.
enum { AFFINE_TILE_TIME_STATEMENTS = 8 };
bool affine_tile_time_find_shifts(AffineStatement *const *statements, int count, int level,
                                  int *out_slope, int *out_shifts);

// --- affine_split.c
// Whether the statement, whose loop `step` is to be tiled, can be split where other loops equal it.
bool affine_split_applies(const AffineStatement *statement, int step);
// Splits a statement whose loop `step` counts inside a tile, with loop step - 1 over the tiles:
// parts before, in and after the tile, and copies of what the outer parts read, not in order. They
// live in the pool. False: not every such read can be copied.
enum { AFFINE_MAX_PARTS = 64 };
bool affine_split_statement(AffineProgram *program, Pool *pool, const AffineStatement *statement,
                            int step, int64_t tile, AffineStatement **out, int *out_count);

// --- affine_pad_triangle.c
// Splits a sum over a triangle of elements, in the loops from `level` on, into three statements:
// the square around the triangle is copied to a scratch array, summed up there, and its triangle
// is copied back. The parts are in this order, right one after the other, and live in the pool.
// False when the statement is not such a sum, or a side has more than `longest` iterations.
bool affine_pad_triangle(AffineProgram *program, Pool *pool, const AffineStatement *statement,
                         int level, double longest, AffineStatement **out_parts);

#endif
