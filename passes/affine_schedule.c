// Scheduling an AffineProgram. Loops are distributed over the cycles of the dependence graph
// (Allen and Kennedy); a statement that is left alone becomes a linalg op as far as its loops are
// rectangular. Where inner bounds depend on a loop, that loop is tiled and the inner loops are
// split where the tile ends, so that all but the blocks on the diagonal are rectangles.
//
// Each decision builds its alternatives and keeps the one with the best score.
#include "passes/affine_program.h"

#include <stdlib.h>
#include <string.h>

enum {
  POOL_MAX = 6000,
  GROUP_MAX = 64,
  TIME_STEPS = 8,         // done on one part of space before the next
  TIME_BYTES = 640 << 10, // touched by them: in the second level of cache
  TIME_GAIN = 6,          // what staying in the cache is worth beside larger linalg ops
  MIN_WIDE = 600,         // trips of a triangle that is tiled in two steps, see is_reorderable
  MAX_STRIPS = 3,         // triangular tilings inside one another
  MAX_SQUARE = 104,       // side of a triangle that is summed up as a square
  CONTRACTION = 4,        // see quality
  MAX_RAISED_LOOPS = 8,
  MAX_OPERANDS = 15,
};

// What is worth it: one row for code, one that makes much happen in small nests.
typedef struct Limits {
  int64_t min_points;   // of a linalg op
  int64_t min_split;    // trips of a triangular loop that is tiled
  int64_t dynamic_tile; // of loops whose trips are no multiple of anything
  int64_t min_multiple; // trips that are multiples of less are tiled by dynamic_tile
} Limits;

static const Limits usual_limits = {8, 24, 64, 8};
static const Limits small_limits = {2, 3, 4, 2};

// A nest of which less than this part becomes linalg ops stays as it is.
#define MIN_COVERAGE 0.2

typedef struct List {
  int count;
  AffineStatement *items[AFFINE_MAX_STATEMENTS];
} List;

typedef struct Scheduler {
  AffineProgram *program;
  AffineSummary summary;
  int pool_count;
  AffineStatement *pool[POOL_MAX]; // owned: every copy that was made
  List out;
  int strips; // triangular tilings around the place at hand
  Limits limits;
  int time_tiles;      // around the place at hand
  bool has_time_tiles; // anywhere
  uint64_t random;     // not 0: ways and tiles are drawn
  bool has_failed;
} Scheduler;

static void generate(Scheduler *g, const List *in, int level, int *next);
static void serial(Scheduler *g, const List *in, int level, int *next);

static AffineStatement *copy(Scheduler *g, const AffineStatement *s) {
  if (g->pool_count == POOL_MAX) {
    g->has_failed = true;
    return g->pool[0];
  }
  return g->pool[g->pool_count++] = affine_statement_copy(s);
}

static void append(Scheduler *g, List *list, AffineStatement *s) {
  if (list->count == AFFINE_MAX_STATEMENTS)
    g->has_failed = true;
  else
    list->items[list->count++] = s;
}

static List *list_create(void) {
  List *list = calloc(1, sizeof *list);
  if (!list)
    abort(); // as MLIR itself does when memory ends
  return list;
}

// --- score

static bool loop_is_used(const AffineAccess *access, int d) {
  for (int i = 0; i < access->rank; i++)
    if (access->index[i].coefficients[d])
      return true;
  return false;
}

// CONTRACTION for one of rectangles, 2 for two loops or more, 1 for one.
static int quality(const AffineStatement *s) {
  int loops = 0, reductions = 0, broadcasts = 0;
  for (int d = 0; d < s->depth; d++)
    if (s->raised >> d & 1) {
      loops++;
      reductions += !loop_is_used(&s->accesses[0], d);
    }
  for (int a = 1; a < s->access_count; a++) {
    bool misses = false;
    for (int d = 0; d < s->depth; d++)
      misses |= (s->raised >> d & 1) && loop_is_used(&s->accesses[0], d) &&
                !loop_is_used(&s->accesses[a], d);
    broadcasts += misses;
  }
  return loops >= 3 && reductions && broadcasts >= 2 ? CONTRACTION : loops >= 2 ? 2 : loops;
}

static double points(const AffineStatement *s) {
  return affine_statement_points(s, 0) * (1 - s->waste);
}

static double score(const List *list, int from) {
  double sum = 0;
  for (int i = from; i < list->count; i++)
    sum += quality(list->items[i]) * points(list->items[i]);
  return sum;
}

// A row of elements inside serial loops is no better as a kernel than as the loop that it was,
// unless it is a sum or the loops around it are tiles of time.
static bool is_gain(const AffineStatement *s, bool has_time_tiles) {
  int loops = 0, around = 0; // parallel loops and those around them
  while (s->parallel >> around)
    around++;
  for (int d = 0; d < s->depth; d++)
    loops += s->raised >> d & 1;
  return loops > 0 && (loops == s->depth - around || quality(s) > 1 || has_time_tiles ||
                       !loop_is_used(&s->accesses[0], s->depth - 1));
}

// The part of the work that is in linalg ops worth having.
static double coverage(const List *list, bool has_time_tiles) {
  double all = 0, raised = 0;
  for (int i = 0; i < list->count; i++) {
    double own = points(list->items[i]);
    all += own;
    raised += is_gain(list->items[i], has_time_tiles) ? own : 0;
  }
  return all > 0 ? raised / all : 0;
}

// --- raising one statement

static int64_t gcd(int64_t a, int64_t b) {
  while (b) {
    int64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a < 0 ? -a : a;
}

static int64_t form_multiple(const AffineForm *form) {
  int64_t divisor = 0;
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++)
    divisor = gcd(divisor, form->coefficients[d]);
  return divisor;
}

static int64_t modulo(int64_t a, int64_t b) { return ((a % b) + b) % b; }

static AffineForm form_divide(const AffineForm *form, int64_t divisor) {
  AffineForm quotient = {.constant = form->constant / divisor};
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++)
    quotient.coefficients[d] = (int32_t)(form->coefficients[d] / divisor);
  return quotient;
}

// Whether form >= 0 somewhere in the outermost `depth` loops.
static bool may_hold_outside(const AffineStatement *s, int depth, AffineForm form) {
  static _Thread_local AffineStatement outside;
  outside = *s;
  outside.depth = depth;
  outside.guard_count = 0;
  return affine_may_hold(&outside, &form);
}

static bool may_be_negative(const AffineStatement *s, int depth, const AffineForm *form) {
  AffineForm minus_one = affine_form_constant(-1);
  return may_hold_outside(s, depth, affine_form_add(&minus_one, form, -1));
}

// The loop's trip in terms of the loops outside `level`, when it is not constant.
static bool has_outer_trip(const AffineStatement *s, int loop, int level, AffineForm *out_trip) {
  return affine_loop_trip(&s->loops[loop], out_trip) && !affine_form_is_constant(out_trip) &&
         !affine_form_uses_from(out_trip, level) &&
         !affine_form_uses_from(&s->loops[loop].lower[0].form, level);
}

// Tile of a loop with this trip, and the trips that are left over; -1: they vary.
static int64_t pick_tile(const Scheduler *g, const AffineForm *trip, int64_t *out_rest) {
  int64_t multiple = form_multiple(trip);
  if (multiple >= g->limits.min_multiple) {
    int64_t tile = multiple;
    while (tile > 5 * g->limits.dynamic_tile && tile % 2 == 0)
      tile /= 2;
    *out_rest = modulo(trip->constant, tile);
    return tile;
  }
  *out_rest = -1;
  return g->limits.dynamic_tile;
}

// Splits loop `loop` (a varying trip) into whole tiles, whose counter becomes loop `level`, and the
// rest. Appends up to two copies.
static void split_varying(Scheduler *g, const AffineStatement *s, int loop, int level, List *out) {
  AffineForm trip;
  affine_loop_trip(&s->loops[loop], &trip);
  int64_t rest, tile = pick_tile(g, &trip, &rest);
  AffineForm rest_trip = trip;
  rest_trip.constant -= rest > 0 ? rest : 0;
  bool is_exact = rest == 0 || (rest > 0 && !may_be_negative(s, level, &rest_trip));
  if (!is_exact) // empty for some outer iterations: then there is no rest either
    rest = -1;
  AffineStatement *main = copy(g, s);
  affine_statement_insert_loop(main, level);
  AffineForm lower = main->loops[loop + 1].lower[0].form;
  affine_loop_trip(&main->loops[loop + 1], &trip);
  AffineBound count = {.dividend = trip, .divisor = (int32_t)tile, .multiplier = 1};
  count.dividend.constant -= tile - 1;
  if (is_exact) {
    AffineForm whole = trip;
    whole.constant -= rest;
    count = affine_bound(form_divide(&whole, tile));
  }
  main->loops[level] = (AffineLoop){.lower_count = 1, .upper_count = 1, .upper = {count}};
  AffineForm counter = affine_form_loop(level);
  AffineForm start = affine_form_add(&lower, &counter, tile), end = start;
  end.constant += tile;
  main->loops[loop + 1].lower[0] = affine_bound(start);
  main->loops[loop + 1].upper[0] = affine_bound(end);
  append(g, out, main);
  if (rest == 0)
    return;
  AffineStatement *tail = copy(g, s);
  AffineLoop *bounds = &tail->loops[loop];
  affine_loop_trip(bounds, &trip);
  if (rest > 0) {
    bounds->lower[0] = affine_bound(bounds->upper[0].form);
    bounds->lower[0].form.constant -= rest;
  } else {
    AffineBound from = {.form = bounds->lower[0].form,
                        .dividend = trip,
                        .divisor = (int32_t)tile,
                        .multiplier = (int32_t)tile};
    from.dividend.constant -= tile - 1;
    bounds->lower[bounds->lower_count++] = from;
  }
  append(g, out, tail);
}

// Tiles every loop of a varying trip that is long enough to be worth it.
static void split_all_varying(Scheduler *g, const AffineStatement *s, int level, List *out) {
  for (int d = level; d < s->depth; d++) {
    AffineForm trip;
    if (!has_outer_trip(s, d, level, &trip) ||
        affine_loop_trip_estimate(s, d) < g->limits.min_multiple)
      continue;
    if (form_multiple(&trip) < g->limits.min_multiple &&
        affine_loop_trip_estimate(s, d) < g->limits.dynamic_tile)
      continue;
    List *parts = list_create();
    split_varying(g, s, d, level, parts);
    // The counter is a loop outside the free ones now; what is left over varies and stays.
    for (int i = 0; i < parts->count && !g->has_failed; i++) {
      if (parts->items[i]->depth > s->depth)
        split_all_varying(g, parts->items[i], level + 1, out);
      else
        append(g, out, parts->items[i]);
    }
    free(parts);
    return;
  }
  append(g, out, copy(g, s));
}

static bool form_fits(const AffineForm *form, uint32_t raised) {
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++)
    if ((raised >> d & 1) && form->coefficients[d] < 0)
      return false;
  return true;
}

// Every raised loop of the stored index must be one dimension of it.
static uint32_t fit_store(const AffineStatement *s, uint32_t raised) {
  const AffineAccess *store = &s->accesses[0];
  for (int d = 0; d < s->depth; d++) {
    int dims = 0;
    bool is_unit = true;
    for (int i = 0; i < store->rank; i++) {
      int32_t c = store->index[i].coefficients[d];
      dims += c != 0;
      is_unit &= c == 0 || c == 1;
    }
    if (dims > 1 || !is_unit)
      raised &= ~(1u << d);
  }
  for (int i = 0; i < store->rank; i++) {
    bool is_taken = false;
    for (int d = s->depth; d-- > 0;)
      if ((raised >> d & 1) && store->index[i].coefficients[d]) {
        if (is_taken)
          raised &= ~(1u << d);
        is_taken = true;
      }
  }
  return raised;
}

static uint32_t fit_bounds(const AffineStatement *s, uint32_t raised, int level) {
  for (int d = level; d < s->depth; d++)
    for (int user = level; user < s->depth; user++)
      if (user != d && affine_loop_uses(&s->loops[user], d))
        raised &= ~(1u << d);
  return raised;
}

// Whether loop d alone is the subscript of some operand, apart from what is not raised: linalg
// finds the extents of its loops there.
static bool has_own_dimension(const AffineStatement *s, uint32_t raised, int d) {
  for (int a = 0; a < s->access_count; a++)
    for (int i = 0; i < s->accesses[a].rank; i++) {
      bool is_alone = s->accesses[a].index[i].coefficients[d] == 1;
      for (int other = 0; is_alone && other < s->depth; other++)
        is_alone =
            other == d || !(raised >> other & 1) || !s->accesses[a].index[i].coefficients[other];
      if (is_alone)
        return true;
    }
  return false;
}

// The loops from `level` on that can be those of a linalg op.
static uint32_t raisable_loops(const AffineStatement *s, int level) {
  uint32_t raised = 0;
  int64_t trip;
  for (int d = level; d < s->depth; d++)
    if (affine_loop_constant_trip(&s->loops[d], &trip) && trip > 1)
      raised |= 1u << d;
  raised = fit_store(s, fit_bounds(s, raised, level));
  for (int d = level; d < s->depth; d++) {
    uint32_t bit = 1u << d;
    for (int a = 1; a < s->access_count; a++)
      for (int i = 0; i < s->accesses[a].rank; i++)
        if (!form_fits(&s->accesses[a].index[i], raised & bit))
          raised &= ~bit;
    for (int i = 0; i < AFFINE_MAX_INDICES; i++)
      if (s->indices[i].coefficients[d])
        raised &= ~bit;
    for (int i = 0; i < s->guard_count; i++)
      if (s->guards[i].form.coefficients[d])
        raised &= ~bit;
  }
  for (int d = s->depth; d-- > level;) // fewer of the others make it no worse for the rest
    if ((raised >> d & 1) && !has_own_dimension(s, raised, d))
      raised &= ~(1u << d);
  return raised;
}

// Whether the elements of an access lie one after the other along some raised loop.
static bool is_contiguous(const AffineAccess *access, uint32_t raised) {
  if (access->rank == 0)
    return false;
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++)
    if ((raised >> d & 1) && access->index[access->rank - 1].coefficients[d] == 1) {
      bool is_only = true;
      for (int i = 0; i + 1 < access->rank; i++)
        is_only &= access->index[i].coefficients[d] == 0;
      if (is_only)
        return true;
    }
  return false;
}

static bool is_worth_raising(const Scheduler *g, const AffineStatement *s, uint32_t raised) {
  int64_t points = 1, trip;
  int loops = 0;
  for (int d = 0; d < s->depth; d++)
    if ((raised >> d & 1) && affine_loop_constant_trip(&s->loops[d], &trip)) {
      points *= trip;
      loops++;
    }
  if (points < g->limits.min_points || loops > MAX_RAISED_LOOPS || s->access_count > MAX_OPERANDS)
    return false;
  bool is_dense = g->random || is_contiguous(&s->accesses[0], raised);
  for (int a = 1; a < s->access_count; a++)
    is_dense |= is_contiguous(&s->accesses[a], raised);
  return is_dense;
}

// Runs loops backwards whose subscripts all do: the iterations of a statement without conflicts may
// come in any order.
static void reverse_loops(AffineStatement *s, int level) {
  for (int d = level; d < s->depth; d++) {
    int64_t trip;
    bool has_positive = false, has_negative = false;
    for (int a = 0; a < s->access_count; a++)
      for (int i = 0; i < s->accesses[a].rank; i++) {
        has_positive |= s->accesses[a].index[i].coefficients[d] > 0;
        has_negative |= s->accesses[a].index[i].coefficients[d] < 0;
      }
    uint32_t bit = 1u << d;
    if (has_positive || !has_negative || !affine_loop_constant_trip(&s->loops[d], &trip) ||
        fit_bounds(s, bit, level) != bit)
      continue;
    AffineForm ends = affine_form_add(&s->loops[d].lower[0].form, &s->loops[d].upper[0].form, 1);
    AffineForm loop = affine_form_loop(d), mirrored = affine_form_add(&ends, &loop, -1);
    mirrored.constant--;
    for (int a = 0; a < s->access_count; a++)
      for (int i = 0; i < s->accesses[a].rank; i++)
        s->accesses[a].index[i] = affine_form_substitute(&s->accesses[a].index[i], d, &mirrored);
    for (int i = 0; i < s->guard_count; i++)
      s->guards[i].form = affine_form_substitute(&s->guards[i].form, d, &mirrored);
    for (int i = 0; i < AFFINE_MAX_INDICES; i++)
      s->indices[i] = affine_form_substitute(&s->indices[i], d, &mirrored);
  }
}

// Moves the raised loops innermost and marks them.
static bool mark_raised(const Scheduler *g, AffineStatement *s, int level) {
  reverse_loops(s, level);
  uint32_t raised = raisable_loops(s, level);
  if (!is_worth_raising(g, s, raised))
    return false;
  int order[AFFINE_MAX_DEPTH], n = 0;
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++)
    order[d] = d;
  for (int d = 0; d < s->depth; d++)
    if (!(raised >> d & 1))
      order[d] = n++;
  int first = n;
  for (int d = 0; d < s->depth; d++)
    if (raised >> d & 1)
      order[d] = n++;
  affine_statement_renumber(s, order);
  s->raised = ((1u << s->depth) - 1) & ~((1u << first) - 1);
  return true;
}

static void place(AffineStatement *s, int level, int position) {
  s->position[level] = position;
  memset(s->position + level + 1, 0, sizeof s->position - sizeof(int) * (size_t)(level + 1));
}

static bool raise(Scheduler *g, const AffineStatement *s, int level, int *next) {
  if (affine_self_conflict(s, level))
    return false;
  List *parts = list_create();
  bool is_raised = false;
  split_all_varying(g, s, level, parts);
  for (int i = 0; i < parts->count; i++)
    is_raised |= mark_raised(g, parts->items[i], level);
  for (int i = 0; is_raised && i < parts->count; i++) {
    AffineStatement *part = parts->items[i];
    place(part, level, (*next)++);
    append(g, &g->out, part);
  }
  free(parts);
  return is_raised;
}

// A small triangle that is summed up as the square around it.
static bool square(Scheduler *g, const AffineStatement *s, int level, int *next) {
  enum { PARTS = 3 };
  AffineStatement *parts[PARTS];
  if (g->pool_count + PARTS > POOL_MAX || affine_self_conflict(s, level) ||
      !affine_square(g->program, s, level, MAX_SQUARE, parts))
    return false;
  for (int i = 0; i < PARTS; i++)
    g->pool[g->pool_count++] = parts[i];
  bool is_done = true;
  for (int i = 0; i < 2; i++) // all loops, or the work is not worth its waste
    is_done = is_done && mark_raised(g, parts[i], level) && (parts[i]->raised >> level & 1);
  if (!is_done || (!g->random && quality(parts[1]) < CONTRACTION))
    return false;
  for (int i = 0; i < PARTS; i++) {
    place(parts[i], level, (*next)++);
    append(g, &g->out, parts[i]);
  }
  return true;
}

// --- tiling triangles

// A tile size for n trips: a divisor where there is one.
static int64_t strip_size(Scheduler *g, int64_t trips, bool is_reorderable) {
  if (g->random)
    return 2 + (int64_t)affine_draw(&g->random, 4);
  bool is_wide = is_reorderable && !g->strips && trips >= MIN_WIDE;
  bool is_small = g->strips && trips <= MAX_SQUARE;
  int64_t least = is_wide ? 168 : is_small ? 8 : 56, most = is_wide ? 320 : is_small ? 24 : 104;
  int64_t wanted = is_wide ? 240 : is_small ? 20 : 80;
  int64_t best = wanted, best_distance = INT64_MAX;
  for (int64_t size = least; size <= most; size += 8) {
    int64_t distance = size > wanted ? size - wanted : wanted - size;
    if (trips % size == 0 && distance < best_distance) {
      best = size;
      best_distance = distance;
    }
  }
  return best;
}

static bool bounds_are_plain(const AffineLoop *loop) {
  return loop->lower_count == 1 && loop->upper_count == 1 && !loop->lower[0].divisor &&
         !loop->upper[0].divisor;
}

// Where loop m of a statement is to be split at the border of the tile that starts with loop
// `point`; false when it is not.
static bool find_split(const Scheduler *g, const AffineStatement *s, int point, int m,
                       AffineForm *out_at, bool *out_is_upper) {
  for (int d = point; d < m; d++)
    if (s->loops[d].lower[0].divisor || s->loops[d].upper[0].divisor)
      return false;
  if (!bounds_are_plain(&s->loops[m]))
    return false;
  const AffineForm *lower = &s->loops[m].lower[0].form, *upper = &s->loops[m].upper[0].form;
  bool lower_moves = affine_form_uses_from(lower, point),
       upper_moves = affine_form_uses_from(upper, point);
  if (lower_moves == upper_moves)
    return false;
  *out_is_upper = upper_moves;
  *out_at = affine_statement_extreme(s, upper_moves ? *upper : *lower, point, upper_moves ? 1 : -1);
  if (affine_form_uses_from(out_at, point))
    return false;
  AffineForm trip = affine_form_add(out_at, upper_moves ? lower : upper, -1);
  if (upper_moves) {
    int64_t multiple = form_multiple(&trip);
    if (multiple >= g->limits.min_multiple)
      out_at->constant -= modulo(trip.constant, multiple);
    trip = affine_form_add(out_at, lower, -1);
    return !affine_form_is_constant(&trip) || trip.constant > 0;
  }
  AffineForm from = affine_form_add(out_at, &s->loops[point].lower[0].form, -1);
  if (affine_form_is_constant(&from))
    out_at->constant += modulo(-from.constant, g->limits.min_multiple);
  trip = affine_form_add(upper, out_at, -1);
  return !affine_form_is_constant(&trip) || trip.constant > 0;
}

// Appends the parts of a statement in which every loop from m on is split.
static void split_from(Scheduler *g, AffineStatement *s, int point, int m, List *out) {
  AffineForm at;
  bool is_upper = false;
  for (; m < s->depth; m++) {
    s->position[m] *= 2;
    if (find_split(g, s, point, m, &at, &is_upper))
      break;
  }
  if (m >= s->depth) {
    s->position[s->depth] *= 2;
    append(g, out, s);
    return;
  }
  AffineStatement *second = copy(g, s);
  AffineLoop *low = &s->loops[m], *high = &second->loops[m];
  AffineForm difference;
  if (is_upper) {
    difference = affine_form_add(&at, &low->lower[0].form, -1);
    low->upper[0] = affine_bound(at);
    if (may_be_negative(s, m, &difference))
      high->lower_count = 2, high->lower[1] = high->lower[0];
    high->lower[0] = affine_bound(at);
  } else {
    difference = affine_form_add(&low->upper[0].form, &at, -1);
    high->lower[0] = affine_bound(at);
    if (may_be_negative(s, m, &difference))
      low->upper_count = 2, low->upper[1] = low->upper[0];
    low->upper[0] = affine_bound(at);
  }
  second->position[m]++;
  split_from(g, s, point, m + 1, out);
  split_from(g, second, point, m + 1, out);
}

static bool has_triangle(const List *in, int level) {
  for (int i = 0; i < in->count; i++)
    for (int d = level + 1; d < in->items[i]->depth; d++)
      if (affine_loop_uses(&in->items[i]->loops[d], level))
        return true;
  return false;
}

static bool is_parallel(const List *in, int level) {
  for (int a = 0; a < in->count; a++)
    for (int b = 0; b < in->count; b++)
      if (affine_depends(in->items[a], in->items[b], level, level))
        return false;
  return true;
}

// Whether the iterations may come in any order: wide tiles cost nothing then.
static bool is_reorderable(const List *in, int level) {
  return is_parallel(in, level) || (in->count == 1 && !affine_self_conflict(in->items[0], level));
}

// Whether all statements share the loop at `level`.
static bool all_share(const List *in, int level) {
  for (int i = 0; i < in->count; i++)
    if (in->items[i]->depth <= level ||
        affine_shared_loops(in->items[0], in->items[i]) < level + (i > 0))
      return false;
  return true;
}

static void exchange_loops(List *list, int level) {
  int order[AFFINE_MAX_DEPTH];
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++)
    order[d] = d == level ? level + 1 : d == level + 1 ? level : d;
  for (int i = 0; i < list->count; i++)
    affine_statement_renumber(list->items[i], order);
}

static void sort_list(List *list) {
  for (int i = 1; i < list->count; i++)
    for (int j = i; j > 0; j--) {
      AffineStatement *a = list->items[j - 1], *b = list->items[j];
      int n = affine_shared_loops(a, b);
      if (a->position[n] <= b->position[n])
        break;
      list->items[j - 1] = b;
      list->items[j] = a;
    }
}

// Splits the loops inside the tile whose own loop is `point`: `level`, or inside the one there.
static void generate_tile(Scheduler *g, const List *in, int point, int level, int *next) {
  List *parts = list_create();
  int zero = 0;
  for (int i = 0; i < in->count && !g->has_failed; i++) {
    if (point > level)
      in->items[i]->position[level] = *next;
    split_from(g, in->items[i], point, point + 1, parts);
  }
  sort_list(parts);
  *next += point > level;
  generate(g, parts, point, point > level ? &zero : next);
  free(parts);
}

// Loop `level` becomes the loop over tiles, and the one inside counts in the tile. `rest` trips at
// the end are left out.
static void enter_tile(AffineStatement *s, int level, int64_t tile, int64_t rest) {
  AffineForm trip;
  affine_loop_trip(&s->loops[level], &trip);
  trip.constant -= rest;
  affine_statement_tile(s, level, tile, form_divide(&trip, tile));
}

// Tiles the loop at `level` and splits the loops inside; false when there is nothing to gain.
static bool strip(Scheduler *g, const List *in, int level, int *next) {
  if (g->strips == MAX_STRIPS || g->has_failed)
    return false;
  List *work = list_create();
  bool is_done = false;
  for (int i = 0; i < in->count; i++)
    append(g, work, copy(g, in->items[i]));
  if (!has_triangle(work, level)) {
    bool can_exchange = all_share(work, level + 1) && has_triangle(work, level + 1) &&
                        !affine_loop_uses(&work->items[0]->loops[level + 1], level) &&
                        is_parallel(work, level);
    if (!can_exchange)
      goto cleanup;
    exchange_loops(work, level);
  }
  AffineForm trip;
  int64_t tile, rest;
  const AffineStatement *first = work->items[0];
  if (!affine_loop_trip(&first->loops[level], &trip))
    goto cleanup;
  if (affine_form_is_constant(&trip)) {
    tile = strip_size(g, trip.constant, is_reorderable(work, level));
    rest = trip.constant % tile;
    if (trip.constant < g->limits.min_split || trip.constant < tile + tile / 2)
      goto cleanup;
  } else {
    tile = pick_tile(g, &trip, &rest);
    AffineForm whole = trip;
    whole.constant -= rest;
    if (rest < 0 || may_be_negative(first, level, &whole))
      goto cleanup;
  }
  is_done = true;
  g->strips++;
  List *tail = list_create();
  for (int i = 0; rest > 0 && i < work->count; i++) {
    AffineStatement *s = copy(g, work->items[i]);
    AffineLoop *loop = &s->loops[level];
    loop->lower[0] = affine_bound(loop->upper[0].form);
    loop->lower[0].form.constant -= rest;
    append(g, tail, s);
  }
  for (int i = 0; i < work->count; i++)
    enter_tile(work->items[i], level, tile, rest);
  generate_tile(g, work, level + 1, level, next);
  if (tail->count)
    generate_tile(g, tail, level, level, next);
  free(tail);
  g->strips--;
cleanup:
  free(work);
  return is_done;
}

// --- index sets

// Tiles the loop at `level` and splits the others where the statement conflicts with itself.
static bool split(Scheduler *g, const List *in, int level, int *next) {
  AffineStatement *parts[AFFINE_MAX_PARTS];
  int64_t trips;
  int count, zero = 0;
  if (in->count != 1 || g->strips == MAX_STRIPS || !affine_can_split(in->items[0], level) ||
      !affine_loop_constant_trip(&in->items[0]->loops[level], &trips))
    return false;
  int64_t tile = strip_size(g, trips, false), rest = trips % tile;
  if (trips < g->limits.min_split || trips < tile + tile / 2)
    return false;
  AffineStatement *main = copy(g, in->items[0]);
  enter_tile(main, level, tile, rest);
  main->position[level] = *next;
  bool is_done = affine_split(g->program, main, level + 1, tile, parts, &count);
  List *list = list_create(), *tail = list_create();
  for (int i = 0; i < count; i++) {
    append(g, list, copy(g, parts[i]));
    free(parts[i]);
  }
  if (is_done) {
    ++*next;
    g->strips++;
    sort_list(list);
    generate(g, list, level + 1, &zero);
    g->strips--;
  }
  if (is_done && rest) {
    AffineStatement *s = copy(g, in->items[0]);
    s->loops[level].lower[0] = affine_bound(s->loops[level].upper[0].form);
    s->loops[level].lower[0].form.constant -= rest;
    append(g, tail, s);
    serial(g, tail, level, next);
  }
  free(list);
  free(tail);
  return is_done;
}

// --- tiling time

// Whether the statement has fewer loops than others, and shares none below `level` with them.
static bool lacks_space_loop(const List *in, int i, int level, int depth) {
  for (int j = 0; j < in->count; j++)
    if (j != i && affine_shared_loops(in->items[i], in->items[j]) > level + 1)
      return false;
  return in->items[i]->depth < depth;
}

// Statements without a space loop get one of a single trip, where they store.
static bool prepare_space_loop(AffineStatement *s, int level, bool is_short) {
  int64_t trip;
  if (is_short) {
    const AffineAccess *store = &s->accesses[0];
    bool is_known = store->rank && affine_form_is_constant(&store->index[0]);
    AffineForm low = affine_form_constant(is_known ? store->index[0].constant : 0), high = low;
    high.constant++;
    affine_statement_insert_loop(s, level + 1);
    s->loops[level + 1] = (AffineLoop){.lower_count = 1,
                                       .upper_count = 1,
                                       .lower = {affine_bound(low)},
                                       .upper = {affine_bound(high)}};
  }
  return s->depth > level + 1 && bounds_are_plain(&s->loops[level + 1]) &&
         affine_loop_constant_trip(&s->loops[level + 1], &trip) &&
         affine_form_is_constant(&s->loops[level + 1].lower[0].form);
}

// Bytes that one iteration of the space loop touches, over all arrays of the statements.
static int64_t slice_bytes(const Scheduler *g, const List *in, int64_t *out_bytes) {
  int64_t slice = 0;
  bool is_seen[AFFINE_MAX_ARRAYS] = {false};
  *out_bytes = 0;
  for (int i = 0; i < in->count; i++)
    for (int a = 0; a < in->items[i]->access_count; a++) {
      int id = in->items[i]->accesses[a].array;
      const AffineArray *array = &g->program->arrays[id];
      int64_t bytes = 8;
      if (is_seen[id] || !array->rank)
        continue;
      is_seen[id] = true;
      for (int d = 1; d < array->rank; d++)
        bytes *= array->shape[d];
      slice += bytes;
      *out_bytes += bytes * array->shape[0];
    }
  return slice;
}

// Time steps and extent of a tile that fits into the cache; false when tiling cannot help.
static bool pick_time_tile(Scheduler *g, const List *in, int slope, int64_t *out_steps,
                           int64_t *out_span) {
  int64_t bytes, slice = slice_bytes(g, in, &bytes);
  if (g->random) {
    *out_steps = 2 + (int64_t)affine_draw(&g->random, 2);
    *out_span = 2 + (int64_t)affine_draw(&g->random, 3);
    return true;
  }
  *out_steps = TIME_STEPS;
  *out_span = TIME_BYTES / (slice ? slice : 1) - slope * TIME_STEPS;
  *out_span = *out_span > 64 ? 64 : *out_span;
  return bytes > 2 * TIME_BYTES && *out_span >= slope * TIME_STEPS / 2;
}

typedef struct TimeTile {
  int slope;
  int shifts[AFFINE_SKEW_STATEMENTS];
  int64_t trips, steps, span;
  int64_t low, high; // of the space loops, shifted
} TimeTile;

// Puts a statement into the loops over tiles: steps, parts of space, time, space, the rest.
static void enter_time_tile(AffineStatement *s, const TimeTile *tile, int shift, int level) {
  affine_statement_insert_loop(s, level);
  affine_statement_insert_loop(s, level);
  s->position[level + 1] = s->position[level + 2] = 0;
  AffineLoop *time = &s->loops[level + 2], *space = &s->loops[level + 3];
  AffineForm block = affine_form_loop(level), part = affine_form_loop(level + 1);
  AffineForm now = affine_form_loop(level + 2);
  AffineForm start = affine_form_add(&time->lower[0].form, &block, tile->steps), end = start;
  end.constant += tile->steps;
  time->lower[0] = affine_bound(start);
  time->upper[time->upper_count++] = affine_bound(end);
  AffineForm elapsed = affine_form_add(&now, &start, -1);
  AffineForm from = affine_form_constant(tile->low - shift), to;
  from = affine_form_add(&from, &part, tile->span);
  from = affine_form_add(&from, &elapsed, -tile->slope);
  to = from;
  to.constant += tile->span;
  space->lower[space->lower_count++] = affine_bound(from);
  space->upper[space->upper_count++] = affine_bound(to);
  int64_t reach = tile->high - tile->low + tile->slope * (tile->steps - 1);
  AffineForm blocks = affine_form_constant((tile->trips + tile->steps - 1) / tile->steps);
  AffineForm parts = affine_form_constant((reach + tile->span - 1) / tile->span);
  s->loops[level] =
      (AffineLoop){.lower_count = 1, .upper_count = 1, .upper = {affine_bound(blocks)}};
  s->loops[level + 1] =
      (AffineLoop){.lower_count = 1, .upper_count = 1, .upper = {affine_bound(parts)}};
}

static bool find_time_tile(Scheduler *g, List *work, int level, TimeTile *out) {
  int depth = 0;
  const AffineLoop *time = &work->items[0]->loops[level];
  for (int i = 0; i < work->count; i++)
    depth = work->items[i]->depth > depth ? work->items[i]->depth : depth;
  if (depth > AFFINE_MAX_DEPTH - 3 || !bounds_are_plain(time) ||
      !affine_loop_constant_trip(time, &out->trips) || out->trips < 4)
    return false;
  bool is_short[AFFINE_SKEW_STATEMENTS];
  for (int i = 0; i < work->count; i++)
    is_short[i] = lacks_space_loop(work, i, level, depth);
  for (int i = 0; i < work->count; i++)
    if (!prepare_space_loop(work->items[i], level, is_short[i]))
      return false;
  if (!affine_find_skew(work->items, work->count, level, &out->slope, out->shifts) ||
      !pick_time_tile(g, work, out->slope, &out->steps, &out->span))
    return false;
  out->low = INT64_MAX;
  out->high = INT64_MIN;
  for (int i = 0; i < work->count; i++) {
    const AffineLoop *space = &work->items[i]->loops[level + 1];
    int64_t from = space->lower[0].form.constant + out->shifts[i];
    int64_t to = space->upper[0].form.constant + out->shifts[i];
    out->low = from < out->low ? from : out->low;
    out->high = to > out->high ? to : out->high;
  }
  return true;
}

// Loop `level` is time: a few steps of it are done on one part of space after the other, each part
// slanted so that it needs nothing of the next.
static bool skew(Scheduler *g, const List *in, int level, int *next) {
  TimeTile tile = {0};
  if (in->count > AFFINE_SKEW_STATEMENTS || !all_share(in, level) || g->time_tiles)
    return false;
  List *work = list_create();
  for (int i = 0; i < in->count; i++)
    append(g, work, copy(g, in->items[i]));
  bool is_done = find_time_tile(g, work, level, &tile);
  if (is_done) {
    int zero = 0;
    for (int i = 0; i < work->count; i++) {
      work->items[i]->position[level] = *next;
      enter_time_tile(work->items[i], &tile, tile.shifts[i], level);
    }
    ++*next;
    g->has_time_tiles = true;
    g->time_tiles++;
    generate(g, work, level + 3, &zero);
    g->time_tiles--;
  }
  free(work);
  return is_done;
}

// --- distribution

static void serial(Scheduler *g, const List *in, int level, int *next) {
  List *body = list_create();
  for (int i = 0; i < in->count; i++) {
    AffineStatement *s = copy(g, in->items[i]);
    s->position[level] = *next;
    append(g, body, s);
  }
  ++*next;
  int zero = 0;
  generate(g, body, level + 1, &zero);
  free(body);
}

typedef enum Way { WAY_SERIAL, WAY_RAISE, WAY_SQUARE, WAY_STRIP, WAY_SPLIT, WAY_SKEW } Way;

// Does it one way behind the output; the score of what was added, or -1.
static double attempt(Scheduler *g, const List *in, int level, Way way, int *next) {
  int from = g->out.count;
  bool is_done = true;
  if (way == WAY_RAISE)
    is_done = in->count == 1 && raise(g, in->items[0], level, next);
  else if (way == WAY_SQUARE)
    is_done = in->count == 1 && square(g, in->items[0], level, next);
  else if (way == WAY_STRIP)
    is_done = strip(g, in, level, next);
  else if (way == WAY_SPLIT)
    is_done = split(g, in, level, next);
  else if (way == WAY_SKEW)
    is_done = skew(g, in, level, next);
  else
    serial(g, in, level, next);
  double found = is_done ? score(&g->out, from) : -1;
  return way == WAY_SKEW && found > 0 ? TIME_GAIN * found : found;
}

// The best way, and what it puts out: positions at `level` count from 0 to *out_used.
static Way choose_way(Scheduler *g, const List *in, int level, List *out, int *out_used) {
  static const Way ways[] = {WAY_RAISE, WAY_SERIAL, WAY_SQUARE, WAY_STRIP, WAY_SPLIT, WAY_SKEW};
  const int count = sizeof ways / sizeof *ways;
  Way best = WAY_SERIAL;
  double best_score = -1;
  bool is_raised_or_split = false;
  for (int w = 0; w < count && !g->has_failed; w++) {
    int from = g->out.count, next = 0;
    // Tiles of time are for loops that nothing else helps.
    if (ways[w] == WAY_SKEW && !g->random && is_raised_or_split)
      continue;
    double found = attempt(g, in, level, ways[w], &next);
    is_raised_or_split |= found > 0 && ways[w] != WAY_SERIAL;
    if (g->random && found >= 0)
      found = (double)affine_draw(&g->random, 1000);
    if (found > best_score * 1.01 || (best_score < 0 && found >= 0)) {
      best = ways[w];
      best_score = found;
      *out_used = next;
      out->count = g->out.count - from;
      memcpy(out->items, g->out.items + from, (size_t)out->count * sizeof *out->items);
    }
    g->out.count = from;
    if (!g->random && ways[w] == WAY_RAISE && found > 0 && !has_triangle(in, level))
      break;
  }
  return best;
}

static void commit(Scheduler *g, const List *chosen, int used, int level, int *next) {
  for (int i = 0; i < chosen->count; i++) {
    chosen->items[i]->position[level] += *next;
    append(g, &g->out, chosen->items[i]);
  }
  *next += used;
}

// Order of the cycles of the dependence graph; component[i] is that of statement i.
static int find_components(const List *in, int level, int *component) {
  int n = in->count;
  static _Thread_local bool reaches[GROUP_MAX][GROUP_MAX];
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++)
      reaches[a][b] = a != b && affine_must_follow(in->items[a], in->items[b], level);
  for (int k = 0; k < n; k++)
    for (int a = 0; a < n; a++)
      for (int b = 0; b < n; b++)
        reaches[a][b] |= reaches[a][k] && reaches[k][b];
  int count = 0;
  for (int i = 0; i < n; i++)
    component[i] = -1;
  for (int done = 0; done < n;) {
    for (int a = 0; a < n; a++) {
      bool is_ready = component[a] < 0;
      for (int b = 0; is_ready && b < n; b++)
        is_ready = component[b] >= 0 || !reaches[b][a] || reaches[a][b];
      if (!is_ready)
        continue;
      for (int b = 0; b < n; b++)
        if (b == a || (reaches[a][b] && reaches[b][a])) {
          component[b] = count;
          done++;
        }
      count++;
      break;
    }
  }
  return count;
}

static void flush(Scheduler *g, List *pending, int level, int *next) {
  sort_list(pending); // what stays serial stays in the order of the source, in one loop
  if (pending->count)
    serial(g, pending, level, next);
  pending->count = 0;
}

static bool has_parallel_loop(const List *in, int level) {
  for (int i = 0; i < in->count; i++)
    if (in->items[i]->parallel >> level)
      return true;
  return false;
}

static void generate_loop(Scheduler *g, const List *in, int level, int *next) {
  int component[GROUP_MAX];
  if (has_parallel_loop(in, level)) {
    serial(g, in, level, next);
    return;
  }
  if (in->count > GROUP_MAX) {
    g->has_failed = true;
    return;
  }
  int count = find_components(in, level, component);
  List *pending = list_create(), *part = list_create(), *chosen = list_create();
  for (int c = 0; c < count && !g->has_failed; c++) {
    part->count = 0;
    int used = 0;
    for (int i = 0; i < in->count; i++)
      if (component[i] == c)
        append(g, part, in->items[i]);
    Way way = choose_way(g, part, level, chosen, &used);
    if (way == WAY_SERIAL && count > 1) {
      for (int i = 0; i < part->count; i++)
        append(g, pending, part->items[i]);
    } else {
      flush(g, pending, level, next);
      commit(g, chosen, used, level, next);
    }
  }
  flush(g, pending, level, next);
  free(pending);
  free(part);
  free(chosen);
}

static void generate(Scheduler *g, const List *in, int level, int *next) {
  for (int i = 0; i < in->count && !g->has_failed;) {
    AffineStatement *s = in->items[i];
    if (s->depth == level) {
      s = copy(g, s);
      s->position[level] = (*next)++;
      append(g, &g->out, s);
      i++;
      continue;
    }
    List *group = list_create();
    int position = s->position[level];
    while (i < in->count && in->items[i]->depth > level &&
           in->items[i]->position[level] == position)
      append(g, group, in->items[i++]);
    generate_loop(g, group, level, next);
    free(group);
  }
}

static void summarize(const List *list, AffineSummary *out) {
  for (int i = 0; i < list->count; i++) {
    out->raised += list->items[i]->raised != 0;
    out->serial += list->items[i]->raised == 0;
    for (int j = 0; j < i; j++)
      out->is_split |= list->items[i]->id == list->items[j]->id &&
                       list->items[i]->accesses[0].array == list->items[j]->accesses[0].array;
  }
  out->score = score(list, 0);
}

static bool schedule(AffineProgram *program, uint64_t seed, AffineSummary *out_summary) {
  Scheduler *g = calloc(1, sizeof *g);
  List *all = list_create();
  if (!g)
    abort();
  g->program = program;
  g->limits = seed ? small_limits : usual_limits;
  g->random = seed;
  for (int i = 0; i < program->statement_count; i++)
    append(g, all, program->statements[i]);
  int next = 0;
  generate(g, all, 0, &next);
  *out_summary = (AffineSummary){0};
  if (!g->has_failed)
    summarize(&g->out, out_summary);
  bool is_better = !g->has_failed && (seed || coverage(&g->out, g->has_time_tiles) > MIN_COVERAGE);
  if (is_better) {
    AffineStatement *result[AFFINE_MAX_STATEMENTS];
    int count = g->out.count;
    for (int i = 0; i < count; i++)
      result[i] = affine_statement_copy(g->out.items[i]);
    for (int i = 0; i < program->statement_count; i++)
      free(program->statements[i]);
    memcpy(program->statements, result, (size_t)count * sizeof *result);
    program->statement_count = count;
  }
  for (int i = 0; i < g->pool_count; i++)
    free(g->pool[i]);
  free(all);
  free(g);
  return is_better;
}

// Work times the loops of the op that does it: sums in registers where scores are equal.
static double raised_loops(const AffineProgram *program) {
  double sum = 0;
  for (int i = 0; i < program->statement_count; i++) {
    const AffineStatement *s = program->statements[i];
    for (int d = 0; d < s->depth; d++)
      sum += (s->raised >> d & 1) ? points(s) : 0;
  }
  return sum;
}

static bool is_worth_mirroring(const AffineProgram *mirrored, const AffineSummary *with,
                               const AffineProgram *program, const AffineSummary *without) {
  return with->score > 1.01 * without->score ||
         (with->score >= without->score && raised_loops(mirrored) > 1.01 * raised_loops(program));
}

bool affine_program_schedule(AffineProgram *program, uint64_t seed, AffineSummary *out_summary) {
  AffineProgram mirrored = affine_program_copy(program);
  AffineSummary with = {0};
  bool is_mirrored =
      affine_program_mirror(&mirrored, seed != 0) && schedule(&mirrored, seed, &with);
  bool is_done = schedule(program, seed, out_summary);
  bool is_better =
      is_mirrored &&
      (!is_done || (seed ? seed % 2 : is_worth_mirroring(&mirrored, &with, program, out_summary)));
  if (is_better) {
    AffineProgram worse = *program;
    *program = mirrored;
    mirrored = worse;
    *out_summary = with;
  }
  affine_program_destroy(&mirrored);
  return is_done || is_better;
}
