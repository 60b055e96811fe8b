// Flattened trees: a block of rows goes down one tree in lockstep, without a branch. The rows of a
// block are independent, so the processor overlaps their loads; a leaf leads back to itself, so all
// of them take as many steps as the tree is deep.
#include "costmodel/forest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_ROWS = 16 };

typedef struct ForestNode {
  float threshold; // NAN at a leaf: nothing is above it
  uint32_t column; // among those that are gathered
  int32_t left;    // first child, in all nodes; a leaf: itself
  // Where a missing value goes. Kept as a number so that the step is arithmetic.
  uint32_t missing_right;
} ForestNode;

typedef struct ForestTree {
  int32_t root;
  int32_t depth; // steps to the deepest leaf
} ForestTree;

struct Forest {
  ForestNode *nodes;   // owned
  float *leaves;       // owned: of each node, what it adds when a row ends there
  ForestTree *trees;   // owned
  uint32_t *columns;   // owned: of the schema, one per gathered column
  size_t column_count; // gathered
  size_t schema_count; // floats of a row
  size_t node_count, tree_count;
  size_t node_capacity, tree_capacity;
};

// While trees are read.
typedef struct Builder {
  Forest *forest;
  const uint32_t *schema_columns; // one per feature of the file
  uint32_t *gathered;             // one per feature of the file: its column + 1, 0: not used yet
} Builder;

static Status grow(void **array, size_t size, size_t needed, size_t *capacity) {
  if (needed <= *capacity)
    return STATUS_OK;
  size_t grown = *capacity * 2 > needed ? *capacity * 2 : needed;
  void *moved = realloc(*array, grown * size);
  if (!moved)
    return status_fail(STATUS_SYSTEM, "no memory for the trees of a model");
  *array = moved;
  *capacity = grown;
  return STATUS_OK;
}

static Status reserve(Forest *forest, uint64_t nodes) {
  Status status = STATUS_OK;
  size_t needed = forest->node_count + nodes, leaf_capacity = forest->node_capacity;
  if (needed > INT32_MAX)
    return status_fail(STATUS_MODEL, "model file has more nodes than can be counted");
  TRY(grow((void **)&forest->leaves, sizeof(float), needed, &leaf_capacity));
  TRY(grow((void **)&forest->nodes, sizeof(ForestNode), needed, &forest->node_capacity));
  TRY(grow((void **)&forest->trees, sizeof(ForestTree), forest->tree_count + 1,
           &forest->tree_capacity));
cleanup:
  return status;
}

static uint32_t gathered_column(Builder *builder, uint32_t feature) {
  Forest *forest = builder->forest;
  if (builder->gathered[feature] == 0) {
    forest->columns[forest->column_count++] = builder->schema_columns[feature];
    builder->gathered[feature] = (uint32_t)forest->column_count;
  }
  return builder->gathered[feature] - 1;
}

// Depth of a sound tree. A parent may come after its child in the file, so each leaf is followed
// up; files that XGBoost wrote have shallow trees.
static int32_t tree_depth(const TreeArrays *tree, int32_t *depths) {
  int32_t deepest = 0;
  depths[0] = 0;
  // A queue over the nodes that can be reached, in an array of their number.
  int32_t *queue = depths + tree->nodes;
  uint64_t head = 0, tail = 0;
  queue[tail++] = 0;
  while (head < tail) {
    int32_t node = queue[head++], left = tree_node(tree, (uint64_t)node).left;
    if (left < 0)
      continue;
    depths[left] = depths[left + 1] = depths[node] + 1;
    deepest = depths[left] > deepest ? depths[left] : deepest;
    queue[tail++] = left;
    queue[tail++] = left + 1;
  }
  return deepest;
}

static Status add_tree(void *context, const TreeArrays *tree) {
  Builder *builder = context;
  Forest *forest = builder->forest;
  Status status = reserve(forest, tree->nodes);
  int32_t *depths = status == STATUS_OK ? malloc(2 * tree->nodes * sizeof(*depths)) : NULL;
  if (!depths)
    return status != STATUS_OK ? status
                               : status_fail(STATUS_SYSTEM, "no memory for the trees of a model");
  int32_t root = (int32_t)forest->node_count;
  for (uint64_t n = 0; n < tree->nodes; n++) {
    TreeNode node = tree_node(tree, n);
    bool is_leaf = node.left < 0;
    forest->leaves[root + (int32_t)n] = is_leaf ? node.value : 0;
    forest->nodes[root + (int32_t)n] = (ForestNode){
        .threshold = is_leaf ? NAN : node.value,
        .column = is_leaf ? 0 : gathered_column(builder, node.feature),
        .left = is_leaf ? root + (int32_t)n : root + node.left,
        .missing_right = !is_leaf && !node.default_left,
    };
  }
  forest->node_count += tree->nodes;
  forest->trees[forest->tree_count++] = (ForestTree){root, tree_depth(tree, depths)};
  free(depths);
  return STATUS_OK;
}

Status forest_create(const ModelFile *file, ModelSchema schema, Forest **out_forest) {
  Status status = STATUS_OK;
  Builder builder = {.forest = calloc(1, sizeof(Forest))};
  Forest *forest = builder.forest;
  uint32_t *columns = malloc(file->feature_count * sizeof(*columns));
  builder.gathered = calloc(file->feature_count, sizeof(*builder.gathered));
  if (forest)
    forest->columns = malloc(file->feature_count * sizeof(*forest->columns));
  if (!forest || !columns || !builder.gathered || !forest->columns)
    TRY(status_fail(STATUS_SYSTEM, "no memory for %zu features", file->feature_count));
  forest->schema_count = schema.count;
  builder.schema_columns = columns;
  TRY(model_file_bind(file, schema, columns));
  TRY(model_file_check_trees(file, add_tree, &builder));
  *out_forest = forest;
  forest = NULL;
cleanup:
  forest_destroy(forest);
  free(builder.gathered);
  free(columns);
  return status;
}

void forest_destroy(Forest *forest) {
  if (!forest)
    return;
  free(forest->columns);
  free(forest->trees);
  free(forest->leaves);
  free(forest->nodes);
  free(forest);
}

size_t forest_tree_count(const Forest *forest) { return forest->tree_count; }

// --- asking

// Turns rows into columns of BLOCK_ROWS values. Rows that are not there repeat the first one.
static void gather(const Forest *forest, const float *rows, size_t count, float *out_columns) {
  for (size_t r = 0; r < BLOCK_ROWS; r++) {
    const float *row = rows + (r < count ? r : 0) * forest->schema_count;
    for (size_t c = 0; c < forest->column_count; c++)
      out_columns[c * BLOCK_ROWS + r] = row[forest->columns[c]];
  }
}

static void predict_block(const Forest *forest, const float *columns, float *out_sums) {
  const ForestNode *nodes = forest->nodes;
  for (int r = 0; r < BLOCK_ROWS; r++)
    out_sums[r] = 0;
  for (size_t t = 0; t < forest->tree_count; t++) {
    int32_t at[BLOCK_ROWS];
    for (int r = 0; r < BLOCK_ROWS; r++)
      at[r] = forest->trees[t].root;
    for (int32_t step = forest->trees[t].depth; step > 0; step--)
      for (int r = 0; r < BLOCK_ROWS; r++) {
        const ForestNode *node = &nodes[at[r]];
        float value = columns[node->column * BLOCK_ROWS + (size_t)r];
        uint32_t is_missing = value != value, is_above = value >= node->threshold;
        at[r] = node->left + (int32_t)(is_above | (is_missing & node->missing_right));
      }
    for (int r = 0; r < BLOCK_ROWS; r++)
      out_sums[r] += forest->leaves[at[r]];
  }
}

Status forest_predict(const Forest *forest, const float *rows, size_t count,
                      float *out_predictions) {
  size_t columns_bytes = (forest->column_count + 1) * BLOCK_ROWS * sizeof(float);
  float *columns = count > 0 ? calloc(1, columns_bytes) : NULL;
  if (count > 0 && !columns)
    return status_fail(STATUS_SYSTEM, "no memory to ask a model");
  for (size_t start = 0; start < count; start += BLOCK_ROWS) {
    size_t left = count - start, block = left < BLOCK_ROWS ? left : BLOCK_ROWS;
    float sums[BLOCK_ROWS];
    gather(forest, rows + start * forest->schema_count, block, columns);
    predict_block(forest, columns, sums);
    memcpy(out_predictions + start, sums, block * sizeof(float));
  }
  free(columns);
  return STATUS_OK;
}
