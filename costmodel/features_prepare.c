// The part of a feature row that only workload and target decide.
#include "costmodel/features.h"

#include "costmodel/feature_parts.h"
#include "plan/workload_instruction.h"
#include <assert.h>
#include <string.h>

static_assert((int)FEATURE_INIT_INTEGER + 1 == (int)FEATURE_BODY_ADD &&
                  (int)FEATURE_BODY_INTEGER + 1 == (int)FEATURE_EPILOGUE_ADD &&
                  STAGE_EPILOGUE == STAGE_INIT + 2,
              "operations in the order of Stage");

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

// Vendors of other architectures are so far from those that models were trained on that no trust is
// left (costmodel/support.c).
static const float vendor_places[TARGET_VENDOR_COUNT] = {[TARGET_VENDOR_NONE] = 0,
                                                         [TARGET_VENDOR_AMD] = -1,
                                                         [TARGET_VENDOR_INTEL] = 1,
                                                         [TARGET_VENDOR_ARM] = 11,
                                                         [TARGET_VENDOR_APPLE] = 12};

static void prepare_target(const Target *target, float *row) {
  const TargetWidth *widest = &target->widths[target_width(target, target->vector_bits)];
  row[FEATURE_TARGET_VENDOR] = vendor_places[target->vendor];
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
  Largest parallel = largest_none(), reduction = largest_none();
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
    if (class != CLASS_OTHERS)
      row[FEATURE_WORK_BITS_FIRST + class] = (float)(access->element_bytes * 8);
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

static int64_t narrowest_input(const Workload *workload) {
  int64_t bytes = element_type_bytes(workload->accumulator_type);
  for (int a = 0; a < workload->access_count; a++)
    if (!workload->accesses[a].is_output && element_type_bytes(workload->accesses[a].type) < bytes)
      bytes = element_type_bytes(workload->accesses[a].type);
  return bytes;
}

static void prepare_kind(const Workload *workload, float *row) {
  row[FEATURE_WORK_ELEMENT_BYTES] = (float)element_type_bytes(workload->accumulator_type);
  row[FEATURE_WORK_NARROW] =
      log2_of(row[FEATURE_WORK_ELEMENT_BYTES] / (float)narrowest_input(workload));
  row[FEATURE_WORK_FLOAT] = element_type_is_float(workload->accumulator_type);
  for (int a = 0; a < workload->access_count; a++) {
    const Access *access = &workload->accesses[a];
    if (element_type_is_half(access->type))
      row[FEATURE_WORK_HALF] = 1;
    if (access->type == ELEMENT_BF16)
      row[FEATURE_WORK_BF16] = 1;
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
