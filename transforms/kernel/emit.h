// Emit: the kernel builder. Turns a Group and a Schedule into scf loops around
// straight-line vector code with accumulators in registers, on tensors
// (destination carried through the loops, bufferizes in place) or on memrefs.
#ifndef AUTOTUNE_TRANSFORMS_KERNEL_EMIT_H
#define AUTOTUNE_TRANSFORMS_KERNEL_EMIT_H

#include "base/status.h"
#include "plan/loop_nest.h"
#include "plan/threads/thread_split.h"
#include "transforms/group.h"

// Whether emit_group can build this group under this schedule; the same
// answer as schedule_check plus what only the IR knows (body ops). Leaves a text on failure.
Status emit_check(const Group *group, const Schedule *schedule, const Target *target);

// Builds the loops before group->insertion, replaces the group's results and
// erases the ops of group->ops that became dead, whose entries become null. On failure the payload
// is as before. The outermost new op carries the discardable attribute "autotune.schedule"
// (schedule text) and the anchor's location.
//
// `split`, of this schedule (thread_split_choose), makes that op an scf.forall over the pieces;
// null or one without loops: one thread does all.
Status emit_group(Group *group, const Schedule *schedule, const ThreadSplit *split,
                  const Target *target);

#endif
