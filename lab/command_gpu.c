// autotune-lab gpu: what was measured on GPUs, and how well it is predicted.
#include "base/file/output_file.h"
#include "lab/figures/figure_row.h"
#include "lab/gpu/gpu_learning.h"
#include "lab/lab_commands.h"
#include "records/json.h"
#include "tools/command_line.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct GpuCommand {
  const char *path, *model;
  int64_t seed;
  OutputFlags output;
  GpuRows rows;
  double *measured, *predicted; // owned, by row
  Json *json;                   // owned; NULL: a table is printed
} GpuCommand;

static const Figure figures[] = {
    {"top-1", "top1", " %", offsetof(GpuFigures, top1), 1},
    {"top-8", "top8", " %", offsetof(GpuFigures, top8), 1},
    {"error of seconds", "ape", " %", offsetof(GpuFigures, ape), 1},
    {"on a logarithmic scale", "log_ape", " %", offsetof(GpuFigures, log_ape), 1},
    {"tau", "tau", "", offsetof(GpuFigures, tau), 3},
};
enum { FIGURES = sizeof figures / sizeof *figures };

// --- who is judged

static void predict_by_model(GpuCommand *command) {
  for (int r = 0; r < command->rows.count; r++) {
    command->measured[r] = command->rows.rows[r].seconds;
    command->predicted[r] = command->rows.rows[r].predicted;
  }
}

static double mean_of(const GpuRow *row, int first) {
  double sum = 0;
  int count = 0;
  for (int i = first; i < row->run_count; i += 2, count++)
    sum += row->runs[i];
  return count > 0 ? sum / count : row->seconds;
}

// Every second run judges the others.
static void predict_by_runs(GpuCommand *command) {
  for (int r = 0; r < command->rows.count; r++) {
    command->measured[r] = mean_of(&command->rows.rows[r], 0);
    command->predicted[r] = mean_of(&command->rows.rows[r], 1);
  }
}

static Status judge(GpuCommand *command, const char *by) {
  GpuFigures values;
  Status status =
      gpu_learning_judge(&command->rows, command->measured, command->predicted, &values);
  if (status != STATUS_OK)
    return status;
  if (!command->json) {
    printf("| %s |", by);
    figure_row_print(figures, FIGURES, &values);
    printf("\n");
    return STATUS_OK;
  }
  Json *json = json_make_object();
  json_put_integer(json, "tasks", values.tasks);
  for (int f = 0; f < FIGURES; f++)
    json_put_number(json, figures[f].key, figure_of(&values, &figures[f]));
  json_put(command->json, by, json);
  return STATUS_OK;
}

// --- what was live

// The choice when the pack was made, beside the best of its task and the vendor's library: ratios
// of seconds, as means of logarithms; and the drift of the card from the first to the last panel.
typedef struct Live {
  double choice, vendor, drift;
  int choices, vendors, drifts;
} Live;

static double best_of_task(const GpuRows *rows, int task) {
  double best = INFINITY;
  for (int r = 0; r < rows->count; r++)
    if (rows->rows[r].task == task)
      best = fmin(best, rows->rows[r].seconds);
  return best;
}

static Live live_of(const GpuRows *rows) {
  Live live = {.choices = 0};
  for (int r = 0; r < rows->count; r++) {
    const GpuRow *row = &rows->rows[r];
    if (!row->is_choice)
      continue;
    live.choice += log(best_of_task(rows, row->task) / row->seconds);
    live.choices++;
    if (rows->tasks[row->task].vendor_seconds > 0) {
      live.vendor += log(rows->tasks[row->task].vendor_seconds / row->seconds);
      live.vendors++;
    }
  }
  for (int t = 0; t < rows->task_count; t++)
    if (rows->tasks[t].anchor_seconds > 0 && rows->tasks[t].again_seconds > 0) {
      live.drift += fabs(log(rows->tasks[t].again_seconds / rows->tasks[t].anchor_seconds));
      live.drifts++;
    }
  return live;
}

static void tell_live(GpuCommand *command) {
  Live live = live_of(&command->rows);
  double choice = exp(live.choice / live.choices), vendor = exp(live.vendor / live.vendors);
  double drift = 100 * (exp(live.drift / live.drifts) - 1);
  if (command->json) {
    json_put_number(command->json, "choice_over_best", choice);
    json_put_number(command->json, "choice_over_vendor", vendor);
    json_put_number(command->json, "drift_percent", drift);
    return;
  }
  if (live.choices == 0)
    return;
  printf("\nThe choice reaches %.3f of the best that was measured (%d workloads)", choice,
         live.choices);
  if (live.vendors > 0)
    printf(", %.3f of the vendor's library (%d)", vendor, live.vendors);
  if (live.drifts > 0)
    printf("; from the first panel to the last the card drifted by %.1f %%", drift);
  printf(".\n");
}

// --- the command

static bool write_bytes(FILE *file, const void *user) {
  size_t size;
  const void *bytes = xgboost_model_bytes(user, &size);
  return fwrite(bytes, 1, size, file) == size;
}

static Status write_model(const GpuCommand *command) {
  XgboostModel *model = NULL;
  Status status = gpu_learning_train(&command->rows, (uint32_t)command->seed, &model);
  if (status == STATUS_OK)
    status = output_file_write(command->model, write_bytes, model);
  xgboost_model_destroy(model);
  return status;
}

static void print_head(GpuCommand *command) {
  const GpuRows *rows = &command->rows;
  if (command->json) {
    json_put_integer(command->json, "kernels", rows->count);
    json_put_integer(command->json, "workloads", rows->task_count);
    json_put_integer(command->json, "not_right", rows->wrong);
    return;
  }
  printf("%d kernels of %d workloads were right, %d were not\n\n| by |", rows->count,
         rows->task_count, rows->wrong);
  figure_row_names(figures, FIGURES);
  printf("\n|---|");
  for (int f = 0; f < FIGURES; f++)
    printf("---:|");
  printf("\n");
}

static Status report(GpuCommand *command) {
  Status status = STATUS_OK;
  print_head(command);
  predict_by_model(command);
  TRY(judge(command, "model"));
  TRY(gpu_learning_predict(&command->rows, (uint32_t)command->seed, command->predicted));
  TRY(judge(command, "learned"));
  predict_by_runs(command);
  TRY(judge(command, "noise"));
  tell_live(command);
cleanup:
  return status;
}

static Status gpu(void *values) {
  GpuCommand *command = values;
  Status status = gpu_rows_read(command->path, &command->rows);
  if (status != STATUS_OK)
    return status;
  size_t room = (size_t)command->rows.count + 1;
  command->measured = calloc(room, sizeof(double));
  command->predicted = calloc(room, sizeof(double));
  if (command->output.is_json)
    command->json = json_make_object();
  if (!command->measured || !command->predicted)
    TRY(status_fail(STATUS_SYSTEM, "no memory for %zu rows", room));
  if (command->model)
    TRY(output_file_check(command->model));
  TRY(report(command));
  if (command->model)
    TRY(write_model(command));
  if (command->json) {
    status = output_json(command->json);
    command->json = NULL;
  }
cleanup:
  json_free(command->json);
  free(command->measured);
  free(command->predicted);
  gpu_rows_destroy(&command->rows);
  return status;
}

static const Flag flags[] = {
    {"--model", FLAG_TEXT, offsetof(GpuCommand, model), "PATH",
     "write the trees that are trained on all rows there"},
    {"--seed", FLAG_SEED, offsetof(GpuCommand, seed), "N", "of the folds and the trees (1)"},
    {0},
};

int command_gpu(int argc, char **argv) {
  GpuCommand command = {.seed = 1};
  CommandLine line = {.name = "gpu",
                      .usage = "ROWS [flags]",
                      .summary = "Learns from the rows of scripts/gpu/measure and says how well "
                                 "the model, the trees and a second measurement\nchoose and "
                                 "predict, on workloads that the trees have not seen (5 folds).",
                      .flags = flags,
                      .values = &command,
                      .positional = &command.path,
                      .positional_count = 1,
                      .output = &command.output,
                      .has_json = true};
  return command_line_run(&line, argc, argv, gpu);
}
