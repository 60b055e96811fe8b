// The report as Markdown. Every number is one of EvaluationReport; nothing is computed but whether
// a target is met.
#include "base/text.h"
#include "lab/evaluate/report/evaluation_targets.h"
#include "lab/evaluate/report/figure_tables.h"
#include "lab/evaluate/report/machine_report.h"
#include "lab/replay/replay_report.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>

// --- what it was made of

static void put_data(FILE *file, const TrainingData *data) {
  const Dataset *dataset = &data->dataset;
  int32_t perturbed = 0;
  for (int32_t w = 0; w < dataset->workload_count; w++)
    perturbed += !dataset->workloads[w].source[0];
  fprintf(file,
          "%zu schedules that ran and agreed, of %" PRId64 " measured, over %d workloads (%d of "
          "them in no network) in %zu tasks; version %d of the space.\n\n",
          data->set.row_count, dataset->row_count, (int)dataset->workload_count, (int)perturbed,
          data->set.task_count, (int)dataset->space_version);
  fputs("| machine | target | schedules |\n|---|---|---|\n", file);
  for (int32_t m = 0; m < dataset->machine_count; m++) {
    size_t rows = 0;
    for (size_t t = 0; t < data->set.task_count; t++)
      rows += data->machines[t] == m ? data->set.tasks[t].count : 0;
    fprintf(file, "| %s | `%s` | %zu |\n", TEXT_LINE(dataset->machines[m].cpu),
            TEXT_LINE(dataset->machines[m].target), rows);
  }
  fputc('\n', file);
}

static void put_differences(FILE *file, const char *what, const NoiseDifferences *differences) {
  if (differences->count == 0)
    return;
  fprintf(file, "| %s | %zu | %.2f %% | %.2f %% | %.2f %% | %.2f %% |\n", what, differences->count,
          differences->median, differences->p90, differences->mean, differences->long_mean);
}

static void put_floor(FILE *file, const NoiseFloor *floor) {
  fputs("## Noise of the measurements\n\n"
        "Relative difference of two measurements of one schedule. No model can be better.\n\n"
        "| two measurements | pairs | median | 90th percentile | mean | mean >50us |\n",
        file);
  put_rule(file, 5);
  put_differences(file, "halves of the repeats", &floor->halves);
  put_differences(file, "again at another time", &floor->again);
  fputc('\n', file);
}

static void put_targets(FILE *file, const EvaluationReport *report) {
  EvaluationTarget targets[EVALUATION_MAX_TARGETS];
  int count = evaluation_targets(report, targets);
  if (count == 0)
    return;
  fputs("## Targets\n\n| split | figure | by | reached | target | |\n", file);
  put_rule(file, 5);
  for (int n = 0; n < count; n++) {
    const EvaluationTarget *target = &targets[n];
    fprintf(file, "| %s | %s | %s |", target->split, evaluation_figure_name(target->figure),
            predictor_name(target->predictor));
    put_figure(file, target->figure, target->value);
    fprintf(file, " %s", target->is_at_least ? ">=" : "<=");
    put_figure(file, target->figure, target->bound);
    fprintf(file, " %s%s |\n", target->is_met ? "met" : "not met", target->note);
  }
  fputc('\n', file);
}

// --- one split

static void put_split(FILE *file, const EvaluationResult *result) {
  fprintf(file, "## Held out by %s\n\nNot trained on: %s. Means over %d program%s", result->name,
          result->meaning, result->program_count, result->program_count == 1 ? "" : "s");
  if (result->network_count > 0)
    fprintf(file, "; *by network* is the mean over the %d networks with %d tasks or more",
            result->network_count, EVALUATION_MIN_TASKS);
  fputs("; *pooled* is over all their tasks as one program.\n\n", file);
  put_figures(file, result);
  put_programs(file, "program", result->programs, result->program_count);
}

// --- ablations

static void put_ablations(FILE *file, const EvaluationReport *report) {
  static const struct {
    Predictor by;
    EvaluationFigure figure;
  } shown[] = {{PREDICTOR_RANKER, FIGURE_PAIRWISE}, {PREDICTOR_RANKER, FIGURE_TAU},
               {PREDICTOR_RANKER, FIGURE_APE},      {PREDICTOR_RANKER, FIGURE_TOP_1},
               {PREDICTOR_RANKER, FIGURE_TOP_5},    {PREDICTOR_REGRESSOR, FIGURE_APE},
               {PREDICTOR_REGRESSOR, FIGURE_TOP_1}, {PREDICTOR_REGRESSOR, FIGURE_MAPE_LONG}};
  int columns = sizeof shown / sizeof *shown;
  fprintf(file,
          "## Ablations\n\nOn the split by %s. Each row is a training, to be compared with the row "
          "it names, which has as many schedules.\n\n"
          "| training | compared with | what | schedules |",
          report->ablations[0].name);
  for (int n = 0; n < columns; n++)
    fprintf(file, " %s: %s |", predictor_name(shown[n].by),
            evaluation_figure_name(shown[n].figure));
  fputc('\n', file);
  put_rule(file, columns + 3);
  for (int a = 0; a < ABLATION_COUNT; a++) {
    const EvaluationResult *result = &report->ablations[a];
    fprintf(file, "| %s | %s | %s | %zu |", ablation_name((Ablation)a),
            ablation_against((Ablation)a), ablation_meaning((Ablation)a), result->trained_rows);
    for (int n = 0; n < columns; n++)
      put_figure(file, shown[n].figure,
                 result->program_count ? result->means[shown[n].by].figures[shown[n].figure] : NAN);
    fputc('\n', file);
  }
  fputc('\n', file);
}

// --- the development set

typedef EvaluationMetrics ColumnOf(const EvaluationResult *result, int share, bool is_pooled);

static EvaluationMetrics of_ranker(const EvaluationResult *result, int share, bool is_pooled) {
  (void)share;
  return (is_pooled ? result->pooled : result->means)[PREDICTOR_RANKER];
}

static EvaluationMetrics of_share(const EvaluationResult *result, int share, bool is_pooled) {
  return is_pooled ? result->shares[share].pooled : result->shares[share].mean;
}

// One row: means over the trainings with different seeds.
static void put_choice(FILE *file, const EvaluationResult *results, ColumnOf *column, int share) {
  static const struct {
    EvaluationFigure figure;
    bool is_pooled;
  } shown[] = {{FIGURE_PAIRWISE, true}, {FIGURE_SLOWDOWN_1, true}, {FIGURE_SLOWDOWN_5, true},
               {FIGURE_TOP_1, true},    {FIGURE_APE, true},        {FIGURE_APE, false}};
  for (size_t n = 0; n < sizeof shown / sizeof *shown; n++) {
    EvaluationMetrics seeds[DEVELOPMENT_SEEDS];
    for (int s = 0; s < DEVELOPMENT_SEEDS; s++)
      seeds[s] = column(&results[s], share, shown[n].is_pooled);
    put_figure(file, shown[n].figure,
               evaluation_mean(seeds, DEVELOPMENT_SEEDS).figures[shown[n].figure]);
  }
  fputc('\n', file);
}

static void put_development(FILE *file, const EvaluationReport *report) {
  const EvaluationResult *any = &report->development[0][0];
  size_t tasks = 0, rows = 0;
  for (int p = 0; p < any->program_count; p++) {
    tasks += any->programs[p].task_count;
    rows += any->programs[p].row_count;
  }
  fprintf(
      file,
      "## Development set\n\n%zu tasks with %zu schedules; trained on %zu others, without the "
      "judges, with %d seeds, whose mean this is. *Share* is RANKER_SHARE: schedules are chosen "
      "by share * ranker score - log(regressor seconds). All figures but the last are pooled "
      "over all tasks.\n\n"
      "| objective of the ranker | share | pairwise | slowdown@1 | slowdown@5 | top-1 | APE "
      "pooled | APE by family |\n",
      tasks, rows, any->trained_rows, DEVELOPMENT_SEEDS);
  put_rule(file, 7);
  for (int o = 0; o < OBJECTIVE_COUNT; o++) {
    for (int n = 0; n < SHARE_COUNT; n++) {
      fprintf(file, "| %s | %g |", objective_name(o), evaluation_share(n));
      put_choice(file, report->development[o], of_share, n);
    }
    fprintf(file, "| %s | ranker alone |", objective_name(o));
    put_choice(file, report->development[o], of_ranker, 0);
  }
  fputc('\n', file);
}

static const char *title_of(const EvaluationReport *report) {
  if (report->has_development)
    return "Choosing constants by the development set";
  if (report->split_count > 0 || report->machines.count > 0)
    return "Evaluation of the cost models";
  if (report->has_ablations)
    return "Ablations of the learned models";
  return report->replay_count > 0 ? "Replay: searches on measured tables"
                                  : "Evaluation of the cost models";
}

void report_write_markdown(const EvaluationReport *report, FILE *file) {
  fprintf(file, "# %s\n\nWritten by `%s`. [metrics.md](metrics.md) defines the figures.\n\n",
          title_of(report), TEXT_LINE(report->command));
  put_data(file, report->data);
  put_targets(file, report);
  put_floor(file, &report->floor);
  fputs("## Predictors\n\n", file);
  for (int p = 0; p < PREDICTOR_COUNT; p++)
    fprintf(file, "- **%s**: %s\n", predictor_name((Predictor)p), predictor_meaning((Predictor)p));
  fputc('\n', file);
  for (int n = 0; n < report->split_count; n++)
    put_split(file, &report->splits[n]);
  machine_write_markdown(report->data, &report->machines, file);
  if (report->has_development)
    put_development(file, report);
  if (report->has_ablations)
    put_ablations(file, report);
  if (report->replay_count > 0)
    replay_write_markdown(report->replays, report->replay_count, report->replay_seeds, file);
}
