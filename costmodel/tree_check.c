// A recogniser for one document: XGBoost writes the members of its objects in alphabetic order, so
// the whole layout is fixed but for the numbers. Anything else is refused, whatever it may mean.
#include "costmodel/tree_check.h"

#include <limits.h>
#include <string.h>

enum {
  MAX_TREES = 1 << 14,
  MAX_NODES = 1 << 20, // of one tree
};

// Fails once and for all: after a failure every read is refused.
typedef struct Reader {
  const unsigned char *at, *end;
  bool is_good;
  TreeSink sink; // may be NULL
  void *context;
  Status status; // of the sink
} Reader;

static bool read_good(Reader *reader, bool is_good) {
  reader->is_good = reader->is_good && is_good;
  return reader->is_good;
}

static const unsigned char *take(Reader *reader, uint64_t size) {
  if (!read_good(reader, size <= (uint64_t)(reader->end - reader->at)))
    return NULL;
  const unsigned char *taken = reader->at;
  reader->at += size;
  return taken;
}

static void take_literal(Reader *reader, const char *literal) {
  size_t length = strlen(literal);
  const unsigned char *taken = take(reader, length);
  read_good(reader, taken && memcmp(taken, literal, length) == 0);
}

// UBJSON numbers are big-endian.
static uint64_t big_endian(const unsigned char *bytes, int size) {
  uint64_t value = 0;
  for (int n = 0; n < size; n++)
    value = value << 8 | bytes[n];
  return value;
}

static uint64_t take_length(Reader *reader) {
  take_literal(reader, "L");
  const unsigned char *taken = take(reader, 8);
  return taken ? big_endian(taken, 8) : 0;
}

static void take_text(Reader *reader, const char *text) {
  read_good(reader, take_length(reader) == strlen(text));
  take_literal(reader, text);
}

// "name": and the mark of its value
static void take_member(Reader *reader, const char *name, const char *mark) {
  take_text(reader, name);
  take_literal(reader, mark);
}

static void take_string_member(Reader *reader, const char *name, const char *text) {
  take_member(reader, name, "S");
  take_text(reader, text);
}

// A number that XGBoost writes as text.
static uint64_t take_count_member(Reader *reader, const char *name, uint64_t most) {
  take_member(reader, name, "S");
  uint64_t length = take_length(reader), value = 0;
  const unsigned char *digits = length >= 1 && length <= 9 ? take(reader, length) : NULL;
  if (!read_good(reader, digits != NULL))
    return 0;
  for (uint64_t n = 0; n < length; n++) {
    read_good(reader, digits[n] >= '0' && digits[n] <= '9');
    value = value * 10 + (uint64_t)(digits[n] - '0');
  }
  return read_good(reader, value <= most) ? value : 0;
}

// An integer with its own mark of size.
static uint64_t take_integer(Reader *reader) {
  static const struct {
    char mark;
    int bytes;
  } sizes[] = {{'i', 1}, {'U', 1}, {'I', 2}, {'l', 4}, {'L', 8}};
  const unsigned char *mark = take(reader, 1);
  for (size_t n = 0; mark && n < sizeof(sizes) / sizeof(sizes[0]); n++)
    if (*mark == (unsigned char)sizes[n].mark) {
      const unsigned char *bytes = take(reader, (uint64_t)sizes[n].bytes);
      return bytes ? big_endian(bytes, sizes[n].bytes) : 0;
    }
  read_good(reader, false);
  return 0;
}

// An array of `count` elements of one type.
static const unsigned char *take_array(Reader *reader, const char *name, char type, int bytes,
                                       uint64_t count) {
  const char mark[] = {'[', '$', type, '#', '\0'};
  take_member(reader, name, mark);
  read_good(reader, take_length(reader) == count);
  return take(reader, count * (uint64_t)bytes);
}

static int32_t int32_at(const unsigned char *array, uint64_t index) {
  return (int32_t)(uint32_t)big_endian(array + 4 * index, 4);
}

static bool is_finite_at(const unsigned char *array, uint64_t index) {
  uint32_t bits = (uint32_t)big_endian(array + 4 * index, 4);
  return (bits >> 23 & 0xff) != 0xff;
}

// A child is not the root and names its parent, so no node has two parents: there is no way back.
static bool child_is_sound(const TreeArrays *tree, int32_t child, uint64_t parent) {
  return child > 0 && (uint64_t)child < tree->nodes &&
         (uint64_t)int32_at(tree->parents, (uint64_t)child) == parent;
}

static bool node_is_sound(const TreeArrays *tree, uint64_t node, size_t feature_count) {
  int32_t left = int32_at(tree->left, node), right = int32_at(tree->right, node);
  int32_t parent = int32_at(tree->parents, node), feature = int32_at(tree->features, node);
  bool is_placed = node == 0 ? parent == INT32_MAX : parent >= 0 && (uint64_t)parent < tree->nodes;
  if (!is_placed || !is_finite_at(tree->conditions, node) || feature < 0 ||
      (uint64_t)feature >= feature_count)
    return false;
  if (left == -1 || right == -1)
    return left == right;
  // XGBoost finds the right child beside the left one.
  return left < INT32_MAX && right == left + 1 && child_is_sound(tree, left, node) &&
         child_is_sound(tree, right, node);
}

TreeNode tree_node(const TreeArrays *tree, uint64_t index) {
  uint32_t bits = (uint32_t)big_endian(tree->conditions + 4 * index, 4);
  TreeNode node = {.left = int32_at(tree->left, index),
                   .feature = (uint32_t)int32_at(tree->features, index),
                   .default_left = tree->default_left[index]};
  memcpy(&node.value, &bits, sizeof(node.value));
  return node;
}

void tree_set_value(unsigned char *conditions, uint64_t index, float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  for (int n = 0; n < 4; n++)
    conditions[4 * index + (uint64_t)n] = (unsigned char)(bits >> (24 - 8 * n));
}

static const unsigned char *take_flags(Reader *reader, const char *name, uint64_t count,
                                       unsigned char most) {
  const unsigned char *flags = take_array(reader, name, 'U', 1, count);
  for (uint64_t n = 0; flags && n < count; n++)
    read_good(reader, flags[n] <= most);
  return flags;
}

// The number of nodes is known from the first array on.
static uint64_t peek_nodes(const Reader *reader) {
  Reader ahead = *reader;
  take_member(&ahead, "base_weights", "[$d#");
  uint64_t nodes = take_length(&ahead);
  return ahead.is_good && nodes <= MAX_NODES ? nodes : 0;
}

static void take_tree(Reader *reader, uint64_t id, size_t feature_count) {
  take_literal(reader, "{");
  uint64_t nodes = peek_nodes(reader);
  TreeArrays tree = {.nodes = nodes};
  read_good(reader, nodes > 0);
  take_array(reader, "base_weights", 'd', 4, nodes);
  take_array(reader, "categories", 'l', 4, 0);
  take_array(reader, "categories_nodes", 'l', 4, 0);
  take_array(reader, "categories_segments", 'L', 8, 0);
  take_array(reader, "categories_sizes", 'L', 8, 0);
  tree.default_left = take_flags(reader, "default_left", nodes, 1);
  take_member(reader, "id", "");
  read_good(reader, take_integer(reader) == id);
  tree.left = take_array(reader, "left_children", 'l', 4, nodes);
  take_array(reader, "loss_changes", 'd', 4, nodes);
  tree.parents = take_array(reader, "parents", 'l', 4, nodes);
  tree.right = take_array(reader, "right_children", 'l', 4, nodes);
  tree.conditions = take_array(reader, "split_conditions", 'd', 4, nodes);
  tree.features = take_array(reader, "split_indices", 'l', 4, nodes);
  take_flags(reader, "split_type", nodes, 0); // no categories
  take_array(reader, "sum_hessian", 'd', 4, nodes);
  take_member(reader, "tree_param", "{");
  take_count_member(reader, "num_deleted", 0);
  read_good(reader, take_count_member(reader, "num_feature", INT_MAX) == feature_count);
  read_good(reader, take_count_member(reader, "num_nodes", INT_MAX) == nodes);
  take_count_member(reader, "size_leaf_vector", 0);
  take_literal(reader, "}}");
  for (uint64_t node = 0; reader->is_good && node < nodes; node++)
    read_good(reader, node_is_sound(&tree, node, feature_count));
  if (reader->is_good && reader->sink)
    reader->status = reader->sink(reader->context, &tree);
  read_good(reader, reader->status == STATUS_OK);
}

static void take_forest(Reader *reader, size_t feature_count) {
  take_member(reader, "gradient_booster", "{");
  take_member(reader, "model", "{");
  take_member(reader, "gbtree_model_param", "{");
  read_good(reader, take_count_member(reader, "num_parallel_tree", 1) == 1);
  uint64_t trees = take_count_member(reader, "num_trees", MAX_TREES);
  take_count_member(reader, "size_leaf_vector", 0);
  take_literal(reader, "}");
  take_member(reader, "tree_info", "[#");
  read_good(reader, trees > 0 && take_length(reader) == trees);
  for (uint64_t n = 0; reader->is_good && n < trees; n++)
    read_good(reader, take_integer(reader) == 0); // one output
  take_member(reader, "trees", "[#");
  read_good(reader, take_length(reader) == trees);
  for (uint64_t n = 0; reader->is_good && n < trees; n++)
    take_tree(reader, n, feature_count);
  take_literal(reader, "}");
  take_string_member(reader, "name", "gbtree");
  take_literal(reader, "}");
}

static void take_learner_parameters(Reader *reader, size_t feature_count) {
  take_member(reader, "learner_model_param", "{");
  take_string_member(reader, "base_score", "0E0");
  take_count_member(reader, "boost_from_average", 1);
  take_count_member(reader, "num_class", 0);
  read_good(reader, take_count_member(reader, "num_feature", INT_MAX) == feature_count);
  read_good(reader, take_count_member(reader, "num_target", 1) == 1);
  take_literal(reader, "}");
}

static void take_objective(Reader *reader, const char *objective) {
  take_member(reader, "objective", "{");
  bool ranks = strcmp(objective, "rank:pairwise") == 0;
  if (ranks) {
    take_member(reader, "lambda_rank_param", "{");
    take_string_member(reader, "fix_list_weight", "0");
    take_string_member(reader, "num_pairsample", "1");
    take_literal(reader, "}");
  }
  take_string_member(reader, "name", objective);
  if (!ranks) {
    take_member(reader, "reg_loss_param", "{");
    take_string_member(reader, "scale_pos_weight", "1");
    take_literal(reader, "}");
  }
  take_literal(reader, "}");
}

static void take_version(Reader *reader) {
  take_member(reader, "version", "[#");
  read_good(reader, take_length(reader) == 3);
  read_good(reader, take_integer(reader) == 1);
  read_good(reader, take_integer(reader) == 7);
  take_integer(reader);
}

Status tree_check(const void *bytes, size_t size, size_t feature_count, const char *objective,
                  TreeSink sink, void *context) {
  Reader reader = {bytes, (const unsigned char *)bytes + size, true, sink, context, STATUS_OK};
  take_literal(&reader, "{");
  take_member(&reader, "learner", "{");
  take_member(&reader, "attributes", "{}");
  take_member(&reader, "feature_names", "[#");
  read_good(&reader, take_length(&reader) == 0);
  take_member(&reader, "feature_types", "[#");
  read_good(&reader, take_length(&reader) == 0);
  take_forest(&reader, feature_count);
  take_learner_parameters(&reader, feature_count);
  take_objective(&reader, objective);
  take_literal(&reader, "}");
  take_version(&reader);
  take_literal(&reader, "}");
  if (reader.is_good && reader.at == reader.end)
    return STATUS_OK;
  if (reader.status != STATUS_OK)
    return reader.status;
  return status_fail(STATUS_MODEL, "model file has trees that XGBoost 1.7 did not write (byte %zu)",
                     (size_t)(reader.at - (const unsigned char *)bytes));
}
