// A small ranker that is fitted to the measurements of one task while its search runs.
//
// It is apart from those who ask it, since it needs XGBoost: the pass plugin never trains and is
// loaded without it. A strategy gets the function from whoever runs it (StrategySetting).
#ifndef AUTOTUNE_COSTMODEL_RANKER_FIT_H
#define AUTOTUNE_COSTMODEL_RANKER_FIT_H

#include "costmodel/forest.h"
#include <stdbool.h>

// Fits trees to `count` rows of FEATURE_COUNT values. Labels: higher is better; the trees learn
// their order, or with `is_regression` themselves. `margins` are what the trees are added to, NULL:
// 0. Destroy the forest with forest_destroy.
typedef Status RankerFit(const float *values, const float *labels, const float *margins,
                         size_t count, bool is_regression, Forest **out_forest);

RankerFit ranker_fit;

#endif
