// Partitions chosen by measuring: few of those that a model proposes, or annealing that knows
// nothing but measurements.
#include "search/partition/partition_measured.h"

#include "base/array.h"
#include "search/partition/partition_search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FINALISTS = 4, FINAL_ROUNDS = 6, STEPS_MAX = 4000 };
// Of the budget, for partitions that were not measured before.
static const double FIRST_SHARE = 0.6;
// Relative to the seconds of the start: a loss that is accepted at first.
static const double HEAT = 0.01;

// --- proposals

double partition_seconds_after(double before, double seconds) {
  if (isinf(before) || isinf(seconds))
    return INFINITY;
  return before <= 0 ? seconds : fmin(before, seconds);
}

static Status measure_once(const PartitionMeter *meter, MeasuredPartition *partition,
                           double *spent) {
  double seconds, cost;
  Status status = meter->measure(meter->user, partition->text, &seconds, &cost);
  if (status != STATUS_OK)
    return status;
  *spent += cost;
  partition->seconds = partition_seconds_after(partition->seconds, seconds);
  return STATUS_OK;
}

// The fastest that is not taken yet, -1: none was measured well.
static int next_fastest(const MeasuredPartition *partitions, int count, const bool *is_taken) {
  int best = -1;
  for (int n = 0; n < count; n++)
    if (!is_taken[n] && partitions[n].seconds > 0 && isfinite(partitions[n].seconds) &&
        (best < 0 || partitions[n].seconds < partitions[best].seconds))
      best = n;
  return best;
}

// The first one, which needs no search, is beaten only where it is measured as often.
static int find_finalists(const MeasuredPartition *partitions, int count, bool *is_taken,
                          int *out_finalists) {
  int found = 0;
  for (; found < FINALISTS; found++) {
    bool is_first = found == 0 && count > 0 && isfinite(partitions[0].seconds);
    int next = is_first ? 0 : next_fastest(partitions, count, is_taken);
    if (next < 0)
      break;
    is_taken[next] = true;
    out_finalists[found] = next;
  }
  return found;
}

Status partition_measure_proposed(const PartitionMeter *meter, MeasuredPartition *partitions,
                                  int count, int *out_best) {
  Status status = STATUS_OK;
  double spent = 0;
  int finalists[FINALISTS];
  bool *is_taken = calloc((size_t)count + 1, sizeof *is_taken);
  if (!is_taken)
    return status_fail(STATUS_SYSTEM, "no memory for %d partitions", count);
  for (int n = 0; n < count && (n == 0 || spent < FIRST_SHARE * meter->budget); n++)
    TRY(measure_once(meter, &partitions[n], &spent));
  int final = find_finalists(partitions, count, is_taken, finalists);
  for (int n = 0; final > 1 && n < final * FINAL_ROUNDS && spent < meter->budget; n++)
    TRY(measure_once(meter, &partitions[finalists[n % final]], &spent));
  memset(is_taken, 0, (size_t)count);
  *out_best = next_fastest(partitions, count, is_taken);
cleanup:
  free(is_taken);
  return status;
}

// --- annealing

typedef struct Tried {
  char *text; // owned
  double seconds;
} Tried;

typedef struct Walk {
  const PartitionMeter *meter;
  const PartitionAnneal *anneal;
  Tried *tried; // owned
  int tried_count;
  double spent;
} Walk;

static Status remember(Walk *walk, char *text, double seconds) {
  if (!array_grow(&walk->tried, walk->tried_count, sizeof *walk->tried)) {
    free(text);
    return status_fail(STATUS_SYSTEM, "no memory for %d partitions", walk->tried_count);
  }
  walk->tried[walk->tried_count++] = (Tried){text, seconds};
  return STATUS_OK;
}

static Status measure_new(Walk *walk, const Partition *partition, double *out_seconds) {
  size_t size = partition_print(partition, NULL, 0) + 1;
  char *text = malloc(size);
  double cost = 0;
  if (!text)
    return status_fail(STATUS_SYSTEM, "no memory for the text of a partition");
  partition_print(partition, text, size);
  for (int n = 0; n < walk->tried_count; n++)
    if (!strcmp(walk->tried[n].text, text)) {
      *out_seconds = walk->tried[n].seconds;
      free(text);
      return STATUS_OK;
    }
  Status status = walk->meter->measure(walk->meter->user, text, out_seconds, &cost);
  walk->spent += cost;
  if (status == STATUS_OK)
    return remember(walk, text, *out_seconds);
  free(text);
  return status;
}

typedef struct Place {
  Partition current, next, best; // owned
  double seconds, best_seconds;
} Place;

static bool is_accepted(double before, double after, double heat, double dice) {
  return after <= before || (isfinite(after) && dice < exp((before - after) / (heat + 1e-30)));
}

static Status walk_on(Walk *walk, const KinMoves *moves, Place *place) {
  const PartitionAnneal *anneal = walk->anneal;
  double start = place->seconds, budget = walk->meter->budget;
  Rng rng = {anneal->seed};
  for (int step = 0; step < STEPS_MAX && walk->spent < budget; step++) {
    const KinMove *move = &moves->items[rng_below(&rng, moves->count)];
    double dice = rng_part(&rng), heat = isfinite(start) ? HEAT * start : 0, after;
    partition_assign(&place->next, &place->current);
    if (kin_move_apply(anneal->graph, move, &place->next) == 0 ||
        !anneal->is_possible(anneal->user, &place->next))
      continue;
    Status status = measure_new(walk, &place->next, &after);
    if (status != STATUS_OK)
      return status;
    if (after < place->best_seconds) {
      place->best_seconds = after;
      partition_assign(&place->best, &place->next);
    }
    if (!is_accepted(place->seconds, after, heat * (1 - walk->spent / budget), dice))
      continue;
    partition_assign(&place->current, &place->next);
    place->seconds = after;
  }
  return STATUS_OK;
}

Status partition_measure_annealed(const PartitionMeter *meter, const PartitionAnneal *anneal,
                                  Partition *partition, double *out_seconds) {
  Status status = STATUS_OK;
  Walk walk = {.meter = meter, .anneal = anneal};
  Place place = {{0}, {0}, {0}, INFINITY, INFINITY};
  KinMoves moves = {0};
  TRY(partition_copy(partition, &place.current));
  TRY(partition_copy(partition, &place.next));
  TRY(partition_copy(partition, &place.best));
  TRY(kin_moves_list(anneal->graph, &moves));
  TRY(measure_new(&walk, partition, &place.seconds));
  place.best_seconds = place.seconds;
  if (moves.count > 0)
    TRY(walk_on(&walk, &moves, &place));
  partition_assign(partition, &place.best);
  *out_seconds = place.best_seconds;
cleanup:
  for (int n = 0; n < walk.tried_count; n++)
    free(walk.tried[n].text);
  free(walk.tried);
  free(moves.items);
  partition_destroy(&place.current);
  partition_destroy(&place.next);
  partition_destroy(&place.best);
  return status;
}
