// Analytical cost model: a candidate as the model reads it, and how the costs of the kernel
// (analytical_kernel.c) and of memory (analytical_memory.c) make seconds.
//
// time = overlapped {compute, bytes from L2, from L3, from memory} + translation + packing
#include "costmodel/analytical/analytical_internal.h"
#include "plan/workload_instruction.h"

#include <assert.h>

int width_index(const Target *target, int64_t bits) {
  int width = target_width(target, bits);
  while (width > 0 && target->widths[width].fma_per_cycle <= 0)
    width--;
  return width;
}

// Stride between neighbouring lanes where the access is really read: in its buffer or in a pack.
static int64_t lane_stride(const Candidate *candidate, int a) {
  const AnalyticalAccess *access = &candidate->context->accesses[a];
  const PackedBuffer *pack = candidate->packs[a];
  int v = candidate->vector_iterator;
  int64_t stride = access->stride[v];
  if (!pack || pack->rank == 0)
    return stride;
  const PackDim *last = &pack->dims[pack->rank - 1];
  if (pack->is_image) {
    for (int d = 0; d < pack->rank; d++)
      if (pack->dims[d].kind == PACK_DIM_PHASE)
        return 1;
    return stride;
  }
  if ((last->kind == PACK_DIM_LANE || last->kind == PACK_DIM_ITERATOR) && last->source == v)
    return 1;
  return (int64_t)1 << 20; // the lanes are apart
}

// Whether every vector load starts at a multiple of its own size.
static bool is_aligned(const Candidate *candidate, int a) {
  if (candidate->packs[a])
    return !candidate->packs[a]->is_image;
  const AnalyticalContext *context = candidate->context;
  const AnalyticalAccess *access = &context->accesses[a];
  for (int i = 0; i < context->iterator_count; i++)
    if (i != candidate->vector_iterator && access->stride[i] % candidate->lanes != 0)
      return false;
  return true;
}

int64_t candidate_element_bytes(const Candidate *candidate, int a) {
  const PackedBuffer *pack = candidate->packs[a];
  const DotProduct *dot = &candidate->nest->dot;
  int64_t bytes = pack != NULL && pack->cast != FACTOR_NONE
                      ? element_type_bytes(pack->type)
                      : candidate->context->accesses[a].element_bytes;
  const DotOperand *operand = dot_product_operand(dot, a);
  return operand != NULL && !operand->is_mixed ? bytes * dot->k : bytes;
}

// Whether lanes lie along the last dimension of the buffer that is read, and no other. Copies are
// taken to be laid out so.
static bool lie_in_last_dim(const Candidate *candidate, int a) {
  const AnalyticalAccess *access = &candidate->context->accesses[a];
  if (candidate->packs[a])
    return true;
  for (int d = 0; d + 1 < access->rank; d++)
    for (int t = access->dims[d].first; t < access->dims[d].first + access->dims[d].count; t++)
      if (access->terms[t].iterator == candidate->vector_iterator)
        return false;
  return true;
}

static void candidate_read_access(Candidate *candidate, int a) {
  const AnalyticalContext *context = candidate->context;
  const AnalyticalAccess *access = &context->accesses[a];
  int v = candidate->vector_iterator;
  candidate->load_cost[a] = 1;
  candidate->modes[a] = MODE_BROADCAST;
  if (v < 0 || !(access->uses & (1u << v)))
    return;
  int64_t stride = lane_stride(candidate, a);
  if (stride == 1) {
    candidate->modes[a] = MODE_VECTOR;
    double bytes = (double)(candidate->lanes * candidate_element_bytes(candidate, a));
    if (bytes > 16 && !is_aligned(candidate, a))
      candidate->load_cost[a] += LINE_SPLIT * bytes / context->target->cache_line_bytes;
  } else if (stride >= 2 && stride <= 4 && !access->is_output && lie_in_last_dim(candidate, a)) {
    candidate->modes[a] = MODE_DEINTERLEAVE;
    candidate->load_cost[a] = (double)stride;
  } else {
    candidate->modes[a] = MODE_GATHER;
    candidate->load_cost[a] = (double)candidate->lanes;
  }
}

double candidate_producer_slots(const Candidate *candidate, int a) {
  const AnalyticalContext *context = candidate->context;
  double slots = a < 0 ? context->stage_slots[STAGE_BODY] : context->access_slots[a];
  for (uint32_t left = candidate->produced_statements; left != 0; left &= left - 1)
    if (context->statement_reader[__builtin_ctz(left)] == a)
      slots -= context->statement_slots[__builtin_ctz(left)];
  return slots > 0 ? slots : 0;
}

// Whether the whole blocks of a tiled reduction are never its last: a remainder follows them.
static bool last_visit_is_known(const Candidate *candidate) {
  const LoopNest *nest = candidate->nest;
  int loops[WORKLOAD_MAX_ITERATORS] = {0};
  for (int l = 0; l < nest->serial_count; l++)
    loops[nest->loops[l].iterator]++;
  for (int l = 0; l < nest->serial_count; l++) {
    const Loop *loop = &nest->loops[l];
    if (!(candidate->context->parallel & (1u << loop->iterator)) && loops[loop->iterator] == 1 &&
        loop->span % loop->step != 0)
      return true;
  }
  return false;
}

// An epilogue of arithmetic alone, which may or may not be due, was a choice made vector by vector
// in the code that the datasets are of, see sunk_latency; one that reads operands never was.
static bool epilogue_is_selected(const Candidate *candidate) {
  const AnalyticalContext *context = candidate->context;
  const LoopNest *nest = candidate->nest;
  if (!nest->splits_reduction || nest->sweep_depth != EPILOGUE_IN_REGISTERS ||
      context->stage_slots[STAGE_EPILOGUE] <= 0)
    return false;
  for (int a = 0; a < context->access_count; a++)
    if (context->accesses[a].stage == STAGE_EPILOGUE && !context->accesses[a].is_output)
      return false;
  return !last_visit_is_known(candidate);
}

static void candidate_read_places(Candidate *out) {
  const AnalyticalContext *context = out->context;
  const LoopNest *nest = out->nest;
  out->epilogue_part = nest->sweep_depth == EPILOGUE_IN_REGISTERS ? 1 : 0;
  for (int l = 0; l < nest->serial_count && nest->splits_reduction; l++)
    if (nest->loops[l].band != BAND_KERNEL &&
        !(context->parallel & (1u << nest->loops[l].iterator)))
      out->epilogue_part /= out->trips[l];
  out->epilogue_is_selected = epilogue_is_selected(out);
  out->produced_statements = out->packed_only = 0;
  for (int p = 0; p < nest->pack_count; p++)
    if (nest->packs[p].is_produced)
      out->produced_statements |= context->produced_by[nest->packs[p].access];
  for (int a = 0; a < context->access_count && out->produced_statements != 0; a++)
    if ((out->produced_statements >> context->accesses[a].statement & 1u) &&
        !(out->packs[a] && out->packs[a]->is_produced))
      out->packed_only |= 1u << a;
}

static void candidate_read(const AnalyticalContext *context, const Schedule *schedule,
                           const LoopNest *nest, Candidate *out) {
  out->context = context;
  out->schedule = schedule;
  out->nest = nest;
  out->instruction = nest->dot.row != NULL ? nest->dot.row : context->instruction;
  out->anchor_slots = nest->dot.row != NULL
                          ? dot_product_matrices(&nest->dot, schedule) / nest->dot.row->operations
                          : context->anchor_slots;
  out->lanes = schedule->lanes > 1 ? schedule->lanes : 1;
  out->vector_iterator = out->lanes > 1 ? schedule->vector_iterator : -1;
  out->width = width_index(context->target, out->lanes * context->accumulator_bytes * 8);
  for (int a = 0; a < context->access_count; a++)
    out->packs[a] = NULL;
  for (int p = 0; p < nest->pack_count; p++)
    out->packs[nest->packs[p].access] = &nest->packs[p];
  for (int a = 0; a < context->access_count; a++)
    candidate_read_access(out, a);
  for (int l = 0; l < nest->loop_count; l++)
    out->trips[l] = (double)nest->loops[l].span / (double)nest->loops[l].step;
  candidate_read_places(out);
}

// What runs at the clock of the core runs faster without vectors of 512 bits.
static void speed_up_narrow(const Candidate *candidate, KernelCycles *kernel,
                            MemoryCycles *memory) {
  if (candidate->width == 2)
    return;
  double part = 1 / candidate->context->target->narrow_clock_ratio;
  kernel->kernel *= part, kernel->call *= part, kernel->loops *= part;
  memory->level[0] *= part, memory->conflicts *= part, memory->tlb *= part, memory->pack *= part;
}

// By how much the compiler's vectors of a loop over short rows are faster than scalar code: of so
// many elements as it shuffles at once, for the whole ones of its vectors.
static double short_row_gain(const AnalyticalContext *context, const Loop *loop) {
  double widest = context->target->vector_bits / 8.0, bytes = context->short_row_bytes;
  double trips = (double)loop->trips, lanes = widest / bytes;
  double whole = trips - fmod(trips, lanes);
  double at_once = number_min(widest, SHORT_ROW_SHUFFLED) / bytes;
  return trips / (whole / at_once + trips - whole);
}

// LLVM takes vectors that hold a row of bytes apart. It makes vectors of loops over single rows
// that are unrolled whole, but for short loops, of which it makes straight-line code before.
static void price_short_rows(const Candidate *candidate, KernelCycles *kernel) {
  const AnalyticalContext *context = candidate->context;
  const LoopNest *nest = candidate->nest;
  int row = context->short_rows;
  if (row < 0)
    return;
  if (candidate->vector_iterator == row && context->short_row_bytes == 1)
    kernel->kernel *= SHORT_ROW_VECTOR;
  if (candidate->vector_iterator >= 0 || nest->serial_count == 0 || nest->pack_count > 0)
    return;
  const Loop *innermost = &nest->loops[nest->serial_count - 1];
  double accesses =
      (double)innermost->trips * (double)context->extents[row] * context->access_count;
  bool is_vector = context->row_neighbours >> innermost->iterator & 1u && accesses > SHORT_ROW_LOOP;
  for (int i = 0; i < context->iterator_count; i++)
    is_vector &= candidate->schedule->block[i] == (i == row ? context->extents[row] : 1);
  double gain = is_vector ? short_row_gain(context, innermost) : 1;
  kernel->kernel /= gain, kernel->loops /= gain;
}

double analytical_total(const Target *target, const KernelCycles *kernel,
                        const MemoryCycles *memory, AnalyticalParts *out_parts) {
  double parts[1 + TARGET_MAX_CACHES] = {kernel->kernel + kernel->call + kernel->loops};
  double second = 1e-9 / target->clock_ghz; // per cycle
  for (int level = 0; level < TARGET_MAX_CACHES; level++)
    parts[1 + level] = memory->level[level];
  double total = overlapped_cycles(parts, 1 + TARGET_MAX_CACHES) + memory->tlb + memory->pack;
  if (out_parts)
    *out_parts = (AnalyticalParts){
        .kernel_seconds = kernel->kernel * second,
        .call_seconds = kernel->call * second,
        .loop_seconds = kernel->loops * second,
        .l2_seconds = memory->level[0] * second,
        .l3_seconds = memory->level[1] * second,
        .memory_seconds = memory->level[2] * second,
        .tlb_seconds = memory->tlb * second,
        .pack_seconds = memory->pack * second,
        .total_seconds = total * second,
        .cold_seconds = memory->cold * second,
        .conflict_seconds = memory->conflicts * second,
    };
  return total * second;
}

double analytical_score_traffic(const AnalyticalContext *context, const Schedule *schedule,
                                const LoopNest *nest, AnalyticalParts *out_parts,
                                AnalyticalTraffic *out_traffic) {
  Candidate candidate;
  KernelCycles kernel;
  MemoryCycles memory;
  candidate_read(context, schedule, nest, &candidate);
  analytical_kernel(&candidate, &kernel);
  analytical_memory(&candidate, &memory);
  memory.pack += context->prologue_cycles;

  speed_up_narrow(&candidate, &kernel, &memory);
  price_short_rows(&candidate, &kernel);
  kernel.call += ENTRY_CYCLES;
  if (out_traffic)
    *out_traffic = memory.traffic;
  double seconds = analytical_total(context->target, &kernel, &memory, out_parts);
  if (out_parts && memory.cold > 0 && cold_is_all_memory(&candidate)) {
    memory.level[TARGET_MAX_CACHES - 1] = 0;
    out_parts->beside_seconds = analytical_total(context->target, &kernel, &memory, NULL);
  }
  return seconds;
}

// A learned model may predict less than it takes to enter.
double analytical_seconds_again(double seconds, const Target *target) {
  double entry = ENTRY_CYCLES / (1e9 * target->clock_ghz);
  return number_max(seconds - entry, LEAST_AGAIN * seconds);
}

double analytical_in_full(double seconds, const AnalyticalParts *parts) {
  const double all[3] = {parts->beside_seconds > 0 ? parts->beside_seconds : seconds,
                         parts->cold_seconds, parts->conflict_seconds};
  return all[1] > 0 || all[2] > 0 ? overlapped_cycles(all, 3) : seconds;
}

double analytical_with_cold(double seconds, double cold_seconds) {
  const double parts[2] = {seconds, cold_seconds};
  return cold_seconds > 0 ? overlapped_cycles(parts, 2) : seconds;
}

double analytical_warm_share(const Workload *workload, const Target *target) {
  double bytes = workload_cold_bytes(workload);
  if (bytes <= 0)
    return 1;
  double arithmetic =
      workload_flops(workload) / workload_peak_flops(workload, target) * 1e9 * target->clock_ghz;
  double warm = number_max(arithmetic, bytes / memory_bandwidth(target, target->cache_count - 1));
  double cold = bytes / target->memory_bytes_per_cycle;
  double with_cold = analytical_with_cold(warm, cold);
  // of (warm^2.5 + cold^2.5)^(1/2.5): the logarithmic derivative
  return pow(warm / with_cold, OVERLAP_POWER);
}

double analytical_score(const AnalyticalContext *context, const Schedule *schedule,
                        const LoopNest *nest, AnalyticalParts *out_parts) {
  return analytical_score_traffic(context, schedule, nest, out_parts, NULL);
}

double analytical_seconds(const Workload *workload, const Schedule *schedule, const LoopNest *nest,
                          const Target *target, AnalyticalParts *out_parts) {
  AnalyticalContext context;
  bool is_prepared = analytical_prepare(workload, schedule->rule, target, &context);
  assert(is_prepared && "the nest was built from a schedule of this rule");
  (void)is_prepared;
  return analytical_score(&context, schedule, nest, out_parts);
}
