// Products of integers that the body scales, in groups that have a scale each (Workload.
// scales_products): a group is added up as integers by one evaluation of the register tile, which
// scales the sums and adds them to the results.
#include "base/integer.h"
#include "plan/dot_product.h"

enum { MAX_TERMS = 1 << 15 }; // of at most 255 * 255: their sum stays within i32

static int64_t terms_of(const Workload *knobs, uint32_t group) {
  int64_t terms = 1;
  for (int i = 0; i < knobs->iterator_count; i++)
    terms = integer_multiply(terms, group >> i & 1u ? knobs->extents[i] : 1);
  return terms;
}

bool dot_groups_suit(const Workload *knobs, const Instruction *row) {
  if (!knobs->scales_products)
    return knobs->accumulator_type == row->accumulator;
  uint32_t group = workload_group_iterators(knobs);
  return row->accumulator == ELEMENT_I32 && row->rows == 1 && group != 0 &&
         terms_of(knobs, group) <= MAX_TERMS;
}

bool dot_groups_have(const Workload *knobs, int iterator) {
  return !knobs->scales_products || (workload_group_iterators(knobs) >> iterator & 1u);
}

void dot_groups_cover(const Workload *knobs, Schedule *schedule) {
  uint32_t group = workload_group_iterators(knobs);
  for (int i = 0; i < knobs->iterator_count && knobs->scales_products; i++)
    if (knobs->kinds[i] == ITERATOR_REDUCTION)
      schedule->block[i] = group >> i & 1u ? (int32_t)knobs->extents[i] : 1;
}

bool dot_groups_are_covered(const Workload *knobs, const Schedule *schedule) {
  uint32_t group = workload_group_iterators(knobs);
  for (int i = 0; i < knobs->iterator_count && knobs->scales_products; i++)
    if (knobs->kinds[i] == ITERATOR_REDUCTION &&
        schedule->block[i] != (group >> i & 1u ? knobs->extents[i] : 1))
      return false;
  return true;
}
