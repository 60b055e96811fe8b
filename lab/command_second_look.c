// autotune-lab second-look: what the machine code of the best schedules by prediction says, and
// what a choice by it is worth.
#include "base/file/output_file.h"
#include "lab/lab_commands.h"
#include "lab/second_look/look_judge.h"
#include "tools/command_line.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct SecondLookCommand {
  const char *paths[2]; // store, dataset
  const char *rows;     // NULL: they are not written
  FILE *file;
  LookOptions options;
  LookJudge judge;
  OutputFlags output;
} SecondLookCommand;

static void write_header(FILE *file) {
  fprintf(file, "workload\tcontraction\tfamily\ttarget\tschedule\tmeasured\tseconds\tscore\t"
                "predicted_seconds\tkernel_share");
#define X(field, meaning) fprintf(file, "\t" #field);
  CODE_READING_COUNTS(X)
#undef X
  fprintf(file, "\tarithmetic_bytes\tloops\tchain_cycles\n");
}

static void write_row(const TrainingData *data, size_t task, const LookRow *row, FILE *file) {
  const DatasetWorkload *workload = training_data_workload(data, task);
  char schedule[SCHEDULE_TEXT_BYTES];
  schedule_print(&workload->workload, &training_data_row(data, row->row)->schedule, schedule,
                 sizeof schedule);
  fprintf(file, "%016" PRIx64 "\t%016" PRIx64 "\t%s\t%s\t%s\t%d\t%.6g\t%.6f\t%.6g\t%.4f",
          workload->key, workload->contraction, workload->family,
          data->dataset.machines[data->machines[task]].target, schedule, row->measured,
          row->seconds, row->score, row->predicted, row->kernel_share);
#define X(field, meaning) fprintf(file, "\t%d", row->reading.field);
  CODE_READING_COUNTS(X)
#undef X
  fprintf(file, "\t%d\t%d\t%.4g\n", row->reading.arithmetic_bytes, row->reading.loops,
          row->reading.chain_cycles);
}

static Status take_task(const TrainingData *data, const LookTask *task, void *user) {
  SecondLookCommand *command = user;
  look_judge_add(&command->judge, data, task);
  for (int n = 0; command->file && n < task->count; n++)
    if (task->rows[n].is_read)
      write_row(data, task->task, &task->rows[n], command->file);
  return STATUS_OK;
}

static Status write_rows(SecondLookCommand *command) {
  Status status = output_file_check(command->rows);
  if (status != STATUS_OK)
    return status;
  command->file = fopen(command->rows, "w");
  if (!command->file)
    return status_fail(STATUS_SYSTEM, "cannot write %s", command->rows);
  write_header(command->file);
  status = look_rows(&command->options);
  bool is_lost = ferror(command->file);
  is_lost |= fclose(command->file) != 0;
  return status == STATUS_OK && is_lost
             ? status_fail(STATUS_SYSTEM, "%s was not written as a whole", command->rows)
             : status;
}

static Status second_look(void *values) {
  SecondLookCommand *command = values;
  command->options.store = command->paths[0];
  command->options.dataset = command->paths[1];
  command->options.visit = take_task;
  command->options.user = command;
  Status status = command->rows ? write_rows(command) : look_rows(&command->options);
  if (status == STATUS_OK && command->judge.all.tasks == 0)
    status = status_fail(STATUS_USAGE,
                         "%s has no module of any task of %s that has two schedules; plan them by "
                         "autotune collect --plan",
                         command->paths[0], command->paths[1]);
  return status == STATUS_OK ? output_json(look_judge_json(&command->judge)) : status;
}

static const Flag flags[] = {
    {"--top", FLAG_INTEGER(2, LOOK_MAX_TOP), offsetof(SecondLookCommand, options.top), "K",
     "schedules of each task that are read, the best by the model inside the library (16)"},
    {"--rows", FLAG_TEXT, offsetof(SecondLookCommand, rows), "PATH",
     "write what was read of each schedule, as a table"},
    {"--seconds", FLAG_SECONDS(0), offsetof(SecondLookCommand, options.seconds), "S",
     "stop after so many (0: never)"},
    {0},
};

int command_second_look(int argc, char **argv) {
  SecondLookCommand command = {.options = {.top = 16}};
  CommandLine line = {
      .name = "second-look",
      .usage = "STORE DATASET [flags]",
      .summary = "Reads the machine code of the best schedules of every task of the dataset, and "
                 "prints as JSON what the\noption second-look gains among them. STORE has the "
                 "modules of the tasks: autotune collect --plan with the\nflags that DATASET was "
                 "measured by writes it. Nothing is measured.",
      .flags = flags,
      .values = &command,
      .positional = command.paths,
      .positional_count = 2,
      .output = &command.output};
  return command_line_run(&line, argc, argv, second_look);
}
