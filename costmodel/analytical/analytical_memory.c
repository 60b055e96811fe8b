// Analytical model, memory: bytes that each cache level has to deliver, pages
// touched, and the cost of packing.
//
// Going outward through the serial loops, the working set of one run of what is
// inside grows. A level keeps what is reused while the working set fits; at the
// first loop where it does not, every trip of the loops further out fetches
// the working set again.
#include "costmodel/analytical/analytical_internal.h"

#include "base/integer.h"

#include <math.h>
#include <string.h>

static Touch touch_dense(const Target *target, double bytes) {
  return (Touch){.bytes = bytes,
                 .occupied = {bytes, bytes, bytes},
                 .runs = 1,
                 .pages = 1 + bytes / target->page_bytes};
}

// Sets of a cache that rows `pitch` bytes apart can reach, as part of all of them. Beyond L1 the
// sets follow from physical addresses, in which pages lie anywhere.
static double sets_reached(const Target *target, int level, double pitch, double rows,
                           double row_bytes) {
  int64_t way_bytes = target->cache_bytes[level] / (level == 0 ? target->l1_ways : target->l2_ways);
  int64_t step = (int64_t)pitch & -(int64_t)pitch; // largest power of two that divides it
  if (level > 0 && step > target->page_bytes)
    step = target->page_bytes;
  if (step >= way_bytes)
    step = way_bytes;
  if (step <= target->cache_line_bytes)
    return 1;
  double places = number_min((double)(way_bytes / step), rows);
  return number_min(1,
                    places * number_max(row_bytes, target->cache_line_bytes) / (double)way_bytes);
}

// In the last cache, which hashes addresses, nothing conflicts. Between L1 and L2 the processor
// hides a part of the misses, and L1 does not always evict the oldest line: a power of 3/4 of the
// sets fits what was measured better than all of them.
static void touch_conflicts(const Target *target, double pitch, double row_bytes, Touch *touch) {
  for (int level = 0; level < TARGET_MAX_CACHES; level++) {
    int ways = level == 0 ? target->l1_ways : target->l2_ways;
    touch->occupied[level] = touch->bytes;
    if (level + 1 >= target->cache_count || touch->runs <= ways)
      continue;
    double part = number_max(sets_reached(target, level, pitch, touch->runs, row_bytes), 1e-3);
    touch->occupied[level] /= level == 0 ? sqrt(part * sqrt(part)) : part;
  }
}

Touch touch_access(const Target *target, const AnalyticalAccess *access, const int64_t *span) {
  double line = target->cache_line_bytes;
  double run = access->element_bytes, rows = 1, pitch = 0, pages = 1;
  bool is_contiguous = true;
  for (int d = access->rank - 1; d >= 0; d--) {
    const AnalyticalDim *dim = &access->dims[d];
    int64_t range = 1;
    for (int t = dim->first; t < dim->first + dim->count; t++)
      range += access->terms[t].coefficient * (span[access->terms[t].iterator] - 1);
    if (range > dim->size)
      range = dim->size;
    if (is_contiguous && (double)dim->stride_bytes <= run) {
      run *= (double)range;
      is_contiguous = range == dim->size;
      continue;
    }
    is_contiguous = false;
    if (range == 1)
      continue;
    rows *= (double)range;
    if (pitch == 0)
      pitch = (double)dim->stride_bytes;
    if (dim->stride_bytes >= target->page_bytes)
      pages *= (double)range;
  }
  // An unaligned run touches on average a line less an element more than its size.
  double lines = (run + (rows > 1 ? line - access->element_bytes : line / 2)) / line;
  Touch touch;
  touch.bytes =
      number_min(rows * number_max(lines, 1) * line, number_max(access->buffer_bytes, line));
  touch.runs = rows;
  touch.pages = number_max(pages, touch.bytes / target->page_bytes);
  touch_conflicts(target, pitch, run, &touch);
  return touch;
}

double analytical_touched_bytes(const AnalyticalAccess *access, const Target *target,
                                const int64_t *span) {
  return touch_access(target, access, span).bytes;
}

// Places along a dimension of a panel that the iterations of `span` reach.
static int64_t panel_range(const PackDim *dim, const int64_t *span) {
  int64_t iterations = span[dim->source];
  if (dim->kind == PACK_DIM_LANE) // with what fills up the last vector
    return iterations < dim->factor ? iterations : dim->size;
  int64_t range =
      dim->kind == PACK_DIM_TILE ? integer_ceil_div(iterations, dim->factor) : iterations;
  return range < dim->size ? range : dim->size;
}

// A panel holds just what its iterators reach, in the order of use but for the blocks of lanes:
// they lie outermost, whichever loop walks them, so that what a loop reads may be pieces.
static Touch touch_panel(const Target *target, const PackedBuffer *pack, const int64_t *span) {
  double run = (double)element_type_bytes(pack->type), runs = 1, pages = 1, pitch = 0, stride = run;
  bool is_contiguous = true;
  for (int d = pack->rank - 1; d >= 0; d--) {
    int64_t size = pack->dims[d].size, range = panel_range(&pack->dims[d], span);
    if (is_contiguous) {
      run *= (double)range;
      is_contiguous = range == size;
    } else if (range > 1) {
      runs *= (double)range;
      pitch = pitch == 0 ? stride : pitch;
      pages *= stride >= target->page_bytes ? (double)range : 1;
    }
    stride *= (double)size;
  }
  double bytes = runs * (runs > 1 ? number_max(run, target->cache_line_bytes) : run);
  Touch touch = touch_dense(target, number_min(bytes, (double)pack->bytes));
  touch.runs = runs;
  touch.pages = number_max(touch.pages, pages);
  touch_conflicts(target, pitch, run, &touch);
  return touch;
}

static Touch touch_pack(const Candidate *candidate, const PackedBuffer *pack, const int64_t *span) {
  const AnalyticalContext *context = candidate->context;
  int lanes = candidate->vector_iterator;
  if (pack->is_image)
    return touch_access(context->target, &context->accesses[pack->access], span);
  if (lanes >= 0 && !(context->parallel >> lanes & 1u)) // blocks of a reduction lie outermost
    return touch_panel(context->target, pack, span);
  double bytes = (double)element_type_bytes(pack->type);
  for (int i = 0; i < context->iterator_count; i++)
    if (context->accesses[pack->access].uses & (1u << i))
      bytes *= (double)span[i];
  return touch_dense(context->target, number_min(bytes, (double)pack->bytes));
}

static Touch touch_at(const Candidate *candidate, int a, int depth, const int64_t *span) {
  const AnalyticalContext *context = candidate->context;
  const PackedBuffer *pack = candidate->packs[a];
  if (candidate->packed_only >> a & 1u) // the packing pays for it
    return (Touch){0};
  if (!pack)
    return touch_access(context->target, &context->accesses[a], span);
  if (depth < pack->depth) // the buffer is filled again: it does not grow any more
    return touch_dense(context->target, (double)pack->bytes);
  return touch_pack(candidate, pack, span);
}

// The memory system while the walk goes outward.
typedef struct Walk {
  const Candidate *candidate;
  int64_t span[WORKLOAD_MAX_ITERATORS];
  Touch touches[WORKLOAD_MAX_ACCESSES];
  double unresolved[TARGET_MAX_CACHES]; // part of the reuse still to be found further out
  double written[TARGET_MAX_CACHES];    // of traffic.bytes: lines that are written back
  double tlb_unresolved[2];
  AnalyticalTraffic traffic;
} Walk;

// Bytes and runs of everything touched now, and the bytes that are written.
static void walk_sum(const Walk *walk, Touch *out_sum, double *out_written) {
  const AnalyticalContext *context = walk->candidate->context;
  *out_sum = (Touch){0};
  *out_written = 0;
  for (int a = 0; a < context->access_count; a++) {
    const Touch *touch = &walk->touches[a];
    out_sum->bytes += touch->bytes;
    for (int level = 0; level < TARGET_MAX_CACHES; level++)
      out_sum->occupied[level] += touch->occupied[level];
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
  for (int a = 0; a < context->access_count; a++)
    walk->touches[a] = touch_at(candidate, a, nest->serial_count, walk->span);
  for (int depth = nest->serial_count; depth > 0 && walk_is_open(walk); depth--) {
    const Loop *loop = &nest->loops[depth - 1];
    walk_resolve(walk, times);
    walk->span[loop->iterator] = loop->span;
    times /= candidate->trips[depth - 1];
    for (int a = 0; a < context->access_count; a++)
      if ((context->accesses[a].uses & (1u << loop->iterator)) ||
          (candidate->packs[a] && candidate->packs[a]->depth == depth))
        walk->touches[a] = touch_at(candidate, a, depth - 1, walk->span);
  }
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

// What one element costs: it depends on whether source and buffer are contiguous along the same
// dimension, along different ones, or the source along none.
static double pack_element_cycles(const Candidate *candidate, const PackedBuffer *pack) {
  const AnalyticalContext *context = candidate->context;
  const AnalyticalAccess *access = &context->accesses[pack->access];
  if (pack->rank == 0)
    return PACK_SCALAR_CYCLES;
  const PackDim *last = &pack->dims[pack->rank - 1];
  double by_vectors =
      PACK_VECTOR_CYCLES * access->element_bytes * 8 / context->target->vector_bits +
      PACK_RUN_CYCLES / (double)last->size;
  if (pack->is_image)
    return last->kind == PACK_DIM_INDEX ? by_vectors : PACK_TRANSPOSE_CYCLES;
  if (last->kind != PACK_DIM_TILE && access->stride[last->source] == 1)
    return by_vectors;
  for (int i = 0; i < context->iterator_count; i++)
    if (access->stride[i] == 1)
      return PACK_TRANSPOSE_CYCLES;
  return PACK_SCALAR_CYCLES;
}

// Evaluating producers for one element of a panel, in vectors where the packing uses them.
static double produce_cycles(const Candidate *candidate, const PackedBuffer *pack) {
  const AnalyticalContext *context = candidate->context;
  double slots = 0;
  for (uint32_t left = context->produced_by[pack->access]; left != 0; left &= left - 1)
    slots += context->statement_slots[__builtin_ctz(left)];
  bool by_vectors = pack_element_cycles(candidate, pack) < PACK_SCALAR_CYCLES;
  double lanes = by_vectors ? (double)candidate->lanes : 1;
  return slots /
         (instruction_rate(context->instruction, context->target, candidate->width) * lanes);
}

// What producers read beside the operand that their panel stands for.
static void touch_produced(const Candidate *candidate, const PackedBuffer *pack,
                           const int64_t *span, Touch *sum) {
  const AnalyticalContext *context = candidate->context;
  for (int a = 0; a < context->access_count; a++) {
    const AnalyticalAccess *access = &context->accesses[a];
    if (a == pack->access || access->is_output ||
        !(context->produced_by[pack->access] >> access->statement & 1u))
      continue;
    Touch touch = touch_access(context->target, access, span);
    sum->bytes += touch.bytes;
    sum->runs += touch.runs;
  }
}

// Before all runs, as nothing but constants goes into it.
static bool is_packed_by_compiler(const AnalyticalAccess *access, const PackedBuffer *pack) {
  return access->is_constant && pack->depth == 0 && !pack->is_produced;
}

static double pack_cycles(const Candidate *candidate, const PackedBuffer *pack) {
  const AnalyticalContext *context = candidate->context;
  const Target *target = context->target;
  const AnalyticalAccess *access = &context->accesses[pack->access];
  const LoopNest *nest = candidate->nest;
  if (is_packed_by_compiler(access, pack))
    return 0;
  int64_t span[WORKLOAD_MAX_ITERATORS];
  double times = 1;
  for (int i = 0; i < context->iterator_count; i++)
    span[i] = context->extents[i];
  for (int l = 0; l < pack->depth; l++) {
    span[nest->loops[l].iterator] = nest->loops[l].step;
    times *= candidate->trips[l];
  }
  Touch source = touch_access(target, access, span);
  double bytes = (double)pack->bytes;
  double elements = bytes / (double)element_type_bytes(pack->type);
  double work = elements * pack_element_cycles(candidate, pack);
  if (pack->is_produced) {
    work += elements * produce_cycles(candidate, pack);
    touch_produced(candidate, pack, span, &source);
  }
  work += source.runs * PACK_RUN_CYCLES;
  double read =
      source.bytes / memory_bandwidth(target, memory_level_of(target, access->buffer_bytes));
  double write = bytes / memory_write_bandwidth(target, memory_level_of(target, bytes));
  return times * (number_max(work, read + write) + PACK_CALL_CYCLES);
}

// What one run of the kernel loops moves over. Returns how many loops are around them.
static int kernel_span(const Candidate *candidate, int64_t span[WORKLOAD_MAX_ITERATORS]) {
  const LoopNest *nest = candidate->nest;
  int depth = 0;
  memcpy(span, candidate->context->extents, sizeof(candidate->context->extents));
  for (; depth < nest->serial_count && nest->loops[depth].band != BAND_KERNEL; depth++)
    span[nest->loops[depth].iterator] = nest->loops[depth].step;
  return depth;
}

// Part of the prefetchers' help that is lost on an operand when the caches do not hold all: they
// follow a few runs at a time, and every run that ends sooner than a few pages makes them start
// again.
static double scattered_part(const Candidate *candidate, int a) {
  const AnalyticalContext *context = candidate->context;
  const AnalyticalAccess *access = &context->accesses[a];
  const Target *target = context->target;
  const LoopNest *nest = candidate->nest;
  int64_t span[WORKLOAD_MAX_ITERATORS];
  int depth = kernel_span(candidate, span);
  double streams = touch_at(candidate, a, depth, span).runs;
  // Loops around the kernel that go on where the last call stopped.
  while (depth > 0 && access->stride[nest->loops[depth - 1].iterator] == 1) {
    depth--;
    span[nest->loops[depth].iterator] = nest->loops[depth].span;
  }
  Touch touch = touch_at(candidate, a, depth, span);
  double pages = touch.bytes / number_max(touch.runs, 1) / target->page_bytes;
  double by_streams = (streams - MEMORY_STREAMS) / (MEMORY_STREAMS_MAX - MEMORY_STREAMS);
  double by_length = MEMORY_SHORT_RUNS * (1 - pages / MEMORY_RUN_PAGES);
  return number_min(1, number_max(0, number_max(by_streams, by_length)));
}

static double all_bytes(const AnalyticalContext *context) {
  double all = 0;
  for (int a = 0; a < context->access_count; a++)
    all += context->accesses[a].buffer_bytes;
  return all;
}

static bool exceeds_caches(const AnalyticalContext *context) {
  const Target *target = context->target;
  return all_bytes(context) > (double)target->cache_bytes[target->cache_count - 1];
}

// How much longer bytes from memory take for that.
static double memory_slowdown(const Candidate *candidate) {
  const AnalyticalContext *context = candidate->context;
  double scattered = 0;
  if (!exceeds_caches(context))
    return 1;
  for (int a = 0; a < context->access_count; a++)
    scattered += context->accesses[a].buffer_bytes * scattered_part(candidate, a);
  return 1 + scattered / all_bytes(context) * (MEMORY_SCATTER - 1);
}

// The panel of a cold operand, which the compiler fills; null: it is read where it lies, or packed
// in the run, in pieces like the kernel's.
static const PackedBuffer *cold_panel(const Candidate *candidate, int a) {
  const PackedBuffer *pack = candidate->packs[a];
  return pack && is_packed_by_compiler(&candidate->context->accesses[a], pack) ? pack : NULL;
}

static Touch touch_cold(const Candidate *candidate, int a, const int64_t *span) {
  const PackedBuffer *panel = cold_panel(candidate, a);
  return panel ? touch_panel(candidate->context->target, panel, span)
               : touch_access(candidate->context->target, &candidate->context->accesses[a], span);
}

// Whether the next trip of a loop reads what follows the last one, or there is none.
static bool goes_on(const Candidate *candidate, int a, int depth, const int64_t *span) {
  int iterator = candidate->nest->loops[depth].iterator;
  int64_t longer[WORKLOAD_MAX_ITERATORS];
  if (candidate->trips[depth] <= 1)
    return true;
  if (!cold_panel(candidate, a))
    return candidate->context->accesses[a].stride[iterator] == 1;
  memcpy(longer, span, sizeof longer);
  longer[iterator] = candidate->nest->loops[depth].span;
  return touch_cold(candidate, a, longer).runs <= touch_cold(candidate, a, span).runs;
}

// Lines of one contiguous piece of what an access touches, where it begins with a line.
static double piece_lines(const Candidate *candidate, int a, const int64_t *span) {
  double line = candidate->context->target->cache_line_bytes;
  double element = candidate->context->accesses[a].element_bytes;
  Touch touch = touch_cold(candidate, a, span);
  double unaligned = cold_panel(candidate, a) ? 0 : touch.runs > 1 ? line - element : line / 2;
  double bytes = touch.bytes / number_max(touch.runs, 1) - unaligned;
  return number_max(bytes, element) / line;
}

// How the kernel reads a cold operand, as far as a prefetcher minds.
typedef struct ColdReads {
  double loads; // of one register tile, each an instruction
  double lines; // of a piece that lies in one row, the geometric mean of one tile's and of those
                // that the next tiles go on with
  double rows;  // that the kernel reads from beginning to end, side by side; of a panel one
} ColdReads;

static ColdReads read_cold(const Candidate *candidate, int a) {
  const AnalyticalContext *context = candidate->context;
  const AnalyticalAccess *access = &context->accesses[a];
  const Target *target = context->target;
  const LoopNest *nest = candidate->nest;
  int64_t span[WORKLOAD_MAX_ITERATORS];
  int depth = kernel_span(candidate, span);
  double kernel_rows = touch_cold(candidate, a, span).runs; // whole rows count as one piece
  for (; depth < nest->serial_count; depth++)
    span[nest->loops[depth].iterator] = nest->loops[depth].step;
  double tile_rows = number_max(touch_cold(candidate, a, span).runs, 1);
  double tile_lines = piece_lines(candidate, a, span);
  double load_bytes =
      access->element_bytes * (candidate->modes[a] == MODE_VECTOR ? (double)candidate->lanes : 1);
  double loads = tile_rows * number_max(tile_lines * target->cache_line_bytes / load_bytes, 1);
  for (depth--; depth >= 0 && goes_on(candidate, a, depth, span); depth--)
    span[nest->loops[depth].iterator] = nest->loops[depth].span;
  return (ColdReads){.loads = loads,
                     .lines = sqrt(tile_lines * piece_lines(candidate, a, span)),
                     .rows = cold_panel(candidate, a) ? 1 : number_max(kernel_rows, tile_rows)};
}

// A prefetcher follows the loads of one instruction, and only so many instructions.
static double slowed_by_loads(const ColdReads *reads) {
  double many = log(reads->loads / COLD_LOADS) / log(COLD_LOADS_MAX / COLD_LOADS);
  return COLD_SCATTER * number_min(1, number_max(0, many));
}

// It starts anew at every piece.
static double slowed_by_pieces(const ColdReads *reads) {
  return COLD_SHORT_PIECES / (1 + reads->lines);
}

// It does not run far enough ahead where few rows are read at a time.
static double slowed_by_few_rows(const ColdReads *reads) { return COLD_FEW_ROWS / reads->rows; }

// Whether the kernel comes back to a panel: then it asks for the next one meanwhile
// (transforms/lowering/prefetch.h).
static bool is_asked_for(const Candidate *candidate, int a) {
  const AnalyticalContext *context = candidate->context;
  if (!cold_panel(candidate, a))
    return false;
  for (int i = 0; i < context->iterator_count; i++)
    if ((context->parallel >> i & 1u) && !(context->accesses[a].uses >> i & 1u) &&
        context->extents[i] > candidate->schedule->block[i])
      return true;
  return false;
}

// How much longer the bytes of a cold operand take to come from memory.
static double cold_slowdown(const Candidate *candidate, int a) {
  if (is_asked_for(candidate, a))
    return 1;
  ColdReads reads = read_cold(candidate, a);
  return 1 + slowed_by_loads(&reads) + slowed_by_pieces(&reads) + slowed_by_few_rows(&reads);
}

// Cycles that cold operands take to come from memory once, beyond those that are counted already
// where the operands of the op alone are more than the caches hold.
static double cold_cycles(const Candidate *candidate, double memory_cycles) {
  const AnalyticalContext *context = candidate->context;
  double bytes = 0;
  for (int a = 0; a < context->access_count; a++)
    if (context->accesses[a].is_cold)
      bytes += touch_access(context->target, &context->accesses[a], context->extents).bytes *
               cold_slowdown(candidate, a);
  if (bytes <= 0)
    return 0;
  double cycles = bytes / context->target->memory_bytes_per_cycle;
  return exceeds_caches(context) ? number_max(0, cycles - memory_cycles) : cycles;
}

// The sweep fetches and writes every result once more, from the cache that holds what is touched
// between the kernel's last store of a result and the sweep: one tile of the reduction.
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
    if (!context->accesses[a].is_output)
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
  out->traffic = walk.traffic;
  out->tlb = walk.traffic.tlb_pages[0] * TLB1_CYCLES + walk.traffic.tlb_pages[1] * TLB2_CYCLES;
  out->pack = 0;
  for (int p = 0; p < candidate->nest->pack_count; p++)
    out->pack += pack_cycles(candidate, &candidate->nest->packs[p]);
}
