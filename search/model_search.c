// Checks, drafts and ranks what a strategy proposes.
#include "search/model_search.h"

#include "costmodel/broadcast_price.h"
#include "plan/code_size.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Times the best analytical seconds: what is beyond is not shown to the learned model. Its error is
// far smaller than this.
static const double DRAFT_FACTOR = 4;

// Proposals made for one candidate scored, before giving up: a small space runs dry.
enum { PROPOSALS = 12 };

Status model_search_create(const SearchSpace *space, const LearnedModel *model, uint64_t seed,
                           int64_t limit, ModelSearch **out_search) {
  Status status = STATUS_OK;
  ModelSearch *search = calloc(1, sizeof *search);
  if (!search)
    TRY(status_fail(STATUS_SYSTEM, "no memory for %lld candidates", (long long)limit));
  TRY(seen_reserve(&search->seen, 2 * (uint64_t)limit));
  if (model)
    TRY(scorer_create(space, model, &search->scorer));
  search->space = space;
  search->best_seconds = search->anchor_draft = search->anchor.cost = INFINITY;
  search->rng.state = seed;
  search->limit = limit;
  search->seed_limit = limit;
  search->pool.space = space;
  search->pool.capacity = SCORED_POOL_ROOM;
  *out_search = search;
  search = NULL;
cleanup:
  model_search_destroy(search);
  return status;
}

void model_search_destroy(ModelSearch *search) {
  if (!search)
    return;
  scorer_destroy(search->scorer);
  seen_destroy(&search->seen);
  free(search);
}

// --- scoring

// As a logarithm of seconds. Code of kernels that take little is mostly fetched when they run: of
// many such ones none stays in a cache for long.
static double code_cost(const ModelSearch *search, const Schedule *schedule, double seconds) {
  static const double SMALL = 64;             // operations, which make a few hundred bytes
  static const double FETCH_SECONDS = 0.5e-9; // of an operation, some 8 bytes
  if (search->code_price == 0)
    return 0;
  const Workload *knobs = &space_rule_of(search->space, schedule)->workload;
  double size = code_size(knobs, schedule);
  return search->code_price * log1p(size / SMALL) + log1p(size * FETCH_SECONDS / seconds) +
         log1p(broadcast_price(knobs, schedule, &search->space->target));
}

// Checks and drafts a candidate; false when it is illegal or the limit is reached. `out_scored` is
// written for the scorer only.
static bool draft(ModelSearch *search, const Schedule *schedule, ScoredNest *out_scored,
                  Scored *out_candidate) {
  if (search->scored >= search->limit || search->status != STATUS_OK)
    return false;
  double seconds = 0;
  RejectReason reason = search->scorer ? space_score_nest(search->space, schedule, out_scored)
                                       : space_score(search->space, schedule, &seconds, NULL);
  search->rejected[reason] += reason != REJECT_NONE;
  if (reason != REJECT_NONE)
    return false;
  if (search->scorer)
    seconds = scored_nest_seconds(out_scored);
  double cost = seconds * exp(code_cost(search, schedule, seconds));
  *out_candidate = (Scored){*schedule, seconds, seconds, cost, search->scored++, 0};
  search->best_seconds = fmin(search->best_seconds, seconds);
  return true;
}

static bool is_hopeless(const ModelSearch *search, const Scored *candidate) {
  return candidate->seconds > DRAFT_FACTOR * search->best_seconds;
}

// Replaces the costs of candidates, whose features are the first rows of the scorer, by those of
// the learned model, and what is predicted. On failure they are infinite.
static void ask_model(ModelSearch *search, Scored *candidates, int count) {
  double scores[SCORER_BATCH], seconds[SCORER_BATCH];
  if (search->status == STATUS_OK)
    search->status = scorer_rank(search->scorer, count, scores, seconds);
  for (int n = 0; n < count; n++) {
    bool is_known = search->status == STATUS_OK;
    double drafted = candidates[n].cost;
    candidates[n].cost = candidates[n].predicted = INFINITY;
    if (is_known) {
      candidates[n].cost = code_cost(search, &candidates[n].schedule, seconds[n]) - scores[n];
      candidates[n].predicted = seconds[n];
    }
    if (is_known && drafted < search->anchor_draft) {
      search->anchor = candidates[n];
      search->anchor_draft = drafted;
    }
  }
}

void model_search_flush(ModelSearch *search) {
  if (search->waiting_count == 0)
    return;
  ask_model(search, search->waiting, search->waiting_count);
  for (int n = 0; n < search->waiting_count && search->status == STATUS_OK; n++)
    scored_pool_insert(&search->pool, &search->waiting[n]);
  search->waiting_count = 0;
}

double model_search_offer(ModelSearch *search, const Schedule *schedule) {
  Scored candidate;
  ScoredNest known;
  if (search->scored >= search->limit || !seen_add(&search->seen, schedule) ||
      !draft(search, schedule, &known, &candidate))
    return -1;
  if (!search->scorer) {
    scored_pool_insert(&search->pool, &candidate);
  } else if (!is_hopeless(search, &candidate)) {
    scorer_fill(search->scorer, search->waiting_count, schedule, &known);
    search->waiting[search->waiting_count++] = candidate;
    if (search->waiting_count == SCORER_BATCH)
      model_search_flush(search);
  }
  return candidate.seconds;
}

static void cost_batch(ModelSearch *search, const Schedule *schedules, int count,
                       double *out_costs) {
  Scored candidates[SCORER_BATCH];
  ScoredNest known;
  int places[SCORER_BATCH], legal = 0;
  assert(count <= SCORER_BATCH);
  model_search_flush(search); // who waits has rows of the scorer
  for (int n = 0; n < count; n++) {
    Scored *candidate = &candidates[legal];
    out_costs[n] = INFINITY;
    if (!draft(search, &schedules[n], &known, candidate) ||
        (search->scorer && is_hopeless(search, candidate)))
      continue;
    if (search->scorer)
      scorer_fill(search->scorer, legal, &schedules[n], &known);
    places[legal++] = n;
  }
  if (search->scorer)
    ask_model(search, candidates, legal);
  for (int n = 0; n < legal; n++) {
    out_costs[places[n]] = candidates[n].cost;
    if (candidates[n].cost < INFINITY && seen_add(&search->seen, &candidates[n].schedule))
      scored_pool_insert(&search->pool, &candidates[n]);
  }
}

const Scored *model_search_best(const ModelSearch *search) {
  const Scored *first = search->pool.items, *anchor = &search->anchor;
  if (search->pool.count == 0)
    return NULL;
  bool stays = search->scorer && anchor->cost - scorer_head_start(search->scorer) < first->cost;
  return stays ? anchor : first;
}

static double seed_sink(void *context, Schedule *schedule) {
  ModelSearch *search = context;
  if (search->scored >= search->seed_limit)
    return -1;
  return model_search_offer(search, schedule);
}

static int64_t end_of(const ModelSearch *search, int64_t count) {
  int64_t left = search->limit - search->scored;
  return search->scored + (count < left ? count : left);
}

// The direct rule comes last and may use what the others left of their shares.
void model_search_seed(ModelSearch *search, int64_t count) {
  int64_t end = end_of(search, count);
  for (int r = search->space->rule_count - 1; r >= 0; r--) {
    search->seed_limit = search->scored + (end - search->scored) / (r + 1);
    space_seeds(search->space, r, seed_sink, search);
  }
  model_search_flush(search);
}

// Scores a whole round, seen or not, and tells the strategy.
static void score_round(ModelSearch *search, Strategy *strategy, const Schedule *schedules,
                        int count, double *costs) {
  for (int first = 0; first < count; first += SCORER_BATCH) {
    int batch = count - first < SCORER_BATCH ? count - first : SCORER_BATCH;
    cost_batch(search, schedules + first, batch, costs + first);
  }
  strategy_observe(strategy, schedules, costs, count);
}

// The pool changes when as many wait as the learned model is asked for at once, without one with
// every candidate: nothing is proposed ahead of that.
static int64_t proposals_wanted(const ModelSearch *search, int64_t left) {
  int64_t room = search->scorer ? SCORER_BATCH - search->waiting_count : 1;
  return room < left ? room : left;
}

static Status run(ModelSearch *search, Strategy *strategy, int64_t count, Schedule *schedules,
                  double *costs) {
  int round = strategy->kind->round;
  int64_t end = end_of(search, count), limit = PROPOSALS * count, made = 0;
  while (search->status == STATUS_OK && search->scored < end && made < limit) {
    int64_t left = end - search->scored < limit - made ? end - search->scored : limit - made;
    int64_t wanted = round > 0 ? round : proposals_wanted(search, left);
    int proposed = strategy_propose(strategy, (int)wanted, schedules);
    if (proposed == 0)
      break;
    made += proposed;
    if (round > 0)
      score_round(search, strategy, schedules, proposed, costs);
    for (int n = 0; round == 0 && n < proposed; n++)
      model_search_offer(search, &schedules[n]);
  }
  model_search_flush(search);
  return search->status;
}

void model_search_run(ModelSearch *search, const StrategyKind *kind, int64_t count) {
  Status status = search->status;
  Strategy *strategy = NULL;
  size_t room = (size_t)(kind->round > SCORER_BATCH ? kind->round : SCORER_BATCH);
  StrategySetting setting = {.space = search->space,
                             .budget = end_of(search, count) - search->scored,
                             .pool = &search->pool,
                             .rng = &search->rng,
                             .costs_are_logarithms = search->scorer != NULL};
  Schedule *schedules = malloc(room * sizeof *schedules);
  double *costs = malloc(room * sizeof *costs);
  if (!schedules || !costs)
    TRY(status_fail(STATUS_SYSTEM, "no memory for the proposals of a strategy"));
  TRY(status);
  TRY(strategy_create(kind, &setting, &strategy));
  TRY(run(search, strategy, count, schedules, costs));
cleanup:
  search->status = status;
  strategy_destroy(strategy);
  free(schedules);
  free(costs);
}

void model_search_begin(ModelSearch *search, const StrategyKind *kind, int64_t count) {
  int64_t before = search->scored;
  const StrategyShares *first = &kind->first;
  if (first->seeds)
    model_search_seed(search, count / first->seeds);
  if (first->random)
    model_search_run(search, &strategy_random, count / first->random);
  model_search_run(search, kind,
                   first->own ? count / first->own : count - (search->scored - before));
}
