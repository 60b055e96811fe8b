// Beam and annealing over moves by kin.
#include "search/partition/partition_search.h"

#include <math.h>
#include <stdlib.h>

enum {
  BEAM_WIDTH = 4,
  BEAM_ROUNDS = 64,
  ANNEAL_STEPS_PER_MOVE = 12,
  ANNEAL_STEPS_MAX = 4000,
};
// Relative to the seconds of the start: an accepted loss at the first steps.
static const double ANNEAL_HEAT = 0.01;

typedef struct Run {
  const OpGraph *graph;
  const PartitionSearch *search;
  KinMoves moves;
  Partition best;
  double best_seconds;
} Run;

static double price(Run *run, const Partition *partition) {
  double seconds = run->search->price(run->search->context, partition);
  if (seconds < run->best_seconds) {
    run->best_seconds = seconds;
    partition_assign(&run->best, partition);
    if (run->search->improved)
      run->search->improved(run->search->user, partition, seconds);
  }
  return seconds;
}

// --- annealing

static Status anneal(Run *run) {
  Status status = STATUS_OK;
  Partition current = {0}, next = {0};
  Rng rng = {run->search->seed};
  TRY(partition_copy(&run->best, &current));
  TRY(partition_copy(&run->best, &next));
  double start = run->best_seconds, seconds = start;
  int steps = run->moves.count * ANNEAL_STEPS_PER_MOVE;
  if (steps > ANNEAL_STEPS_MAX)
    steps = ANNEAL_STEPS_MAX;
  for (int step = 0; step < steps; step++) {
    double heat = ANNEAL_HEAT * start * (1 - (double)step / steps);
    const KinMove *move = &run->moves.items[rng_below(&rng, run->moves.count)];
    double dice = rng_part(&rng);
    partition_assign(&next, &current);
    if (kin_move_apply(run->graph, move, &next) == 0)
      continue;
    double after = price(run, &next);
    if (after > seconds && !(isfinite(after) && dice < exp((seconds - after) / (heat + 1e-30))))
      continue;
    partition_assign(&current, &next);
    seconds = after;
  }
cleanup:
  partition_destroy(&current);
  partition_destroy(&next);
  return status;
}

// --- beam

typedef struct Beam {
  Partition items[BEAM_WIDTH + 1]; // the last one is scratch
  double seconds[BEAM_WIDTH];
  int count;
} Beam;

static Status beam_create(const Partition *start, Beam *out_beam) {
  Status status = STATUS_OK;
  *out_beam = (Beam){.count = 0};
  for (int i = 0; i <= BEAM_WIDTH && status == STATUS_OK; i++)
    status = partition_copy(start, &out_beam->items[i]);
  return status;
}

static void beam_destroy(Beam *beam) {
  for (int i = 0; i <= BEAM_WIDTH; i++)
    partition_destroy(&beam->items[i]);
}

// Keeps the order of seconds; equal ones stay behind.
static bool beam_add(Beam *beam, const Partition *partition, double seconds) {
  int at = beam->count;
  for (int i = 0; i < beam->count; i++)
    if (partition_equal(&beam->items[i], partition))
      return false;
  while (at > 0 && seconds < beam->seconds[at - 1])
    at--;
  if (at == BEAM_WIDTH || !isfinite(seconds))
    return false;
  int last = beam->count < BEAM_WIDTH ? beam->count++ : BEAM_WIDTH - 1;
  Partition room = beam->items[last];
  for (int i = last; i > at; i--) {
    beam->items[i] = beam->items[i - 1];
    beam->seconds[i] = beam->seconds[i - 1];
  }
  beam->items[at] = room;
  beam->seconds[at] = seconds;
  partition_assign(&beam->items[at], partition);
  return true;
}

// Adds what one move makes of the partitions of `from`. Returns whether any was kept.
static bool beam_step(Run *run, const Beam *from, Beam *to) {
  bool is_any = false;
  Partition *scratch = &to->items[BEAM_WIDTH];
  for (int b = 0; b < from->count; b++)
    for (int m = 0; m < run->moves.count; m++) {
      partition_assign(scratch, &from->items[b]);
      if (kin_move_apply(run->graph, &run->moves.items[m], scratch) > 0)
        is_any |= beam_add(to, scratch, price(run, scratch));
    }
  return is_any;
}

static Status search_beam(Run *run) {
  Status status = STATUS_OK;
  Beam from = {.count = 0}, to = {.count = 0};
  TRY(beam_create(&run->best, &from));
  TRY(beam_create(&run->best, &to));
  beam_add(&from, &run->best, run->best_seconds);
  double before = INFINITY;
  for (int round = 0; round < BEAM_ROUNDS && run->best_seconds < before; round++) {
    before = run->best_seconds;
    to.count = 0;
    for (int b = 0; b < from.count; b++)
      beam_add(&to, &from.items[b], from.seconds[b]);
    if (!beam_step(run, &from, &to))
      break;
    Beam swapped = from;
    from = to;
    to = swapped;
  }
cleanup:
  beam_destroy(&from);
  beam_destroy(&to);
  return status;
}

// --- the whole

Status partition_search(const OpGraph *graph, const PartitionSearch *search, Partition *partition,
                        double *out_seconds) {
  Status status = STATUS_OK;
  Run run = {.graph = graph, .search = search};
  TRY(partition_copy(partition, &run.best));
  TRY(kin_moves_list(graph, &run.moves));
  run.best_seconds = search->price(search->context, partition);
  if (search->strategy == PARTITION_BEAM && run.moves.count > 0)
    TRY(search_beam(&run));
  if (search->strategy == PARTITION_ANNEAL && run.moves.count > 0)
    TRY(anneal(&run));
  partition_assign(partition, &run.best);
  *out_seconds = run.best_seconds;
cleanup:
  free(run.moves.items);
  partition_destroy(&run.best);
  return status;
}
