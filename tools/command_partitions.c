// autotune partitions: which ops of a function share kernels. The model proposes partitions, few of
// them are measured, each as the whole module.
#include "core/array.h"
#include "core/file/output_file.h"
#include "core/file/timing_lock.h"
#include "costmodel/metrics.h"
#include "measure/measurer.h"
#include "passes/partition/partition_greedy.h"
#include "passes/rewrite/rewrites.h"
#include "passes/target/module_target.h"
#include "search/partition/partition_search.h"
#include "tools/command_line.h"
#include "tools/commands.h"
#include "tools/ops/payload.h"
#include "tools/report/describe.h"
#include "transforms/annotation.h"
#include "transforms/decompose_shim.h"
#include "transforms/ir.h"
#include "transforms/lowering/lowering.h"

#include "mlir-c/BuiltinAttributes.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PRICE_CANDIDATES = 160, DRAW_MOVES = 60, REPEATS = 5, DEFAULT_ROUNDS = 3 };

typedef struct Proposal {
  char *text; // owned
  const char *origin;
  int kernels;
  double predicted_seconds, measured_seconds; // 0: not measured, infinite: in vain
} Proposal;

typedef struct PartitionsCommand {
  const char *path, *function, *best, *lock;
  int64_t draws, measured, rounds, core, seed;
  double seconds;
  OptionTexts texts;
  TuneOptions tune;
  Target target;
  Payload payload;
  MlirModule module; // without aggregated ops
  PayloadGraph graph;
  GroupPricer *pricer;
  const char *origin; // of what is proposed now
  Proposal *proposals;
  int count;
  Status status; // of what failed while proposing
  OutputFlags output;
  Worker *worker;
} PartitionsCommand;

// --- proposals

static int count_groups(const Partition *partition) {
  int count = 0;
  for (int i = 0; i < partition->op_count; i++)
    count += partition->anchor_of[i] == i;
  return count;
}

// Those that were proposed before keep their origin.
static void propose(void *user, const Partition *partition, double seconds) {
  PartitionsCommand *command = user;
  size_t size = partition_print(partition, NULL, 0) + 1;
  char *text = malloc(size);
  if (!text || !array_grow(&command->proposals, command->count, sizeof *command->proposals)) {
    free(text);
    command->status = status_fail(STATUS_SYSTEM, "no memory for partitions");
    return;
  }
  partition_print(partition, text, size);
  for (int i = 0; i < command->count; i++)
    if (!strcmp(command->proposals[i].text, text)) {
      free(text);
      return;
    }
  command->proposals[command->count++] = (Proposal){.text = text,
                                                    .origin = command->origin,
                                                    .kernels = count_groups(partition),
                                                    .predicted_seconds = seconds};
}

static Status search(PartitionsCommand *command, const Partition *start, const char *origin,
                     PartitionStrategy strategy) {
  Partition partition;
  double seconds;
  PartitionSearch search = {.strategy = strategy,
                            .seed = (uint64_t)command->seed,
                            .price = partition_price,
                            .context = command->pricer,
                            .improved = propose,
                            .user = command};
  command->origin = origin;
  Status status = partition_copy(start, &partition);
  if (status != STATUS_OK)
    return status;
  status = partition_search(&command->graph.graph, &search, &partition, &seconds);
  partition_destroy(&partition);
  return status == STATUS_OK ? command->status : status;
}

// Keeps a move that leaves every group with a kernel.
static void keep_or_undo(PartitionsCommand *command, Partition *partition, Partition *before) {
  if (isfinite(partition_price(command->pricer, partition)))
    partition_assign(before, partition);
  else
    partition_assign(partition, before);
}

// No fusion at all: paddings are kernels of their own, too.
static Status propose_apart(PartitionsCommand *command) {
  Status status = STATUS_OK;
  Partition partition = {0}, before = {0};
  const OpGraph *graph = &command->graph.graph;
  TRY(partition_create(graph, &partition));
  TRY(partition_copy(&partition, &before));
  for (int op = 0; op < graph->op_count; op++)
    if (graph->ops[op].is_movement && partition_turn(graph, &partition, op))
      keep_or_undo(command, &partition, &before);
  command->origin = "apart";
  propose(command, &partition, partition_price(command->pricer, &partition));
cleanup:
  partition_destroy(&partition);
  partition_destroy(&before);
  return status;
}

// Whatever may share a kernel does, one edge after the other.
static Status propose_fused(PartitionsCommand *command) {
  Status status = STATUS_OK;
  Partition partition = {0}, before = {0};
  const OpGraph *graph = &command->graph.graph;
  TRY(partition_create(graph, &partition));
  TRY(partition_copy(&partition, &before));
  for (int e = 0; e < graph->edge_count; e++)
    if (partition_merge(graph, &partition, graph->edges[e].from, graph->edges[e].to))
      keep_or_undo(command, &partition, &before);
  command->origin = "fused";
  propose(command, &partition, partition_price(command->pricer, &partition));
cleanup:
  partition_destroy(&partition);
  partition_destroy(&before);
  return status;
}

// Moves from where every op is alone; those after which a group has no kernel are undone.
static Status draw(PartitionsCommand *command, Rng *rng) {
  Status status = STATUS_OK;
  Partition partition = {0}, before = {0};
  const OpGraph *graph = &command->graph.graph;
  TRY(partition_create(graph, &partition));
  TRY(partition_copy(&partition, &before));
  for (int move = 0; move < DRAW_MOVES; move++)
    if (partition_random_move(graph, rng, &partition))
      keep_or_undo(command, &partition, &before);
  propose(command, &partition, partition_price(command->pricer, &partition));
cleanup:
  partition_destroy(&partition);
  partition_destroy(&before);
  return status;
}

static Status propose_all(PartitionsCommand *command) {
  Status status = STATUS_OK;
  Partition greedy = {0};
  Rng rng = {(uint64_t)command->seed};
  TRY(partition_create(&command->graph.graph, &greedy));
  TRY(partition_greedy(&command->graph, command->pricer, command->tune.fusion, &greedy));
  command->origin = "greedy";
  propose(command, &greedy, partition_price(command->pricer, &greedy));
  TRY(propose_apart(command));
  TRY(propose_fused(command));
  TRY(search(command, &greedy, "beam", PARTITION_BEAM));
  TRY(search(command, &greedy, "anneal", PARTITION_ANNEAL));
  command->origin = "drawn";
  for (int64_t n = 0; n < command->draws && status == STATUS_OK; n++)
    TRY(draw(command, &rng));
  status = command->status;
cleanup:
  partition_destroy(&greedy);
  return status;
}

static int compare_predicted(const void *left, const void *right) {
  const Proposal *a = left, *b = right;
  if (a->predicted_seconds != b->predicted_seconds)
    return a->predicted_seconds < b->predicted_seconds ? -1 : 1;
  return strcmp(a->text, b->text);
}

// --- measuring

static MlirOperation find_function(MlirModule module, const char *name) {
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (mlirBlockIsNull(ir_function_body(op)))
      continue;
    MlirStringRef symbol =
        mlirStringAttrGetValue(mlirOperationGetAttributeByName(op, ir_string("sym_name")));
    if (!name || (strlen(name) == symbol.length && !memcmp(name, symbol.data, symbol.length)))
      break;
  }
  return op;
}

static void write_partition(MlirModule module, const char *function, const char *text) {
  mlirOperationSetDiscardableAttributeByName(
      find_function(module, function), ir_string(PARTITION_ATTRIBUTE),
      mlirStringAttrGet(mlirModuleGetContext(module), ir_string(text)));
}

static Status build(const void *context, const char *partition, char **out_text) {
  const PartitionsCommand *command = context;
  TuneReport report = {0};
  MlirModule module = payload_clone(command->module);
  write_partition(module, command->function, partition);
  Status status = payload_tune(module, &command->tune, "", &report);
  if (status == STATUS_OK)
    status = ir_print(mlirModuleGetOperation(module), out_text);
  mlirModuleDestroy(module);
  return status;
}

static Status start_worker(PartitionsCommand *command) {
  char *text = NULL;
  WorkerOptions options = worker_default_options();
  options.core = (int)command->core;
  options.verbose = command->output.is_verbose;
  options.lock = command->lock;
  Status status = ir_print(mlirModuleGetOperation(command->payload.module), &text);
  if (status == STATUS_OK)
    status = worker_create(&options, &command->worker);
  WorkerTask task = {.module = text,
                     .pipeline = lowering_reference_text(),
                     .function = command->function,
                     .data_count = command->payload.data_count,
                     .seed = 1};
  if (status == STATUS_OK)
    status = worker_set_task(command->worker, &task);
  free(text);
  return status;
}

// What a search is compared with is always measured, beside the best by prediction.
static bool is_measured(const PartitionsCommand *command, int number) {
  const char *origin = command->proposals[number].origin;
  return number < command->measured ||
         (strcmp(origin, "beam") != 0 && strcmp(origin, "anneal") != 0);
}

static Status measure_one(const Measurer *measurer, Proposal *proposal) {
  Outcome outcome;
  Status status = measurer_run(measurer, proposal->text, &outcome);
  if (status != STATUS_OK)
    return status;
  if (outcome.verdict != VERDICT_OK) {
    proposal->measured_seconds = INFINITY;
    output_warning("partitions", "%s: %s  %s", trial_verdict_name(outcome.verdict), outcome.reason,
                   proposal->text);
    return STATUS_OK;
  }
  double seconds = timing_minimum(&outcome.timing);
  if (proposal->measured_seconds <= 0 || seconds < proposal->measured_seconds)
    proposal->measured_seconds = seconds;
  return STATUS_OK;
}

// All of them in turn, again and again: what else the machine does falls on all.
static Status measure(PartitionsCommand *command) {
  Status status = STATUS_OK;
  double limit = command->seconds > 0 ? timing_now() + command->seconds : INFINITY;
  Measurer measurer = {
      .subject = {command, build}, .timing = timing_default_options(), .effort = CODE_SCHEDULED};
  measurer.timing.repeats = REPEATS;
  TRY(start_worker(command));
  measurer.worker = command->worker;
  for (int64_t round = 0; round < command->rounds; round++)
    for (int n = 0; n < command->count && timing_now() < limit; n++)
      if (is_measured(command, n) && isfinite(command->proposals[n].measured_seconds))
        TRY(measure_one(&measurer, &command->proposals[n]));
cleanup:
  return status;
}

// --- the report

// Of predicted and measured seconds. Returns of how many partitions, 0 when nothing can be told.
static size_t find_tau(const PartitionsCommand *command, double *out_tau) {
  PairCounts pairs;
  size_t count = 0;
  double *predicted = calloc(2 * (size_t)command->count + 1, sizeof *predicted);
  double *measured = predicted + command->count;
  for (int n = 0; predicted && n < command->count; n++) {
    const Proposal *proposal = &command->proposals[n];
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

static const Proposal *best_proposal(const PartitionsCommand *command) {
  const Proposal *best = NULL;
  for (int n = 0; n < command->count; n++) {
    const Proposal *proposal = &command->proposals[n];
    if (proposal->measured_seconds > 0 &&
        (!best || proposal->measured_seconds < best->measured_seconds))
      best = proposal;
  }
  return best ? best : &command->proposals[0];
}

static void print_report(const PartitionsCommand *command) {
  printf("%d ops, %d kin; the model was asked for %d groups; %d partitions\n",
         command->graph.graph.op_count, command->graph.graph.kin_count,
         group_pricer_asked(command->pricer), command->count);
  for (int n = 0; n < command->count; n++) {
    const Proposal *proposal = &command->proposals[n];
    printf("%-6s %3d group%-1s predicted %10.4f ms", proposal->origin, proposal->kernels,
           plural(proposal->kernels), proposal->predicted_seconds * 1e3);
    if (proposal->measured_seconds > 0)
      printf("  measured %10.4f ms", proposal->measured_seconds * 1e3);
    printf("  %s\n", proposal->text);
  }
  double tau;
  size_t count = find_tau(command, &tau);
  if (count > 0)
    printf("Kendall's tau of predicted and measured: %.3f over %zu partitions\n", tau, count);
}

static Json *proposal_json(const Proposal *proposal) {
  Json *json = json_make_object();
  json_put_text(json, "origin", proposal->origin);
  json_put_integer(json, "groups", proposal->kernels);
  json_put_number(json, "predicted_seconds", proposal->predicted_seconds);
  if (proposal->measured_seconds > 0)
    json_put_number(json, "measured_seconds", proposal->measured_seconds);
  json_put_text(json, "partition", proposal->text);
  return json;
}

static Status write_json(const PartitionsCommand *command) {
  Json *json = json_make_object(), *partitions = json_make_array();
  double tau;
  json_put_integer(json, "ops", command->graph.graph.op_count);
  json_put_integer(json, "kin", command->graph.graph.kin_count);
  json_put_integer(json, "groups_asked", group_pricer_asked(command->pricer));
  if (find_tau(command, &tau) > 0)
    json_put_number(json, "kendall_tau", tau);
  for (int n = 0; n < command->count; n++)
    json_append(partitions, proposal_json(&command->proposals[n]));
  json_put(json, "partitions", partitions);
  return output_json(json);
}

static bool write_module(FILE *file, const void *user) {
  const PartitionsCommand *command = user;
  write_partition(command->module, command->function, best_proposal(command)->text);
  ir_write(mlirModuleGetOperation(command->module), file);
  return true;
}

// --- the command

static void set_target(PartitionsCommand *command, MlirOperation function) {
  ModuleTarget named;
  command->target = command->tune.target;
  if (command->tune.has_target)
    return;
  module_target_read(function, (MlirOperation){NULL}, &named);
  command->target = named.target;
}

// Partitions name the ops that there are after the rewrites of the pass.
static Status rewrite(PartitionsCommand *command, MlirOperation function) {
  TuneStatistics statistics = {0};
  PassReport report = {.statistics = &statistics};
  RewriteOptions options = {.target = &command->target,
                            .affine = command->tune.affine,
                            .parallel = command->tune.parallel,
                            .threads = command->tune.threads};
  return rewrites_run(function, &options, &report);
}

static Status prepare(PartitionsCommand *command, PricerOptions *prices) {
  command->module = payload_clone(command->payload.module);
  aggregates_decompose(mlirModuleGetOperation(command->module));
  MlirOperation function = find_function(command->module, command->function);
  if (mlirOperationIsNull(function))
    return status_fail(STATUS_USAGE, "%s has no function%s%s with a body", command->path,
                       command->function ? " @" : "", command->function ? command->function : "");
  set_target(command, function);
  Status status = rewrite(command, function);
  if (status == STATUS_OK)
    status = payload_graph_create(function, &command->graph);
  if (status != STATUS_OK)
    return status;
  if (command->graph.graph.op_count == 0)
    return status_fail(STATUS_USAGE, "%s: no op of the function can be tuned", command->path);
  *prices = (PricerOptions){.target = &command->target,
                            .fusion = command->tune.fusion,
                            .choose = {.max_candidates = PRICE_CANDIDATES,
                                       .seed = command->tune.seed,
                                       .strategy = command->tune.strategy,
                                       .model = command->tune.model.learned}};
  return group_pricer_create(&command->graph, prices, &command->pricer);
}

static void give_back(PartitionsCommand *command) {
  worker_destroy(command->worker);
  for (int n = 0; n < command->count; n++)
    free(command->proposals[n].text);
  free(command->proposals);
  group_pricer_destroy(command->pricer);
  payload_graph_destroy(&command->graph);
  if (!mlirModuleIsNull(command->module))
    mlirModuleDestroy(command->module);
  payload_destroy(&command->payload);
}

static Status run(void *values) {
  PartitionsCommand *command = values;
  PricerOptions prices;
  Status status =
      command_line_options(&command->output, "partitions", &command->texts, &command->tune);
  if (status == STATUS_OK)
    status = output_file_check(command->best);
  if (status == STATUS_OK)
    status = timing_lock_check(command->lock);
  if (status == STATUS_OK)
    status = payload_read(command->path, &command->payload);
  if (status != STATUS_OK)
    return status;
  TRY(prepare(command, &prices));
  TRY(propose_all(command));
  qsort(command->proposals, (size_t)command->count, sizeof *command->proposals, compare_predicted);
  if (command->measured > 0) {
    TRY(payload_check_host(&command->payload, &command->tune));
    TRY(measure(command));
  }
  if (command->output.is_json)
    TRY(write_json(command));
  else
    print_report(command);
  if (command->best)
    TRY(output_file_write(command->best, write_module, command));
cleanup:
  give_back(command);
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
     "measure none after so many (0: no limit)"},
    {"--function", FLAG_TEXT, offsetof(PartitionsCommand, function), "NAME",
     "the function (default the first one)"},
    {"--best", FLAG_TEXT, offsetof(PartitionsCommand, best), "PATH",
     "write the module with the partition that measured best, or else is predicted to be, as "
     "attribute"},
    {"--core", FLAG_CORE, offsetof(PartitionsCommand, core), "N",
     "core to measure on (default -1: where it falls)"},
    {"--lock", FLAG_TEXT, offsetof(PartitionsCommand, lock), "PATH",
     "file that is locked while the clock runs (" TIMING_LOCK_DEFAULT ")"},
    {"--seed", FLAG_SEED, offsetof(PartitionsCommand, seed), "N",
     "seed of the annealing and of what is drawn (0)"},
    {0},
};

int command_partitions(int argc, char **argv) {
  PartitionsCommand command = {.rounds = DEFAULT_ROUNDS, .core = -1, .lock = TIMING_LOCK_DEFAULT};
  CommandLine line = {
      .name = "partitions",
      .usage = "MODULE.mlir [flags]",
      .summary = "Lists partitions of a function, which say what ops share kernels, by predicted "
                 "seconds:\nthe greedy one, all ops apart, all fused that can be, every better one "
                 "that beam and\nannealing saw on their way, and random ones. With --measure some "
                 "are measured.",
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
