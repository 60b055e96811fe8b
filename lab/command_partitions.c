// autotune-lab partitions: which ops of a function share kernels. The model proposes partitions,
// few of them are measured, each as the whole module.
#include "base/file/output_file.h"
#include "base/file/timing_lock.h"
#include "costmodel/metrics.h"
#include "lab/lab_commands.h"
#include "lab/partitions/partition_worker.h"
#include "search/partition/partition_measured.h"
#include "tools/command_line.h"
#include "tools/report/describe.h"
#include "transforms/ir.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_ROUNDS = 3 };
// Predicted seconds over those of the greedy partition, of what is worth measuring in a budget.
static const double NEAR = 0.1;

typedef struct PartitionsCommand {
  const char *path, *function, *best;
  int64_t draws, measured, rounds, seed;
  double seconds;
  OptionTexts texts;
  TuneOptions tune;
  PartitionPlace place;
  PartitionTask task;
  PartitionWorker worker;
  OutputFlags output;
} PartitionsCommand;

// --- measuring

// What a search is compared with is always measured, beside the best by prediction.
static bool is_measured(const PartitionsCommand *command, int number) {
  const char *origin = command->task.proposals[number].origin;
  return number < command->measured ||
         (strcmp(origin, "beam") != 0 && strcmp(origin, "anneal") != 0);
}

// What a measurement takes of a budget is all the time that it takes.
static Status measure_by_clock(void *user, const char *text, double *out_seconds,
                               double *out_cost) {
  PartitionWorker *worker = user;
  double start = timing_now();
  Status status = partition_worker_measure(worker, text, out_seconds, out_cost);
  if (status == STATUS_OK && worker->failure[0])
    output_warning("partitions", "%s  %s", worker->failure, text);
  *out_cost = timing_now() - start;
  return status;
}

static Status measure_one(PartitionsCommand *command, PartitionProposal *proposal) {
  double seconds, cost;
  Status status = measure_by_clock(&command->worker, proposal->text, &seconds, &cost);
  if (status == STATUS_OK)
    proposal->measured_seconds = partition_seconds_after(proposal->measured_seconds, seconds);
  return status;
}

// All of them in turn, again and again: what else the machine does falls on all.
static Status measure_in_turn(PartitionsCommand *command) {
  Status status = STATUS_OK;
  double limit = command->seconds > 0 ? timing_now() + command->seconds : INFINITY;
  for (int64_t round = 0; round < command->rounds; round++)
    for (int n = 0; n < command->task.count && timing_now() < limit; n++)
      if (is_measured(command, n) && isfinite(command->task.proposals[n].measured_seconds))
        TRY(measure_one(command, &command->task.proposals[n]));
cleanup:
  return status;
}

static Status measure_in_budget(PartitionsCommand *command) {
  PartitionTask *task = &command->task;
  PartitionMeter meter = {measure_by_clock, &command->worker, command->seconds};
  int best;
  MeasuredPartition *partitions = calloc((size_t)task->count, sizeof *partitions);
  if (!partitions)
    return status_fail(STATUS_SYSTEM, "no memory for %d partitions", task->count);
  partition_task_lead(task, "greedy"); // which has no search behind it
  for (int n = 0; n < task->count; n++)
    partitions[n].text = task->proposals[n].text;
  Status status = partition_measure_proposed(&meter, partitions, task->count, &best);
  for (int n = 0; n < task->count; n++)
    task->proposals[n].measured_seconds = partitions[n].seconds;
  free(partitions);
  return status;
}

static Status measure(PartitionsCommand *command) {
  Status status = payload_check_host(&command->task.payload, &command->tune);
  if (status == STATUS_OK)
    status = partition_worker_create(&command->task, &command->place, &command->worker);
  if (status == STATUS_OK)
    status = command->measured > 0 ? measure_in_turn(command) : measure_in_budget(command);
  return status;
}

// --- the report

// Of predicted and measured seconds. Returns of how many partitions, 0 when nothing can be told.
static size_t find_tau(const PartitionsCommand *command, double *out_tau) {
  PairCounts pairs;
  size_t count = 0;
  double *predicted = calloc(2 * (size_t)command->task.count + 1, sizeof *predicted);
  if (!predicted)
    return 0;
  double *measured = predicted + command->task.count;
  for (int n = 0; n < command->task.count; n++) {
    const PartitionProposal *proposal = &command->task.proposals[n];
    if (proposal->measured_seconds <= 0 || !isfinite(proposal->measured_seconds))
      continue;
    predicted[count] = proposal->predicted_seconds;
    measured[count++] = proposal->measured_seconds;
  }
  bool is_told = count > 1 && metric_count_pairs(predicted, measured, count, &pairs) == STATUS_OK;
  if (is_told)
    *out_tau = metric_kendall_tau(&pairs);
  free(predicted);
  return is_told ? count : 0;
}

static void print_proposal(const PartitionProposal *proposal) {
  printf("%-6s %3d group%-1s predicted %10.4f ms", proposal->origin, proposal->groups,
         plural(proposal->groups), proposal->predicted_seconds * 1e3);
  if (proposal->measured_seconds > 0 && isfinite(proposal->measured_seconds))
    printf("  measured %10.4f ms", proposal->measured_seconds * 1e3);
  else if (proposal->measured_seconds > 0)
    printf("  failed");
  printf("  %s\n", proposal->text);
}

static void print_report(const PartitionsCommand *command) {
  printf("%d ops, %d kin; the model was asked for %d groups; %d partitions\n",
         command->task.graph.graph.op_count, command->task.graph.graph.kin_count,
         group_pricer_asked(command->task.pricer), command->task.count);
  for (int n = 0; n < command->task.count; n++)
    print_proposal(&command->task.proposals[n]);
  double tau;
  size_t count = find_tau(command, &tau);
  if (count > 0)
    printf("Kendall's tau of predicted and measured: %.3f over %zu partitions\n", tau, count);
}

static Json *proposal_json(const PartitionProposal *proposal) {
  Json *json = json_make_object();
  json_put_text(json, "origin", proposal->origin);
  json_put_integer(json, "groups", proposal->groups);
  json_put_number(json, "predicted_seconds", proposal->predicted_seconds);
  if (proposal->measured_seconds > 0 && isfinite(proposal->measured_seconds))
    json_put_number(json, "measured_seconds", proposal->measured_seconds);
  else if (proposal->measured_seconds > 0)
    json_put_bool(json, "failed", true);
  json_put_text(json, "partition", proposal->text);
  return json;
}

static Status write_json(const PartitionsCommand *command) {
  Json *json = json_make_object(), *partitions = json_make_array();
  double tau;
  json_put_integer(json, "ops", command->task.graph.graph.op_count);
  json_put_integer(json, "kin", command->task.graph.graph.kin_count);
  json_put_integer(json, "groups_asked", group_pricer_asked(command->task.pricer));
  if (find_tau(command, &tau) > 0)
    json_put_number(json, "kendall_tau", tau);
  for (int n = 0; n < command->task.count; n++)
    json_append(partitions, proposal_json(&command->task.proposals[n]));
  json_put(json, "partitions", partitions);
  return output_json(json);
}

static bool write_module(FILE *file, const void *user) {
  const PartitionsCommand *command = user;
  ir_write(mlirModuleGetOperation(command->task.module), file);
  return true;
}

static Status write_best(const PartitionsCommand *command) {
  const PartitionProposal *best =
      partition_proposals_best(command->task.proposals, command->task.count);
  if (!best)
    return status_fail(STATUS_WORKER,
                       "%s: no partition ran well; the warnings say why, nothing is written",
                       command->best);
  partition_task_write(&command->task, command->task.module, best->text);
  return output_file_write(command->best, write_module, command);
}

// --- the command

static Status report(const PartitionsCommand *command) {
  if (command->output.is_json)
    return write_json(command);
  print_report(command);
  return STATUS_OK;
}

static Status run(void *values) {
  PartitionsCommand *command = values;
  PartitionTask *task = &command->task;
  bool is_hybrid = command->measured == 0 && command->seconds > 0;
  PartitionWishes wishes = {
      .draws = command->draws, .near = is_hybrid ? NEAR : 0, .seed = (uint64_t)command->seed};
  Status status =
      command_line_options(&command->output, "partitions", &command->texts, &command->tune);
  if (status == STATUS_OK)
    status = command_line_without_script(&command->tune);
  if (status == STATUS_OK)
    status = output_file_check(command->best);
  if (status == STATUS_OK)
    status = output_measuring(&command->output, "partitions", &command->place.lock);
  if (status != STATUS_OK)
    return status;
  command->place.is_verbose = command->output.is_verbose;
  TRY(partition_task_create(command->path, command->function, &command->tune, task));
  TRY(partition_task_propose(task, &wishes));
  partition_task_sort(task);
  if (command->measured > 0 || is_hybrid)
    TRY(measure(command));
  TRY(report(command));
  if (command->best)
    TRY(write_best(command));
cleanup:
  partition_worker_destroy(&command->worker);
  partition_task_destroy(task);
  return status;
}

static const Flag flags[] = {
    {"--draws", FLAG_COUNT(0), offsetof(PartitionsCommand, draws), "N",
     "random partitions beside those of the searches (0)"},
    {"--measure", FLAG_COUNT(0), offsetof(PartitionsCommand, measured), "N",
     "of the best by prediction, measured as the whole module, and all others that are not of a "
     "search (0: none)"},
    {"--rounds", FLAG_COUNT(1), offsetof(PartitionsCommand, rounds), "R",
     "measure each so many times, in turn, and keep the least (3)"},
    {"--seconds", FLAG_SECONDS(0), offsetof(PartitionsCommand, seconds), "S",
     "with --measure: measure none after so many (0: no limit); without it: the model proposes, "
     "and "
     "the best by\nprediction are measured for so long, the fastest of them again and again"},
    {"--function", FLAG_TEXT, offsetof(PartitionsCommand, function), "NAME",
     "the function (default the first one)"},
    {"--best", FLAG_TEXT, offsetof(PartitionsCommand, best), "PATH",
     "write the module with the partition that measured best, or else is predicted to be, as "
     "attribute"},
    FLAG_ROW_CORE(offsetof(PartitionsCommand, place.core)),
    FLAG_ROW_LOCK(offsetof(PartitionsCommand, place.lock)),
    {"--seed", FLAG_SEED, offsetof(PartitionsCommand, seed), "N",
     "seed of the annealing and of what is drawn (0)"},
    {0},
};

int command_partitions(int argc, char **argv) {
  PartitionsCommand command = {.rounds = DEFAULT_ROUNDS,
                               .place = {.core = -1, .lock = TIMING_LOCK_DEFAULT}};
  CommandLine line = {
      .name = "partitions",
      .usage = "MODULE.mlir [flags]",
      .summary = "Lists partitions of a function, which say what ops share kernels, by predicted "
                 "seconds:\nthe greedy one, all ops apart, all fused that can be, every better one "
                 "that beam and\nannealing saw on their way, and random ones. With --measure or "
                 "--seconds some are\nmeasured.",
      .flags = flags,
      .values = &command,
      .positional = &command.path,
      .positional_count = 1,
      .options = &command.texts,
      .output = &command.output,
      .has_json = true};
  option_texts_init(&command.texts);
  return command_line_run(&line, argc, argv, run);
}
