// Collapse: fewer iterators for the same work.
#include "transforms/extract/collapse.h"

#include <string.h>

// Whether the dimension is indexed by `iterator` alone, from its first to its last element.
static bool dim_is_whole(const Workload *workload, const Access *access, int dim, int iterator) {
  const IndexExpr *index = &access->index[dim];
  if (index->constant != 0 || index->coefficients[iterator] != 1 ||
      access->shape[dim] != workload->extents[iterator])
    return false;
  for (int i = 0; i < workload->iterator_count; ++i) {
    if (i != iterator && index->coefficients[i] != 0)
      return false;
  }
  return true;
}

// The only dimension that uses `iterator`, -1 when none does, -2 when several do.
static int dim_of(const Access *access, int iterator) {
  int found = -1;
  for (int d = 0; d < access->rank; ++d) {
    if (access->index[d].coefficients[iterator] != 0)
      found = found == -1 ? d : -2;
  }
  return found;
}

// Whether the dimension has one element and all that reads it reads that: an index of padding does
// not.
static bool dim_is_single(const Workload *workload, const Access *access, int dim) {
  const IndexExpr *index = &access->index[dim];
  for (int i = 0; i < workload->iterator_count; ++i) {
    if (index->coefficients[i] != 0)
      return false;
  }
  return access->shape[dim] == 1 && index->constant == 0;
}

static bool access_allows(const Workload *workload, const Access *access, int outer, int inner) {
  int outer_dim = dim_of(access, outer), inner_dim = dim_of(access, inner);
  if (outer_dim == -1 && inner_dim == -1)
    return true;
  if (outer_dim < 0 || inner_dim <= outer_dim ||
      !dim_is_whole(workload, access, outer_dim, outer) ||
      !dim_is_whole(workload, access, inner_dim, inner))
    return false;
  for (int d = outer_dim + 1; d < inner_dim; ++d) {
    if (!dim_is_single(workload, access, d))
      return false;
  }
  return access->strides[outer_dim] == access->strides[inner_dim] * access->shape[inner_dim];
}

// Whether the terms of a reduction keep their order when `inner` moves after `outer`.
static bool keeps_order(const Workload *workload, int outer, int inner) {
  if (workload->kinds[outer] == ITERATOR_PARALLEL || !workload_keeps_order(workload))
    return true;
  for (int i = outer + 1; i < inner; ++i) {
    if (workload->kinds[i] == ITERATOR_REDUCTION)
      return false;
  }
  return outer < inner;
}

static bool pair_collapses(const Workload *workload, const bool *is_fixed, int outer, int inner) {
  if (workload_is_open(workload, outer) || workload_is_open(workload, inner) ||
      workload_is_unknown(workload, outer) || workload_is_unknown(workload, inner) ||
      workload->kinds[outer] != workload->kinds[inner] || !keeps_order(workload, outer, inner) ||
      workload->extents[outer] > INT32_MAX / workload->extents[inner])
    return false;
  for (int a = 0; a < workload->access_count; ++a) {
    const Access *access = &workload->accesses[a];
    bool is_used = access_uses(access, outer) || access_uses(access, inner);
    if (is_used && (is_fixed[a] || !access_allows(workload, access, outer, inner)))
      return false;
  }
  return true;
}

// Makes the dimensions first .. last one, indexed as `first` was.
static void merge_dims(Access *access, GroupAccess *ir, int first, int last) {
  access->shape[first] *= access->shape[last];
  access->strides[first] = access->strides[last];
  int removed = last - first;
  for (int d = first + 1; d + removed < access->rank; ++d) {
    access->shape[d] = access->shape[d + removed];
    access->strides[d] = access->strides[d + removed];
    access->index[d] = access->index[d + removed];
  }
  access->rank = (uint8_t)(access->rank - removed);
  for (int d = 0; d < ir->collapse_rank; ++d) {
    if (ir->reassociation[d] > last)
      ir->reassociation[d] = (uint8_t)(ir->reassociation[d] - removed);
    else if (ir->reassociation[d] > first)
      ir->reassociation[d] = (uint8_t)first;
  }
}

static void remove_iterator(Workload *workload, int iterator) {
  int last = workload->iterator_count - 1;
  for (int i = iterator; i < last; ++i) {
    workload->extents[i] = workload->extents[i + 1];
    workload->kinds[i] = workload->kinds[i + 1];
  }
  workload->extents[last] = 0;
  workload->kinds[last] = ITERATOR_PARALLEL;
  for (int a = 0; a < workload->access_count; ++a) {
    for (int d = 0; d < workload->accesses[a].rank; ++d) {
      int32_t *coefficients = workload->accesses[a].index[d].coefficients;
      memmove(coefficients + iterator, coefficients + iterator + 1,
              (size_t)(last - iterator) * sizeof *coefficients);
      coefficients[last] = 0;
    }
  }
  for (int f = 0; f < 2; ++f)
    workload->factors[f].halves -= workload->factors[f].halves > iterator + 1;
  workload->open -= workload->open > iterator + 1;
  uint16_t before = (uint16_t)((1u << iterator) - 1);
  workload->unknown = (uint16_t)((workload->unknown & before) | (workload->unknown >> 1 & ~before));
  workload->iterator_count -= 1;
}

// The collapsed iterator takes the place of the outer one of the two loops.
static void collapse_pair(Group *group, int outer, int inner) {
  Workload *workload = &group->workload;
  int kept = outer < inner ? outer : inner;
  int dropped = outer < inner ? inner : outer;
  for (int a = 0; a < workload->access_count; ++a) {
    Access *access = &workload->accesses[a];
    int outer_dim = dim_of(access, outer), inner_dim = dim_of(access, inner);
    if (outer_dim < 0)
      continue;
    access->index[outer_dim].coefficients[outer] = 0;
    access->index[outer_dim].coefficients[kept] = 1;
    merge_dims(access, &group->accesses[a], outer_dim, inner_dim);
  }
  workload->extents[kept] = workload->extents[outer] * workload->extents[inner];
  remove_iterator(workload, dropped);
}

static bool collapse_any(Group *group, const bool *is_fixed) {
  for (int outer = 0; outer < group->workload.iterator_count; ++outer) {
    for (int inner = 0; inner < group->workload.iterator_count; ++inner) {
      if (outer == inner || !pair_collapses(&group->workload, is_fixed, outer, inner))
        continue;
      collapse_pair(group, outer, inner);
      return true;
    }
  }
  return false;
}

void group_collapse_iterators(Group *group, const bool *is_fixed) {
  for (int a = 0; a < group->workload.access_count; ++a) {
    GroupAccess *ir = &group->accesses[a];
    ir->collapse_rank = group->workload.accesses[a].rank;
    for (int d = 0; d < ir->collapse_rank; ++d)
      ir->reassociation[d] = (uint8_t)d;
  }
  while (collapse_any(group, is_fixed))
    continue;
  for (int a = 0; a < group->workload.access_count; ++a) {
    GroupAccess *ir = &group->accesses[a];
    if (ir->collapse_rank != group->workload.accesses[a].rank)
      continue;
    ir->collapse_rank = 0;
    memset(ir->reassociation, 0, sizeof ir->reassociation);
  }
}
