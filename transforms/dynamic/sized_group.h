// SizedGroup: ops of a block that are cut along the same extent, each along one of its
// loops. What one of them reads of another is the piece at the same place, so that all of them can
// be computed piece by piece.
#ifndef AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_GROUP_H
#define AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_GROUP_H

#include "transforms/dynamic/sized_panels.h"
#include "transforms/ir.h"

struct SizedGroup;

// Which ops a group takes where extents are known: whether `number` may join it next to the member
// `beside`, cut along `loop`.
typedef struct SizedFilter {
  bool (*allows)(const struct SizedGroup *group, int beside, int number, int loop, void *context);
  void *context; // lent
} SizedFilter;

// The ops of a block that have loops of unknown extent, or, with a filter, all that can be cut; in
// its order.
typedef struct SizedBlock {
  MlirBlock block;
  SizedOp *ops; // owned
  int count;
  const SizedFilter *filter; // lent; null: extents are unknown
} SizedBlock;

SizedBlock sized_block_read(MlirBlock block);
SizedBlock sized_block_read_known(MlirBlock block, const SizedFilter *filter);
void sized_block_destroy(SizedBlock *block);
// Number of the op among those of the block; -1: it is none of them.
int sized_block_find(const SizedBlock *block, MlirOperation op);
// Number of the op whose result the value is; -1: none of them.
int sized_block_maker(const SizedBlock *block, MlirValue value);

enum { SIZED_GROUP_MAX = 256 };

typedef struct SizedGroup {
  const SizedBlock *block; // lent
  int *loops;              // owned; of each op of the block, the loop that is cut; -1: no member
  int64_t extent;          // of all these loops; negative: unknown
  int count;               // members
  int first, last;         // of them
  SizedPack *pack;         // of constant weights that are cut; null: they stay where they are
} SizedGroup;

static inline bool sized_group_has(const SizedGroup *group, int number) {
  return number >= 0 && group->loops[number] >= 0;
}
// Whether its members read each other through views, too (sized_view.h).
static inline bool sized_group_reads_views(const SizedGroup *group) {
  return !group->block->filter;
}

// All that can be cut along with `loop` of op `seed`, which can be cut itself.
SizedGroup sized_group_grow(const SizedBlock *block, int seed, int loop);
void sized_group_destroy(SizedGroup *group);
// Whether a piece may be computed twice: no member updates what is in its destination before the
// first of them.
bool sized_group_may_repeat(const SizedGroup *group);
// Whether members may compute what is not there, of which nothing is used: all of them are on
// tensors, and none divides integers.
bool sized_group_may_pad(const SizedGroup *group);
// Moves the ops of the block before the last member that need members and are none behind it. They
// only compute, and no member needs them.
void sized_group_move_followers(const SizedGroup *group);

#endif
