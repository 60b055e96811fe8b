// Draws of single knobs, or of those that belong together, into a schedule.
#ifndef AUTOTUNE_SEARCH_SPACE_DRAW_H
#define AUTOTUNE_SEARCH_SPACE_DRAW_H

#include "search/space.h"

// A set bit of `mask`, which is not 0.
int space_draw_bit(Rng *rng, uint32_t mask);
void space_draw_vector(const RuleSpace *rule_space, Rng *rng, Schedule *schedule);
int64_t space_draw_block(Rng *rng, int64_t extent, int64_t limit);
void space_draw_register_tile(const RuleSpace *rule_space, Rng *rng, Schedule *schedule);
void space_draw_unroll(const RuleSpace *rule_space, Rng *rng, Schedule *schedule);
void space_draw_tiles_of(const RuleSpace *rule_space, Rng *rng, Schedule *schedule, int iterator);
void space_draw_tiles(const RuleSpace *rule_space, Rng *rng, Schedule *schedule);
int space_reduction_count(const Workload *workload);
void space_draw_orders(const RuleSpace *rule_space, Rng *rng, Schedule *schedule);
void space_draw_pack(const RuleSpace *rule_space, Rng *rng, Schedule *schedule, int access);
void space_draw_packs(const RuleSpace *rule_space, Rng *rng, Schedule *schedule);
void space_draw_epilogue(const RuleSpace *rule_space, Rng *rng, Schedule *schedule);
void space_draw_remainder(const RuleSpace *rule_space, Rng *rng, Schedule *schedule);
void space_make_border_possible(const RuleSpace *rule_space, Schedule *schedule);
void space_draw_pad(const RuleSpace *rule_space, Rng *rng, Schedule *schedule);

#endif
