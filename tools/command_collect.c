// autotune collect: plans what is to be measured, and measures it.
#include "base/array.h"
#include "base/file/timing_lock.h"
#include "base/text.h"
#include "tools/collect/child.h"
#include "tools/collect/collect_planner.h"
#include "tools/command_line.h"
#include "tools/commands.h"
#include "tools/ops/stored_module.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct CollectCommand {
  const char *modules, *corpus, *model;
  int64_t draws, targets, trials, variants; // 0: not given
  bool only_large, is_fullest, only_plans, refresh, has_constant_weights;
  CollectOptions options;
  OutputFlags output;
  CollectTotal total;
  bool is_done; // false: stopped by --seconds
} CollectCommand;

// --- planning

enum { SHARE_OF_OLD = 5 };

// Every layer for this machine, some for the older levels too.
static Status plan_corpus(CollectPlanner *planner, const CollectCommand *command) {
  Corpus corpus = {0};
  Rng rng = {(uint64_t)command->options.seed};
  int64_t before = collect_planner_tasks(planner);
  Status status = corpus_read(command->corpus, &corpus);
  for (int64_t n = 0; status == STATUS_OK && n < command->draws; n++) {
    CorpusRow row;
    corpus_draw(&corpus, &rng, &row);
    for (int t = 0; status == STATUS_OK && t < planner->count; t++)
      if (t == 0 || n % SHARE_OF_OLD == 0)
        status = collect_plan_layer(&planner->plans[t], planner->context, &row);
  }
  if (status == STATUS_OK)
    collect_planner_tell(planner, command->corpus, before);
  corpus_destroy(&corpus);
  return status;
}

// --- older versions of the space

// The plan whose code is limited to the same; NULL: this processor has no such.
static CollectPlan *find_plan(CollectPlanner *planner, const char *limit) {
  for (int t = 0; t < planner->count; t++)
    if (!strcmp(planner->plans[t].limit, limit))
      return &planner->plans[t];
  return NULL;
}

static Status plan_again(CollectPlanner *planner, int64_t number) {
  Status status = STATUS_OK;
  StoreTask task = {0};
  MlirModule module;
  TRY(store_read_task(planner->store, number, &task));
  CollectPlan *plan = find_plan(planner, task.limit);
  if (plan) {
    TRY(stored_module_parse(planner->context, &task, &module));
    status = collect_plan_again(plan, module, &task);
    mlirModuleDestroy(module);
  }
cleanup:
  store_task_destroy(&task);
  return status;
}

static Status plan_refresh(CollectPlanner *planner, const CollectCommand *command) {
  int64_t *numbers = NULL, count = 0, before = collect_planner_tasks(planner);
  Status status = store_open_existing(command->options.store, &planner->store);
  if (status == STATUS_OK)
    status = store_outdated(planner->store, collect_cpu(), &numbers, &count);
  for (int64_t n = 0; n < count && status == STATUS_OK; n++)
    status = plan_again(planner, numbers[n]);
  free(numbers);
  if (status == STATUS_OK && !planner->is_quiet)
    fprintf(stderr, "%s: %" PRId64 " tasks of older versions of the space, %" PRId64 " tasks\n",
            TEXT_LINE(command->options.store), count, collect_planner_tasks(planner) - before);
  return status;
}

static Status plan_all(const CollectCommand *command) {
  Status status = STATUS_OK;
  const CollectPlan plan = {.path = command->options.store,
                            .trials = command->trials,
                            .only_large = command->only_large || command->is_fullest,
                            .is_fullest = command->is_fullest,
                            .has_constant_weights = command->has_constant_weights,
                            .variant_percent = (int)command->variants,
                            .rng = {(uint64_t)command->options.seed}};
  CollectPlanner *planner = calloc(1, sizeof *planner);
  if (!planner)
    return status_fail(STATUS_SYSTEM, "no memory to plan");
  TRY(collect_planner_create(&plan, command->targets, planner));
  planner->is_quiet = command->output.is_quiet;
  if (command->modules)
    TRY(collect_planner_modules(planner, command->modules));
  if (command->corpus)
    TRY(plan_corpus(planner, command));
  if (command->refresh)
    TRY(plan_refresh(planner, command));
cleanup:
  collect_planner_destroy(planner);
  free(planner);
  return status;
}

static Status plan_in_child(void *command) { return plan_all(command); }

// --- flags

// What is given, but would do nothing.
static Status check_planning(const CollectCommand *command) {
  const struct {
    const char *name;
    bool is_given, with_refresh, with_source;
  } flags[] = {{"--modules", command->modules, false, false},
               {"--corpus", command->corpus, false, false},
               {"--refresh", command->refresh, true, false},
               {"--plan", command->only_plans, true, true},
               {"--draws", command->draws, false, true},
               {"--targets", command->targets, false, true},
               {"--variants", command->variants, false, true},
               {"--large", command->only_large, false, true},
               {"--fullest", command->is_fullest, false, true},
               {"--constant-weights", command->has_constant_weights, false, true},
               {"--trials", command->trials, false, true}};
  bool has_source = command->modules || command->corpus || command->refresh;
  for (size_t f = 0; f < sizeof flags / sizeof *flags; f++) {
    const char *name = flags[f].name;
    if (!flags[f].is_given)
      continue;
    if (command->options.promising)
      return status_fail(STATUS_USAGE,
                         "%s is for planning, and --promising measures what is done: leave %s out",
                         name, name);
    if (command->refresh && !flags[f].with_refresh)
      return status_fail(STATUS_USAGE,
                         "--refresh plans what is in the store as it was planned: leave %s out",
                         name);
    if (flags[f].with_source && !has_source)
      return status_fail(STATUS_USAGE,
                         "%s is for planning: add --modules or --corpus, or leave it out", name);
  }
  return STATUS_OK;
}

static Status check_flags(const CollectCommand *command) {
  if (command->model && !command->options.promising)
    return status_fail(STATUS_USAGE,
                       "--model says what --promising holds to be fast: add that, or leave it out");
  Status status = check_planning(command);
  if (status == STATUS_OK && command->draws && !command->corpus)
    status = status_fail(STATUS_USAGE,
                         "--draws counts layers of a corpus: add --corpus, or leave it out");
  return status;
}

static void set_defaults(CollectCommand *command) {
  int64_t cores = sysconf(_SC_NPROCESSORS_ONLN);
  CollectOptions *options = &command->options;
  if (!command->draws)
    command->draws = 500;
  if (!command->targets)
    command->targets = command->refresh ? COLLECT_MAX_TARGETS : 1;
  if (!command->trials)
    command->trials = 100;
  if (!options->jobs)
    options->jobs = cores < 1 ? 1 : cores > COLLECT_MAX_JOBS ? COLLECT_MAX_JOBS : cores;
}

static Status write_json(const CollectCommand *command) {
  Json *json = json_make_object();
  json_put_text(json, "file", command->options.store);
  json_put_integer(json, "tasks", command->total.tasks);
  json_put_integer(json, "rows", command->total.rows);
  json_put_integer(json, "rows_failed", command->total.failed);
  json_put_integer(json, "rows_measured_again", command->total.again);
  json_put_number(json, "seconds", command->total.seconds);
  json_put_bool(json, "is_done", command->is_done);
  return output_json(json);
}

static Status measure(CollectCommand *command) {
  command->options.total = &command->total;
  command->options.is_quiet = command->output.is_quiet;
  LearnedModel *model = NULL;
  Status status = command->model ? learned_model_load_file(command->model, &model) : STATUS_OK;
  command->options.model = model;
  if (status == STATUS_OK)
    status = collect_run(&command->options, &command->is_done);
  learned_model_destroy(model);
  return status == STATUS_OK && command->output.is_json ? write_json(command) : status;
}

static Status collect(void *values) {
  CollectCommand *command = values;
  Status status = STATUS_OK;
  if (command->output.is_json && command->only_plans)
    return status_fail(STATUS_USAGE,
                       "--json prints what was measured, and --plan measures nothing");
  status = check_flags(command);
  if (status == STATUS_OK)
    status = output_measuring(&command->output, "collect", &command->options.lock);
  if (status != STATUS_OK)
    return status;
  set_defaults(command);
  if (command->modules || command->corpus || command->refresh)
    status = child_run(plan_in_child, command,
                       "the process that plans was ended from outside or by a crash; the same "
                       "command plans the rest");
  return status == STATUS_OK && !command->only_plans ? measure(command) : status;
}

static const Flag flags[] = {
    {"--modules", FLAG_TEXT, offsetof(CollectCommand, modules), "PATHS",
     "plan the ops and affine nests of modules, or of all modules in a folder; joined by ','"},
    {"--corpus", FLAG_TEXT, offsetof(CollectCommand, corpus), "PATH",
     "plan layers drawn from a table, most of them perturbed"},
    {"--draws", FLAG_COUNT(1), offsetof(CollectCommand, draws), "N",
     "layers drawn from it (default 500)"},
    {"--targets", FLAG_INTEGER(1, COLLECT_MAX_TARGETS), offsetof(CollectCommand, targets), "N",
     "1: this machine; 2, 3: also limited to x86-64-v3, x86-64-v2"},
    {"--variants", FLAG_INTEGER(0, 100), offsetof(CollectCommand, variants), "PERCENT",
     "of the ops, whose other fusions are planned too (0)"},
    {"--large", FLAG_SWITCH, offsetof(CollectCommand, only_large), "",
     "plan contractions and windows only"},
    {"--fullest", FLAG_SWITCH, offsetof(CollectCommand, is_fullest), "",
     "the same, each with all fused that can be instead of what the pass fuses"},
    {"--constant-weights", FLAG_SWITCH, offsetof(CollectCommand, has_constant_weights), "",
     "plan with all arguments but data constant, packed before the clock starts, channels last "
     "too"},
    {"--trials", FLAG_COUNT(1), offsetof(CollectCommand, trials), "N",
     "schedules measured per task (default 100)"},
    {"--refresh", FLAG_SWITCH, offsetof(CollectCommand, refresh), "",
     "plan again what an older version of the space measured"},
    {"--promising", FLAG_COUNT(1), offsetof(CollectCommand, options.promising), "N",
     "of all tasks that are done, the N schedules that the model holds to be fastest"},
    {"--model", FLAG_TEXT, offsetof(CollectCommand, model), "PATH",
     "that model, a file of autotune train (default: the shipped one)"},
    {"--random", FLAG_INTEGER(0, 100), offsetof(CollectCommand, options.random), "PERCENT",
     "of the schedules, drawn uniformly (default 30)"},
    {"--jobs", FLAG_INTEGER(1, COLLECT_MAX_JOBS), offsetof(CollectCommand, options.jobs), "N",
     "processes that compile, at most 64 (default: cores)"},
    FLAG_ROW_TIMING_CORE(offsetof(CollectCommand, options.core)),
    FLAG_ROW_TIMING_LOCK(offsetof(CollectCommand, options.lock)),
    {"--seconds", FLAG_SECONDS(0), offsetof(CollectCommand, options.seconds), "S",
     "stop after so many (0: never)"},
    {"--task-seconds", FLAG_SECONDS(0), offsetof(CollectCommand, options.task_seconds), "S",
     "of one task at most (default 60, 0: no limit)"},
    {"--seed", FLAG_SEED, offsetof(CollectCommand, options.seed), "N",
     "seed of everything that is drawn (1)"},
    {"--plan", FLAG_SWITCH, offsetof(CollectCommand, only_plans), "", "plan only, measure nothing"},
    {0},
};

int command_collect(int argc, char **argv) {
  CollectCommand command = {.options = {.core = -1,
                                        .lock = TIMING_LOCK_DEFAULT,
                                        .task_seconds = 60,
                                        .random = 30,
                                        .seed = 1},
                            .is_done = true};
  CommandLine line = {
      .name = "collect",
      .usage = "STORE [flags]",
      .summary =
          "Measures schedules of many workloads into the SQLite file STORE. It may be killed at "
          "any\ntime: the same command goes on where it was. Exit code 3: stopped by --seconds. "
          "Without\n--modules, --corpus and --refresh it measures what is planned already.",
      .flags = flags,
      .values = &command,
      .positional = &command.options.store,
      .positional_count = 1,
      .output = &command.output,
      .has_json = true};
  int code = command_line_run(&line, argc, argv, collect);
  return code == 0 && !command.is_done ? 3 : code;
}
