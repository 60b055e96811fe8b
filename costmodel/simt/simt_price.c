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

// Loads of a step of the reduction by a warp, and their transactions.
static double step_loads(const SimtNest *nest, int operand) {
  return (double)nest->block[operand] / simt_load_width(nest, operand);
}

static double step_transactions(const SimtNest *nest, int operand, const Device *device) {
  double bytes = 4 * warp_rows(nest, operand) * simt_load_width(nest, operand);
  double lanes = warp_lanes / (double)device->load_lanes;
  return step_loads(nest, operand) * fmax(lanes, ceil(bytes / device->shared_bytes_per_cycle));
}

// Elements of an operand that all threads of a block copy in a stage.
static double stage_elements(const SimtNest *nest, int operand) {
  return (double)(simt_rows(nest, operand) * nest->tile[SIMT_K]);
}

static void price_units(const SimtNest *nest, const Device *device, int64_t held,
                        SimtPrice *price) {
  double warps = warps_of(nest), steps = (double)nest->tile[SIMT_K];
  double products = (double)(nest->block[SIMT_M] * nest->block[SIMT_N]);
  double instructions = products + LOOP_INSTRUCTIONS / (double)nest->block[SIMT_K];
  double transactions = 0, copies = 0, copy_transactions = 0;
  for (int o = 0; o < SIMT_OPERANDS; o++) {
    const SimtCopy *copy = &nest->copy[o];
    double loads = stage_elements(nest, o) / copy->width / warp_lanes;
    double stores = copy->along == SIMT_K ? loads * copy->width : loads;
    instructions += step_loads(nest, o);
    transactions += step_transactions(nest, o, device);
    copies += loads * COPY_INSTRUCTIONS + stores;
    copy_transactions += copy->along == SIMT_K ? stores : stores * copy->width;
  }
  price->fma_cycles = products * steps * warps * warp_lanes / device->per_cycle[DEVICE_FMA_F32];
  // A warp issues one instruction a cycle, on one of the schedulers.
  double schedulers = fmin(device->schedulers, warps * (double)held);
  price->issue_cycles = (instructions * steps * warps + copies) / schedulers;
  price->shared_cycles = transactions * steps * warps + copy_transactions;
  // With few warps the results of one step are not there for the next.
  double chain = FMA_LATENCY * steps * fmax(1, products / FMA_LATENCY);
  price->latency_cycles = LOAD_LATENCY + BARRIER_LATENCY + chain;
}

// What all blocks read and write, from L2 and, each buffer once, from memory.
static void price_memory(const Workload *workload, const SimtNest *nest, const Device *device,
                         SimtPrice *price) {
  double stages = (double)nest->grid[SIMT_K], blocks = (double)simt_block_count(nest), bytes = 0;
  for (int o = 0; o < SIMT_OPERANDS; o++) {
    // A load of fewer than 32 neighbouring bytes costs as much as one of 32.
    int role = nest->copy[o].along;
    double run = 4 * (double)(role == o ? simt_rows(nest, o) : nest->tile[SIMT_K]);
    bool is_run =
        nest->roles.iterator[role] >= 0 &&
        access_stride(&workload->accesses[nest->roles.operand[o]], nest->roles.iterator[role]) == 1;
    double factor = is_run ? fmax(1, 32 / run) : 8;
    bytes += 4 * factor * stage_elements(nest, o) * stages * blocks;
  }
  double rate = CACHE_BYTES_PER_CYCLE * device->multiprocessors * device->clock_ghz * 1e9;
  price->cache_seconds = bytes / rate;
  price->memory_seconds =
      workload_bytes(workload) / (MEMORY_SHARE * device->memory_bytes_per_second);
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
