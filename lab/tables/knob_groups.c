// KnobGroup: the knobs of a schedule in groups, whose values are combined to the points of a grid.
#include "lab/tables/knob_groups.h"

#include <string.h>

enum { SAMPLES = 2000 };

KnobGroup knob_group_of_turn(int turn) {
  static const KnobGroup order[KNOB_GROUP_TURNS] = {
      KNOB_GROUP_BLOCK, KNOB_GROUP_OUTER, KNOB_GROUP_PACK,  KNOB_GROUP_BLOCK,
      KNOB_GROUP_INNER, KNOB_GROUP_OUTER, KNOB_GROUP_ORDER, KNOB_GROUP_REST};
  return order[turn % KNOB_GROUP_TURNS];
}

void knob_group_copy(KnobGroup group, const Schedule *from, Schedule *to) {
  switch (group) {
  case KNOB_GROUP_BLOCK:
    to->lanes = from->lanes;
    to->vector_iterator = from->vector_iterator;
    memcpy(to->block, from->block, sizeof to->block);
    break;
  case KNOB_GROUP_OUTER:
    memcpy(to->tile[0], from->tile[0], sizeof to->tile[0]);
    break;
  case KNOB_GROUP_INNER:
    memcpy(to->tile[1], from->tile[1], sizeof to->tile[1]);
    break;
  case KNOB_GROUP_PACK:
    memcpy(to->pack, from->pack, sizeof to->pack);
    to->produced = from->produced;
    break;
  case KNOB_GROUP_ORDER:
    memcpy(to->order, from->order, sizeof to->order);
    memcpy(to->kernel_order, from->kernel_order, sizeof to->kernel_order);
    break;
  default:
    to->remainder = from->remainder;
    to->pad_mode = from->pad_mode;
    to->epilogue_depth = from->epilogue_depth;
    break;
  }
}

bool knob_group_is_same(KnobGroup group, const Schedule *a, const Schedule *b) {
  Schedule copy = *a;
  knob_group_copy(group, b, &copy);
  return schedule_key(&copy) == schedule_key(a);
}

uint64_t knob_group_key(KnobGroup group, const Schedule *schedule) {
  Schedule alone = {0};
  knob_group_copy(group, schedule, &alone);
  return schedule_key(&alone);
}

bool knob_groups_draw(const SearchSpace *space, Rng *rng, uint8_t rule, Schedule *out) {
  double seconds;
  for (int n = 0; n < SAMPLES; n++) {
    space_random(space, rng, out);
    if (out->rule == rule && space_score(space, out, &seconds, NULL) == REJECT_NONE)
      return true;
  }
  return false;
}

void knob_groups_shuffle(Schedule *points, int64_t count, uint64_t seed) {
  Rng rng = {seed};
  for (int64_t i = count - 1; i > 0; i--) {
    int64_t other = rng_below(&rng, i + 1);
    Schedule kept = points[i];
    points[i] = points[other];
    points[other] = kept;
  }
}
