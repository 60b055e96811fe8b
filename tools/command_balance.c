// autotune balance: how evenly threads share every kernel of a model, for numbers of cores that
// this machine need not have.
#include "costmodel/threads/thread_choice.h"
#include "records/json.h"
#include "tools/command_line.h"
#include "tools/commands.h"
#include "tools/ops/op_list.h"
#include "tools/ops/payload.h"
#include "tools/report/describe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_COUNTS = 8 };

// Every kernel on one number of threads.
typedef struct Sharing {
  int threads;
  OpList ops;
  ThreadChoice *choices; // owned, one for each op
} Sharing;

// What all kernels on one number of threads come to.
typedef struct SharingTotal {
  int64_t regions;      // parallel ones in one run of the model, each ended by one barrier
  int large;            // kernels that take at least so long on one thread
  double least_balance; // of them; 1 when there is none
  double serial_seconds, seconds;
} SharingTotal;

typedef struct BalanceCommand {
  const char *path, *counts;
  double least_microseconds;
  OutputFlags output;
  OptionTexts texts;
  TuneOptions tune;
  int count;
  Sharing sharings[MAX_COUNTS];
} BalanceCommand;

static bool is_large(const BalanceCommand *command, const ThreadChoice *choice) {
  return choice->serial_seconds * 1e6 >= command->least_microseconds;
}

// A kernel that nobody shares has one busy thread.
static double balance_of(const Sharing *sharing, const ThreadChoice *choice) {
  return choice->verdict == THREADS_SPLIT ? thread_choice_balance(choice) : 1.0 / sharing->threads;
}

static SharingTotal total_of(const BalanceCommand *command, const Sharing *sharing) {
  SharingTotal total = {.least_balance = 1};
  for (int n = 0; n < sharing->ops.count; n++) {
    const ThreadChoice *choice = &sharing->choices[n];
    int uses = sharing->ops.items[n].uses;
    double balance = balance_of(sharing, choice);
    total.regions += choice->verdict == THREADS_SPLIT ? uses : 0;
    total.serial_seconds += uses * choice->serial_seconds;
    total.seconds += uses * choice->seconds;
    if (!is_large(command, choice))
      continue;
    total.large++;
    total.least_balance = balance < total.least_balance ? balance : total.least_balance;
  }
  return total;
}

// --- as a table

static void print_sharing(const BalanceCommand *command, const Sharing *sharing) {
  SharingTotal total = total_of(command, sharing);
  printf("%d threads: %lld parallel regions a run, each with one barrier; %.2f times the speed of "
         "one thread\n",
         sharing->threads, (long long)total.regions, total.serial_seconds / total.seconds);
  printf("  least balance of the %d kernels of %.0f us or more: %.2f\n", total.large,
         command->least_microseconds, total.least_balance);
  printf("  %4s %4s %9s %8s %7s %7s  %s\n", "op", "uses", "us alone", "us", "balance", "serial",
         "work and split");
  for (int n = 0; n < sharing->ops.count; n++) {
    const OpEntry *entry = &sharing->ops.items[n];
    const ThreadChoice *choice = &sharing->choices[n];
    char work[256], text[THREAD_CHOICE_TEXT_BYTES];
    if (!is_large(command, choice))
      continue;
    workload_describe(&entry->workload, work, sizeof work);
    thread_choice_print(choice, text, sizeof text);
    printf("  %4d %4d %9.1f %8.1f %7.2f %6.1f%%  %s %s; %s\n", n, entry->uses,
           choice->serial_seconds * 1e6, choice->seconds * 1e6, balance_of(sharing, choice),
           100 * choice->work.serial / choice->work.total, entry->name, work, text);
  }
}

static Status print_table(const BalanceCommand *command) {
  for (int n = 0; n < command->count; n++) {
    printf("%s", n ? "\n" : "");
    print_sharing(command, &command->sharings[n]);
  }
  return STATUS_OK;
}

// --- as JSON

static Json *kernel_json(const Sharing *sharing, int n) {
  const OpEntry *entry = &sharing->ops.items[n];
  const ThreadChoice *choice = &sharing->choices[n];
  Json *json = json_make_object(), *loops = json_make_array();
  char work[256];
  workload_describe(&entry->workload, work, sizeof work);
  json_put_integer(json, "op", n);
  json_put_text(json, "name", entry->name);
  json_put_text(json, "work", work);
  json_put_integer(json, "uses", entry->uses);
  json_put_text(json, "schedule", entry->schedule_text);
  json_put_number(json, "serial_seconds", choice->serial_seconds);
  json_put_number(json, "seconds", choice->seconds);
  json_put_number(json, "balance", balance_of(sharing, choice));
  json_put_number(json, "serial_part", choice->work.serial / choice->work.total);
  for (int s = 0; s < choice->split.count; s++) {
    Json *loop = json_make_object();
    json_put_integer(loop, "iterator", choice->split.loops[s].iterator);
    json_put_integer(loop, "pieces", choice->split.loops[s].pieces);
    json_put_integer(loop, "step", choice->split.loops[s].step);
    json_append(loops, loop);
  }
  json_put(json, "split", loops);
  return json;
}

static Json *sharing_json(const BalanceCommand *command, const Sharing *sharing) {
  SharingTotal total = total_of(command, sharing);
  Json *json = json_make_object(), *kernels = json_make_array();
  json_put_integer(json, "threads", sharing->threads);
  json_put_integer(json, "regions", total.regions);
  json_put_integer(json, "large_kernels", total.large);
  json_put_number(json, "least_balance", total.least_balance);
  json_put_number(json, "serial_seconds", total.serial_seconds);
  json_put_number(json, "seconds", total.seconds);
  for (int n = 0; n < sharing->ops.count; n++)
    json_append(kernels, kernel_json(sharing, n));
  json_put(json, "kernels", kernels);
  return json;
}

static Status print_json(const BalanceCommand *command) {
  Json *json = json_make_array();
  for (int n = 0; n < command->count; n++)
    json_append(json, sharing_json(command, &command->sharings[n]));
  return output_json(json);
}

// --- the command

static const Flag flags[] = {
    {"--counts", FLAG_TEXT, offsetof(BalanceCommand, counts), "N,N,...",
     "numbers of threads, each 2 or more (2,4,8,16,32,64)"},
    {"--least", FLAG_SECONDS(0), offsetof(BalanceCommand, least_microseconds), "US",
     "only kernels of so many microseconds on one thread, or more (100)"},
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
    command->sharings[command->count++].threads = (int)threads;
  }
  return command->count ? STATUS_OK : status_fail(STATUS_USAGE, "--counts names no number");
}

static Status share(const BalanceCommand *command, const Payload *payload, Sharing *sharing) {
  TuneOptions tune = command->tune;
  tune.threads = sharing->threads;
  Status status = op_list_require(payload, &tune, &sharing->ops);
  if (status != STATUS_OK)
    return status;
  sharing->choices = calloc((size_t)sharing->ops.count, sizeof *sharing->choices);
  if (!sharing->choices)
    return status_fail(STATUS_SYSTEM, "no memory for %d ops", sharing->ops.count);
  for (int n = 0; n < sharing->ops.count; n++) {
    const OpEntry *entry = &sharing->ops.items[n];
    ThreadCandidate kernel = {entry->schedule, entry->predicted_seconds};
    thread_choose(&entry->workload, &kernel, &entry->target, sharing->threads, &entry->homes,
                  &sharing->choices[n]);
  }
  return STATUS_OK;
}

static Status balance(void *values) {
  BalanceCommand *command = values;
  Payload payload;
  Status status = parse_counts(command);
  if (status == STATUS_OK)
    status = command_line_options(&command->output, "balance", &command->texts, &command->tune);
  if (status == STATUS_OK)
    status = payload_read(command->path, &payload);
  if (status != STATUS_OK)
    return status;
  for (int n = 0; n < command->count; n++)
    TRY(share(command, &payload, &command->sharings[n]));
  TRY((command->output.is_json ? print_json : print_table)(command));
cleanup:
  for (int n = 0; n < command->count; n++) {
    free(command->sharings[n].choices);
    op_list_destroy(&command->sharings[n].ops);
  }
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
          "all kernels.",
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
