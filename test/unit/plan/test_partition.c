// Partitions: legality, moves and text, on graphs with known answers and on random ones.
#include "plan/partition/partition.h"

#include "base/rng.h"
#include "test/unit/base/check.h"
#include "test/unit/base/daily_seed.h"

#include <pthread.h>
#include <stdlib.h>

enum { OPS = 40, TEXT_BYTES = 4096 };

// --- a convolution, its bias, an activation, a residual sum:
// 0 fill (movement), 1 convolution, 2 bias broadcast (movement), 3 sum, 4 activation, 5 residual
// sum of 4 and 1
static const GraphOp block_ops[] = {{true, 3, 1},  {false, 0, 2}, {true, 3, 3},
                                    {false, 2, 4}, {false, 2, 5}, {false, 2, 6}};
static const GraphEdge block_edges[] = {{4, 5, true}, {1, 3, true}, {0, 1, true},
                                        {2, 3, true}, {3, 4, true}, {1, 5, true}};

static void block_create(OpGraph *out_graph) {
  CHECK(op_graph_create(block_ops, 6, block_edges, 6, out_graph) == STATUS_OK);
}

static void check_print(const Partition *partition, const char *expected) {
  char text[TEXT_BYTES];
  CHECK_EQUAL(partition_print(partition, text, sizeof text), strlen(expected));
  CHECK_TEXT(text, expected);
}

static void test_moves(void) {
  OpGraph graph;
  Partition partition;
  block_create(&graph);
  CHECK(partition_create(&graph, &partition) == STATUS_OK);
  check_print(&partition, "1 3 4 5");
  CHECK(!partition_merge(&graph, &partition, 3, 5)); // they do not touch
  CHECK(!partition_merge(&graph, &partition, 1, 5)); // 3 and 4 lie between
  CHECK(partition_merge(&graph, &partition, 4, 3));
  check_print(&partition, "1 3(4) 5");
  CHECK(partition_merge(&graph, &partition, 1, 3));
  check_print(&partition, "1(3,4) 5");
  CHECK(partition_merge(&graph, &partition, 4, 5));
  check_print(&partition, "1(3,4,5)");
  CHECK(!partition_split(&graph, &partition, 4)); // 5 still reads 1: they would wait for each other
  CHECK(!partition_split(&graph, &partition, 1)); // the anchor
  CHECK(partition_split(&graph, &partition, 5));
  CHECK(partition_split(&graph, &partition, 3)); // takes 4 along
  check_print(&partition, "1 3(4) 5");
  CHECK(partition_move(&graph, &partition, 4, 5));
  check_print(&partition, "1 3 4(5)");
  CHECK(partition_turn(&graph, &partition, 2));
  check_print(&partition, "1 2 3 4(5)");
  CHECK(partition_turn(&graph, &partition, 2));
  CHECK(!partition_turn(&graph, &partition, 3));
  check_print(&partition, "1 3 4(5)");
  partition_destroy(&partition);
  op_graph_destroy(&graph);
}

// Two readers of one fill do not touch, a producer behind a movement does.
static void test_movements(void) {
  static const GraphOp ops[] = {
      {true, 3, 1}, {false, 0, 2}, {false, 0, 3}, {true, 3, 4}, {false, 0, 5}};
  static const GraphEdge edges[] = {
      {0, 1, true}, {0, 2, true}, {1, 3, true}, {3, 4, true}, {2, 4, false}};
  OpGraph graph;
  Partition partition;
  CHECK(op_graph_create(ops, 5, edges, 5, &graph) == STATUS_OK);
  CHECK(partition_create(&graph, &partition) == STATUS_OK);
  CHECK(!partition_merge(&graph, &partition, 1, 2));
  CHECK(!partition_merge(&graph, &partition, 2, 4)); // not direct
  CHECK(partition_merge(&graph, &partition, 1, 4));
  check_print(&partition, "1(4) 2");
  CHECK(!partition_turn(&graph, &partition, 3)); // it is the link
  CHECK(partition_split(&graph, &partition, 4));
  CHECK(partition_turn(&graph, &partition, 3));
  CHECK(!partition_merge(&graph, &partition, 1, 4));
  check_print(&partition, "1 2 3 4");
  partition_destroy(&partition);
  op_graph_destroy(&graph);
}

static void test_refused_texts(void) {
  static const struct {
    const char *text, *reason;
  } cases[] = {
      {"1 3 4", "partition: op 5 computes and is in no group"},
      {"1(3,4) 4 5", "partition: op 4 is there twice"},
      {"1 3 4 6", "partition: '6' is no op; use 0 to 5"},
      {"1(3 4) 5", "partition: ')' is missing at '4) 5'"},
      {"1 3(5) 4", "partition: op 5 has no link to the others in the group of 3"},
      {"1(5) 3(4)", "partition: the group of 3 waits for another one that waits for it"},
      {"1(2) 3 4 5", "partition: op 2 only moves data and is in the group of 1"},
      {"0(1) 3 4 5", "partition: op 1 is in a group without an anchor"},
      {"1 x", "partition: 'x' is no op; use 0 to 5"},
      {"", "partition: op 1 computes and is in no group"},
  };
  OpGraph graph;
  Partition partition;
  block_create(&graph);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    CHECK(partition_parse(&graph, cases[i].text, &partition) == STATUS_USAGE);
    CHECK_TEXT(status_text(), cases[i].reason);
  }
  CHECK(partition_parse(&graph, " 4( 5 )3 1(  ) ", &partition) == STATUS_USAGE);
  CHECK(partition_parse(&graph, " 4( 5 ) 0 3 1 ", &partition) == STATUS_OK);
  check_print(&partition, "0 1 3 4(5)");
  partition_destroy(&partition);
  op_graph_destroy(&graph);
}

static void test_refused_graphs(void) {
  static const GraphEdge backwards = {1, 1, true}, outside = {0, 6, true};
  OpGraph graph;
  CHECK(op_graph_create(block_ops, 6, &backwards, 1, &graph) == STATUS_USAGE);
  CHECK(op_graph_create(block_ops, 6, &outside, 1, &graph) == STATUS_USAGE);
  CHECK(op_graph_create(NULL, 0, NULL, 0, &graph) == STATUS_OK);
  op_graph_destroy(&graph);
}

// Two equal chains are kin op by op, and no op is kin to another of its chain.
static void test_kin(void) {
  GraphOp ops[8];
  GraphEdge edges[6];
  OpGraph graph;
  for (int i = 0; i < 8; i++)
    ops[i] = (GraphOp){false, 2, (uint64_t)(i / 2 == 2 ? 7 : 5)};
  for (int e = 0; e < 6; e++)
    edges[e] = (GraphEdge){e, e + 2, true};
  CHECK(op_graph_create(ops, 8, edges, 6, &graph) == STATUS_OK);
  CHECK_EQUAL(graph.kin_count, 4);
  for (int i = 0; i < 8; i += 2) {
    CHECK_EQUAL(graph.kin[i], graph.kin[i + 1]);
    CHECK_EQUAL(graph.kin[i], i / 2);
  }
  op_graph_destroy(&graph);
}

// --- random graphs

static void random_graph(Rng *rng, OpGraph *out_graph) {
  GraphOp ops[OPS];
  GraphEdge edges[4 * OPS];
  int op_count = 1 + (int)rng_below(rng, OPS), edge_count = 0;
  for (int i = 0; i < op_count; i++) {
    int reads = i ? (int)rng_below(rng, 4) : 0;
    ops[i] = (GraphOp){rng_chance(rng, 25), (int)rng_below(rng, 3), (uint64_t)rng_below(rng, 4)};
    for (int r = 0; r < reads; r++) {
      int near = i < 6 ? i : 6;
      edges[edge_count++] = (GraphEdge){i - 1 - (int)rng_below(rng, near), i, !rng_chance(rng, 10)};
    }
  }
  CHECK(op_graph_create(ops, op_count, edges, edge_count, out_graph) == STATUS_OK);
}

static bool random_move(Rng *rng, const OpGraph *graph, Partition *partition) {
  int a = (int)rng_below(rng, graph->op_count), b = (int)rng_below(rng, graph->op_count);
  if (graph->edge_count > 0 && rng_chance(rng, 80)) {
    const GraphEdge *edge = &graph->edges[rng_below(rng, graph->edge_count)];
    bool is_upward = rng_chance(rng, 50);
    a = is_upward ? edge->to : edge->from;
    b = is_upward ? edge->from : edge->to;
  }
  switch (rng_below(rng, 4)) {
  case 0:
    return partition_merge(graph, partition, a, b);
  case 1:
    return partition_split(graph, partition, a);
  case 2:
    return partition_move(graph, partition, a, b);
  default:
    return partition_turn(graph, partition, a);
  }
}

static void check_round_trip(const OpGraph *graph, const Partition *partition) {
  char text[TEXT_BYTES], again[TEXT_BYTES];
  Partition read;
  CHECK(partition_print(partition, text, sizeof text) < sizeof text);
  CHECK(partition_parse(graph, text, &read) == STATUS_OK);
  CHECK(partition_equal(partition, &read));
  partition_print(&read, again, sizeof again);
  CHECK_TEXT(again, text);
  partition_destroy(&read);
}

// Every member is in the group of its anchor, every op that computes in exactly one.
static void check_members(const OpGraph *graph, const Partition *partition) {
  int members[OPS], seen = 0, computing = 0;
  for (int i = 0; i < graph->op_count; i++) {
    computing += partition->anchor_of[i] != PARTITION_REPEATED;
    seen += partition_members(partition, i, members);
  }
  CHECK_EQUAL(seen, computing);
}

// Whatever is legal can be taken apart again, one member after the other, to where all began. A
// member whose leaving would make two groups wait for each other goes after others have gone.
static void check_apart(const OpGraph *graph, Partition *partition) {
  Partition apart;
  bool is_any = true;
  CHECK(partition_create(graph, &apart) == STATUS_OK);
  while (is_any) {
    is_any = false;
    for (int i = graph->op_count - 1; i >= 0; i--)
      is_any |= partition_split(graph, partition, i);
  }
  for (int i = 0; i < graph->op_count; i++)
    if (graph->ops[i].is_movement && partition->anchor_of[i] == i)
      CHECK(partition_turn(graph, partition, i));
  CHECK(partition_equal(partition, &apart));
  partition_destroy(&apart);
}

static int test_random(uint64_t seed, int count) {
  Rng rng = {seed};
  int moved = 0;
  for (int n = 0; n < count; n++) {
    OpGraph graph;
    Partition partition, before;
    random_graph(&rng, &graph);
    CHECK(partition_create(&graph, &partition) == STATUS_OK);
    CHECK(partition_copy(&partition, &before) == STATUS_OK);
    for (int step = 0; step < 60; step++) {
      partition_assign(&before, &partition);
      if (random_move(&rng, &graph, &partition)) {
        moved++;
        CHECK(!partition_equal(&partition, &before));
        CHECK(partition_check(&graph, &partition) == STATUS_OK);
      } else {
        CHECK(partition_equal(&partition, &before));
      }
    }
    check_round_trip(&graph, &partition);
    check_members(&graph, &partition);
    check_apart(&graph, &partition);
    partition_destroy(&partition);
    partition_destroy(&before);
    op_graph_destroy(&graph);
  }
  return moved;
}

// A chain of movements, then one of a group, each longer than the stack of this thread is deep.
static void *walk_chain(void *unused) {
  enum { LENGTH = 20000, HALF = LENGTH / 2 };
  static GraphOp ops[LENGTH];
  static GraphEdge edges[LENGTH];
  OpGraph graph;
  Partition partition;
  for (int i = 0; i < LENGTH; i++)
    ops[i] = (GraphOp){i > 0 && i < HALF, i, (uint64_t)i};
  for (int i = 1; i < LENGTH; i++)
    edges[i - 1] = (GraphEdge){i - 1, i, true};
  CHECK(op_graph_create(ops, LENGTH, edges, LENGTH - 1, &graph) == STATUS_OK);
  CHECK(partition_create(&graph, &partition) == STATUS_OK);
  for (int i = HALF; i < LENGTH; i++)
    partition.anchor_of[i] = HALF;
  CHECK(partition_check(&graph, &partition) == STATUS_OK);
  CHECK(partition_merge(&graph, &partition, 0, HALF));
  CHECK(partition_split(&graph, &partition, LENGTH - 1));
  partition_destroy(&partition);
  op_graph_destroy(&graph);
  return unused;
}

static void test_chain(void) {
  pthread_t thread;
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 512 << 10);
  CHECK(pthread_create(&thread, &small, walk_chain, NULL) == 0);
  pthread_join(thread, NULL);
  pthread_attr_destroy(&small);
}

int main(void) {
  test_moves();
  test_movements();
  test_refused_texts();
  test_refused_graphs();
  test_kin();
  test_chain();
  CHECK(test_random(1, 500) > 3000);
  CHECK(test_random(daily_seed(), 500) > 0);
  return check_result();
}
