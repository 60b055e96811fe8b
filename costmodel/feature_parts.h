// What the files share that fill feature rows.
//
// Families that repeat (loops, curves, classes) are reached by arithmetic on the enumerators;
// assertions tie it to the order of the rows in features.def.
#ifndef AUTOTUNE_COSTMODEL_FEATURE_PARTS_H
#define AUTOTUNE_COSTMODEL_FEATURE_PARTS_H

#include "costmodel/features.h"

#include <math.h>

static inline float log2_of(double value) { return log2f((float)value); }
static inline float log2_above(double value) { return log2f(1.0f + (float)value); }

// Keeps the two largest values and the product of all others.
typedef struct Largest {
  double first, second, rest;
  int count;
} Largest;

static inline Largest largest_none(void) { return (Largest){1, 1, 1, 0}; }

static inline void largest_add(double value, Largest *largest) {
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

// Writes the loop and curve families of a nest.
void feature_loops_fill(const FeatureContext *context, const LoopNest *nest, float *row);

#endif
