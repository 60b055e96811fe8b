// SimtEmit: a product as a kernel of a device: a gpu.module with one gpu.func, and the
// gpu.launch_func in the product's place.
//
// A block of threads copies the tiles of a stage to shared memory, meets at a barrier, and every
// thread adds up its results in registers. Sums keep the order of the source; multiply-adds are
// fused. Buffers are memrefs of the default memory space that the device can reach, whose
// allocation begins at a multiple of 16 bytes.
//
// A kernel with bulk copies takes tensor maps by value in place of the operands that they are of
// (TENSOR_MAPS_ATTRIBUTE).
#ifndef AUTOTUNE_TRANSFORMS_SIMT_SIMT_EMIT_H
#define AUTOTUNE_TRANSFORMS_SIMT_SIMT_EMIT_H

#include "plan/simt/simt_nest.h"
#include "plan/simt/simt_view.h"
#include "transforms/group.h"

// STATUS_UNSUPPORTED with the reason where the group is none of a product that a kernel can be made
// of; else the product that it is, and the roles of that one's iterators.
Status simt_group_read(const Group *group, SimtView *out_view, SimtRoles *out_roles);

// simt_epilogue.c: whether the consumers that are fused can be computed in the kernel: arithmetic
// and functions of scalars, with constants alone from outside.
bool simt_epilogue_is_known(const Group *group);

// Makes the kernel in `module` under a name that nothing has yet, launches it before
// group->insertion, replaces the group's results and erases its ops. The launch carries the
// attribute "autotune.schedule" with the text of the schedule. Nothing fails that is right here.
void simt_emit(Group *group, const SimtView *view, const SimtNest *nest, const Schedule *schedule,
               const Device *device, MlirOperation module);

#endif
