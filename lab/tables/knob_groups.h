// KnobGroup: the knobs of a schedule in groups, whose values are combined to the points of a grid.
#ifndef AUTOTUNE_LAB_TABLES_KNOB_GROUPS_H
#define AUTOTUNE_LAB_TABLES_KNOB_GROUPS_H

#include "search/space.h"

typedef enum KnobGroup {
  KNOB_GROUP_BLOCK,
  KNOB_GROUP_OUTER,
  KNOB_GROUP_INNER,
  KNOB_GROUP_PACK,
  KNOB_GROUP_ORDER,
  KNOB_GROUP_REST,
  KNOB_GROUP_COUNT
} KnobGroup;

enum { KNOB_GROUP_TURNS = 8 };

// Whose turn it is to get one more value: blocks and outer tiles come more often, as they matter
// most. All groups have had one after KNOB_GROUP_TURNS turns.
KnobGroup knob_group_of_turn(int turn);
void knob_group_copy(KnobGroup group, const Schedule *from, Schedule *to);
// Whether two schedules have the group in common: copying it changes nothing.
bool knob_group_is_same(KnobGroup group, const Schedule *a, const Schedule *b);

// Equal of schedules that have the group in common, and else different.
uint64_t knob_group_key(KnobGroup group, const Schedule *schedule);

// A legal schedule of the rule. False: none was found.
bool knob_groups_draw(const SearchSpace *space, Rng *rng, uint8_t rule, Schedule *out);
void knob_groups_shuffle(Schedule *points, int64_t count, uint64_t seed);

#endif
