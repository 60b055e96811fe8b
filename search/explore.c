// Predicted search: a pool of the best schedules, fed by seeds, random points and their children.
#include "search/explore.h"

#include <stdlib.h>
#include <string.h>

// Proposals made for one candidate scored, before giving up: a small space runs dry.
enum { PROPOSALS_PER_CANDIDATE = 12 };

Status explorer_create(const SearchSpace *space, uint64_t seed, int64_t limit,
                       Explorer **out_explorer) {
  Explorer *explorer = calloc(1, sizeof(*explorer));
  uint64_t slots = 1024;
  while (slots < 4 * (uint64_t)limit)
    slots *= 2;
  uint64_t *seen = calloc(slots, sizeof(*seen));
  if (!explorer || !seen) {
    free(explorer);
    free(seen);
    return status_fail(STATUS_SYSTEM, "no memory for %lld candidates", (long long)limit);
  }
  explorer->space = space;
  explorer->rng.state = seed;
  explorer->limit = limit;
  explorer->seed_limit = limit;
  explorer->seen = seen;
  explorer->seen_mask = slots - 1;
  *out_explorer = explorer;
  return STATUS_OK;
}

void explorer_destroy(Explorer *explorer) {
  if (!explorer)
    return;
  free(explorer->seen);
  free(explorer);
}

// schedule_key is stable over releases; this one only has to be quick.
static uint64_t quick_key(const Schedule *schedule) {
  uint64_t words[(sizeof(Schedule) + 7) / 8] = {0};
  memcpy(words, schedule, sizeof(*schedule));
  uint64_t key = 0;
  for (size_t n = 0; n < sizeof(words) / sizeof(words[0]); n++) {
    key = (key ^ words[n]) * UINT64_C(0xff51afd7ed558ccd);
    key ^= key >> 29;
  }
  return key + (key == 0);
}

// A table that is full forgets: what is looked at then may be looked at again.
bool explorer_is_new(Explorer *explorer, const Schedule *schedule) {
  enum { LONGEST_PROBE = 32 };
  uint64_t key = quick_key(schedule);
  uint64_t slot = key & explorer->seen_mask;
  for (int probe = 0; probe < LONGEST_PROBE; probe++, slot = (slot + 1) & explorer->seen_mask) {
    if (explorer->seen[slot] == key)
      return false;
    if (explorer->seen[slot] == 0)
      break;
  }
  explorer->seen[slot] = key;
  return true;
}

// Power of two at or below the size.
static uint64_t rough_size(int64_t size) {
  uint64_t bits = 0;
  while (size > 1) {
    size /= 2;
    bits++;
  }
  return bits;
}

static uint64_t mix(uint64_t key, uint64_t value) {
  key = (key ^ value) * UINT64_C(0xff51afd7ed558ccd);
  return key ^ key >> 29;
}

uint64_t explorer_niche(const Explorer *explorer, const Schedule *schedule) {
  const RuleSpace *rule_space = space_rule_of(explorer->space, schedule);
  if (!rule_space)
    return 0;
  const Workload *workload = &rule_space->workload;
  uint64_t key = mix(schedule->rule, schedule->pad_mode);
  key = mix(key, (uint64_t)schedule->vector_iterator << 8 | schedule->lanes);
  for (int i = 0; i < workload->iterator_count; i++) {
    bool is_tiled = schedule->tile[0][i] < workload->extents[i];
    bool is_reduction = workload->kinds[i] == ITERATOR_REDUCTION;
    key = mix(key, rough_size(schedule->block[i]) << 8 | is_tiled);
    key = mix(key, is_reduction && is_tiled ? rough_size(schedule->tile[0][i]) : 0);
  }
  for (int a = 0; a < workload->access_count; a++)
    key = mix(key, schedule->pack[a] != PACK_NONE);
  return key;
}

// Place of the last schedule of the niche when the niche is full, else the last place when the pool
// is, else -1: nothing has to go.
static int place_to_vacate(const Explorer *explorer, uint64_t niche) {
  int found = 0, last = -1;
  for (int n = 0; explorer->niche_limit && n < explorer->pool_count; n++)
    if (explorer->pool[n].niche == niche) {
      found++;
      last = n;
    }
  if (explorer->niche_limit && found >= explorer->niche_limit)
    return last;
  return explorer->pool_count == EXPLORE_POOL ? EXPLORE_POOL - 1 : -1;
}

static void pool_insert(Explorer *explorer, const Schedule *schedule, double seconds) {
  if (explorer->pool_count == EXPLORE_POOL && seconds >= explorer->pool[EXPLORE_POOL - 1].seconds)
    return;
  uint64_t niche = explorer->niche_limit ? explorer_niche(explorer, schedule) : 0;
  int place = place_to_vacate(explorer, niche);
  if (place >= 0 && seconds >= explorer->pool[place].seconds)
    return;
  if (place < 0)
    place = explorer->pool_count++;
  for (; place > 0 && explorer->pool[place - 1].seconds > seconds; place--)
    explorer->pool[place] = explorer->pool[place - 1];
  explorer->pool[place] = (Scored){*schedule, seconds, explorer->scored, niche};
}

double explorer_offer(Explorer *explorer, const Schedule *schedule) {
  if (explorer->scored >= explorer->limit || !explorer_is_new(explorer, schedule))
    return -1;
  double seconds;
  RejectReason reason = space_score(explorer->space, schedule, &seconds, NULL);
  explorer->rejected[reason] += reason != REJECT_NONE;
  if (reason != REJECT_NONE)
    return -1;
  pool_insert(explorer, schedule, seconds);
  explorer->scored++;
  return seconds;
}

static double seed_sink(void *context, Schedule *schedule) {
  Explorer *explorer = context;
  if (explorer->scored >= explorer->seed_limit)
    return -1;
  return explorer_offer(explorer, schedule);
}

static int64_t until(const Explorer *explorer, int64_t count) {
  int64_t left = explorer->limit - explorer->scored;
  return explorer->scored + (count < left ? count : left);
}

// The direct rule comes last and may use what the others left of their shares.
void explorer_seed(Explorer *explorer, int64_t count) {
  int64_t end = until(explorer, count);
  for (int r = explorer->space->rule_count - 1; r >= 0; r--) {
    explorer->seed_limit = explorer->scored + (end - explorer->scored) / (r + 1);
    space_seeds(explorer->space, r, seed_sink, explorer);
  }
}

void explorer_sample(Explorer *explorer, int64_t count) {
  int64_t end = until(explorer, count);
  for (int64_t n = 0; explorer->scored < end && n < PROPOSALS_PER_CANDIDATE * count; n++) {
    Schedule schedule;
    space_random(explorer->space, &explorer->rng, &schedule);
    explorer_offer(explorer, &schedule);
  }
}

// Better places are drawn more often.
static const Scored *draw_parent(Explorer *explorer) {
  int64_t a = rng_below(&explorer->rng, explorer->pool_count);
  int64_t b = rng_below(&explorer->rng, explorer->pool_count);
  return &explorer->pool[a < b ? a : b];
}

static void make_child(Explorer *explorer, Schedule *out_child) {
  Rng *rng = &explorer->rng;
  *out_child = draw_parent(explorer)->schedule;
  if (rng_chance(rng, 25)) {
    Schedule first = *out_child;
    space_crossover(explorer->space, rng, &first, &draw_parent(explorer)->schedule, out_child);
    if (rng_chance(rng, 50))
      return;
  }
  do
    space_mutate(explorer->space, rng, out_child);
  while (rng_chance(rng, 35));
}

void explorer_evolve(Explorer *explorer, int64_t count) {
  int64_t end = until(explorer, count);
  for (int64_t n = 0; explorer->scored < end && n < PROPOSALS_PER_CANDIDATE * count; n++) {
    Schedule child;
    if (explorer->pool_count == 0 || rng_chance(&explorer->rng, 5))
      space_random(explorer->space, &explorer->rng, &child);
    else
      make_child(explorer, &child);
    explorer_offer(explorer, &child);
  }
}
