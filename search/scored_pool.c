// The order of the pool, and its niches.
#include "search/scored_pool.h"

#include "search/seen.h"

// Power of two at or below the size.
static uint64_t rough_size(int64_t size) {
  uint64_t bits = 0;
  while (size > 1) {
    size /= 2;
    bits++;
  }
  return bits;
}

uint64_t scored_pool_niche(const SearchSpace *space, const Schedule *schedule) {
  const RuleSpace *rule_space = space_rule_of(space, schedule);
  if (!rule_space)
    return 0;
  const Workload *workload = &rule_space->workload;
  uint64_t key = seen_mix(schedule->rule, schedule->pad_mode);
  key = seen_mix(key, (uint64_t)schedule->vector_iterator << 8 | schedule->lanes);
  for (int i = 0; i < workload->iterator_count; i++) {
    bool is_tiled = schedule->tile[0][i] < workload->extents[i];
    bool is_reduction = workload->kinds[i] == ITERATOR_REDUCTION;
    key = seen_mix(key, rough_size(schedule->block[i]) << 8 | is_tiled);
    key = seen_mix(key, is_reduction && is_tiled ? rough_size(schedule->tile[0][i]) : 0);
  }
  for (int a = 0; a < workload->access_count; a++)
    key = seen_mix(key, schedule->pack[a] != PACK_NONE);
  return key;
}

// Place of the last schedule of the niche when the niche is full, else the last place when the pool
// is, else -1: nothing has to go.
static int place_to_vacate(const ScoredPool *pool, uint64_t niche) {
  int found = 0, last = -1;
  for (int n = 0; pool->niche_limit && n < pool->count; n++)
    if (pool->items[n].niche == niche) {
      found++;
      last = n;
    }
  if (pool->niche_limit && found >= pool->niche_limit)
    return last;
  return pool->count == pool->capacity ? pool->capacity - 1 : -1;
}

// Trees give many candidates the same score: the draft decides between them.
static bool is_better(const Scored *a, const Scored *b) {
  return a->cost < b->cost || (a->cost == b->cost && a->seconds < b->seconds);
}

void scored_pool_insert(ScoredPool *pool, const Scored *candidate) {
  if (pool->count == pool->capacity && !is_better(candidate, &pool->items[pool->capacity - 1]))
    return;
  uint64_t niche = pool->niche_limit ? scored_pool_niche(pool->space, &candidate->schedule) : 0;
  int place = place_to_vacate(pool, niche);
  if (place >= 0 && !is_better(candidate, &pool->items[place]))
    return;
  if (place < 0)
    place = pool->count++;
  for (; place > 0 && is_better(candidate, &pool->items[place - 1]); place--)
    pool->items[place] = pool->items[place - 1];
  pool->items[place] = *candidate;
  pool->items[place].niche = niche;
  pool->changes++;
}
