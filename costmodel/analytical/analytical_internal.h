// What the files of the analytical model share: costs in cycles of one core.
#ifndef AUTOTUNE_COSTMODEL_ANALYTICAL_ANALYTICAL_INTERNAL_H
#define AUTOTUNE_COSTMODEL_ANALYTICAL_ANALYTICAL_INTERNAL_H

#include "costmodel/analytical.h"

#include <math.h>

#ifdef AUTOTUNE_FIT_ANALYTICAL // bench/fit/fit_analytical.c: variables
#define C(name, value, unit, meaning) extern double name;
#else
#define C(name, value, unit, meaning) static const double name __attribute__((unused)) = value;
#endif
#include "costmodel/analytical/analytical_constants.def"
#undef C

// Of numbers that are never NAN: fmin and fmax are calls.
static inline double number_min(double a, double b) { return a < b ? a : b; }
static inline double number_max(double a, double b) { return a > b ? a : b; }

#define OVERLAP_POWER 2.5

// Cycles of parts that overlap: (sum of part^2.5)^(1/2.5). That is the longest where it is by far
// the longest, and longer where others come near it.
static inline double overlapped_cycles(const double *parts, int count) {
  double sum = 0;
  for (int n = 0; n < count; n++)
    sum += parts[n] * parts[n] * sqrt(parts[n]);
  return pow(sum, 1 / OVERLAP_POWER);
}

// How an access is read or written inside the register tile.
typedef enum AccessMode {
  MODE_BROADCAST,    // does not move with the lanes: one scalar, broadcast
  MODE_VECTOR,       // neighbours in memory
  MODE_DEINTERLEAVE, // stride 2 to 4: neighbours are loaded and shuffled apart
  MODE_GATHER,       // lane by lane
} AccessMode;

// One candidate as the model reads it.
typedef struct Candidate {
  const AnalyticalContext *context;
  const Schedule *schedule;
  const LoopNest *nest;
  const Instruction *instruction; // by which products are added up
  double anchor_slots;            // of one evaluation, in its slots
  int width;                      // index into the target's arrays by vector width
  int vector_iterator;            // -1: scalar
  int64_t lanes;
  const PackedBuffer *packs[WORKLOAD_MAX_ACCESSES]; // NULL: read in place
  uint8_t modes[WORKLOAD_MAX_ACCESSES];
  double load_cost[WORKLOAD_MAX_ACCESSES]; // load ports of one vector load, splits included
  double trips[LOOP_NEST_MAX_LOOPS];       // span / step: partial trips count in part
  double epilogue_part;         // of the kernel's runs that apply the epilogue; 0: a sweep does
  bool epilogue_is_selected;    // by every vector at run time, after straight-line code
  uint32_t produced_statements; // bit per statement that is evaluated while packing
  uint32_t packed_only;         // bit per access that is read while packing and not by the kernel
} Candidate;

typedef struct KernelCycles {
  double kernel, call, loops;
} KernelCycles;

typedef struct MemoryCycles {
  double level[TARGET_MAX_CACHES]; // of what comes from L2, L3, memory
  double tlb, pack;
  double cold;      // of cold operands from memory, beyond the level of memory
  double conflicts; // of lines that share sets of L1, beyond what comes from L2
  AnalyticalTraffic traffic;
} MemoryCycles;

// Bytes of an access that one lane takes at once: neighbours that a dot product adds up count.
int64_t candidate_element_bytes(const Candidate *candidate, int a);
// FMA slots that the body spends on producers: those of one access (or of none, a = -1).
double candidate_producer_slots(const Candidate *candidate, int a);
void analytical_kernel(const Candidate *candidate, KernelCycles *out_cycles);
void analytical_memory(const Candidate *candidate, MemoryCycles *out_cycles);
// Level that holds a buffer between two uses: 0 for L1, cache_count for memory.
int memory_level_of(const Target *target, double bytes);
// What an access touches while the iterators move over some spans.
typedef struct Touch {
  double bytes;                       // of whole cache lines
  double occupied[TARGET_MAX_CACHES]; // bytes of each cache it effectively takes: conflicts count
  double runs;                        // contiguous pieces
  double pitch;                       // bytes from one to the next; 0 where there is one
  double unaligned;                   // of the bytes of each piece, those beyond its own: it may
                                      // begin anywhere in a line
  double pages;
} Touch;

// Of an access that is read in place; iterator i moves over span[i] values.
Touch touch_access(const Target *target, const AnalyticalAccess *access, const int64_t *span);
// Of a panel.
Touch touch_panel(const Target *target, const PackedBuffer *pack, const int64_t *span);
// Of access `a` inside `depth` loops, where it is read.
Touch touch_at(const Candidate *candidate, int a, int depth, const int64_t *span);
// Whether the pack is made before all runs, as nothing but constants goes into it.
bool pack_is_constant(const AnalyticalAccess *access, const PackedBuffer *pack);
// Cycles of filling the pack, as often as the nest does.
double pack_cycles(const Candidate *candidate, const PackedBuffer *pack);
// How much longer bytes from memory take where the caches do not hold all operands.
double memory_slowdown(const Candidate *candidate);
// Bytes of an operand read in place that L1 has lost when the loop at depth - 1 goes on to its next
// trip, which would find them otherwise: `times` trips, in one of which iterator i moves over
// span[i].
double conflict_bytes(const Candidate *candidate, int a, int depth, const int64_t *span,
                      double times);
// Cycles that cold operands take to come from memory once, beyond `memory_cycles`, where the
// operands of the op alone are more than the caches hold.
double cold_cycles(const Candidate *candidate, double memory_cycles);
// Whether these are the cycles of all bytes from memory, which then count nowhere else.
bool cold_is_all_memory(const Candidate *candidate);
// Part of the reuse that a cache loses when `need` bytes compete for `capacity`.
double memory_lost_reuse(double need, double capacity);
// Bytes a cycle that are read from the level; one that the target does not have is memory.
double memory_bandwidth(const Target *target, int level);
// Cycles of what level `level` (0: L1) fetches: `written` of the bytes are also written back;
// `slower`: how much longer the bytes take for being scattered.
double memory_level_cycles(const Target *target, int level, double bytes, double written,
                           double runs, double slower);
// Slots of the instruction in one evaluation.
double ops_slots(const OpCounts *ops, const Instruction *instruction);
// Index into the target's arrays by vector width, of the widest that it has up to `bits`.
int width_index(const Target *target, int64_t bits);
// Seconds of all: the kernel and the levels overlap, the rest is added. Parts may be NULL.
double analytical_total(const Target *target, const KernelCycles *kernel,
                        const MemoryCycles *memory, AnalyticalParts *out_parts);
// Bytes a cycle of lines that are fetched from the level and written back. Beyond L2 the two go
// side by side; a level that the target does not have is memory.
double memory_write_bandwidth(const Target *target, int level);

#endif
