// A LoopNest read as a grid: who runs which loop, what is copied how, and what it takes of a
// multiprocessor.
#include "plan/simt/simt_nest.h"

#include "base/integer.h"

enum {
  MAX_POINTS = 2048, // multiply-adds in one straight-line kernel
  MAX_COPIES = 32,   // loads of an operand by a thread in a stage, which are unrolled
  MAX_BLOCKS = INT32_MAX,
  PITCH_UNIT = SIMT_MAX_VECTOR,
  SPARE_REGISTERS = 16, // by which the estimate may be too low
};

static int role_of(const SimtRoles *roles, int iterator) {
  int role = 0;
  while (role < SIMT_ROLES && roles->iterator[role] != iterator)
    role++;
  return role; // SIMT_ROLES: a batch
}

// Loops of one trip are left out of a nest.
static bool read_loops(const Workload *workload, const Schedule *schedule, const LoopNest *loops,
                       SimtNest *nest) {
  for (int l = 0; l < loops->serial_count; l++) {
    const Loop *loop = &loops->loops[l];
    int role = role_of(&nest->roles, loop->iterator);
    if (loop->band == BAND_TILE_INNER || (role == SIMT_ROLES && loop->band != BAND_TILE_OUTER))
      return false;
    if (role < SIMT_ROLES && loop->band == BAND_TILE_OUTER)
      nest->grid[role] = loop->trips;
    if (role < SIMT_K && loop->band == BAND_REGISTER)
      nest->threads[role] = loop->trips;
  }
  for (int role = 0; role < SIMT_ROLES; role++) {
    int i = nest->roles.iterator[role];
    nest->tile[role] = i < 0 ? 1 : schedule->tile[0][i];
    nest->block[role] = i < 0 ? 1 : schedule->block[i];
  }
  for (int b = 0; b < nest->roles.batch_count; b++)
    if (schedule->block[nest->roles.batch[b]] != 1 || schedule->tile[0][nest->roles.batch[b]] != 1)
      return false;
  return loops->pack_count == 0 && loops->sweep_depth < 0 && workload->is_convolution == false;
}

// --- copies

// Everything but the iterator moves the element by whole vectors, and so does the first element.
static bool is_aligned(const Workload *workload, const Access *access, int along, int width) {
  int64_t constant = 0;
  for (int d = 0; d < access->rank; d++)
    constant += access->strides[d] * access->index[d].constant;
  for (int i = 0; i < workload->iterator_count; i++)
    if (i != along && access_stride(access, i) % width != 0)
      return false;
  return constant % width == 0 && workload->extents[along] % width == 0;
}

static SimtCopy copy_of(const Workload *workload, const SimtNest *nest, int own) {
  const Access *a = &workload->accesses[nest->roles.operand[own]];
  SimtCopy copy = {.along = own, .width = 1};
  const int roles[] = {own, SIMT_K};
  for (int r = 0; r < 2; r++) {
    int i = nest->roles.iterator[roles[r]];
    int64_t span = roles[r] == own ? simt_rows(nest, own) : nest->tile[SIMT_K];
    if (i < 0 || access_stride(a, i) != 1)
      continue;
    copy.along = roles[r];
    for (int width = 2; width <= SIMT_MAX_VECTOR; width *= 2)
      if (span % width == 0 && nest->roles.run[own] % width == 0 &&
          (nest->grid[roles[r]] == 1 || nest->tile[roles[r]] % width == 0) &&
          is_aligned(workload, a, i, width))
        copy.width = width;
    break;
  }
  return copy;
}

// A tile that is written down its columns has its rows apart by a vector, so that the threads of a
// warp write to more banks.
static void add_copies(const Workload *workload, SimtNest *nest) {
  nest->shared_bytes = 0;
  for (int o = 0; o < SIMT_OPERANDS; o++) {
    int64_t rows = simt_rows(nest, o);
    nest->copy[o] = copy_of(workload, nest, o);
    nest->pitch[o] =
        integer_round_up(rows, PITCH_UNIT) + (nest->copy[o].along == SIMT_K ? PITCH_UNIT : 0);
    nest->shared_bytes += 4 * nest->pitch[o] * nest->tile[SIMT_K];
  }
}

int64_t simt_copy_count(const SimtNest *nest, int operand) {
  return integer_ceil_div(simt_rows(nest, operand) * nest->tile[SIMT_K],
                          nest->copy[operand].width * simt_thread_count(nest));
}

// --- what it takes

// What ptxas gives kernels of this form. While products are added up: accumulators, operands of a
// step, addresses, fitted to 19 kernels with r = 0.99. While a stage is copied: accumulators, all
// that the thread copies, as all of its loads are before its stores, and addresses; within 26 of 15
// kernels.
static int estimated_registers(const SimtNest *nest) {
  double results = (double)(nest->block[SIMT_M] * nest->block[SIMT_N]);
  double operands = (double)(nest->block[SIMT_M] + nest->block[SIMT_N]);
  double copied = 0;
  for (int o = 0; o < SIMT_OPERANDS; o++)
    copied += (double)(simt_copy_count(nest, o) * nest->copy[o].width);
  double adding = 1.32 * results + 0.35 * operands + 29, copying = results + copied + 28;
  return (int)((adding > copying ? adding : copying) + 0.5);
}

static RejectReason check(const SimtNest *nest, const Device *device) {
  int64_t results = nest->block[SIMT_M] * nest->block[SIMT_N];
  if (nest->block[SIMT_N] % nest->lanes != 0)
    return REJECT_VECTOR;
  // Beyond the last step nothing is added: 0 would turn a sum of -0.0 into 0.0.
  if (nest->roles.extent[SIMT_K] % nest->block[SIMT_K] != 0 ||
      nest->tile[SIMT_K] % nest->block[SIMT_K] != 0)
    return REJECT_SHAPE;
  if (results > SIMT_MAX_RESULTS || nest->registers > DEVICE_THREAD_REGISTERS - SPARE_REGISTERS)
    return REJECT_REGISTERS;
  if (nest->shared_bytes > DEVICE_STATIC_SHARED_BYTES)
    return REJECT_BUFFERS;
  if (results * nest->block[SIMT_K] > MAX_POINTS || simt_copy_count(nest, SIMT_LEFT) > MAX_COPIES ||
      simt_copy_count(nest, SIMT_RIGHT) > MAX_COPIES)
    return REJECT_CODE_SIZE;
  // The loop over stages ends at a number of 32 bits.
  if (nest->grid[SIMT_K] * nest->tile[SIMT_K] > INT32_MAX)
    return REJECT_SHAPE;
  if (simt_thread_count(nest) > DEVICE_BLOCK_THREADS || simt_block_count(nest) > MAX_BLOCKS ||
      nest->roles.batches > MAX_BLOCKS)
    return REJECT_SHAPE;
  return device_resident_blocks(device, (int)simt_thread_count(nest), nest->registers,
                                nest->shared_bytes) > 0
             ? REJECT_NONE
             : REJECT_REGISTERS;
}

RejectReason simt_nest_build(const Workload *workload, const SimtRoles *roles,
                             const Schedule *schedule, const Device *device, SimtNest *out_nest) {
  LoopNest loops;
  SimtNest nest = {.roles = *roles, .grid = {1, 1, 1}, .threads = {1, 1}, .lanes = schedule->lanes};
  int vector = schedule->vector_iterator;
  if (schedule->rule != RULE_DIRECT || (vector >= 0 && vector != roles->iterator[SIMT_N]))
    return REJECT_VECTOR;
  if (schedule->lanes > SIMT_MAX_VECTOR)
    return REJECT_VECTOR;
  RejectReason reason = loop_nest_build(workload, schedule, &loops);
  if (reason != REJECT_NONE)
    return reason;
  if (!read_loops(workload, schedule, &loops, &nest))
    return REJECT_SHAPE;
  for (int role = 0; role < SIMT_K; role++) // before products of them are taken
    if (nest.threads[role] > DEVICE_BLOCK_THREADS || nest.block[role] > SIMT_MAX_RESULTS)
      return REJECT_SHAPE;
  if (nest.tile[SIMT_K] > DEVICE_STATIC_SHARED_BYTES)
    return REJECT_BUFFERS;
  add_copies(workload, &nest);
  nest.registers = estimated_registers(&nest);
  reason = check(&nest, device);
  if (reason == REJECT_NONE)
    *out_nest = nest;
  return reason;
}
