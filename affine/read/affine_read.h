// From IR to an AffineProgram.
#ifndef AUTOTUNE_AFFINE_READ_AFFINE_READ_H
#define AUTOTUNE_AFFINE_READ_AFFINE_READ_H

#include "affine/affine_program.h"

// Reads the nest of `root`, an affine.for, for a machine. STATUS_UNSUPPORTED says why it cannot be
// read; then there is nothing to destroy. The program's pool is a child of `pool`, or one of its
// own where that is null. The target is lent for the life of the program.
Status affine_read_nest(Pool *pool, MlirOperation root, const Target *target,
                        AffineProgram *out_program);
// The same for neighbours in one block, between which nothing touches memory.
Status affine_read_neighbours(Pool *pool, const MlirOperation *roots, int count,
                              const Target *target, AffineProgram *out_program);

#endif
