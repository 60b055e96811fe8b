// What code costs that no schedule of ours made, by the formulas of the analytical model: what its
// ports, caches and pages take. The cycles of every loop are those of its own code and of the loops
// inside.
#include "costmodel/code/code_price.h"

#include "costmodel/analytical/analytical_ports.h"
#include "costmodel/code/code_compiled.h"
#include "costmodel/code/code_memory.h"

#include <math.h>

// The straight-line code of one trip.
typedef struct Trip {
  int width; // index into the target's arrays
  int64_t bits;
  Ports ports;
  double latency;
  double accumulators, vectors, scalars; // registers: updated, and loaded for a step
  bool overlaps;                         // the next run of the loop updates something else
} Trip;

static double pieces(const Trip *trip, double lanes, double element_bytes) {
  return ceil(lanes * element_bytes * 8 / (double)trip->bits);
}

static void find_width(const CompiledCode *code, int loop, Trip *trip) {
  const CompiledLoop *at = &code->loops[loop];
  int64_t bits = at->vector_lanes > 1 ? code->target->vector_bits : 1;
  for (int n = 0; n < at->work_count; n++)
    if (at->work[n].lanes > 1 && at->work[n].lanes * at->work[n].element_bytes * 8 > bits)
      bits = at->work[n].lanes * at->work[n].element_bytes * 8;
  for (int n = 0; n < code->access_count; n++) {
    const CodeAccess *access = &code->accesses[n];
    int64_t own = access->lanes * code->nest->buffers[access->buffer].element_bytes * 8;
    if (access->loop == loop && access->lanes > 1 && own > bits)
      bits = own;
  }
  trip->width = width_index(code->target, bits);
  trip->bits = 128 << trip->width;
}

// Whether it begins at a multiple of its size in every trip.
static bool is_aligned(const CompiledCode *code, const CodeAccess *access, int64_t lanes) {
  int64_t linear = code_access_linear(code->nest, access, access->offset);
  if (linear % lanes)
    return false;
  for (int depth = 1; depth < CODE_MAX_DEPTH; depth++)
    if (code_access_stride(code->nest, access, depth) % lanes)
      return false;
  return true;
}

static void add_access(const CompiledCode *code, const CodeAccess *access, Trip *trip) {
  Ports *ports = &trip->ports;
  double bytes = (double)code->nest->buffers[access->buffer].element_bytes;
  int64_t stride = access->lane_stride, lanes = access->lanes;
  const CompiledLoop *at = &code->loops[access->loop];
  if (at->vector_lanes > 1) {
    lanes = at->vector_lanes;
    stride = code_access_stride(code->nest, access, at->depth);
  }
  double count = lanes == 1 || stride == 0 ? 1 : pieces(trip, (double)lanes, bytes);
  double size = (double)lanes * bytes / count; // of one
  if (lanes > 1 && stride > 1 && stride <= 4 && !access->is_store) {
    ports->shuffles += count * (double)stride * DEINTERLEAVE_SHUFFLES;
    count *= (double)stride;
  } else if (lanes > 1 && stride != 0 && stride != 1) {
    count = (double)lanes;
    ports->shuffles += count * GATHER_SHUFFLES;
  } else if (stride == 1 && size > 16 && !is_aligned(code, access, (int64_t)(size / bytes))) {
    count += access->is_store ? 0 : count * LINE_SPLIT * size / code->target->cache_line_bytes;
  }
  ports->ops += count;
  if (access->is_store)
    ports->stores += count;
  else
    ports->loads += count;
  if (!access->is_store)
    *(lanes > 1 && stride != 0 ? &trip->vectors : &trip->scalars) += count;
}

// What a store of this trip has to wait for from the trip before.
static void add_update(const CompiledCode *code, const CodeAccess *store, int loop, Trip *trip) {
  const CompiledLoop *at = &code->loops[loop];
  if (store->update == 0 || !compiled_is_still(code, store, loop) || loop == 0)
    return;
  double latency =
      compiled_latency(code, store->update, store->update_adds, store->update_multiplies);
  bool in_memory = false; // the load could not leave the loop
  for (int n = 0; n < code->access_count; n++)
    in_memory |= code->accesses[n].loop == loop && !code->accesses[n].is_store &&
                 code->accesses[n].buffer == store->buffer;
  trip->latency = fmax(trip->latency, latency + (in_memory ? FORWARD_CYCLES : 0));
  if (!in_memory)
    trip->accumulators +=
        pieces(trip, store->lanes, (double)code->nest->buffers[store->buffer].element_bytes);
  if (at->parent > 0)
    trip->overlaps |= !compiled_is_still(code, store, at->parent);
}

// As in analytical_kernel.c: one kind of operands passes through one register, the other stays.
static void add_spills(const CompiledCode *code, double live_bytes, Trip *trip) {
  double needed = trip->accumulators + fmin(trip->vectors, trip->scalars) + 1;
  double waiting =
      live_bytes * 8 / (double)trip->bits - instruction_registers(code->instruction, code->target);
  if (waiting > 0) {
    trip->ports.loads += waiting;
    trip->ports.stores += waiting * (trip->width > 0 ? SPILL_STORES : 1);
    trip->ports.ops += 2 * waiting;
  }
  if (trip->accumulators == 0 || needed <= instruction_registers(code->instruction, code->target))
    return;
  trip->ports.loads += trip->accumulators;
  trip->ports.stores += trip->accumulators;
  trip->ports.ops += 2 * trip->accumulators;
  trip->latency += SPILL_CYCLES;
}

static Trip read_trip(const CompiledCode *code, int loop) {
  const CompiledLoop *at = &code->loops[loop];
  Trip trip = {.latency = at->chain};
  find_width(code, loop, &trip);
  trip.accumulators = ceil(at->carried_bytes * 8 / (double)trip.bits);
  for (int n = 0; n < at->work_count; n++) {
    double slots = at->work[n].slots * pieces(&trip, at->work[n].lanes, at->work[n].element_bytes);
    trip.ports.slots += slots;
    trip.ports.ops += slots;
  }
  trip.ports.shuffles += at->shuffles;
  trip.ports.ops += at->shuffles + (at->is_innermost ? LOOP_OPS : 0);
  for (int n = 0; n < code->access_count; n++)
    if (code->accesses[n].loop == loop) {
      add_access(code, &code->accesses[n], &trip);
      if (code->accesses[n].is_store)
        add_update(code, &code->accesses[n], loop, &trip);
    }
  add_spills(code, at->live_bytes, &trip);
  return trip;
}

typedef struct Cycles {
  double kernel, calls, loops;
  double code; // instructions of all straight-line code
} Cycles;

static void add_cycles(const Cycles *inner, double times, Cycles *sum) {
  sum->kernel += times * inner->kernel;
  sum->calls += times * inner->calls;
  sum->loops += times * inner->loops;
  sum->code += inner->code;
}

// Runs that follow each other overlap as far as the core looks ahead.
static double hidden_latency(const Trip *trip, double trips) {
  double run = fmax(trips * trip->ports.ops, 1);
  return trip->overlaps ? trip->latency / fmax(1, WINDOW_OPS / run) : trip->latency;
}

static double innermost_cycles(const CompiledCode *code, const CompiledLoop *at, const Trip *trip) {
  double latency = hidden_latency(trip, at->trips);
  double one = ports_cycles(code->target, code->instruction, trip->width, &trip->ports, latency,
                            issue_width(trip->ports.ops));
  if (at->vector_lanes <= 1)
    return at->trips * one;
  double whole = floor(at->trips / at->vector_lanes);
  return (whole + (at->trips - whole * at->vector_lanes)) * one;
}

// Recursion: at most CODE_MAX_DEPTH levels, one a loop.
static Cycles price_loop(const CompiledCode *code, int loop) {
  const CompiledLoop *at = &code->loops[loop];
  Trip trip = read_trip(code, loop);
  Cycles cycles = {.code = trip.ports.ops}, inside = {0};
  for (int l = loop + 1; l < code->nest->loop_count; l++)
    if (code->loops[l].parent == loop && !code->loops[l].is_gone) {
      Cycles inner = price_loop(code, l);
      add_cycles(&inner, 1, &inside);
    }
  cycles.calls = at->trips * at->calls * FUNCTION_CYCLES;
  if (at->is_innermost && at->trips > 1) {
    cycles.kernel = innermost_cycles(code, at, &trip);
    cycles.calls += CALL_CYCLES;
    return cycles;
  }
  add_cycles(&inside, at->trips, &cycles);
  cycles.kernel += at->trips * ports_cycles(code->target, code->instruction, trip.width,
                                            &trip.ports, 0, issue_width(trip.ports.ops));
  cycles.loops += at->trips > 1 ? at->trips * LOOP_CYCLES : 0;
  return cycles;
}

double code_price(const CodeNest *nest, const Target *target, AnalyticalParts *out_parts) {
  CompiledCode code = code_compile(nest, target);
  Cycles cycles = price_loop(&code, 0);
  MemoryCycles memory;
  code_memory(nest, target, &memory);
  const KernelCycles kernel = {.kernel = cycles.kernel,
                               .call = cycles.calls + ENTRY_CYCLES,
                               .loops = cycles.loops + cycles.code * COLD_CODE_CYCLES};
  return analytical_total(target, &kernel, &memory, out_parts);
}
