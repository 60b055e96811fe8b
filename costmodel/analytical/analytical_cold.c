// Analytical model: how much longer bytes take that come from memory, as prefetchers follow them.
#include "costmodel/analytical/analytical_internal.h"

#include <string.h>

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

// The panel of a constant, which the compiler fills; null: the operand is read where it lies, or
// packed in the run, in pieces like the kernel's.
static const PackedBuffer *constant_panel(const Candidate *candidate, int a) {
  const PackedBuffer *pack = candidate->packs[a];
  return pack && pack_is_constant(&candidate->context->accesses[a], pack) ? pack : NULL;
}

// Bytes that the run reads of an operand for each that it has: a panel may hold another type.
static double widening(const Candidate *candidate, int a) {
  const PackedBuffer *panel = constant_panel(candidate, a);
  return panel ? (double)element_type_bytes(panel->type) /
                     candidate->context->accesses[a].element_bytes
               : 1;
}

static double operand_bytes(const Candidate *candidate, int a) {
  return candidate->context->accesses[a].buffer_bytes * widening(candidate, a);
}

static double all_bytes(const Candidate *candidate) {
  double all = 0;
  for (int a = 0; a < candidate->context->access_count; a++)
    all += operand_bytes(candidate, a);
  return all;
}

static bool exceeds_caches(const Candidate *candidate) {
  const Target *target = candidate->context->target;
  return all_bytes(candidate) > (double)target->cache_bytes[target->cache_count - 1];
}

bool cold_is_all_memory(const Candidate *candidate) {
  return candidate->context->is_streamed && exceeds_caches(candidate);
}

static Touch touch_cold(const Candidate *candidate, int a, const int64_t *span) {
  const PackedBuffer *panel = constant_panel(candidate, a);
  return panel ? touch_panel(candidate->context->target, panel, span)
               : touch_access(candidate->context->target, &candidate->context->accesses[a], span);
}

// Whether the next trip of a loop reads what follows the last one, or there is none.
static bool goes_on(const Candidate *candidate, int a, int depth, const int64_t *span) {
  int iterator = candidate->nest->loops[depth].iterator;
  int64_t longer[WORKLOAD_MAX_ITERATORS];
  if (candidate->trips[depth] <= 1)
    return true;
  if (!constant_panel(candidate, a))
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
  double bytes = touch.bytes / number_max(touch.runs, 1) - touch.unaligned;
  return number_max(bytes, element) / line;
}

// How the kernel reads a cold operand, as far as a prefetcher minds.
typedef struct ColdReads {
  double loads; // of one register tile, each an instruction
  double lines; // of a piece that lies in one row, the geometric mean of one tile's and of those
                // that the next tiles go on with
  double rows;  // that the kernel reads from beginning to end, side by side. Infinite for narrow
                // panels without an end before the operand's, and for one stream of rows up to
                // half a page. Of other panels one; where no cache holds them and nothing else is
                // cold, the square of those side by side, which are asked for ahead
  double pages; // over which rows lie that are read side by side, or in pieces with gaps, where
                // they are shorter than a page; infinite: no such rows
  double short_of;     // part of a page that a piece lacks, where rows are a page or longer
  bool is_whole;       // without a gap from the operand's beginning to its end
  bool is_stream;      // a narrow panel that is
  bool is_wide_stream; // panels that are, beside no narrow factors
  double streams;      // panels that the register tile reads side by side; of what lies in none 1
} ColdReads;

// Loads that go back and forth in one page hide its rows from a prefetcher. Of rows as short as its
// first guess it has brought all.
static double shared_pages(const Candidate *candidate, const Touch *kernel, const Touch *tile) {
  const Target *target = candidate->context->target;
  double near = COLD_NEAR_LINES * target->cache_line_bytes, page = target->page_bytes;
  if (tile->pitch > near && tile->pitch < page)
    return tile->runs * tile->pitch / page;
  return kernel->pitch > near && kernel->pitch < page ? 1 : INFINITY;
}

// Bytes of a row, along the innermost dimension of more than one place; 0: it is the outermost.
static double row_bytes(const AnalyticalAccess *access) {
  int d = access->rank - 1;
  while (d > 0 && access->dims[d].size == 1)
    d--;
  return d > 0 ? (double)access->dims[d].size * (double)access->dims[d].stride_bytes : 0;
}

// Whether the operand is one stream of short rows: the next loop that moves the kernel over it goes
// on where the last trip stopped. Nothing ends at a page there but the page. Longer rows, of which
// a page does not hold two, come no faster than rows of pages.
static bool is_row_stream(const Candidate *candidate, int a, const int64_t *kernel_span) {
  const AnalyticalContext *context = candidate->context;
  const AnalyticalAccess *access = &context->accesses[a];
  const LoopNest *nest = candidate->nest;
  int64_t span[WORKLOAD_MAX_ITERATORS];
  double row = row_bytes(access), page = context->target->page_bytes;
  if (row == 0 || 2 * row > page || touch_cold(candidate, a, kernel_span).runs > 1)
    return false;
  memcpy(span, kernel_span, sizeof span);
  for (int depth = nest->serial_count - 1; depth >= 0; depth--) {
    const Loop *loop = &nest->loops[depth];
    if (loop->band == BAND_KERNEL || candidate->trips[depth] <= 1 ||
        !(access->uses >> loop->iterator & 1u))
      continue;
    span[loop->iterator] = loop->span;
    return touch_cold(candidate, a, span).runs <= 1;
  }
  return true;
}

// Part of a page that pieces of rows lack which are a page or longer; lines as those of ColdReads.
static double short_of_page(const Candidate *candidate, int a, const Touch *kernel,
                            const Touch *tile, double lines) {
  const Target *target = candidate->context->target;
  const AnalyticalAccess *access = &candidate->context->accesses[a];
  double page = target->page_bytes;
  if (constant_panel(candidate, a) || row_bytes(access) < page ||
      number_max(kernel->pitch, tile->pitch) < page)
    return 0;
  return number_max(0, 1 - lines * target->cache_line_bytes / page);
}

// The lanes of a row of the panel; null: it has none.
static const PackDim *panel_lanes(const Candidate *candidate, const PackedBuffer *panel) {
  for (int d = 0; d < panel->rank; d++)
    if (panel->dims[d].kind == PACK_DIM_LANE &&
        panel->dims[d].source == candidate->schedule->vector_iterator && panel->dims[d].factor > 0)
      return &panel->dims[d];
  return NULL;
}

// Panels over which the lanes of the register tile are spread (plan/loop_nest_packs.c).
static double panel_streams(const Candidate *candidate, const PackedBuffer *panel) {
  const PackDim *lanes = panel_lanes(candidate, panel);
  return lanes ? number_max(1, (double)(candidate->schedule->block[lanes->source] / lanes->factor))
               : 1;
}

// Whether the panels of a product without narrow factors, beside which scales may lie, are a stream
// from memory. Side by side they are where a trip reads two lines of each at least; with lanes
// along a reduction they are pieces.
static bool is_wide_stream(const Candidate *candidate, const PackedBuffer *panel) {
  const AnalyticalContext *context = candidate->context;
  const PackDim *lanes = panel_lanes(candidate, panel);
  if (!lanes || !(context->parallel >> lanes->source & 1u))
    return false;
  for (int a = 0; a < context->access_count; a++)
    if (context->factor_slots[a] > 0)
      return false;
  double row = (double)(lanes->size * element_type_bytes(panel->type));
  return panel_streams(candidate, panel) == 1 || row >= 2 * context->target->cache_line_bytes;
}

static int cold_count(const Candidate *candidate) {
  int cold = 0;
  for (int a = 0; a < candidate->context->access_count; a++)
    cold += candidate->context->accesses[a].is_cold;
  return cold;
}

static ColdReads read_cold(const Candidate *candidate, int a) {
  const AnalyticalContext *context = candidate->context;
  const Target *target = context->target;
  const LoopNest *nest = candidate->nest;
  int64_t span[WORKLOAD_MAX_ITERATORS];
  int depth = kernel_span(candidate, span);
  Touch kernel = touch_cold(candidate, a, span);
  const PackedBuffer *panel = constant_panel(candidate, a);
  bool in_panel = panel != NULL;
  double kernel_rows = !in_panel && is_row_stream(candidate, a, span)
                           ? INFINITY
                           : kernel.runs; // whole rows count as one piece
  for (; depth < nest->serial_count; depth++)
    span[nest->loops[depth].iterator] = nest->loops[depth].step;
  Touch tile = touch_cold(candidate, a, span);
  double tile_rows = number_max(tile.runs, 1);
  double tile_lines = piece_lines(candidate, a, span);
  double load_bytes = (double)candidate_element_bytes(candidate, a) *
                      (candidate->modes[a] == MODE_VECTOR ? (double)candidate->lanes : 1);
  double loads = tile_rows * number_max(tile_lines * target->cache_line_bytes / load_bytes, 1);
  for (depth--; depth >= 0 && goes_on(candidate, a, depth, span); depth--)
    span[nest->loops[depth].iterator] = nest->loops[depth].span;
  bool is_whole = depth < 0, is_stream = is_whole && context->factor_slots[a] > 0;
  double streams = panel ? panel_streams(candidate, panel) : 1;
  bool is_alone = is_whole && cold_count(candidate) == 1 && cold_is_all_memory(candidate);
  double panel_rows = is_stream ? INFINITY : is_alone ? streams * streams : 1;
  double lines = sqrt(tile_lines * piece_lines(candidate, a, span));
  return (ColdReads){.loads = loads,
                     .lines = lines,
                     .rows = in_panel ? panel_rows : number_max(kernel_rows, tile_rows),
                     .pages = in_panel ? INFINITY : shared_pages(candidate, &kernel, &tile),
                     .short_of = short_of_page(candidate, a, &kernel, &tile, lines),
                     .is_whole = is_whole,
                     .is_stream = in_panel && is_stream,
                     .is_wide_stream =
                         panel && is_whole && !is_alone && is_wide_stream(candidate, panel),
                     .streams = streams};
}

// A prefetcher follows the loads of one instruction, and only so many instructions.
static double slowed_by_loads(const ColdReads *reads) {
  double many = log(reads->loads / COLD_LOADS) / log(COLD_LOADS_MAX / COLD_LOADS);
  double lost =
      reads->is_stream ? (reads->loads - STREAM_LOADS) / (STREAM_LOADS_MAX - STREAM_LOADS) : 0;
  return COLD_SCATTER * number_min(1, number_max(0, many)) +
         STREAM_LOST * number_min(1, number_max(0, lost));
}

// It starts anew at every piece.
static double slowed_by_pieces(const ColdReads *reads) {
  return COLD_SHORT_PIECES / (1 + reads->lines);
}

// It does not run far enough ahead where few rows are read at a time. Beside the rows of a larger
// operand it does, if it never starts anew: scales of weights, a vector of them at a time.
static double slowed_by_few_rows(const Candidate *candidate, int a, const ColdReads *reads) {
  const AnalyticalContext *context = candidate->context;
  bool is_beside = reads->is_whole && candidate->modes[a] == MODE_VECTOR;
  double rows = reads->rows;
  for (int b = 0; is_beside && b < context->access_count; b++)
    if (b != a && context->accesses[b].is_cold &&
        operand_bytes(candidate, b) > operand_bytes(candidate, a))
      rows += read_cold(candidate, b).rows;
  return COLD_FEW_ROWS / rows;
}

static double slowed_by_shared_pages(const ColdReads *reads) {
  return COLD_SHARED_PAGE * number_min(1, COLD_SHARED_PAGES / reads->pages);
}

// It stops at the end of a page, and so learns of each piece by misses.
static double slowed_by_far_pieces(const ColdReads *reads) {
  return COLD_FAR_PIECES * reads->short_of;
}

// One stream alone is left to the processor, which learns of each page by misses; several are asked
// for ahead (transforms/lowering/prefetch_stream.c). With scales beside it is not alone.
static double slowed_by_one_stream(const Candidate *candidate, const ColdReads *reads) {
  return reads->is_stream && cold_count(candidate) == 1 ? COLD_ONE_STREAM / reads->streams : 0;
}

// Whether the kernel comes back to a panel: then it asks for the next one meanwhile
// (transforms/lowering/prefetch.h).
static bool is_asked_for(const Candidate *candidate, int a) {
  const AnalyticalContext *context = candidate->context;
  if (!constant_panel(candidate, a))
    return false;
  for (int i = 0; i < context->iterator_count; i++)
    if ((context->parallel >> i & 1u) && !(context->accesses[a].uses >> i & 1u) &&
        context->extents[i] > candidate->schedule->block[i])
      return true;
  return false;
}

// How much longer bytes from memory take where runs are many or short, and where loads of narrow
// factors are more than the prefetchers follow: those of f32 the learned models know.
double memory_slowdown(const Candidate *candidate) {
  const AnalyticalContext *context = candidate->context;
  double slower = 0;
  if (!exceeds_caches(candidate))
    return 1;
  for (int a = 0; a < context->access_count; a++) {
    double part = scattered_part(candidate, a) * (MEMORY_SCATTER - 1);
    if (context->factor_slots[a] > 0 && !is_asked_for(candidate, a)) {
      ColdReads reads = read_cold(candidate, a);
      part +=
          slowed_by_loads(&reads) + (constant_panel(candidate, a) ? 0 : slowed_by_pieces(&reads));
    }
    slower += operand_bytes(candidate, a) * part;
  }
  return 1 + slower / all_bytes(candidate);
}

// How much longer the bytes of a cold operand take to come from memory.
static double cold_slowdown(const Candidate *candidate, int a) {
  if (is_asked_for(candidate, a))
    return 1;
  ColdReads reads = read_cold(candidate, a);
  if (reads.is_wide_stream)
    return (1 + slowed_by_loads(&reads)) / COLD_WIDE_STREAM;
  return 1 + slowed_by_loads(&reads) + slowed_by_pieces(&reads) +
         slowed_by_few_rows(candidate, a, &reads) + slowed_by_shared_pages(&reads) +
         slowed_by_far_pieces(&reads) + slowed_by_one_stream(candidate, &reads);
}

// Cycles that cold operands take to come from memory once, beyond those that are counted already
// where the operands of the op alone are more than the caches hold.
double cold_cycles(const Candidate *candidate, double memory_cycles) {
  const AnalyticalContext *context = candidate->context;
  double bytes = 0;
  for (int a = 0; a < context->access_count; a++)
    if (context->accesses[a].is_cold)
      bytes += touch_access(context->target, &context->accesses[a], context->extents).bytes *
               widening(candidate, a) * cold_slowdown(candidate, a);
  if (bytes <= 0)
    return 0;
  double cycles = bytes / context->target->memory_bytes_per_cycle;
  return exceeds_caches(candidate) && !cold_is_all_memory(candidate)
             ? number_max(0, cycles - memory_cycles)
             : cycles;
}
