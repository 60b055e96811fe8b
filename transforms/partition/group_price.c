// Two tables: of groups, by members and what they may repeat, and of workloads.
#include "transforms/partition/group_price.h"

#include "base/text.h"
#include "transforms/cold/cold_operands.h"
#include "transforms/extract/extraction.h"
#include "transforms/extract/variants.h"
#include "transforms/kernel/emit.h"
#include "transforms/partition/unfused_price.h"

#include <math.h>
#include <stdlib.h>

// Movements beside a group of which something is kept.
enum { BESIDE_MAX = 12 };

typedef struct Price {
  uint64_t key; // 0: a free place
  double seconds;
  int read_count, made_count;
  int read[BESIDE_MAX]; // repeated movements whose results the kernel reads all the same
  int made[BESIDE_MAX]; // movements after the group that its kernel does
} Price;

// Open addressing; at most half full.
typedef struct PriceTable {
  Price *items; // owned
  int count, capacity;
} PriceTable;

struct GroupPricer {
  const PayloadGraph *payload;
  const PricerOptions *options;
  Group *scratch; // owned
  int *span;      // owned; the first member of each group, then the last one of each
  int *members;   // owned; of the group at hand
  bool *remains;  // owned; movements
  PriceTable groups, workloads;
  int asked;
};

// --- tables

static Price *table_find(const PriceTable *table, uint64_t key) {
  int at = (int)(key % (uint64_t)table->capacity);
  while (table->items[at].key && table->items[at].key != key)
    at = at + 1 < table->capacity ? at + 1 : 0;
  return &table->items[at];
}

static bool table_has(const PriceTable *table, uint64_t key, Price *out_price) {
  if (table->capacity == 0)
    return false;
  const Price *found = table_find(table, key);
  if (found->key)
    *out_price = *found;
  return found->key != 0;
}

// Forgets the price when there is no memory.
static void table_add(PriceTable *table, const Price *price) {
  if (2 * (table->count + 1) > table->capacity) {
    PriceTable larger = {.capacity = table->capacity ? 2 * table->capacity : 256};
    larger.items = calloc((size_t)larger.capacity, sizeof *larger.items);
    if (!larger.items)
      return;
    for (int i = 0; i < table->capacity; i++)
      if (table->items[i].key)
        *table_find(&larger, table->items[i].key) = table->items[i];
    larger.count = table->count;
    free(table->items);
    *table = larger;
  }
  *table_find(table, price->key) = *price;
  table->count++;
}

// --- one group

Status partition_extract_group(const PayloadGraph *payload, const Partition *partition, int anchor,
                               unsigned fusion, Group *out_group) {
  GroupScope scope = {payload, partition, anchor};
  FusionFilter filter = group_scope_filter(&scope);
  Fusion limits = fusion_limits(fusion);
  Status status = group_extract_within(payload->ops[anchor], &limits, &filter, out_group);
  for (int i = 0; i < partition->op_count && status == STATUS_OK; i++)
    if (i != anchor && partition->anchor_of[i] == anchor &&
        (!group_has(out_group, payload->ops[i]) || group_leaves_alive(out_group, payload->ops[i])))
      status = status_fail(STATUS_REJECTED, "op %d cannot be fused with op %d", i, anchor);
  return status;
}

// The best schedule that the kernel builder accepts. An op alone that has none gets the default one
// or stays as it is; free it is not, or the search would split it off.
static double choose_seconds(GroupPricer *pricer, const Group *group, bool is_alone) {
  Choice choice;
  const PricerOptions *options = pricer->options;
  const Workload *workload = &group->workload;
  pricer->asked++;
  Status status = schedule_choose(workload, NULL, 1, options->target, &options->choose, &choice);
  if (status == STATUS_OK && emit_check(group, &choice.schedule, options->target) == STATUS_OK)
    return choice.program_seconds;
  return is_alone ? workload_default_seconds(workload, options->target) : INFINITY;
}

static double workload_seconds(GroupPricer *pricer, const Group *group, bool is_alone) {
  Price price = {.key = workload_run_key(&group->workload) | 1};
  if (table_has(&pricer->workloads, price.key, &price))
    return price.seconds;
  price.seconds =
      workload_is_constant(&group->workload) ? 0 : choose_seconds(pricer, group, is_alone);
  table_add(&pricer->workloads, &price);
  return price.seconds;
}

// The movement of the graph that made the value, seen through reshapes, -1: none.
static int movement_of(const PayloadGraph *payload, MlirValue value) {
  while (mlirValueIsAOpResult(value)) {
    MlirOperation op = mlirOpResultGetOwner(value);
    int number = payload_graph_find(payload, op);
    if (number >= 0)
      return payload->graph.ops[number].is_movement ? number : -1;
    if (!op_is_reshape(op))
      return -1;
    value = mlirOperationGetOperand(op, 0);
  }
  return -1;
}

static void note_beside(const GroupPricer *pricer, const Partition *partition, Price *price) {
  const PayloadGraph *payload = pricer->payload;
  const Group *group = pricer->scratch;
  for (int a = 0; a < group->workload.access_count; a++) {
    MlirValue value = group->accesses[a].value;
    int number = mlirValueIsNull(value) ? -1 : movement_of(payload, value);
    if (number >= 0 && partition->anchor_of[number] == PARTITION_REPEATED &&
        price->read_count < BESIDE_MAX)
      price->read[price->read_count++] = number;
  }
  for (int i = 0; i < group->op_count; i++) {
    int number = payload_graph_find(payload, group->ops[i]);
    if (number >= 0 && payload->graph.ops[number].is_movement && payload->is_needed[number] &&
        !group_leaves_alive(group, group->ops[i]) && price->made_count < BESIDE_MAX)
      price->made[price->made_count++] = number;
  }
}

static uint64_t hash_int(uint64_t hash, int number) {
  return text_hash(hash, &number, sizeof number);
}

// What lies further up is no part of the group.
// Recursion: at most SOURCE_MAX_DEPTH levels, one a movement.
static uint64_t hash_movements(const OpGraph *graph, const Partition *partition, int op, int level,
                               uint64_t hash) {
  for (int e = graph->first_in[op]; e < graph->first_in[op + 1]; e++) {
    int from = graph->inward[e].from;
    if (partition->anchor_of[from] == PARTITION_REPEATED && level < SOURCE_MAX_DEPTH)
      hash = hash_movements(graph, partition, from, level + 1, hash_int(hash, from));
  }
  for (int e = graph->first_out[op]; e < graph->first_out[op + 1]; e++)
    if (partition->anchor_of[graph->edges[e].to] == PARTITION_REPEATED)
      hash = hash_int(hash, graph->edges[e].to);
  return hash;
}

static void price_group(GroupPricer *pricer, const Partition *partition, int anchor,
                        const int *members, int count, Price *out_price) {
  uint64_t key = hash_int(TEXT_HASH_START, anchor);
  for (int i = 0; i < count; i++)
    key = hash_movements(&pricer->payload->graph, partition, members[i], 0,
                         hash_int(key, members[i]));
  *out_price = (Price){.key = key | 1};
  if (table_has(&pricer->groups, key | 1, out_price))
    return;
  Status status = partition_extract_group(pricer->payload, partition, anchor,
                                          pricer->options->fusion, pricer->scratch);
  if (status == STATUS_OK)
    group_mark_cold(pricer->scratch, pricer->options->weight_bytes, pricer->options->data_arguments,
                    pricer->options->target);
  out_price->seconds = status != STATUS_OK ? (count > 1 ? INFINITY : 0)
                                           : workload_seconds(pricer, pricer->scratch, count <= 1);
  if (status == STATUS_OK)
    note_beside(pricer, partition, out_price);
  table_add(&pricer->groups, out_price);
}

double group_price(GroupPricer *pricer, const Partition *partition, int anchor) {
  Price price;
  int *members = pricer->members;
  price_group(pricer, partition, anchor, members, partition_members(partition, anchor, members),
              &price);
  return price.seconds;
}

// --- the whole

static void add_group(GroupPricer *pricer, const Partition *partition, int anchor,
                      const int *members, int count, double *seconds) {
  Price price;
  price_group(pricer, partition, anchor, members, count, &price);
  *seconds += price.seconds;
  for (int i = 0; i < price.read_count; i++)
    pricer->remains[price.read[i]] = true;
  for (int i = 0; i < price.made_count; i++)
    if (price.made[i] != anchor)
      pricer->remains[price.made[i]] = false;
}

static void add_groups(GroupPricer *pricer, const Partition *partition, double *seconds) {
  int *members = pricer->members;
  for (int anchor = 0; anchor < partition->op_count; anchor++) {
    int count = 0;
    if (partition->anchor_of[anchor] != anchor)
      continue;
    for (int i = pricer->span[anchor]; i <= pricer->span[partition->op_count + anchor]; i++)
      if (partition->anchor_of[i] == anchor)
        members[count++] = i;
    add_group(pricer, partition, anchor, members, count, seconds);
  }
}

// Where the members of each group begin and end.
static void find_spans(GroupPricer *pricer, const Partition *partition) {
  int count = partition->op_count;
  for (int i = 0; i < count; i++)
    pricer->span[i] = i;
  for (int i = 0; i < count; i++) {
    int anchor = partition->anchor_of[i];
    if (anchor == PARTITION_REPEATED)
      continue;
    if (i < pricer->span[anchor])
      pricer->span[anchor] = i;
    pricer->span[count + anchor] = i;
  }
}

double partition_price(void *context, const Partition *partition) {
  GroupPricer *pricer = context;
  const PayloadGraph *payload = pricer->payload;
  double seconds = 0;
  for (int i = 0; i < partition->op_count; i++)
    pricer->remains[i] = payload->graph.ops[i].is_movement && payload->is_needed[i];
  find_spans(pricer, partition);
  add_groups(pricer, partition, &seconds);
  // Readers come after what they read.
  for (int i = partition->op_count - 1; i >= 0; i--)
    if (pricer->remains[i] && partition->anchor_of[i] == PARTITION_REPEATED)
      add_group(pricer, partition, i, &i, 1, &seconds);
  return seconds;
}

// --- create

int group_pricer_asked(const GroupPricer *pricer) { return pricer->asked; }

Status group_pricer_create(const PayloadGraph *payload, const PricerOptions *options,
                           GroupPricer **out_pricer) {
  size_t room = (size_t)payload->graph.op_count + 1;
  GroupPricer *pricer = calloc(1, sizeof *pricer);
  if (pricer) {
    *pricer = (GroupPricer){.payload = payload,
                            .options = options,
                            .scratch = malloc(sizeof *pricer->scratch),
                            .span = calloc(2 * room, sizeof *pricer->span),
                            .members = calloc(room, sizeof *pricer->members),
                            .remains = calloc(room, sizeof *pricer->remains)};
    if (pricer->scratch && pricer->span && pricer->members && pricer->remains) {
      *out_pricer = pricer;
      return STATUS_OK;
    }
  }
  group_pricer_destroy(pricer);
  return status_fail(STATUS_SYSTEM, "no memory for the prices of %d ops", payload->graph.op_count);
}

void group_pricer_destroy(GroupPricer *pricer) {
  if (!pricer)
    return;
  free(pricer->scratch);
  free(pricer->span);
  free(pricer->members);
  free(pricer->remains);
  free(pricer->groups.items);
  free(pricer->workloads.items);
  free(pricer);
}
