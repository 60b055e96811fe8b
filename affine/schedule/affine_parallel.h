// Parallel loops: the outermost loop of a nest that carries no dependence, for several processors.
#ifndef AUTOTUNE_AFFINE_SCHEDULE_AFFINE_PARALLEL_H
#define AUTOTUNE_AFFINE_SCHEDULE_AFFINE_PARALLEL_H

#include "affine/affine_program.h"

// Marks the outermost loops, down to level `deepest`, whose iterations may run at once, and of a
// constant trip cuts them into blocks of iterations, so that a block can be scheduled like a nest
// of its own. Arrays that each iteration writes before it reads them do not count. With a seed
// other than 0 blocks are small and any work is enough. False when there is no such loop, or too
// little work in it.
bool affine_parallel_cut(AffineProgram *program, int deepest, uint64_t seed);

// Cuts a loop that carries nothing once it is the outermost one into a block for each of `threads`,
// around the whole program, and marks the loop over blocks. All statements share the loop, and
// their bounds do not use it. With a seed other than 0 blocks are small and any work is enough.
// False when there is no such loop, or too little work in it.
bool affine_parallel_share(AffineProgram *program, int threads, uint64_t seed);

// Whether loop `level`, which all statements share, carries nothing but arrays that do not count.
bool affine_parallel_is_free(const AffineProgram *program, int level);

// Makes waves of the tiles of a program that has been scheduled, where its two outermost loops are
// those over tiles of time, and marks the loop over the tiles of a wave. With
// a seed other than 0 of any other two loops of constant trip, too. All dependences are kept. False
// when there are no such loops, or too few tiles for so many threads.
bool affine_parallel_wave(AffineProgram *program, int threads, uint64_t seed);

// Whether sums of floats keep their order, whatever becomes of the loops: then their bits do not
// depend on the number of blocks.
bool affine_parallel_keeps_bits(const AffineProgram *program);

// The same as affine_parallel_cut for loops of a program that has been scheduled, which are left as
// they are.
bool affine_parallel_mark(AffineProgram *program, uint64_t seed);

// Gives every iteration of a marked loop its own copy of the arrays that do not count, and takes
// the mark away where dependences are left, so that in the end they are certain. `out_text` says
// which loops run in parallel. False when none do.
bool affine_parallel_settle(AffineProgram *program, char *out_text, int size);

// What the outermost loops carry: why none of them is parallel.
void affine_parallel_print_carried(const AffineProgram *program, char *out_text, int size);

#endif
