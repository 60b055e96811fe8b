// The part of autotune-gpu that makes kernels of points.
#ifndef AUTOTUNE_PASSES_SIMT_POINT_H
#define AUTOTUNE_PASSES_SIMT_POINT_H

#include "search/simt/point_choice.h"
#include "transforms/group.h"

// A schedule that is given as text. STATUS_REJECTED where it is of another rule than kernels are.
Status simt_schedule_parse(const Workload *workload, const char *given, Schedule *out_schedule);
// Reads the op with what may be fused, at most `consumers` of them, and chooses its schedule, or
// takes the one that is given as text (""; none). STATUS_UNSUPPORTED or STATUS_REJECTED with the
// reason.
Status simt_point_decide(MlirOperation op, int consumers, const char *given, const Device *device,
                         Group *group, PointChoice *out_choice);
// Marks the ops of softmaxes and norms (transforms/chain), whose kernels are then made for rows.
// Aggregated ops become their parts. Whether anything is another op now; a function of which some
// row would not be kernels alone stays as it is.
bool simt_rows_mark(MlirOperation module, const Device *device);

#endif
