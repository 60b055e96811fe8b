// Simplification of what a statement computes.
#ifndef AUTOTUNE_AFFINE_READ_AFFINE_SIMPLIFY_H
#define AUTOTUNE_AFFINE_READ_AFFINE_SIMPLIFY_H

#include "affine/affine_program.h"

// Makes equal nodes one, and a compare and select of integers a minimum or maximum.
void affine_simplify_body(AffineBody *body);

#endif
