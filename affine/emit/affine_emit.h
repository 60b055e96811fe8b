// From an AffineProgram back to IR.
#ifndef AUTOTUNE_AFFINE_EMIT_AFFINE_EMIT_H
#define AUTOTUNE_AFFINE_EMIT_AFFINE_EMIT_H

#include "affine/affine_program.h"

// Builds the program before its last root and erases the roots: scf loops, scalar and vector
// statements, and linalg.generic on views of the memrefs for what was raised.
Status affine_emit_program(AffineProgram *program);

#endif
