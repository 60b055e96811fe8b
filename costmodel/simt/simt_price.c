// Waves of resident blocks; in each, stages whose blocks share the units of a multiprocessor and
// hide one another's latency.
#include "costmodel/simt/simt_price.h"

#include "base/integer.h"

#include <math.h>

#define SIMT_CONSTANT(name, value) static const double name = value;
#include "costmodel/simt/simt_constants.def"
static const double warp_lanes = DEVICE_WARP_LANES;

static double warps_of(const SimtNest *nest) {
  return (double)integer_ceil_div(simt_thread_count(nest), DEVICE_WARP_LANES);
}

// Elements of an operand that one load of a warp reads: threads that differ in the other direction
// alone read the same.
static double warp_rows(const SimtNest *nest, int operand) {
  double threads = fmin(warp_lanes, (double)simt_thread_count(nest));
  double along_n = fmin(threads, (double)nest->threads[SIMT_N]);
  return operand == SIMT_N ? along_n : ceil(threads / along_n);
}

// Elements of an operand that all threads of a block copy in a stage.
static double stage_elements(const SimtNest *nest, int operand) {
  return (double)(simt_rows(nest, operand) * nest->tile[SIMT_K]);
}

// What a warp does in the steps of a stage.
typedef struct Steps {
  double instructions, transactions; // in all; of shared memory
  double chain;                      // cycles from the first sums to the last
} Steps;

// --- multiply-adds

// Loads of a step of the reduction by a warp, and their transactions.
static double step_loads(const SimtNest *nest, int operand) {
  return (double)nest->block[operand] / simt_load_width(nest, operand);
}

static double step_transactions(const SimtNest *nest, int operand, const Device *device) {
  double bytes =
      (double)simt_factor_bytes(nest) * warp_rows(nest, operand) * simt_load_width(nest, operand);
  double lanes = warp_lanes / (double)device->load_lanes;
  return step_loads(nest, operand) * fmax(lanes, ceil(bytes / device->shared_bytes_per_cycle));
}

static Steps add_steps(const SimtNest *nest, const Device *device) {
  double count = (double)nest->tile[SIMT_K];
  double products = (double)(nest->block[SIMT_M] * nest->block[SIMT_N]);
  bool is_cast = nest->roles.factor != nest->roles.sum;
  Steps steps = {.instructions = products + LOOP_INSTRUCTIONS / (double)nest->block[SIMT_K],
                 // With few warps the results of one step are not there for the next.
                 .chain = FMA_LATENCY * count * fmax(1, products / FMA_LATENCY)};
  for (int o = 0; o < SIMT_OPERANDS; o++) {
    steps.instructions += step_loads(nest, o) + (is_cast ? (double)nest->block[o] : 0);
    steps.transactions += step_transactions(nest, o, device) * count;
  }
  steps.instructions *= count;
  return steps;
}

static double adds_per_cycle(const SimtNest *nest, const Device *device) {
  enum { WARP_GROUPS_FROM = 90 }; // the capability whose peak is that of another instruction
  double full = nest->mma ? device->per_cycle[nest->mma->unit] : 0;
  if (simt_has_warpgroups(nest))
    return full * fmin(1, (double)nest->block[SIMT_N] / GROUP_MMA_COLUMNS);
  if (nest->mma)
    return full * (device->capability >= WARP_GROUPS_FROM ? WARP_MMA_SHARE : 1);
  return nest->roles.sum == ELEMENT_I32
             ? INTEGERS_PER_CYCLE
             : device->per_cycle[nest->roles.sum == ELEMENT_F64 ? DEVICE_FMA_F64 : DEVICE_FMA_F32];
}

// --- products of matrices

// A load of lines brings all registers of a matrix, each of one transaction; another one element of
// one.
static Steps multiply_steps(const SimtNest *nest, const Device *device) {
  double count = (double)(nest->tile[SIMT_K] / nest->mma->k);
  double terms = (double)SIMT_REGISTER_BYTES / (double)simt_factor_bytes(nest);
  double products =
      (double)(nest->block[SIMT_M] * nest->block[SIMT_N]) / (double)(nest->mma->m * nest->mma->n);
  // Cycles of one product on the unit of a scheduler.
  double cycles = (double)(nest->mma->m * nest->mma->n * nest->mma->k) * device->schedulers /
                  adds_per_cycle(nest, device);
  Steps steps = {.instructions = products + LOOP_INSTRUCTIONS,
                 .chain = count * fmax(MMA_LATENCY, products * cycles)};
  for (int o = 0; o < SIMT_OPERANDS; o++) {
    double registers = (double)(nest->block[o] * nest->mma->k) / terms / warp_lanes;
    double rows = o == SIMT_LEFT ? nest->mma->m : nest->mma->n;
    steps.instructions +=
        simt_reads_lines(nest, o) ? (double)nest->block[o] / rows : 2 * registers * terms;
    steps.transactions += (simt_reads_lines(nest, o) ? registers : registers * terms) * count;
  }
  steps.instructions *= count;
  return steps;
}

// One warp's part of what four do. Operands come from shared memory by themselves: each 64 rows,
// and all columns again for them.
static Steps group_steps(const SimtNest *nest, const Device *device) {
  double count = (double)(nest->tile[SIMT_K] / nest->mma->k * (nest->block[SIMT_M] / nest->mma->m));
  double read =
      (double)((nest->mma->m + nest->block[SIMT_N]) * nest->mma->k * simt_factor_bytes(nest));
  double products = (double)(nest->mma->m * nest->block[SIMT_N] * nest->mma->k);
  return (Steps){.instructions = count * (1 + DESCRIPTOR_INSTRUCTIONS) + LOOP_INSTRUCTIONS,
                 .transactions = count * read / device->shared_bytes_per_cycle / nest->mma->warps,
                 .chain = count * products / adds_per_cycle(nest, device)};
}

// --- the whole

static Steps steps_of(const SimtNest *nest, const Device *device) {
  return simt_has_warpgroups(nest) ? group_steps(nest, device)
         : nest->mma               ? multiply_steps(nest, device)
                                   : add_steps(nest, device);
}

static void price_units(const SimtNest *nest, const Device *device, int64_t held,
                        SimtPrice *price) {
  double warps = warps_of(nest), copies = 0, copy_transactions = 0;
  Steps steps = steps_of(nest, device);
  for (int o = 0; o < SIMT_OPERANDS; o++) {
    const SimtCopy *copy = &nest->copy[o];
    if (nest->is_bulk[o]) { // boxes by one thread; what arrives takes shared memory as any copy
                            // does
      double bytes = stage_elements(nest, o) * (double)simt_factor_bytes(nest);
      copies += BOX_INSTRUCTIONS * (double)(nest->lines[o] / simt_box_lines(nest, o));
      copy_transactions += bytes / device->shared_bytes_per_cycle;
      continue;
    }
    double loads = stage_elements(nest, o) / copy->width / warp_lanes;
    bool is_turned = copy->along != nest->shared_role[o];
    double stores = is_turned ? loads * copy->width : loads;
    double words = (double)(copy->width * simt_factor_bytes(nest)) / (double)SIMT_REGISTER_BYTES;
    copies += loads * COPY_INSTRUCTIONS + (nest->is_asynchronous[o] ? 0 : stores);
    copy_transactions += is_turned ? stores : stores * fmax(1, words);
  }
  price->fma_cycles =
      (double)(simt_rows(nest, SIMT_M) * simt_rows(nest, SIMT_N) * nest->tile[SIMT_K]) /
      adds_per_cycle(nest, device);
  // Without matrices a warp of fewer threads takes as long as a whole one.
  if (!nest->mma)
    price->fma_cycles *= warps * warp_lanes / (double)simt_thread_count(nest);
  // A warp issues one instruction a cycle, on one of the schedulers.
  double schedulers = fmin(device->schedulers, warps * (double)held);
  price->issue_cycles = (steps.instructions * warps + copies) / schedulers;
  price->shared_cycles = steps.transactions * warps + copy_transactions;
  // What is copied ahead arrives while the stages before it are computed.
  bool is_ahead = nest->stages > 1;
  for (int o = 0; o < SIMT_OPERANDS; o++)
    is_ahead = is_ahead && (nest->is_asynchronous[o] || nest->is_bulk[o]);
  double in_turn = BARRIER_LATENCY + steps.chain;
  price->latency_cycles = is_ahead ? fmax(in_turn, LOAD_LATENCY / (double)simt_copies_ahead(nest))
                                   : LOAD_LATENCY + in_turn;
}

// What all blocks read and write, from L2 and, each buffer once, from memory.
static void price_memory(const Workload *workload, const SimtNest *nest, const Device *device,
                         SimtPrice *price) {
  double stages = (double)nest->grid[SIMT_K], blocks = (double)simt_block_count(nest), bytes = 0;
  double factor_bytes = (double)simt_factor_bytes(nest);
  for (int o = 0; o < SIMT_OPERANDS; o++) {
    // A load of fewer than 32 neighbouring bytes costs as much as one of 32.
    int role = nest->copy[o].along;
    double run = factor_bytes * (double)(role == o ? simt_rows(nest, o) : nest->tile[SIMT_K]);
    bool is_run =
        nest->roles.iterator[role] >= 0 &&
        access_stride(&workload->accesses[nest->roles.operand[o]], nest->roles.iterator[role]) == 1;
    double factor = is_run ? fmax(1, 32 / run) : 32 / factor_bytes;
    bytes += factor_bytes * factor * stage_elements(nest, o) * stages * blocks;
  }
  double rate = CACHE_BYTES_PER_CYCLE * device->multiprocessors * device->clock_ghz * 1e9;
  price->cache_seconds = bytes / rate;
  price->memory_seconds = nest->roles.bytes / (MEMORY_SHARE * device->memory_bytes_per_second);
}

// The longest of three, and a share of the others.
static double overlapped(double a, double b, double c) {
  double longest = fmax(a, fmax(b, c));
  return longest + UNHIDDEN * (a + b + c - longest);
}

SimtPrice simt_price(const Workload *workload, const SimtNest *nest, const Device *device) {
  SimtPrice price = {0};
  int64_t blocks = simt_block_count(nest), units = device->multiprocessors;
  price.resident = device_resident_blocks(device, (int)simt_thread_count(nest), nest->registers,
                                          nest->shared_bytes);
  // A grid that is small leaves multiprocessors with fewer.
  int64_t held = integer_min(price.resident, integer_ceil_div(blocks, units));
  price.waves = integer_ceil_div(blocks, held * units);
  price_units(nest, device, held, &price);
  price_memory(workload, nest, device, &price);
  double busy = overlapped(price.fma_cycles, price.issue_cycles, price.shared_cycles);
  double stage = fmax((double)held * busy, price.latency_cycles);
  double cycles = (double)price.waves * (double)nest->grid[SIMT_K] * stage;
  double seconds = cycles / (device->clock_ghz * 1e9);
  price.seconds = LAUNCH_SECONDS + overlapped(seconds, price.cache_seconds, price.memory_seconds);
  return price;
}

// Bound by memory, or by the loads of one thread, of which four are under way at a time.
double simt_price_sum(const SimtRoles *roles, int64_t count, const Device *device) {
  double results =
      (double)roles->batches * (double)roles->extent[SIMT_M] * (double)roles->extent[SIMT_N];
  double bytes = results * ((double)count * (double)element_type_bytes(roles->sum) +
                            (double)element_type_bytes(roles->result));
  double chain = LOAD_LATENCY * (1 + (double)count / 4) / (device->clock_ghz * 1e9);
  return LAUNCH_SECONDS + fmax(chain, bytes / (MEMORY_SHARE * device->memory_bytes_per_second));
}
