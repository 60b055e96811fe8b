// The report as JSON: every number with all its digits, and the names and sentences of the tables
// that markdown.py makes of them.
#include "lab/evaluate/report/evaluation_report.h"
#include "lab/replay/replay_json.h"

enum { DIGITS = 17, INDENT = 1 };

static Json *metrics_json(const EvaluationMetrics *metrics) {
  Json *json = json_make_object();
  for (int f = 0; f < FIGURE_COUNT; f++)
    json_put_number(json, evaluation_figure_name((EvaluationFigure)f), metrics->figures[f]);
  json_put_numbers(json, "best so far", metrics->curve, CURVE_POINTS);
  return json;
}

static Json *predictors_json(const EvaluationMetrics *metrics) {
  Json *json = json_make_object();
  for (int p = 0; p < PREDICTOR_COUNT; p++)
    json_put(json, predictor_name((Predictor)p), metrics_json(&metrics[p]));
  return json;
}

static Json *program_json(const ProgramResult *program) {
  Json *json = json_make_object();
  json_put_text(json, "name", program->name);
  json_put_integer(json, "tasks", (int64_t)program->task_count);
  json_put_integer(json, "schedules", (int64_t)program->row_count);
  json_put(json, "predictors", predictors_json(program->metrics));
  return json;
}

static Json *programs_json(const ProgramResult *programs, int count) {
  Json *json = json_make_array();
  for (int n = 0; n < count; n++)
    json_append(json, program_json(&programs[n]));
  return json;
}

static Json *result_json(const char *name, const char *meaning, const EvaluationResult *result) {
  Json *json = json_make_object();
  json_put_text(json, "name", name);
  json_put_text(json, "meaning", meaning);
  json_put_integer(json, "trained rows", (int64_t)result->trained_rows);
  json_put_integer(json, "network count", result->network_count);
  json_put(json, "programs", programs_json(result->programs, result->program_count));
  if (result->family_count > 0)
    json_put(json, "families", programs_json(result->families, result->family_count));
  if (result->type_count > 0)
    json_put(json, "types", programs_json(result->types, result->type_count));
  json_put(json, "means", predictors_json(result->means));
  json_put(json, "pooled", predictors_json(result->pooled));
  if (result->network_count > 0)
    json_put(json, "networks", predictors_json(result->networks));
  return json;
}

static Json *machine_json(const TrainingData *data, const MachineResult *result) {
  const DatasetMachine *machine = &data->dataset.machines[result->machine];
  Json *json = result_json(machine_training_name(result->training),
                           machine_training_meaning(result->training), &result->result);
  json_put_text(json, "cpu", machine->cpu);
  json_put_text(json, "target", machine->target);
  json_put_bool(json, "has networks", machine_has_networks(data, result->machine));
  json_put_integer(json, "calibration rows", (int64_t)result->calibration_rows);
  json_put_integer(json, "rows", (int64_t)result->trained_rows);
  json_put_integer(json, "rows of the CPU", (int64_t)result->cpu_rows);
  json_put_integer(json, "workloads of the CPU", (int64_t)result->cpu_workloads);
  return json;
}

static Json *by_machine_json(const EvaluationReport *report) {
  Json *json = json_make_array();
  for (int n = 0; n < report->machines.count; n++)
    json_append(json, machine_json(report->data, &report->machines.results[n]));
  return json;
}

static Json *differences_json(const NoiseDifferences *differences) {
  Json *json = json_make_object();
  json_put_integer(json, "pairs", (int64_t)differences->count);
  json_put_number(json, "median", differences->median);
  json_put_number(json, "p90", differences->p90);
  json_put_number(json, "mean", differences->mean);
  json_put_number(json, "mean >50us", differences->long_mean);
  return json;
}

// --- what it was made of

static size_t rows_of_machine(const TrainingData *data, int32_t machine) {
  size_t rows = 0;
  for (size_t t = 0; t < data->set.task_count; t++)
    rows += data->machines[t] == machine ? data->set.tasks[t].count : 0;
  return rows;
}

static Json *machines_json(const TrainingData *data) {
  const Dataset *dataset = &data->dataset;
  Json *json = json_make_array();
  for (int32_t m = 0; m < dataset->machine_count; m++) {
    Json *machine = json_make_object();
    json_put_text(machine, "cpu", dataset->machines[m].cpu);
    json_put_text(machine, "target", dataset->machines[m].target);
    json_put_integer(machine, "schedules", (int64_t)rows_of_machine(data, m));
    json_append(json, machine);
  }
  return json;
}

static int64_t count_perturbed(const Dataset *dataset) {
  int64_t perturbed = 0;
  for (int32_t w = 0; w < dataset->workload_count; w++)
    perturbed += !dataset->workloads[w].source[0];
  return perturbed;
}

static Json *predictor_texts_json(void) {
  Json *json = json_make_object();
  for (int p = 0; p < PREDICTOR_COUNT; p++)
    json_put_text(json, predictor_name((Predictor)p), predictor_meaning((Predictor)p));
  return json;
}

static Json *units_json(void) {
  Json *json = json_make_object();
  for (int f = 0; f < FIGURE_COUNT; f++)
    json_put_text(json, evaluation_figure_name((EvaluationFigure)f),
                  evaluation_figure_unit((EvaluationFigure)f));
  return json;
}

static Json *noise_json(const NoiseFloor *floor) {
  Json *json = json_make_object();
  json_put(json, "halves", differences_json(&floor->halves));
  json_put(json, "again", differences_json(&floor->again));
  return json;
}

static Json *splits_json(const EvaluationReport *report) {
  Json *json = json_make_array();
  for (int n = 0; n < report->split_count; n++)
    json_append(json,
                result_json(report->splits[n].name, report->splits[n].meaning, &report->splits[n]));
  return json;
}

static Json *ablations_json(const EvaluationReport *report) {
  Json *json = json_make_array();
  for (int a = 0; report->has_ablations && a < ABLATION_COUNT; a++) {
    Json *training = result_json(ablation_name((Ablation)a), ablation_meaning((Ablation)a),
                                 &report->ablations[a]);
    json_put_text(training, "split", report->ablations[0].name ? report->ablations[0].name : "");
    json_put_text(training, "against", ablation_against((Ablation)a));
    json_append(json, training);
  }
  return json;
}

static Json *share_json(double share, const ShareResult *result) {
  Json *json = json_make_object();
  json_put_number(json, "share", share);
  json_put(json, "mean", metrics_json(&result->mean));
  json_put(json, "pooled", metrics_json(&result->pooled));
  return json;
}

static Json *development_json(const EvaluationReport *report) {
  Json *json = json_make_array();
  for (int o = 0; report->has_development && o < OBJECTIVE_COUNT; o++)
    for (int s = 0; s < DEVELOPMENT_SEEDS; s++) {
      const EvaluationResult *result = &report->development[o][s];
      Json *training = result_json(objective_name(o), result->meaning, result);
      Json *shares = json_make_array();
      for (int n = 0; n < SHARE_COUNT; n++)
        json_append(shares, share_json(evaluation_share(n), &result->shares[n]));
      json_put(training, "shares", shares);
      json_append(json, training);
    }
  return json;
}

bool report_write_json(FILE *file, const void *context) {
  const EvaluationReport *report = context;
  const TrainingData *data = report->data;
  Json *json = json_make_object();
  json_put_text(json, "command", report->command);
  json_put_integer(json, "space", data->dataset.space_version);
  json_put_integer(json, "schedules", (int64_t)data->set.row_count);
  json_put_integer(json, "measured", data->dataset.row_count);
  json_put_integer(json, "workloads", data->dataset.workload_count);
  json_put_integer(json, "perturbed workloads", count_perturbed(&data->dataset));
  json_put_integer(json, "tasks", (int64_t)data->set.task_count);
  json_put_integer(json, "least tasks", EVALUATION_MIN_TASKS);
  json_put(json, "machines", machines_json(data));
  json_put(json, "units", units_json());
  json_put(json, "predictors", predictor_texts_json());
  json_put(json, "noise", noise_json(&report->floor));
  json_put(json, "splits", splits_json(report));
  json_put(json, "by machine", by_machine_json(report));
  json_put(json, "development", development_json(report));
  json_put(json, "ablations", ablations_json(report));
  if (report->replay_count > 0)
    json_put(json, "replay",
             replay_json(report->replays, report->replay_count, report->replay_seeds));
  bool is_written = json_write(json, file, INDENT, DIGITS) && fputc('\n', file) != EOF;
  json_free(json);
  return is_written;
}
