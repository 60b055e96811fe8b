// ScriptSearch: which point comes next: all of a small space in a drawn order, of a large one
// random points or children of the fastest so far. Each point is proposed once.
#ifndef AUTOTUNE_PASSES_SCRIPT_SCRIPT_SEARCH_H
#define AUTOTUNE_PASSES_SCRIPT_SCRIPT_SEARCH_H

#include "passes/script/script_space.h"

typedef struct ScriptTrial {
  ScriptPoint point;
  uint64_t key;
  double seconds; // infinite: it failed
  int64_t number; // how many were observed before
} ScriptTrial;

typedef struct ScriptSearch {
  const ScriptSpace *space; // lent
  bool is_genetic;
  Rng rng;
  ScriptTrial *trials; // owned; in the order observed
  int64_t count;
  // What a genetic search proposes before it breeds, and where that finds nothing new: what a model
  // holds to be fastest comes first. Lent; NULL: drawn points.
  const ScriptTrial *guesses;
  int64_t guess_count, next_guess;
} ScriptSearch;

// STATUS_USAGE lists the strategies that there are.
Status script_search_start(const ScriptSpace *space, const char *strategy, int64_t seed,
                           ScriptSearch *search);
// False when every point was observed.
bool script_search_propose(ScriptSearch *search, ScriptPoint *out_point);
Status script_search_observe(ScriptSearch *search, const ScriptPoint *point, double seconds);
void script_search_stop(ScriptSearch *search);

#endif
