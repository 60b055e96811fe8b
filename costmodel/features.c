// Fills feature rows. features_prepare writes what only workload and target decide into the row of
// the context; features_fill copies that row and adds what the schedule decides.
//
// Families that repeat (loops, curves, classes) are reached by arithmetic on the enumerators; the
// assertions below tie it to the order of the rows in features.def.
#include "costmodel/features.h"

#include "base/text.h"
#include "plan/workload_instruction.h"
#include <assert.h>
#include <math.h>
#include <string.h>

enum {
  LOOP_STRIDE = FEATURE_LOOP1_TRIPS - FEATURE_LOOP0_TRIPS,
  LOOP_BAND = FEATURE_LOOP0_TILE_OUTER - FEATURE_LOOP0_TRIPS, // first of the band flags
  LOOP_CLASS = FEATURE_LOOP0_COUNT_FIRST - FEATURE_LOOP0_TRIPS,
  CLASS_STRIDE = FEATURE_LOOP0_COUNT_SECOND - FEATURE_LOOP0_COUNT_FIRST,
  CURVES = FEATURE_REUSE_OF_COUNT_FIRST_2 - FEATURE_REUSE_OF_COUNT_FIRST_0,
  BANDS = BAND_VECTOR + 1,
};

static_assert((int)FEATURE_LOOP11_TRIPS == (int)FEATURE_LOOP0_TRIPS + 11 * LOOP_STRIDE &&
                  FEATURE_LOOPS == 12,
              "positions of the loop family");
static_assert((int)FEATURE_LOOP0_VECTOR == (int)FEATURE_LOOP0_TILE_OUTER + BAND_VECTOR,
              "band flags in the order of LoopBand");
static_assert((int)FEATURE_LOOP0_STRIDE_OTHERS ==
                  (int)FEATURE_LOOP0_COUNT_FIRST + CLASS_OTHERS * CLASS_STRIDE + 2,
              "classes of the loop family in the order of BufferClass: count, reuse, stride");
static_assert((int)FEATURE_COUNT_OF_TOPDOWN_OTHERS_22 ==
                  (int)FEATURE_REUSE_OF_COUNT_FIRST_0 +
                      BUFFER_CLASSES * FEATURE_CURVE_SAMPLES * CURVES - 1,
              "curves by class, sample, relation");
static_assert((int)FEATURE_INIT_INTEGER + 1 == (int)FEATURE_BODY_ADD &&
                  (int)FEATURE_BODY_INTEGER + 1 == (int)FEATURE_EPILOGUE_ADD &&
                  STAGE_EPILOGUE == STAGE_INIT + 2,
              "operations in the order of Stage");
static_assert((int)FEATURE_WASTE_UNROLLED == (int)FEATURE_WASTE_TILE_OUTER + BAND_UNROLLED,
              "waste in the order of LoopBand");

static float log2_of(double value) { return log2f((float)value); }
static float log2_above(double value) { return log2f(1.0f + (float)value); }

// --- the part of the context

// Keeps the two largest values and the product of all others.
typedef struct Largest {
  double first, second, rest;
  int count;
} Largest;

static const Largest largest_none = {1, 1, 1, 0};

static void largest_add(double value, Largest *largest) {
  largest->count++;
  if (value > largest->first) {
    double pushed = largest->first;
    largest->first = value;
    value = pushed;
  }
  if (value > largest->second) {
    double pushed = largest->second;
    largest->second = value;
    value = pushed;
  }
  largest->rest *= value;
}

static void prepare_classes(FeatureContext *out) {
  const AnalyticalContext *analytical = &out->analytical;
  for (int c = 0; c < BUFFER_CLASSES; c++)
    out->class_access[c] = -1;
  for (int a = 0; a < analytical->access_count; a++) {
    int8_t *first = &out->class_access[CLASS_FIRST], *second = &out->class_access[CLASS_SECOND];
    double bytes = analytical->accesses[a].buffer_bytes;
    if (analytical->accesses[a].is_output) {
      if (out->class_access[CLASS_OUTPUT] < 0)
        out->class_access[CLASS_OUTPUT] = (int8_t)a;
    } else if (*first < 0 || bytes > analytical->accesses[*first].buffer_bytes) {
      *second = *first;
      *first = (int8_t)a;
    } else if (*second < 0 || bytes > analytical->accesses[*second].buffer_bytes) {
      *second = (int8_t)a;
    }
  }
  out->other_count = 0;
  for (int a = 0; a < analytical->access_count; a++) {
    int class = CLASS_FIRST;
    while (class < CLASS_OTHERS && out->class_access[class] != a)
      class++;
    out->buffer_class[a] = (uint8_t)class;
    if (class == CLASS_OTHERS)
      out->others[out->other_count++] = (uint8_t)a;
  }
}

static void prepare_target(const Target *target, float *row) {
  const TargetWidth *widest = &target->widths[target_width(target, target->vector_bits)];
  row[FEATURE_TARGET_VENDOR] = target->vendor == TARGET_VENDOR_AMD     ? -1
                               : target->vendor == TARGET_VENDOR_INTEL ? 1
                                                                       : 0;
  row[FEATURE_TARGET_VECTOR_BITS] = log2_of(target->vector_bits);
  row[FEATURE_TARGET_REGISTERS] = (float)target->vector_registers;
  row[FEATURE_TARGET_FMA] = target->has_fma;
  row[FEATURE_TARGET_MASKS] = target->has_masks;
  row[FEATURE_TARGET_CLOCK] = (float)target->clock_ghz;
  row[FEATURE_TARGET_FMA_RATE] = (float)widest->fma_per_cycle;
  row[FEATURE_TARGET_LOAD_RATE] = (float)widest->loads_per_cycle;
  row[FEATURE_TARGET_STORE_RATE] = (float)widest->stores_per_cycle;
  row[FEATURE_TARGET_FMA_LATENCY] = (float)target->fma_latency_cycles;
  for (int level = 0; level < target->cache_count; level++)
    row[FEATURE_TARGET_L1_BYTES + level] = log2_above((double)target->cache_bytes[level]);
  if (target->cache_count > 1)
    row[FEATURE_TARGET_L2_RATE] = (float)target->cache_bytes_per_cycle[1];
  if (target->cache_count > 2)
    row[FEATURE_TARGET_L3_RATE] = (float)target->cache_bytes_per_cycle[2];
  row[FEATURE_TARGET_MEMORY_RATE] = (float)target->memory_bytes_per_cycle;
  row[FEATURE_TARGET_TLB] = log2_above(target->tlb_entries);
}

static void prepare_extents(const AnalyticalContext *analytical, float *row) {
  Largest parallel = largest_none, reduction = largest_none;
  for (int i = 0; i < analytical->iterator_count; i++)
    largest_add((double)analytical->extents[i],
                analytical->parallel & (1u << i) ? &parallel : &reduction);
  double parallel_points = parallel.first * parallel.second * parallel.rest;
  double reduction_points = reduction.first * reduction.second * reduction.rest;
  row[FEATURE_WORK_POINTS] = log2_of(parallel_points * reduction_points);
  row[FEATURE_WORK_PARALLEL] = log2_of(parallel_points);
  row[FEATURE_WORK_REDUCTION] = log2_of(reduction_points);
  row[FEATURE_WORK_PARALLEL_COUNT] = (float)parallel.count;
  row[FEATURE_WORK_REDUCTION_COUNT] = (float)reduction.count;
  row[FEATURE_WORK_PARALLEL_FIRST] = log2_of(parallel.first);
  row[FEATURE_WORK_PARALLEL_SECOND] = log2_of(parallel.second);
  row[FEATURE_WORK_REDUCTION_FIRST] = log2_of(reduction.first);
  row[FEATURE_WORK_REDUCTION_SECOND] = log2_of(reduction.second);
}

static void prepare_buffers(FeatureContext *out) {
  float *row = out->row;
  double bytes[BUFFER_CLASSES] = {0};
  out->buffer_bytes = 0;
  for (int a = 0; a < out->analytical.access_count; a++) {
    const AnalyticalAccess *access = &out->analytical.accesses[a];
    int class = out->buffer_class[a];
    bytes[class] += access->buffer_bytes;
    out->buffer_bytes += access->buffer_bytes;
    row[access->is_output ? FEATURE_WORK_OUTPUTS : FEATURE_WORK_INPUTS] += 1;
    if (class == CLASS_FIRST || class == CLASS_SECOND)
      row[FEATURE_WORK_CONSTANT_FIRST + class] = access->is_constant;
  }
  for (int class = 0; class < BUFFER_CLASSES; class++)
    row[FEATURE_WORK_BYTES_FIRST + class] = log2_above(bytes[class]);
  row[FEATURE_WORK_BYTES] = log2_above(out->buffer_bytes);
  row[FEATURE_WORK_FLOPS] = log2_above(out->flops);
  row[FEATURE_WORK_INTENSITY] = log2_above(out->flops / out->buffer_bytes);
}

static void prepare_combiner(Combiner combiner, float *row) {
  if (combiner == COMBINER_ADD)
    row[FEATURE_WORK_COMBINES_ADD] = 1;
  else if (combiner == COMBINER_MAX || combiner == COMBINER_MIN)
    row[FEATURE_WORK_COMBINES_EXTREME] = 1;
  else if (combiner != COMBINER_NONE)
    row[FEATURE_WORK_COMBINES_OTHER] = 1;
}

static void prepare_kind(const Workload *workload, float *row) {
  row[FEATURE_WORK_ELEMENT_BYTES] = (float)element_type_bytes(workload->accumulator_type);
  row[FEATURE_WORK_FLOAT] = element_type_is_float(workload->accumulator_type);
  for (int a = 0; a < workload->access_count; a++) {
    const Access *access = &workload->accesses[a];
    if (element_type_is_half(access->type))
      row[FEATURE_WORK_HALF] = 1;
    if (access->may_leave_shape)
      row[FEATURE_WORK_PADDED] = 1;
  }
  row[FEATURE_WORK_CONVOLUTION] = workload->is_convolution;
  row[FEATURE_WORK_READS_DESTINATION] = workload->reads_destination;
  row[FEATURE_WORK_CAN_SPLIT] = workload->can_split_reduction;
  row[FEATURE_WORK_ACCUMULATORS] = workload->accumulator_count;
  prepare_combiner(workload->combiner, row);
}

static void prepare_operations(const Workload *workload, float *row) {
  for (int s = 0; s < workload->statement_count; s++) {
    const Statement *statement = &workload->statements[s];
    const OpCounts *ops = &statement->ops;
    float *stage =
        row + FEATURE_INIT_ADD + statement->stage * (FEATURE_BODY_ADD - FEATURE_INIT_ADD);
    const uint16_t counts[] = {ops->add,  ops->mul,     ops->fma,
                               ops->div,  ops->compare, ops->transcendental,
                               ops->cast, ops->integer};
    for (size_t n = 0; n < sizeof(counts) / sizeof(counts[0]); n++)
      stage[n] += counts[n];
  }
}

// 1 where a knob has something to decide: what a schedule says of absent statements makes no
// difference to the code.
static void prepare_knobs(const Workload *workload, ScheduleRule rule, float *row) {
  static const Feature rule_features[RULE_COUNT] = {
#define RULE(enumerator, name, cost, prologue) FEATURE_RULE_##enumerator,
#include "plan/rules.def"
#undef RULE
  };
  row[rule_features[rule]] = 1;
#define FEATURE(id, name, unit, meaning, value) row[FEATURE_KNOB_##id] = 1;
#include "plan/knobs.def"
  row[FEATURE_KNOB_FUSE_INIT] = row[FEATURE_KNOB_FUSE_PRODUCERS] = 0;
  for (int s = 0; s < workload->statement_count; s++) {
    const Statement *statement = &workload->statements[s];
    if (statement->stage == STAGE_INIT)
      row[FEATURE_KNOB_FUSE_INIT] = 1;
    if (statement->stage == STAGE_BODY && !statement->is_anchor)
      row[FEATURE_KNOB_FUSE_PRODUCERS] = 1;
  }
}

// Other arithmetic has units of its own on some processors, so it has no such peak.
static double fused_flops(const Workload *workload) {
  double flops = 0;
  for (int s = 0; s < workload->statement_count; s++)
    if (workload->statements[s].stage == STAGE_BODY)
      flops += 2.0 * workload->statements[s].ops.fma * (double)workload_points(workload);
  return flops;
}

bool features_prepare(const Workload *workload, ScheduleRule rule, const Target *target,
                      FeatureContext *out_context) {
  if (!analytical_prepare(workload, rule, target, &out_context->analytical))
    return false;
  memset(out_context->row, 0, sizeof(out_context->row));
  out_context->flops = workload_flops(workload);
  out_context->peak_flops = workload_peak_flops(workload, target);
  out_context->fused_seconds = fused_flops(workload) / out_context->peak_flops;
  prepare_classes(out_context);
  prepare_target(target, out_context->row);
  prepare_extents(&out_context->analytical, out_context->row);
  prepare_buffers(out_context);
  prepare_kind(workload, out_context->row);
  prepare_operations(workload, out_context->row);
  prepare_knobs(workload, rule, out_context->row);
  return true;
}

// --- the part of the schedule

static void fill_blocks(const AnalyticalContext *analytical, const Schedule *schedule, float *row) {
  Largest blocks = largest_none, unrolls = largest_none;
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

// What the loop and curve families say of the nest, innermost loop first; logarithms.
typedef struct Relations {
  int count; // loops
  float trips[LOOP_NEST_MAX_LOOPS], topdown[LOOP_NEST_MAX_LOOPS], bottomup[LOOP_NEST_MAX_LOOPS];
  float counts[BUFFER_CLASSES][LOOP_NEST_MAX_LOOPS], reuses[BUFFER_CLASSES][LOOP_NEST_MAX_LOOPS];
} Relations;

// Product of count over all trips that move the access, walking outward.
static void relations_fill_class(const FeatureContext *context, const LoopNest *nest,
                                 const float *log_trips, int class, Relations *out) {
  int a = context->class_access[class];
  float count = 0, reuse = 0;
  uint16_t uses = a < 0 ? 0 : context->analytical.accesses[a].uses;
  for (int p = 0; p < out->count; p++) {
    int l = out->count - 1 - p;
    if (a >= 0)
      *(uses & (1u << nest->loops[l].iterator) ? &count : &reuse) += log_trips[l];
    out->counts[class][p] = count;
    out->reuses[class][p] = reuse;
  }
}

// Counts of the other accesses are summed; their reuse is touches over that sum.
static void relations_fill_others(const FeatureContext *context, const LoopNest *nest,
                                  const double *trips, Relations *out) {
  double counts[WORKLOAD_MAX_ACCESSES];
  for (int n = 0; n < context->other_count; n++)
    counts[n] = 1;
  for (int p = 0; p < out->count; p++) {
    int l = out->count - 1 - p;
    double sum = 0;
    for (int n = 0; n < context->other_count; n++) {
      if (context->analytical.accesses[context->others[n]].uses & (1u << nest->loops[l].iterator))
        counts[n] *= trips[l];
      sum += counts[n];
    }
    bool is_empty = context->other_count == 0;
    out->counts[CLASS_OTHERS][p] = is_empty ? 0 : log2_of(sum);
    out->reuses[CLASS_OTHERS][p] =
        is_empty ? 0
                 : out->bottomup[p] + log2_of(context->other_count) - out->counts[CLASS_OTHERS][p];
  }
}

static void relations_fill(const FeatureContext *context, const LoopNest *nest, Relations *out) {
  double trips[LOOP_NEST_MAX_LOOPS];
  float log_trips[LOOP_NEST_MAX_LOOPS];
  float topdown = 0, bottomup = 0;
  out->count = nest->loop_count;
  for (int l = 0; l < nest->loop_count; l++) {
    trips[l] = (double)nest->loops[l].span / (double)nest->loops[l].step;
    log_trips[l] = log2_of(trips[l]);
    topdown += log_trips[l];
    out->trips[nest->loop_count - 1 - l] = log_trips[l];
    out->topdown[nest->loop_count - 1 - l] = topdown;
  }
  for (int p = 0; p < out->count; p++) {
    bottomup += out->trips[p];
    out->bottomup[p] = bottomup;
  }
  for (int class = 0; class < CLASS_OTHERS; class++)
    relations_fill_class(context, nest, log_trips, class, out);
  relations_fill_others(context, nest, trips, out);
}

static double loop_stride(const AnalyticalAccess *access, const Loop *loop) {
  double stride = (double)access->stride[loop->iterator] * (double)loop->step;
  return stride < 0 ? -stride : stride;
}

static double class_stride(const FeatureContext *context, int class, const Loop *loop) {
  const AnalyticalAccess *accesses = context->analytical.accesses;
  if (class != CLASS_OTHERS)
    return context->class_access[class] < 0
               ? 0
               : loop_stride(&accesses[context->class_access[class]], loop);
  double longest = 0;
  for (int n = 0; n < context->other_count; n++) {
    double stride = loop_stride(&accesses[context->others[n]], loop);
    longest = stride > longest ? stride : longest;
  }
  return longest;
}

static void fill_loops(const FeatureContext *context, const LoopNest *nest,
                       const Relations *relations, float *row) {
  for (int p = 0; p < relations->count && p < FEATURE_LOOPS; p++) {
    const Loop *loop = &nest->loops[relations->count - 1 - p];
    float *out = row + FEATURE_LOOP0_TRIPS + p * LOOP_STRIDE;
    out[0] = relations->trips[p];
    out[LOOP_BAND + loop->band] = 1;
    out[FEATURE_LOOP0_REDUCTION - FEATURE_LOOP0_TRIPS] =
        !(context->analytical.parallel & (1u << loop->iterator));
    out[FEATURE_LOOP0_TOPDOWN - FEATURE_LOOP0_TRIPS] = relations->topdown[p];
    out[FEATURE_LOOP0_BOTTOMUP - FEATURE_LOOP0_TRIPS] = relations->bottomup[p];
    for (int class = 0; class < BUFFER_CLASSES; class++) {
      float *of_class = out + LOOP_CLASS + class * CLASS_STRIDE;
      of_class[0] = relations->counts[class][p];
      of_class[1] = relations->reuses[class][p];
      of_class[2] = log2_above(class_stride(context, class, loop));
    }
  }
}

// Samples of one class. Walking outward, count and reuse never fall and topdown always does, so
// each sample goes on where the last one stopped.
static void fill_curves_of(const Relations *relations, int class, float *out) {
  const float *counts = relations->counts[class], *reuses = relations->reuses[class];
  int by_count = -1, by_reuse = -1, by_topdown = relations->count; // the loop found last
  for (int s = 0; s < FEATURE_CURVE_SAMPLES; s++, out += CURVES) {
    float limit = (float)(s * FEATURE_SAMPLE_STEP) + 1e-3f; // sums of logarithms are rounded
    while (by_count + 1 < relations->count && counts[by_count + 1] <= limit)
      by_count++;
    while (by_reuse + 1 < relations->count && reuses[by_reuse + 1] <= limit)
      by_reuse++;
    while (by_topdown > 0 && relations->topdown[by_topdown - 1] <= limit)
      by_topdown--;
    out[0] = by_count < 0 ? 0 : reuses[by_count];
    out[1] = by_reuse < 0 ? 0 : counts[by_reuse];
    out[2] = by_count < 0 ? 0 : relations->topdown[by_count];
    out[3] = by_topdown == relations->count ? 0 : counts[by_topdown];
  }
}

static void fill_curves(const FeatureContext *context, const Relations *relations, float *row) {
  float *out = row + FEATURE_REUSE_OF_COUNT_FIRST_0;
  for (int class = 0; class < BUFFER_CLASSES; class++)
    if (class == CLASS_OTHERS ? context->other_count > 0 : context->class_access[class] >= 0)
      fill_curves_of(relations, class, out + class * FEATURE_CURVE_SAMPLES * CURVES);
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
  Relations relations;
  memcpy(out_row, context->row, sizeof(context->row));
  relations_fill(context, nest, &relations);
  fill_knobs(context, schedule, nest, out_row);
  fill_loops(context, nest, &relations, out_row);
  fill_curves(context, &relations, out_row);
  fill_traffic(context, traffic, out_row);
  fill_working_sets(context, nest, out_row);
  fill_registers(context, schedule, nest, out_row);
  fill_waste(context, schedule, nest, out_row);
  fill_packs(context, nest, out_row);
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

// --- names

static const char *const names[FEATURE_COUNT] = {
#define F(enumerator, name, unit, meaning) name,
#include "costmodel/features.def"
#undef F
};

static const char *const units[FEATURE_COUNT] = {
#define F(enumerator, name, unit, meaning) unit,
#include "costmodel/features.def"
#undef F
};

static const char *const meanings[FEATURE_COUNT] = {
#define F(enumerator, name, unit, meaning) meaning,
#include "costmodel/features.def"
#undef F
};

const char *const *feature_names(void) { return names; }
const char *feature_name(Feature feature) { return names[feature]; }
const char *feature_unit(Feature feature) { return units[feature]; }
const char *feature_meaning(Feature feature) { return meanings[feature]; }

Feature feature_find(const char *name, size_t length) {
  int found = 0;
  while (found < FEATURE_COUNT && !text_equal(name, length, names[found]))
    found++;
  return (Feature)found;
}

uint64_t feature_schema_hash(const char *const *of_names, size_t count) {
  uint64_t hash = TEXT_HASH_START;
  for (size_t n = 0; n < count; n++)
    hash = text_hash(hash, of_names[n], strlen(of_names[n]) + 1);
  return hash;
}

uint64_t features_schema(void) { return feature_schema_hash(names, FEATURE_COUNT); }
