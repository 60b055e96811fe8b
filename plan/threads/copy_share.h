// CopyShare: how threads share what a schedule packs or gathers whole: the buffer is cut along one
// of its dimensions. A share starts where the copying code starts anew, so every element is copied
// once, by the code of one thread.
#ifndef AUTOTUNE_PLAN_THREADS_COPY_SHARE_H
#define AUTOTUNE_PLAN_THREADS_COPY_SHARE_H

#include "plan/loop_nest.h"
#include "plan/rule.h"

typedef struct CopyShare {
  int dim;        // of the buffer, that is cut
  int64_t step;   // positions along it of one share; the last one may have fewer
  int64_t pieces; // below 2: one thread copies everything
  double largest; // share over the whole, of the thread with the most
} CopyShare;

extern const CopyShare copy_share_none;

// Of a buffer that is packed outside all loops. `knobs` is the workload of the schedule's rule.
CopyShare copy_share_pack(const Workload *knobs, const Schedule *schedule, const PackedBuffer *pack,
                          int threads);

// Of what the prologue of a rule makes of `workload`, which the rule makes `knobs` of.
CopyShare copy_share_made(const Workload *workload, const Workload *knobs, const Rule *rule,
                          int threads);

#endif
