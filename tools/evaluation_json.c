// The report as JSON: the same numbers as the Markdown, all of them, for other programs.
#include "tools/evaluation_targets.h"
#include "tools/replay_report.h"

#include <inttypes.h>
#include <math.h>

static void put_text(FILE *file, const char *text) {
  fputc('"', file);
  for (; *text; text++) {
    if (*text == '"' || *text == '\\')
      fputc('\\', file);
    fputc((unsigned char)*text < ' ' ? ' ' : *text, file);
  }
  fputc('"', file);
}

static void put_key(FILE *file, const char *key) {
  put_text(file, key);
  fputs(": ", file);
}

static void put_number(FILE *file, double value) {
  if (isfinite(value))
    fprintf(file, "%.9g", value);
  else
    fputs("null", file);
}

static void put_member(FILE *file, const char *key, double value, const char *after) {
  put_key(file, key);
  put_number(file, value);
  fputs(after, file);
}

static void put_metrics(FILE *file, const EvaluationMetrics *metrics) {
  fputc('{', file);
  for (int f = 0; f < FIGURE_COUNT; f++)
    put_member(file, evaluation_figure_name((EvaluationFigure)f), metrics->figures[f], ", ");
  fputs("\"best so far\": [", file);
  for (int c = 0; c < CURVE_POINTS; c++) {
    put_number(file, metrics->curve[c]);
    fputs(c + 1 < CURVE_POINTS ? ", " : "]}", file);
  }
}

static void put_predictors(FILE *file, const EvaluationMetrics *metrics) {
  fputs("{\n", file);
  for (int p = 0; p < PREDICTOR_COUNT; p++) {
    put_key(file, predictor_name((Predictor)p));
    put_metrics(file, &metrics[p]);
    fputs(p + 1 < PREDICTOR_COUNT ? ",\n" : "\n}", file);
  }
}

static void put_result(FILE *file, const char *name, const EvaluationResult *result) {
  fputs("{\"name\": ", file);
  put_text(file, name);
  fputs(", \"programs\": [\n", file);
  for (int n = 0; n < result->program_count; n++) {
    const ProgramResult *program = &result->programs[n];
    fputs("{\"name\": ", file);
    put_text(file, program->name);
    fprintf(file, ", \"tasks\": %zu, \"schedules\": %zu, \"predictors\": ", program->task_count,
            program->row_count);
    put_predictors(file, program->metrics);
    fputs(n + 1 < result->program_count ? "},\n" : "}\n", file);
  }
  fputs("], \"means\": ", file);
  put_predictors(file, result->means);
  fputc('}', file);
}

static void put_differences(FILE *file, const char *name, const NoiseDifferences *differences) {
  put_key(file, name);
  fprintf(file, "{\"pairs\": %zu, ", differences->count);
  put_member(file, "median", differences->median, ", ");
  put_member(file, "p90", differences->p90, ", ");
  put_member(file, "mean", differences->mean, ", ");
  put_member(file, "mean >50us", differences->long_mean, "}");
}

static void put_targets(FILE *file, const EvaluationReport *report) {
  EvaluationTarget targets[EVALUATION_MAX_TARGETS];
  int count = evaluation_targets(report, targets);
  fputs("\"targets\": [", file);
  for (int n = 0; n < count; n++) {
    const EvaluationTarget *target = &targets[n];
    fprintf(file, "%s\n{\"split\": \"%s\", \"figure\": \"%s\", \"by\": \"%s\", ", n ? "," : "",
            target->split, evaluation_figure_name(target->figure),
            predictor_name(target->predictor));
    put_member(file, "value", target->value, ", ");
    put_member(file, target->is_at_least ? "at least" : "at most", target->bound, ", ");
    fprintf(file, "\"met\": %s}", target->is_met ? "true" : "false");
  }
  fputs("],\n", file);
}

void report_write_json(const EvaluationReport *report, FILE *file) {
  const TrainingData *data = report->data;
  fputs("{\"command\": ", file);
  put_text(file, report->command);
  fprintf(file,
          ",\n\"space\": %d, \"schedules\": %zu, \"measured\": %" PRId64
          ", \"workloads\": %d, \"tasks\": %zu,\n\"machines\": [",
          (int)data->dataset.space_version, data->set.row_count, data->dataset.row_count,
          (int)data->dataset.workload_count, data->set.task_count);
  for (int32_t m = 0; m < data->dataset.machine_count; m++) {
    fputs(m ? ", {\"cpu\": " : "{\"cpu\": ", file);
    put_text(file, data->dataset.machines[m].cpu);
    fputs(", \"target\": ", file);
    put_text(file, data->dataset.machines[m].target);
    fputc('}', file);
  }
  fputs("],\n\"noise\": {", file);
  put_differences(file, "halves", &report->floor.halves);
  fputs(", ", file);
  put_differences(file, "again", &report->floor.again);
  fputs("},\n", file);
  put_targets(file, report);
  fputs("\"splits\": [\n", file);
  for (int n = 0; n < report->split_count; n++) {
    put_result(file, report->splits[n].name, &report->splits[n]);
    fputs(n + 1 < report->split_count ? ",\n" : "\n", file);
  }
  fputs("],\n\"ablations\": [", file);
  for (int a = 0; report->has_ablations && a < ABLATION_COUNT; a++) {
    fputs(a ? ",\n" : "\n", file);
    put_result(file, ablation_name((Ablation)a), &report->ablations[a]);
  }
  fputs("],\n\"replay\": ", file);
  replay_write_json(report->replays, report->replay_count, file);
  fputs("}\n", file);
}
