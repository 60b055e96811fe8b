// The report as JSON: the same numbers as the Markdown, all of them, for other programs.
#include "lab/evaluate/report/evaluation_targets.h"
#include "lab/replay/replay_report.h"

enum { DIGITS = 9, INDENT = 1 };

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

static Json *result_json(const char *name, const EvaluationResult *result) {
  Json *json = json_make_object();
  json_put_text(json, "name", name);
  json_put(json, "programs", programs_json(result->programs, result->program_count));
  if (result->family_count > 0)
    json_put(json, "families", programs_json(result->families, result->family_count));
  json_put(json, "means", predictors_json(result->means));
  json_put(json, "pooled", predictors_json(result->pooled));
  if (result->network_count > 0)
    json_put(json, "networks", predictors_json(result->networks));
  return json;
}

static Json *machine_json(const TrainingData *data, const MachineResult *result) {
  const DatasetMachine *machine = &data->dataset.machines[result->machine];
  Json *json = result_json(machine_training_name(result->training), &result->result);
  json_put_text(json, "cpu", machine->cpu);
  json_put_text(json, "target", machine->target);
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

static Json *target_json(const EvaluationTarget *target) {
  Json *json = json_make_object();
  json_put_text(json, "split", target->split);
  json_put_text(json, "figure", evaluation_figure_name(target->figure));
  json_put_text(json, "by", predictor_name(target->predictor));
  json_put_number(json, "value", target->value);
  json_put_number(json, target->is_at_least ? "at least" : "at most", target->bound);
  json_put_bool(json, "met", target->is_met);
  return json;
}

static Json *targets_json(const EvaluationReport *report) {
  EvaluationTarget targets[EVALUATION_MAX_TARGETS];
  int count = evaluation_targets(report, targets);
  Json *json = json_make_array();
  for (int n = 0; n < count; n++)
    json_append(json, target_json(&targets[n]));
  return json;
}

static Json *machines_json(const Dataset *dataset) {
  Json *json = json_make_array();
  for (int32_t m = 0; m < dataset->machine_count; m++) {
    Json *machine = json_make_object();
    json_put_text(machine, "cpu", dataset->machines[m].cpu);
    json_put_text(machine, "target", dataset->machines[m].target);
    json_append(json, machine);
  }
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
    json_append(json, result_json(report->splits[n].name, &report->splits[n]));
  return json;
}

static Json *ablations_json(const EvaluationReport *report) {
  Json *json = json_make_array();
  for (int a = 0; report->has_ablations && a < ABLATION_COUNT; a++)
    json_append(json, result_json(ablation_name((Ablation)a), &report->ablations[a]));
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
      Json *training = result_json(objective_name(o), &report->development[o][s]);
      Json *shares = json_make_array();
      for (int n = 0; n < SHARE_COUNT; n++)
        json_append(shares, share_json(evaluation_share(n), &report->development[o][s].shares[n]));
      json_put(training, "shares", shares);
      json_append(json, training);
    }
  return json;
}

bool report_write_json(const EvaluationReport *report, FILE *file) {
  const TrainingData *data = report->data;
  Json *json = json_make_object();
  json_put_text(json, "command", report->command);
  json_put_integer(json, "space", data->dataset.space_version);
  json_put_integer(json, "schedules", (int64_t)data->set.row_count);
  json_put_integer(json, "measured", data->dataset.row_count);
  json_put_integer(json, "workloads", data->dataset.workload_count);
  json_put_integer(json, "tasks", (int64_t)data->set.task_count);
  json_put(json, "machines", machines_json(&data->dataset));
  json_put(json, "noise", noise_json(&report->floor));
  json_put(json, "targets", targets_json(report));
  json_put(json, "splits", splits_json(report));
  json_put(json, "by machine", by_machine_json(report));
  json_put(json, "development", development_json(report));
  json_put(json, "ablations", ablations_json(report));
  json_put(json, "replay", replay_json(report->replays, report->replay_count));
  bool is_written = json_write(json, file, INDENT, DIGITS) && fputc('\n', file) != EOF;
  json_free(json);
  return is_written;
}
