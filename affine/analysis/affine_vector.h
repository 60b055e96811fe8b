// Which statements can be vector code.
#ifndef AUTOTUNE_AFFINE_ANALYSIS_AFFINE_VECTOR_H
#define AUTOTUNE_AFFINE_ANALYSIS_AFFINE_VECTOR_H

#include "affine/affine_program.h"

// Whether iterations of the loop become one vector operation per node of the statement.
bool affine_vector_applies(const AffineProgram *program, const AffineStatement *statement,
                           int loop);

#endif
