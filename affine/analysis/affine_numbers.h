// Which numbers a program may have.
#ifndef AUTOTUNE_AFFINE_ANALYSIS_AFFINE_NUMBERS_H
#define AUTOTUNE_AFFINE_ANALYSIS_AFFINE_NUMBERS_H

#include "affine/affine_program.h"

// Whether the number is beyond what a source may have.
bool affine_numbers_is_large(int64_t number);
// Adds factor * other, whose numbers are not large; false when one of the sum would be.
bool affine_numbers_accumulate(AffineForm *form, const AffineForm *other, int64_t factor);
// Whether the values of all forms of the statement are not large either.
bool affine_numbers_fit_statement(const AffineStatement *statement);
// Whether signed integers of so many bits hold the form at every point of the loops.
bool affine_numbers_fit_form(const AffineLoop *loops, int depth, const AffineForm *form, int bits);

#endif
