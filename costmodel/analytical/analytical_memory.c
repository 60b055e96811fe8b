// Analytical model, memory: bytes that each cache level has to deliver, and pages touched.
//
// Going outward through the serial loops, the working set of one run of what is
// inside grows. A level keeps what is reused while the working set fits; at the
// first loop where it does not, every trip of the loops further out fetches
// the working set again.
#include "costmodel/analytical/analytical_internal.h"

// The memory system while the walk goes outward.
typedef struct Walk {
  const Candidate *candidate;
  int64_t span[WORKLOAD_MAX_ITERATORS];
  Touch touches[WORKLOAD_MAX_ACCESSES];
  int depth;                             // loops around what is touched now
  int panel_loop[WORKLOAD_MAX_ACCESSES]; // whose trips move to the next panel; -1: nobody asks
  double unresolved[TARGET_MAX_CACHES];  // part of the reuse still to be found further out
  double written[TARGET_MAX_CACHES];     // of traffic.bytes: lines that are written back
  double conflicts;                      // bytes that L1 has lost between two trips of the kernel
  double tlb_unresolved[2];
  AnalyticalTraffic traffic;
} Walk;

// The loop whose next panel is asked for while the kernel comes back to this one
// (transforms/lowering/prefetch.h), or -1. The rows that the models of f32 were trained on say what
// it costs there; those of narrower factors are left to this model.
static int find_panel_loop(const Candidate *candidate, int a) {
  const AnalyticalContext *context = candidate->context;
  const LoopNest *nest = candidate->nest;
  const PackedBuffer *pack = candidate->packs[a];
  bool comes_back = false;
  if (context->factor_slots[a] <= 0 || !pack || !pack_is_constant(&context->accesses[a], pack))
    return -1;
  for (int l = nest->serial_count - 1; l >= 0; l--) {
    bool moves = context->accesses[a].uses >> nest->loops[l].iterator & 1u;
    if (moves && comes_back)
      return l;
    comes_back |= !moves;
  }
  return -1;
}

// Bytes and runs of everything touched now, and the bytes that are written.
static void walk_sum(const Walk *walk, Touch *out_sum, double *out_written) {
  const AnalyticalContext *context = walk->candidate->context;
  *out_sum = (Touch){0};
  *out_written = 0;
  for (int a = 0; a < context->access_count; a++) {
    const Touch *touch = &walk->touches[a];
    out_sum->bytes += touch->bytes;
    double panels = walk->depth > walk->panel_loop[a] && walk->panel_loop[a] >= 0 ? 2 : 1;
    for (int level = 0; level < TARGET_MAX_CACHES; level++)
      out_sum->occupied[level] += touch->occupied[level] * (level > 0 ? panels : 1);
    out_sum->runs += touch->runs;
    out_sum->pages += touch->pages;
    if (context->accesses[a].is_output)
      *out_written += touch->bytes;
  }
}

double memory_lost_reuse(double need, double capacity) {
  double excess = need / (capacity * CACHE_USE);
  if (excess <= 1)
    return 0;
  return excess >= CACHE_FADE ? 1 : (excess - 1) / (CACHE_FADE - 1);
}

static void walk_add(Walk *walk, int level, double times, const Touch *sum, double written) {
  walk->traffic.bytes[level] += times * sum->bytes;
  walk->traffic.runs[level] += times * sum->runs;
  walk->written[level] += times * written;
}

static void walk_pages(Walk *walk, const Touch *sum, double times) {
  const double reach[2] = {TLB1_PAGES, walk->candidate->context->target->tlb_entries};
  for (int level = 0; level < 2; level++)
    if (walk->tlb_unresolved[level] > 0 && sum->pages > reach[level]) {
      walk->traffic.tlb_pages[level] += sum->pages * times;
      walk->tlb_unresolved[level] = 0;
    }
}

// The working set at some depth, fetched anew `times` times unless it survives.
static void walk_resolve(Walk *walk, double times) {
  const Target *target = walk->candidate->context->target;
  Touch sum;
  double written;
  walk_sum(walk, &sum, &written);
  for (int level = 0; level < target->cache_count; level++) {
    if (walk->unresolved[level] <= 0)
      continue;
    double lost = memory_lost_reuse(sum.occupied[level], (double)target->cache_bytes[level]);
    double part = lost - (1 - walk->unresolved[level]); // what further in lost is counted there
    if (part <= 0)
      continue;
    walk_add(walk, level, part * times, &sum, written);
    walk->unresolved[level] -= part;
  }
  walk_pages(walk, &sum, times);
}

// The operands as a whole are there from the run before as far as a cache holds them: streamed from
// end to end they may fill it, but the last one, which is shared.
static void walk_finish(Walk *walk) {
  const Target *target = walk->candidate->context->target;
  Touch sum;
  double written;
  walk_sum(walk, &sum, &written);
  for (int level = 0; level < target->cache_count; level++) {
    bool is_last = level + 1 == target->cache_count;
    double lost = memory_lost_reuse(sum.bytes,
                                    (double)target->cache_bytes[level] / (is_last ? 1 : CACHE_USE));
    double part = lost - (1 - walk->unresolved[level]);
    if (part > 0)
      walk_add(walk, level, part, &sum, written);
  }
  walk_pages(walk, &sum, 1);
}

// What L1 loses between two trips of a kernel loop beyond what the walk has found. Of the operands
// that the body reads: results are in registers meanwhile.
static void walk_conflicts(Walk *walk, int depth, double times) {
  const Candidate *candidate = walk->candidate;
  const AnalyticalContext *context = candidate->context;
  if (candidate->nest->loops[depth - 1].band != BAND_KERNEL || walk->unresolved[0] <= 0)
    return;
  for (int a = 0; a < context->access_count; a++) {
    const AnalyticalAccess *access = &context->accesses[a];
    if (access->stage == STAGE_BODY && !access->is_output && !candidate->packs[a] &&
        walk->touches[a].runs > context->target->l1_ways)
      walk->conflicts +=
          walk->unresolved[0] * conflict_bytes(candidate, a, depth, walk->span, times);
  }
}

static bool walk_is_open(const Walk *walk) {
  for (int level = 0; level < walk->candidate->context->target->cache_count; level++)
    if (walk->unresolved[level] > 0)
      return true;
  return false;
}

static void walk_loops(Walk *walk) {
  const Candidate *candidate = walk->candidate;
  const AnalyticalContext *context = candidate->context;
  const LoopNest *nest = candidate->nest;
  double times = 1;
  for (int i = 0; i < context->iterator_count; i++)
    walk->span[i] = context->extents[i];
  for (int l = 0; l < nest->serial_count; l++) {
    walk->span[nest->loops[l].iterator] = nest->loops[l].step;
    times *= candidate->trips[l];
  }
  for (int a = 0; a < context->access_count; a++) {
    walk->touches[a] = touch_at(candidate, a, nest->serial_count, walk->span);
    walk->panel_loop[a] = find_panel_loop(candidate, a);
  }
  for (int depth = nest->serial_count; depth > 0 && walk_is_open(walk); depth--) {
    const Loop *loop = &nest->loops[depth - 1];
    walk->depth = depth;
    walk_resolve(walk, times);
    walk_conflicts(walk, depth, times);
    walk->span[loop->iterator] = loop->span;
    times /= candidate->trips[depth - 1];
    for (int a = 0; a < context->access_count; a++)
      if ((context->accesses[a].uses & (1u << loop->iterator)) ||
          (candidate->packs[a] && candidate->packs[a]->depth == depth))
        walk->touches[a] = touch_at(candidate, a, depth - 1, walk->span);
  }
  walk->depth = 0;
  if (walk_is_open(walk))
    walk_finish(walk);
}

int memory_level_of(const Target *target, double bytes) {
  int level = 0;
  while (level < target->cache_count && bytes > (double)target->cache_bytes[level] * CACHE_USE)
    level++;
  return level;
}

double memory_bandwidth(const Target *target, int level) {
  return level < TARGET_MAX_CACHES && level < target->cache_count
             ? target->cache_bytes_per_cycle[level]
             : target->memory_bytes_per_cycle;
}

double memory_write_bandwidth(const Target *target, int level) {
  return level == 1 && level < target->cache_count ? target->l2_write_bytes_per_cycle
                                                   : memory_bandwidth(target, level);
}

// The sweep fetches and writes every result that the body did not store once more, from the cache
// that holds what is touched between the kernel's last store of a result and the sweep: one tile of
// the reduction.
static void walk_sweep(Walk *walk) {
  const Candidate *candidate = walk->candidate;
  const AnalyticalContext *context = candidate->context;
  const LoopNest *nest = candidate->nest;
  int64_t span[WORKLOAD_MAX_ITERATORS];
  Touch results = {0}, all = {0};
  double times = 1;
  for (int i = 0; i < context->iterator_count; i++)
    span[i] = context->extents[i];
  for (int l = 0; l < nest->serial_count && nest->loops[l].band != BAND_KERNEL; l++) {
    bool is_parallel = context->parallel & (1u << nest->loops[l].iterator);
    if (l < nest->sweep_depth || !is_parallel)
      span[nest->loops[l].iterator] = nest->loops[l].step;
    if (l < nest->sweep_depth)
      times *= candidate->trips[l];
  }
  for (int a = 0; a < context->access_count; a++) {
    Touch touch = touch_at(candidate, a, nest->sweep_depth, span);
    all.bytes += touch.bytes;
    const AnalyticalAccess *access = &context->accesses[a];
    if (!access->is_output || access->is_stored_in_body)
      continue;
    results.bytes += touch.bytes;
    results.runs += touch.runs;
  }
  for (int level = 0; level < memory_level_of(context->target, all.bytes); level++) {
    walk_add(walk, level, times, &results, results.bytes);
  }
}

double memory_level_cycles(const Target *target, int level, double bytes, double written,
                           double runs, double slower) {
  bool from_memory = level + 1 == target->cache_count;
  double run_cycles = level == 0 && !from_memory ? RUN_CYCLES_L2
                                                 : RUN_LINES_L3 * target->cache_line_bytes /
                                                       memory_bandwidth(target, level + 1);
  return ((bytes - written) / memory_bandwidth(target, level + 1) +
          written / memory_write_bandwidth(target, level + 1)) *
             slower +
         runs * run_cycles;
}

void analytical_memory(const Candidate *candidate, MemoryCycles *out) {
  const Target *target = candidate->context->target;
  Walk walk;
  walk.candidate = candidate;
  for (int level = 0; level < TARGET_MAX_CACHES; level++) {
    walk.unresolved[level] = level < target->cache_count ? 1 : 0;
    walk.traffic.bytes[level] = walk.traffic.runs[level] = walk.written[level] = 0;
  }
  walk.conflicts = 0;
  for (int level = 0; level < 2; level++) {
    walk.tlb_unresolved[level] = 1;
    walk.traffic.tlb_pages[level] = 0;
  }
  walk_loops(&walk);
  if (candidate->nest->sweep_depth != EPILOGUE_IN_REGISTERS)
    walk_sweep(&walk);
  for (int level = 0; level < TARGET_MAX_CACHES; level++)
    out->level[level] = 0;
  for (int level = 0; level < target->cache_count; level++) {
    bool from_memory = level + 1 == target->cache_count;
    out->level[from_memory ? TARGET_MAX_CACHES - 1 : level] =
        memory_level_cycles(target, level, walk.traffic.bytes[level], walk.written[level],
                            walk.traffic.runs[level], from_memory ? memory_slowdown(candidate) : 1);
  }
  out->cold = cold_cycles(candidate, out->level[TARGET_MAX_CACHES - 1]);
  out->conflicts = walk.conflicts / memory_bandwidth(target, 1);
  out->traffic = walk.traffic;
  out->tlb = walk.traffic.tlb_pages[0] * TLB1_CYCLES + walk.traffic.tlb_pages[1] * TLB2_CYCLES;
  out->pack = 0;
  for (int p = 0; p < candidate->nest->pack_count; p++)
    out->pack += pack_cycles(candidate, &candidate->nest->packs[p]);
}
