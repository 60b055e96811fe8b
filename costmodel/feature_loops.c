// The loop and curve families of features: what each loop of a nest does to the buffers.
#include "costmodel/feature_parts.h"

#include <assert.h>

enum {
  LOOP_STRIDE = FEATURE_LOOP1_TRIPS - FEATURE_LOOP0_TRIPS,
  LOOP_BAND = FEATURE_LOOP0_TILE_OUTER - FEATURE_LOOP0_TRIPS, // first of the band flags
  LOOP_CLASS = FEATURE_LOOP0_COUNT_FIRST - FEATURE_LOOP0_TRIPS,
  CLASS_STRIDE = FEATURE_LOOP0_COUNT_SECOND - FEATURE_LOOP0_COUNT_FIRST,
  CURVES = FEATURE_REUSE_OF_COUNT_FIRST_2 - FEATURE_REUSE_OF_COUNT_FIRST_0,
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

void feature_loops_fill(const FeatureContext *context, const LoopNest *nest, float *row) {
  Relations relations;
  relations_fill(context, nest, &relations);
  fill_loops(context, nest, &relations, row);
  fill_curves(context, &relations, row);
}
