// Elements in registers. Inside an innermost loop an element that stays the same is loaded before
// it and, when the loop changes it, stored behind it; one that the iteration before has stored is
// handed on; what one body loads or stores is not loaded again. LLVM could do none of it: it does
// not know that memrefs do not overlap, nor what the dependence test knows.
//
// An element that is stored behind a loop which never ran is stored as it was.
#include "passes/affine_emitter.h"

enum { MAX_GROUP = 48 };

static bool is_leaf(const AffineProgram *program, const AffineStatement *s, int level) {
  bool is_vector = s->depth == level + 2 && s->lanes >> (level + 1) & 1;
  return !s->raised && !s->guard_count &&
         ((s->depth == level + 1 && !s->lanes) ||
          (is_vector && affine_can_be_vector(program, s, level + 1)));
}

// Whether all statements are the body of the loop itself, in the same lanes.
static bool is_body(const AffineProgram *program, const Kept *kept) {
  const AffineStatement *first = kept->statements[0];
  for (int i = 0; i < kept->statement_count; i++) {
    const AffineStatement *s = kept->statements[i];
    if (!is_leaf(program, s, kept->level) || s->lanes != first->lanes)
      return false;
    if (s->lanes && (!affine_form_equal(&s->loops[s->depth - 1].lower[0].form,
                                        &first->loops[s->depth - 1].lower[0].form) ||
                     affine_loop_uses(&s->loops[s->depth - 1], kept->level)))
      return false;
  }
  return kept->statement_count <= MAX_GROUP;
}

static KeptElement *find(Kept *kept, const AffineAccess *access) {
  for (int i = 0; i < kept->count; i++) {
    KeptElement *e = &kept->elements[i];
    if (affine_access_equal(&e->statement->accesses[e->access], access))
      return e;
  }
  return NULL;
}

static KeptElement *add(Kept *kept, const AffineStatement *s, int access, KeptKind kind) {
  if (kept->count == KEPT_ELEMENTS)
    return NULL;
  KeptElement *e = &kept->elements[kept->count++];
  *e = (KeptElement){.kind = kind, .statement = s, .access = access};
  return e;
}

static MlirValue load(Builder *b, const AffineStatement *s, int access) {
  return s->lanes ? affine_emit_lanes_load(b, s, access)
                  : affine_emit_load(b, &s->accesses[access]);
}

static bool always_runs(const AffineStatement *s, int level) {
  int64_t trip;
  return affine_loop_constant_trip(&s->loops[level], &trip) && trip > 0;
}

// Whether the element may be touched although no iteration of the loop does so.
static bool is_inside(const Builder *b, const AffineStatement *s, const AffineAccess *access,
                      int level) {
  int64_t low, high;
  if (always_runs(s, level))
    return true;
  for (int d = 0; d < access->rank; d++) {
    affine_statement_range(s, &access->index[d], &low, &high);
    if (low < 0 || high >= b->program->arrays[access->array].shape[d])
      return false;
  }
  return true;
}

// Whether a store of the loop other than `own` may change the element in any of its iterations.
static bool is_changed(const Kept *kept, const AffineStatement *s, int access,
                       const AffineAccess *own) {
  for (int i = 0; i < kept->statement_count; i++) {
    const AffineStatement *other = kept->statements[i];
    if (!affine_access_equal(&other->accesses[0], own) &&
        affine_accesses_meet(s, access, other, 0, kept->level))
      return true;
  }
  return false;
}

// Whether the loop may touch the element as something else than this access.
static bool is_met(const Kept *kept, const AffineStatement *s, int access) {
  for (int i = 0; i < kept->statement_count; i++) {
    const AffineStatement *other = kept->statements[i];
    for (int a = 0; a < other->access_count; a++)
      if (!affine_access_equal(&other->accesses[a], &s->accesses[access]) &&
          affine_accesses_meet(s, access, other, a, kept->level))
        return true;
  }
  return false;
}

static bool is_stored(const Kept *kept, const AffineAccess *access) {
  for (int i = 0; i < kept->statement_count; i++)
    if (affine_access_equal(&kept->statements[i]->accesses[0], access))
      return true;
  return false;
}

static void keep_same(Builder *b, Kept *kept, const AffineStatement *s, int access) {
  const AffineAccess *element = &s->accesses[access];
  bool is_updated = is_stored(kept, element);
  if (is_updated && s->parallel && !always_runs(s, kept->level))
    return; // the element may be another processor's then
  if (affine_access_uses(element, kept->level) || !is_inside(b, s, element, kept->level) ||
      (is_updated ? is_met(kept, s, access) : is_changed(kept, s, access, element)))
    return;
  KeptElement *e = add(kept, s, access, is_updated ? KEPT_UPDATED : KEPT_SAME);
  if (e)
    e->value = load(b, s, access);
}

// Whether no two iterations, nor two lanes of them, store the same element.
static bool is_one_to_one(const Kept *kept, const AffineStatement *s) {
  bool has_loop = false, has_lane = !s->lanes;
  for (int d = 0; d < s->accesses[0].rank; d++) {
    const AffineForm *index = &s->accesses[0].index[d];
    has_loop |= index->coefficients[kept->level] != 0;
    has_lane |= index->coefficients[s->depth - 1] && !index->coefficients[kept->level];
  }
  return has_loop && has_lane;
}

// An element that `maker` has stored one iteration before.
static void keep_next(Builder *b, Kept *kept, const AffineStatement *s, int access,
                      const AffineStatement *maker) {
  const AffineLoop *loop = &s->loops[kept->level];
  AffineAccess made = maker->accesses[0], first = s->accesses[access];
  AffineForm before = affine_form_loop(kept->level);
  before.constant = -1;
  for (int d = 0; d < made.rank; d++) {
    made.index[d] = affine_form_substitute(&made.index[d], kept->level, &before);
    first.index[d] = affine_form_substitute(&first.index[d], kept->level, &loop->lower[0].form);
  }
  if (loop->lower_count != 1 || loop->lower[0].divisor || !is_one_to_one(kept, maker) ||
      !affine_access_equal(&made, &s->accesses[access]) || !is_inside(b, s, &first, kept->level) ||
      is_changed(kept, s, access, &maker->accesses[0]))
    return;
  KeptElement *e = add(kept, s, access, KEPT_NEXT);
  if (e) {
    e->maker = maker;
    e->value = load(b, s, access);
  }
}

void affine_kept_start(Builder *b, Kept *kept, int from, int to, int level, MlirValue low) {
  *kept = (Kept){
      .level = level, .statements = b->program->statements + from, .statement_count = to - from};
  if (!is_body(b->program, kept))
    return;
  b->kept = kept;
  const AffineStatement *first = kept->statements[0];
  b->ivs[level] = low;
  if (first->lanes)
    b->ivs[level + 1] = kept->lane = affine_emit_form(b, &first->loops[level + 1].lower[0].form);
  for (int i = 0; i < kept->statement_count; i++)
    for (int a = 0; a < kept->statements[i]->access_count; a++) {
      const AffineStatement *s = kept->statements[i];
      if (!find(kept, &s->accesses[a]))
        keep_same(b, kept, s, a);
      for (int j = 0; a && j < kept->statement_count; j++)
        if (!find(kept, &s->accesses[a]))
          keep_next(b, kept, s, a, kept->statements[j]);
    }
  for (int i = 0; i < kept->count; i++)
    if (kept->elements[i].kind != KEPT_SAME)
      kept->values[kept->carried++] = kept->elements[i].value;
}

void affine_kept_enter(Kept *kept) {
  for (int i = 0, n = 0; i < kept->count; i++)
    if (kept->elements[i].kind != KEPT_SAME)
      kept->elements[i].value = kept->values[n++];
}

void affine_kept_leave(Builder *b, Kept *kept) {
  for (int i = 0, n = 0; n < kept->carried; i++) {
    const KeptElement *e = &kept->elements[i];
    if (e->kind != KEPT_SAME)
      kept->values[n++] = e->kind == KEPT_NEXT ? e->next : e->value;
  }
  b->kept = NULL;
}

void affine_kept_finish(Builder *b, Kept *kept) {
  for (int i = 0, n = 0; n < kept->carried; i++) {
    const KeptElement *e = &kept->elements[i];
    if (e->kind == KEPT_SAME)
      continue;
    MlirValue value = kept->values[n++];
    if (e->kind != KEPT_UPDATED)
      continue;
    if (!e->statement->lanes) {
      affine_emit_store(b, &e->statement->accesses[e->access], value);
      continue;
    }
    b->ivs[kept->level + 1] = kept->lane;
    affine_emit_lanes_store(b, e->statement, e->access, value);
  }
}

bool affine_kept_find(Builder *b, const AffineAccess *access, MlirValue *out) {
  KeptElement *e = b->kept ? find(b->kept, access) : NULL;
  if (!e || mlirValueIsNull(e->value))
    return false;
  *out = e->value;
  return true;
}

static void remember(Kept *kept, const AffineStatement *s, int access, MlirValue value) {
  KeptElement *e = find(kept, &s->accesses[access]);
  e = e ? e : add(kept, s, access, KEPT_BODY);
  if (e)
    e->value = value;
}

void affine_kept_loaded(Builder *b, const AffineStatement *s, int access, MlirValue value) {
  if (b->kept)
    remember(b->kept, s, access, value);
}

bool affine_kept_stored(Builder *b, const AffineStatement *s, MlirValue value) {
  Kept *kept = b->kept;
  if (!kept)
    return false;
  for (int i = 0; i < kept->count; i++) {
    KeptElement *e = &kept->elements[i];
    if (e->kind == KEPT_NEXT && affine_access_equal(&e->maker->accesses[0], &s->accesses[0]))
      e->next = value;
    if (e->kind == KEPT_BODY &&
        affine_accesses_meet(e->statement, e->access, s, 0, kept->level + 1))
      e->value = (MlirValue){NULL};
  }
  remember(kept, s, 0, value);
  const KeptElement *e = find(kept, &s->accesses[0]);
  return e && e->kind == KEPT_UPDATED;
}
