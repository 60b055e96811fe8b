// Padding: what reading the pad value does to a reduction.
#ifndef AUTOTUNE_TRANSFORMS_EXTRACT_PADDING_H
#define AUTOTUNE_TRANSFORMS_EXTRACT_PADDING_H

#include "transforms/group.h"

// Whether a body evaluation that reads the pad value of `access` leaves every accumulator as it
// is, whatever else it reads: a constant zero that is multiplied and added, or a value
// that no maximum is below. Infinities and NaN in the other factor of a product are not considered.
bool padding_is_neutral(const Group *group, int access);

#endif
