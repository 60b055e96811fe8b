// Interchange: the loops around a group of statements change places.
//
//   for i:                                for j:
//     for j:                                for i:
//       y[j,i] = y[j - 1,i] + a[j,i]          y[j,i] = y[j - 1,i] + a[j,i]
//
// The order is the one in which the innermost loop runs along contiguous elements and does not wait
// for itself, so that cache lines are used whole and LLVM can vectorise. Every order that turns no
// dependence around is a candidate.
#include "affine/affine_costs.h"
#include "affine/loop_rules/loop_rule.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

// Every order of so many loops is tried, 24 of them: their number grows with the factorial.
enum { INTERCHANGE_MAX_LOOPS = 4 };

typedef struct Band {
  LoopRuleNest *nest;
  int first, end;   // its loops
  uint32_t waiting; // loops along which some statement waits for the iteration before
  double maximum;   // cost of an order that is worth it
  double best_cost, refused_cost;
  int best[AFFINE_MAX_DEPTH]; // the cheapest legal order: new place of every loop
  int refused;                // the loop that would be innermost in the cheapest one that is not
  AffineDependence dependence;
} Band;

// Cache lines per iteration of the loop.
static double access_cost(const AffineProgram *program, const AffineAccess *access, int loop) {
  int last = access->rank - 1;
  for (int d = 0; d < last; d++)
    if (access->index[d].coefficients[loop])
      return 1;
  double step = access->rank ? abs(access->index[last].coefficients[loop]) : 0;
  int bits = affine_array_element_bits(&program->arrays[access->array]);
  double lines = step * bits / (8.0 * program->target->cache_line_bytes);
  return lines < 1 ? lines : 1;
}

static double loop_cost(const Band *band, int loop) {
  double cost = 0;
  for (int i = 0; i < band->nest->count; i++) {
    const AffineStatement *statement = band->nest->statements[i];
    for (int a = 0; a < statement->access_count; a++)
      cost += access_cost(band->nest->program, &statement->accesses[a], loop);
    bool is_short = (double)affine_loop_trip_estimate(statement, loop) < INTERCHANGE_MIN_TRIP;
    cost += INTERCHANGE_WAIT * (is_short + (band->waiting >> loop & 1));
  }
  return cost;
}

static double order_cost(const Band *band, const int *order) {
  double cost = 0;
  for (int loop = band->first; loop < band->end; loop++) {
    double weight = 1;
    for (int place = order[loop]; place < band->end - 1; place++)
      weight *= INTERCHANGE_OUTER_WEIGHT;
    cost += weight * loop_cost(band, loop);
  }
  return cost;
}

// Bounds may only speak of loops that stay around theirs.
static bool bounds_allow(const Band *band, const int *order) {
  for (int i = 0; i < band->nest->count; i++)
    for (int loop = band->first; loop < band->end; loop++)
      for (int outer = band->first; outer < loop; outer++)
        if (order[outer] > order[loop] &&
            affine_loop_uses(&band->nest->statements[i]->loops[loop], outer))
          return false;
  return true;
}

static bool breaks(const Band *band, const int *order, AffineDependence *out) {
  const LoopRuleNest *nest = band->nest;
  for (int from = 0; from < nest->count; from++)
    for (int to = 0; to < nest->count; to++)
      if (affine_dependence_breaks_order(nest->statements[from], nest->statements[to], order, out))
        return true;
  return false;
}

static bool waits(const LoopRuleNest *nest, int loop) {
  for (int from = 0; from < nest->count; from++)
    for (int to = 0; to < nest->count; to++)
      if (affine_dependence_waits(nest->statements[from], nest->statements[to], loop, false))
        return true;
  return false;
}

static void consider(Band *band, const int *order) {
  AffineDependence found;
  bool is_random = band->nest->is_random;
  double cost = is_random ? loop_rule_draw(band->nest, 1000) : order_cost(band, order);
  if (cost > band->maximum || cost >= band->best_cost || !bounds_allow(band, order))
    return;
  if (!breaks(band, order, &found)) {
    band->best_cost = cost;
    memcpy(band->best, order, sizeof band->best);
  } else if (cost < band->refused_cost) {
    band->refused_cost = cost;
    band->dependence = found;
    for (int loop = band->first; loop < band->end; loop++)
      if (order[loop] == band->end - 1)
        band->refused = loop;
  }
}

// All orders of the loops from `loop` on; those before have their places.
// Recursion: at most AFFINE_MAX_DEPTH levels, one a loop.
static void consider_all(Band *band, int *order, uint32_t taken, int loop) {
  bool is_identity = true;
  for (int place = band->first; loop < band->end && place < band->end; place++)
    if (!(taken >> place & 1)) {
      order[loop] = place;
      consider_all(band, order, taken | 1u << place, loop + 1);
    }
  for (int d = band->first; d < band->end; d++)
    is_identity &= order[d] == d;
  if (loop == band->end && !is_identity)
    consider(band, order);
}

static bool is_band(LoopRuleNest *nest) {
  int loops = nest->statements[0]->depth - nest->level;
  if (loops < 2 || !loop_rule_is_perfect(nest))
    return false;
  if (loops > INTERCHANGE_MAX_LOOPS)
    loop_rule_note_limit(nest, "interchange of all loops", INTERCHANGE_MAX_LOOPS);
  return loops <= INTERCHANGE_MAX_LOOPS;
}

// The legal order of least cost; false when none is worth it.
static bool find_order(Band *band) {
  LoopRuleNest *nest = band->nest;
  int order[AFFINE_MAX_DEPTH];
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++)
    order[d] = d;
  if (!nest->is_random) {
    for (int loop = band->first; loop < band->end; loop++)
      band->waiting |= waits(nest, loop) ? 1u << loop : 0;
    band->maximum = order_cost(band, order) / INTERCHANGE_MIN_GAIN;
  }
  consider_all(band, order, 0, band->first);
  return band->best_cost < DBL_MAX;
}

static bool apply(LoopRuleNest *nest) {
  Band band = {.nest = nest,
               .first = nest->level,
               .end = nest->statements[0]->depth,
               .maximum = DBL_MAX,
               .best_cost = DBL_MAX,
               .refused_cost = DBL_MAX};
  if (!is_band(nest))
    return false;
  if (!find_order(&band)) {
    if (band.refused_cost < DBL_MAX)
      loop_rule_refuse(nest, &band.dependence, "interchange of loops %d and %d", band.refused + 1,
                       band.end);
    return false;
  }
  for (int i = 0; i < nest->count; i++)
    affine_statement_renumber(loop_rule_append(nest, nest->statements[i]), band.best);
  return true;
}

const LoopRule loop_rule_interchange = {
    .done = "loops interchanged",
    .settles = false,
    .apply = apply,
};
