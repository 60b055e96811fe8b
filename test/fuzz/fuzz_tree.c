// tree_check: the trees of a model as UBJSON. The first byte picks the kind of model and the number
// of features; every tree that is handed out is walked from its root to all leaves.
#include "costmodel/tree_check.h"
#include "test/fuzz/fuzz.h"

enum { FEATURES = 8, DEPTH_MAX = 1 << 16 };

// A walk that always takes the right or the left child, and one that alternates: each must end.
static void walk(const TreeArrays *tree, unsigned pattern) {
  uint64_t index = 0;
  for (int depth = 0;; depth++) {
    fuzz_demand(depth < DEPTH_MAX && index < tree->nodes, "a walk stays in its tree and ends");
    TreeNode node = tree_node(tree, index);
    if (node.left < 0)
      return;
    fuzz_demand(node.feature < FEATURES, "a split is on an existing feature");
    index = (uint64_t)node.left + (pattern >> depth % 2 & 1u);
  }
}

static Status visit(void *context, const TreeArrays *tree) {
  (void)context;
  for (unsigned pattern = 0; pattern < 4; pattern++)
    walk(tree, pattern);
  return STATUS_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  static const char *const objectives[] = {"rank:pairwise", "reg:squarederror"};
  if (size > 0)
    tree_check(bytes + 1, size - 1, FEATURES, objectives[bytes[0] & 1], visit, NULL);
  return 0;
}
