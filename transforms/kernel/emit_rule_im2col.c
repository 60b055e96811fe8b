// The patch matrix of the rule "im2col": every row holds, for one combination of reduction
// iterators, the input element that each output pixel meets. Kernel taps are unrolled, so that
// padding is known statically and nothing outside the input is read.
//
// Where channels, not pixels, are neighbours in the input, squares of both are read along the
// channels and transposed: one by one, a channel's pixels lie so far apart that the line of each
// has left the first cache when the next channel comes to it.
#include "transforms/kernel/emitter.h"

#include <string.h>

// Pixels of a square at least: fewer are read one by one.
enum { LEAST_SQUARE = 4, MOST_SQUARE = 8 };

typedef struct Patches {
  Emitter *emitter;
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
  // Iterators of which a thread gathers [from, to), and not all.
  bool is_narrowed[WORKLOAD_MAX_ITERATORS];
  Position from[WORKLOAD_MAX_ITERATORS], to[WORKLOAD_MAX_ITERATORS];
  MlirValue value;
  int64_t lanes;
  int neighbour;      // reduction that walks the input one by one, in squares; -1: none
  int64_t neighbours; // of it that are gathered at a time
} Patches;

// Iterators of `kind` in the order of an access's dimensions.
static int in_buffer_order(const Workload *workload, const Access *access, IteratorKind kind,
                           int *out) {
  int count = 0;
  for (int d = 0; d < access->rank; d++)
    for (int i = 0; i < workload->iterator_count; i++)
      if (workload->kinds[i] == kind && access->index[d].coefficients[i])
        out[count++] = i;
  return count;
}

// Parallel iterators: pixels, in the order of the output, and those that the input has besides.
static void place_parallel(Patches *patches, const Access *output) {
  const Workload *workload = patches->convolution;
  int order[WORKLOAD_MAX_ITERATORS];
  int count = in_buffer_order(workload, output, ITERATOR_PARALLEL, order);
  for (int k = 0; k < count; k++) {
    int i = order[k];
    if (access_shares_index(workload, patches->input, i, ITERATOR_REDUCTION))
      patches->pixel[patches->pixel_count++] = i;
    else if (access_uses(patches->input, i))
      patches->outer[patches->outer_count++] = i;
  }
  int dim = 0; // the others keep their order among themselves
  for (int i = 0; i < workload->iterator_count; i++)
    for (int k = 0; k < patches->outer_count; k++)
      if (patches->outer[k] == i) {
        patches->matrix_dim[i] = dim++;
        patches->weight[i] = 1;
      }
  int64_t weight = 1;
  for (int k = patches->pixel_count; k-- > 0;) {
    patches->matrix_dim[patches->pixel[k]] = patches->rank - 1;
    patches->weight[patches->pixel[k]] = weight;
    weight *= workload->extents[patches->pixel[k]];
  }
}

// Reductions, in the order of the filter: taps, and those that are looped over.
static void place_reductions(Patches *patches, const Access *filter) {
  const Workload *workload = patches->convolution;
  int order[WORKLOAD_MAX_ITERATORS];
  int count = in_buffer_order(workload, filter, ITERATOR_REDUCTION, order);
  int64_t weight = 1;
  for (int k = count; k-- > 0;) {
    int i = order[k];
    patches->matrix_dim[i] = patches->rank - 2;
    patches->weight[i] = weight;
    weight *= workload->extents[i];
    if (access_is_tap(workload, patches->input, i))
      patches->tap[patches->tap_count++] = i;
    else
      patches->outer[patches->outer_count++] = i;
  }
}

// Where each iterator of the convolution goes in the matrix, and how it is walked.
static void place_iterators(Patches *patches) {
  const Workload *workload = patches->convolution;
  const Access *output = NULL, *filter = NULL;
  for (int a = 0; a < workload->access_count; a++) {
    const Access *access = &workload->accesses[a];
    if (access->is_output && !output)
      output = access;
    else if (!access->is_output && a != patches->access &&
             workload->statements[access->statement].stage == STAGE_BODY)
      filter = access;
  }
  patches->rank = patches->emitter->work->accesses[patches->access].rank;
  place_parallel(patches, output);
  place_reductions(patches, filter);
}

// Pixels from `at` on of the row that is so many neighbours further.
static void write_run(Patches *patches, int64_t at, int64_t further, MlirValue vector) {
  Emitter *emitter = patches->emitter;
  Linear index[WORKLOAD_MAX_RANK];
  MlirValue values[WORKLOAD_MAX_RANK];
  memset(index, 0, sizeof(index));
  for (int i = 0; i < patches->convolution->iterator_count; i++)
    if (patches->weight[i])
      linear_add(&index[patches->matrix_dim[i]], emitter->base[i], patches->weight[i]);
  index[patches->rank - 1].constant += at;
  if (further > 0)
    index[patches->rank - 2].constant += further * patches->weight[patches->neighbour];
  for (int d = 0; d < patches->rank; d++)
    values[d] = emit_linear(emitter, &index[d]);
  int64_t lanes = mlirShapedTypeGetDimSize(mlirValueGetType(vector), 0);
  patches->value =
      emit_write_vector(emitter, patches->value, patches->rank, values, vector, (int)lanes);
}

// Pixels [at, at + size) of as many neighbours.
static void copy_square(Patches *patches, int x, int64_t at, int64_t first, int size) {
  Emitter *emitter = patches->emitter;
  MlirValue rows[SQUARE_MOST_LANES];
  for (int n = 0; n < size; n++) {
    Point point = {.segment = {first, size, size}, .vector = patches->neighbour};
    point.offset[patches->neighbour] = first;
    point.offset[x] = at + n;
    rows[n] = emit_load(emitter, patches->access, &point);
  }
  emit_transpose(emitter, rows, size);
  for (int n = 0; n < size; n++)
    write_run(patches, at, first + n, rows[n]);
}

// The last squares of a row may cover pixels that others have covered, which are written again.
static void copy_squares(Patches *patches, int x, int64_t from, int64_t to) {
  int64_t size = patches->neighbours;
  while (size > to - from)
    size /= 2;
  for (int64_t at = from; at < to; at += size) {
    int64_t start = at + size > to ? to - size : at;
    for (int64_t first = 0; first < patches->neighbours; first += size)
      copy_square(patches, x, start, first, (int)size);
  }
}

// Pixels [from, to) of the current row, from the input or as padding.
static void copy_pixels(Patches *patches, int64_t from, int64_t to, bool padding) {
  Emitter *emitter = patches->emitter;
  int x = patches->pixel[patches->pixel_count - 1];
  int64_t lanes = patches->lanes;
  Position saved = emitter->base[x];
  emitter->base[x] = (Position){{NULL}, 0};
  if (patches->neighbour >= 0 && !padding && to - from >= LEAST_SQUARE) {
    copy_squares(patches, x, from, to);
    emitter->base[x] = saved;
    return;
  }
  for (int64_t at = from; at < to; at += lanes) {
    while (lanes > to - at)
      lanes /= 2;
    Point point = {.segment = {at, (int)lanes, (int)lanes}, .vector = x};
    point.offset[x] = at;
    for (int64_t n = 0; n < patches->neighbours; n++) {
      if (patches->neighbour >= 0)
        point.offset[patches->neighbour] = n;
      MlirValue vector =
          padding ? emit_broadcast(emitter, emit_pad_value(emitter, patches->access), (int)lanes)
                  : emit_load(emitter, patches->access, &point);
      write_run(patches, at, n, vector);
    }
  }
  emitter->base[x] = saved;
}

// Values of pixel iterator `i` whose index stays inside under the taps in force: [*from, *to).
static void inside_range(const Patches *patches, int i, int64_t *from, int64_t *to) {
  *from = 0;
  *to = patches->convolution->extents[i];
  if (!patches->input->may_leave_shape)
    return;
  for (int d = 0; d < patches->input->rank; d++) {
    const IndexExpr *index = &patches->input->index[d];
    if (!index->coefficients[i])
      continue;
    int64_t rest = index->constant;
    for (int k = 0; k < patches->tap_count; k++)
      rest +=
          index->coefficients[patches->tap[k]] * patches->emitter->base[patches->tap[k]].constant;
    while (*from < *to && rest + index->coefficients[i] * *from < 0)
      ++*from;
    while (*to > *from && rest + index->coefficients[i] * (*to - 1) >= patches->input->shape[d])
      --*to;
  }
}

typedef void Level(Patches *patches, int k, bool padding);

// Loops over the values of iterator `i` before, inside and after the input.
static void loop_by_parts(Patches *patches, int i, bool padding, Level *inside, int k) {
  Emitter *emitter = patches->emitter;
  int64_t bounds[4] = {0, 0, 0, patches->convolution->extents[i]};
  Carried carried = {.count = emitter->group->on_tensors, .items = {&patches->value}};
  if (!padding)
    inside_range(patches, i, &bounds[1], &bounds[2]);
  for (int part = 0; part < 3; part++) {
    if (bounds[part] == bounds[part + 1])
      continue;
    Position low = position_at_constant(bounds[part]);
    Position high = position_at_constant(bounds[part + 1]);
    if (patches->is_narrowed[i]) {
      low = (Position){emit_maximum(emitter, low, patches->from[i]), 0};
      high = (Position){emit_minimum(emitter, high, patches->to[i]), 0};
    }
    int64_t step = i == patches->neighbour ? patches->neighbours : 1;
    emitter->base[i] = (Position){emit_open_for(emitter, low, high, step, &carried), 0};
    inside(patches, k, padding || part != 1);
    emit_close_for(emitter, &carried);
  }
  emitter->base[i] = (Position){{NULL}, 0};
}

// Recursion: at most WORKLOAD_MAX_ITERATORS levels, one an iterator over pixels.
static void pixel_rows(Patches *patches, int k, bool padding) {
  int i = patches->pixel[k];
  if (k + 1 < patches->pixel_count) {
    loop_by_parts(patches, i, padding, pixel_rows, k + 1);
    return;
  }
  int64_t from, to, extent = patches->convolution->extents[i];
  inside_range(patches, i, &from, &to);
  if (padding)
    from = to = extent;
  emit_new_scope(patches->emitter);
  copy_pixels(patches, 0, from, true);
  copy_pixels(patches, from, to, false);
  copy_pixels(patches, to, extent, true);
  emit_new_scope(patches->emitter);
}

// Whether an index that the taps alone decide lies in the padding.
static bool is_outside(const Patches *patches) {
  const Workload *workload = patches->convolution;
  for (int d = 0; patches->input->may_leave_shape && d < patches->input->rank; d++) {
    const IndexExpr *index = &patches->input->index[d];
    int64_t at = index->constant;
    bool is_decided = access_leaves_shape(workload, patches->input, d);
    for (int i = 0; i < workload->iterator_count; i++) {
      is_decided &= !index->coefficients[i] || workload->kinds[i] == ITERATOR_REDUCTION;
      at += index->coefficients[i] * patches->emitter->base[i].constant;
    }
    if (is_decided && (at < 0 || at >= patches->input->shape[d]))
      return true;
  }
  return false;
}

// Recursion: at most WORKLOAD_MAX_ITERATORS levels, one an iterator over taps.
static void taps(Patches *patches, int k, bool padding) {
  if (k == patches->tap_count) {
    pixel_rows(patches, 0, padding || is_outside(patches));
    return;
  }
  int i = patches->tap[k];
  for (int64_t at = 0; at < patches->convolution->extents[i]; at++) {
    patches->emitter->base[i] = (Position){{NULL}, at};
    taps(patches, k + 1, padding);
  }
  patches->emitter->base[i] = (Position){{NULL}, 0};
}

// A window of one tap leaves its output iterator alone in an index, which may lie in the padding
// all the same.
// Recursion: at most WORKLOAD_MAX_ITERATORS levels, one an outer iterator.
static void outer_loops(Patches *patches, int k, bool padding) {
  if (k == patches->outer_count) {
    taps(patches, 0, padding);
    return;
  }
  loop_by_parts(patches, patches->outer[k], padding, outer_loops, k + 1);
}

// Where the iterator of the contraction that iterator `i` went into is cut into pieces.
static void narrow(Patches *patches, int i) {
  Emitter *emitter = patches->emitter;
  const IndexExpr *index = &emitter->work->accesses[patches->access].index[patches->matrix_dim[i]];
  int collapsed = 0;
  while (!index->coefficients[collapsed])
    collapsed++;
  if (position_is_static(emitter->base[collapsed]))
    return;
  int64_t weight = patches->weight[i];
  Linear from = {0}, to = {.constant = weight - 1};
  linear_add(&from, emitter->base[collapsed], 1);
  linear_add(&to, emitter->limit[collapsed], 1);
  patches->is_narrowed[i] = true;
  patches->from[i] = (Position){emit_linear_divide(emitter, &from, weight, false), 0};
  patches->to[i] = (Position){emit_linear_divide(emitter, &to, weight, false), 0};
}

// Whether all others that went into the same dimension run inside iterator `i`.
static bool is_outermost(const Patches *patches, int i) {
  const Access *matrix = &patches->emitter->work->accesses[patches->access];
  return patches->weight[i] * patches->convolution->extents[i] ==
         matrix->shape[patches->matrix_dim[i]];
}

// To what a thread reads, or to its share. Of what is collapsed, whole values of the outermost
// iterator.
static void narrow_to_part(Patches *patches) {
  for (int k = 0; k < patches->outer_count; k++)
    if (is_outermost(patches, patches->outer[k]))
      narrow(patches, patches->outer[k]);
  narrow(patches, patches->pixel[0]);
}

// Of an iterator that is alone in its index, and walks all of a dimension.
static bool is_whole_dim(const Workload *workload, const Access *access, int i) {
  for (int d = 0; d < access->rank; d++) {
    const IndexExpr *index = &access->index[d];
    if (!index->coefficients[i])
      continue;
    for (int other = 0; other < workload->iterator_count; other++)
      if (other != i && index->coefficients[other])
        return false;
    return index->constant == 0 && access->shape[d] == workload->extents[i];
  }
  return false;
}

// Which reduction is gathered in squares: the input's neighbours, of which a whole number of
// squares is gathered, all of them by the same thread. Pixels that are neighbours need none.
static void find_neighbour(Patches *patches) {
  const Workload *workload = patches->convolution;
  int x = patches->pixel[patches->pixel_count - 1];
  patches->neighbour = -1, patches->neighbours = 1;
  for (int k = 0; k < patches->outer_count; k++) {
    int i = patches->outer[k];
    if (workload->kinds[i] != ITERATOR_REDUCTION || access_stride(patches->input, i) != 1 ||
        access_stride(patches->input, x) <= 1 || patches->is_narrowed[i] ||
        workload->extents[i] % LEAST_SQUARE != 0 || !is_whole_dim(workload, patches->input, i))
      continue;
    patches->neighbour = i;
    patches->neighbours = workload->extents[i] % MOST_SQUARE == 0 ? MOST_SQUARE : LEAST_SQUARE;
  }
}

void emit_patch_matrix(Emitter *emitter) {
  Patches patches = {.emitter = emitter,
                     .convolution = &emitter->group->workload,
                     .access = emitter->made_operand};
  patches.input = &patches.convolution->accesses[patches.access];
  patches.lanes = emitter->schedule->lanes < 4 ? 4 : emitter->schedule->lanes;
  place_iterators(&patches);
  narrow_to_part(&patches);
  find_neighbour(&patches);
  patches.value = emitter->made;

  // The gather runs over the convolution's iterators, the contraction over those of e->work.
  const Workload *work = emitter->work;
  Position base[WORKLOAD_MAX_ITERATORS];
  memcpy(base, emitter->base, sizeof(base));
  memset(emitter->base, 0, sizeof(emitter->base));
  int64_t size[WORKLOAD_MAX_ITERATORS];
  memcpy(size, emitter->size, sizeof(size));
  for (int i = 0; i < WORKLOAD_MAX_ITERATORS; i++)
    emitter->size[i] = 1; // every iterator but the last pixel one is walked one by one
  int8_t pack_of[WORKLOAD_MAX_ACCESSES];
  memcpy(pack_of, emitter->pack_of, sizeof(pack_of));
  memset(emitter->pack_of, -1, sizeof(emitter->pack_of));
  emitter->work = patches.convolution;
  outer_loops(&patches, 0, false);
  emitter->work = work;
  memcpy(emitter->base, base, sizeof(base));
  memcpy(emitter->size, size, sizeof(size));
  memcpy(emitter->pack_of, pack_of, sizeof(pack_of));
  emitter->made = patches.value;
}
