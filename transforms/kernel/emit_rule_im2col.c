// The patch matrix of the rule "im2col": every row holds, for one combination of reduction
// iterators, the input element that each output pixel meets. Kernel taps are unrolled, so that
// padding is known statically and nothing outside the input is read.
#include "transforms/kernel/emitter.h"

#include <string.h>

typedef struct Patches {
  Emitter *e;
  const Workload *convolution;
  const Access *input;
  int access;
  int tap[WORKLOAD_MAX_ITERATORS], tap_count;     // reductions that share an index with a pixel, or
                                                  // whose own index may leave the input
  int pixel[WORKLOAD_MAX_ITERATORS], pixel_count; // outermost first, as in the output
  int outer[WORKLOAD_MAX_ITERATORS], outer_count; // looped over: channels, batch
  int64_t weight[WORKLOAD_MAX_ITERATORS];         // of each iterator in its matrix dimension
  int matrix_dim[WORKLOAD_MAX_ITERATORS];
  int rank;
  MlirValue value;
  int64_t lanes;
} Patches;

static bool shares_index(const Workload *w, const Access *input, int i, IteratorKind other) {
  for (int d = 0; d < input->rank; d++) {
    if (!input->index[d].coefficients[i])
      continue;
    for (int k = 0; k < w->iterator_count; k++)
      if (k != i && w->kinds[k] == other && input->index[d].coefficients[k])
        return true;
  }
  return false;
}

// Whether reduction `i` moves an index that no pixel moves, because the output has one position
// there, but that may lie in the padding.
static bool leaves_alone(const Workload *w, const Access *input, int i) {
  for (int d = 0; d < input->rank; d++)
    if (input->index[d].coefficients[i] && access_leaves_shape(w, input, d))
      return true;
  return false;
}

// Iterators of `kind` in the order of an access's dimensions.
static int in_buffer_order(const Workload *w, const Access *access, IteratorKind kind, int *out) {
  int count = 0;
  for (int d = 0; d < access->rank; d++)
    for (int i = 0; i < w->iterator_count; i++)
      if (w->kinds[i] == kind && access->index[d].coefficients[i])
        out[count++] = i;
  return count;
}

// Parallel iterators: pixels, in the order of the output, and those that the input has besides.
static void place_parallel(Patches *p, const Access *output) {
  const Workload *w = p->convolution;
  int order[WORKLOAD_MAX_ITERATORS];
  int count = in_buffer_order(w, output, ITERATOR_PARALLEL, order);
  for (int k = 0; k < count; k++) {
    int i = order[k];
    if (shares_index(w, p->input, i, ITERATOR_REDUCTION))
      p->pixel[p->pixel_count++] = i;
    else if (access_uses(p->input, i))
      p->outer[p->outer_count++] = i;
  }
  int dim = 0; // the others keep their order among themselves
  for (int i = 0; i < w->iterator_count; i++)
    for (int k = 0; k < p->outer_count; k++)
      if (p->outer[k] == i) {
        p->matrix_dim[i] = dim++;
        p->weight[i] = 1;
      }
  int64_t weight = 1;
  for (int k = p->pixel_count; k-- > 0;) {
    p->matrix_dim[p->pixel[k]] = p->rank - 1;
    p->weight[p->pixel[k]] = weight;
    weight *= w->extents[p->pixel[k]];
  }
}

// Reductions, in the order of the filter: taps, and those that are looped over.
static void place_reductions(Patches *p, const Access *filter) {
  const Workload *w = p->convolution;
  int order[WORKLOAD_MAX_ITERATORS];
  int count = in_buffer_order(w, filter, ITERATOR_REDUCTION, order);
  int64_t weight = 1;
  for (int k = count; k-- > 0;) {
    int i = order[k];
    p->matrix_dim[i] = p->rank - 2;
    p->weight[i] = weight;
    weight *= w->extents[i];
    if (shares_index(w, p->input, i, ITERATOR_PARALLEL) || leaves_alone(w, p->input, i))
      p->tap[p->tap_count++] = i;
    else
      p->outer[p->outer_count++] = i;
  }
}

// Where each iterator of the convolution goes in the matrix, and how it is walked.
static void place_iterators(Patches *p) {
  const Workload *w = p->convolution;
  const Access *output = NULL, *filter = NULL;
  for (int a = 0; a < w->access_count; a++) {
    const Access *access = &w->accesses[a];
    if (access->is_output && !output)
      output = access;
    else if (!access->is_output && a != p->access &&
             w->statements[access->statement].stage == STAGE_BODY)
      filter = access;
  }
  p->rank = p->e->work->accesses[p->access].rank;
  place_parallel(p, output);
  place_reductions(p, filter);
}

static void write_run(Patches *p, int64_t at, MlirValue vector) {
  Emitter *e = p->e;
  Linear index[WORKLOAD_MAX_RANK];
  MlirValue values[WORKLOAD_MAX_RANK];
  memset(index, 0, sizeof(index));
  for (int i = 0; i < p->convolution->iterator_count; i++)
    if (p->weight[i])
      linear_add(&index[p->matrix_dim[i]], e->base[i], p->weight[i]);
  index[p->rank - 1].constant += at;
  for (int d = 0; d < p->rank; d++)
    values[d] = emit_linear(e, &index[d]);
  int64_t lanes = mlirShapedTypeGetDimSize(mlirValueGetType(vector), 0);
  p->value = emit_write_vector(e, p->value, p->rank, values, vector, (int)lanes);
}

// Pixels [from, to) of the current row, from the input or as padding.
static void copy_pixels(Patches *p, int64_t from, int64_t to, bool padding) {
  Emitter *e = p->e;
  int x = p->pixel[p->pixel_count - 1];
  int64_t lanes = p->lanes;
  Position saved = e->base[x];
  e->base[x] = (Position){{NULL}, 0};
  for (int64_t at = from; at < to; at += lanes) {
    while (lanes > to - at)
      lanes /= 2;
    Point point = {.segment = {at, (int)lanes, (int)lanes}, .vector = x};
    point.offset[x] = at;
    MlirValue vector = padding ? emit_broadcast(e, emit_pad_value(e, p->access), (int)lanes)
                               : emit_load(e, p->access, &point);
    write_run(p, at, vector);
  }
  e->base[x] = saved;
}

// Values of pixel iterator `i` whose index stays inside under the taps in force: [*from, *to).
static void inside_range(const Patches *p, int i, int64_t *from, int64_t *to) {
  *from = 0;
  *to = p->convolution->extents[i];
  if (!p->input->may_leave_shape)
    return;
  for (int d = 0; d < p->input->rank; d++) {
    const IndexExpr *index = &p->input->index[d];
    if (!index->coefficients[i])
      continue;
    int64_t rest = index->constant;
    for (int k = 0; k < p->tap_count; k++)
      rest += index->coefficients[p->tap[k]] * p->e->base[p->tap[k]].constant;
    while (*from < *to && rest + index->coefficients[i] * *from < 0)
      ++*from;
    while (*to > *from && rest + index->coefficients[i] * (*to - 1) >= p->input->shape[d])
      --*to;
  }
}

typedef void Level(Patches *p, int k, bool padding);

// Loops over the values of iterator `i` before, inside and after the input.
static void loop_by_parts(Patches *p, int i, bool padding, Level *inside, int k) {
  Emitter *e = p->e;
  int64_t bounds[4] = {0, 0, 0, p->convolution->extents[i]};
  Carried carried = {.count = e->group->on_tensors, .items = {&p->value}};
  if (!padding)
    inside_range(p, i, &bounds[1], &bounds[2]);
  for (int part = 0; part < 3; part++) {
    if (bounds[part] == bounds[part + 1])
      continue;
    Position low = {{NULL}, bounds[part]}, high = {{NULL}, bounds[part + 1]};
    e->base[i] = (Position){emit_open_for(e, low, high, 1, &carried), 0};
    inside(p, k, padding || part != 1);
    emit_close_for(e, &carried);
  }
  e->base[i] = (Position){{NULL}, 0};
}

static void pixel_rows(Patches *p, int k, bool padding) {
  int i = p->pixel[k];
  if (k + 1 < p->pixel_count) {
    loop_by_parts(p, i, padding, pixel_rows, k + 1);
    return;
  }
  int64_t from, to, extent = p->convolution->extents[i];
  inside_range(p, i, &from, &to);
  if (padding)
    from = to = extent;
  emit_new_scope(p->e);
  copy_pixels(p, 0, from, true);
  copy_pixels(p, from, to, false);
  copy_pixels(p, to, extent, true);
  emit_new_scope(p->e);
}

// Whether an index that the taps alone decide lies in the padding.
static bool is_outside(const Patches *p) {
  const Workload *w = p->convolution;
  for (int d = 0; p->input->may_leave_shape && d < p->input->rank; d++) {
    const IndexExpr *index = &p->input->index[d];
    int64_t at = index->constant;
    bool is_decided = access_leaves_shape(w, p->input, d);
    for (int i = 0; i < w->iterator_count; i++) {
      is_decided &= !index->coefficients[i] || w->kinds[i] == ITERATOR_REDUCTION;
      at += index->coefficients[i] * p->e->base[i].constant;
    }
    if (is_decided && (at < 0 || at >= p->input->shape[d]))
      return true;
  }
  return false;
}

static void taps(Patches *p, int k, bool padding) {
  if (k == p->tap_count) {
    pixel_rows(p, 0, padding || is_outside(p));
    return;
  }
  int i = p->tap[k];
  for (int64_t at = 0; at < p->convolution->extents[i]; at++) {
    p->e->base[i] = (Position){{NULL}, at};
    taps(p, k + 1, padding);
  }
  p->e->base[i] = (Position){{NULL}, 0};
}

// A window of one tap leaves its output iterator alone in an index, which may lie in the padding
// all the same.
static void outer_loops(Patches *p, int k, bool padding) {
  if (k == p->outer_count) {
    taps(p, 0, padding);
    return;
  }
  loop_by_parts(p, p->outer[k], padding, outer_loops, k + 1);
}

void emit_patch_matrix(Emitter *e) {
  Patches p = {.e = e, .convolution = &e->group->workload, .access = e->made_operand};
  p.input = &p.convolution->accesses[p.access];
  p.lanes = p.input->type == ELEMENT_I1 ? 1 : e->schedule->lanes < 4 ? 4 : e->schedule->lanes;
  place_iterators(&p);
  const Access *matrix = &e->work->accesses[p.access];
  p.value = emit_scratch(e, matrix->type, matrix->rank, matrix->shape);

  // The gather runs over the convolution's iterators, the contraction over those of e->work.
  const Workload *work = e->work;
  Position base[WORKLOAD_MAX_ITERATORS];
  memcpy(base, e->base, sizeof(base));
  memset(e->base, 0, sizeof(e->base));
  int64_t size[WORKLOAD_MAX_ITERATORS];
  memcpy(size, e->size, sizeof(size));
  for (int i = 0; i < WORKLOAD_MAX_ITERATORS; i++)
    e->size[i] = 1; // every iterator but the last pixel one is walked one by one
  int8_t pack_of[WORKLOAD_MAX_ACCESSES];
  memcpy(pack_of, e->pack_of, sizeof(pack_of));
  memset(e->pack_of, -1, sizeof(e->pack_of));
  e->work = p.convolution;
  outer_loops(&p, 0, false);
  e->work = work;
  memcpy(e->base, base, sizeof(base));
  memcpy(e->size, size, sizeof(size));
  memcpy(e->pack_of, pack_of, sizeof(pack_of));
  e->values[p.access] = p.value;
}
