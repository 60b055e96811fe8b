// Variants become trial partitions, the pricer decides.
#include "transforms/partition/partition_greedy.h"

#include "transforms/extract/variants.h"

#include <math.h>
#include <stdlib.h>

typedef struct Greedy {
  const PayloadGraph *payload;
  GroupPricer *pricer;
  unsigned fusion;
  Variants *variants; // owned
  bool *is_taken;     // owned
  Partition trial;
} Greedy;

static bool allow_free(MlirOperation op, const void *context) {
  const Greedy *greedy = context;
  int number = payload_graph_find(greedy->payload, op);
  return number < 0 || !greedy->is_taken[number];
}

// Ops that compute and that the variant makes needless join its anchor; paddings that only the
// fullest variant takes become kernels.
static void assign_variant(const Greedy *greedy, int variant, int anchor, Partition *partition) {
  const Variants *variants = greedy->variants;
  const Group *group = &variants->groups[variant], *fullest = &variants->groups[0];
  for (int i = 0; i < group->op_count; i++) {
    int number = payload_graph_find(greedy->payload, group->ops[i]);
    if (number >= 0 && !greedy->payload->graph.ops[number].is_movement &&
        !group_leaves_alive(group, group->ops[i]))
      partition->anchor_of[number] = anchor;
  }
  for (int i = 0; i < fullest->op_count && !variants->limits[variant].pad; i++) {
    int number = payload_graph_find(greedy->payload, fullest->ops[i]);
    if (number >= 0 && greedy->payload->graph.ops[number].is_movement &&
        !group_has(group, fullest->ops[i]))
      partition->anchor_of[number] = number;
  }
}

// Of the group, and of what it leaves of the fullest one to stand alone.
static double variant_seconds(Greedy *greedy, int anchor) {
  const Group *fullest = &greedy->variants->groups[0];
  if (partition_check(&greedy->payload->graph, &greedy->trial) != STATUS_OK)
    return INFINITY;
  double seconds = group_price(greedy->pricer, &greedy->trial, anchor);
  for (int i = 0; i < fullest->op_count; i++) {
    int number = payload_graph_find(greedy->payload, fullest->ops[i]);
    if (number >= 0 && number != anchor && greedy->trial.anchor_of[number] == number &&
        !greedy->is_taken[number])
      seconds += group_price(greedy->pricer, &greedy->trial, number);
  }
  return seconds;
}

static void take_anchor(Greedy *greedy, int anchor, Partition *partition) {
  FusionFilter filter = {allow_free, greedy};
  int best = -1;
  double best_seconds = INFINITY;
  if (variants_extract(greedy->payload->ops[anchor], greedy->fusion, &filter, greedy->variants) !=
      STATUS_OK)
    return;
  for (int v = 0; v < greedy->variants->count; v++) {
    partition_assign(&greedy->trial, partition);
    assign_variant(greedy, v, anchor, &greedy->trial);
    double seconds = variant_seconds(greedy, anchor);
    if (seconds < best_seconds) {
      best = v;
      best_seconds = seconds;
    }
  }
  if (best >= 0)
    assign_variant(greedy, best, anchor, partition);
  for (int i = 0; i < partition->op_count; i++)
    greedy->is_taken[i] |= partition->anchor_of[i] == anchor;
}

static int greatest_rank(const OpGraph *graph) {
  int rank = 0;
  for (int i = 0; i < graph->op_count; i++)
    if (graph->ops[i].rank > rank)
      rank = graph->ops[i].rank;
  return rank;
}

Status partition_greedy(const PayloadGraph *payload, GroupPricer *pricer, unsigned fusion,
                        Partition *partition) {
  Status status = STATUS_OK;
  const OpGraph *graph = &payload->graph;
  Greedy greedy = {.payload = payload,
                   .pricer = pricer,
                   .fusion = fusion,
                   .variants = malloc(sizeof *greedy.variants),
                   .is_taken = calloc((size_t)graph->op_count + 1, sizeof(bool))};
  if (!greedy.variants || !greedy.is_taken)
    TRY(status_fail(STATUS_SYSTEM, "no memory for a partition of %d ops", graph->op_count));
  TRY(partition_copy(partition, &greedy.trial));
  for (int rank = 0; rank <= greatest_rank(graph); rank++)
    for (int i = 0; i < graph->op_count; i++)
      if (graph->ops[i].rank == rank && !graph->ops[i].is_movement && !greedy.is_taken[i]) {
        greedy.is_taken[i] = true;
        take_anchor(&greedy, i, partition);
      }
cleanup:
  partition_destroy(&greedy.trial);
  free(greedy.variants);
  free(greedy.is_taken);
  return status;
}
