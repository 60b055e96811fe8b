// ScriptSearch: which point comes next: all of a small space in a drawn order, of a large one
// random points or children of the fastest so far.
#include "passes/script/script_search.h"

#include "base/array.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  FIRST = 16,       // random points before any has children
  CONTESTANTS = 3,  // of which the fastest becomes a parent
  ATTEMPTS = 16,    // at a child that is new
  RANDOM_PART = 10, // percent of points that are guessed or drawn for ever
};

Status script_search_start(const ScriptSpace *space, const char *strategy, int64_t seed,
                           ScriptSearch *search) {
  *search = (ScriptSearch){.space = space, .rng = {(uint64_t)seed}};
  search->is_genetic = !strcmp(strategy, "genetic");
  return search->is_genetic || !strcmp(strategy, "random")
             ? STATUS_OK
             : status_fail(STATUS_USAGE, "--strategy %s: use one of genetic, random", strategy);
}

void script_search_stop(ScriptSearch *search) {
  free(search->trials);
  *search = (ScriptSearch){0};
}

static bool is_known(const ScriptSearch *search, const ScriptPoint *point) {
  uint64_t key = script_point_key(search->space, point);
  for (int64_t n = 0; n < search->count; n++)
    if (search->trials[n].key == key)
      return true;
  return false;
}

// From a drawn point on, the first that is not known. Every known one is passed at most once.
static bool draw(ScriptSearch *search, ScriptPoint *out_point) {
  uint64_t number = rng_next(&search->rng) % search->space->size;
  for (int64_t n = 0; n <= search->count; n++) {
    script_point_at(search->space, (number + (uint64_t)n) % search->space->size, out_point);
    if (!is_known(search, out_point))
      return true;
  }
  return false;
}

static bool guess(ScriptSearch *search, ScriptPoint *out_point) {
  while (search->next_guess < search->guess_count) {
    *out_point = search->guesses[search->next_guess++].point;
    if (!is_known(search, out_point))
      return true;
  }
  return false;
}

static const ScriptPoint *draw_parent(ScriptSearch *search) {
  const ScriptTrial *best = NULL;
  for (int n = 0; n < CONTESTANTS; n++) {
    const ScriptTrial *trial = &search->trials[rng_below(&search->rng, search->count)];
    if (!best || trial->seconds < best->seconds)
      best = trial;
  }
  return &best->point;
}

static bool breed(ScriptSearch *search, ScriptPoint *out_point) {
  for (int n = 0; n < ATTEMPTS; n++) {
    *out_point = *draw_parent(search);
    script_point_cross(search->space, &search->rng, draw_parent(search), out_point);
    script_point_mutate(search->space, &search->rng, out_point);
    if (!is_known(search, out_point))
      return true;
  }
  return false;
}

bool script_search_propose(ScriptSearch *search, ScriptPoint *out_point) {
  bool may_breed =
      search->is_genetic && search->count >= FIRST && !rng_chance(&search->rng, RANDOM_PART);
  return (may_breed && breed(search, out_point)) ||
         (search->is_genetic && guess(search, out_point)) || draw(search, out_point);
}

Status script_search_observe(ScriptSearch *search, const ScriptPoint *point, double seconds) {
  if (!array_grow(&search->trials, search->count, sizeof *search->trials))
    return status_fail(STATUS_SYSTEM, "no memory for the trials of a script");
  search->trials[search->count] =
      (ScriptTrial){*point, script_point_key(search->space, point), seconds, search->count};
  search->count++;
  return STATUS_OK;
}
