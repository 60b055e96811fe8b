// Array expansion. An array that every iteration of a loop writes before it reads it carries
// nothing from one iteration to the next but the memory itself: with a copy per iteration the loop
// can be distributed. The last copy is put back at the end when somebody may read the array later.
//
//   for i                                 for i
//     t = x[i] * x[i]                       T[i] = x[i] * x[i]
//     y[i] = t + 1                        for i
//                                           y[i] = T[i] + 1
#include "affine/analysis/affine_dependence.h"
#include "affine/analysis/affine_numbers.h"
#include "affine/schedule/affine_transformations.h"

#include "affine/affine_costs.h"
#include "base/integer.h"
#include <string.h>

// Dimensions of unknown extent of a buffer: each has its pieces inside of those of the others.
enum { EXPAND_MAX_OPEN = 2 };

static bool reads_array(const AffineStatement *statement, int array) {
  for (int a = 1; a < statement->access_count; a++)
    if (statement->accesses[a].array == array)
      return true;
  return false;
}

static bool touches_array(const AffineStatement *statement, int array) {
  return statement->accesses[0].array == array || reads_array(statement, array);
}

int affine_expand_common_loops(const AffineProgram *program, int array) {
  const AffineStatement *first = NULL;
  int common = 0;
  for (int i = 0; i < program->statement_count; i++) {
    const AffineStatement *statement = program->statements[i];
    if (!touches_array(statement, array))
      continue;
    int shared = first ? affine_statement_shared_loops(first, statement) : statement->depth;
    common = !first || shared < common ? shared : common;
    first = first ? first : statement;
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
  return !affine_dependence_may_hold(reader, &below) && !affine_dependence_may_hold(reader, &above);
}

// Whether the writer runs where the reader does in the same iteration of `common` loops.
static bool runs_with(const AffineStatement *writer, const AffineStatement *reader, int common) {
  for (int w = 0; w < writer->guard_count; w++) {
    bool is_found = false;
    for (int r = 0; r < reader->guard_count; r++)
      is_found |= affine_form_equal(&writer->guards[w].form, &reader->guards[r].form);
    if (!is_found || affine_form_uses_from(&writer->guards[w].form, common))
      return false;
  }
  return true;
}

static bool covers(const AffineStatement *writer, const AffineStatement *reader,
                   const AffineAccess *read, int level) {
  int common = affine_statement_shared_loops(writer, reader);
  const AffineAccess *written = &writer->accesses[0];
  if (writer == reader || written->array != read->array || common <= level ||
      writer->position[common] >= reader->position[common] || !runs_with(writer, reader, common))
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

bool affine_expand_is_private(const AffineProgram *program, int array, int level, int from,
                              int to) {
  for (int i = from; i < to; i++) {
    const AffineStatement *statement = program->statements[i];
    for (int a = 1; a < statement->access_count; a++)
      if (statement->accesses[a].array == array &&
          !is_covered(program, statement, &statement->accesses[a], level))
        return false;
  }
  return true;
}

static bool is_private(const AffineProgram *program, int array, int level) {
  return affine_expand_is_private(program, array, level, 0, program->statement_count);
}

uint64_t affine_expand_private_arrays(const AffineProgram *program, int level) {
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
    const AffineStatement *statement = program->statements[i];
    for (int a = 0; a < statement->access_count; a++)
      for (int d = 0; statement->accesses[a].array == array && d < statement->accesses[a].rank; d++)
        if (statement->accesses[a].index[d].coefficients[level])
          return true;
  }
  return false;
}

// Whether every iteration writes the whole array, so that the last one leaves what is seen later.
static bool is_written_whole(const AffineProgram *program, int array, int common) {
  const AffineArray *x = &program->arrays[array];
  for (int i = 0; i < program->statement_count; i++) {
    const AffineStatement *statement = program->statements[i];
    if (statement->accesses[0].array != array || statement->guard_count)
      continue;
    bool is_whole = true;
    for (int d = 0; is_whole && d < statement->depth; d++) {
      int64_t trip;
      is_whole = affine_loop_constant_trip(&statement->loops[d], &trip) && trip > 0;
    }
    for (int d = 0; is_whole && d < x->rank; d++) {
      int64_t low, high;
      int loop = affine_form_single_loop(&statement->accesses[0].index[d]);
      affine_statement_range(statement, &statement->accesses[0].index[d], &low, &high);
      is_whole = loop >= common && low == 0 && high == x->shape[d] - 1;
      for (int e = 0; e < d; e++)
        is_whole &= affine_form_single_loop(&statement->accesses[0].index[e]) != loop;
    }
    if (is_whole)
      return true;
  }
  return false;
}

// A loop that an array gets a dimension for: its least value, and how many it has, a number or,
// where that is AFFINE_UNKNOWN, a form of parameters.
typedef struct Dim {
  int level;
  int64_t low, trip;
  AffineForm extent;
} Dim;

// Outermost first.
typedef struct Dims {
  int count, open_count;
  Dim items[AFFINE_MAX_RANK];
} Dims;

static void dims_insert_first(Dims *dims, const Dim *dim) {
  memmove(dims->items + 1, dims->items, (size_t)dims->count++ * sizeof *dim);
  dims->items[0] = *dim;
  dims->open_count += dim->trip == AFFINE_UNKNOWN;
}

// The form at the greatest or the least value of the loops in it that are no parameters.
static bool find_extreme(const AffineStatement *user, AffineForm *form, bool is_greatest) {
  for (int d = user->depth; d-- > affine_statement_parameters(user);) {
    const AffineLoop *loop = &user->loops[d];
    if (!form->coefficients[d])
      continue;
    bool is_last = (form->coefficients[d] > 0) == is_greatest;
    AffineBound bound = is_last ? loop->upper[0] : loop->lower[0];
    if (bound.divisor)
      return false;
    bound.form.constant -= is_last;
    *form = affine_form_substitute(form, d, &bound.form);
  }
  return true;
}

// The range of a loop that goes as far as parameters say.
static bool read_open_range(const AffineStatement *user, Dim *out) {
  AffineForm low = affine_form_loop(out->level), high = low;
  if (!find_extreme(user, &low, false) || !find_extreme(user, &high, true) ||
      !affine_form_is_constant(&low))
    return false;
  out->low = low.constant;
  out->trip = AFFINE_UNKNOWN;
  out->extent = high;
  out->extent.constant += 1 - low.constant;
  return true;
}

static int open_dims(const AffineArray *array) {
  int count = 0;
  for (int d = 0; d < array->rank; d++)
    count += array->shape[d] == AFFINE_UNKNOWN;
  return count;
}

static bool read_range(const AffineStatement *user, Dim *out) {
  int64_t high;
  AffineForm loop = affine_form_loop(out->level);
  affine_statement_range(user, &loop, &out->low, &high);
  out->trip = high - out->low + 1;
  return !affine_numbers_is_large(high - out->low);
}

static void expand_access(AffineAccess *access, int array, const Dims *dims) {
  memmove(access->index + dims->count, access->index, access->rank * sizeof access->index[0]);
  for (int i = 0; i < dims->count; i++) {
    access->index[i] = affine_form_loop(dims->items[i].level);
    access->index[i].constant = -dims->items[i].low;
  }
  access->rank += (uint8_t)dims->count;
  access->array = array;
}

// Whether copies with one more dimension are not too large: where all is known, in bytes.
static bool are_small(const AffineProgram *program, const AffineArray *source,
                      const AffineStatement *user, const Dims *dims, const AffineForm *extents,
                      double most_bytes) {
  int levels[AFFINE_MAX_RANK];
  double bytes = (double)affine_array_bytes(source);
  for (int i = 0; i < dims->count; i++) {
    levels[i] = dims->items[i].level;
    bytes *= dims->items[i].trip == AFFINE_UNKNOWN ? 1 : (double)dims->items[i].trip;
  }
  return bytes <= most_bytes && dims->open_count <= EXPAND_MAX_OPEN &&
         (!dims->open_count ||
          affine_expand_open_fits(program, user, levels, dims->count, source, extents));
}

// From the innermost of the shared loops outwards, as far as the copies are not too large.
// `extents`: of the array's own dimensions.
static Dims find_dims(const AffineProgram *program, int array, int common,
                      const AffineStatement *user, const AffineForm *extents, double most_bytes) {
  const AffineArray *source = &program->arrays[array];
  Dims dims = {.open_count = open_dims(source)};
  for (int level = common; level-- > 0 && dims.count + source->rank < AFFINE_MAX_RANK;) {
    Dim dim = {.level = level};
    AffineForm trip;
    if (level < program->parameter_count || index_has_loop(program, array, level) ||
        !is_private(program, array, level) ||
        (!source->is_local && (!affine_loop_trip(&user->loops[level], &trip) ||
                               affine_form_uses_from(&trip, program->parameter_count))))
      continue;
    if (!read_range(user, &dim) && !read_open_range(user, &dim))
      break;
    Dims more = dims;
    dims_insert_first(&more, &dim);
    if (!are_small(program, source, user, &more, extents, most_bytes))
      break;
    dims = more;
  }
  return dims;
}

// `extents`: of the array's own dimensions.
static AffineArray expanded_array(const AffineProgram *program, int array, const Dims *dims,
                                  const AffineForm *extents) {
  AffineArray copy = program->arrays[array];
  for (int d = 0; d < copy.rank; d++)
    copy.extents[dims->count + d] = extents[d];
  memmove(copy.shape + dims->count, copy.shape, (size_t)copy.rank * sizeof copy.shape[0]);
  for (int i = 0; i < dims->count; i++) {
    copy.shape[i] = dims->items[i].trip;
    copy.extents[i] = dims->items[i].extent;
  }
  copy.rank += dims->count;
  copy.memref = (MlirValue){NULL};
  copy.origin = copy.is_local ? -1 : array;
  copy.is_local = true;
  copy.expanded = dims->count;
  return copy;
}

static void expand_array(AffineProgram *program, int array, double most_bytes) {
  const AffineArray *source = &program->arrays[array];
  int common = affine_expand_common_loops(program, array), count = program->statement_count;
  const AffineStatement *user = first_user(program, array), *writer = NULL;
  AffineForm extents[AFFINE_MAX_RANK] = {0};
  bool can = user && program->array_count < AFFINE_MAX_ARRAYS;
  if (!can)
    return;
  if (affine_array_is_known(source))
    can = source->is_local || is_written_whole(program, array, common);
  else
    can = (writer = affine_expand_open_writer(program, array, common, extents)) != NULL;
  Dims dims = can ? find_dims(program, array, common, user, extents, most_bytes) : (Dims){0};
  if (!dims.count)
    return;
  int target = program->array_count++;
  program->arrays[target] = expanded_array(program, array, &dims, extents);
  if (writer && !source->is_local) {
    AffineAccess copy = writer->accesses[0];
    expand_access(&copy, target, &dims);
    program->arrays[target].origin = -1;
    affine_expand_open_leave(program, writer, common, &writer->accesses[0], &copy);
  }
  for (int i = 0; i < count; i++) {
    AffineStatement *statement = program->statements[i];
    for (int a = 0; a < statement->access_count; a++)
      if (statement->accesses[a].array == array)
        expand_access(&statement->accesses[a], target, &dims);
  }
}

void affine_expand_arrays(AffineProgram *program, double most_bytes) {
  int count = program->array_count;
  for (int a = 0; a < count; a++)
    expand_array(program, a, most_bytes);
}

bool affine_expand_own(AffineProgram *program, int array, int level, int from, int to) {
  AffineArray copy = program->arrays[array];
  Dims dims = {.count = 1, .items = {{.level = level}}};
  bool is_scalar = copy.rank == 0;
  if (!read_range(program->statements[from], &dims.items[0]) || !affine_array_is_known(&copy) ||
      program->array_count == AFFINE_MAX_ARRAYS || copy.rank + 2 > AFFINE_MAX_RANK ||
      (double)affine_array_bytes(&copy) * (double)dims.items[0].trip > EXPAND_MAX_BYTES)
    return false;
  memmove(copy.shape + 1, copy.shape, (size_t)copy.rank * sizeof copy.shape[0]);
  copy.shape[0] = dims.items[0].trip;
  if (is_scalar) // those of several processors must not share a line of the cache
    copy.shape[1] =
        integer_max(program->target->cache_line_bytes / affine_array_element_bytes(&copy), 1);
  copy.rank += is_scalar ? 2 : 1;
  copy.memref = (MlirValue){NULL};
  copy.is_local = true;
  copy.is_scratch = false;
  copy.origin = -1;
  copy.is_left_apart = false;
  copy.expanded++;
  int target = program->array_count++;
  program->arrays[target] = copy;
  for (int i = from; i < to; i++)
    for (int a = 0; a < program->statements[i]->access_count; a++) {
      AffineAccess *access = &program->statements[i]->accesses[a];
      if (access->array != array)
        continue;
      expand_access(access, target, &dims);
      if (is_scalar)
        access->index[access->rank++] = affine_form_constant(0);
    }
  return true;
}
