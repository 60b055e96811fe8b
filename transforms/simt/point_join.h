// PointJoin: kernels of points that follow one another and work row by row become one kernel with
// barriers between them: the parts of a softmax or a norm, a block for each row. What one part
// writes the next reads from a cache.
//
// A part may follow another one when each of its blocks reads nothing of what the earlier ones
// write but what the same block has written.
#ifndef AUTOTUNE_TRANSFORMS_SIMT_POINT_JOIN_H
#define AUTOTUNE_TRANSFORMS_SIMT_POINT_JOIN_H

#include "transforms/simt/point_record.h"

// Joins what can be joined of kernels that follow one another in a block. Returns how many kernels
// there are less.
int point_records_join(PointRecords *records);

#endif
