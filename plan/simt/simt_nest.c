// A LoopNest read as a grid: who runs which loop, what is copied how, and what it takes of a
// multiprocessor.
#include "plan/simt/simt_nest.h"

#include "base/integer.h"

enum {
  MAX_POINTS = 2048,         // multiply-adds of a thread in one straight-line kernel
  MAX_MMA_POINTS = 16 << 10, // the same, by products of matrices: 256 of 16 x 8 x 16
  MAX_COPIES = 32,           // loads of an operand by a thread in a stage, or boxes; unrolled
  MAX_BLOCKS = INT32_MAX,
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

// --- what it takes

// Registers of 32 bits.
static double results_words(const SimtNest *nest) {
  return (double)(element_type_bytes(nest->roles.sum) * nest->block[SIMT_M] * nest->block[SIMT_N]) /
         (double)(SIMT_REGISTER_BYTES * simt_team(nest));
}

// Of what a thread loads in a stage, as all of its loads are before its stores.
static double loaded_words(const SimtNest *nest) {
  double words = 0;
  for (int o = 0; o < SIMT_OPERANDS; o++)
    if (!nest->is_asynchronous[o])
      words += (double)(simt_copy_count(nest, o) * nest->copy[o].width * simt_factor_bytes(nest));
  return words / (double)SIMT_REGISTER_BYTES;
}

// What ptxas gives kernels of multiply-adds. While products are added up: accumulators, operands of
// a step, addresses, fitted to 19 kernels with r = 0.99. While a stage is copied: accumulators,
// what is loaded, and addresses; within 26 of 15 kernels.
static double adding_registers(const SimtNest *nest) {
  double words = (double)element_type_bytes(nest->roles.sum) / (double)SIMT_REGISTER_BYTES;
  double operands = words * (double)(nest->block[SIMT_M] + nest->block[SIMT_N]);
  double adding = 1.32 * results_words(nest) + 0.35 * operands + 29;
  double copying = results_words(nest) + loaded_words(nest) + 28;
  return adding > copying ? adding : copying;
}

// The fewest with which ptxas spills nothing, of kernels that multiply matrices (CUDA 13.5; as
// scripts/gpu/registers --fewest finds them): sums, addresses of copies, and what is loaded, fitted
// to 50 kernels of warps with r = 0.96; of warpgroups what is stored element by element, too, to 45
// kernels with r = 0.97; where all copies are bulk ones, of which one thread alone has addresses,
// of 17 kernels exactly, and an eighth more for tests of columns, without which 192 sums would be
// spilled (CUDA 13.0).
static double matrix_registers(const SimtNest *nest) {
  double copies[] = {0, 0}, turned = 0; // by threads, and asynchronous
  for (int o = 0; o < SIMT_OPERANDS; o++) {
    double count = (double)simt_copy_count(nest, o);
    copies[nest->is_asynchronous[o]] += count;
    turned += nest->copy[o].along != nest->shared_role[o] ? count * nest->copy[o].width : 0;
  }
  if (!simt_has_copies(nest))
    return results_words(nest) * (simt_covers(nest, SIMT_N) ? 1 : 1.125) + 26;
  return simt_has_warpgroups(nest)
             ? 1.2 * results_words(nest) + 3.8 * (copies[0] + copies[1]) + 0.3 * turned + 18
             : 1.26 * results_words(nest) + copies[1] + 0.6 * loaded_words(nest) + 27;
}

// A size that only the run knows is tested at every copy and result, against numbers that stay.
// Below GROUP_REGISTERS, ptxas makes no code of a product of warpgroups (CUDA 13.0).
static int estimated_registers(const SimtNest *nest) {
  enum { GROUP_REGISTERS = 34 };
  bool tests = nest->roles.is_unknown[SIMT_M] || nest->roles.is_unknown[SIMT_N];
  double registers = nest->mma ? matrix_registers(nest) : adding_registers(nest);
  if (nest->mma && simt_has_warpgroups(nest) && registers < GROUP_REGISTERS)
    registers = GROUP_REGISTERS;
  return (int)(registers + (tests ? SPARE_REGISTERS : 0) + 0.5);
}

// Results of a thread.
static int64_t results_of(const SimtNest *nest) {
  return nest->block[SIMT_M] * nest->block[SIMT_N] / simt_team(nest);
}

static RejectReason check(const SimtNest *nest, const Device *device) {
  int64_t results = results_of(nest);
  // However many tiles there are, they lie side by side.
  for (int role = 0; role < SIMT_K; role++)
    if (nest->roles.is_unknown[role] && simt_rows(nest, role) != nest->tile[role])
      return REJECT_SHAPE;
  if (nest->block[SIMT_N] % nest->lanes != 0)
    return REJECT_VECTOR;
  // Without matrices nothing is added beyond the last step: 0 would turn a sum of -0.0 into 0.0.
  if ((!nest->mma && nest->roles.extent[SIMT_K] % nest->block[SIMT_K] != 0) ||
      nest->tile[SIMT_K] % nest->block[SIMT_K] != 0)
    return REJECT_SHAPE;
  if (nest->mma && nest->mma->is_bulk && !simt_has_bulk(nest))
    return REJECT_INSTRUCTION;
  if (results > SIMT_MAX_RESULTS || nest->registers > DEVICE_THREAD_REGISTERS - SPARE_REGISTERS)
    return REJECT_REGISTERS;
  if (nest->shared_bytes > device->block_shared_bytes)
    return REJECT_BUFFERS;
  // Every buffer is filled once, and copies that wait for nothing need the instruction.
  if (nest->stages > 1 &&
      (nest->grid[SIMT_K] < nest->stages || !device_copies_asynchronously(device)))
    return REJECT_SHAPE;
  if (results * nest->block[SIMT_K] > (nest->mma ? MAX_MMA_POINTS : MAX_POINTS) ||
      simt_copy_count(nest, SIMT_LEFT) > MAX_COPIES ||
      simt_copy_count(nest, SIMT_RIGHT) > MAX_COPIES)
    return REJECT_CODE_SIZE;
  for (int o = 0; o < SIMT_OPERANDS; o++)
    if (nest->is_bulk[o] && nest->lines[o] / simt_box_lines(nest, o) > MAX_COPIES)
      return REJECT_CODE_SIZE;
  // The loop over stages ends at a number of 32 bits.
  if (nest->grid[SIMT_K] * nest->tile[SIMT_K] > INT32_MAX)
    return REJECT_SHAPE;
  if (simt_thread_count(nest) > DEVICE_BLOCK_THREADS || simt_block_count(nest) > MAX_BLOCKS ||
      nest->roles.batches > MAX_BLOCKS)
    return REJECT_SHAPE;
  int most = nest->registers + (nest->mma ? SPARE_REGISTERS : 0);
  return device_resident_blocks(device, (int)simt_thread_count(nest), most, nest->shared_bytes) > 0
             ? REJECT_NONE
             : REJECT_REGISTERS;
}

bool simt_covers(const SimtNest *nest, int role) {
  return !nest->roles.is_unknown[role] && nest->roles.extent[role] % nest->tile[role] == 0 &&
         (role == SIMT_K || simt_rows(nest, role) == nest->tile[role]);
}

// --- matrices

// Whole matrices instead of blocks. A block of which there are several is one already.
static RejectReason round_to_matrices(SimtNest *nest) {
  const int64_t size[SIMT_ROLES] = {nest->mma->m, nest->mma->n, nest->mma->k};
  for (int role = 0; role < SIMT_K; role++) {
    int64_t whole = integer_round_up(nest->block[role], size[role]);
    if (whole != nest->block[role] && nest->grid[role] * nest->threads[role] > 1)
      return REJECT_INSTRUCTION;
    nest->block[role] = whole;
  }
  int64_t steps = integer_round_up(nest->tile[SIMT_K], size[SIMT_K]);
  if (steps != nest->tile[SIMT_K] && nest->grid[SIMT_K] > 1)
    return REJECT_INSTRUCTION;
  nest->tile[SIMT_K] = steps;
  nest->block[SIMT_K] = integer_round_up(nest->block[SIMT_K], size[SIMT_K]);
  return REJECT_NONE;
}

// Whether one instruction of a warpgroup has the columns: of i8, from 32 on every other number.
static bool is_group_width(const SimtNest *nest) {
  enum { MOST = 256, FEW = 32 };
  int64_t columns = nest->block[SIMT_N];
  return columns <= MOST &&
         (nest->mma->unit != DEVICE_MMA_I8 || columns <= FEW || columns % 16 == 0);
}

// The instruction that the schedule asks for, if the operands have its types.
static RejectReason add_instruction(const Schedule *schedule, const Device *device,
                                    SimtNest *nest) {
  if (schedule->instruction == INSTRUCTION_BY_TYPES)
    return REJECT_NONE;
  nest->mma = device_mma(device, schedule->instruction);
  if (nest->mma == NULL || nest->mma->operand != nest->roles.factor ||
      nest->mma->accumulator != nest->roles.sum)
    return REJECT_INSTRUCTION;
  // f32 is rounded to 11 digits.
  if (nest->mma->unit == DEVICE_MMA_TF32 && !nest->roles.is_relaxed)
    return REJECT_INSTRUCTION;
  // From PTX 8.4 on alone, which drivers of 12.4 have.
  if (nest->mma->warps > 1 &&
      nest->roles.is_unsigned[SIMT_LEFT] != nest->roles.is_unsigned[SIMT_RIGHT])
    return REJECT_INSTRUCTION;
  if (schedule->lanes > 1)
    return REJECT_VECTOR;
  nest->lanes = SIMT_MMA_LANES;
  RejectReason reason = round_to_matrices(nest);
  return reason == REJECT_NONE && simt_has_warpgroups(nest) && !is_group_width(nest)
             ? REJECT_INSTRUCTION
             : reason;
}

RejectReason simt_nest_build(const Workload *workload, const SimtRoles *roles,
                             const Schedule *schedule, const Device *device, SimtNest *out_nest) {
  LoopNest loops;
  SimtNest nest = {.roles = *roles,
                   .grid = {1, 1, 1},
                   .threads = {1, 1},
                   .lanes = schedule->lanes,
                   .stages = schedule->stages > 1 ? schedule->stages : 1};
  int vector = schedule->vector_iterator;
  if (schedule->rule != RULE_DIRECT || (vector >= 0 && vector != roles->iterator[SIMT_N]))
    return REJECT_VECTOR;
  if (schedule->lanes > SIMT_MAX_VECTOR ||
      schedule->lanes * element_type_bytes(roles->sum) > SIMT_COPY_BYTES)
    return REJECT_VECTOR;
  RejectReason reason = loop_nest_build(workload, schedule, &loops);
  if (reason != REJECT_NONE)
    return reason;
  if (!read_loops(workload, schedule, &loops, &nest))
    return REJECT_SHAPE;
  for (int role = 0; role < SIMT_K; role++) // before products of them are taken
    if (nest.threads[role] > DEVICE_BLOCK_THREADS || nest.block[role] > SIMT_MAX_RESULTS)
      return REJECT_SHAPE;
  reason = add_instruction(schedule, device, &nest);
  if (reason != REJECT_NONE)
    return reason;
  if (nest.tile[SIMT_K] > device->block_shared_bytes)
    return REJECT_BUFFERS;
  simt_add_copies(workload, &nest);
  nest.registers = estimated_registers(&nest);
  reason = check(&nest, device);
  if (reason == REJECT_NONE)
    *out_nest = nest;
  return reason;
}
