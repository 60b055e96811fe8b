// PointRecord: a kernel of points as it was emitted, for who joins kernels (point_join.h).
#ifndef AUTOTUNE_TRANSFORMS_SIMT_POINT_RECORD_H
#define AUTOTUNE_TRANSFORMS_SIMT_POINT_RECORD_H

#include "plan/simt/point_nest.h"
#include "transforms/group.h"

typedef struct PointRecord {
  Workload workload;
  PointNest nest;
  MlirOperation launch, module; // gpu.launch_func and gpu.module; null: there are none any more
  int16_t operands[WORKLOAD_MAX_ACCESSES];  // of the launch, those that an access reads; -1: none
  MlirValue written[WORKLOAD_MAX_ACCESSES]; // by output access: the buffer; null: none, or memory
                                            // of the caller, which may be read elsewhere
} PointRecord;

typedef struct PointRecords {
  PointRecord *items; // owned
  int count, capacity;
} PointRecords;

// A new record to be filled. Aborts when memory ends, as the IR is half rewritten then.
PointRecord *point_records_add(PointRecords *records);
void point_records_destroy(PointRecords *records);

#endif
