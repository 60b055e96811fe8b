// Random moves from where every op is alone; those that leave a group without a kernel are undone.
#include "test/unit/plan/random_partition.h"

#include "search/default_schedule.h"
#include "search/partition/partition_search.h"
#include "transforms/annotation.h"
#include "transforms/extract/variants.h"
#include "transforms/ir.h"
#include "transforms/kernel/emit.h"
#include "transforms/partition/group_price.h"

#include "mlir-c/BuiltinAttributes.h"
#include <stdlib.h>

enum { MOVES_PER_OP = 16, TEXT_BYTES = 4096 };

static bool has_kernel(const PayloadGraph *payload, const Partition *partition, int anchor,
                       const Target *target, Group *scratch) {
  Schedule schedule;
  return partition_extract_group(payload, partition, anchor, FUSE_ALL, scratch) == STATUS_OK &&
         default_schedule(&scratch->workload, target, &schedule) == STATUS_OK &&
         emit_check(scratch, &schedule, target) == STATUS_OK;
}

// Groups of one op stay as they are when they have none.
static bool have_kernels(const PayloadGraph *payload, const Partition *partition,
                         const Target *target, Group *scratch, int *members) {
  for (int i = 0; i < partition->op_count; i++)
    if (partition_members(partition, i, members) > 1 &&
        !has_kernel(payload, partition, i, target, scratch))
      return false;
  return true;
}

static void wander(const PayloadGraph *payload, const Target *target, Rng *rng, Group *scratch,
                   int *members, Partition *before, Partition *partition) {
  for (int move = 0; move < MOVES_PER_OP * partition->op_count; move++) {
    partition_assign(before, partition);
    if (partition_random_move(&payload->graph, rng, partition) &&
        !have_kernels(payload, partition, target, scratch, members))
      partition_assign(partition, before);
  }
}

static void count(const Partition *partition, int *members, RandomPartitions *counts) {
  for (int i = 0; i < partition->op_count; i++) {
    int size = partition_members(partition, i, members);
    counts->groups += size > 1;
    counts->members += size > 1 ? size - 1 : 0;
    counts->kernels_least += size > 0;
    counts->kernels_most += size > 0 || partition->anchor_of[i] == PARTITION_REPEATED;
  }
}

static bool write_function(MlirOperation function, const Target *target, Rng *rng,
                           RandomPartitions *counts) {
  PayloadGraph payload = {0};
  Partition partition = {0}, before = {0};
  char text[TEXT_BYTES];
  Group *scratch = malloc(sizeof *scratch);
  int *members = NULL;
  bool is_done = scratch && payload_graph_create(function, &payload) == STATUS_OK &&
                 partition_create(&payload.graph, &partition) == STATUS_OK &&
                 partition_create(&payload.graph, &before) == STATUS_OK &&
                 (members = calloc((size_t)payload.graph.op_count + 1, sizeof *members));
  if (is_done) {
    wander(&payload, target, rng, scratch, members, &before, &partition);
    count(&partition, members, counts);
    is_done = partition_print(&partition, text, sizeof text) < sizeof text;
  }
  if (is_done)
    mlirOperationSetDiscardableAttributeByName(
        function, ir_string(PARTITION_ATTRIBUTE),
        mlirStringAttrGet(mlirOperationGetContext(function), ir_string(text)));
  partition_destroy(&partition);
  partition_destroy(&before);
  payload_graph_destroy(&payload);
  free(scratch);
  free(members);
  return is_done;
}

static bool is_function(MlirOperation op) { return !mlirBlockIsNull(ir_function_body(op)); }

bool random_partition_write(MlirOperation root, const Target *target, uint64_t seed,
                            RandomPartitions *counts) {
  IrOps functions = ir_collect(root, is_function);
  Rng rng = {seed};
  bool is_done = true;
  for (int f = 0; f < functions.count && is_done; f++)
    is_done = write_function(functions.ops[f], target, &rng, counts);
  free(functions.ops);
  return is_done;
}
