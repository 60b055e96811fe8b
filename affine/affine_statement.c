// Statements: what changes all of their forms at once, and how often and where they run.
#include "affine/affine_program.h"

#include "base/integer.h"
#include <math.h>
#include <string.h>

typedef void (*FormChange)(AffineForm *form, const void *how);

static void bound_change(AffineBound *bound, FormChange change, const void *how) {
  change(&bound->form, how);
  if (bound->divisor)
    change(&bound->dividend, how);
}

static void loop_change(AffineLoop *loop, FormChange change, const void *how) {
  for (int i = 0; i < loop->lower_count; i++)
    bound_change(&loop->lower[i], change, how);
  for (int i = 0; i < loop->upper_count; i++)
    bound_change(&loop->upper[i], change, how);
}

static void statement_change(AffineStatement *statement, FormChange change, const void *how) {
  for (int d = 0; d < statement->depth; d++)
    loop_change(&statement->loops[d], change, how);
  for (int g = 0; g < statement->guard_count; g++)
    change(&statement->guards[g].form, how);
  for (int a = 0; a < statement->access_count; a++)
    for (int d = 0; d < statement->accesses[a].rank; d++)
      change(&statement->accesses[a].index[d], how);
  for (int i = 0; i < statement->index_count; i++)
    change(&statement->indices[i], how);
}

static void form_renumber(AffineForm *form, const void *how) {
  const int *order = how;
  AffineForm old = *form;
  memset(form->coefficients, 0, sizeof form->coefficients);
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++)
    if (old.coefficients[d])
      form->coefficients[order[d]] = old.coefficients[d];
}

void affine_statement_renumber(AffineStatement *statement, const int *order) {
  AffineLoop loops[AFFINE_MAX_DEPTH];
  statement_change(statement, form_renumber, order);
  memcpy(loops, statement->loops, sizeof loops);
  for (int d = 0; d < statement->depth; d++)
    statement->loops[order[d]] = loops[d];
}

void affine_statement_insert_loop(AffineStatement *statement, int depth) {
  assert(statement->depth < AFFINE_MAX_DEPTH);
  int order[AFFINE_MAX_DEPTH];
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++)
    order[d] = d < depth ? d : d + 1 < AFFINE_MAX_DEPTH ? d + 1 : d;
  affine_statement_renumber(statement, order);
  for (int d = statement->depth; d >= depth; d--)
    statement->position[d + 1] = statement->position[d];
  statement->depth++;
  statement->loops[depth] = (AffineLoop){0};
}

void affine_statement_tile(AffineStatement *statement, int depth, int64_t tile, AffineForm count) {
  affine_statement_insert_loop(statement, depth);
  statement->position[depth + 1] = 0;
  AffineLoop *inner = &statement->loops[depth + 1];
  AffineForm counter = affine_form_loop(depth);
  AffineForm start = affine_form_add(&inner->lower[0].form, &counter, tile), end = start;
  end.constant += tile;
  inner->lower[0] = affine_bound(start);
  inner->upper[0] = affine_bound(end);
  statement->loops[depth] =
      (AffineLoop){.lower_count = 1, .upper_count = 1, .upper = {affine_bound(count)}};
}

typedef struct Shift {
  int depth;
  int64_t by;
} Shift;

static void form_shift(AffineForm *form, const void *how) {
  const Shift *shift = how;
  form->constant += form->coefficients[shift->depth] * shift->by;
}

void affine_statement_shift(AffineStatement *statement, int depth, int64_t by) {
  AffineLoop *loop = &statement->loops[depth];
  statement_change(statement, form_shift, &(Shift){depth, by});
  for (int i = 0; i < loop->lower_count; i++)
    loop->lower[i].form.constant -= by;
  for (int i = 0; i < loop->upper_count; i++)
    loop->upper[i].form.constant -= by;
}

typedef struct Substitution {
  int depth;
  const AffineForm *by;
} Substitution;

static void form_substitute(AffineForm *form, const void *how) {
  const Substitution *substitution = how;
  *form = affine_form_substitute(form, substitution->depth, substitution->by);
}

void affine_statement_substitute(AffineStatement *statement, int depth, const AffineForm *by) {
  statement_change(statement, form_substitute, &(Substitution){depth, by});
}

static bool form_range(const AffineForm *form, const int64_t *low, const int64_t *high,
                       int64_t *out_low, int64_t *out_high) {
  *out_low = *out_high = form->constant;
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++) {
    int64_t c = form->coefficients[d];
    *out_low += c > 0 ? c * low[d] : c * high[d];
    *out_high += c > 0 ? c * high[d] : c * low[d];
  }
  return true;
}

// Every bound holds, so each of them limits the range.
static void bound_range(const AffineBound *bound, const int64_t *low, const int64_t *high,
                        int64_t *out_low, int64_t *out_high) {
  int64_t lowest, highest;
  form_range(&bound->form, low, high, out_low, out_high);
  if (!bound->divisor)
    return;
  form_range(&bound->dividend, low, high, &lowest, &highest);
  *out_low += bound->multiplier * integer_ceil_div(lowest, bound->divisor);
  *out_high += bound->multiplier * integer_ceil_div(highest, bound->divisor);
}

bool affine_statement_range(const AffineStatement *statement, const AffineForm *form,
                            int64_t *out_low, int64_t *out_high) {
  int64_t low[AFFINE_MAX_DEPTH] = {0}, high[AFFINE_MAX_DEPTH] = {0};
  for (int d = 0; d < statement->depth; d++) {
    const AffineLoop *loop = &statement->loops[d];
    int64_t lowest, highest;
    low[d] = INT64_MIN / 4;
    high[d] = INT64_MAX / 4;
    for (int i = 0; i < loop->lower_count; i++) {
      bound_range(&loop->lower[i], low, high, &lowest, &highest);
      low[d] = lowest > low[d] ? lowest : low[d];
    }
    for (int i = 0; i < loop->upper_count; i++) {
      bound_range(&loop->upper[i], low, high, &lowest, &highest);
      high[d] = highest - 1 < high[d] ? highest - 1 : high[d];
    }
    if (high[d] < low[d])
      high[d] = low[d];
  }
  return form_range(form, low, high, out_low, out_high);
}

AffineForm affine_statement_extreme(const AffineStatement *statement, AffineForm form, int point,
                                    int factor) {
  for (int d = statement->depth; d-- > point;) {
    int64_t c = form.coefficients[d];
    if (!c)
      continue;
    AffineForm at = statement->loops[d].lower[0].form;
    if (c * factor < 0) {
      at = statement->loops[d].upper[0].form;
      at.constant--;
    }
    form = affine_form_substitute(&form, d, &at);
  }
  return form;
}

static double form_value(const AffineForm *form, const double *loops) {
  double value = (double)form->constant;
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++)
    if (form->coefficients[d])
      value += form->coefficients[d] * loops[d];
  return value;
}

static double bound_value(const AffineBound *bound, const double *loops) {
  double value = form_value(&bound->form, loops);
  if (bound->divisor)
    value += bound->multiplier * (form_value(&bound->dividend, loops) / bound->divisor + 0.5);
  return value;
}

int affine_statement_parameters(const AffineStatement *statement) {
  int count = 0;
  while (count < statement->depth && statement->loops[count].expected)
    count++;
  return count;
}

int64_t affine_loop_trip_estimate(const AffineStatement *statement, int depth) {
  double middle[AFFINE_MAX_DEPTH] = {0}, trip = 0;
  for (int d = 0; d <= depth; d++) {
    const AffineLoop *loop = &statement->loops[d];
    if (loop->expected) {
      middle[d] = loop->expected;
      trip = 1;
      continue;
    }
    double low = bound_value(&loop->lower[0], middle), high = bound_value(&loop->upper[0], middle);
    for (int i = 1; i < loop->lower_count; i++)
      low = fmax(low, bound_value(&loop->lower[i], middle));
    for (int i = 1; i < loop->upper_count; i++)
      high = fmin(high, bound_value(&loop->upper[i], middle));
    trip = fmax(high - low, 1);
    middle[d] = low + (trip - 1) / 2;
  }
  return (int64_t)(trip + 0.5);
}

double affine_statement_points(const AffineStatement *statement, int level) {
  double product = 1;
  for (int d = level; d < statement->depth; d++)
    product *= (double)affine_loop_trip_estimate(statement, d);
  return product;
}

int affine_loop_end(AffineStatement *const *statements, int from, int to, int level) {
  const AffineStatement *first = statements[from];
  int end = from;
  while (end < to && statements[end]->depth > level && !(statements[end]->raised >> level & 1) &&
         statements[end]->position[level] == first->position[level])
    end++;
  return end;
}

AffineStatement *affine_statement_copy(Pool *pool, const AffineStatement *statement) {
  AffineStatement *copy = pool_copy(pool, statement, sizeof *statement);
  copy->accesses = pool_copy(pool, statement->accesses,
                             (size_t)statement->access_count * sizeof *statement->accesses);
  copy->indices = pool_copy(pool, statement->indices,
                            (size_t)statement->index_count * sizeof *statement->indices);
  return copy;
}

bool affine_statement_reads_stored(const AffineStatement *statement) {
  for (int a = 1; a < statement->access_count; a++)
    if (a != statement->update_access &&
        statement->accesses[a].array == statement->accesses[0].array)
      return true;
  return false;
}

int affine_statement_shared_loops(const AffineStatement *a, const AffineStatement *b) {
  int limit = a->depth < b->depth ? a->depth : b->depth, n = 0;
  while (n < limit && a->position[n] == b->position[n])
    n++;
  return n;
}

int affine_statement_add_access(Pool *pool, AffineStatement *statement,
                                const AffineAccess *access) {
  statement->accesses =
      pool_grow(pool, statement->accesses, statement->access_count, sizeof *statement->accesses);
  statement->accesses[statement->access_count] = *access;
  return statement->access_count++;
}
