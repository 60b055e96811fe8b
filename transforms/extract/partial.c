// The dimension of the result is an iterator of the workload, or with those behind it one that was
// collapsed.
#include "transforms/extract/partial.h"

#include "transforms/cut_mark.h"

// The iterator that alone is the index of dimension `dim` of the first result, as the IR has it, or
// of that and the dimensions behind it, of which a step has `out_unit` elements; -1: none.
static int iterator_of(const Group *group, int dim, int64_t *out_unit) {
  const GroupAccess *place = &group->accesses[group->output_access[0]];
  const Access *access = &group->workload.accesses[group->output_access[0]];
  int at = place->collapse_rank > 0 ? place->reassociation[dim] : dim, iterator = -1, count = 0;
  MlirType type = mlirValueGetType(group->output_result[0]);
  *out_unit = 1;
  for (int d = 0; d < place->collapse_rank; d++) {
    if (d < dim && place->reassociation[d] == at)
      return -1;
    if (d > dim && place->reassociation[d] == at)
      *out_unit *= mlirShapedTypeGetDimSize(type, d);
  }
  for (int i = 0; i < group->workload.iterator_count; i++)
    if (access->index[at].coefficients[i]) {
      iterator = i;
      count++;
    }
  return count == 1 && access->index[at].coefficients[iterator] == 1 ? iterator : -1;
}

void group_derive_partial(Group *group) {
  if (!group->on_tensors || group->output_count != 1 || mlirValueIsNull(group->output_result[0]))
    return;
  MlirOperation op = mlirOpResultGetOwner(group->output_result[0]);
  int64_t unit = 1;
  int dim = cut_mark_partial_dim(op);
  bool is_dim = dim >= 0 && dim < mlirShapedTypeGetRank(mlirValueGetType(group->output_result[0]));
  int iterator = is_dim ? iterator_of(group, dim, &unit) : -1;
  if (iterator >= 0 && group->workload.kinds[iterator] == ITERATOR_PARALLEL)
    group->workload.partial = (PartialExtent){.sizes = cut_mark_partial_sizes(op),
                                              .unit = unit,
                                              .iterator = (uint8_t)iterator,
                                              .is_rare = cut_mark_partial_is_rare(op)};
}
