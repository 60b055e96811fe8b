// See affine_program.h. Forms and loops: plain arithmetic on coefficients.
#include "passes/affine_program.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

AffineForm affine_form_constant(int64_t constant) { return (AffineForm){.constant = constant}; }

AffineForm affine_form_loop(int depth) {
  AffineForm form = {0};
  form.coefficients[depth] = 1;
  return form;
}

AffineForm affine_form_add(const AffineForm *a, const AffineForm *b, int64_t factor) {
  AffineForm sum = *a;
  sum.constant += factor * b->constant;
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++)
    sum.coefficients[d] += (int32_t)(factor * b->coefficients[d]);
  return sum;
}

bool affine_form_equal(const AffineForm *a, const AffineForm *b) {
  return a->constant == b->constant &&
         !memcmp(a->coefficients, b->coefficients, sizeof a->coefficients);
}

bool affine_form_uses_from(const AffineForm *form, int depth) {
  for (int d = depth; d < AFFINE_MAX_DEPTH; d++)
    if (form->coefficients[d])
      return true;
  return false;
}

bool affine_form_is_constant(const AffineForm *form) { return !affine_form_uses_from(form, 0); }

int affine_form_single_loop(const AffineForm *form) {
  int found = -1;
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++)
    if (form->coefficients[d]) {
      if (found >= 0 || form->coefficients[d] != 1)
        return -1;
      found = d;
    }
  return found;
}

bool affine_access_equal(const AffineAccess *a, const AffineAccess *b) {
  bool is_equal = a->array == b->array;
  for (int d = 0; is_equal && d < a->rank; d++)
    is_equal = affine_form_equal(&a->index[d], &b->index[d]);
  return is_equal;
}

bool affine_access_uses(const AffineAccess *access, int loop) {
  for (int d = 0; d < access->rank; d++)
    if (access->index[d].coefficients[loop])
      return true;
  return false;
}

bool affine_access_is_contiguous(const AffineAccess *access, int loop) {
  for (int d = 0; d + 1 < access->rank; d++)
    if (access->index[d].coefficients[loop])
      return false;
  return access->rank && access->index[access->rank - 1].coefficients[loop] == 1;
}

AffineForm affine_form_substitute(const AffineForm *form, int depth, const AffineForm *by) {
  AffineForm rest = *form;
  int64_t factor = rest.coefficients[depth];
  rest.coefficients[depth] = 0;
  return affine_form_add(&rest, by, factor);
}

AffineBound affine_bound(AffineForm form) { return (AffineBound){.form = form}; }

bool affine_bound_uses(const AffineBound *bound, int depth) {
  return bound->form.coefficients[depth] || (bound->divisor && bound->dividend.coefficients[depth]);
}

bool affine_loop_uses(const AffineLoop *loop, int depth) {
  for (int i = 0; i < loop->lower_count; i++)
    if (affine_bound_uses(&loop->lower[i], depth))
      return true;
  for (int i = 0; i < loop->upper_count; i++)
    if (affine_bound_uses(&loop->upper[i], depth))
      return true;
  return false;
}

bool affine_loop_trip(const AffineLoop *loop, AffineForm *out_trip) {
  if (loop->lower_count != 1 || loop->upper_count != 1 || loop->lower[0].divisor ||
      loop->upper[0].divisor)
    return false;
  *out_trip = affine_form_add(&loop->upper[0].form, &loop->lower[0].form, -1);
  return true;
}

bool affine_loop_constant_trip(const AffineLoop *loop, int64_t *out_trip) {
  AffineForm trip;
  if (!affine_loop_trip(loop, &trip) || !affine_form_is_constant(&trip))
    return false;
  *out_trip = trip.constant;
  return true;
}

// --- statements

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

static void statement_change(AffineStatement *s, FormChange change, const void *how) {
  for (int d = 0; d < s->depth; d++)
    loop_change(&s->loops[d], change, how);
  for (int g = 0; g < s->guard_count; g++)
    change(&s->guards[g].form, how);
  for (int a = 0; a < s->access_count; a++)
    for (int d = 0; d < s->accesses[a].rank; d++)
      change(&s->accesses[a].index[d], how);
  for (int i = 0; i < AFFINE_MAX_INDICES; i++)
    change(&s->indices[i], how);
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

static int64_t ceil_divide(int64_t a, int64_t b) { return a / b + (a % b > 0); }

// Every bound holds, so each of them limits the range.
static void bound_range(const AffineBound *bound, const int64_t *low, const int64_t *high,
                        int64_t *out_low, int64_t *out_high) {
  int64_t least, most;
  form_range(&bound->form, low, high, out_low, out_high);
  if (!bound->divisor)
    return;
  form_range(&bound->dividend, low, high, &least, &most);
  *out_low += bound->multiplier * ceil_divide(least, bound->divisor);
  *out_high += bound->multiplier * ceil_divide(most, bound->divisor);
}

bool affine_statement_range(const AffineStatement *statement, const AffineForm *form,
                            int64_t *out_low, int64_t *out_high) {
  int64_t low[AFFINE_MAX_DEPTH] = {0}, high[AFFINE_MAX_DEPTH] = {0};
  for (int d = 0; d < statement->depth; d++) {
    const AffineLoop *loop = &statement->loops[d];
    int64_t least, most;
    low[d] = INT64_MIN / 4;
    high[d] = INT64_MAX / 4;
    for (int i = 0; i < loop->lower_count; i++) {
      bound_range(&loop->lower[i], low, high, &least, &most);
      low[d] = least > low[d] ? least : low[d];
    }
    for (int i = 0; i < loop->upper_count; i++) {
      bound_range(&loop->upper[i], low, high, &least, &most);
      high[d] = most - 1 < high[d] ? most - 1 : high[d];
    }
    if (high[d] < low[d])
      high[d] = low[d];
  }
  return form_range(form, low, high, out_low, out_high);
}

AffineForm affine_statement_extreme(const AffineStatement *s, AffineForm form, int point,
                                    int factor) {
  for (int d = s->depth; d-- > point;) {
    int64_t c = form.coefficients[d];
    if (!c)
      continue;
    AffineForm at = s->loops[d].lower[0].form;
    if (c * factor < 0) {
      at = s->loops[d].upper[0].form;
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

int64_t affine_loop_trip_estimate(const AffineStatement *s, int depth) {
  double middle[AFFINE_MAX_DEPTH] = {0}, trip = 0;
  for (int d = 0; d <= depth; d++) {
    const AffineLoop *loop = &s->loops[d];
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

double affine_statement_points(const AffineStatement *s, int level) {
  double product = 1;
  for (int d = level; d < s->depth; d++)
    product *= (double)affine_loop_trip_estimate(s, d);
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

int64_t affine_array_elements(const AffineArray *array) {
  int64_t elements = 1;
  for (int d = 0; d < array->rank; d++)
    elements *= array->shape[d];
  return elements;
}

uint64_t affine_draw(uint64_t *state, uint64_t count) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (*state >> 33) % count;
}

AffineStatement *affine_statement_copy(const AffineStatement *statement) {
  AffineStatement *copy = malloc(sizeof *copy);
  if (!copy)
    abort(); // as MLIR itself does when memory ends
  *copy = *statement;
  return copy;
}

AffineProgram affine_program_copy(const AffineProgram *program) {
  AffineProgram copy = *program;
  for (int b = 0; b < copy.body_count; b++) {
    if (!(copy.bodies[b] = malloc(sizeof *copy.bodies[b])))
      abort(); // as MLIR itself does when memory ends
    *copy.bodies[b] = *program->bodies[b];
  }
  for (int i = 0; i < copy.statement_count; i++) {
    AffineStatement *s = copy.statements[i] = affine_statement_copy(program->statements[i]);
    for (int b = 0; b < copy.body_count; b++)
      if (program->statements[i]->body == program->bodies[b])
        s->body = copy.bodies[b];
  }
  return copy;
}

void affine_program_destroy(AffineProgram *program) {
  for (int i = 0; i < program->statement_count; i++)
    free(program->statements[i]);
  for (int i = 0; i < program->body_count; i++)
    free(program->bodies[i]);
  program->statement_count = program->body_count = 0;
}

bool affine_statement_reads_stored(const AffineStatement *statement) {
  for (int a = 1; a < statement->access_count; a++)
    if (a != statement->update_access &&
        statement->accesses[a].array == statement->accesses[0].array)
      return true;
  return false;
}

const AffineBody *affine_program_copy_body(AffineProgram *program) {
  for (int b = 0; b < program->body_count; b++) {
    const AffineBody *body = program->bodies[b];
    if (body->node_count == 1 && body->nodes[0].kind == AFFINE_NODE_ACCESS &&
        body->nodes[0].index == 1)
      return body;
  }
  if (program->body_count == AFFINE_MAX_STATEMENTS)
    return NULL;
  AffineBody *body = calloc(1, sizeof *body);
  if (!body)
    abort(); // as MLIR itself does when memory ends
  body->node_count = 1;
  body->nodes[0] = (AffineNode){.kind = AFFINE_NODE_ACCESS, .index = 1};
  return program->bodies[program->body_count++] = body;
}
