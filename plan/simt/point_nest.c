// The threads of a schedule, and where neighbours of memory are.
#include "plan/simt/point_nest.h"

#include "base/integer.h"

enum { MAX_BLOCKS = INT32_MAX, REGISTERS = 40, MAX_TURNED = 16 }; // results of a thread

int point_order(const Workload *workload, uint8_t *out_order) {
  int count = 0, output = workload->access_count - 1;
  while (output > 0 && workload->accesses[output - 1].is_output)
    output--;
  for (int i = workload->iterator_count; i-- > 0;) {
    if (workload->kinds[i] != ITERATOR_PARALLEL)
      continue;
    int64_t stride = access_stride(&workload->accesses[output], i);
    int at = count++;
    for (; at > 0 && access_stride(&workload->accesses[output], out_order[at - 1]) > stride; at--)
      out_order[at] = out_order[at - 1];
    out_order[at] = (uint8_t)i;
  }
  return count;
}

bool point_is_vector(const Workload *workload, int a, int iterator, int width) {
  const Access *access = &workload->accesses[a];
  int64_t constant = 0;
  if (width == 1)
    return true;
  if (iterator < 0 || access->rank == 0 || access->type == ELEMENT_I1 ||
      access_stride(access, iterator) != 1 ||
      access->index[access->rank - 1].coefficients[iterator] != 1 ||
      access->shape[access->rank - 1] % width != 0)
    return false;
  for (int d = 0; d < access->rank; d++) {
    constant += access->strides[d] * access->index[d].constant;
    if (access->may_leave_shape && access->index[d].coefficients[iterator] != 0 &&
        access_leaves_shape(workload, access, d))
      return false;
  }
  for (int i = 0; i < workload->iterator_count; i++)
    if (i != iterator && access_stride(access, i) % width != 0)
      return false;
  return constant % width == 0;
}

int64_t point_block_count(const PointNest *nest) {
  int64_t count = 1;
  for (int i = 0; i < WORKLOAD_MAX_ITERATORS; i++)
    count = integer_multiply(count, nest->grid[i]);
  return count;
}

bool point_shuffles(const Workload *workload, const PointNest *nest) {
  return nest->shares_first &&
         (workload->accumulator_type == ELEMENT_F32 || workload->accumulator_type == ELEMENT_I32);
}

// Threads of neighbouring terms are neighbours where those are neighbours in the largest operand.
static bool reads_along_terms(const Workload *workload) {
  int64_t most = -1;
  bool along = false;
  for (int a = 0; a < workload->access_count; a++) {
    const Access *access = &workload->accesses[a];
    if (access->is_output || workload->statements[access->statement].stage != STAGE_BODY ||
        access_elements(access) <= most)
      continue;
    most = access_elements(access);
    along = false;
    for (int i = 0; i < workload->iterator_count; i++)
      along |= workload->kinds[i] == ITERATOR_REDUCTION && access_stride(access, i) == 1;
  }
  return along;
}

static int64_t power_of_two(int64_t least) {
  int64_t power = 1;
  while (power < least)
    power *= 2;
  return power;
}

static bool read_iterator(const Workload *workload, const Schedule *schedule, int i,
                          PointNest *nest) {
  int64_t block = schedule->block[i], tile = schedule->tile[0][i], extent = workload->extents[i];
  if (block < 1 || tile < 1 || extent < 1)
    return false;
  if (workload->kinds[i] == ITERATOR_REDUCTION) {
    nest->threads[i] = block == 1 ? power_of_two(integer_min(tile, extent)) : 0;
    nest->sharers = integer_multiply(nest->sharers, nest->threads[i]);
    // The loop over terms ends at a number of 32 bits.
    return block == 1 && integer_round_up(extent, nest->threads[i]) <= INT32_MAX;
  }
  nest->threads[i] = integer_ceil_div(tile, block);
  nest->grid[i] = integer_ceil_div(extent, tile);
  if (i == nest->across) {
    nest->results = (int)integer_min(block, MAX_TURNED + 1);
    return block <= MAX_TURNED;
  }
  return block == (i == nest->lane ? nest->width : 1) && extent % block == 0;
}

// --- operands through shared memory

int point_across(const Workload *workload, int a) {
  const Access *access = &workload->accesses[a];
  uint8_t order[WORKLOAD_MAX_ITERATORS];
  int count = point_order(workload, order);
  if (access->is_output || access->may_leave_shape || access->type == ELEMENT_I1 ||
      workload->combiner != COMBINER_NONE || count < 2 || count < workload->iterator_count ||
      access_stride(access, order[0]) == 0 || access_stride(access, order[0]) == 1)
    return -1;
  for (int o = 1; o < count; o++)
    if (access_stride(access, order[o]) == 1)
      return order[o];
  return -1;
}

// Lines of an odd number of words begin in different banks.
static int64_t pitch_of(int64_t elements, int64_t bytes) {
  enum { WORD = 4 };
  if (bytes >= WORD)
    return elements | 1;
  return (integer_ceil_div(elements * bytes, WORD) | 1) * WORD / bytes;
}

static bool read_turned(const Workload *workload, const Schedule *schedule, PointNest *nest) {
  for (int a = 0; a < workload->access_count; a++) {
    if (schedule->pack[a] == PACK_NONE)
      continue;
    if (nest->turned >= 0 || (nest->across = point_across(workload, a)) < 0 || nest->width > 1)
      return false;
    nest->turned = a;
  }
  return true;
}

// All threads of a block belong to the tile.
static bool has_whole_tile(PointNest *nest) {
  for (int o = 1; o < nest->order_count; o++)
    if (nest->order[o] != nest->across && nest->threads[nest->order[o]] > 1)
      return false;
  return true;
}

// What ptxas needs of addresses and values: a guess that only the number of warps depends on.
static int estimated_registers(const Workload *workload, const PointNest *nest) {
  int values = workload->access_count + workload->accumulator_count;
  int64_t words = integer_max(1, element_type_bytes(workload->accumulator_type) / 4);
  return (int)integer_min(DEVICE_THREAD_REGISTERS, REGISTERS + values * nest->width * words);
}

// Every thread has a place for what it adds up, of each accumulator at most 8 bytes.
static int64_t shared_bytes(const Workload *workload, const PointNest *nest) {
  if (nest->turned >= 0)
    return nest->pitch * nest->threads[nest->order[0]] *
           element_type_bytes(workload->accesses[nest->turned].type);
  if (nest->sharers == 1)
    return 0;
  return 8 * workload->accumulator_count * point_thread_count(nest);
}

RejectReason point_nest_build(const Workload *workload, const Schedule *schedule,
                              const Device *device, bool can_share, PointNest *out_nest) {
  PointNest nest = {.lane = schedule->vector_iterator,
                    .width = schedule->lanes,
                    .sharers = 1,
                    .turned = -1,
                    .across = -1,
                    .results = 1};
  if (schedule->rule != RULE_DIRECT)
    return REJECT_VECTOR;
  if (schedule->instruction != INSTRUCTION_BY_TYPES || schedule->stages > 1 || schedule->split > 1)
    return REJECT_INSTRUCTION; // of products alone
  for (int i = 0; i < WORKLOAD_MAX_ITERATORS; i++)
    nest.threads[i] = nest.grid[i] = 1;
  if (!read_turned(workload, schedule, &nest))
    return REJECT_PACK;
  for (int i = 0; i < workload->iterator_count; i++)
    if (!read_iterator(workload, schedule, i, &nest) || nest.threads[i] > DEVICE_BLOCK_THREADS)
      return REJECT_SHAPE;
  if (nest.width > POINT_MAX_BYTES ||
      (nest.width > 1 && (nest.lane < 0 || workload->kinds[nest.lane] != ITERATOR_PARALLEL)))
    return REJECT_VECTOR;
  if (nest.sharers > 1 && (!can_share || nest.width > 1))
    return REJECT_FUSION;
  int64_t threads = 1;
  for (int i = 0; i < workload->iterator_count; i++)
    if ((threads = integer_multiply(threads, nest.threads[i])) > DEVICE_BLOCK_THREADS)
      return REJECT_SHAPE;
  nest.order_count = point_order(workload, nest.order);
  if (nest.turned >= 0) {
    if (!has_whole_tile(&nest))
      return REJECT_SHAPE;
    nest.pitch = pitch_of(point_tile(&nest, nest.across),
                          element_type_bytes(workload->accesses[nest.turned].type));
  }
  nest.shares_first = nest.sharers > 1 && reads_along_terms(workload);
  nest.shared_bytes = shared_bytes(workload, &nest);
  nest.registers = estimated_registers(workload, &nest);
  if (nest.shared_bytes > DEVICE_STATIC_SHARED_BYTES)
    return REJECT_BUFFERS;
  if (point_block_count(&nest) > MAX_BLOCKS)
    return REJECT_SHAPE;
  if (device_resident_blocks(device, (int)threads, nest.registers, nest.shared_bytes) < 1)
    return REJECT_REGISTERS;
  *out_nest = nest;
  return REJECT_NONE;
}
