// Waves: a sweep in which every element waits for its left and upper neighbours. Several rows are
// done at once, each so many elements behind the one above that nothing it needs is missing: the
// elements of one wave are independent.
//
// Inside a group of rows the loops are: wave, row of the group; the element is wave - slope * row.
#include "passes/affine_rest.h"

enum { MAX_SLOPE = 3, ROWS = 8, MIN_OPERATIONS = 4, LONG = 4 };

static bool has_plain_bounds(const AffineLoop *loop, int outside) {
  int64_t trip;
  if (!affine_loop_constant_trip(loop, &trip))
    return false;
  for (int d = outside; d < AFFINE_MAX_DEPTH; d++)
    if (affine_loop_uses(loop, d))
      return false;
  return true;
}

static bool can_slant(const AffineStatement *s, int level) {
  if (s->guard_count || s->depth >= AFFINE_MAX_DEPTH - 1)
    return false;
  for (int i = 0; i < AFFINE_MAX_INDICES; i++)
    if (s->indices[i].coefficients[level] || s->indices[i].coefficients[level + 1])
      return false;
  return has_plain_bounds(&s->loops[level], level) && has_plain_bounds(&s->loops[level + 1], level);
}

typedef enum Part { PART_START, PART_MIDDLE, PART_END } Part;

// first + (wave - edge + 1) / slope, rounded up.
static AffineBound slanted_bound(AffineForm first, const AffineForm *wave, const AffineForm *edge,
                                 int slope) {
  AffineForm way = affine_form_add(wave, edge, -1);
  way.constant++;
  return (AffineBound){.form = first, .dividend = way, .divisor = slope, .multiplier = 1};
}

// A part of the waves of every whole group of rows.
static void enter_waves(AffineStatement *s, int level, int64_t groups, int rows, int slope,
                        Part part) {
  int order[AFFINE_MAX_DEPTH];
  affine_statement_insert_loop(s, level);
  AffineLoop row = s->loops[level + 1], column = s->loops[level + 2];
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++)
    order[d] = d == level + 1 ? level + 2 : d == level + 2 ? level + 1 : d;
  affine_statement_renumber(s, order);
  AffineForm group = affine_form_loop(level), wave = affine_form_loop(level + 1);
  AffineForm first = affine_form_add(&row.lower[0].form, &group, rows), last = first;
  last.constant += rows;
  // column = wave - slope * (row - first)
  AffineForm lag = affine_form_loop(level + 2), element = wave;
  lag = affine_form_add(&lag, &first, -1);
  element = affine_form_add(&element, &lag, -slope);
  for (int a = 0; a < s->access_count; a++)
    for (int d = 0; d < s->accesses[a].rank; d++)
      s->accesses[a].index[d] =
          affine_form_substitute(&s->accesses[a].index[d], level + 1, &element);
  s->loops[level] = (AffineLoop){
      .lower_count = 1, .upper_count = 1, .upper = {affine_bound(affine_form_constant(groups))}};
  AffineForm low = column.lower[0].form, high = column.upper[0].form;
  AffineForm full = low, end = high;
  full.constant += slope * (rows - 1);
  end.constant += slope * (rows - 1);
  AffineLoop *waves = &s->loops[level + 1], *lanes = &s->loops[level + 2];
  *waves = (AffineLoop){.lower_count = 1, .upper_count = 1};
  waves->lower[0] = affine_bound(part == PART_START ? low : part == PART_MIDDLE ? full : high);
  waves->upper[0] = affine_bound(part == PART_START ? full : part == PART_MIDDLE ? high : end);
  *lanes = (AffineLoop){.lower_count = 1, .upper_count = 1};
  lanes->lower[0] = affine_bound(first);
  lanes->upper[0] = affine_bound(last);
  if (part == PART_START) // rows that have begun: row - first <= (wave - low) / slope
    lanes->upper[0] = slanted_bound(first, &wave, &low, slope);
  if (part == PART_END) // rows that have not ended: row - first >= (wave - high + 1) / slope
    lanes->lower[0] = slanted_bound(first, &wave, &high, slope);
  s->position[level + 1] = part;
  s->position[level + 2] = s->position[level + 3] = 0;
  s->lanes = part == PART_MIDDLE ? 1u << (level + 2) : 0;
}

bool affine_rest_waves(RestNest *nest) {
  const AffineStatement *s = nest->statements[0];
  int level = nest->level, rows = nest->is_random ? nest->lanes : ROWS, slope = 1;
  int64_t row_trip, column_trip;
  if (nest->count != 1 || s->depth != level + 2 || !can_slant(s, level) ||
      (!nest->is_random && affine_rest_operations(s) < MIN_OPERATIONS))
    return false;
  (void)affine_loop_constant_trip(&s->loops[level], &row_trip);
  (void)affine_loop_constant_trip(&s->loops[level + 1], &column_trip);
  int64_t groups = row_trip / rows;
  while (slope <= MAX_SLOPE && affine_depends_within(s, s, level, slope, 0))
    slope++;
  if (groups < 1 || slope > MAX_SLOPE || column_trip < slope * rows ||
      (!nest->is_random && column_trip < LONG * slope * rows))
    return false;
  if (!nest->is_random && !affine_depends(s, s, level + 1, level + 1))
    return false; // a row is parallel by itself
  for (Part part = PART_START; part <= PART_END; part++) {
    AffineStatement *copy = affine_rest_append(nest, s);
    if (!copy)
      return false;
    enter_waves(copy, level, groups, rows, slope, part);
  }
  if (row_trip % rows) {
    AffineStatement *copy = affine_rest_append(nest, s);
    if (!copy)
      return false;
    copy->loops[level].lower[0].form.constant += groups * rows;
    copy->position[level]++;
  }
  return true;
}
