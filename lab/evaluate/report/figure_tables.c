// Tables of figures in Markdown, which the parts of the report share.
#include "lab/evaluate/report/figure_tables.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

void put_figure(FILE *file, EvaluationFigure figure, double value) {
  if (isnan(value))
    fputs(" -", file);
  else if (!strcmp(evaluation_figure_unit(figure), "%"))
    fprintf(file, " %.1f %%", value);
  else
    fprintf(file, figure == FIGURE_TRIALS ? " %.1f" : " %.3f", value);
  fputs(" |", file);
}

void put_rule(FILE *file, int columns) {
  fputs("|---|", file);
  for (int n = 0; n < columns; n++)
    fputs("---|", file);
  fputc('\n', file);
}

static void put_predictors(FILE *file, const char *corner) {
  fprintf(file, "| %s |", corner);
  for (int p = 0; p < PREDICTOR_COUNT; p++)
    fprintf(file, " %s |", predictor_name((Predictor)p));
  fputc('\n', file);
  put_rule(file, PREDICTOR_COUNT);
}

static void put_figure_row(FILE *file, EvaluationFigure figure, const char *of_what,
                           const EvaluationMetrics *metrics) {
  fprintf(file, "| %s%s |", evaluation_figure_name(figure), of_what);
  for (int p = 0; p < PREDICTOR_COUNT; p++)
    put_figure(file, figure, metrics[p].figures[figure]);
  fputc('\n', file);
}

void put_figures(FILE *file, const EvaluationResult *result) {
  put_predictors(file, "figure");
  for (int f = 0; f < FIGURE_COUNT; f++) {
    put_figure_row(file, (EvaluationFigure)f, "", result->means);
    if (f == FIGURE_APE && result->network_count > 0)
      put_figure_row(file, FIGURE_APE, " by network", result->networks);
    if (f == FIGURE_APE)
      put_figure_row(file, FIGURE_APE, " pooled", result->pooled);
  }
  fputs("\nBest speed so far, as a part of the task's best, measured in the order of the "
        "scores:\n\n",
        file);
  put_predictors(file, "trials");
  for (int c = 0; c < CURVE_POINTS; c++) {
    fprintf(file, "| %d |", 1 << c);
    for (int p = 0; p < PREDICTOR_COUNT; p++)
      fprintf(file, isnan(result->means[p].curve[c]) ? " - |" : " %.3f |",
              result->means[p].curve[c]);
    fputc('\n', file);
  }
  fputc('\n', file);
}

void put_programs(FILE *file, const char *corner, const ProgramResult *programs, int count) {
  static const EvaluationFigure shown[] = {FIGURE_PAIRWISE, FIGURE_TAU,   FIGURE_PEAK_1,
                                           FIGURE_TOP_1,    FIGURE_TOP_5, FIGURE_APE,
                                           FIGURE_MAPE_LONG};
  static const Predictor by[] = {PREDICTOR_RANKER, PREDICTOR_REGRESSOR, PREDICTOR_BOTH,
                                 PREDICTOR_ANALYTICAL};
  int columns = sizeof shown / sizeof *shown;
  fprintf(file, "| %s | tasks | schedules | by |", corner);
  for (int n = 0; n < columns; n++)
    fprintf(file, " %s |", evaluation_figure_name(shown[n]));
  fputc('\n', file);
  put_rule(file, columns + 3);
  for (int n = 0; n < count; n++)
    for (size_t p = 0; p < sizeof by / sizeof *by; p++) {
      const ProgramResult *program = &programs[n];
      if (p == 0)
        fprintf(file, "| %s | %zu | %zu |", TEXT_LINE(program->name), program->task_count,
                program->row_count);
      else
        fputs("| | | |", file);
      fprintf(file, " %s |", predictor_name(by[p]));
      for (int c = 0; c < columns; c++)
        put_figure(file, shown[c], program->metrics[by[p]].figures[shown[c]]);
      fputc('\n', file);
    }
  fputc('\n', file);
}
