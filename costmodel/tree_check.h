// Checks the trees of a model file before XGBoost reads them: XGBoost believes lengths and node
// numbers, and a wrong one makes it read out of bounds or walk for ever.
#ifndef AUTOTUNE_COSTMODEL_TREE_CHECK_H
#define AUTOTUNE_COSTMODEL_TREE_CHECK_H

#include "core/status.h"
#include <stddef.h>

// STATUS_MODEL unless the bytes are exactly what XGBoost 1.7 writes as UBJSON for a gbtree model of
// `objective` over `feature_count` numeric features: every array whole, every tree a tree, every
// split on an existing feature, every number finite.
Status tree_check(const void *bytes, size_t size, size_t feature_count, const char *objective);

#endif
