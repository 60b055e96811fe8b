// Search over partitions: which ops of a function share kernels, by predicted seconds of the whole.
//
// A move of the search is one of plan/partition for all ops that are kin: what is good for one
// layer of a network is good for its repetitions. Deterministic by the seed.
#ifndef AUTOTUNE_SEARCH_PARTITION_PARTITION_SEARCH_H
#define AUTOTUNE_SEARCH_PARTITION_PARTITION_SEARCH_H

#include "base/rng.h"
#include "plan/partition/partition.h"

typedef enum PartitionStrategy {
  PARTITION_GREEDY, // no search
  PARTITION_BEAM,   // all moves of the few best partitions, until none is better
  PARTITION_ANNEAL, // one move at a time; a worse one is accepted while it is warm
} PartitionStrategy;

typedef struct PartitionSearch {
  PartitionStrategy strategy;
  uint64_t seed;
  // Seconds of a partition, infinite where a group has no kernel. Asked again and again.
  double (*price)(void *context, const Partition *partition);
  void *context; // lent
  // NULL, or hears of every partition with finite seconds that is better than all before.
  void (*improved)(void *user, const Partition *partition, double seconds);
  void *user;
} PartitionSearch;

// Starts from `partition` and leaves the best one that was seen there. STATUS_SYSTEM without
// memory.
Status partition_search(const OpGraph *graph, const PartitionSearch *search, Partition *partition,
                        double *out_seconds);

// One kind of move for all ops that are kin to those of the move.
typedef struct KinMove {
  enum { KIN_MERGE, KIN_SPLIT, KIN_MOVE, KIN_TURN } kind;
  int op, other; // kin; `other` of KIN_MERGE (who reads) and KIN_MOVE (whose group)
} KinMove;

typedef struct KinMoves {
  int count;
  KinMove *items; // owned
} KinMoves;

// All moves that a graph has. STATUS_SYSTEM without memory; free items.
Status kin_moves_list(const OpGraph *graph, KinMoves *out_moves);
// Applies it wherever it is legal. Returns to how many places.
int kin_move_apply(const OpGraph *graph, const KinMove *move, Partition *partition);
// One move at one place, drawn among all; false where it is not legal.
bool partition_random_move(const OpGraph *graph, Rng *rng, Partition *partition);

#endif
