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
#include "affine/analysis/affine_dependence.h"
#include "affine/schedule/affine_transformations.h"

static bool touches(const AffineStatement *statement, int array) {
  for (int a = 0; a < statement->access_count; a++)
    if (statement->accesses[a].array == array)
      return true;
  return false;
}

static bool reads(const AffineStatement *statement, int array) {
  for (int a = 1; a < statement->access_count; a++)
    if (statement->accesses[a].array == array)
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
    const AffineStatement *statement = program->statements[i];
    if (!touches(statement, scalar))
      continue;
    if (out->first < 0) {
      if (statement->accesses[0].array != scalar || reads(statement, scalar) ||
          statement->guard_count)
        return false; // the value comes from somewhere else
      *out = (Life){i, i, statement->depth};
    } else {
      const AffineStatement *first = program->statements[out->first];
      bool starts_anew = statement->accesses[0].array == scalar && !reads(statement, scalar);
      if (affine_statement_shared_loops(first, statement) < out->depth || starts_anew)
        return out->last > out->first && starts_anew;
      out->last = i;
    }
  }
  return out->last > out->first;
}

// Whether the reader gets a value that a statement outside of the life has stored before it in the
// same iteration of all loops around that statement.
static bool is_fresh(const AffineProgram *program, int scalar, const Life *life, int reader) {
  const AffineStatement *reading = program->statements[reader];
  int around =
      affine_statement_shared_loops(reading, program->statements[life->first]); // it and the life
  for (int i = reader > life->last ? life->last + 1 : 0; i < reader; i++) {
    const AffineStatement *statement = program->statements[i];
    if (statement->accesses[0].array == scalar && !reads(statement, scalar) &&
        !statement->guard_count &&
        affine_statement_shared_loops(statement, reading) == statement->depth &&
        (reader > life->last || around <= statement->depth))
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
    const AffineStatement *statement = program->statements[i];
    for (int a = 0; a < statement->access_count; a++) {
      bool is_start =
          statement == first && a > 0 && affine_access_equal(&statement->accesses[a], target);
      if (!is_start && affine_dependence_accesses_meet(statement, a, last, 0, life->depth))
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
static bool is_idle(const AffineStatement *statement) {
  return statement->body->node_count == 1 && statement->body->nodes[0].kind == AFFINE_NODE_ACCESS &&
         affine_access_equal(&statement->accesses[statement->body->nodes[0].index],
                             &statement->accesses[0]);
}

static void forward(AffineProgram *program, int scalar, const Life *life) {
  AffineAccess target = program->statements[life->last]->accesses[0];
  int kept = 0;
  for (int i = 0; i < program->statement_count; i++) {
    AffineStatement *statement = program->statements[i];
    bool is_user = i >= life->first && i <= life->last;
    for (int a = 0; is_user && a < statement->access_count; a++)
      if (statement->accesses[a].array == scalar)
        statement->accesses[a] = target;
    if (is_user)
      affine_update_find(program->fp, statement);
    if (!is_user || !is_idle(statement))
      program->statements[kept++] = statement;
  }
  program->statement_count = kept;
}

void affine_forward_scalars(AffineProgram *program) {
  for (int scalar = 0; scalar < program->array_count; scalar++) {
    if (program->arrays[scalar].rank || !program->arrays[scalar].is_local)
      continue;
    for (int i = 0; i < program->statement_count; i++) {
      Life life;
      const AffineStatement *statement = program->statements[i];
      bool is_start = statement->accesses[0].array == scalar && !reads(statement, scalar);
      if (is_start && find_life(program, scalar, i, &life) && !outlives(program, scalar, &life) &&
          can_forward(program, scalar, &life))
        forward(program, scalar, &life);
    }
  }
}
