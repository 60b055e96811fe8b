// What replay found as JSON, with the names and sentences of its tables
// (lab/evaluate/report/replay.py).
#include "lab/replay/replay_json.h"

// All that another run does not repeat.
static Json *times_json(const ReplayResult *result) {
  Json *json = json_make_object();
  json_put_number(json, "choice seconds", result->choice_seconds);
  for (int s = 0; s < REPLAY_SEARCH_COUNT; s++) {
    char key[64];
    snprintf(key, sizeof key, "%s seconds", replay_search_name((ReplaySearch)s));
    json_put_number(json, key, result->searches[s].cpu_seconds);
  }
  return json;
}

static Json *runs_json(const ReplayRuns *runs) {
  Json *json = json_make_object();
  json_put_number(json, "final", runs->final);
  json_put_number(json, "last", runs->last);
  json_put_number(json, "trials to 95 %", runs->trials);
  json_put_numbers(json, "trials to the level", &runs->to_level, 1);
  json_put_numbers(json, "best so far", runs->curve, REPLAY_CURVE_POINTS);
  json_put_numbers(json, "deviation", runs->deviation, REPLAY_CURVE_POINTS);
  return json;
}

static Json *result_json(const ReplayResult *result) {
  Json *json = json_make_object(), *learnings = json_make_object();
  Json *transferred = json_make_object();
  json_put_text(json, "table", result->name);
  json_put_integer(json, "points", (int64_t)result->points);
  json_put_number(json, "near best", result->good);
  json_put_integer(json, "trials", result->trials);
  json_put_integer(json, "all trials", result->run_trials);
  json_put_numbers(json, "trial seconds", &result->trial_seconds, 1);
  json_put(json, "times", times_json(result));
  for (int s = 0; s < REPLAY_SEARCH_COUNT; s++)
    json_put(json, replay_search_name((ReplaySearch)s), runs_json(&result->searches[s]));
  for (int l = 0; l < REPLAY_LEARNING_COUNT; l++)
    if (result->learnings[0][l].trials > 0) {
      json_put(learnings, replay_learning_name((ReplayLearning)l),
               runs_json(&result->learnings[0][l]));
      json_put(transferred, replay_learning_name((ReplayLearning)l),
               runs_json(&result->learnings[1][l]));
    }
  json_put(json, "learnings", learnings);
  json_put(json, "learnings on the global model", transferred);
  for (int c = 0; c < REPLAY_CHOICE_COUNT; c++)
    json_put_numbers(json, replay_choice_name((ReplayChoice)c), &result->choices[c], 1);
  return json;
}

static Json *searches_json(void) {
  Json *json = json_make_object();
  for (int s = 0; s < REPLAY_SEARCH_COUNT; s++)
    json_put_text(json, replay_search_name((ReplaySearch)s),
                  replay_search_meaning((ReplaySearch)s));
  return json;
}

static Json *choices_json(void) {
  Json *json = json_make_object();
  for (int c = 0; c < REPLAY_CHOICE_COUNT; c++)
    json_put_text(json, replay_choice_name((ReplayChoice)c),
                  replay_choice_meaning((ReplayChoice)c));
  return json;
}

Json *replay_json(const ReplayResult *results, int count, int seed_count) {
  Json *json = json_make_object(), *tables = json_make_array();
  for (int n = 0; n < count; n++)
    json_append(tables, result_json(&results[n]));
  json_put_integer(json, "seeds", seed_count);
  json_put_integer(json, "level trials", REPLAY_LEVEL_TRIALS);
  json_put(json, "searches", searches_json());
  json_put(json, "choices", choices_json());
  json_put(json, "tables", tables);
  return json;
}
