// Facts of a Workload.
#include "plan/workload.h"

#include "base/integer.h"
#include "plan/op_counts.h"
#include <math.h>
#include <stdlib.h>

const OpCountRow op_count_rows[OP_COUNT_ROWS] = {
    {"add", offsetof(OpCounts, add), 1},
    {"mul", offsetof(OpCounts, mul), 1},
    {"fma", offsetof(OpCounts, fma), 2},
    {"div", offsetof(OpCounts, div), 1},
    {"compare", offsetof(OpCounts, compare), 1},
    {"transcendental", offsetof(OpCounts, transcendental), 1},
    {"cast", offsetof(OpCounts, cast), 0},
    {"integer", offsetof(OpCounts, integer), 0},
};

bool access_uses(const Access *access, int iterator) {
  for (int d = 0; d < access->rank; d++)
    if (access->index[d].coefficients[iterator] != 0)
      return true;
  return false;
}

bool access_is_stored_in_body(const Workload *workload, const Access *access) {
  bool is = false;
  for (int i = 0; i < workload->iterator_count && access->is_output; i++)
    is |= workload->kinds[i] == ITERATOR_REDUCTION && access_uses(access, i);
  return is;
}

int64_t access_stride(const Access *access, int iterator) {
  int64_t stride = 0;
  for (int d = 0; d < access->rank; d++)
    stride += access->strides[d] * access->index[d].coefficients[iterator];
  return stride;
}

int64_t access_elements(const Access *access) {
  int64_t count = 1;
  for (int d = 0; d < access->rank; d++)
    count = integer_multiply(count, access->shape[d]);
  return count;
}

int64_t access_footprint(const Access *access, const int64_t *span, int iterator_count) {
  int64_t elements = 1;
  for (int d = 0; d < access->rank; d++) {
    int64_t range = 1;
    for (int i = 0; i < iterator_count; i++)
      range += llabs((long long)access->index[d].coefficients[i]) * (span[i] - 1);
    elements *= range < access->shape[d] ? range : access->shape[d];
  }
  return elements;
}

bool access_has_window(const Access *access, int iterator_count) {
  for (int d = 0; d < access->rank; d++) {
    int used = 0;
    for (int i = 0; i < iterator_count; i++)
      used += access->index[d].coefficients[i] != 0;
    if (used > 1)
      return true;
  }
  return false;
}

bool access_leaves_shape(const Workload *workload, const Access *access, int d) {
  int64_t low = access->index[d].constant, high = low;
  for (int i = 0; i < workload->iterator_count; i++) {
    int64_t reach = access->index[d].coefficients[i] * (workload->extents[i] - 1);
    *(reach < 0 ? &low : &high) += reach;
  }
  return low < 0 || high >= access->shape[d];
}

bool access_shares_index(const Workload *workload, const Access *access, int iterator,
                         IteratorKind kind) {
  for (int d = 0; d < access->rank; d++) {
    if (!access->index[d].coefficients[iterator])
      continue;
    for (int k = 0; k < workload->iterator_count; k++)
      if (k != iterator && workload->kinds[k] == kind && access->index[d].coefficients[k])
        return true;
  }
  return false;
}

bool access_is_tap(const Workload *workload, const Access *access, int reduction) {
  if (access_shares_index(workload, access, reduction, ITERATOR_PARALLEL))
    return true;
  for (int d = 0; d < access->rank; d++)
    if (access->index[d].coefficients[reduction] && access_leaves_shape(workload, access, d))
      return true;
  return false;
}

int workload_reductions(const Workload *workload, uint8_t *out_iterators) {
  int count = 0;
  for (int i = 0; i < workload->iterator_count; i++)
    if (workload->kinds[i] == ITERATOR_REDUCTION)
      out_iterators[count++] = (uint8_t)i;
  return count;
}

static bool is_of_factor(const Workload *workload, int access) {
  bool is = false;
  for (int f = 0; f < 2; f++) {
    const Factor *factor = &workload->factors[f];
    is |= access == factor->access || (factor->halves > 0 && access == factor->shift);
  }
  return is;
}

uint32_t workload_group_iterators(const Workload *workload) {
  uint32_t group = 0;
  for (int i = 0; i < workload->iterator_count && workload->scales_products; i++) {
    bool is_shared = workload->kinds[i] == ITERATOR_REDUCTION;
    for (int a = 0; a < workload->access_count; a++)
      if (!is_of_factor(workload, a) && access_uses(&workload->accesses[a], i))
        is_shared = false;
    group |= (uint32_t)is_shared << i;
  }
  return group;
}

int workload_epilogue_count(const Workload *workload) {
  int count = 0;
  for (int s = 0; s < workload->statement_count; s++)
    count += workload->statements[s].stage == STAGE_EPILOGUE;
  return count;
}

bool workload_has_padding(const Workload *workload) {
  for (int a = 0; a < workload->access_count; a++)
    if (workload->accesses[a].may_leave_shape)
      return true;
  return false;
}

bool workload_is_constant(const Workload *workload) {
  for (int a = 0; a < workload->access_count; a++)
    if (!workload->accesses[a].is_output && !workload->accesses[a].is_constant)
      return false;
  return workload_has_constant(workload);
}

bool workload_has_constant(const Workload *workload) {
  for (int a = 0; a < workload->access_count; a++)
    if (workload->accesses[a].is_constant)
      return true;
  return false;
}

uint32_t workload_cold_accesses(const Workload *workload) {
  uint32_t cold = 0;
  for (int a = 0; a < workload->access_count; a++)
    cold |= (uint32_t)workload->accesses[a].is_cold << a;
  return cold;
}

uint32_t workload_run_strides(const Workload *workload) {
  uint32_t accesses = 0;
  for (int a = 0; a < workload->access_count; a++)
    accesses |= (uint32_t)workload->accesses[a].has_run_strides << a;
  return accesses;
}

double workload_cold_bytes(const Workload *workload) {
  double bytes = 0;
  for (int a = 0; a < workload->access_count; a++)
    bytes += workload->accesses[a].is_cold ? access_bytes(&workload->accesses[a]) : 0;
  return bytes;
}

uint32_t workload_leaving_iterators(const Workload *workload) {
  uint32_t leaving = 0;
  for (int a = 0; a < workload->access_count; a++) {
    const Access *access = &workload->accesses[a];
    for (int d = 0; access->may_leave_shape && d < access->rank; d++)
      if (access_leaves_shape(workload, access, d))
        for (int i = 0; i < workload->iterator_count; i++)
          if (access->index[d].coefficients[i] != 0)
            leaving |= 1u << i;
  }
  return leaving;
}

bool workload_can_reassociate(const Workload *workload) {
  return workload->combiner != COMBINER_NONE && !workload_keeps_order(workload);
}

bool workload_can_skip_taps(const Workload *workload) {
  if (!workload_can_reassociate(workload))
    return false;
  for (int a = 0; a < workload->access_count; a++)
    if (workload->accesses[a].may_leave_shape &&
        workload->statements[workload->accesses[a].statement].stage != STAGE_BODY)
      return false;
  return true;
}

bool workload_differs_by_lanes(const Workload *workload) {
  for (int s = 0; s < workload->statement_count; s++)
    if (workload->statements[s].ops.transcendental > 0)
      return true;
  return false;
}

int64_t workload_points(const Workload *workload) {
  int64_t points = 1;
  for (int i = 0; i < workload->iterator_count; i++)
    points *= workload->extents[i];
  return points;
}

int64_t workload_parallel_points(const Workload *workload) {
  int64_t points = 1;
  for (int i = 0; i < workload->iterator_count; i++)
    if (workload->kinds[i] == ITERATOR_PARALLEL)
      points *= workload->extents[i];
  return points;
}

static double statement_flops(const Statement *statement) {
  double flops = 0;
  for (int row = 0; row < OP_COUNT_ROWS; row++)
    flops += op_count_rows[row].flops * op_count(&statement->ops, &op_count_rows[row]);
  return flops;
}

static double statement_points(const Workload *workload, int s) {
  return (double)(workload->statements[s].stage == STAGE_BODY ? workload_points(workload)
                                                              : workload_parallel_points(workload));
}

double workload_flops(const Workload *workload) {
  double flops = 0;
  for (int s = 0; s < workload->statement_count; s++)
    flops += statement_points(workload, s) * statement_flops(&workload->statements[s]);
  return flops;
}

double workload_useful_flops(const Workload *workload, const int64_t *needed_points) {
  double flops = 0;
  for (int s = 0; s < workload->statement_count; s++)
    flops += fmin(statement_points(workload, s), (double)needed_points[s]) *
             statement_flops(&workload->statements[s]);
  return flops;
}

double access_bytes(const Access *access) {
  double bytes = (double)element_type_bytes(access->type);
  for (int d = 0; d < access->rank; d++)
    bytes *= (double)access->shape[d];
  return bytes;
}

double workload_bytes(const Workload *workload) {
  double bytes = 0;
  for (int a = 0; a < workload->access_count; a++)
    bytes += access_bytes(&workload->accesses[a]);
  return bytes;
}
