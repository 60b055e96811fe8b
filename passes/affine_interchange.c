// Interchange: the loops around a group of statements take the order in which the innermost one
// runs along contiguous elements and does not wait for itself, so that cache lines are used whole
// and LLVM can vectorise. Every order that turns no dependence around is a candidate.
#include "passes/affine_rest.h"

#include <float.h>
#include <string.h>

enum { MAX_LOOPS = 4, MIN_TRIP = 8 };

// The cost of one iteration of the innermost loop, in cache lines.
#define CONTIGUOUS 0.125        // of a line per iteration
#define WAIT 1.0                // a statement that waits for the iteration before
#define OUTER_WEIGHT (1.0 / 64) // of a loop beside the one inside
#define MIN_GAIN 1.6

typedef struct Band {
  RestNest *nest;
  int first, end;   // its loops
  uint32_t waiting; // loops along which some statement waits for the iteration before
  double most;      // cost of an order that is worth it
  double best_cost, refused_cost;
  int best[AFFINE_MAX_DEPTH]; // the cheapest legal order: new place of every loop
  int refused;                // the loop that would be innermost in the cheapest one that is not
  AffineDependence dependence;
} Band;

static double access_cost(const AffineAccess *access, int loop) {
  for (int d = 0; d + 1 < access->rank; d++)
    if (access->index[d].coefficients[loop])
      return 1;
  int step = access->rank ? access->index[access->rank - 1].coefficients[loop] : 0;
  double lines = CONTIGUOUS * (step < 0 ? -step : step);
  return lines < 1 ? lines : 1;
}

static double loop_cost(const Band *band, int loop) {
  double cost = 0;
  for (int i = 0; i < band->nest->count; i++) {
    const AffineStatement *s = band->nest->statements[i];
    for (int a = 0; a < s->access_count; a++)
      cost += access_cost(&s->accesses[a], loop);
    bool is_short = affine_loop_trip_estimate(s, loop) < MIN_TRIP;
    cost += WAIT * (is_short + (band->waiting >> loop & 1));
  }
  return cost;
}

static double order_cost(const Band *band, const int *order) {
  double cost = 0;
  for (int loop = band->first; loop < band->end; loop++) {
    double weight = 1;
    for (int place = order[loop]; place < band->end - 1; place++)
      weight *= OUTER_WEIGHT;
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
  const RestNest *nest = band->nest;
  for (int a = 0; a < nest->count; a++)
    for (int b = 0; b < nest->count; b++)
      if (affine_breaks_order(nest->statements[a], nest->statements[b], order, out))
        return true;
  return false;
}

static bool waits(const RestNest *nest, int loop) {
  for (int a = 0; a < nest->count; a++)
    for (int b = 0; b < nest->count; b++)
      if (affine_waits(nest->statements[a], nest->statements[b], loop))
        return true;
  return false;
}

static void consider(Band *band, const int *order) {
  AffineDependence found;
  bool is_random = band->nest->is_random;
  double cost = is_random ? affine_rest_draw(band->nest, 1000) : order_cost(band, order);
  if (cost > band->most || cost >= band->best_cost || !bounds_allow(band, order))
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

bool affine_rest_interchange(RestNest *nest) {
  int order[AFFINE_MAX_DEPTH], depth = nest->statements[0]->depth;
  Band band = {.nest = nest,
               .first = nest->level,
               .end = depth,
               .most = DBL_MAX,
               .best_cost = DBL_MAX,
               .refused_cost = DBL_MAX};
  if (depth < nest->level + 2 || depth > nest->level + MAX_LOOPS || !affine_rest_is_perfect(nest))
    return false;
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++)
    order[d] = d;
  if (!nest->is_random) {
    for (int loop = band.first; loop < band.end; loop++)
      band.waiting |= waits(nest, loop) ? 1u << loop : 0;
    band.most = order_cost(&band, order) / MIN_GAIN;
  }
  consider_all(&band, order, 0, band.first);
  if (band.best_cost == DBL_MAX) {
    if (band.refused_cost < DBL_MAX)
      affine_rest_refuse(nest, &band.dependence, "interchange of loops %d and %d", band.refused + 1,
                         band.end);
    return false;
  }
  for (int i = 0; i < nest->count; i++) {
    AffineStatement *s = affine_rest_append(nest, nest->statements[i]);
    if (!s)
      return false;
    affine_statement_renumber(s, band.best);
  }
  return true;
}
