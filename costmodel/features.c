// Fills feature rows: features_fill copies the row of the context, which features_prepare has made,
// and adds what the schedule decides.
#include "costmodel/features.h"

#include "costmodel/feature_parts.h"
#include <assert.h>
#include <math.h>
#include <string.h>

enum { BANDS = BAND_VECTOR + 1 };

static_assert((int)FEATURE_WASTE_UNROLLED == (int)FEATURE_WASTE_TILE_OUTER + BAND_UNROLLED,
              "waste in the order of LoopBand");

static void fill_blocks(const AnalyticalContext *analytical, const Schedule *schedule, float *row) {
  Largest blocks = largest_none(), unrolls = largest_none();
  for (int i = 0; i < analytical->iterator_count; i++)
    if (i != schedule->vector_iterator)
      largest_add(schedule->block[i], analytical->parallel & (1u << i) ? &blocks : &unrolls);
  row[FEATURE_KNOB_BLOCK_FIRST] = log2_of(blocks.first);
  row[FEATURE_KNOB_BLOCK_SECOND] = log2_of(blocks.second);
  row[FEATURE_KNOB_BLOCK_REST] = log2_of(blocks.rest);
  row[FEATURE_KNOB_UNROLL_FIRST] = log2_of(unrolls.first);
  row[FEATURE_KNOB_UNROLL_SECOND] = log2_of(unrolls.second);
  row[FEATURE_KNOB_UNROLL_REST] = log2_of(unrolls.rest);
}

static void fill_knobs(const FeatureContext *context, const Schedule *schedule,
                       const LoopNest *nest, float *row) {
#define FEATURE(id, name, unit, meaning, value) row[FEATURE_KNOB_##id] *= (float)(value);
#include "plan/knobs.def"
  row[FEATURE_KNOB_EPILOGUE_SWEEP] = nest->sweep_depth != EPILOGUE_IN_REGISTERS;
  row[FEATURE_KNOB_LANES] = log2_of(schedule->lanes);
  row[FEATURE_KNOB_SPLITS_REDUCTION] = nest->splits_reduction;
  fill_blocks(&context->analytical, schedule, row);
  int v = schedule->vector_iterator;
  if (v < 0)
    return;
  row[FEATURE_KNOB_VECTOR_BLOCK] = log2_of(schedule->block[v]);
  row[FEATURE_KNOB_VECTOR_TILE_INNER] = log2_of(schedule->tile[1][v]);
  row[FEATURE_KNOB_VECTOR_TILE_OUTER] = log2_of(schedule->tile[0][v]);
  row[FEATURE_WORK_VECTOR_EXTENT] = log2_of((double)context->analytical.extents[v]);
}

// Bytes touched inside the loops of the bands before `band`.
static double working_set(const FeatureContext *context, const LoopNest *nest, LoopBand band) {
  const AnalyticalContext *analytical = &context->analytical;
  int64_t span[WORKLOAD_MAX_ITERATORS];
  memcpy(span, analytical->extents, sizeof(span));
  for (int l = 0; l < nest->loop_count && nest->loops[l].band < (int)band; l++)
    span[nest->loops[l].iterator] = nest->loops[l].step;
  double bytes = 0;
  for (int a = 0; a < analytical->access_count; a++)
    bytes += analytical_touched_bytes(&analytical->accesses[a], analytical->target, span);
  return bytes;
}

static void fill_working_sets(const FeatureContext *context, const LoopNest *nest, float *row) {
  const Target *target = context->analytical.target;
  const double kernel = working_set(context, nest, BAND_KERNEL);
  const double inner = working_set(context, nest, BAND_REGISTER);
  const double outer = working_set(context, nest, BAND_TILE_INNER);
  const struct {
    Feature feature;
    int level;
    double bytes;
  } sets[] = {
      {FEATURE_SET_KERNEL_L1, 0, kernel},    {FEATURE_SET_TILE_INNER_L1, 0, inner},
      {FEATURE_SET_TILE_INNER_L2, 1, inner}, {FEATURE_SET_TILE_OUTER_L2, 1, outer},
      {FEATURE_SET_TILE_OUTER_L3, 2, outer},
  };
  for (size_t n = 0; n < sizeof(sets) / sizeof(sets[0]); n++)
    if (sets[n].level < target->cache_count)
      row[sets[n].feature] = (float)(sets[n].bytes / (double)target->cache_bytes[sets[n].level]);
}

static void fill_traffic(const FeatureContext *context, const AnalyticalTraffic *traffic,
                         float *row) {
  for (int level = 0; level < TARGET_MAX_CACHES; level++) {
    double excess = traffic->bytes[level] / context->buffer_bytes;
    row[FEATURE_TRAFFIC_BYTES_L2 + level] = log2_above(traffic->bytes[level]);
    row[FEATURE_TRAFFIC_RUNS_L2 + level] = log2_above(traffic->runs[level]);
    row[FEATURE_TRAFFIC_EXCESS_L2 + level] = excess > 1 ? log2_of(excess) : 0;
  }
  row[FEATURE_TRAFFIC_PAGES_TLB1] = log2_above(traffic->tlb_pages[0]);
  row[FEATURE_TRAFFIC_PAGES_TLB2] = log2_above(traffic->tlb_pages[1]);
}

static void fill_registers(const FeatureContext *context, const Schedule *schedule,
                           const LoopNest *nest, float *row) {
  const AnalyticalContext *analytical = &context->analytical;
  const Target *target = analytical->target;
  float registers = (float)instruction_registers(analytical->instruction, target);
  float needed = (float)nest->accumulators + (float)nest->operand_registers;
  float in_flight =
      (float)instruction_latency(analytical->instruction, target) * row[FEATURE_TARGET_FMA_RATE];
  row[FEATURE_REGISTER_ACCUMULATORS] = log2_of(nest->accumulators);
  row[FEATURE_REGISTER_OPERANDS] = log2_of(nest->operand_registers);
  row[FEATURE_REGISTER_PRESSURE] = needed / registers;
  row[FEATURE_REGISTER_EXCESS] = needed > registers ? needed - registers : 0;
  row[FEATURE_REGISTER_CHAINS] = in_flight > 0 ? (float)nest->accumulators / in_flight : 0;
  row[FEATURE_REGISTER_KERNEL_POINTS] = log2_of((double)nest->kernel_points);
  row[FEATURE_REGISTER_LANE_USE] =
      (float)(schedule->lanes * analytical->accumulator_bytes * 8) / (float)target->vector_bits;
}

static void fill_waste(const FeatureContext *context, const Schedule *schedule,
                       const LoopNest *nest, float *row) {
  const AnalyticalContext *analytical = &context->analytical;
  double waste[BANDS] = {1, 1, 1, 1, 1, 1};
  for (int l = 0; l < nest->loop_count; l++) {
    const Loop *loop = &nest->loops[l];
    waste[loop->band] *= (double)(loop->trips * loop->step) / (double)loop->span;
  }
  for (int band = 0; band <= BAND_UNROLLED; band++)
    if (waste[band] > 1)
      row[FEATURE_WASTE_TILE_OUTER + band] = log2_of(waste[band]);
  double whole = 1, interior = 1, padded = 1;
  for (int i = 0; i < analytical->iterator_count; i++) {
    const AnalyticalBorder *border = &analytical->borders[i];
    double extent = (double)analytical->extents[i];
    whole *= (double)nest->main_extent[i] / extent;
    if ((analytical->parallel & (1u << i)) && nest->main_extent[i] % schedule->block[i] != 0)
      padded *= ceil(extent / schedule->block[i]) * schedule->block[i] / extent;
    interior *= 1 - (double)(border->low + border->high) / extent;
  }
  row[FEATURE_WASTE_REMAINDER] = (float)(1 - whole);
  row[FEATURE_WASTE_PADDING] = log2_of(padded);
  row[FEATURE_WASTE_BORDER] = schedule->pad_mode == PAD_BORDER ? (float)(1 - interior) : 0;
  if (schedule->vector_iterator >= 0) {
    int64_t extent = analytical->extents[schedule->vector_iterator];
    row[FEATURE_WASTE_LANES] = (float)(extent % schedule->lanes) / (float)extent;
  }
}

static void fill_packs(const FeatureContext *context, const LoopNest *nest, float *row) {
  double runs[BUFFER_CLASSES] = {0}, bytes[BUFFER_CLASSES] = {0}, moved = 0;
  for (int p = 0; p < nest->pack_count; p++) {
    const PackedBuffer *pack = &nest->packs[p];
    int class = context->buffer_class[pack->access];
    double times = 1;
    for (int l = 0; l < pack->depth; l++)
      times *= (double)nest->loops[l].span / (double)nest->loops[l].step;
    bytes[class] += (double)pack->bytes;
    runs[class] = times > runs[class] ? times : runs[class];
    row[FEATURE_PACK_IMAGE] += pack->is_image;
    row[FEATURE_PACK_PRODUCED] += pack->is_produced;
    row[FEATURE_PACK_INTERLEAVED] += pack->interleave > 1;
    if (pack->depth == 0 && !pack->is_produced &&
        context->analytical.accesses[pack->access].is_constant)
      row[FEATURE_PACK_CONSTANT] += 1;
    else
      moved += times * (double)pack->bytes;
  }
  static const struct {
    uint8_t class;
    Feature runs, bytes;
  } rows[] = {
      {CLASS_FIRST, FEATURE_PACK_FIRST, FEATURE_PACK_FIRST_BYTES},
      {CLASS_SECOND, FEATURE_PACK_SECOND, FEATURE_PACK_SECOND_BYTES},
      {CLASS_OTHERS, FEATURE_PACK_OTHERS, FEATURE_PACK_OTHERS_BYTES},
  };
  for (size_t n = 0; n < sizeof(rows) / sizeof(rows[0]); n++) {
    double times = runs[rows[n].class];
    row[rows[n].runs] = times > 0 ? 1 + log2_of(times) : 0;
    row[rows[n].bytes] = log2_above(bytes[rows[n].class]);
  }
  row[FEATURE_PACK_MOVED] = log2_above(moved);
  row[FEATURE_PACK_SCRATCH] = log2_above((double)nest->buffer_bytes);
}

static void fill_instruction(const FeatureContext *context, const Schedule *schedule,
                             const LoopNest *nest, float *row) {
  const AnalyticalContext *analytical = &context->analytical;
  const Instruction *dot = nest->dot.row;
  const PackedBuffer *packs[WORKLOAD_MAX_ACCESSES] = {NULL};
  row[FEATURE_INSTRUCTION_PRODUCTS] = (float)nest->dot.k;
  row[FEATURE_INSTRUCTION_RATE] = dot != NULL ? (float)(dot->k * dot->operations) : 1;
  row[FEATURE_INSTRUCTION_WIDENS] = schedule->instruction == INSTRUCTION_WIDEN;
  for (int p = 0; p < nest->pack_count; p++)
    packs[nest->packs[p].access] = &nest->packs[p];
  for (int a = 0; a < analytical->access_count; a++)
    row[FEATURE_INSTRUCTION_CONVERSIONS] +=
        (float)analytical_factor_slots(analytical, nest, a, packs[a]);
}

static void fill_sweep(const FeatureContext *context, const LoopNest *nest, float *row) {
  double runs = 1, results = 1;
  if (nest->sweep_depth == EPILOGUE_IN_REGISTERS)
    return;
  for (int i = 0; i < context->analytical.iterator_count; i++)
    if (context->analytical.parallel & (1u << i))
      results *= (double)context->analytical.extents[i];
  for (int l = 0; l < nest->sweep_depth; l++)
    runs *= (double)nest->loops[l].span / (double)nest->loops[l].step;
  row[FEATURE_SWEEP_RUNS] = 1 + log2_of(runs);
  row[FEATURE_SWEEP_RESULTS] = log2_above(results / runs);
}

static void fill_analytical(const FeatureContext *context, const AnalyticalParts *parts,
                            float *row) {
  const double seconds[] = {parts->kernel_seconds, parts->call_seconds, parts->loop_seconds,
                            parts->l2_seconds,     parts->l3_seconds,   parts->memory_seconds,
                            parts->tlb_seconds,    parts->pack_seconds};
  for (size_t n = 0; n < sizeof(seconds) / sizeof(seconds[0]); n++)
    row[FEATURE_ANALYTICAL_KERNEL + n] = (float)(seconds[n] / parts->total_seconds);
  double peak_seconds = context->flops / context->peak_flops;
  row[FEATURE_ANALYTICAL_SECONDS] = log2_of(parts->total_seconds);
  row[FEATURE_ANALYTICAL_EFFICIENCY] =
      peak_seconds > 0 ? log2_of(peak_seconds / parts->total_seconds) : 0;
}

double features_least_seconds(const FeatureContext *context, const Schedule *schedule,
                              double analytical_seconds) {
  double seconds = context->fused_seconds;
  for (int i = 0; i < context->analytical.iterator_count && schedule->pad_mode == PAD_BORDER; i++) {
    const AnalyticalBorder *border = &context->analytical.borders[i];
    seconds *= 1 - (border->low + border->high) * (1 - border->taps) /
                       (double)context->analytical.extents[i];
  }
  return fmin(seconds, analytical_seconds);
}

void features_fill_scored(const FeatureContext *context, const Schedule *schedule,
                          const LoopNest *nest, const AnalyticalParts *parts,
                          const AnalyticalTraffic *traffic, float *out_row) {
  memcpy(out_row, context->row, sizeof(context->row));
  fill_knobs(context, schedule, nest, out_row);
  feature_loops_fill(context, nest, out_row);
  fill_traffic(context, traffic, out_row);
  fill_working_sets(context, nest, out_row);
  fill_registers(context, schedule, nest, out_row);
  fill_waste(context, schedule, nest, out_row);
  fill_packs(context, nest, out_row);
  fill_instruction(context, schedule, nest, out_row);
  fill_sweep(context, nest, out_row);
  fill_analytical(context, parts, out_row);
}

void features_fill(const FeatureContext *context, const Schedule *schedule, const LoopNest *nest,
                   float *out_row) {
  AnalyticalParts parts;
  AnalyticalTraffic traffic;
  analytical_score_traffic(&context->analytical, schedule, nest, &parts, &traffic);
  features_fill_scored(context, schedule, nest, &parts, &traffic, out_row);
}

void features_extract(const Workload *workload, const Schedule *schedule, const LoopNest *nest,
                      const Target *target, float *out_row) {
  FeatureContext context;
  bool is_prepared = features_prepare(workload, schedule->rule, target, &context);
  assert(is_prepared && "the nest was built from a schedule of this rule");
  (void)is_prepared;
  features_fill(&context, schedule, nest, out_row);
}
