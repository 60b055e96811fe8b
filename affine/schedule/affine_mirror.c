// Mirrored arrays. A loop that some subscripts run through forwards and others backwards fits no
// linalg op. Where an array that the nest only reads is copied back to front first, along some of
// its dimensions, all loops of a convolution run one way:
//
//   for i, k                              for k: r[n - 1 - k] = h[k]
//     y[i] += x[i - k] * h[k]             for i, k
//                                           y[i] += x[i - (n - 1) + k] * r[k]
#include "affine/schedule/affine_transformations.h"

#include "affine/affine_costs.h"
#include <string.h>

enum { MAX_TURNED = 8 }; // loops of which all sets of directions are tried

// Which loops of a statement run backwards, and which dimensions of what it reads are mirrored.
typedef struct Choice {
  int misfits; // subscripts that still have loops of both directions, or cannot be mirrored
  int64_t elements;
  int level;       // outermost loop that counts
  uint32_t turned; // loops
} Choice;

typedef struct Mirror {
  int source, array;
  uint32_t dims;
} Mirror;

static bool is_written(const AffineProgram *program, int array) {
  for (int i = 0; i < program->statement_count; i++)
    if (program->statements[i]->accesses[0].array == array)
      return true;
  return false;
}

// 1: no loop from `level` on runs backwards in the subscript, -1: none forwards, 0: neither.
static int form_direction(const AffineForm *form, uint32_t turned, int level) {
  bool has_forward = false, has_backward = false;
  for (int d = level; d < AFFINE_MAX_DEPTH; d++)
    if (form->coefficients[d])
      *((form->coefficients[d] > 0) == !(turned >> d & 1) ? &has_forward : &has_backward) = true;
  return !has_backward ? 1 : !has_forward ? -1 : 0;
}

// The dimensions of an access that are mirrored, of an array in `constants`. Counts the subscripts
// that fit neither way.
static uint32_t mirrored_dims(const AffineAccess *access, const Choice *choice, uint64_t constants,
                              int *misfits) {
  uint32_t dims = 0;
  for (int d = 0; d < access->rank; d++) {
    int direction = form_direction(&access->index[d], choice->turned, choice->level);
    if (direction < 0 && (constants >> access->array & 1))
      dims |= 1u << d;
    else
      *misfits += direction <= 0;
  }
  return dims;
}

static Choice choice_assess(const AffineProgram *program, const AffineStatement *statement,
                            int level, uint32_t turned, uint64_t constants) {
  Choice choice = {.level = level, .turned = turned};
  for (int a = 0; a < statement->access_count; a++) {
    const AffineAccess *access = &statement->accesses[a];
    if (mirrored_dims(access, &choice, constants, &choice.misfits))
      choice.elements += affine_array_elements(&program->arrays[access->array]);
  }
  return choice;
}

// Loops that must not be turned.
static uint32_t ordered_loops(const AffineStatement *statement) {
  uint32_t loops = 0;
  for (int d = 0; statement->is_ordered && d < statement->depth; d++)
    loops |= affine_update_repeats(statement, d) ? 1u << d : 0;
  return loops;
}

// The directions of the loops from `level` on with the fewest misfits, and of these the ones with
// the fewest elements to mirror.
static Choice choose(const AffineProgram *program, const AffineStatement *statement, int level,
                     uint64_t constants) {
  int loops = statement->depth - level < MAX_TURNED ? statement->depth - level : MAX_TURNED;
  Choice best = choice_assess(program, statement, level, 0, constants);
  for (uint32_t turned = 1; turned < 1u << loops && (best.misfits || best.elements); turned++) {
    if (turned << level & ordered_loops(statement))
      continue;
    Choice choice = choice_assess(program, statement, level, turned << level, constants);
    if (choice.misfits < best.misfits ||
        (choice.misfits == best.misfits && choice.elements < best.elements))
      best = choice;
  }
  return best;
}

// For the loops from the outermost one on inside which everything fits. False when nothing has to
// be mirrored for that.
static bool find_choice(const AffineProgram *program, const AffineStatement *statement,
                        uint64_t constants, Choice *out) {
  for (int level = 0; level < statement->depth; level++) {
    *out = choose(program, statement, level, constants);
    if (!out->misfits)
      return choose(program, statement, level, 0).misfits > 0;
  }
  return false;
}

static AffineForm mirrored_form(const AffineForm *form, int64_t extent) {
  AffineForm last = affine_form_constant(extent - 1);
  return affine_form_add(&last, form, -1);
}

static void mirror_access(AffineAccess *access, const AffineArray *array, uint32_t dims) {
  for (int d = 0; d < access->rank; d++)
    if (dims >> d & 1)
      access->index[d] = mirrored_form(&access->index[d], array->shape[d]);
}

// The statement that fills a mirrored array, in loops of its own.
static AffineStatement *create_copy(AffineProgram *program, const Mirror *mirror,
                                    const AffineStatement *reader) {
  const AffineArray *array = &program->arrays[mirror->source];
  AffineStatement *statement = pool_allocate(program->pool, sizeof *statement);
  *statement =
      (AffineStatement){.id = reader->id,
                        .depth = array->rank,
                        .access_count = 2,
                        .accesses = pool_allocate(program->pool, 2 * sizeof *statement->accesses),
                        .body = affine_program_copy_body(program),
                        .update_access = -1,
                        .location = reader->location};
  for (int d = 0; d < array->rank; d++) {
    AffineBound end = affine_bound(affine_form_constant(array->shape[d]));
    statement->loops[d] = (AffineLoop){.lower_count = 1, .upper_count = 1, .upper = {end}};
    statement->accesses[1].index[d] = affine_form_loop(d);
  }
  statement->accesses[1].array = mirror->source;
  statement->accesses[1].rank = (uint8_t)array->rank;
  statement->accesses[0] = statement->accesses[1];
  statement->accesses[0].array = mirror->array;
  mirror_access(&statement->accesses[0], array, mirror->dims);
  return statement;
}

// The mirrored array, made where it is not there yet; -1: there is no room for it.
static int find_mirror(AffineProgram *program, Mirror *mirrors, int *count, int source,
                       uint32_t dims, const AffineStatement *reader) {
  for (int i = 0; i < *count; i++)
    if (mirrors[i].source == source && mirrors[i].dims == dims)
      return mirrors[i].array;
  if (program->array_count == AFFINE_MAX_ARRAYS)
    return -1;
  Mirror *mirror = &mirrors[(*count)++];
  *mirror = (Mirror){source, program->array_count++, dims};
  const AffineArray *array = &program->arrays[source];
  AffineArray copy = {
      .element = array->element, .rank = array->rank, .is_local = true, .origin = -1};
  memcpy(copy.shape, array->shape, sizeof copy.shape);
  program->arrays[mirror->array] = copy;
  AffineStatement *statement = create_copy(program, mirror, reader);
  affine_program_append(program, statement);
  memmove(program->statements + 1, program->statements,
          (size_t)(program->statement_count - 1) * sizeof(AffineStatement *));
  program->statements[0] = statement;
  for (int i = 1; i < program->statement_count; i++)
    program->statements[i]->position[0]++;
  return mirror->array;
}

bool affine_mirror_arrays(AffineProgram *program, bool at_any_cost) {
  Mirror mirrors[AFFINE_MAX_ARRAYS];
  int mirror_count = 0;
  uint64_t constants = 0;
  if (program->parameter_count > 0)
    return false;
  for (int a = 0; a < program->array_count; a++)
    if (!is_written(program, a) && affine_array_is_known(&program->arrays[a]))
      constants |= (uint64_t)1 << a;
  for (int i = 0; i < program->statement_count; i++) {
    AffineStatement *statement = program->statements[i];
    Choice choice;
    if (!find_choice(program, statement, constants, &choice) ||
        (!at_any_cost &&
         (double)choice.elements * MIRROR_MIN_REUSE > affine_statement_points(statement, 0)))
      continue;
    for (int a = 1; a < statement->access_count; a++) {
      AffineAccess *access = &statement->accesses[a];
      int before = program->statement_count, misfits = 0;
      uint32_t dims = mirrored_dims(access, &choice, constants, &misfits);
      int array =
          dims ? find_mirror(program, mirrors, &mirror_count, access->array, dims, statement) : -1;
      i += program->statement_count - before;
      if (array < 0)
        continue;
      mirror_access(access, &program->arrays[array], dims);
      access->array = array;
    }
  }
  return mirror_count > 0;
}
