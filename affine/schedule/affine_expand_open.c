// Array expansion where only the run knows trips: how far an array is used, and what the last
// iteration leaves in it.
//
//   for i < n                             for i < n
//     for j < m: t[j] = x[i][j]             for j < m: T[i][j] = x[i][j]
//     for j < m: y[i][j] = t[j]     ->      for j < m: y[i][j] = T[i][j]
//                                         for i = max(0, n - 1) to n
//                                           for j < m: t[j] = T[i][j]
//
// So nothing is left where there was no iteration, and only what was written.
#include "affine/schedule/affine_transformations.h"

#include <string.h>

// Whether the bounds are of parameters alone.
static bool is_rectangular(const AffineProgram *program, const AffineLoop *loop) {
  return affine_loop_is_plain(loop) &&
         !affine_form_uses_from(&loop->lower[0].form, program->parameter_count) &&
         !affine_form_uses_from(&loop->upper[0].form, program->parameter_count);
}

// Whether every dimension of the access is a loop of its own inside of the `common` ones, which
// goes from 0 as far as the other accesses do.
static bool spans_extents(const AffineProgram *program, const AffineStatement *statement,
                          const AffineAccess *access, int common, bool is_first,
                          AffineForm *extents) {
  uint32_t used = 0;
  for (int d = 0; d < access->rank; d++) {
    int loop = affine_form_single_loop(&access->index[d]);
    if (loop < common || access->index[d].constant || (used >> loop & 1))
      return false;
    const AffineLoop *bounds = &statement->loops[loop];
    AffineForm zero = affine_form_constant(0);
    if (!is_rectangular(program, bounds) || !affine_form_equal(&bounds->lower[0].form, &zero))
      return false;
    if (is_first)
      extents[d] = bounds->upper[0].form;
    else if (!affine_form_equal(&bounds->upper[0].form, &extents[d]))
      return false;
    used |= 1u << loop;
  }
  return true;
}

const AffineStatement *affine_expand_open_writer(const AffineProgram *program, int array,
                                                 int common, AffineForm *out_extents) {
  const AffineStatement *writer = NULL;
  bool is_first = true;
  for (int i = 0; i < program->statement_count; i++) {
    const AffineStatement *statement = program->statements[i];
    for (int a = 0; a < statement->access_count; a++) {
      if (statement->accesses[a].array != array)
        continue;
      if (!spans_extents(program, statement, &statement->accesses[a], common, is_first,
                         out_extents))
        return NULL;
      is_first = false;
    }
    if (!writer && statement->accesses[0].array == array && !statement->guard_count &&
        statement->depth == common + statement->accesses[0].rank)
      writer = statement;
  }
  for (int d = program->parameter_count; writer && d < common; d++)
    if (!is_rectangular(program, &writer->loops[d]))
      return NULL;
  return writer;
}

// An unused subscript that is one loop, `level`, or, where that is -1, one from 0 to `extent`.
static bool use_subscript(const AffineStatement *statement, const AffineAccess *access, int level,
                          const AffineForm *extent, uint32_t *used) {
  AffineForm zero = affine_form_constant(0);
  for (int d = 0; d < access->rank; d++) {
    int loop = affine_form_single_loop(&access->index[d]);
    if (loop < 0 || (*used >> d & 1))
      continue;
    const AffineLoop *bounds = &statement->loops[loop];
    bool fits = level >= 0 ? loop == level
                           : affine_loop_is_plain(bounds) &&
                                 affine_form_equal(&bounds->lower[0].form, &zero) &&
                                 affine_form_equal(&bounds->upper[0].form, extent);
    if (!fits)
      continue;
    *used |= 1u << d;
    return true;
  }
  return false;
}

static bool access_fits(const AffineStatement *statement, const AffineAccess *access,
                        const int *levels, int count, const AffineArray *source,
                        const AffineForm *extents) {
  uint32_t used = 0;
  for (int i = 0; i < count; i++)
    if (!use_subscript(statement, access, levels[i], NULL, &used))
      return false;
  for (int d = 0; d < source->rank; d++)
    if (source->shape[d] == AFFINE_UNKNOWN &&
        !use_subscript(statement, access, -1, &extents[d], &used))
      return false;
  return true;
}

bool affine_expand_open_fits(const AffineProgram *program, const AffineStatement *user,
                             const int *levels, int count, const AffineArray *source,
                             const AffineForm *extents) {
  for (int i = 0; i < program->statement_count; i++) {
    const AffineStatement *statement = program->statements[i];
    if (affine_statement_shared_loops(statement, user) <= levels[count - 1])
      continue;
    for (int a = 0; a < statement->access_count; a++) {
      const AffineAccess *access = &statement->accesses[a];
      if (!mlirValueIsNull(program->arrays[access->array].memref) &&
          access_fits(statement, access, levels, count, source, extents))
        return true;
    }
  }
  return false;
}

void affine_expand_open_leave(AffineProgram *program, const AffineStatement *writer, int common,
                              const AffineAccess *array, const AffineAccess *copy) {
  AffineStatement *last = affine_statement_copy(program->pool, writer);
  last->body = affine_program_copy_body(program);
  last->access_count = 2; // a statement that stores what an array holds has no fewer
  last->accesses = pool_allocate(program->pool, 2 * sizeof *last->accesses);
  last->accesses[0] = *array;
  last->accesses[1] = *copy;
  last->index_count = 0;
  affine_update_find(program->fp, last);
  for (int d = program->parameter_count; d < common; d++) {
    AffineLoop *loop = &last->loops[d];
    loop->lower[loop->lower_count] = affine_bound(loop->upper[0].form);
    loop->lower[loop->lower_count++].form.constant--;
  }
  const AffineStatement *end = program->statements[program->statement_count - 1];
  int outermost = program->parameter_count;
  last->position[outermost] = end->position[outermost] + 1;
  memset(last->position + outermost + 1, 0,
         sizeof last->position - sizeof *last->position * (size_t)(outermost + 1));
  affine_program_append(program, last);
}
