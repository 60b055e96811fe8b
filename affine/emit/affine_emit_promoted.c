// Promoted elements: elements of arrays in registers (scalar replacement).
//
//   for j: x[i] = x[i] + a[j]      v = x[i];  for j: v = v + a[j];  x[i] = v       (updated)
//   for j: y[j] = y[j - 1] * c     v = y[0];  for j: v = v * c, y[j] = v           (next)
//
// Inside an innermost loop an element that stays the same is loaded before it and, when the loop
// changes it, stored after it; one that the iteration before has stored is handed on; what one body
// loads or stores is not loaded again. LLVM could do none of it: it does not know that memrefs do
// not overlap, nor what the dependence test knows.
//
// An element that is stored after a loop which never ran is stored as it was.
#include "affine/analysis/affine_dependence.h"
#include "affine/analysis/affine_vector.h"
#include "affine/emit/affine_emitter.h"

typedef enum PromotedKind {
  PROMOTED_SAME,    // loaded before the loop
  PROMOTED_UPDATED, // the same, and stored after it
  PROMOTED_NEXT,    // stored by `maker` one iteration before
  PROMOTED_BODY,    // loaded or stored in the body at hand
} PromotedKind;

// An element, or a vector of them where its statement has lanes.
typedef struct PromotedElement {
  PromotedKind kind;
  const AffineStatement *statement, *maker;
  int access;
  MlirValue value, next; // now (null: memory knows better), for the next iteration
} PromotedElement;

// What an innermost loop has in registers. Its iter_args are those updated and next, in order.
struct Promoted {
  int level;
  AffineStatement *const *statements; // of the loop
  int statement_count;
  MlirValue lane; // first iteration of the loop over the lanes
  int count, carried;
  PromotedElement *elements;
  MlirValue *values; // of those carried
};

// --- which loops

static bool is_leaf(const AffineProgram *program, const AffineStatement *statement, int level) {
  bool is_vector = statement->depth == level + 2 && statement->lanes >> (level + 1) & 1;
  return !statement->raised && !statement->guard_count &&
         ((statement->depth == level + 1 && !statement->lanes) ||
          (is_vector && affine_vector_applies(program, statement, level + 1)));
}

// Whether all statements are the body of the loop itself, in the same lanes.
static bool is_body(const AffineProgram *program, const Promoted *promoted) {
  const AffineStatement *first = promoted->statements[0];
  for (int i = 0; i < promoted->statement_count; i++) {
    const AffineStatement *statement = promoted->statements[i];
    if (!is_leaf(program, statement, promoted->level) || statement->lanes != first->lanes)
      return false;
    const AffineLoop *lanes = &statement->loops[statement->depth - 1];
    if (statement->lanes &&
        (!affine_form_equal(&lanes->lower[0].form, &first->loops[first->depth - 1].lower[0].form) ||
         affine_loop_uses(lanes, promoted->level)))
      return false;
  }
  return true;
}

// --- the elements

static PromotedElement *find(Promoted *promoted, const AffineAccess *access) {
  for (int i = 0; i < promoted->count; i++) {
    PromotedElement *element = &promoted->elements[i];
    if (affine_access_equal(&element->statement->accesses[element->access], access))
      return element;
  }
  return NULL;
}

static PromotedElement *add(Emitter *emitter, Promoted *promoted, const AffineStatement *statement,
                            int access, PromotedKind kind) {
  promoted->elements =
      pool_grow(emitter->pool, promoted->elements, promoted->count, sizeof *promoted->elements);
  PromotedElement *element = &promoted->elements[promoted->count++];
  *element = (PromotedElement){.kind = kind, .statement = statement, .access = access};
  return element;
}

static MlirValue load(Emitter *emitter, const AffineStatement *statement, int access) {
  if (!statement->lanes)
    return affine_emit_element_load(emitter, &statement->accesses[access]);
  Lanes lanes = affine_emit_lanes_open(emitter, statement);
  MlirValue value = affine_emit_lanes_load(&lanes, &statement->accesses[access]);
  affine_emit_lanes_go_to(&lanes, 0);
  return value;
}

static void store(Emitter *emitter, const AffineStatement *statement, int access, MlirValue value) {
  if (!statement->lanes) {
    affine_emit_element_store(emitter, &statement->accesses[access], value);
    return;
  }
  Lanes lanes = affine_emit_lanes_open(emitter, statement);
  affine_emit_lanes_store(&lanes, &statement->accesses[access], value);
  affine_emit_lanes_go_to(&lanes, 0);
}

static bool always_runs(const Emitter *emitter, const AffineStatement *statement, int level) {
  int64_t trip;
  return emitter->is_behind_condition ||
         (affine_loop_constant_trip(&statement->loops[level], &trip) && trip > 0);
}

// Whether the element may be touched although no iteration of the loop does so.
static bool is_inside(const Emitter *emitter, const AffineStatement *statement,
                      const AffineAccess *access, int level) {
  int64_t low, high;
  if (always_runs(emitter, statement, level))
    return true;
  for (int d = 0; d < access->rank; d++) {
    affine_statement_range(statement, &access->index[d], &low, &high);
    if (low < 0 || high >= emitter->program->arrays[access->array].shape[d])
      return false;
  }
  return true;
}

// Whether a store of the loop other than `own` may change the element in any of its iterations.
static bool is_changed(const Promoted *promoted, const AffineStatement *statement, int access,
                       const AffineAccess *own) {
  for (int i = 0; i < promoted->statement_count; i++) {
    const AffineStatement *other = promoted->statements[i];
    if (!affine_access_equal(&other->accesses[0], own) &&
        affine_dependence_accesses_meet(statement, access, other, 0, promoted->level))
      return true;
  }
  return false;
}

// Whether the loop may touch the element as something else than this access.
static bool is_met(const Promoted *promoted, const AffineStatement *statement, int access) {
  for (int i = 0; i < promoted->statement_count; i++) {
    const AffineStatement *other = promoted->statements[i];
    for (int a = 0; a < other->access_count; a++)
      if (!affine_access_equal(&other->accesses[a], &statement->accesses[access]) &&
          affine_dependence_accesses_meet(statement, access, other, a, promoted->level))
        return true;
  }
  return false;
}

static bool is_stored(const Promoted *promoted, const AffineAccess *access) {
  for (int i = 0; i < promoted->statement_count; i++)
    if (affine_access_equal(&promoted->statements[i]->accesses[0], access))
      return true;
  return false;
}

static void promote_same(Emitter *emitter, Promoted *promoted, const AffineStatement *statement,
                         int access) {
  const AffineAccess *element = &statement->accesses[access];
  bool is_updated = is_stored(promoted, element);
  if (is_updated && statement->parallel && !always_runs(emitter, statement, promoted->level))
    return; // the element may be another processor's then
  if (affine_access_uses(element, promoted->level) ||
      !is_inside(emitter, statement, element, promoted->level) ||
      (is_updated ? is_met(promoted, statement, access)
                  : is_changed(promoted, statement, access, element)))
    return;
  add(emitter, promoted, statement, access, is_updated ? PROMOTED_UPDATED : PROMOTED_SAME)->value =
      load(emitter, statement, access);
}

// Whether no two iterations, nor two lanes of them, store the same element.
static bool is_one_to_one(const Promoted *promoted, const AffineStatement *statement) {
  bool has_loop = false, has_lane = !statement->lanes;
  for (int d = 0; d < statement->accesses[0].rank; d++) {
    const AffineForm *index = &statement->accesses[0].index[d];
    has_loop |= index->coefficients[promoted->level] != 0;
    has_lane |= index->coefficients[statement->depth - 1] && !index->coefficients[promoted->level];
  }
  return has_loop && has_lane;
}

// An element that `maker` has stored one iteration before.
static void promote_next(Emitter *emitter, Promoted *promoted, const AffineStatement *statement,
                         int access, const AffineStatement *maker) {
  const AffineLoop *loop = &statement->loops[promoted->level];
  AffineAccess made = maker->accesses[0], first = statement->accesses[access];
  AffineForm before = affine_form_loop(promoted->level);
  before.constant = -1;
  for (int d = 0; d < made.rank; d++) {
    made.index[d] = affine_form_substitute(&made.index[d], promoted->level, &before);
    first.index[d] = affine_form_substitute(&first.index[d], promoted->level, &loop->lower[0].form);
  }
  if (loop->lower_count != 1 || loop->lower[0].divisor || !is_one_to_one(promoted, maker) ||
      !affine_access_equal(&made, &statement->accesses[access]) ||
      !is_inside(emitter, statement, &first, promoted->level) ||
      is_changed(promoted, statement, access, &maker->accesses[0]))
    return;
  PromotedElement *element = add(emitter, promoted, statement, access, PROMOTED_NEXT);
  element->maker = maker;
  element->value = load(emitter, statement, access);
}

static void promote(Emitter *emitter, Promoted *promoted, const AffineStatement *statement) {
  for (int a = 0; a < statement->access_count; a++) {
    const AffineAccess *access = &statement->accesses[a];
    if (!find(promoted, access))
      promote_same(emitter, promoted, statement, a);
    for (int i = 0; a && i < promoted->statement_count; i++)
      if (!find(promoted, access))
        promote_next(emitter, promoted, statement, a, promoted->statements[i]);
  }
}

// --- around the loop

static void carry(Emitter *emitter, Promoted *promoted) {
  promoted->values =
      pool_allocate(emitter->pool, (size_t)promoted->count * sizeof *promoted->values);
  for (int i = 0; i < promoted->count; i++)
    if (promoted->elements[i].kind != PROMOTED_SAME)
      promoted->values[promoted->carried++] = promoted->elements[i].value;
}

static Promoted *promoted_of(const Emitter *emitter, int from, int to, int level) {
  Promoted *promoted = pool_allocate(emitter->pool, sizeof *promoted);
  *promoted = (Promoted){.level = level,
                         .statements = emitter->program->statements + from,
                         .statement_count = to - from};
  return promoted;
}

bool affine_emit_promoted_asks(const Emitter *emitter, int from, int to, int level) {
  return emitter->program->parameter_count > 0 &&
         !always_runs(emitter, emitter->program->statements[from], level) &&
         is_body(emitter->program, promoted_of(emitter, from, to, level));
}

Promoted *affine_emit_promoted_start(Emitter *emitter, int from, int to, int level, MlirValue low) {
  Promoted *promoted = promoted_of(emitter, from, to, level);
  if (!is_body(emitter->program, promoted))
    return promoted;
  emitter->promoted = promoted;
  const AffineStatement *first = promoted->statements[0];
  emitter->ivs[level] = low;
  if (first->lanes)
    emitter->ivs[level + 1] = promoted->lane =
        affine_emit_index(emitter, &first->loops[level + 1].lower[0].form);
  for (int i = 0; i < promoted->statement_count; i++)
    promote(emitter, promoted, promoted->statements[i]);
  carry(emitter, promoted);
  return promoted;
}

int affine_emit_promoted_count(const Promoted *promoted) { return promoted->carried; }

MlirValue *affine_emit_promoted_values(Promoted *promoted) { return promoted->values; }

void affine_emit_promoted_enter(Promoted *promoted) {
  for (int i = 0, n = 0; i < promoted->count; i++)
    if (promoted->elements[i].kind != PROMOTED_SAME)
      promoted->elements[i].value = promoted->values[n++];
}

void affine_emit_promoted_leave(Emitter *emitter, Promoted *promoted) {
  for (int i = 0, n = 0; n < promoted->carried; i++) {
    const PromotedElement *element = &promoted->elements[i];
    if (element->kind != PROMOTED_SAME)
      promoted->values[n++] = element->kind == PROMOTED_NEXT ? element->next : element->value;
  }
  emitter->promoted = NULL;
}

void affine_emit_promoted_finish(Emitter *emitter, Promoted *promoted) {
  for (int i = 0, n = 0; n < promoted->carried; i++) {
    const PromotedElement *element = &promoted->elements[i];
    if (element->kind == PROMOTED_SAME)
      continue;
    MlirValue value = promoted->values[n++];
    if (element->kind != PROMOTED_UPDATED)
      continue;
    if (element->statement->lanes)
      emitter->ivs[promoted->level + 1] = promoted->lane;
    store(emitter, element->statement, element->access, value);
  }
}

// --- inside the loop

bool affine_emit_promoted_find(Emitter *emitter, const AffineAccess *access, MlirValue *out_value) {
  PromotedElement *element = emitter->promoted ? find(emitter->promoted, access) : NULL;
  if (!element || mlirValueIsNull(element->value))
    return false;
  *out_value = element->value;
  return true;
}

static PromotedElement *remember(Emitter *emitter, const AffineStatement *statement, int access,
                                 MlirValue value) {
  PromotedElement *element = find(emitter->promoted, &statement->accesses[access]);
  if (!element)
    element = add(emitter, emitter->promoted, statement, access, PROMOTED_BODY);
  element->value = value;
  return element;
}

void affine_emit_promoted_loaded(Emitter *emitter, const AffineStatement *statement, int access,
                                 MlirValue value) {
  if (emitter->promoted)
    (void)remember(emitter, statement, access, value);
}

bool affine_emit_promoted_stored(Emitter *emitter, const AffineStatement *statement,
                                 MlirValue value) {
  Promoted *promoted = emitter->promoted;
  if (!promoted)
    return false;
  for (int i = 0; i < promoted->count; i++) {
    PromotedElement *element = &promoted->elements[i];
    if (element->kind == PROMOTED_NEXT &&
        affine_access_equal(&element->maker->accesses[0], &statement->accesses[0]))
      element->next = value;
    if (element->kind == PROMOTED_BODY &&
        affine_dependence_accesses_meet(element->statement, element->access, statement, 0,
                                        promoted->level + 1))
      element->value = (MlirValue){NULL};
  }
  return remember(emitter, statement, 0, value)->kind == PROMOTED_UPDATED;
}
