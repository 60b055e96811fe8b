// Wavefront: a sweep in which every element waits for its left and upper neighbours.
//
//   for i:                                  for g:                       (groups of 8 rows)
//     for j:                                  for w:                     (wave)
//       y[i,j] = f(y[i,j-1], y[i-1,j+1])        for r in lanes:          (row of the group)
//                                                 y[8g+r, w-2r] = f(...)
//
// Several rows are done at once, each so many elements (the slope, here 2) after the one above that
// nothing it needs is missing: the elements of one wave are independent. Waves that begin and end,
// and the last rows, keep loops of their own.
#include "affine/affine_costs.h"
#include "affine/loop_rules/loop_rule.h"

static bool has_plain_bounds(const LoopRuleNest *nest, int level) {
  AffineForm trip;
  if (!loop_rule_trip(nest, level, &trip))
    return false;
  for (int d = nest->level; d < AFFINE_MAX_DEPTH; d++)
    if (affine_loop_uses(&nest->statements[0]->loops[level], d))
      return false;
  return true;
}

static bool can_slant(const LoopRuleNest *nest) {
  const AffineStatement *statement = nest->statements[0];
  int level = nest->level;
  if (statement->guard_count || statement->depth >= AFFINE_MAX_DEPTH - 1)
    return false;
  for (int i = 0; i < statement->index_count; i++)
    if (statement->indices[i].coefficients[level] || statement->indices[i].coefficients[level + 1])
      return false;
  return has_plain_bounds(nest, level) && has_plain_bounds(nest, level + 1);
}

typedef enum Part { PART_START, PART_MIDDLE, PART_END } Part;

// first + (wave - edge + 1) / slope, rounded up.
static AffineBound slanted_bound(AffineForm first, const AffineForm *wave, const AffineForm *edge,
                                 int slope) {
  AffineForm way = affine_form_add(wave, edge, -1);
  way.constant++;
  return (AffineBound){.form = first, .dividend = way, .divisor = slope, .multiplier = 1};
}

// The two loops and their groups of rows.
typedef struct Wavefront {
  int level, slope, rows; // rows of a group
  AffineBound groups;
  bool is_open; // the length of a row is not known: one may be shorter than the waves that begin
} Wavefront;

// The loops from `level` on become: group, wave, row of the group. Returns those they were, with
// the new numbers outside.
static void insert_loops(AffineStatement *statement, int level, AffineLoop *out_row,
                         AffineLoop *out_column) {
  int order[AFFINE_MAX_DEPTH];
  affine_statement_insert_loop(statement, level);
  *out_row = statement->loops[level + 1];
  *out_column = statement->loops[level + 2];
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++)
    order[d] = d == level + 1 ? level + 2 : d == level + 2 ? level + 1 : d;
  affine_statement_renumber(statement, order);
}

// column = wave - slope * (row - first)
static void replace_column(AffineStatement *statement, const Wavefront *front,
                           const AffineForm *first) {
  int level = front->level;
  AffineForm lag = affine_form_loop(level + 2), element = affine_form_loop(level + 1);
  lag = affine_form_add(&lag, first, -1);
  element = affine_form_add(&element, &lag, -front->slope);
  for (int a = 0; a < statement->access_count; a++)
    for (int d = 0; d < statement->accesses[a].rank; d++)
      statement->accesses[a].index[d] =
          affine_form_substitute(&statement->accesses[a].index[d], level + 1, &element);
}

static AffineLoop loop_between(AffineForm low, AffineForm high) {
  return (AffineLoop){.lower_count = 1,
                      .upper_count = 1,
                      .lower = {affine_bound(low)},
                      .upper = {affine_bound(high)}};
}

// A part of the waves of every whole group of rows.
static void enter_waves(AffineStatement *statement, const Wavefront *front, Part part) {
  int level = front->level, slope = front->slope;
  AffineLoop row, column;
  insert_loops(statement, level, &row, &column);
  AffineForm group = affine_form_loop(level), wave = affine_form_loop(level + 1);
  AffineForm first = affine_form_add(&row.lower[0].form, &group, front->rows), last = first;
  last.constant += front->rows;
  replace_column(statement, front, &first);
  AffineForm low = column.lower[0].form, high = column.upper[0].form, full = low, end = high;
  full.constant += slope * (front->rows - 1);
  end.constant += slope * (front->rows - 1);
  AffineLoop *lanes = &statement->loops[level + 2];
  *lanes = loop_between(first, last);
  statement->loops[level] = loop_between(affine_form_constant(0), affine_form_constant(0));
  statement->loops[level].upper[0] = front->groups;
  AffineLoop *waves = &statement->loops[level + 1];
  *waves = loop_between(part == PART_START    ? low
                        : part == PART_MIDDLE ? full
                                              : high,
                        part == PART_START    ? full
                        : part == PART_MIDDLE ? high
                                              : end);
  if (part == PART_START) // rows that have begun: row - first <= (wave - low) / slope
    lanes->upper[0] = slanted_bound(first, &wave, &low, slope);
  if (part == PART_END) // rows that have not ended: row - first >= (wave - high + 1) / slope
    lanes->lower[0] = slanted_bound(first, &wave, &high, slope);
  if (front->is_open && part == PART_START) // some of which have ended already
    lanes->lower[lanes->lower_count++] = slanted_bound(first, &wave, &high, slope);
  if (front->is_open && part == PART_END) // after all have begun
    waves->lower[waves->lower_count++] = affine_bound(full);
  statement->position[level + 1] = part;
  statement->position[level + 2] = statement->position[level + 3] = 0;
  statement->lanes = part == PART_MIDDLE ? 1u << (level + 2) : 0;
}

static bool is_sweep(const LoopRuleNest *nest) {
  const AffineStatement *statement = nest->statements[0];
  return nest->count == 1 && statement->depth == nest->level + 2 && can_slant(nest) &&
         (nest->is_random || loop_rule_operations(statement) >= WAVEFRONT_MIN_OPERATIONS);
}

// The least slope at which no dependence stays in a wave. False when it is too large, or columns
// are too short for it.
static bool find_slope(const LoopRuleNest *nest, Wavefront *front, int64_t columns) {
  const AffineStatement *statement = nest->statements[0];
  front->slope = 1;
  while (front->slope <= WAVEFRONT_MAX_SLOPE &&
         affine_dependence_is_within(statement, statement, front->level, front->slope, 0))
    front->slope++;
  int64_t width = front->slope * front->rows;
  return front->slope <= WAVEFRONT_MAX_SLOPE && columns >= width &&
         (nest->is_random || (double)columns >= WAVEFRONT_LONG * (double)width);
}

static bool apply(LoopRuleNest *nest) {
  const AffineStatement *statement = nest->statements[0];
  int level = nest->level;
  AffineForm rows, columns;
  Wavefront front = {.level = level, .rows = nest->is_random ? nest->lanes : (int)WAVEFRONT_ROWS};
  if (!is_sweep(nest))
    return false;
  (void)loop_rule_trip(nest, level, &rows);
  (void)loop_rule_trip(nest, level + 1, &columns);
  front.groups = loop_rule_groups(&rows, front.rows, 1);
  front.is_open = !affine_form_is_constant(&columns);
  if (loop_rule_trip_estimate(nest, level) < front.rows ||
      !find_slope(nest, &front, loop_rule_trip_estimate(nest, level + 1)))
    return false;
  if (!nest->is_random && !affine_dependence_exists(statement, statement, level + 1, level + 1))
    return false; // a row is parallel by itself
  for (Part part = PART_START; part <= PART_END; part++)
    enter_waves(loop_rule_append(nest, statement), &front, part);
  loop_rule_append_rest(nest, front.rows);
  return true;
}

const LoopRule loop_rule_wavefront = {
    .done = "rows as a wavefront",
    .settles = true,
    .apply = apply,
};
