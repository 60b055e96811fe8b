// Parallel loops: the outermost loop of a nest that carries no dependence, for several processors.
#ifndef AUTOTUNE_PASSES_AFFINE_SCHEDULE_AFFINE_PARALLEL_H
#define AUTOTUNE_PASSES_AFFINE_SCHEDULE_AFFINE_PARALLEL_H

#include "passes/affine/affine_program.h"

// Marks the outermost loops, down to level `deepest`, whose iterations may run at once, and of a
// constant trip cuts them into blocks of iterations, so that a block can be scheduled like a nest
// of its own. Arrays that each iteration writes before it reads them do not count. With a seed
// other than 0 blocks are small and any work is enough. False when there is no such loop, or too
// little work in it.
bool affine_parallel_cut(AffineProgram *program, int deepest, uint64_t seed);

// The same for loops of a program that has been scheduled, which are left as they are.
bool affine_parallel_mark(AffineProgram *program, uint64_t seed);

// Gives every iteration of a marked loop its own copy of the arrays that do not count, and takes
// the mark away where dependences are left, so that in the end they are certain. `out_text` says
// which loops run in parallel. False when none do.
bool affine_parallel_settle(AffineProgram *program, char *out_text, int size);

// What the outermost loops carry: why none of them is parallel.
void affine_parallel_print_carried(const AffineProgram *program, char *out_text, int size);

#endif
