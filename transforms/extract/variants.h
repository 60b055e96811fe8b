// Variants: the groups that one anchor op can become, with more or fewer ops fused.
#ifndef AUTOTUNE_TRANSFORMS_EXTRACT_VARIANTS_H
#define AUTOTUNE_TRANSFORMS_EXTRACT_VARIANTS_H

#include "base/status.h"
#include "plan/schedule.h"
#include "transforms/extract/extract.h"

// Ops that may be fused with their anchor.
enum {
  FUSE_INIT = 1,
  FUSE_PRODUCERS = 2,
  FUSE_PAD = 4,
  FUSE_EPILOGUE = 8,
  FUSE_STORED = 16, // with FUSE_PRODUCERS
  FUSE_ALL = FUSE_INIT | FUSE_PRODUCERS | FUSE_PAD | FUSE_EPILOGUE | FUSE_STORED,
};

enum { VARIANTS_MAX = 7 };

// Entry i of all arrays is the same variant; the fullest fusion comes first.
typedef struct Variants {
  int count;
  Fusion limits[VARIANTS_MAX]; // that a schedule must name so that the variant is found again
  Group groups[VARIANTS_MAX];
  Workload workloads[VARIANTS_MAX]; // copies, for those who want plain data only
} Variants;

// Hears of an op that is going to be tuned, before it is rewritten, when its operands are as
// earlier ops have left them, and of the machine it is tuned for. `chosen` is the place of what was
// decided among the variants; everything is lent for the call. Another status than STATUS_OK ends
// the run.
typedef Status (*TuneObserver)(const Variants *variants, int chosen, const char *schedule,
                               const Target *target, void *user);

// What may be fused within the allowed fusion (FUSE_*).
Fusion fusion_limits(unsigned allowed);

// Extracts every distinct variant of `anchor` within the allowed fusion (FUSE_*) and the filter
// (NULL: any op). Fails as group_extract does when there is none.
Status variants_extract(MlirOperation anchor, unsigned allowed, const FusionFilter *filter,
                        Variants *out_variants);
// Extracts the one variant that the text of a schedule names.
Status variants_extract_named(MlirOperation anchor, const char *schedule,
                              const FusionFilter *filter, Variants *out_variants);
// Writes into `schedule`, which was chosen for variant `index`, what that variant fuses.
void variants_name(const Variants *variants, int index, Schedule *schedule);
// Whether the group computes the op, and whether others than its ops read results of the op that
// the group does not give them, so that it stays alive beside the group.
bool group_has(const Group *group, MlirOperation op);
bool group_leaves_alive(const Group *group, MlirOperation op);

// Takes out the variant whose body stores what fits the first cache, of `cache_bytes`, where others
// are left: read again from there it costs next to nothing, by a sum of its own that no long body
// slows down. Rows of 1500 exponentials took 15 % more in one op.
void variants_drop_near_stores(Variants *variants, double cache_bytes);
// Takes a variant out, the others keep their order.
void variants_drop(Variants *variants, int index);

#endif
