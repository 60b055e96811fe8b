// Forwarding of scalars. A scalar that collects a value and is stored at the end of every iteration
// is replaced by the element that it ends in, as far as nobody else looks at that element in the
// meantime: sums that a frontend keeps in registers become sums in memory, which can be
// distributed.
//
//   for i                                 for i
//     s = 0                                 y[i] = 0
//     for j                                 for j
//       s += A[i][j] * x[j]                   y[i] += A[i][j] * x[j]
//     y[i] = s
#include "passes/affine/analysis/affine_dependence.h"
#include "passes/affine/schedule/affine_transformations.h"

static bool touches(const AffineStatement *s, int array) {
  for (int a = 0; a < s->access_count; a++)
    if (s->accesses[a].array == array)
      return true;
  return false;
}

static bool reads(const AffineStatement *s, int array) {
  for (int a = 1; a < s->access_count; a++)
    if (s->accesses[a].array == array)
      return true;
  return false;
}

// The users of a scalar in one run of `depth` shared loops: program->statements[first .. last].
typedef struct Life {
  int first, last, depth;
} Life;

// Users stand in groups that share a body; one group at a time can be forwarded.
static bool find_life(const AffineProgram *program, int scalar, int from, Life *out) {
  *out = (Life){-1, -1, 0};
  for (int i = from; i < program->statement_count; i++) {
    const AffineStatement *s = program->statements[i];
    if (!touches(s, scalar))
      continue;
    if (out->first < 0) {
      if (s->accesses[0].array != scalar || reads(s, scalar) || s->guard_count)
        return false; // the value comes from somewhere else
      *out = (Life){i, i, s->depth};
    } else {
      const AffineStatement *first = program->statements[out->first];
      bool starts_anew = s->accesses[0].array == scalar && !reads(s, scalar);
      if (affine_statement_shared_loops(first, s) < out->depth || starts_anew)
        return out->last > out->first && starts_anew;
      out->last = i;
    }
  }
  return out->last > out->first;
}

// Whether the reader gets a value that a statement outside of the life has stored before it in the
// same iteration of all loops around that statement.
static bool is_fresh(const AffineProgram *program, int scalar, const Life *life, int reader) {
  const AffineStatement *r = program->statements[reader];
  int around =
      affine_statement_shared_loops(r, program->statements[life->first]); // it and the life
  for (int i = reader > life->last ? life->last + 1 : 0; i < reader; i++) {
    const AffineStatement *s = program->statements[i];
    if (s->accesses[0].array == scalar && !reads(s, scalar) && !s->guard_count &&
        affine_statement_shared_loops(s, r) == s->depth &&
        (reader > life->last || around <= s->depth))
      return true;
  }
  return false;
}

// Whether a statement outside of the life reads the value that it ends with.
static bool outlives(const AffineProgram *program, int scalar, const Life *life) {
  for (int i = 0; i < program->statement_count; i++)
    if ((i < life->first || i > life->last) && reads(program->statements[i], scalar) &&
        !is_fresh(program, scalar, life, i))
      return true;
  return false;
}

// Whether the element may take the scalar's place.
static bool can_forward(const AffineProgram *program, int scalar, const Life *life) {
  const AffineStatement *first = program->statements[life->first];
  const AffineStatement *last = program->statements[life->last];
  const AffineAccess *target = &last->accesses[0];
  if (last->depth != life->depth || last->guard_count || target->array == scalar ||
      program->arrays[target->array].element.ptr != program->arrays[scalar].element.ptr)
    return false;
  for (int i = life->first; i < life->last; i++) {
    const AffineStatement *s = program->statements[i];
    for (int a = 0; a < s->access_count; a++) {
      bool is_start = s == first && a > 0 && affine_access_equal(&s->accesses[a], target);
      if (!is_start && affine_dependence_accesses_meet(s, a, last, 0, life->depth))
        return false;
    }
  }
  for (int a = 1; a < last->access_count; a++)
    if (last->accesses[a].array == target->array &&
        affine_dependence_accesses_meet(last, a, last, 0, life->depth))
      return false;
  return true;
}

// element = element.
static bool is_idle(const AffineStatement *s) {
  return s->body->node_count == 1 && s->body->nodes[0].kind == AFFINE_NODE_ACCESS &&
         affine_access_equal(&s->accesses[s->body->nodes[0].index], &s->accesses[0]);
}

static void forward(AffineProgram *program, int scalar, const Life *life) {
  AffineAccess target = program->statements[life->last]->accesses[0];
  int kept = 0;
  for (int i = 0; i < program->statement_count; i++) {
    AffineStatement *s = program->statements[i];
    bool is_user = i >= life->first && i <= life->last;
    for (int a = 0; is_user && a < s->access_count; a++)
      if (s->accesses[a].array == scalar)
        s->accesses[a] = target;
    if (is_user)
      affine_update_find(program->fp, s);
    if (!is_user || !is_idle(s))
      program->statements[kept++] = s;
  }
  program->statement_count = kept;
}

void affine_forward_scalars(AffineProgram *program) {
  for (int scalar = 0; scalar < program->array_count; scalar++) {
    if (program->arrays[scalar].rank || !program->arrays[scalar].is_local)
      continue;
    for (int i = 0; i < program->statement_count; i++) {
      Life life;
      const AffineStatement *s = program->statements[i];
      bool is_start = s->accesses[0].array == scalar && !reads(s, scalar);
      if (is_start && find_life(program, scalar, i, &life) && !outlives(program, scalar, &life) &&
          can_forward(program, scalar, &life))
        forward(program, scalar, &life);
    }
  }
}
