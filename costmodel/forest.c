// Flattened trees: a block of rows goes down one tree in lockstep, without a branch. The rows of a
// block are independent, so the processor overlaps their loads; a leaf leads back to itself, so all
// of them take as many steps as the tree is deep.
#include "costmodel/forest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_ROWS = 16 };

// Small: a forest has ten thousands of them, and every block of rows goes down all its trees.
typedef struct ForestNode {
  uint32_t key;   // a row goes left whose value has a lesser one; a leaf: the bits of what it adds
  uint16_t place; // COLUMN_STEP times the column of that value; a leaf: 0
  uint16_t right; // child, after the left one, in the nodes of the tree; a leaf: itself
} ForestNode;

// Units of a place, which the processor multiplies by 8 bytes as it loads.
enum { COLUMN_STEP = BLOCK_ROWS * sizeof(uint32_t) / 8, COLUMNS_MAX = UINT16_MAX / COLUMN_STEP };

typedef struct ForestTree {
  uint32_t root;  // in all nodes
  uint32_t depth; // steps to the deepest leaf
} ForestTree;

struct Forest {
  ForestNode *nodes;   // owned
  bool *missing_right; // owned: of each node
  ForestTree *trees;   // owned
  uint32_t *columns;   // owned: of the schema, one per gathered column
  size_t column_count; // gathered; the first one is not of the schema: leaves compare it
  size_t schema_count; // floats of a row
  size_t node_count, tree_count;
  size_t node_capacity, tree_capacity;
};

// While trees are read.
typedef struct Builder {
  Forest *forest;
  const uint32_t *schema_columns; // one per feature of the file
  size_t *gathered;               // one per feature of the file: its column, 0: not used yet
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
  size_t needed = forest->node_count + nodes, missing_capacity = forest->node_capacity;
  if (needed > INT32_MAX || nodes > UINT16_MAX + 1)
    return status_fail(STATUS_MODEL, "model file has more nodes than can be counted");
  TRY(grow((void **)&forest->missing_right, sizeof(bool), needed, &missing_capacity));
  TRY(grow((void **)&forest->nodes, sizeof(ForestNode), needed, &forest->node_capacity));
  TRY(grow((void **)&forest->trees, sizeof(ForestTree), forest->tree_count + 1,
           &forest->tree_capacity));
cleanup:
  return status;
}

static size_t gathered_column(Builder *builder, uint32_t feature) {
  Forest *forest = builder->forest;
  if (builder->gathered[feature] == 0) {
    builder->gathered[feature] = forest->column_count;
    forest->columns[forest->column_count++] = builder->schema_columns[feature];
  }
  return builder->gathered[feature];
}

// Numbers in the order of the floats, so that no step waits for a comparison of floats.
#define KEY_MISSING UINT32_C(0)
#define KEY_SIGN UINT32_C(0x80000000)
#define KEY_NOT_LESS UINT32_C(0xffffffff)

static inline uint32_t float_bits(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof(bits));
  return bits;
}

static inline uint32_t key_of(float value) {
  uint32_t bits = float_bits(value + 0.0F); // -0 is equal to 0
  uint32_t key = bits & KEY_SIGN ? ~bits : bits | KEY_SIGN;
  return value != value ? KEY_MISSING : key;
}

// Depth of a sound tree. A parent may come after its child in the file, so each leaf is followed
// up; files that XGBoost wrote have shallow trees.
static uint32_t tree_depth(const TreeArrays *tree, int32_t *depths) {
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
  return (uint32_t)deepest;
}

static Status add_tree(void *context, const TreeArrays *tree) {
  Builder *builder = context;
  Forest *forest = builder->forest;
  Status status = reserve(forest, tree->nodes);
  int32_t *depths = status == STATUS_OK ? malloc(2 * tree->nodes * sizeof(*depths)) : NULL;
  if (!depths)
    return status != STATUS_OK ? status
                               : status_fail(STATUS_SYSTEM, "no memory for the trees of a model");
  for (uint64_t n = 0; n < tree->nodes; n++) {
    TreeNode node = tree_node(tree, n);
    bool is_leaf = node.left < 0;
    forest->missing_right[forest->node_count + n] = !is_leaf && !node.default_left;
    forest->nodes[forest->node_count + n] = (ForestNode){
        .key = is_leaf ? float_bits(node.value) : key_of(node.value),
        .place = (uint16_t)(is_leaf ? 0 : COLUMN_STEP * gathered_column(builder, node.feature)),
        .right = (uint16_t)(is_leaf ? n : (uint64_t)node.left + 1),
    };
  }
  forest->trees[forest->tree_count++] =
      (ForestTree){(uint32_t)forest->node_count, tree_depth(tree, depths)};
  forest->node_count += tree->nodes;
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
    forest->columns = calloc(file->feature_count + 1, sizeof(*forest->columns));
  if (!forest || !columns || !builder.gathered || !forest->columns)
    TRY(status_fail(STATUS_SYSTEM, "no memory for %zu features", file->feature_count));
  if (file->feature_count >= COLUMNS_MAX)
    TRY(status_fail(STATUS_MODEL, "model file has more features than can be counted"));
  forest->schema_count = schema.count;
  forest->column_count = 1;
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
  free(forest->missing_right);
  free(forest->nodes);
  free(forest);
}

size_t forest_tree_count(const Forest *forest) { return forest->tree_count; }

// --- asking

// The keys of a row; false when some value of it is missing.
static bool row_keys(const float *row, size_t count, uint32_t *out_keys) {
  uint32_t missing = 0;
  for (size_t n = 0; n < count; n++) {
    out_keys[n] = key_of(row[n]);
    missing |= out_keys[n] == KEY_MISSING;
  }
  return missing == 0;
}

// Turns rows into columns of BLOCK_ROWS keys, by way of `keys`, which has room for as many rows;
// false when some value is missing. Rows that are not there repeat the first one.
static bool gather(const Forest *forest, const float *rows, size_t count, uint32_t *keys,
                   uint32_t *out_columns) {
  size_t schema_count = forest->schema_count;
  bool is_whole = true;
  for (size_t r = 0; r < count; r++)
    is_whole &= row_keys(rows + r * schema_count, schema_count, keys + r * schema_count);
  for (size_t r = count; r < BLOCK_ROWS; r++)
    memcpy(keys + r * schema_count, keys, schema_count * sizeof(*keys));
  for (size_t r = 0; r < BLOCK_ROWS; r++)
    out_columns[r] = KEY_NOT_LESS;
  for (size_t c = 1; c < forest->column_count; c++) {
    const uint32_t *key = keys + forest->columns[c];
    for (size_t r = 0; r < BLOCK_ROWS; r++)
      out_columns[c * BLOCK_ROWS + r] = key[r * schema_count];
  }
  return is_whole;
}

static inline uint32_t key_at(const uint32_t *columns, ForestNode node, size_t r) {
  return columns[(size_t)node.place * (8 / sizeof(uint32_t)) + r];
}

// Moves every row of the block down a tree.
static inline void descend(const ForestNode *nodes, uint32_t depth, const uint32_t *columns,
                           uint32_t at[BLOCK_ROWS]) {
  for (; depth > 0; depth--)
    for (size_t r = 0; r < BLOCK_ROWS; r++) {
      ForestNode node = nodes[at[r]];
      at[r] = (uint32_t)node.right - (key_at(columns, node, r) < node.key);
    }
}

// The same where values may be missing.
static void descend_with_missing(const ForestNode *nodes, const bool *missing_right, uint32_t depth,
                                 const uint32_t *columns, uint32_t at[BLOCK_ROWS]) {
  for (; depth > 0; depth--)
    for (size_t r = 0; r < BLOCK_ROWS; r++) {
      ForestNode node = nodes[at[r]];
      uint32_t key = key_at(columns, node, r);
      bool goes_left = key == KEY_MISSING ? !missing_right[at[r]] : key < node.key;
      at[r] = (uint32_t)node.right - goes_left;
    }
}

static void predict_block(const Forest *forest, const uint32_t *columns, bool is_whole,
                          float *out_sums) {
  for (int r = 0; r < BLOCK_ROWS; r++)
    out_sums[r] = 0;
  for (size_t t = 0; t < forest->tree_count; t++) {
    ForestTree tree = forest->trees[t];
    const ForestNode *nodes = forest->nodes + tree.root;
    uint32_t at[BLOCK_ROWS] = {0};
    if (is_whole)
      descend(nodes, tree.depth, columns, at);
    else
      descend_with_missing(nodes, forest->missing_right + tree.root, tree.depth, columns, at);
    for (int r = 0; r < BLOCK_ROWS; r++) {
      float value;
      memcpy(&value, &nodes[at[r]].key, sizeof(value));
      out_sums[r] += value;
    }
  }
}

Status forest_predict(const Forest *forest, const float *rows, size_t count,
                      float *out_predictions) {
  size_t keys_count = forest->schema_count * BLOCK_ROWS;
  size_t columns_count = forest->column_count * BLOCK_ROWS;
  uint32_t *keys = count > 0 ? malloc((keys_count + columns_count) * sizeof(*keys)) : NULL;
  if (count > 0 && !keys)
    return status_fail(STATUS_SYSTEM, "no memory to ask a model");
  for (size_t start = 0; start < count; start += BLOCK_ROWS) {
    size_t left = count - start, block = left < BLOCK_ROWS ? left : BLOCK_ROWS;
    uint32_t *columns = keys + keys_count;
    float sums[BLOCK_ROWS];
    bool is_whole = gather(forest, rows + start * forest->schema_count, block, keys, columns);
    predict_block(forest, columns, is_whole, sums);
    memcpy(out_predictions + start, sums, block * sizeof(float));
  }
  free(keys);
  return STATUS_OK;
}
