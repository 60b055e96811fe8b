// Raising: a statement alone in its loops becomes one linalg op over those along which it has no
// dependence but the update of one element. The other loops move outside:
//
//   for i                                 for k
//     for k                                 linalg op over i, j:
//       for j                                 C[i][j] += A[i][k] * B[2 * k][j]
//         C[i][j] += A[i][k] * B[2 * k][j]
//
// where, say, k cannot be one of its loops. Loops along which an ordered statement updates one
// element keep their order.
#include "affine/analysis/affine_dependence.h"
#include "affine/schedule/affine_scheduler.h"

enum { MAX_RAISED_LOOPS = 8 }; // of one linalg op: those of larger ones are not tuned

static bool form_fits(const AffineForm *form, uint32_t raised) {
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++)
    if ((raised >> d & 1) && form->coefficients[d] < 0)
      return false;
  return true;
}

// Every raised loop of the stored index must be one dimension of it.
static uint32_t fit_store(const AffineStatement *statement, uint32_t raised) {
  const AffineAccess *store = &statement->accesses[0];
  for (int d = 0; d < statement->depth; d++) {
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
    for (int d = statement->depth; d-- > 0;)
      if ((raised >> d & 1) && store->index[i].coefficients[d]) {
        if (is_taken)
          raised &= ~(1u << d);
        is_taken = true;
      }
  }
  return raised;
}

static uint32_t fit_bounds(const AffineStatement *statement, uint32_t raised, int level) {
  for (int d = level; d < statement->depth; d++)
    for (int user = level; user < statement->depth; user++)
      if (user != d && affine_loop_uses(&statement->loops[user], d))
        raised &= ~(1u << d);
  return raised;
}

// Whether loop d alone is the subscript of some operand, apart from what is not raised: linalg
// finds the extents of its loops there.
static bool has_own_dimension(const AffineStatement *statement, uint32_t raised, int d) {
  for (int a = 0; a < statement->access_count; a++)
    for (int i = 0; i < statement->accesses[a].rank; i++) {
      bool is_alone = statement->accesses[a].index[i].coefficients[d] == 1;
      for (int other = 0; is_alone && other < statement->depth; other++)
        is_alone = other == d || !(raised >> other & 1) ||
                   !statement->accesses[a].index[i].coefficients[other];
      if (is_alone)
        return true;
    }
  return false;
}

// Whether the trip varies with loops that are no parameters and is short whatever those are, as in
// a triangle: no piece of known size would be there often.
static bool is_short(const AffineScheduler *scheduler, const AffineStatement *statement, int d) {
  AffineForm trip;
  int64_t most;
  return affine_tile_varying_has_most(statement, d, &most) &&
         most <= scheduler->limits->max_short && affine_loop_trip(&statement->loops[d], &trip) &&
         affine_form_multiple(&trip) < scheduler->limits->min_multiple;
}

// Whether the loop is worth being one of an op: of a constant trip, or of one that only the run
// knows, which is cut into pieces afterwards.
static bool has_trip(const AffineScheduler *scheduler, const AffineStatement *statement, int d) {
  AffineForm trip;
  if (!affine_loop_trip(&statement->loops[d], &trip))
    return false;
  return affine_form_is_constant(&trip)
             ? trip.constant > 1
             : affine_statement_parameters(statement) > 0 &&
                   affine_loop_trip_estimate(statement, d) >= scheduler->limits->min_multiple &&
                   !is_short(scheduler, statement, d);
}

static bool is_open(const AffineStatement *statement, int d) {
  int64_t trip;
  return !affine_loop_constant_trip(&statement->loops[d], &trip);
}

// Whether the loop can be cut into pieces: it is a subscript of an element once, and beside no
// other loop of unknown trip.
static bool can_be_cut(const AffineStatement *statement, uint32_t raised, int d) {
  bool can = true;
  for (int a = 0; a < statement->access_count; a++) {
    int subscripts = 0;
    for (int i = 0; i < statement->accesses[a].rank; i++) {
      const AffineForm *index = &statement->accesses[a].index[i];
      subscripts += index->coefficients[d] != 0;
      for (int other = 0; other < statement->depth && index->coefficients[d]; other++)
        can &= other == d || !(raised >> other & 1) || !index->coefficients[other] ||
               !is_open(statement, other);
    }
    can &= subscripts <= 1;
  }
  return can;
}

// Of the loops along which an ordered statement updates one element, pieces of an inner one would
// be taken out of order.
static bool is_inner_sum(const AffineStatement *statement, uint32_t raised, int d) {
  bool has_inner = false;
  for (int inner = d + 1; statement->is_ordered && inner < statement->depth; inner++)
    has_inner |= (raised >> inner & 1) && is_open(statement, inner) &&
                 affine_update_repeats(statement, inner);
  return has_inner && affine_update_repeats(statement, d);
}

static uint32_t fit_pieces(const AffineStatement *statement, uint32_t raised, int level) {
  for (int d = statement->depth; d-- > level;)
    if ((raised >> d & 1) && ((is_open(statement, d) && !can_be_cut(statement, raised, d)) ||
                              is_inner_sum(statement, raised, d)))
      raised &= ~(1u << d);
  return raised;
}

// The loops from `level` on that can be those of a linalg op.
static uint32_t raisable_loops(const AffineScheduler *scheduler, const AffineStatement *statement,
                               int level) {
  uint32_t raised = 0;
  for (int d = level; d < statement->depth; d++)
    if (has_trip(scheduler, statement, d))
      raised |= 1u << d;
  raised = fit_store(statement, fit_bounds(statement, raised, level));
  raised = fit_pieces(statement, raised, level);
  for (int d = level; d < statement->depth; d++) {
    uint32_t bit = 1u << d;
    for (int a = 1; a < statement->access_count; a++)
      for (int i = 0; i < statement->accesses[a].rank; i++)
        if (!form_fits(&statement->accesses[a].index[i], raised & bit))
          raised &= ~bit;
    for (int i = 0; i < statement->index_count; i++)
      if (statement->indices[i].coefficients[d])
        raised &= ~bit;
    for (int i = 0; i < statement->guard_count; i++)
      if (statement->guards[i].form.coefficients[d])
        raised &= ~bit;
  }
  for (int d = statement->depth; d-- > level;) // fewer of the others make it no worse for the rest
    if ((raised >> d & 1) && !has_own_dimension(statement, raised, d))
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

static bool is_worth_raising(const AffineScheduler *scheduler, const AffineStatement *statement,
                             uint32_t raised) {
  double points = 1;
  int loops = 0;
  bool is_chain =
      statement->is_ordered && !scheduler->random; // one sum after the other, without vectors
  for (int d = 0; d < statement->depth; d++)
    if (raised >> d & 1) {
      points *= (double)affine_loop_trip_estimate(statement, d);
      loops++;
      is_chain &= affine_update_repeats(statement, d);
    }
  if (is_chain || points < scheduler->limits->min_points || loops > MAX_RAISED_LOOPS ||
      statement->access_count >= AFFINE_MAX_OPERANDS)
    return false;
  bool is_dense = scheduler->random || is_contiguous(&statement->accesses[0], raised);
  for (int a = 1; a < statement->access_count; a++)
    is_dense |= is_contiguous(&statement->accesses[a], raised);
  return is_dense;
}

// Without the loops that would come after one inside of them, which cannot be raised, though the
// statement updates one element along both in order.
static uint32_t keep_order(const AffineStatement *statement, uint32_t raised, int level) {
  bool has_loop_inside = false;
  for (int d = statement->depth; statement->is_ordered && d-- > level;) {
    if (!affine_update_repeats(statement, d))
      continue;
    if (has_loop_inside)
      raised &= ~(1u << d);
    has_loop_inside |= !(raised >> d & 1);
  }
  return raised;
}

// Runs loops backwards whose subscripts all do: the iterations of a statement without conflicts may
// come in any order, but those along which an ordered one updates one element.
static void reverse_loops(AffineStatement *statement, int level) {
  for (int d = level; d < statement->depth; d++) {
    int64_t trip;
    bool has_positive = false, has_negative = false;
    for (int a = 0; a < statement->access_count; a++)
      for (int i = 0; i < statement->accesses[a].rank; i++) {
        has_positive |= statement->accesses[a].index[i].coefficients[d] > 0;
        has_negative |= statement->accesses[a].index[i].coefficients[d] < 0;
      }
    uint32_t bit = 1u << d;
    if (statement->is_ordered && affine_update_repeats(statement, d))
      continue;
    if (has_positive || !has_negative || !affine_loop_constant_trip(&statement->loops[d], &trip) ||
        fit_bounds(statement, bit, level) != bit)
      continue;
    AffineForm ends =
        affine_form_add(&statement->loops[d].lower[0].form, &statement->loops[d].upper[0].form, 1);
    AffineForm loop = affine_form_loop(d), mirrored = affine_form_add(&ends, &loop, -1);
    mirrored.constant--;
    for (int a = 0; a < statement->access_count; a++)
      for (int i = 0; i < statement->accesses[a].rank; i++)
        statement->accesses[a].index[i] =
            affine_form_substitute(&statement->accesses[a].index[i], d, &mirrored);
    for (int i = 0; i < statement->guard_count; i++)
      statement->guards[i].form = affine_form_substitute(&statement->guards[i].form, d, &mirrored);
    for (int i = 0; i < statement->index_count; i++)
      statement->indices[i] = affine_form_substitute(&statement->indices[i], d, &mirrored);
  }
}

bool affine_raise_loops_mark(const AffineScheduler *scheduler, AffineStatement *statement,
                             int level) {
  reverse_loops(statement, level);
  uint32_t raised = keep_order(statement, raisable_loops(scheduler, statement, level), level);
  if (!is_worth_raising(scheduler, statement, raised))
    return false;
  int order[AFFINE_MAX_DEPTH], n = 0;
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++)
    order[d] = d;
  for (int d = 0; d < statement->depth; d++)
    if (!(raised >> d & 1))
      order[d] = n++;
  int first = n;
  for (int d = 0; d < statement->depth; d++)
    if (raised >> d & 1)
      order[d] = n++;
  affine_statement_renumber(statement, order);
  statement->raised = ((1u << statement->depth) - 1) & ~((1u << first) - 1);
  return true;
}

bool affine_raise_loops_build(AffineScheduler *scheduler, const AffineList *in, int level,
                              int *next) {
  AffineList parts = {0};
  bool is_raised = false;
  if (affine_dependence_conflicts(in->items[0], level))
    return false;
  affine_tile_varying_split(scheduler, in->items[0], level, &parts);
  for (int i = 0; i < parts.count; i++)
    is_raised |= affine_raise_loops_mark(scheduler, parts.items[i], level);
  for (int i = 0; is_raised && i < parts.count; i++) {
    affine_scheduler_place(parts.items[i], level, (*next)++);
    affine_scheduler_append(scheduler, &scheduler->out, parts.items[i]);
  }
  return is_raised;
}
