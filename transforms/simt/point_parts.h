// What point_join.c asks of the parts of a kernel: which may follow which (point_parts.c).
#ifndef AUTOTUNE_TRANSFORMS_SIMT_POINT_PARTS_H
#define AUTOTUNE_TRANSFORMS_SIMT_POINT_PARTS_H

#include "transforms/simt/point_record.h"

enum {
  POINT_FIRST_ARGUMENT = 6, // of a launch, after the sizes of grid and blocks
  POINT_MAX_ARGUMENTS = 48,
  POINT_MAX_SHARED = 4,
  POINT_MAX_PARTS = 8,
};

typedef struct PointParts {
  int items[POINT_MAX_PARTS], count;
  int64_t threads; // of the kernel that they are in
  int shared;      // buffers
  int arguments;
} PointParts;

static inline int point_launch_arguments(MlirOperation launch) {
  return (int)mlirOperationGetNumOperands(launch) - POINT_FIRST_ARGUMENT;
}
static inline int point_shared_count(const PointRecord *part) {
  return part->nest.sharers > 1 ? part->workload.accumulator_count : 0;
}

// The buffer that a launch is given, seen through the tensor that it was.
MlirValue point_buffer_behind(MlirValue value);
// Whether blocks take each iterator one by one or as a whole.
bool point_works_by_rows(const PointRecord *part);
// Whether its results are memory of their own, which nothing else reads meanwhile.
bool point_makes_tensors(const PointRecord *part);
// Whether the kernel can be the next part.
bool point_may_follow(const PointRecords *records, const PointParts *parts,
                      const PointRecord *next);

#endif
