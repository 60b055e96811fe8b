// Moves by kin: found on the graph with all movements repeated, applied to a partition.
#include "search/partition/partition_search.h"

#include "base/array.h"

#include <stdlib.h>

typedef struct Links {
  const OpGraph *graph;
  int reader;
  KinMoves moves;
  bool failed;
} Links;

static void add(Links *links, KinMove move) {
  KinMoves *moves = &links->moves;
  for (int i = 0; i < moves->count; i++)
    if (moves->items[i].kind == move.kind && moves->items[i].op == move.op &&
        moves->items[i].other == move.other)
      return;
  if (links->failed || !array_grow(&moves->items, moves->count, sizeof *moves->items)) {
    links->failed = true;
    return;
  }
  moves->items[moves->count++] = move;
}

static bool add_link(int source, void *user) {
  Links *links = user;
  int from = links->graph->kin[source], to = links->graph->kin[links->reader];
  add(links, (KinMove){KIN_MERGE, from, to});
  add(links, (KinMove){KIN_MOVE, from, to});
  add(links, (KinMove){KIN_MOVE, to, from});
  return true;
}

Status kin_moves_list(const OpGraph *graph, KinMoves *out_moves) {
  Links links = {.graph = graph};
  Partition apart;
  Status status = partition_create(graph, &apart);
  if (status != STATUS_OK)
    return status;
  for (int i = 0; i < graph->op_count; i++) {
    bool is_movement = graph->ops[i].is_movement;
    links.reader = i;
    add(&links, (KinMove){is_movement ? KIN_TURN : KIN_SPLIT, graph->kin[i], -1});
    if (!is_movement)
      links_each_source(graph, apart.anchor_of, i, true, add_link, &links);
  }
  partition_destroy(&apart);
  if (links.failed) {
    free(links.moves.items);
    return status_fail(STATUS_SYSTEM, "no memory for the moves of %d ops", graph->op_count);
  }
  *out_moves = links.moves;
  return STATUS_OK;
}

typedef struct Neighbour {
  const OpGraph *graph;
  const KinMove *move;
  Partition *partition;
  int op; // at which the move is made
  bool is_done;
} Neighbour;

static bool try_neighbour(int other, void *user) {
  Neighbour *place = user;
  if (place->graph->kin[other] != place->move->other)
    return true;
  place->is_done = place->move->kind == KIN_MERGE
                       ? partition_merge(place->graph, place->partition, place->op, other)
                       : partition_move(place->graph, place->partition, place->op, other);
  return !place->is_done;
}

static bool apply_at(const OpGraph *graph, const KinMove *move, Partition *partition, int op) {
  Neighbour place = {graph, move, partition, op, false};
  switch (move->kind) {
  case KIN_SPLIT:
    return partition_split(graph, partition, op);
  case KIN_TURN:
    return partition_turn(graph, partition, op);
  case KIN_MERGE:
    links_each_reader(graph, partition->anchor_of, op, true, try_neighbour, &place);
    return place.is_done;
  case KIN_MOVE:
    links_each_reader(graph, partition->anchor_of, op, true, try_neighbour, &place);
    if (!place.is_done)
      links_each_source(graph, partition->anchor_of, op, true, try_neighbour, &place);
    return place.is_done;
  }
  return false;
}

int kin_move_apply(const OpGraph *graph, const KinMove *move, Partition *partition) {
  int count = 0;
  for (int i = 0; i < graph->op_count; i++)
    count += graph->kin[i] == move->op && apply_at(graph, move, partition, i);
  return count;
}

bool partition_random_move(const OpGraph *graph, Rng *rng, Partition *partition) {
  if (graph->op_count == 0)
    return false;
  int op = (int)rng_below(rng, graph->op_count);
  KinMove move = {.op = graph->kin[op], .other = graph->kin[rng_below(rng, graph->op_count)]};
  if (graph->ops[op].is_movement)
    return partition_turn(graph, partition, op);
  int readers = graph->first_out[op + 1] - graph->first_out[op];
  if (readers > 0 && rng_chance(rng, 80)) {
    const GraphEdge *edge = &graph->edges[graph->first_out[op] + rng_below(rng, readers)];
    move.other = graph->kin[edge->to];
  }
  move.kind = rng_chance(rng, 60) ? KIN_MERGE : rng_chance(rng, 50) ? KIN_SPLIT : KIN_MOVE;
  return apply_at(graph, &move, partition, op);
}
