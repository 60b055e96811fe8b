// Features: the numbers about a scheduled loop nest that the learned models read.
//
// They come from Workload, Schedule, LoopNest and Target by arithmetic alone: no IR, no allocation,
// no clock. Equal code gives equal features, and renaming the iterators changes nothing.
// costmodel/features.def has a row for each; docs/reference/features.md explains the families.
#ifndef AUTOTUNE_COSTMODEL_FEATURES_H
#define AUTOTUNE_COSTMODEL_FEATURES_H

#include "costmodel/analytical.h"

typedef enum Feature {
#define F(enumerator, name, unit, meaning) FEATURE_##enumerator,
#include "costmodel/features.def"
#undef F
  FEATURE_COUNT
} Feature;

enum {
  FEATURE_LOOPS = 12,         // positions of the loop family
  FEATURE_CURVE_SAMPLES = 12, // per curve
  FEATURE_SAMPLE_STEP = 2,    // log2 between two samples
};

// What a buffer is to the loop and curve families.
typedef enum BufferClass { CLASS_FIRST, CLASS_SECOND, CLASS_OUTPUT, CLASS_OTHERS } BufferClass;
enum { BUFFER_CLASSES = CLASS_OTHERS + 1 };

// What is the same for all schedules of one rule of a workload. Plain data.
typedef struct FeatureContext {
  AnalyticalContext analytical;
  double flops, peak_flops, buffer_bytes; // of the workload as extracted; of the target
  double fused_seconds; // of its multiplications and additions in one, at the peak
  uint8_t buffer_class[WORKLOAD_MAX_ACCESSES]; // BufferClass
  int8_t class_access[BUFFER_CLASSES];         // the access of a class, -1: none; OTHERS: -1
  uint8_t others[WORKLOAD_MAX_ACCESSES];       // accesses of the class `others`
  uint8_t other_count;
  float row[FEATURE_COUNT]; // features of workload and target, zero elsewhere
} FeatureContext;

// Prepares a workload as extracted for schedules of `rule`; false when the rule does not apply to
// it. Lends `target`.
bool features_prepare(const Workload *workload, ScheduleRule rule, const Target *target,
                      FeatureContext *out_context);

// Writes FEATURE_COUNT numbers, all finite. The schedule is normalised, legal and of the rule
// prepared for; the nest was built from it.
void features_fill(const FeatureContext *context, const Schedule *schedule, const LoopNest *nest,
                   float *out_row);

// The same where the analytical model was asked already, for the same schedule and nest.
void features_fill_scored(const FeatureContext *context, const Schedule *schedule,
                          const LoopNest *nest, const AnalyticalParts *parts,
                          const AnalyticalTraffic *traffic, float *out_row);

// Less than the schedule can take: its multiplications and additions in one (FMA) at the peak of
// the target, without the taps that border kernels leave out; the analytical seconds where they are
// less, since then it is the numbers of the target that are too low.
double features_least_seconds(const FeatureContext *context, const Schedule *schedule,
                              double analytical_seconds);

// Both steps in one, for single questions.
void features_extract(const Workload *workload, const Schedule *schedule, const LoopNest *nest,
                      const Target *target, float *out_row);

const char *const *feature_names(void);    // all of them in their order; static
const char *feature_name(Feature feature); // static
const char *feature_unit(Feature feature);
const char *feature_meaning(Feature feature);
// FEATURE_COUNT when `name` is none of them.
Feature feature_find(const char *name, size_t length);

// FNV-1a over `count` names in their order, each with its terminator.
uint64_t feature_schema_hash(const char *const *names, size_t count);
// That of all features.
uint64_t features_schema(void);

#endif
