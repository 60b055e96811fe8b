// Array expansion. An array that every iteration of a loop writes before it reads it carries
// nothing from one iteration to the next but the memory itself: with a copy per iteration the loop
// can be distributed. The last copy is put back at the end when somebody may read the array later.
#include "passes/affine_program.h"

#include <string.h>

enum {
  MAX_ELEMENTS = 2 << 20,
  LINE = 8, // scalars of several processors must not share a line of the cache
};

static bool reads_array(const AffineStatement *s, int array) {
  for (int a = 1; a < s->access_count; a++)
    if (s->accesses[a].array == array)
      return true;
  return false;
}

static bool touches_array(const AffineStatement *s, int array) {
  return s->accesses[0].array == array || reads_array(s, array);
}

// The loops that all users of the array share.
static int common_loops(const AffineProgram *program, int array) {
  const AffineStatement *first = NULL;
  int common = 0;
  for (int i = 0; i < program->statement_count; i++) {
    const AffineStatement *s = program->statements[i];
    if (!touches_array(s, array))
      continue;
    int shared = first ? affine_shared_loops(first, s) : s->depth;
    common = !first || shared < common ? shared : common;
    first = first ? first : s;
  }
  return common;
}

// Whether dimension d of the reads lies in what the writer covers in one iteration of `common`
// loops.
static bool covers_dim(const AffineStatement *writer, const AffineStatement *reader,
                       const AffineForm *written, const AffineForm *read, int common) {
  if (!affine_form_uses_from(written, common))
    return affine_form_equal(written, read);
  int loop = affine_form_single_loop(written);
  if (loop < common)
    return false;
  const AffineLoop *bounds = &writer->loops[loop];
  AffineForm trip;
  if (!affine_loop_trip(bounds, &trip) || affine_form_uses_from(&bounds->lower[0].form, common) ||
      affine_form_uses_from(&bounds->upper[0].form, common))
    return false;
  AffineForm below = affine_form_add(&bounds->lower[0].form, read, -1); // lower + c - read - 1 >= 0
  below.constant += written->constant - 1;
  AffineForm above = affine_form_add(read, &bounds->upper[0].form, -1); // read - upper - c >= 0
  above.constant -= written->constant;
  return !affine_may_hold(reader, &below) && !affine_may_hold(reader, &above);
}

static bool covers(const AffineStatement *writer, const AffineStatement *reader,
                   const AffineAccess *read, int level) {
  int common = affine_shared_loops(writer, reader);
  const AffineAccess *written = &writer->accesses[0];
  if (writer == reader || writer->guard_count || written->array != read->array || common <= level ||
      writer->position[common] >= reader->position[common])
    return false;
  uint32_t used = 0;
  for (int d = 0; d < read->rank; d++) {
    if (!covers_dim(writer, reader, &written->index[d], &read->index[d], common))
      return false;
    int loop = affine_form_single_loop(&written->index[d]);
    if (loop >= common && (used >> loop & 1))
      return false;
    if (loop >= common)
      used |= 1u << loop;
  }
  // Loops that the index does not have must run at least once.
  for (int d = common; d < writer->depth; d++) {
    int64_t trip;
    if (!(used >> d & 1) && !(affine_loop_constant_trip(&writer->loops[d], &trip) && trip > 0))
      return false;
  }
  return true;
}

static bool is_covered(const AffineProgram *program, const AffineStatement *reader,
                       const AffineAccess *read, int level) {
  for (int i = 0; i < program->statement_count; i++)
    if (covers(program->statements[i], reader, read, level))
      return true;
  return false;
}

static bool is_private(const AffineProgram *program, int array, int level) {
  for (int i = 0; i < program->statement_count; i++) {
    const AffineStatement *s = program->statements[i];
    for (int a = 1; a < s->access_count; a++)
      if (s->accesses[a].array == array && !is_covered(program, s, &s->accesses[a], level))
        return false;
  }
  return true;
}

uint64_t affine_private_arrays(const AffineProgram *program, int level) {
  uint64_t arrays = 0;
  for (int a = 0; a < program->array_count; a++)
    if (program->arrays[a].is_local && is_private(program, a, level))
      arrays |= (uint64_t)1 << a;
  return arrays;
}

static const AffineStatement *first_user(const AffineProgram *program, int array) {
  for (int i = 0; i < program->statement_count; i++)
    if (touches_array(program->statements[i], array))
      return program->statements[i];
  return NULL;
}

static bool index_has_loop(const AffineProgram *program, int array, int level) {
  for (int i = 0; i < program->statement_count; i++) {
    const AffineStatement *s = program->statements[i];
    for (int a = 0; a < s->access_count; a++)
      for (int d = 0; s->accesses[a].array == array && d < s->accesses[a].rank; d++)
        if (s->accesses[a].index[d].coefficients[level])
          return true;
  }
  return false;
}

// Whether every iteration writes the whole array, so that the last one leaves what is seen later.
static bool is_written_whole(const AffineProgram *program, int array, int common) {
  const AffineArray *x = &program->arrays[array];
  for (int i = 0; i < program->statement_count; i++) {
    const AffineStatement *s = program->statements[i];
    if (s->accesses[0].array != array || s->guard_count)
      continue;
    bool is_whole = true;
    for (int d = 0; is_whole && d < s->depth; d++) {
      int64_t trip;
      is_whole = affine_loop_constant_trip(&s->loops[d], &trip) && trip > 0;
    }
    for (int d = 0; is_whole && d < x->rank; d++) {
      int64_t low, high;
      int loop = affine_form_single_loop(&s->accesses[0].index[d]);
      affine_statement_range(s, &s->accesses[0].index[d], &low, &high);
      is_whole = loop >= common && low == 0 && high == x->shape[d] - 1;
      for (int e = 0; e < d; e++)
        is_whole &= affine_form_single_loop(&s->accesses[0].index[e]) != loop;
    }
    if (is_whole)
      return true;
  }
  return false;
}

static void expand_access(AffineAccess *access, int array, int count, const int *levels,
                          const int64_t *lows) {
  AffineForm index[AFFINE_MAX_RANK];
  memcpy(index, access->index, sizeof index);
  for (int i = 0; i < count; i++) {
    access->index[i] = affine_form_loop(levels[i]);
    access->index[i].constant = -lows[i];
  }
  for (int d = 0; d < access->rank; d++)
    access->index[count + d] = index[d];
  access->rank += (uint8_t)count;
  access->array = array;
}

static void expand_array(AffineProgram *program, int array) {
  AffineArray copy = program->arrays[array];
  int common = common_loops(program, array);
  const AffineStatement *user = first_user(program, array);
  int levels[AFFINE_MAX_RANK], count = 0;
  int64_t lows[AFFINE_MAX_RANK], highs[AFFINE_MAX_RANK], elements = 1;
  bool is_whole = copy.is_local || is_written_whole(program, array, common);
  if (!user || !is_whole || program->array_count == AFFINE_MAX_ARRAYS)
    return;
  for (int d = 0; d < copy.rank; d++)
    elements *= copy.shape[d];
  for (int level = common; level-- > 0 && count + copy.rank < AFFINE_MAX_RANK;) {
    int64_t low, high, trip;
    AffineForm loop = affine_form_loop(level);
    if (index_has_loop(program, array, level) || !is_private(program, array, level))
      continue;
    if (!copy.is_local && !affine_loop_constant_trip(&user->loops[level], &trip))
      continue;
    affine_statement_range(user, &loop, &low, &high);
    if (elements * (high - low + 1) > MAX_ELEMENTS)
      break;
    elements *= high - low + 1;
    levels[count] = level;
    lows[count] = low;
    highs[count++] = high;
  }
  if (!count)
    return;
  for (int i = 0; i < count / 2; i++) { // outermost first
    int j = count - 1 - i, level = levels[i];
    int64_t low = lows[i], high = highs[i];
    levels[i] = levels[j], lows[i] = lows[j], highs[i] = highs[j];
    levels[j] = level, lows[j] = low, highs[j] = high;
  }
  memmove(copy.shape + count, copy.shape, (size_t)copy.rank * sizeof copy.shape[0]);
  for (int i = 0; i < count; i++)
    copy.shape[i] = highs[i] - lows[i] + 1;
  copy.rank += count;
  copy.memref = (MlirValue){NULL};
  copy.origin = copy.is_local ? -1 : array;
  copy.is_local = true;
  copy.expanded = count;
  int target = program->array_count++;
  program->arrays[target] = copy;
  for (int i = 0; i < program->statement_count; i++) {
    AffineStatement *s = program->statements[i];
    for (int a = 0; a < s->access_count; a++)
      if (s->accesses[a].array == array)
        expand_access(&s->accesses[a], target, count, levels, lows);
  }
}

void affine_program_expand(AffineProgram *program) {
  int count = program->array_count;
  for (int a = 0; a < count; a++)
    expand_array(program, a);
}

bool affine_program_own(AffineProgram *program, int array, int level, int from, int to) {
  AffineArray copy = program->arrays[array];
  const AffineForm loop = affine_form_loop(level);
  int64_t low, high, elements = 1;
  bool is_scalar = copy.rank == 0;
  affine_statement_range(program->statements[from], &loop, &low, &high);
  for (int d = 0; d < copy.rank; d++)
    elements *= copy.shape[d];
  if (program->array_count == AFFINE_MAX_ARRAYS || copy.rank + 2 > AFFINE_MAX_RANK ||
      elements * (high - low + 1) > MAX_ELEMENTS)
    return false;
  memmove(copy.shape + 1, copy.shape, (size_t)copy.rank * sizeof copy.shape[0]);
  copy.shape[0] = high - low + 1;
  copy.shape[1] = is_scalar ? LINE : copy.shape[1];
  copy.rank += is_scalar ? 2 : 1;
  copy.memref = (MlirValue){NULL};
  copy.is_local = true;
  copy.is_scratch = false;
  copy.expanded++;
  int target = program->array_count++;
  program->arrays[target] = copy;
  for (int i = from; i < to; i++)
    for (int a = 0; a < program->statements[i]->access_count; a++) {
      AffineAccess *access = &program->statements[i]->accesses[a];
      if (access->array != array)
        continue;
      expand_access(access, target, 1, &level, &low);
      if (is_scalar)
        access->index[access->rank++] = affine_form_constant(0);
    }
  return true;
}
