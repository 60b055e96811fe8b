// The pool of the best schedules, and what every way to explore shares.
#include "search/explore.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Times the best analytical seconds: what is beyond is not shown to the learned model. Its error is
// far smaller than this.
static const double DRAFT_FACTOR = 4;

Status explorer_create(const SearchSpace *space, const LearnedModel *model, uint64_t seed,
                       int64_t limit, Explorer **out_explorer) {
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
  if (model) {
    Status status = scorer_create(space, model, &explorer->scorer);
    if (status != STATUS_OK) {
      free(explorer);
      free(seen);
      return status;
    }
  }
  explorer->space = space;
  explorer->best_seconds = INFINITY;
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
  scorer_destroy(explorer->scorer);
  free(explorer->seen);
  free(explorer);
}

static uint64_t mix(uint64_t key, uint64_t value) {
  key = (key ^ value) * UINT64_C(0xff51afd7ed558ccd);
  return key ^ key >> 29;
}

// schedule_key is stable over releases; this one only has to be quick.
static uint64_t quick_key(const Schedule *schedule) {
  uint64_t words[(sizeof(Schedule) + 7) / 8] = {0};
  memcpy(words, schedule, sizeof(*schedule));
  uint64_t key = 0;
  for (size_t n = 0; n < sizeof(words) / sizeof(words[0]); n++)
    key = mix(key, words[n]);
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

// Trees give many candidates the same score: the draft decides between them.
static bool is_better(const Scored *a, const Scored *b) {
  return a->cost < b->cost || (a->cost == b->cost && a->seconds < b->seconds);
}

static void pool_insert(Explorer *explorer, const Scored *candidate) {
  Scored *pool = explorer->pool;
  if (explorer->pool_count == EXPLORE_POOL && !is_better(candidate, &pool[EXPLORE_POOL - 1]))
    return;
  uint64_t niche = explorer->niche_limit ? explorer_niche(explorer, &candidate->schedule) : 0;
  int place = place_to_vacate(explorer, niche);
  if (place >= 0 && !is_better(candidate, &pool[place]))
    return;
  if (place < 0)
    place = explorer->pool_count++;
  for (; place > 0 && is_better(candidate, &pool[place - 1]); place--)
    pool[place] = pool[place - 1];
  pool[place] = *candidate;
  pool[place].niche = niche;
  explorer->pool_changes++;
}

// --- scoring

// Checks and drafts a candidate; false when it is illegal or the limit is reached. `out_draft` is
// written for the scorer only.
static bool draft(Explorer *explorer, const Schedule *schedule, SpaceDraft *out_draft,
                  Scored *out_candidate) {
  if (explorer->scored >= explorer->limit || explorer->status != STATUS_OK)
    return false;
  double seconds = 0;
  RejectReason reason = explorer->scorer ? space_draft(explorer->space, schedule, out_draft)
                                         : space_score(explorer->space, schedule, &seconds, NULL);
  explorer->rejected[reason] += reason != REJECT_NONE;
  if (reason != REJECT_NONE)
    return false;
  if (explorer->scorer)
    seconds = out_draft->parts.total_seconds;
  *out_candidate = (Scored){*schedule, seconds, seconds, seconds, explorer->scored++, 0};
  explorer->best_seconds = fmin(explorer->best_seconds, seconds);
  return true;
}

static bool is_hopeless(const Explorer *explorer, const Scored *candidate) {
  return candidate->seconds > DRAFT_FACTOR * explorer->best_seconds;
}

// Replaces the costs of candidates, whose features are the first rows of the scorer, by those of
// the learned model, and what is predicted. On failure they are infinite.
static void ask_model(Explorer *explorer, Scored *candidates, int count) {
  double analytical[SCORER_BATCH] = {0}, scores[SCORER_BATCH], seconds[SCORER_BATCH];
  for (int n = 0; n < count; n++)
    analytical[n] = candidates[n].seconds;
  if (explorer->status == STATUS_OK)
    explorer->status = scorer_rank(explorer->scorer, analytical, count, scores, seconds);
  for (int n = 0; n < count; n++) {
    bool is_known = explorer->status == STATUS_OK;
    candidates[n].cost = is_known ? -scores[n] : INFINITY;
    candidates[n].predicted = is_known ? seconds[n] : INFINITY;
  }
}

void explorer_flush(Explorer *explorer) {
  if (explorer->waiting_count == 0)
    return;
  ask_model(explorer, explorer->waiting, explorer->waiting_count);
  for (int n = 0; n < explorer->waiting_count && explorer->status == STATUS_OK; n++)
    pool_insert(explorer, &explorer->waiting[n]);
  explorer->waiting_count = 0;
}

double explorer_offer(Explorer *explorer, const Schedule *schedule) {
  Scored candidate;
  SpaceDraft known;
  if (explorer->scored >= explorer->limit || !explorer_is_new(explorer, schedule) ||
      !draft(explorer, schedule, &known, &candidate))
    return -1;
  if (!explorer->scorer) {
    pool_insert(explorer, &candidate);
  } else if (!is_hopeless(explorer, &candidate)) {
    scorer_fill(explorer->scorer, explorer->waiting_count, schedule, &known);
    explorer->waiting[explorer->waiting_count++] = candidate;
    if (explorer->waiting_count == SCORER_BATCH)
      explorer_flush(explorer);
  }
  return candidate.seconds;
}

void explorer_cost(Explorer *explorer, const Schedule *schedules, int count, double *out_costs) {
  Scored candidates[SCORER_BATCH];
  SpaceDraft known;
  int places[SCORER_BATCH], legal = 0;
  assert(count <= SCORER_BATCH);
  explorer_flush(explorer); // who waits has rows of the scorer
  for (int n = 0; n < count; n++) {
    Scored *candidate = &candidates[legal];
    out_costs[n] = INFINITY;
    if (!draft(explorer, &schedules[n], &known, candidate) ||
        (explorer->scorer && is_hopeless(explorer, candidate)))
      continue;
    if (explorer->scorer)
      scorer_fill(explorer->scorer, legal, &schedules[n], &known);
    places[legal++] = n;
  }
  if (explorer->scorer)
    ask_model(explorer, candidates, legal);
  for (int n = 0; n < legal; n++) {
    out_costs[places[n]] = candidates[n].cost;
    if (candidates[n].cost < INFINITY && explorer_is_new(explorer, &candidates[n].schedule))
      pool_insert(explorer, &candidates[n]);
  }
}

static double seed_sink(void *context, Schedule *schedule) {
  Explorer *explorer = context;
  if (explorer->scored >= explorer->seed_limit)
    return -1;
  return explorer_offer(explorer, schedule);
}

int64_t explorer_end(const Explorer *explorer, int64_t count) {
  int64_t left = explorer->limit - explorer->scored;
  return explorer->scored + (count < left ? count : left);
}

// The direct rule comes last and may use what the others left of their shares.
void explorer_seed(Explorer *explorer, int64_t count) {
  int64_t end = explorer_end(explorer, count);
  for (int r = explorer->space->rule_count - 1; r >= 0; r--) {
    explorer->seed_limit = explorer->scored + (end - explorer->scored) / (r + 1);
    space_seeds(explorer->space, r, seed_sink, explorer);
  }
  explorer_flush(explorer);
}

void explorer_sample(Explorer *explorer, int64_t count) {
  int64_t end = explorer_end(explorer, count);
  for (int64_t n = 0; explorer->scored < end && n < EXPLORE_PROPOSALS * count; n++) {
    Schedule schedule;
    space_random(explorer->space, &explorer->rng, &schedule);
    explorer_offer(explorer, &schedule);
  }
  explorer_flush(explorer);
}
