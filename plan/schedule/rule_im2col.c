// Rule "im2col": a convolution seen as a contraction over a patch matrix.
//
// Pixels and reductions are collapsed in the order of the buffers that hold them, not of the
// iterators, so that filter and output only get another shape and nothing is copied but the input.
#include "plan/rule.h"

#include "base/integer.h"
#include <string.h>

// What is collapsed. Dimensions are collapsed in the order of the buffers, not of the iterators.
typedef struct Im2col {
  int input, filter;                         // accesses
  uint32_t pixels, reductions;               // bit per iterator
  int first_pixel, first_reduction;          // iterators
  uint8_t new_index[WORKLOAD_MAX_ITERATORS]; // of each old iterator
  int pixel_order[WORKLOAD_MAX_ITERATORS];   // as found in the first buffer that has pixels
  int pixel_count;
  int reduction_order[WORKLOAD_MAX_ITERATORS];
  int reduction_count;
} Im2col;

static bool find_operands(const Workload *workload, Im2col *im2col) {
  im2col->input = im2col->filter = -1;
  for (int s = 0; s < workload->statement_count; s++)
    if (workload->statements[s].stage == STAGE_BODY && !workload->statements[s].is_anchor)
      return false; // a fused producer reads the image too
  for (int a = 0; a < workload->access_count; a++) {
    const Access *access = &workload->accesses[a];
    if (access->is_output || workload->statements[access->statement].stage != STAGE_BODY)
      continue;
    int *slot =
        access_has_window(access, workload->iterator_count) ? &im2col->input : &im2col->filter;
    if (*slot >= 0)
      return false;
    *slot = a;
  }
  return im2col->input >= 0 && im2col->filter >= 0;
}

static uint32_t index_iterators(const Workload *workload, const IndexExpr *index) {
  uint32_t used = 0;
  for (int i = 0; i < workload->iterator_count; i++)
    if (index->coefficients[i] != 0)
      used |= 1u << i;
  return used;
}

static int lowest_bit(uint32_t bits) { return bits ? __builtin_ctz(bits) : -1; }

static void find_collapsed_iterators(const Workload *workload, Im2col *im2col) {
  im2col->pixels = im2col->reductions = 0;
  for (int i = 0; i < workload->iterator_count; i++)
    if (workload->kinds[i] == ITERATOR_REDUCTION)
      im2col->reductions |= 1u << i;
  const Access *input = &workload->accesses[im2col->input];
  for (int d = 0; d < input->rank; d++) {
    uint32_t used = index_iterators(workload, &input->index[d]);
    if (used & im2col->reductions)
      im2col->pixels |= used & ~im2col->reductions;
  }
  im2col->first_pixel = lowest_bit(im2col->pixels);
  im2col->first_reduction = lowest_bit(im2col->reductions);
  int next = 0;
  for (int i = 0; i < workload->iterator_count; i++) {
    uint32_t group = (im2col->pixels >> i) & 1u       ? im2col->pixels
                     : (im2col->reductions >> i) & 1u ? im2col->reductions
                                                      : 1u << i;
    int first = lowest_bit(group);
    im2col->new_index[i] = (uint8_t)(first == i ? next++ : im2col->new_index[first]);
  }
}

// Whether the dims of `access` that are indexed by iterators of `group` form one contiguous run of
// plain indices, in the order `order` (which is set when *count is 0).
static bool group_is_adjacent(const Workload *workload, const Access *access, uint32_t group,
                              int *order, int *count) {
  uint32_t seen = 0;
  int found = 0, previous = -1;
  int here[WORKLOAD_MAX_ITERATORS];
  for (int d = 0; d < access->rank; d++) {
    uint32_t used = index_iterators(workload, &access->index[d]);
    if ((used & group) == 0)
      continue;
    int i = lowest_bit(used);
    if (used != 1u << i || (seen & used) || access->index[d].coefficients[i] != 1 ||
        access->index[d].constant != 0 || access->shape[d] != workload->extents[i])
      return false;
    if (previous >= 0 &&
        (previous != d - 1 || access->strides[previous] != access->strides[d] * access->shape[d]))
      return false;
    seen |= used;
    previous = d;
    here[found++] = i;
  }
  if (found == 0)
    return true;
  if (*count == 0) {
    memcpy(order, here, sizeof(int) * (size_t)found);
    *count = found;
  }
  return seen == group && memcmp(order, here, sizeof(int) * (size_t)found) == 0;
}

// Every buffer but the input must let its pixels, and the filter its reductions, become one dim.
static bool buffers_are_collapsible(const Workload *workload, Im2col *im2col) {
  im2col->pixel_count = im2col->reduction_count = 0;
  for (int a = 0; a < workload->access_count; a++) {
    if (a == im2col->input)
      continue;
    const Access *access = &workload->accesses[a];
    if (access->may_leave_shape ||
        !group_is_adjacent(workload, access, im2col->pixels, im2col->pixel_order,
                           &im2col->pixel_count) ||
        !group_is_adjacent(workload, access, im2col->reductions, im2col->reduction_order,
                           &im2col->reduction_count))
      return false;
  }
  return im2col->pixel_count > 0 && im2col->reduction_count > 0;
}

static void collapse_index(const Workload *workload, const Im2col *im2col, const IndexExpr *index,
                           IndexExpr *out_index) {
  memset(out_index, 0, sizeof(*out_index));
  out_index->constant = index->constant;
  for (int i = 0; i < workload->iterator_count; i++)
    if (index->coefficients[i] != 0)
      out_index->coefficients[im2col->new_index[i]] = index->coefficients[i];
}

static void collapse_access(const Workload *workload, const Im2col *im2col, const Access *access,
                            Access *out_access) {
  *out_access = *access;
  int rank = 0;
  uint32_t previous = 0; // group of the dim before
  for (int d = 0; d < access->rank; d++) {
    uint32_t used = index_iterators(workload, &access->index[d]);
    uint32_t group = used & im2col->pixels       ? im2col->pixels
                     : used & im2col->reductions ? im2col->reductions
                                                 : 0;
    if (group != 0 && group == previous) {
      out_access->shape[rank - 1] *= access->shape[d];
    } else {
      out_access->shape[rank] = access->shape[d];
      collapse_index(workload, im2col, &access->index[d], &out_access->index[rank]);
      rank++;
    }
    out_access->strides[rank - 1] = access->strides[d];
    previous = group;
  }
  out_access->rank = (uint8_t)rank;
}

// False when the patch matrix has too many dims.
static bool make_patch_matrix(const Workload *workload, const Im2col *im2col,
                              const Workload *collapsed, Access *patches) {
  const Access *input = &workload->accesses[im2col->input];
  int pixels = im2col->new_index[im2col->first_pixel];
  int k = im2col->new_index[im2col->first_reduction];
  int dims[WORKLOAD_MAX_ITERATORS], rank = 0;
  for (int i = 0; i < workload->iterator_count; i++)
    if (((im2col->pixels | im2col->reductions) >> i & 1u) == 0 && access_uses(input, i))
      dims[rank++] = im2col->new_index[i];
  dims[rank++] = k;
  dims[rank++] = pixels;
  if (rank > WORKLOAD_MAX_RANK)
    return false;
  memset(patches, 0, sizeof(*patches));
  patches->type = input->type;
  patches->statement = input->statement;
  patches->rank = (uint8_t)rank;
  int64_t stride = 1;
  for (int d = rank - 1; d >= 0; d--) {
    patches->index[d].coefficients[dims[d]] = 1;
    patches->shape[d] = collapsed->extents[dims[d]];
    patches->strides[d] = stride;
    stride *= patches->shape[d];
  }
  return true;
}

// Every iterator with its new number; those of a group have their extents multiplied.
static void collapse_iterators(const Workload *workload, const Im2col *im2col, Workload *out) {
  memset(out->extents, 0, sizeof(out->extents));
  memset(out->kinds, 0, sizeof(out->kinds));
  out->iterator_count = 0;
  for (int i = 0; i < workload->iterator_count; i++) {
    int n = im2col->new_index[i];
    if (n == out->iterator_count) {
      out->iterator_count++;
      out->kinds[n] = workload->kinds[i];
      out->extents[n] = workload->extents[i];
    } else {
      out->extents[n] *= workload->extents[i];
    }
  }
}

static bool extents_fit(const Workload *workload) {
  for (int i = 0; i < workload->iterator_count; i++)
    if (workload->extents[i] > INT32_MAX)
      return false;
  return true;
}

// Output pixels collapsed into one iterator, all reductions into another, the input replaced by the
// patch matrix.
static bool rewrite(const Workload *workload, Workload *out_workload) {
  Im2col im2col;
  if (!workload->is_convolution || workload->combiner != COMBINER_ADD || workload->is_ordered ||
      !find_operands(workload, &im2col))
    return false;
  find_collapsed_iterators(workload, &im2col);
  if (im2col.pixels == 0 || im2col.reductions == 0 || !buffers_are_collapsible(workload, &im2col))
    return false;
  Workload *out = out_workload;
  memcpy(out, workload, offsetof(Workload, extents));
  memcpy(out->statements, workload->statements,
         sizeof(Statement) * (size_t)workload->statement_count);
  out->is_convolution = false;
  collapse_iterators(workload, &im2col, out);
  for (int a = 0; a < workload->access_count; a++)
    if (a != im2col.input)
      collapse_access(workload, &im2col, &workload->accesses[a], &out->accesses[a]);
  return make_patch_matrix(workload, &im2col, out, &out->accesses[im2col.input]) &&
         extents_fit(out);
}

static int made_operand(const Workload *workload) {
  Im2col im2col;
  find_operands(workload, &im2col);
  return im2col.input;
}

// Of the patch matrix, which has the place of the input among the accesses. A bias in front of it
// may have a window as well, in a grouped convolution.
static int64_t made_bytes(const Workload *workload, const Workload *contraction) {
  const Access *patches = &contraction->accesses[made_operand(workload)];
  int64_t bytes = element_type_bytes(patches->type);
  for (int d = 0; d < patches->rank; d++)
    bytes = integer_multiply(bytes, patches->shape[d]);
  return bytes;
}

// Of a dimension that several iterators were collapsed into, the outermost of them is shared, where
// the code does not unroll it: taps, and the row of pixels.
static int64_t made_unit(const Workload *workload, const Workload *contraction, int dim) {
  Im2col im2col;
  const Access *patches = &contraction->accesses[made_operand(workload)];
  if (!find_operands(workload, &im2col))
    return 0;
  find_collapsed_iterators(workload, &im2col);
  if (!buffers_are_collapsible(workload, &im2col))
    return 0;
  if (dim < patches->rank - 2)
    return 1;
  bool are_pixels = dim == patches->rank - 1;
  int outermost = are_pixels ? im2col.pixel_order[0] : im2col.reduction_order[0];
  bool is_unrolled = are_pixels
                         ? im2col.pixel_count == 1
                         : access_is_tap(workload, &workload->accesses[im2col.input], outermost);
  return is_unrolled ? 0 : patches->shape[dim] / workload->extents[outermost];
}

const Rule rule_im2col = {
    .name = "im2col",
    .meaning = "gather the input's patches into a matrix, then a contraction",
    .applies_to = "convolutions by add whose filter and output can be collapsed",
    .prologue = "patches gathered",
    .sample_share = 2,
    .rewrite = rewrite,
    .inner = RULE_DIRECT,
    .made_operand = made_operand,
    .made_bytes = made_bytes,
    .made_unit = made_unit,
};
