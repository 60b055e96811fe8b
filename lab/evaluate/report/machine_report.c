// Evaluation by machine as Markdown: what was reached, then the figures of each training.
#include "lab/evaluate/report/machine_report.h"

#include "base/text.h"
#include "lab/evaluate/report/figure_tables.h"
#include <math.h>
#include <string.h>

// Who the pass chooses by.
#define CHOOSES PREDICTOR_BOTH

void machine_name(const DatasetMachine *machine, char *text, size_t size) {
  const char *level = strstr(machine->target, ",llvm_cpu=");
  const char *name = level ? level + strlen(",llvm_cpu=") : "";
  snprintf(text, size, "%s, %.*s%s%.*s", machine->cpu, (int)strcspn(machine->target, ","),
           machine->target, level ? " as " : "", (int)strcspn(name, ","), name);
}

static void put_name(FILE *file, const TrainingData *data, const MachineResult *result) {
  char name[MACHINE_NAME_BYTES];
  machine_name(&data->dataset.machines[result->machine], name, sizeof name);
  fputs(TEXT_LINE(name), file);
}

// --- all trainings

static const EvaluationFigure shown[] = {FIGURE_PAIRWISE, FIGURE_PEAK_1, FIGURE_TOP_1,
                                         FIGURE_TOP_5,    FIGURE_APE,    FIGURE_MAPE,
                                         FIGURE_MAPE_LONG};
enum { SHOWN = sizeof shown / sizeof *shown };

static void put_pooled(FILE *file, const MachineResult *result, Predictor by) {
  fprintf(file, " %s |", predictor_name(by));
  for (int n = 0; n < SHOWN; n++)
    put_figure(file, shown[n], result->result.pooled[by].figures[shown[n]]);
  fputc('\n', file);
}

// What needs no training is the same for all trainings of a machine.
static void put_untrained(FILE *file, const MachineResult *result) {
  static const Predictor by[] = {PREDICTOR_ANALYTICAL, PREDICTOR_RANDOM, PREDICTOR_AGAIN};
  for (size_t n = 0; n < sizeof by / sizeof *by; n++) {
    fputs("| | - | | | |", file);
    put_pooled(file, result, by[n]);
  }
}

static void put_summary(FILE *file, const TrainingData *data, const MachineEvaluation *evaluation) {
  fputs("| machine | trained on of its CPU | rows | of its CPU | of workloads | by |", file);
  for (int n = 0; n < SHOWN; n++)
    fprintf(file, " %s |", evaluation_figure_name(shown[n]));
  fputc('\n', file);
  put_rule(file, 5 + SHOWN);
  for (int n = 0; n < evaluation->count; n++) {
    const MachineResult *result = &evaluation->results[n];
    bool is_first = n == 0 || result[-1].machine != result->machine;
    fputs("| ", file);
    if (is_first)
      put_name(file, data, result);
    fprintf(file, " | %s | %zu | %zu | %zu |", machine_training_meaning(result->training),
            result->trained_rows, result->cpu_rows, result->cpu_workloads);
    put_pooled(file, result, CHOOSES);
    if (is_first)
      put_untrained(file, result);
  }
  fputc('\n', file);
}

// --- what is to be reached

// By the score that chooses, on machines that are judged by networks; pooled. Above: the analytical
// model's figure is to be exceeded by so much; least: this bound holds. most_rows: of a
// calibration.
static const struct {
  size_t most_rows; // 0: no row of the CPU
  EvaluationFigure figure;
  bool is_above, is_at_least;
  double bound;
} targets[] = {
    {0, FIGURE_TOP_1, true, true, 0.03},      {3000, FIGURE_TOP_1, false, true, 0.94},
    {3000, FIGURE_TOP_5, false, true, 0.985}, {3000, FIGURE_APE, false, false, 6},
    {9000, FIGURE_TOP_1, false, true, 0.955}, {9000, FIGURE_APE, false, false, 4.5},
};

static bool is_of_target(const MachineResult *result, size_t most_rows) {
  return most_rows > 0 ? result->calibration_rows == most_rows
                       : result->training == MACHINE_TRAINING_UNSEEN;
}

static void put_target(FILE *file, const TrainingData *data, const MachineResult *result,
                       size_t n) {
  EvaluationFigure figure = targets[n].figure;
  double value = result->result.pooled[CHOOSES].figures[figure];
  double bound = targets[n].bound;
  if (targets[n].is_above)
    bound += result->result.pooled[PREDICTOR_ANALYTICAL].figures[figure];
  fputs("| ", file);
  put_name(file, data, result);
  fprintf(file, " | %s | %zu | %s |", machine_training_name(result->training), result->cpu_rows,
          evaluation_figure_name(figure));
  put_figure(file, figure, value);
  fprintf(file, " %s", targets[n].is_at_least ? ">=" : "<=");
  put_figure(file, figure, bound);
  bool is_met = targets[n].is_at_least ? value >= bound : value <= bound;
  fputs(is_met ? " met |\n" : " not met |\n", file);
}

// Families whose choice is worse than the analytical one, when nothing of the CPU is known.
static void put_families_below(FILE *file, const TrainingData *data, const MachineResult *result) {
  int below = 0;
  fputs("| ", file);
  put_name(file, data, result);
  fprintf(file, " | %s | %zu | families below the analytical top-1 |",
          machine_training_name(result->training), result->cpu_rows);
  for (int n = 0; n < result->result.family_count; n++) {
    const ProgramResult *family = &result->result.families[n];
    if (family->metrics[CHOOSES].figures[FIGURE_TOP_1] <
        family->metrics[PREDICTOR_ANALYTICAL].figures[FIGURE_TOP_1])
      fprintf(file, "%s %s", below++ ? "," : "", TEXT_LINE(family->name));
  }
  fprintf(file, "%s | none | %s |\n", below ? "" : " none", below ? "not met" : "met");
}

static void put_targets(FILE *file, const TrainingData *data, const MachineEvaluation *evaluation) {
  fputs("| machine | training | rows of its CPU | figure | reached | target | |\n", file);
  put_rule(file, 6);
  for (int r = 0; r < evaluation->count; r++) {
    const MachineResult *result = &evaluation->results[r];
    if (!machine_has_networks(data, result->machine))
      continue;
    for (size_t n = 0; n < sizeof targets / sizeof *targets; n++)
      if (is_of_target(result, targets[n].most_rows))
        put_target(file, data, result, n);
    if (result->training == MACHINE_TRAINING_UNSEEN)
      put_families_below(file, data, result);
  }
  fputc('\n', file);
}

// --- one training

// The figures of a choice, the learned one and the analytical one side by side.
static void put_families(FILE *file, const EvaluationResult *result) {
  static const EvaluationFigure by_family[] = {FIGURE_TOP_1, FIGURE_TOP_5, FIGURE_PEAK_1,
                                               FIGURE_PAIRWISE};
  static const Predictor by[] = {CHOOSES, PREDICTOR_ANALYTICAL, PREDICTOR_AGAIN};
  enum { FIGURES = sizeof by_family / sizeof *by_family, BY = sizeof by / sizeof *by };
  fputs("| family | tasks | schedules |", file);
  for (int f = 0; f < FIGURES; f++)
    for (int p = 0; p < BY; p++)
      fprintf(file, " %s: %s |", evaluation_figure_name(by_family[f]), predictor_name(by[p]));
  fputs(" top-1 against analytical |\n", file);
  put_rule(file, 3 + FIGURES * BY);
  for (int n = 0; n < result->family_count; n++) {
    const ProgramResult *family = &result->families[n];
    double difference = family->metrics[CHOOSES].figures[FIGURE_TOP_1] -
                        family->metrics[PREDICTOR_ANALYTICAL].figures[FIGURE_TOP_1];
    fprintf(file, "| %s | %zu | %zu |", TEXT_LINE(family->name), family->task_count,
            family->row_count);
    for (int f = 0; f < FIGURES; f++)
      for (int p = 0; p < BY; p++)
        put_figure(file, by_family[f], family->metrics[by[p]].figures[by_family[f]]);
    fprintf(file, isnan(difference) ? " - |\n" : " %+.3f |\n", difference);
  }
  fputc('\n', file);
}

static void put_training(FILE *file, const TrainingData *data, const MachineResult *result) {
  const EvaluationResult *figures = &result->result;
  fputs("### ", file);
  put_name(file, data, result);
  fprintf(file, ": %s", machine_training_name(result->training));
  if (result->calibration_rows > 0)
    fprintf(file, ", %zu rows", result->calibration_rows);
  fputs("\n\n", file);
  if (result->training == MACHINE_TRAINING_UNSEEN) {
    fprintf(file, "Means over %d program%s; *pooled* is over all tasks as one program.\n\n",
            figures->program_count, figures->program_count == 1 ? "" : "s");
    put_figures(file, figures);
    put_programs(file, "program", figures->programs, figures->program_count);
  }
  put_families(file, figures);
}

void machine_write_markdown(const TrainingData *data, const MachineEvaluation *evaluation,
                            FILE *file) {
  if (evaluation->count == 0)
    return;
  fprintf(file,
          "## By machine\n\nJudged: ResNet-18, MobileNetV2, BERT and SqueezeNet on each machine, "
          "where it has %d or more of their tasks, else all its tasks. Nothing of one contraction "
          "with them is trained on, on whatever machine; all other rows of other CPUs are. Figures "
          "of all judged tasks of a machine as one program, each task once.\n\n",
          EVALUATION_MIN_TASKS);
  put_targets(file, data, evaluation);
  put_summary(file, data, evaluation);
  for (int n = 0; n < evaluation->count; n++)
    put_training(file, data, &evaluation->results[n]);
}
