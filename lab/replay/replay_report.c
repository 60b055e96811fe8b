// Tables of replay results, and how often the claims about searches hold.
#include "lab/replay/replay_report.h"

#include "lab/replay/replay_acceptance.h"

#include <inttypes.h>
#include <math.h>

enum { FIRST_CLAIM = 6, LAST_CLAIM = 9 }; // at 64 to 512 trials

static void put_rule(FILE *file, int columns) {
  for (int n = 0; n < columns; n++)
    fputs("|---", file);
  fputs("|\n", file);
}

static void put_part(FILE *file, double part) {
  if (isnan(part))
    fputs(" - |", file);
  else
    fprintf(file, " %.3f |", part);
}

// --- over all tables

// The same runs of every result; `first` are those of the first.
static double mean_curve(const ReplayResult *results, int count, const ReplayRuns *first, int point,
                         double *out_deviation) {
  double sum = 0, deviations = 0, found = 0;
  for (int n = 0; n < count; n++) {
    const ReplayRuns *runs = (const ReplayRuns *)((const char *)first + n * sizeof *results);
    if (isnan(runs->curve[point]))
      continue;
    sum += runs->curve[point];
    deviations += runs->deviation[point];
    found++;
  }
  *out_deviation = deviations / found;
  return sum / found;
}

static void put_curves(FILE *file, const ReplayResult *results, int count, int seed_count) {
  fprintf(file,
          "Best speed so far as a part of the table's best, mean over the tables that have so "
          "many trials; in brackets the standard deviation over %d seeds.\n\n| trials |",
          seed_count);
  for (int s = 0; s < REPLAY_SEARCH_COUNT; s++)
    fprintf(file, " %s |", replay_search_name((ReplaySearch)s));
  fputc('\n', file);
  put_rule(file, REPLAY_SEARCH_COUNT + 1);
  for (int p = 0; p < REPLAY_CURVE_POINTS; p++) {
    double deviation;
    if (isnan(mean_curve(results, count, &results->searches[0], p, &deviation)))
      continue;
    fprintf(file, "| %d |", 1 << p);
    for (int s = 0; s < REPLAY_SEARCH_COUNT; s++) {
      double mean = mean_curve(results, count, &results->searches[s], p, &deviation);
      fprintf(file, " %.3f (%.3f) |", mean, deviation);
    }
    fputc('\n', file);
  }
  fputc('\n', file);
}

// On how many tables one search has at n trials what the other has at twice as many.
static void put_claim(FILE *file, const ReplayResult *results, int count, ReplaySearch search,
                      ReplaySearch rival) {
  fprintf(file, "| %s against %s |", replay_search_name(search), replay_search_name(rival));
  for (int p = FIRST_CLAIM; p <= LAST_CLAIM; p++) {
    int holds = 0, asked = 0;
    for (int n = 0; n < count; n++) {
      double other = results[n].searches[rival].curve[p + 1];
      asked += !isnan(other);
      holds += results[n].searches[search].curve[p] >= other;
    }
    fprintf(file, asked ? " %d of %d |" : " - |", holds, asked);
  }
  fputc('\n', file);
}

static void put_claims(FILE *file, const ReplayResult *results, int count) {
  fputs("| at n trials at least as good as the other at 2 n |", file);
  for (int p = FIRST_CLAIM; p <= LAST_CLAIM; p++)
    fprintf(file, " n = %d |", 1 << p);
  fputc('\n', file);
  put_rule(file, LAST_CLAIM - FIRST_CLAIM + 2);
  for (int s = REPLAY_MODEL; s <= REPLAY_TRANSFER; s++)
    for (int rival = REPLAY_RANDOM; rival <= REPLAY_GENETIC; rival++)
      put_claim(file, results, count, (ReplaySearch)s, (ReplaySearch)rival);
  fputc('\n', file);
}

// How much sooner the transfer has what the model search has after REPLAY_LEVEL_TRIALS.
static void put_level(FILE *file, const ReplayResult *results, int count) {
  int asked = 0, twice = 0, tenfold = 0, never = 0;
  for (int n = 0; n < count; n++) {
    double trials = results[n].searches[REPLAY_TRANSFER].to_level;
    asked += !isnan(trials);
    twice += 2 * trials <= REPLAY_LEVEL_TRIALS;
    tenfold += 10 * trials <= REPLAY_LEVEL_TRIALS;
    never += trials > REPLAY_LEVEL_TRIALS;
  }
  if (asked > 0)
    fprintf(file,
            "What %s has after %d trials, %s has after at most a half as many on %d of %d tables, "
            "after at most a tenth on %d, and later on %d (mean over the seeds).\n\n",
            replay_search_name(REPLAY_MODEL), REPLAY_LEVEL_TRIALS,
            replay_search_name(REPLAY_TRANSFER), twice, asked, tenfold, never);
}

// On how many tables the way has at least the speed of the plain one at `point`, and where it is
// worse by more than the noise of seeds.
static void put_against_plain(FILE *file, const ReplayResult *results, int count, int transfers,
                              int learning, int point) {
  int better = 0, worse = 0;
  for (int n = 0; n < count; n++) {
    double plain = results[n].learnings[transfers][LEARNING_PLAIN].curve[point];
    double own = results[n].learnings[transfers][learning].curve[point];
    better += own > plain + 0.002;
    worse += own < plain - 0.002;
  }
  fprintf(file, " %d better, %d worse |", better, worse);
}

static void put_learnings(FILE *file, const ReplayResult *results, int count) {
  static const char *const titles[] = {"the local model alone", "on top of the global one"};
  static const int points[] = {4, 5, 6, 7, 8};
  for (int transfers = 0; transfers < 2; transfers++) {
    fprintf(file, "### Ways of learning, %s\n\n| |", titles[transfers]);
    for (size_t p = 0; p < sizeof points / sizeof *points; p++)
      fprintf(file, " %d |", 1 << points[p]);
    fputs(" against plain at 64 | at 256 |\n", file);
    put_rule(file, 8);
    for (int l = 0; l < REPLAY_LEARNING_COUNT; l++) {
      double deviation;
      fprintf(file, "| %s |", replay_learning_name((ReplayLearning)l));
      for (size_t p = 0; p < sizeof points / sizeof *points; p++)
        put_part(file, mean_curve(results, count, &results->learnings[transfers][l], points[p],
                                  &deviation));
      put_against_plain(file, results, count, transfers, l, 6);
      put_against_plain(file, results, count, transfers, l, 8);
      fputc('\n', file);
    }
    fputc('\n', file);
  }
}

// --- each table

static void put_tables(FILE *file, const ReplayResult *results, int count) {
  fprintf(file,
          "Every table. *Near best* is the part of the points within 5 %% of the best. *End* is "
          "after `trials`, *all* after as many as were run. Seconds are of a "
          "processor: of a trial, of a choice without measuring, of the loop's own work on `all`."
          "\n\n| table | points | near best | trials | all | s, trial | s, choice | s, %s |",
          replay_search_name(REPLAY_MODEL));
  for (int s = 0; s < REPLAY_SEARCH_COUNT; s++)
    fprintf(file, " %s: at 64 | end | all | to 95 %% |", replay_search_name((ReplaySearch)s));
  for (int c = 0; c < REPLAY_CHOICE_COUNT; c++)
    fprintf(file, " %s |", replay_choice_name((ReplayChoice)c));
  fputc('\n', file);
  put_rule(file, 8 + 4 * REPLAY_SEARCH_COUNT + REPLAY_CHOICE_COUNT);
  for (int n = 0; n < count; n++) {
    const ReplayResult *result = &results[n];
    fprintf(file, "| %s | %zu | %.2f %% | %" PRId64 " | %" PRId64 " |", result->name,
            result->points, 100 * result->good, result->trials, result->run_trials);
    put_part(file, result->trial_seconds);
    fprintf(file, " %.3f | %.1f |", result->choice_seconds,
            result->searches[REPLAY_MODEL].cpu_seconds);
    for (int s = 0; s < REPLAY_SEARCH_COUNT; s++) {
      const ReplayRuns *runs = &result->searches[s];
      put_part(file, runs->curve[6]);
      put_part(file, runs->final);
      put_part(file, runs->last);
      fprintf(file, " %.0f |", runs->trials);
    }
    for (int c = 0; c < REPLAY_CHOICE_COUNT; c++)
      put_part(file, result->choices[c]);
    fputc('\n', file);
  }
  fputc('\n', file);
}

void replay_write_markdown(const ReplayResult *results, int count, int seed_count, FILE *file) {
  fputs("## Searches on measured tables\n\n"
        "Each table is a full sub-grid of one workload's space, measured once; searches stay "
        "inside it. The learned model was trained without any contraction of a table, "
        "whatever is fused with it.\n\n",
        file);
  for (int s = 0; s < REPLAY_SEARCH_COUNT; s++)
    fprintf(file, "- **%s**: %s\n", replay_search_name((ReplaySearch)s),
            replay_search_meaning((ReplaySearch)s));
  fputc('\n', file);
  put_curves(file, results, count, seed_count);
  put_claims(file, results, count);
  put_level(file, results, count);
  if (count > 0 && results->learnings[0][LEARNING_PLAIN].trials > 0)
    put_learnings(file, results, count);
  replay_acceptance_write(results, count, file);
  put_tables(file, results, count);
}

// --- JSON

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

Json *replay_json(const ReplayResult *results, int count) {
  Json *json = json_make_array();
  for (int n = 0; n < count; n++)
    json_append(json, result_json(&results[n]));
  return json;
}
