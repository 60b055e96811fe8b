// PointEmit: any op that is extracted as a kernel of a device, a thread for some results: what
// point_nest.h describes.
//
// A thread computes the initial value, adds up the terms and computes the consumers of its own
// results, in the types of the source. Where several threads share a result they add up terms of
// their own, in any order, and join them by shuffles of a warp and in shared memory.
#ifndef AUTOTUNE_TRANSFORMS_SIMT_POINT_EMIT_H
#define AUTOTUNE_TRANSFORMS_SIMT_POINT_EMIT_H

#include "plan/simt/point_nest.h"
#include "transforms/group.h"
#include "transforms/simt/point_record.h"

// STATUS_UNSUPPORTED with the reason where no kernel can be made of the group; else whether threads
// may share results.
Status point_group_read(const Group *group, bool *out_can_share);

// As simt_emit. Nothing fails of a group that was read. The kernel is added to `records`.
void point_emit(Group *group, const PointNest *nest, const Schedule *schedule, const Device *device,
                MlirOperation module, PointRecords *records);

#endif
