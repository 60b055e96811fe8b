// Simulated annealing as AutoTVM does it (Chen et al., NeurIPS 2018): chains side by side, each
// changes one knob a step; the temperature falls from 1 to 0 in the units of the model's score.
//
// All chains take a step together, so that the model is asked in whole batches. When fewer
// candidates are left than the chains would look at, cooling is quicker.
#include "search/explore.h"

#include <math.h>
#include <stdlib.h>

enum { EARLY_STOP = 50 }; // steps without a change of the pool

typedef struct Chain {
  Schedule schedule;
  double energy; // lower is better; infinite: nowhere yet
} Chain;

// The score of a ranker is on a logarithmic scale already.
static double energy_of(const Explorer *explorer, double cost) {
  return explorer->scorer || cost == INFINITY ? cost : log2(cost);
}

static void chains_score(Explorer *explorer, Chain *chains, int count) {
  Schedule schedules[SCORER_BATCH];
  double costs[SCORER_BATCH];
  for (int start = 0; start < count; start += SCORER_BATCH) {
    int batch = count - start < SCORER_BATCH ? count - start : SCORER_BATCH;
    for (int n = 0; n < batch; n++)
      schedules[n] = chains[start + n].schedule;
    explorer_cost(explorer, schedules, batch, costs);
    for (int n = 0; n < batch; n++)
      chains[start + n].energy = energy_of(explorer, costs[n]);
  }
}

// Half of the chains start from the best known, the others anywhere.
static void chains_start(Explorer *explorer, Chain *chains, int count) {
  int known = explorer->pool_count < count / 2 ? explorer->pool_count : count / 2;
  for (int n = 0; n < known; n++)
    chains[n] = (Chain){explorer->pool[n].schedule, energy_of(explorer, explorer->pool[n].cost)};
  for (int n = known; n < count; n++)
    space_random(explorer->space, &explorer->rng, &chains[n].schedule);
  chains_score(explorer, chains + known, count - known);
}

static bool is_accepted(Rng *rng, double energy, double proposed, double temperature) {
  double part = rng_part(rng); // drawn in any case: the walk does not depend on rounding
  if (proposed == INFINITY)
    return false;
  return part < exp(fmin((energy - proposed) / (temperature + 1e-5), 1));
}

static void chains_step(Explorer *explorer, Chain *chains, Chain *proposals, int count,
                        double temperature) {
  for (int n = 0; n < count; n++) {
    proposals[n].schedule = chains[n].schedule;
    space_mutate(explorer->space, &explorer->rng, &proposals[n].schedule);
  }
  chains_score(explorer, proposals, count);
  for (int n = 0; n < count; n++)
    if (is_accepted(&explorer->rng, chains[n].energy, proposals[n].energy, temperature))
      chains[n] = proposals[n];
}

static void anneal(Explorer *explorer, Chain *chains, int count, int64_t steps, int64_t end) {
  int64_t changes = explorer->pool_changes, changed = 0;
  chains_start(explorer, chains, count);
  for (int64_t step = 0; step < steps && step < changed + EARLY_STOP && explorer->scored < end;
       step++) {
    double temperature = 1 - (double)step / (double)steps;
    chains_step(explorer, chains, chains + count, count, temperature);
    if (explorer->pool_changes != changes) {
      changes = explorer->pool_changes;
      changed = step;
    }
  }
}

static void explore(Explorer *explorer, bool is_first, int64_t count, int64_t chain_count,
                    int64_t steps) {
  int64_t end = explorer_end(explorer, count);
  if (is_first)
    explorer_seed(explorer, count / 4);
  int64_t left = end - explorer->scored;
  if (left < 2 * chain_count)
    chain_count = left / 2;
  if (chain_count < 1)
    return;
  Chain *chains = malloc(2 * (size_t)chain_count * sizeof(*chains));
  if (!chains) {
    explorer->status = status_fail(STATUS_SYSTEM, "no memory for the chains of annealing");
    return;
  }
  int64_t most = left / chain_count;
  anneal(explorer, chains, (int)chain_count, most < steps ? most : steps, end);
  free(chains);
}

void explore_annealing(Explorer *explorer, bool is_first, int64_t count) {
  explore(explorer, is_first, count, 64, INT64_MAX);
}

void explore_annealing_128x500(Explorer *explorer, bool is_first, int64_t count) {
  explore(explorer, is_first, count, 128, 500);
}

void explore_annealing_512x160(Explorer *explorer, bool is_first, int64_t count) {
  explore(explorer, is_first, count, 512, 160);
}
