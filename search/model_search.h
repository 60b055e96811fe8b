// ModelSearch: looks for the best predicted schedules of a space. A strategy proposes, a model
// scores, nothing is measured.
//
// Every candidate is checked and scored by the analytical model. With a learned model that is the
// draft: what it holds to be hopeless goes no further, the others are ranked by the learned model
// in batches, and the pool is ordered by its scores, equal ones by the draft. Candidates are
// numbered in the order they are scored; ties go to the lower number.
#ifndef AUTOTUNE_SEARCH_MODEL_SEARCH_H
#define AUTOTUNE_SEARCH_MODEL_SEARCH_H

#include "search/scorer.h"
#include "search/strategy.h"

typedef struct ModelSearch {
  const SearchSpace *space; // lent
  Scorer *scorer;           // owned; NULL: the analytical model alone
  Status status;            // of what failed first; then nothing more is scored
  Rng rng;
  int64_t limit;      // candidates to score at most, in all calls
  int64_t seed_limit; // of them, before the seeds end
  int64_t scored;
  int64_t rejected[REJECT_COUNT];
  double best_seconds; // analytical, of all candidates
  Scored anchor;       // with a learned model that of them with the least, with the price of its
                       // code, once it was asked
  double anchor_draft; // that least
  double code_price;   // see ChooseOptions
  ScoredPool pool;
  int waiting_count;
  Scored waiting[SCORER_BATCH]; // for the learned model
  SeenSet seen;                 // what was looked at
} ModelSearch;

// Scores at most `limit` candidates; `model` (may be NULL) is lent. Destroy with
// model_search_destroy.
Status model_search_create(const SearchSpace *space, const LearnedModel *model, uint64_t seed,
                           int64_t limit, ModelSearch **out_search);
void model_search_destroy(ModelSearch *search); // NULL is a no-op

// The first `count` candidates at most, as the strategy shares them out.
void model_search_begin(ModelSearch *search, const StrategyKind *kind, int64_t count);
// What the strategy proposes, at most `count` candidates. A failure is in `status`.
void model_search_run(ModelSearch *search, const StrategyKind *kind, int64_t count);
// What is chosen after one of the calls above, NULL where there is nothing: the best of the pool,
// or the candidate with the least analytical seconds where the learned model's score does not
// outweigh its head start (learned_model_head_start). Lent until the next call.
const Scored *model_search_best(const ModelSearch *search);
// Constructed schedules, at most `count` candidates.
void model_search_seed(ModelSearch *search, int64_t count);
// Scores a normalised schedule unless it was seen and returns its analytical seconds. Negative:
// seen, illegal, or the limit is reached. With a learned model it may still wait for its place in
// the pool, until one of the calls above or the next one ends.
double model_search_offer(ModelSearch *search, const Schedule *schedule);
void model_search_flush(ModelSearch *search);

#endif
