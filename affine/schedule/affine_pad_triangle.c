// Sums over a triangle of elements, done as sums over the square around it: the square is copied
// into a scratch array, everything is added there, and the triangle is copied back. What the other
// half becomes is never looked at.
//
//   for k                                 for i, j < n: S[i][j] = C[i][j]
//     for i < n                           for k, i, j < n:
//       for j <= i                          S[i][j] += A[i][k] * A[j][k]     linalg op
//         C[i][j] += A[i][k] * A[j][k]    for i < n, j <= i: C[i][j] = S[i][j]
//
// Invariant: every element that the square reads lies in its array, and only the triangle is
// written.
#include "affine/affine_costs.h"
#include "affine/analysis/affine_dependence.h"
#include "affine/schedule/affine_scheduler.h"
#include "affine/schedule/affine_transformations.h"

#include <string.h>

// The square: its loops, and which of them are those of the stored element.
typedef struct Square {
  const AffineStatement *statement;
  int level;
  AffineForm lower[AFFINE_MAX_DEPTH];
  int64_t size[AFFINE_MAX_DEPTH];
  int dim[AFFINE_MAX_DEPTH]; // of the stored element that has the loop, or -1: a sum over it
  int rank;                  // loops with a dimension
} Square;

// Least lower bound and extent of loop d, in terms of the loops outside the square.
static bool enclose_loop(Square *square, int d) {
  const AffineStatement *statement = square->statement;
  const AffineLoop *loop = &statement->loops[d];
  AffineForm trip;
  if (!affine_loop_trip(loop, &trip))
    return false;
  AffineForm upper = affine_statement_extreme(statement, loop->upper[0].form, square->level, -1);
  square->lower[d] = affine_statement_extreme(statement, loop->lower[0].form, square->level, 1);
  trip = affine_form_add(&upper, &square->lower[d], -1);
  square->size[d] = affine_form_is_constant(&trip) ? trip.constant : AFFINE_UNKNOWN;
  return square->size[d] != 0 && !affine_form_uses_from(&square->lower[d], square->level) &&
         !affine_form_uses_from(&trip, square->level);
}

// The dimension of the stored element that is loop d alone; false: there is no such one.
static bool find_dim(Square *square, int d) {
  const AffineAccess *store = &square->statement->accesses[0];
  square->dim[d] = -1;
  for (int i = 0; i < store->rank; i++) {
    if (!store->index[i].coefficients[d])
      continue;
    for (int other = square->level; other < AFFINE_MAX_DEPTH; other++)
      if (store->index[i].coefficients[other] != (other == d))
        return false;
    if (square->dim[d] >= 0)
      return false;
    square->dim[d] = i;
  }
  square->rank += square->dim[d] >= 0;
  return true;
}

// Terms of a sum must be those of the source: only loops of the stored element may be extended.
static bool sums_are_apart(const Square *square) {
  const AffineStatement *statement = square->statement;
  for (int d = square->level; d < statement->depth; d++)
    for (int user = square->level; user < statement->depth; user++)
      if ((square->dim[d] < 0 || square->dim[user] < 0) &&
          affine_loop_uses(&statement->loops[user], d))
        return false;
  return true;
}

// Sides of the square are numbers; what is summed up may be as much as only the run knows.
static bool sides_are_known(const Square *square) {
  bool is_open = affine_statement_parameters(square->statement) > 0;
  int open_count = 0;
  for (int d = square->level; d < square->statement->depth; d++) {
    bool may_be_open = is_open && square->dim[d] < 0 && open_count < AFFINE_MAX_GUARDS;
    if (square->size[d] < 1 && !(may_be_open && square->size[d] == AFFINE_UNKNOWN))
      return false;
    open_count += square->size[d] < 1;
  }
  return true;
}

static bool enclose(Square *square) {
  const AffineStatement *statement = square->statement;
  for (int d = square->level; d < statement->depth; d++)
    if (!enclose_loop(square, d) || !find_dim(square, d))
      return false;
  return square->rank > 0 && square->rank < statement->depth - square->level &&
         sides_are_known(square) && sums_are_apart(square);
}

// Leaves out the iterations of loop d in which the loop `user` inside, one bound of which moves
// with it, has none.
static bool tighten(Square *square, int d, const AffineLoop *user) {
  AffineForm trip, last = square->lower[d];
  bool moves_both = affine_bound_uses(&user->lower[0], d) && affine_bound_uses(&user->upper[0], d);
  if (!affine_loop_trip(user, &trip) || moves_both ||
      trip.coefficients[d] * trip.coefficients[d] != 1)
    return false;
  int slope = trip.coefficients[d];
  last.constant += square->size[d] - 1;
  // The trip at the end where it is least, less for every iteration that is left out.
  AffineForm least = affine_form_substitute(&trip, d, slope > 0 ? &square->lower[d] : &last);
  if (!affine_form_is_constant(&least))
    return false;
  int64_t empty = least.constant < 1 ? 1 - least.constant : 0;
  square->size[d] -= empty;
  square->lower[d].constant += slope > 0 ? empty : 0;
  return square->size[d] > 0;
}

// Makes the square as narrow as what the triangle meets: each of its rows and columns has an
// iteration of the triangle, where there is anything to sum up.
static bool tighten_all(Square *square) {
  const AffineStatement *statement = square->statement;
  int moving = 0;
  for (int d = square->level; d < statement->depth; d++)
    for (int user = d + 1; user < statement->depth; user++) {
      if (!affine_loop_uses(&statement->loops[user], d))
        continue;
      if (moving++ || !tighten(square, d, &statement->loops[user]))
        return false;
    }
  return true;
}

static void extend_loop(AffineStatement *statement, int d, AffineForm lower, int64_t size) {
  AffineForm upper = lower;
  upper.constant += size;
  statement->loops[d] = (AffineLoop){.lower_count = 1,
                                     .upper_count = 1,
                                     .lower = {affine_bound(lower)},
                                     .upper = {affine_bound(upper)}};
}

// Of a narrow square: every subscript has a value that it has in an iteration of the triangle.
static bool subscripts_are_met(const AffineStatement *statement, int level) {
  for (int a = 0; a < statement->access_count; a++)
    for (int i = 0; i < statement->accesses[a].rank; i++) {
      int loops = 0;
      for (int d = level; d < statement->depth; d++)
        loops += statement->accesses[a].index[i].coefficients[d] != 0;
      if (loops > 1)
        return false;
    }
  return true;
}

static bool accesses_are_inside(const AffineProgram *program, const AffineStatement *statement,
                                int level) {
  if (affine_statement_parameters(statement))
    return subscripts_are_met(statement, level);
  for (int a = 0; a < statement->access_count; a++)
    for (int d = 0; d < statement->accesses[a].rank; d++) {
      int64_t low, high;
      affine_statement_range(statement, &statement->accesses[a].index[d], &low, &high);
      if (low < 0 || high >= program->arrays[statement->accesses[a].array].shape[d])
        return false;
    }
  return true;
}

// The element of the scratch array for an iteration; loops of `s` are those of the statement.
static AffineAccess scratch_access(const Square *square, int array) {
  const AffineStatement *statement = square->statement;
  AffineAccess access = {.array = array};
  for (int i = 0; i < statement->accesses[0].rank; i++)
    for (int d = square->level; d < statement->depth; d++)
      if (square->dim[d] == i) {
        AffineForm loop = affine_form_loop(d);
        access.index[access.rank++] = affine_form_add(&loop, &square->lower[d], -1);
      }
  return access;
}

// A scratch array for the square: one that is there already, or a new one; -1: there are too many.
static int find_scratch(AffineProgram *program, const Square *square) {
  const AffineStatement *statement = square->statement;
  AffineArray wanted = {.element = program->arrays[statement->accesses[0].array].element,
                        .is_local = true,
                        .is_scratch = true,
                        .origin = -1};
  for (int i = 0; i < statement->accesses[0].rank; i++)
    for (int d = square->level; d < statement->depth; d++)
      if (square->dim[d] == i)
        wanted.shape[wanted.rank++] = square->size[d];
  for (int a = 0; a < program->array_count; a++) {
    const AffineArray *array = &program->arrays[a];
    if (array->is_scratch && array->rank == wanted.rank &&
        mlirTypeEqual(array->element, wanted.element) &&
        !memcmp(array->shape, wanted.shape, sizeof wanted.shape))
      return a;
  }
  if (program->array_count == AFFINE_MAX_ARRAYS)
    return -1;
  program->arrays[program->array_count] = wanted;
  return program->array_count++;
}

// Where nothing is summed up, no element is touched.
static void guard_sums(const Square *square, AffineStatement *statement) {
  for (int d = square->level; d < square->statement->depth; d++)
    if (square->size[d] == AFFINE_UNKNOWN) {
      AffineGuard *guard = &statement->guards[statement->guard_count++];
      affine_loop_trip(&square->statement->loops[d], &guard->form);
      guard->form.constant--;
    }
}

// target = source over the loops of the stored element alone.
static AffineStatement *create_copy(Pool *pool, const Square *square, FpMode fp,
                                    const AffineBody *body, AffineAccess target,
                                    AffineAccess source) {
  AffineStatement *statement = affine_statement_copy(pool, square->statement);
  int order[AFFINE_MAX_DEPTH], next = square->level;
  statement->access_count = 2; // an update has no fewer
  statement->accesses[0] = target;
  statement->accesses[1] = source;
  statement->index_count = 0;
  statement->body = body;
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++)
    order[d] = d;
  for (int d = square->level; d < statement->depth; d++)
    if (square->dim[d] >= 0)
      order[d] = next++;
  int depth = next;
  for (int d = square->level; d < statement->depth; d++)
    if (square->dim[d] < 0)
      order[d] = next++;
  affine_statement_renumber(statement, order);
  statement->depth = depth;
  guard_sums(square, statement);
  affine_update_find(fp, statement);
  return statement;
}

// The statement in the loops of the square, which add to the scratch array. False where it may not
// be, or nothing would be wasted.
static bool widen(const AffineProgram *program, const Square *square, double longest,
                  AffineStatement *wide) {
  double inside = 1, all = 1;
  for (int d = square->level; d < wide->depth; d++) {
    if (square->dim[d] >= 0 && (double)square->size[d] > longest)
      return false;
    if (square->size[d] == AFFINE_UNKNOWN)
      continue;
    inside *= (double)affine_loop_trip_estimate(square->statement, d);
    all *= (double)square->size[d];
    extend_loop(wide, d, square->lower[d], square->size[d]);
  }
  wide->waste = 1 - inside / all;
  return inside < all && accesses_are_inside(program, wide, square->level);
}

bool affine_pad_triangle(AffineProgram *program, Pool *pool, const AffineStatement *statement,
                         int level, double longest, AffineStatement **out_parts) {
  Square square = {.statement = statement, .level = level};
  if (statement->update != AFFINE_UPDATE_ADD || statement->guard_count ||
      affine_body_divides_integers(statement->body) || !enclose(&square) ||
      (affine_statement_parameters(statement) ? !tighten_all(&square)
                                              : affine_statement_reads_stored(statement)))
    return false;
  AffineStatement *wide = affine_statement_copy(pool, statement);
  if (!widen(program, &square, longest, wide))
    return false;
  int scratch = find_scratch(program, &square);
  const AffineBody *body = affine_program_copy_body(program);
  if (scratch < 0)
    return false;
  AffineAccess element = statement->accesses[0], copy = scratch_access(&square, scratch);
  wide->accesses[0] = wide->accesses[statement->update_access] = copy;
  out_parts[1] = wide;
  out_parts[2] = create_copy(pool, &square, program->fp, body, element, copy);
  square.statement = wide;
  out_parts[0] = create_copy(pool, &square, program->fp, body, copy, element);
  return true;
}

bool affine_pad_triangle_build(AffineScheduler *scheduler, const AffineList *in, int level,
                               int *next) {
  enum { PARTS = 3 };
  AffineStatement *parts[PARTS];
  // A long sum takes longer than its copies: a large square is worth less than small ones beside
  // rectangles.
  double longest =
      affine_statement_parameters(in->items[0]) ? TILE_DIAGONAL_MAX : PAD_TRIANGLE_SIDE;
  if (affine_dependence_conflicts(in->items[0], level) ||
      !affine_pad_triangle(scheduler->program, scheduler->pool, in->items[0], level, longest,
                           parts))
    return false;
  bool is_done = true;
  for (int i = 0; i < 2; i++) // all loops, or the work is not worth its waste
    is_done = is_done && affine_raise_loops_mark(scheduler, parts[i], level) &&
              (parts[i]->raised >> level & 1);
  if (!is_done || (!scheduler->random && affine_score_statement(parts[1]) < SCORE_CONTRACTION))
    return false;
  for (int i = 0; i < PARTS; i++) {
    affine_scheduler_place(parts[i], level, (*next)++);
    affine_scheduler_append(scheduler, &scheduler->out, parts[i]);
  }
  return true;
}
