// Analytical model, the register kernel: cycles of the straight-line tile from
// the load on each port, of entering and leaving it, and of the loops around.
//
// The iteration space of parallel iterators is covered by whole blocks and a
// remainder block. The whole block is costed in full; the remainder gives a
// ratio (one, where it is padded), and the ratios of different iterators multiply.
#include "base/integer.h"
#include "costmodel/analytical/analytical_tile.h"
#include "machine/architecture.h"

// From an accumulator to the next: of a product that a second instruction adds, the sum alone.
static double update_latency(const Candidate *candidate) {
  const AnalyticalContext *context = candidate->context;
  const Instruction *dot = candidate->nest->dot.row;
  if (context->multiplies && (dot == NULL || dot->adds))
    return instruction_latency(candidate->instruction, context->target);
  return context->compares ? MAXIMUM_LATENCY : COMBINE_LATENCY;
}

// Lanes of 16 bits are those of the lower half of the registers.
static bool takes_low_lanes(const Candidate *candidate) {
  const DotProduct *dot = &candidate->nest->dot;
  return dot->row != NULL && dot->k * element_type_bytes(dot->row->operand) < 4;
}

// One trip of the innermost reduction loop (or the whole body when there is none).
// `latency` receives the length of the dependency chain in cycles.
static void kernel_trip(const Candidate *candidate, const Tile *tile, Ports *ports,
                        double *latency) {
  const AnalyticalContext *context = candidate->context;
  double chains = 1, unroll = 1; // each vector along the vector iterator has its own accumulator
  for (int i = 0; i < context->iterator_count; i++) {
    if ((context->parallel & (1u << i)) || i == candidate->vector_iterator)
      chains *= tile->count[i];
    else
      unroll *= tile->count[i];
  }
  double points = chains * unroll;
  double sums = candidate->nest->operand_sums;
  double scales = candidate->nest->dot.row != NULL ? context->scale_slots : 0;
  ports_add_slots(points * (candidate->anchor_slots + candidate_producer_slots(candidate, -1)) +
                      sums * unroll * candidate->anchor_slots + chains * scales,
                  ports);
  Operands operands;
  operands_count(candidate, tile, unroll, &operands);
  double matrices = dot_product_matrices(&candidate->nest->dot, candidate->schedule);
  double accumulators =
      context->has_reduction ? chains * matrices * context->accumulator_count + sums : 0;
  accumulators += scales > 0 ? chains : 0; // the sums of a group beside the results
  // The operand with the most vectors passes through one register, the others stay for a step.
  double needed = accumulators + operands.per_step - operands.largest + 1;
  if (takes_low_lanes(candidate))
    needed += LOWER_HALF_REGISTERS;
  double free_registers = instruction_registers(candidate->instruction, context->target) - needed;
  ports_add_operands(candidate, tile, &operands, unroll, free_registers, ports);
  for (int a = 0; a < context->access_count; a++)
    if (context->accesses[a].is_stored_in_body)
      ports_add_stores(candidate, a, tile, points, ports);
  *latency = 0;
  if (!context->has_reduction)
    return;
  double update = update_latency(candidate);
  if (free_registers < 0) {
    // The compiler then keeps hardly any of them in registers around the loop.
    ports->loads += accumulators * unroll;
    ports->stores += accumulators * unroll;
    ports->ops += 2 * accumulators * unroll;
    update += SPILL_CYCLES;
  } else if (operands.shared > free_registers && free_registers < CROWDED_REGISTERS) {
    // Shared values take the register of an accumulator, and each step waits for it.
    update += CROWDED_CYCLES;
  }
  *latency = scales > 0 ? COMBINE_LATENCY : unroll * update; // a group starts without the others
  ports->ops += LOOP_OPS;
  if (free_registers >= 0 && free_registers < RISK_REGISTERS)
    ports->risk = SPILL_RISK * (1 - free_registers / RISK_REGISTERS);
  if (context->target->architecture->lane_bits > 0 && points > LOADED_AHEAD_POINTS)
    ports->risk = number_max(ports->risk, SPILL_RISK);
}

// Initial values before the reduction loops, epilogue (in a part of the runs) and stores after
// them.
static void kernel_frame(const Candidate *candidate, const Tile *tile, double epilogue_part,
                         Ports *ports) {
  const AnalyticalContext *context = candidate->context;
  double vectors = 1;
  for (int i = 0; i < context->iterator_count; i++)
    if (context->parallel & (1u << i))
      vectors *= tile->count[i];
  bool reduces_lanes =
      candidate->vector_iterator >= 0 && !(context->parallel & (1u << candidate->vector_iterator));
  ports_add_slots(vectors * (context->stage_slots[STAGE_INIT] +
                             context->stage_slots[STAGE_EPILOGUE] * epilogue_part),
                  ports);
  if (reduces_lanes) {
    int steps = 0;
    while ((1 << steps) < candidate->lanes)
      steps++;
    double combines = tile->count[candidate->vector_iterator] - 1 + steps * HORIZONTAL_OPS;
    ports_add_slots(vectors * context->accumulator_count * combines, ports);
  }
  for (int a = 0; a < context->access_count; a++) {
    const AnalyticalAccess *access = &context->accesses[a];
    if (access->stage == STAGE_BODY && !access->is_output)
      continue;
    if (access->is_stored_in_body)
      continue;
    double count = distinct_positions(candidate, a, tile, context->parallel);
    if (!access->is_output) {
      double part = access->stage == STAGE_EPILOGUE ? epilogue_part : 1;
      if (part > 0)
        ports_add_loads(candidate, a, tile, count * part, ports);
      continue;
    }
    ports_add_stores(candidate, a, tile, count, ports);
    if (context->reads_destination || candidate->nest->splits_reduction)
      ports_add_loads(candidate, a, tile, count, ports);
  }
}

// Without a loop around the updates, the compiler moved all updates of an accumulator to where its
// epilogue was chosen: one chain after the other, and every operand waited in memory for its uses.
// The schedules that the models are judged on were measured with such code, a branch for each
// vector; with one branch around all of them it does not.
static double sunk_latency(const Candidate *candidate, const Tile *tile, double latency) {
  const AnalyticalContext *context = candidate->context;
  double chains = 1;
  for (int i = 0; i < context->iterator_count; i++)
    if (context->parallel & (1u << i))
      chains *= tile->count[i];
  return number_max(latency, chains * latency * SUNK_CHAIN);
}

// The frame of tiles works on their rows: sums are stored and loaded as vectors, or the rows of
// matrices in vector registers are mixed, and added.
static void matrix_frame(const Candidate *candidate, const Tile *tile, double epilogue_part,
                         Ports *ports) {
  const DotProduct *dot = &candidate->nest->dot;
  Tile rows = *tile;
  rows.count[dot->row_iterator] *= dot->row->rows;
  double vectors = rows.count[dot->row_iterator] * rows.count[candidate->vector_iterator];
  bool is_in_vectors = dot->row->groups == 1;
  ports->stores += is_in_vectors ? 0 : vectors;
  ports->loads += is_in_vectors ? 0 : vectors;
  ports->shuffles += is_in_vectors ? vectors : 0;
  ports_add_slots(vectors, ports);
  kernel_frame(candidate, &rows, epilogue_part, ports);
}

static void frame_of(const Candidate *candidate, const Tile *tile, double epilogue_part,
                     Ports *ports) {
  if (candidate->nest->dot.row_iterator >= 0)
    matrix_frame(candidate, tile, epilogue_part, ports);
  else
    kernel_frame(candidate, tile, epilogue_part, ports);
}

typedef struct CallCycles {
  double kernel, frame;
  double ops; // straight-line code of the kernel
} CallCycles;

// One run of the kernel: all trips of its reduction loops for one block.
static CallCycles call_cycles(const Candidate *candidate, const Tile *tile, double trips,
                              double inner_runs) {
  const Target *target = candidate->context->target;
  const Instruction *instruction = candidate->instruction;
  Ports trip = {0}, frame = {0};
  double latency = 0;
  CallCycles cycles;
  kernel_trip(candidate, tile, &trip, &latency);
  frame_of(candidate, tile, candidate->epilogue_part, &frame);
  cycles.ops = trip.ops + frame.ops;
  if (candidate->epilogue_part > 0 && candidate->epilogue_part < 1) { // all of it is there
    Ports whole = {0};
    frame_of(candidate, tile, 1, &whole);
    cycles.ops = trip.ops + whole.ops;
  }
  double width = issue_width(cycles.ops);
  if (trips > 1) {
    cycles.kernel =
        trips * ports_cycles(target, instruction, candidate->width, &trip, latency, width) +
        inner_runs * LOOP_EXIT_CYCLES;
    cycles.frame =
        ports_cycles(target, instruction, candidate->width, &frame, 0, width) + CALL_CYCLES;
    return cycles;
  }
  if (candidate->epilogue_is_selected)
    latency = sunk_latency(candidate, tile, latency);
  Ports all = {trip.slots + frame.slots,   trip.shuffles + frame.shuffles, trip.loads + frame.loads,
               trip.stores + frame.stores, trip.ops + frame.ops,           trip.risk};
  cycles.kernel = ports_cycles(target, instruction, candidate->width, &all, latency, width);
  cycles.frame = 0;
  return cycles;
}

static void tile_set(const Candidate *candidate, int iterator, int64_t size, Tile *tile) {
  bool masks = candidate->schedule->remainder != REMAINDER_PEEL;
  int64_t step = dot_product_step(&candidate->nest->dot, candidate->schedule, iterator);
  if (iterator != candidate->vector_iterator) {
    tile->count[iterator] = (double)integer_ceil_div(size, step);
    return;
  }
  tile->count[iterator] = vector_pieces(size, step, masks);
  tile->rest = size % step;
  tile->masked = masks && tile->rest != 0 ? 1 / tile->count[iterator] : 0;
}

typedef struct Covering {
  const Candidate *candidate;
  double trips, inner_runs;
  double base;   // cycles of a call on the whole block
  double copies; // of the kernel in the code: whole blocks, remainders, borders
} Covering;

// Cycles of a call on a block of another kind, in units of the whole block's.
static double block_ratio(const Covering *covering, const Tile *tile) {
  CallCycles cycles = call_cycles(covering->candidate, tile, covering->trips, covering->inner_runs);
  return (cycles.kernel + cycles.frame) / covering->base;
}

// What border kernels change in the calls along `iterator`. They are whole blocks: along the lanes
// with padding in some vectors, along other iterators with fewer taps.
static double border_calls(Covering *covering, const Tile *whole, int iterator, double calls) {
  const Candidate *candidate = covering->candidate;
  const AnalyticalBorder *border = &candidate->context->borders[iterator];
  double kinds = (border->low > 0) + (border->high > 0);
  if (candidate->schedule->pad_mode != PAD_BORDER || kinds == 0)
    return calls;
  covering->copies *= 1 + kinds;
  if (iterator != candidate->vector_iterator)
    return calls * (1 - (border->low + border->high) * (1 - border->taps) /
                            (double)candidate->context->extents[iterator]);
  Tile tile = *whole;
  tile.at_border = true;
  double at_border = number_min(kinds, calls);
  return calls + at_border * (block_ratio(covering, &tile) - 1);
}

// Calls along one parallel iterator, in units of calls on a whole block.
static double covering_calls(Covering *covering, const Tile *whole, int iterator) {
  const Candidate *candidate = covering->candidate;
  int64_t extent = candidate->context->extents[iterator];
  int64_t block = candidate->schedule->block[iterator];
  double calls = (double)(extent / block);
  if (extent % block != 0 && candidate->schedule->remainder == REMAINDER_PAD) {
    calls++; // the whole block once more, no other code
  } else if (extent % block != 0) {
    Tile tile = *whole;
    tile_set(candidate, iterator, extent % block, &tile);
    calls += block_ratio(covering, &tile);
    covering->copies *= 2;
  }
  return border_calls(covering, whole, iterator, calls);
}

// How the sweep reads and writes an access: its lanes may run along another iterator.
static void sweep_read_access(Candidate *candidate, int a) {
  int64_t stride = candidate->vector_iterator >= 0
                       ? candidate->context->accesses[a].stride[candidate->vector_iterator]
                       : 0;
  candidate->modes[a] = stride == 0 ? MODE_BROADCAST : stride == 1 ? MODE_VECTOR : MODE_GATHER;
  candidate->load_cost[a] = candidate->modes[a] == MODE_GATHER ? (double)candidate->lanes : 1;
}

// Cycles of the vectors of the sweep, one of which takes `cycles`. A load that follows a masked
// store to its neighbourhood waits for it, so rows that end in a masked vector run one by one.
static double sweep_cycles(const Candidate *sweep, double vectors, double cycles) {
  const AnalyticalContext *context = sweep->context;
  int vector = sweep->vector_iterator;
  if (vector < 0 || sweep->schedule->remainder != REMAINDER_MASK ||
      context->extents[vector] % sweep->lanes == 0)
    return vectors * cycles;
  double rows = vectors * (double)sweep->lanes / (double)context->extents[vector];
  double row_vectors = vector_pieces(context->extents[vector], sweep->lanes, true);
  double chain = context->stage_slots[STAGE_EPILOGUE] * EPILOGUE_CHAIN *
                 instruction_latency(context->instruction, context->target);
  return rows * number_max(row_vectors * cycles, STORE_WAIT_CYCLES + chain);
}

// The epilogue over finished tiles: loads, statements and stores of every result once more.
static void add_sweep(const Candidate *kernel, KernelCycles *out) {
  const AnalyticalContext *context = kernel->context;
  Candidate sweep = *kernel;
  sweep.vector_iterator = kernel->nest->sweep_vector;
  sweep.lanes = sweep.vector_iterator >= 0 ? kernel->lanes : 1;
  Tile tile = {0};
  double vectors = 1;
  for (int i = 0; i < context->iterator_count; i++) {
    tile.count[i] = 1;
    if (context->parallel & (1u << i))
      vectors *= (double)context->extents[i];
  }
  vectors /= (double)sweep.lanes;
  Ports ports = {0};
  ports_add_slots(context->stage_slots[STAGE_EPILOGUE], &ports);
  for (int a = 0; a < context->access_count; a++) {
    const AnalyticalAccess *access = &context->accesses[a];
    sweep_read_access(&sweep, a);
    bool is_in_sweep =
        !access->is_stored_in_body && (access->is_output || access->stage == STAGE_EPILOGUE);
    if (is_in_sweep)
      ports_add_loads(&sweep, a, &tile, 1, &ports);
    if (is_in_sweep && access->is_output)
      ports_add_stores(&sweep, a, &tile, 1, &ports);
  }
  // Loops of the sweep: trips of the innermost one carry a block of vectors.
  int vector = sweep.vector_iterator;
  double block = vector >= 0 && vector == kernel->vector_iterator
                     ? (double)kernel->schedule->block[vector] / (double)sweep.lanes
                     : 1;
  block = block > 1 ? block : 1;
  out->call += sweep_cycles(
      &sweep, vectors,
      ports_cycles(context->target, context->instruction, sweep.width, &ports, 0, ISSUE_WIDTH));
  out->loops += vectors / block * LOOP_CYCLES + block * ports.ops * COLD_CODE_CYCLES;
}

void analytical_kernel(const Candidate *candidate, KernelCycles *out) {
  const AnalyticalContext *context = candidate->context;
  const LoopNest *nest = candidate->nest;
  Tile whole = {0};
  for (int i = 0; i < context->iterator_count; i++) {
    int64_t block = candidate->schedule->block[i];
    tile_set(candidate, i, block > 0 ? block : 1, &whole);
  }

  Covering covering = {.candidate = candidate, .trips = 1, .inner_runs = 0, .copies = 1};
  double reduction_tiles = 1, around = 0, product = 1;
  for (int l = 0; l < nest->serial_count; l++) {
    const Loop *loop = &nest->loops[l];
    if (loop->band == BAND_KERNEL) {
      if (covering.trips > 1)
        covering.inner_runs += covering.trips;
      covering.trips *= candidate->trips[l];
      continue;
    }
    product *= candidate->trips[l];
    around += product;
    if (!(context->parallel & (1u << loop->iterator)))
      reduction_tiles *= candidate->trips[l];
  }
  CallCycles call = call_cycles(candidate, &whole, covering.trips, covering.inner_runs);
  covering.base = call.kernel + call.frame;
  double calls = reduction_tiles;
  for (int i = 0; i < context->iterator_count; i++)
    if (context->parallel & (1u << i))
      calls *= covering_calls(&covering, &whole, i);
  out->kernel = call.kernel * calls;
  out->call = call.frame * calls;
  out->loops = around * LOOP_CYCLES + covering.copies * call.ops * COLD_CODE_CYCLES;
  if (nest->sweep_depth != EPILOGUE_IN_REGISTERS)
    add_sweep(candidate, out);
}
