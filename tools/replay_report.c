// Tables of replay results, and how often the claims about searches hold.
#include "tools/replay_report.h"

#include <inttypes.h>
#include <math.h>

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

static double mean_curve(const ReplayResult *results, int count, int search, int point,
                         double *out_deviation) {
  double sum = 0, deviations = 0, found = 0;
  for (int n = 0; n < count; n++) {
    const ReplayRuns *runs = &results[n].searches[search];
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
    if (isnan(mean_curve(results, count, 0, p, &deviation)))
      continue;
    fprintf(file, "| %d |", 1 << p);
    for (int s = 0; s < REPLAY_SEARCH_COUNT; s++) {
      double mean = mean_curve(results, count, s, p, &deviation);
      fprintf(file, " %.3f (%.3f) |", mean, deviation);
    }
    fputc('\n', file);
  }
  fputc('\n', file);
}

// Parts of the tables where the model search has at n trials what the other has at twice as many.
static void put_claims(FILE *file, const ReplayResult *results, int count) {
  fputs("| model search at n trials at least as good as | n = 64 | 128 | 256 |\n", file);
  put_rule(file, 4);
  for (int s = 0; s < REPLAY_SEARCH_COUNT; s++) {
    if (s == REPLAY_MODEL)
      continue;
    fprintf(file, "| %s at 2 n |", replay_search_name((ReplaySearch)s));
    for (int p = 6; p <= 8; p++) {
      int holds = 0, asked = 0;
      for (int n = 0; n < count; n++) {
        double other = results[n].searches[s].curve[p + 1];
        asked += !isnan(other);
        holds += results[n].searches[REPLAY_MODEL].curve[p] >= other;
      }
      fprintf(file, asked ? " %d of %d |" : " - |", holds, asked);
    }
    fputc('\n', file);
  }
  fputc('\n', file);
}

// A choice against the end of the model search: geometric mean and worst of the ratios.
static void put_one_shot(FILE *file, const ReplayResult *results, int count) {
  fputs("One shot against the end of the model search, as a ratio of speeds:\n\n"
        "| choice | geometric mean | lowest |\n",
        file);
  put_rule(file, 3);
  for (int c = 0; c < REPLAY_CHOICE_COUNT; c++) {
    double logs = 0, lowest = INFINITY;
    for (int n = 0; n < count; n++) {
      double ratio = results[n].choices[c] / results[n].searches[REPLAY_MODEL].final;
      logs += log(ratio);
      lowest = fmin(lowest, ratio);
    }
    fprintf(file, "| %s: %s | %.3f | %.3f |\n", replay_choice_name((ReplayChoice)c),
            replay_choice_meaning((ReplayChoice)c), exp(logs / count), lowest);
  }
  fputc('\n', file);
}

// --- each table

static void put_tables(FILE *file, const ReplayResult *results, int count) {
  fputs("| table | points | trials |", file);
  for (int s = 0; s < REPLAY_SEARCH_COUNT; s++)
    fprintf(file, " %s: at 64 | end | to 95 %% |", replay_search_name((ReplaySearch)s));
  for (int c = 0; c < REPLAY_CHOICE_COUNT; c++)
    fprintf(file, " %s |", replay_choice_name((ReplayChoice)c));
  fputc('\n', file);
  put_rule(file, 3 + 3 * REPLAY_SEARCH_COUNT + REPLAY_CHOICE_COUNT);
  for (int n = 0; n < count; n++) {
    const ReplayResult *result = &results[n];
    fprintf(file, "| %s | %zu | %" PRId64 " |", result->name, result->points, result->trials);
    for (int s = 0; s < REPLAY_SEARCH_COUNT; s++) {
      const ReplayRuns *runs = &result->searches[s];
      put_part(file, runs->curve[6]);
      put_part(file, runs->final);
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
        "inside it. The learned model was trained without any workload of a table.\n\n",
        file);
  for (int s = 0; s < REPLAY_SEARCH_COUNT; s++)
    fprintf(file, "- **%s**: %s\n", replay_search_name((ReplaySearch)s),
            replay_search_meaning((ReplaySearch)s));
  fputc('\n', file);
  put_curves(file, results, count, seed_count);
  put_claims(file, results, count);
  put_one_shot(file, results, count);
  put_tables(file, results, count);
}

// --- JSON

static void put_numbers(FILE *file, const char *key, const double *values, int count) {
  fprintf(file, "\"%s\": [", key);
  for (int n = 0; n < count; n++) {
    if (isfinite(values[n]))
      fprintf(file, "%.9g", values[n]);
    else
      fputs("null", file);
    fputs(n + 1 < count ? ", " : "]", file);
  }
}

void replay_write_json(const ReplayResult *results, int count, FILE *file) {
  fputc('[', file);
  for (int n = 0; n < count; n++) {
    const ReplayResult *result = &results[n];
    fprintf(file, "%s\n{\"table\": \"%s\", \"points\": %zu, \"trials\": %" PRId64, n ? "," : "",
            result->name, result->points, result->trials);
    for (int s = 0; s < REPLAY_SEARCH_COUNT; s++) {
      const ReplayRuns *runs = &result->searches[s];
      fprintf(file, ",\n \"%s\": {\"final\": %.9g, \"trials to 95 %%\": %.9g, ",
              replay_search_name((ReplaySearch)s), runs->final, runs->trials);
      put_numbers(file, "best so far", runs->curve, REPLAY_CURVE_POINTS);
      fputs(", ", file);
      put_numbers(file, "deviation", runs->deviation, REPLAY_CURVE_POINTS);
      fputc('}', file);
    }
    for (int c = 0; c < REPLAY_CHOICE_COUNT; c++)
      fprintf(file, ",\n \"%s\": %.9g", replay_choice_name((ReplayChoice)c), result->choices[c]);
    fputc('}', file);
  }
  fputc(']', file);
}
