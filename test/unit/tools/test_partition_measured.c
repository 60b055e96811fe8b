// Partitions chosen by measuring, against a meter whose truth is known.
#include "search/partition/partition_measured.h"

#include "test/unit/base/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A chain: 0 -> 1 -> 2 -> 3; the best partition is "0(1) 2(3)".
static const GraphOp chain_ops[] = {{false, 0, 1}, {false, 1, 2}, {false, 2, 3}, {false, 3, 4}};
static const GraphEdge chain_edges[] = {{0, 1, true}, {1, 2, true}, {2, 3, true}};

typedef struct Meter {
  int count;      // measurements
  int of_first;   // of them, of "0 1 2 3"
  double cost;    // of each
  bool is_broken; // the process that measures is gone
  int good;       // after so many measurements all fail, unless it is 0
} Meter;

static double truth(const char *text) {
  if (!strcmp(text, "0(1,2,3)"))
    return INFINITY; // fails
  return !strcmp(text, "0(1) 2(3)") ? 1.0 : !strcmp(text, "0 1 2 3") ? 2.0 : 1.5;
}

static Status measure(void *user, const char *text, double *out_seconds, double *out_cost) {
  Meter *meter = user;
  if (meter->is_broken)
    return status_fail(STATUS_WORKER, "no worker");
  meter->count++;
  meter->of_first += !strcmp(text, "0 1 2 3");
  *out_seconds = meter->good && meter->count > meter->good ? INFINITY : truth(text);
  *out_cost = meter->cost;
  return STATUS_OK;
}

static void test_proposed(void) {
  MeasuredPartition partitions[] = {
      {"0 1 2 3", 0}, {"0(1,2,3)", 0}, {"0(1) 2(3)", 0}, {"0 1(2) 3", 0}};
  Meter counts = {.cost = 1};
  PartitionMeter meter = {measure, &counts, 100};
  int best = -1;
  CHECK(partition_measure_proposed(&meter, partitions, 4, &best) == STATUS_OK);
  CHECK_EQUAL(best, 2);
  CHECK(isinf(partitions[1].seconds)); // failed, and is not measured again
  CHECK_EQUAL(counts.count, 4 + 3 * 6);
}

// What is right at first and then crashes is never chosen.
static void test_fails_later(void) {
  MeasuredPartition partitions[] = {{"0 1 2 3", 0}, {"0(1) 2(3)", 0}};
  Meter counts = {.cost = 1, .good = 2};
  PartitionMeter meter = {measure, &counts, 100};
  int best = 0;
  CHECK(partition_measure_proposed(&meter, partitions, 2, &best) == STATUS_OK);
  CHECK_EQUAL(best, -1);
  CHECK(isinf(partitions[0].seconds) && isinf(partitions[1].seconds));
  CHECK(partition_seconds_after(0, 2) == 2 && partition_seconds_after(2, 1) == 1 &&
        partition_seconds_after(1, 2) == 1 && isinf(partition_seconds_after(INFINITY, 1)));
}

// The first one is measured whatever the budget, and is what there is then.
static void test_no_budget(void) {
  MeasuredPartition partitions[] = {{"0 1 2 3", 0}, {"0(1) 2(3)", 0}};
  Meter counts = {.cost = 1};
  PartitionMeter meter = {measure, &counts, 0};
  int best = -1;
  CHECK(partition_measure_proposed(&meter, partitions, 2, &best) == STATUS_OK);
  CHECK_EQUAL(best, 0);
  CHECK_EQUAL(counts.count, 1);
  CHECK(partitions[1].seconds == 0);
  meter.budget = 3; // two for the first ones, and as many as fit for the finalists
  counts.count = 0;
  partitions[0].seconds = 0;
  CHECK(partition_measure_proposed(&meter, partitions, 2, &best) == STATUS_OK);
  CHECK_EQUAL(counts.count, 3);
}

// However slow it is, the first one is among those that are measured again and again.
static void test_first_stays(void) {
  MeasuredPartition partitions[] = {
      {"0 1 2 3", 0}, {"0 1 2(3)", 0}, {"0 1(2) 3", 0}, {"0(1) 2 3", 0}, {"0(1) 2(3)", 0}};
  Meter counts = {.cost = 1};
  PartitionMeter meter = {measure, &counts, 100};
  int best = -1;
  CHECK(partition_measure_proposed(&meter, partitions, 5, &best) == STATUS_OK);
  CHECK_EQUAL(best, 4);
  CHECK_EQUAL(counts.of_first, 7);
  CHECK_EQUAL(counts.count, 5 + 4 * 6);
}

static void test_nothing_good(void) {
  MeasuredPartition partitions[] = {{"0(1,2,3)", 0}};
  Meter counts = {.cost = 1};
  PartitionMeter meter = {measure, &counts, 10};
  int best = 7;
  CHECK(partition_measure_proposed(&meter, partitions, 1, &best) == STATUS_OK);
  CHECK_EQUAL(best, -1);
  counts.is_broken = true;
  CHECK(partition_measure_proposed(&meter, partitions, 1, &best) == STATUS_WORKER);
  CHECK(partition_measure_proposed(&meter, NULL, 0, &best) == STATUS_OK);
  CHECK_EQUAL(best, -1);
}

// --- annealing

static bool never_all(void *user, const Partition *partition) {
  (void)user;
  for (int i = 1; i < partition->op_count; i++)
    if (partition->anchor_of[i] != partition->anchor_of[0])
      return true;
  return false;
}

static void anneal(double budget, bool is_broken, Status expected, const char *found, int most) {
  OpGraph graph;
  Partition partition;
  char text[64];
  double seconds = 0;
  Meter counts = {.cost = 1, .is_broken = is_broken};
  PartitionMeter meter = {measure, &counts, budget};
  CHECK(op_graph_create(chain_ops, 4, chain_edges, 3, &graph) == STATUS_OK);
  CHECK(partition_create(&graph, &partition) == STATUS_OK);
  PartitionAnneal walk = {&graph, 3, never_all, NULL};
  CHECK(partition_measure_annealed(&meter, &walk, &partition, &seconds) == expected);
  if (expected == STATUS_OK) {
    partition_print(&partition, text, sizeof text);
    CHECK_TEXT(text, found);
    CHECK(seconds == truth(found));
    CHECK(counts.count <= most);
  }
  partition_destroy(&partition);
  op_graph_destroy(&graph);
}

int main(void) {
  test_proposed();
  test_fails_later();
  test_no_budget();
  test_first_stays();
  test_nothing_good();
  anneal(100, false, STATUS_OK, "0(1) 2(3)", 8); // no partition of the seven twice
  anneal(0, false, STATUS_OK, "0 1 2 3", 1);
  anneal(10, true, STATUS_WORKER, NULL, 0);
  return check_result();
}
