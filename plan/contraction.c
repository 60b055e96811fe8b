// Roles follow from who uses an iterator: both factors (batch), one of them (m or n), both and a
// reduction (k), one dimension together with a reduction (a window).
#include "plan/contraction.h"

#include "base/text.h"
#include <stdlib.h>
#include <string.h>

static IteratorSet reductions_of(const Workload *workload) {
  IteratorSet set = 0;
  for (int i = 0; i < workload->iterator_count; i++)
    if (workload->kinds[i] == ITERATOR_REDUCTION)
      set |= 1u << i;
  return set;
}

static IteratorSet iterators_of_index(const Workload *workload, const IndexExpr *index) {
  IteratorSet set = 0;
  for (int i = 0; i < workload->iterator_count; i++)
    if (index->coefficients[i])
      set |= 1u << i;
  return set;
}

static IteratorSet iterators_of(const Workload *workload, const Access *access) {
  IteratorSet set = 0;
  for (int d = 0; d < access->rank; d++)
    set |= iterators_of_index(workload, &access->index[d]);
  return set;
}

static IteratorSet windows_of(const Workload *workload, IteratorSet reductions) {
  IteratorSet windows = 0;
  for (int a = 0; a < workload->access_count; a++)
    for (int d = 0; d < workload->accesses[a].rank; d++) {
      IteratorSet used = iterators_of_index(workload, &workload->accesses[a].index[d]);
      if (used & ~reductions)
        windows |= used & reductions;
    }
  return windows;
}

static bool may_be_factor(const Workload *workload, const Contraction *contraction, int a) {
  const Access *access = &workload->accesses[a];
  return !access->is_output && workload->statements[access->statement].stage == STAGE_BODY &&
         (iterators_of(workload, access) & contraction->reductions);
}

// How likely an access is a factor beside the first one, which is the largest: by whether it walks
// what that one does not, then by the reductions that it walks, then by its elements. The scales of
// groups of the first factor may be larger than the other factor, and walk less.
typedef struct Likeness {
  int walks_own, reductions;
  int64_t elements;
} Likeness;

static Likeness likeness_of(const Workload *workload, const Contraction *contraction, int a) {
  IteratorSet walked = iterators_of(workload, &workload->accesses[a]);
  Likeness result = {.elements = access_elements(&workload->accesses[a])};
  if (contraction->factor_count > 0) {
    result.walks_own = (walked & ~contraction->factors[0]) != 0;
    result.reductions = __builtin_popcount(walked & contraction->reductions);
  }
  return result;
}

static bool is_likelier(const Likeness *a, const Likeness *b) {
  if (a->walks_own != b->walks_own)
    return a->walks_own > b->walks_own;
  return a->reductions != b->reductions ? a->reductions > b->reductions : a->elements > b->elements;
}

// -1: there is none.
static int find_factor(const Workload *workload, const Contraction *contraction, int but) {
  Likeness best = {-1, 0, 0};
  int found = -1;
  for (int a = 0; a < workload->access_count; a++) {
    Likeness likeness = likeness_of(workload, contraction, a);
    if (a == but || !may_be_factor(workload, contraction, a) || !is_likelier(&likeness, &best))
      continue;
    found = a;
    best = likeness;
  }
  return found;
}

static void find_factors(const Workload *workload, Contraction *contraction) {
  int found = -1;
  for (int f = 0; f < 2; f++) {
    found = find_factor(workload, contraction, found);
    if (found < 0)
      return;
    contraction->factors[f] = iterators_of(workload, &workload->accesses[found]);
    contraction->types[f] = workload->accesses[found].type;
    contraction->factor_count++;
  }
}

Contraction contraction_read(const Workload *workload) {
  const OpCounts *ops = &workload->statements[workload->anchor].ops;
  Contraction contraction = {.reductions = reductions_of(workload),
                             .multiplies =
                                 workload->combiner == COMBINER_ADD && (ops->fma || ops->mul)};
  contraction.windows = windows_of(workload, contraction.reductions);
  find_factors(workload, &contraction);
  return contraction;
}

// --- the key

enum { OPEN_NUMBER = -1 }; // whatever it is

// A dimension of an operand that a parallel iterator walks in steps or together with a reduction.
typedef struct Window {
  int64_t extent, size, stride, dilation;
} Window;

typedef struct Roles {
  int64_t batch, free[2], reduced; // products of extents; the larger of the free ones first
  Window windows[WORKLOAD_MAX_ITERATORS];
  int window_count;
} Roles;

static int compare_windows(const void *left, const void *right) {
  return memcmp(left, right, sizeof(Window));
}

// The window that the parallel iterator moves; false when it walks every dimension by itself, in
// steps of one.
static bool find_window(const Workload *workload, int parallel, Window *out_window) {
  for (int a = 0; a < workload->access_count; a++)
    for (int d = 0; d < workload->accesses[a].rank; d++) {
      const IndexExpr *index = &workload->accesses[a].index[d];
      if (!index->coefficients[parallel])
        continue;
      Window window = {workload->extents[parallel], 1, llabs(index->coefficients[parallel]), 0};
      for (int r = 0; r < workload->iterator_count; r++)
        if (workload->kinds[r] == ITERATOR_REDUCTION && index->coefficients[r]) {
          window.size = workload->extents[r];
          window.dilation = llabs(index->coefficients[r]);
        }
      if (window.stride == 1 && window.dilation == 0)
        continue;
      *out_window = window;
      return true;
    }
  return false;
}

static void add_parallel(const Workload *workload, const Contraction *contraction, int iterator,
                         Roles *roles) {
  Window window;
  int64_t extent = workload->extents[iterator];
  bool in_first = contraction->factors[0] >> iterator & 1;
  bool in_second = contraction->factors[1] >> iterator & 1;
  if (find_window(workload, iterator, &window))
    roles->windows[roles->window_count++] = window;
  else if (in_first == in_second)
    roles->batch *= extent;
  else
    roles->free[in_second] *= extent;
}

// Whatever the order in which they were found.
static void order_roles(Roles *roles) {
  if (roles->free[0] < roles->free[1]) {
    int64_t smaller = roles->free[0];
    roles->free[0] = roles->free[1];
    roles->free[1] = smaller;
  }
  qsort(roles->windows, (size_t)roles->window_count, sizeof *roles->windows, compare_windows);
}

static Roles find_roles(const Workload *workload, const Contraction *contraction) {
  Roles roles = {.batch = 1, .free = {1, 1}, .reduced = 1};
  for (int i = 0; i < workload->iterator_count; i++) {
    if (workload->kinds[i] == ITERATOR_PARALLEL)
      add_parallel(workload, contraction, i, &roles);
    else if (!(contraction->windows >> i & 1))
      roles.reduced *= workload->extents[i];
  }
  order_roles(&roles);
  return roles;
}

static void write_types(TextWriter *writer, const Workload *workload,
                        const Contraction *contraction) {
  ElementType first = contraction->types[0], second = contraction->types[1];
  bool is_sorted = contraction->factor_count < 2 || first <= second;
  for (int f = 0; f < contraction->factor_count; f++)
    text_write(writer, "%s ", element_type_name(is_sorted == (f == 0) ? first : second));
  text_write(writer, "%s", element_type_name(workload->accumulator_type));
}

// What tells anchors without a contraction apart: their arithmetic.
static void write_arithmetic(TextWriter *writer, const Workload *workload) {
  const OpCounts *ops = &workload->statements[workload->anchor].ops;
  text_write(writer, " | combiner %d, add %d mul %d fma %d div %d compare %d function %d",
             workload->combiner, ops->add, ops->mul, ops->fma, ops->div, ops->compare,
             ops->transcendental);
}

static void write_roles(TextWriter *writer, const Workload *workload,
                        const Contraction *contraction, const Roles *roles) {
  write_types(writer, workload, contraction);
  if (!contraction->multiplies || contraction->factor_count < 2)
    write_arithmetic(writer, workload);
  text_write(writer, " | b%lld m%lld n%lld k%lld |", (long long)roles->batch,
             (long long)roles->free[0], (long long)roles->free[1], (long long)roles->reduced);
  for (int w = 0; w < roles->window_count; w++)
    text_write(writer, " w%lld:%lld/%lld/%lld", (long long)roles->windows[w].extent,
               (long long)roles->windows[w].size, (long long)roles->windows[w].stride,
               (long long)roles->windows[w].dilation);
}

static void write_contraction(TextWriter *writer, const Workload *workload) {
  Contraction contraction = contraction_read(workload);
  Roles roles = find_roles(workload, &contraction);
  write_roles(writer, workload, &contraction, &roles);
}

uint64_t contraction_key(const Workload *workload) {
  TextWriter writer = text_writer(NULL, 0);
  write_contraction(&writer, workload);
  return writer.hash;
}

// The number at a place, the batch first, then the free extents, the reduced one, and four of each
// window; NULL behind the last.
static int64_t *role_at(Roles *roles, int place) {
  int64_t *const products[] = {&roles->batch, &roles->free[0], &roles->free[1], &roles->reduced};
  if (place < 4)
    return products[place];
  Window *window = &roles->windows[(place - 4) / 4];
  int64_t *const numbers[] = {&window->extent, &window->size, &window->stride, &window->dilation};
  return (place - 4) / 4 < roles->window_count ? numbers[place % 4] : NULL;
}

int contraction_near_keys(const Workload *workload, uint64_t out_keys[CONTRACTION_NEAR_KEYS]) {
  Contraction contraction = contraction_read(workload);
  Roles roles = find_roles(workload, &contraction);
  int count = 0;
  for (; role_at(&roles, count); count++) {
    TextWriter writer = text_writer(NULL, 0);
    Roles open = roles;
    *role_at(&open, count) = OPEN_NUMBER;
    order_roles(&open);
    write_roles(&writer, workload, &contraction, &open);
    out_keys[count] = writer.hash;
  }
  return count;
}

int contraction_print(const Workload *workload, char *text, size_t size) {
  TextWriter writer = text_writer(text, size);
  write_contraction(&writer, workload);
  return (int)writer.length;
}
