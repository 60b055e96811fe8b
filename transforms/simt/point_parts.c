// Rows of blocks, read from the index maps of the buffer that one part writes and another one
// reads.
#include "transforms/simt/point_parts.h"

#include "transforms/ir.h"

MlirValue point_buffer_behind(MlirValue value) {
  while (mlirValueIsAOpResult(value)) {
    MlirOperation op = mlirOpResultGetOwner(value);
    if (!ir_op_is(op, "bufferization.to_buffer") && !ir_op_is(op, "bufferization.to_tensor"))
      break;
    value = mlirOperationGetOperand(op, 0);
  }
  return value;
}

// Whether blocks take the iterator one by one, or each of them the whole of it.
static bool is_row(const PointRecord *part, int i) { return part->nest.grid[i] > 1; }

bool point_works_by_rows(const PointRecord *part) {
  if (part->nest.turned >= 0)
    return false;
  for (int o = 0; o < part->nest.order_count; o++) {
    int i = part->nest.order[o];
    if (is_row(part, i) && part->nest.grid[i] != part->workload.extents[i])
      return false;
  }
  return true;
}

// By what the number of a block is divided for the iterator's.
static int64_t divisor_of(const PointRecord *part, int iterator) {
  int64_t divisor = 1;
  for (int o = 0; o < part->nest.order_count && part->nest.order[o] != iterator; o++)
    divisor *= part->nest.grid[part->nest.order[o]];
  return divisor;
}

// The iterator that alone is a dimension's index; -1: there is none.
static int iterator_of(const PointRecord *part, const IndexExpr *index) {
  int found = -1;
  for (int i = 0; i < part->workload.iterator_count; i++)
    if (index->coefficients[i] != 0) {
      if (found >= 0 || index->coefficients[i] != 1)
        return -1;
      found = i;
    }
  return index->constant == 0 ? found : -1;
}

// Whether each block reads what the block of the same number has written, through the two accesses
// of one buffer.
static bool stays_in_rows(const PointRecord *writer, int output, const PointRecord *reader,
                          int access) {
  const Access *to = &writer->workload.accesses[output];
  const Access *from = &reader->workload.accesses[access];
  if (to->rank != from->rank || from->may_leave_shape)
    return false;
  for (int d = 0; d < to->rank; d++) {
    int written = iterator_of(writer, &to->index[d]), read = iterator_of(reader, &from->index[d]);
    if (to->shape[d] != from->shape[d])
      return false;
    if (to->shape[d] == 1)
      continue;
    if (written < 0)
      return false;
    if (is_row(writer, written) && (read < 0 || !is_row(reader, read) ||
                                    writer->nest.grid[written] != reader->nest.grid[read] ||
                                    divisor_of(writer, written) != divisor_of(reader, read)))
      return false;
  }
  return true;
}

// All threads of the kernel come to every barrier: those inside a part, and those between parts
// that are joined already, which more threads would not reach.
static bool threads_fit(const PointRecords *records, const PointParts *parts,
                        const PointRecord *next) {
  int64_t threads = point_thread_count(&next->nest), most = parts->threads;
  if (parts->count > 1 && threads > most)
    return false;
  most = threads > most ? threads : most;
  bool fit = next->nest.sharers == 1 || threads == most;
  for (int p = 0; p < parts->count; p++) {
    const PointNest *nest = &records->items[parts->items[p]].nest;
    fit &= nest->sharers == 1 || point_thread_count(nest) == most;
  }
  return fit;
}

bool point_makes_tensors(const PointRecord *part) {
  for (int a = 0; a < part->workload.access_count; a++)
    if (part->workload.accesses[a].is_output && mlirValueIsNull(part->written[a]))
      return false;
  return true;
}

bool point_may_follow(const PointRecords *records, const PointParts *parts,
                      const PointRecord *next) {
  bool depends = false;
  if (parts->count == POINT_MAX_PARTS ||
      parts->arguments + point_launch_arguments(next->launch) > POINT_MAX_ARGUMENTS ||
      parts->shared + point_shared_count(next) > POINT_MAX_SHARED || !point_works_by_rows(next) ||
      !point_makes_tensors(next) || !threads_fit(records, parts, next))
    return false;
  for (int p = 0; p < parts->count; p++) {
    const PointRecord *part = &records->items[parts->items[p]];
    if (point_block_count(&part->nest) != point_block_count(&next->nest))
      return false;
    for (int a = 0; a < next->workload.access_count; a++) {
      if (next->operands[a] < 0)
        continue;
      MlirValue read = point_buffer_behind(
          mlirOperationGetOperand(next->launch, POINT_FIRST_ARGUMENT + next->operands[a]));
      for (int o = 0; o < part->workload.access_count; o++) {
        if (mlirValueIsNull(part->written[o]) || !mlirValueEqual(part->written[o], read))
          continue;
        if (!stays_in_rows(part, o, next, a))
          return false;
        depends = true;
      }
    }
  }
  return depends;
}
