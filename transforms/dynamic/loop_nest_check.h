// Whether each statement of a ScalarNest may run over all its iterations before the next one does,
// with its loops as those of a linalg op.
#ifndef AUTOTUNE_TRANSFORMS_DYNAMIC_LOOP_NEST_CHECK_H
#define AUTOTUNE_TRANSFORMS_DYNAMIC_LOOP_NEST_CHECK_H

#include "transforms/dynamic/loop_nest_read.h"

// STATUS_UNSUPPORTED with a text where it may not, for whatever extents the loops have.
Status loop_nest_check(const ScalarNest *nest);
// Whether the loop is an index of what the statement stores; the others are over its terms.
bool loop_nest_is_parallel(const ScalarNest *nest, const NestStatement *statement, int loop);

#endif
