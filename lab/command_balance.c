// autotune-lab balance: how evenly threads share every kernel of a model, for numbers of cores that
// this machine need not have; and, where it has them, how much that gains.
#include "lab/balance/sharing.h"
#include "lab/lab_commands.h"
#include "tools/command_line.h"
#include "tools/report/describe.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_COUNTS = 8, MAX_ROUNDS = 64 };

typedef struct BalanceCommand {
  const char *path, *counts;
  double least_microseconds;
  int64_t rounds; // of measuring; 0: nothing is measured
  OutputFlags output;
  OptionTexts texts;
  TuneOptions tune;
  int count;
  Sharing sharings[MAX_COUNTS];
} BalanceCommand;

static Status report(const BalanceCommand *command) {
  Json *json = command->output.is_json ? json_make_array() : NULL;
  for (int n = 0; n < command->count; n++) {
    if (json)
      json_append(json, sharing_json(&command->sharings[n]));
    else {
      printf("%s", n ? "\n" : "");
      sharing_print(&command->sharings[n]);
    }
  }
  return json ? output_json(json) : STATUS_OK;
}

static const Flag flags[] = {
    {"--counts", FLAG_TEXT, offsetof(BalanceCommand, counts), "N,N,...",
     "numbers of threads, each 2 or more (2,4,8,16,32,64)"},
    {"--least", FLAG_SECONDS(0), offsetof(BalanceCommand, least_microseconds), "US",
     "only kernels of so many microseconds on one thread, or more (100)"},
    {"--measure", FLAG_INTEGER(0, MAX_ROUNDS), offsetof(BalanceCommand, rounds), "N",
     "time these kernels alone on one thread and on several, N times in turn, at most 64; needs as "
     "many cores (0)"},
    {0},
};

static Status parse_counts(BalanceCommand *command) {
  const char *at = command->counts;
  for (char *end; *at; at = end + (*end == ',')) {
    long threads = strtol(at, &end, 10);
    if (end == at || threads < 2 || threads > THREADS_MAX || (*end && *end != ',') ||
        (*end == ',' && !end[1]) || command->count == MAX_COUNTS)
      return status_fail(STATUS_USAGE,
                         "--counts %s: use up to %d numbers of threads from 2 to %d, joined by ','",
                         command->counts, MAX_COUNTS, THREADS_MAX);
    command->sharings[command->count++] =
        (Sharing){.threads = (int)threads, .least_seconds = command->least_microseconds * 1e-6};
  }
  return command->count ? STATUS_OK : status_fail(STATUS_USAGE, "--counts names no number");
}

static void warn_of_few_cores(const BalanceCommand *command) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set))
    return;
  for (int n = 0; n < command->count; n++)
    if (command->sharings[n].threads > CPU_COUNT(&set))
      output_warning("balance", "--measure: %d threads on %d core%s: they take turns",
                     command->sharings[n].threads, CPU_COUNT(&set), plural(CPU_COUNT(&set)));
}

static Status measure(BalanceCommand *command, const Payload *payload) {
  WorkerOptions options = worker_default_options();
  Worker *worker = NULL;
  Status status = STATUS_OK;
  options.core = -1; // the threads need more than one
  options.verbose = command->output.is_verbose;
  TRY(payload_check_host(payload, &command->tune));
  warn_of_few_cores(command);
  TRY(output_measuring(&command->output, "balance", NULL));
  TRY(worker_create(&options, &worker));
  for (int n = 0; n < command->count; n++)
    TRY(sharing_measure_all(payload, &command->tune, worker, (int)command->rounds,
                            &command->sharings[n]));
cleanup:
  worker_destroy(worker);
  return status;
}

static Status balance(void *values) {
  BalanceCommand *command = values;
  Payload payload;
  Status status = parse_counts(command);
  if (status == STATUS_OK)
    status = command_line_options(&command->output, "balance", &command->texts, &command->tune);
  if (status == STATUS_OK)
    status = payload_read(command->path, &command->tune, &payload);
  if (status != STATUS_OK)
    return status;
  for (int n = 0; n < command->count; n++)
    TRY(sharing_predict(&payload, &command->tune, &command->sharings[n]));
  if (command->rounds > 0)
    TRY(measure(command, &payload));
  TRY(report(command));
cleanup:
  for (int n = 0; n < command->count; n++)
    sharing_destroy(&command->sharings[n]);
  payload_destroy(&payload);
  return status;
}

int command_balance(int argc, char **argv) {
  BalanceCommand command = {.counts = "2,4,8,16,32,64", .least_microseconds = 100};
  CommandLine line = {
      .name = "balance",
      .usage = "MODULE.mlir [flags]",
      .summary =
          "Prints how evenly threads share every kernel, and how many barriers there are,\n"
          "as predicted. Balance is the mean work of a thread over that of the busiest;\n"
          "serial the part of the work that one thread does before the others. --json prints "
          "all kernels.\n"
          "With --measure, what the threads gain is measured as well.",
      .flags = flags,
      .values = &command,
      .positional = &command.path,
      .positional_count = 1,
      .options = &command.texts,
      .output = &command.output,
      .has_json = true};
  option_texts_init(&command.texts);
  return command_line_run(&line, argc, argv, balance);
}
