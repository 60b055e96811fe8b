// Checks the trees of a model file before XGBoost reads them: XGBoost believes lengths and node
// numbers, and a wrong one makes it read out of bounds or walk for ever.
#ifndef AUTOTUNE_COSTMODEL_TREE_CHECK_H
#define AUTOTUNE_COSTMODEL_TREE_CHECK_H

#include "base/status.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What decides where a row goes and what it gets; lends the bytes of the document. The root is node
// 0, the children of a node follow one another.
typedef struct TreeArrays {
  uint64_t nodes;
  const unsigned char *left, *right, *parents, *features, *conditions, *default_left;
} TreeArrays;

typedef struct TreeNode {
  int32_t left;      // -1: a leaf; the right child is left + 1
  uint32_t feature;  // of a split
  bool default_left; // where a missing value goes
  float value;       // threshold, below which a row goes left; of a leaf, what it adds
} TreeNode;

TreeNode tree_node(const TreeArrays *tree, uint64_t index); // index < nodes

// Writes the value of a node to a copy of the tree's conditions.
void tree_set_value(unsigned char *conditions, uint64_t index, float value);

// Receives the trees in their order, each one sound. STATUS_OK to go on.
typedef Status (*TreeSink)(void *context, const TreeArrays *tree);

// STATUS_MODEL unless the bytes are exactly what XGBoost 1.7 writes as UBJSON for a gbtree model of
// `objective` over `feature_count` numeric features: every array whole, every tree a tree, every
// split on an existing feature, every number finite. `sink` (may be NULL) gets each tree; what it
// returns ends the reading.
Status tree_check(const void *bytes, size_t size, size_t feature_count, const char *objective,
                  TreeSink sink, void *context);

#endif
