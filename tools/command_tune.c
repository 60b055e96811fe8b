// autotune tune: measured tuning of a whole module, into a record store.
#include "base/file/timing_lock.h"
#include "base/text.h"
#include "search/measure/measure_search.h"
#include "tools/command_line.h"
#include "tools/commands.h"
#include "tools/ops/payload.h"
#include "tools/tune/slurm/slurm_files.h"
#include "tools/tune/slurm/slurm_job.h"
#include "tools/tune/slurm/slurm_run.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { DEFAULT_ROUNDS = 4 };

typedef struct TuneCommand {
  const char *module, *strategy, *shard, *risk, *dims;
  OptionTexts texts;
  double minutes;
  int64_t diversity, refit;
  TuneSettings settings;
  int64_t slurm; // shards; 0: this machine alone
  SlurmSettings jobs;
  const char *plan; // of the job that this process is; NULL: none
  TuneEnd end;
  OutputFlags output;
} TuneCommand;

static Status read_shard(TuneCommand *command) {
  long long shard, count;
  int end = 0;
  if (!command->shard)
    return STATUS_OK;
  if (sscanf(command->shard, "%lld/%lld%n", &shard, &count, &end) != 2 || command->shard[end] ||
      shard < 0 || count < 1 || shard >= count)
    return status_fail(STATUS_USAGE, "--shard %s: use I/N with I from 0 to N - 1", command->shard);
  command->settings.shard = shard;
  command->settings.shard_count = count;
  return STATUS_OK;
}

static Status read_slurm(TuneCommand *command) {
  const char *alone = command->plan              ? "--slurm-job"
                      : command->jobs.options[0] ? "--slurm-options"
                      : command->jobs.rounds     ? "--slurm-rounds"
                                                 : NULL;
  if (!command->slurm)
    return alone ? status_fail(STATUS_USAGE, "%s is for --slurm N", alone) : STATUS_OK;
  if (command->shard)
    return status_fail(STATUS_USAGE,
                       "--shard and --slurm exclude each other: every job is a shard");
  if (command->settings.trials > 0 && command->settings.trials < command->slurm)
    return status_fail(STATUS_USAGE,
                       "--trials %" PRId64 ": fewer than one for each of --slurm %" PRId64,
                       command->settings.trials, command->slurm);
  command->settings.shard_count = command->slurm;
  if (!command->jobs.rounds)
    command->jobs.rounds = DEFAULT_ROUNDS;
  return STATUS_OK;
}

static Status read_risk(TuneCommand *command) {
  static const char *const names[] = {
      [RISK_MEAN] = "mean", [RISK_EXPECTED_IMPROVEMENT] = "ei", [RISK_UPPER_BOUND] = "ucb"};
  for (size_t n = 0; n < sizeof names / sizeof *names; n++)
    if (!strcmp(names[n], command->risk)) {
      command->settings.learning.risk = (LearningRisk)n;
      return STATUS_OK;
    }
  return status_fail(STATUS_USAGE, "--risk %s: use one of mean, ei, ucb", command->risk);
}

static void place(CollectOptions *collect) {
  int64_t cores = sysconf(_SC_NPROCESSORS_ONLN);
  if (!collect->jobs)
    collect->jobs = cores < 1 ? 1 : cores > COLLECT_MAX_JOBS ? COLLECT_MAX_JOBS : cores;
  if (collect->core < 0)
    collect->core = collect_last_core();
}

// On this machine, as a job of Slurm, or by such jobs.
static Status run(TuneCommand *command) {
  if (command->plan)
    return slurm_job_run(&command->settings, command->plan, &command->end);
  if (command->slurm) {
    command->jobs.tune = &command->settings;
    command->jobs.texts = &command->texts;
    return slurm_run(&command->jobs, &command->end);
  }
  TuneResult result;
  Status status = tune_run(&command->settings, &result);
  command->end = result.end;
  tune_result_destroy(&result);
  return status;
}

// Where the run gave the module its attributes, a module without them is other workloads.
static void tell_how_to_compile(const TuneCommand *command) {
  const OptionTexts *texts = &command->texts;
  printf("compile with --records %s --target %s%s%s\n", TEXT_LINE(command->settings.collect.store),
         texts->target, *texts->script ? " --script " : "", texts->script);
  if (command->settings.has_constant_weights)
    printf(
        "the records are of constant weights: autotune run --constant-weights follows them as it "
        "is; for\ncompile and the pass, give each tensor argument of %s that is no data the "
        "attribute " CONSTANT_ARGUMENT_ATTRIBUTE "\n",
        command->module);
}

// What the module names is asked before anything is measured, as the option is.
static Status check_target(const char *path, const TuneOptions *options) {
  if (options->has_target)
    return payload_check_target(options);
  Payload payload;
  Status status = payload_read(path, NULL, &payload);
  if (status != STATUS_OK)
    return status;
  status = payload_check_host(&payload, options);
  payload_destroy(&payload);
  return status;
}

static Status tune(void *values) {
  TuneCommand *command = values;
  TuneSettings *settings = &command->settings;
  TuneOptions options;
  Status status = STATUS_OK;
  if (!settings->collect.store)
    TRY(status_fail(STATUS_USAGE, "--records PATH is missing: the store that results go to"));
  if (settings->trials == 0 && command->minutes == 0)
    TRY(status_fail(STATUS_USAGE, "there is no budget: give --trials N, --minutes M or both"));
  TRY(open_sizes_read(command->dims, &settings->sizes));
  TRY(read_shard(command));
  TRY(read_slurm(command));
  TRY(read_risk(command));
  TRY(strategy_read(command->strategy, &settings->strategy));
  TRY(output_measuring(&command->output, "tune", &settings->collect.lock));
  command->texts.records = "";
  TRY(command_line_options(&command->output, "tune", &command->texts, &options));
  TRY(check_target(command->module, &options));
  settings->module = command->module;
  settings->is_json = command->output.is_json;
  settings->collect.is_quiet = command->output.is_quiet;
  settings->options = &options;
  settings->learning.diversity = (int)command->diversity;
  settings->learning.refit = (int)command->refit;
  settings->seconds = 60 * command->minutes;
  place(&settings->collect);
  TRY(run(command));
  if (command->end == TUNE_STOPPED)
    output_error("tune",
                 "stopped, and nothing that was measured is lost: the same command goes on");
  else if (!command->output.is_json)
    tell_how_to_compile(command);
cleanup:
  return status;
}

static const Flag flags[] = {
    {"--records", FLAG_TEXT, offsetof(TuneCommand, settings.collect.store), "PATH",
     "the record store, made when it is missing"},
    {"--trials", FLAG_COUNT(1), offsetof(TuneCommand, settings.trials), "N",
     "schedules measured in all, earlier runs of this command included"},
    {"--minutes", FLAG_NUMBER(0, 1000000), offsetof(TuneCommand, minutes), "M",
     "time for all of it, earlier runs of this command included"},
    {"--constant-weights", FLAG_SWITCH, offsetof(TuneCommand, settings.has_constant_weights), "",
     "all arguments but data are constant, packed before the clock starts"},
    {"--dim", FLAG_TEXT, offsetof(TuneCommand, dims), "SIZES",
     "unknown sizes of the whole module's test, as batch=4,seq=77 (default: of those that are "
     "expected the smallest, middle and largest)"},
    {"--warm-weights", FLAG_SWITCH, offsetof(TuneCommand, settings.has_warm_weights), "",
     "time every call on the same weights, which the caches then hold (default: other copies at "
     "each call)"},
    {"--strategy", FLAG_TEXT, offsetof(TuneCommand, strategy), "NAME",
     "model, evolution, genetic, random or grid (default model)"},
    {"--batch", FLAG_INTEGER(1, 1000), offsetof(TuneCommand, settings.batch), "N",
     "trials of a task from one choice of the scheduler to the next (default 32)"},
    {"--refit", FLAG_INTEGER(0, LEARNING_MOST_REFIT), offsetof(TuneCommand, refit), "N",
     "fit the trees again after N trials, in sixteens, or after an eighth of a task's where that "
     "is more, at most 64 (0: after 16, the first on top of the shipped model after 32)"},
    {"--diversity", FLAG_INTEGER(1, 8), offsetof(TuneCommand, diversity), "N",
     "pick a batch from N times as many, new knob values first (default 2)"},
    {"--epsilon", FLAG_NUMBER(0, 1), offsetof(TuneCommand, settings.learning.epsilon), "PART",
     "of a batch that is drawn at random (default 0.05)"},
    {"--risk", FLAG_TEXT, offsetof(TuneCommand, risk), "NAME",
     "rank candidates by mean, ei (expected improvement) or ucb (upper confidence bound)"},
    {"--regression", FLAG_SWITCH, offsetof(TuneCommand, settings.learning.is_regression), "",
     "trees learn speeds, not orders"},
    {"--discount", FLAG_NUMBER(0, 1000000), offsetof(TuneCommand, settings.learning.discount), "N",
     "trials after which the shipped model counts half (0: it always counts)"},
    {"--shard", FLAG_TEXT, offsetof(TuneCommand, shard), "I/N",
     "only part I, from 0, of the tasks in N parts; autotune records merge joins the stores"},
    {"--slurm", FLAG_INTEGER(1, SLURM_MAX_SHARDS), offsetof(TuneCommand, slurm), "N",
     "by arrays of N jobs of Slurm, each of which tunes a part of the tasks on a node; --minutes "
     "is "
     "of each"},
    {"--slurm-rounds", FLAG_INTEGER(1, 1000), offsetof(TuneCommand, jobs.rounds), "N",
     "equal parts of the budget, after each of which the stores are merged (default 4)"},
    {"--slurm-options", FLAG_TEXT, offsetof(TuneCommand, jobs.options), "TEXT",
     "more options of sbatch, split at blanks"},
    {"--slurm-job", FLAG_TEXT, offsetof(TuneCommand, plan), "PLAN",
     "what the jobs of --slurm are given"},
    {"--jobs", FLAG_INTEGER(1, COLLECT_MAX_JOBS), offsetof(TuneCommand, settings.collect.jobs), "N",
     "tasks at once; they compile side by side and are timed in turn (default: cores)"},
    FLAG_ROW_TIMING_CORE(offsetof(TuneCommand, settings.collect.core)),
    FLAG_ROW_TIMING_LOCK(offsetof(TuneCommand, settings.collect.lock)),
    {"--seed", FLAG_SEED, offsetof(TuneCommand, settings.collect.seed), "N",
     "seed of everything that is drawn (1)"},
    {0},
};

int command_tune(int argc, char **argv) {
  const LearningOptions learning = learning_options_default();
  TuneCommand command = {
      .strategy = "model",
      .risk = "mean",
      .diversity = learning.diversity,
      .refit = learning.refit,
      .settings = {.batch = 32,
                   .learning = learning,
                   .collect = {.core = -1, .lock = TIMING_LOCK_DEFAULT, .seed = 1}},
      .jobs = {.options = "", .arguments = (const char *const *)argv}};
  CommandLine line = {
      .name = "tune",
      .usage = "MODULE.mlir --records STORE [flags]",
      .summary =
          "Measures schedules of all ops of a module, most where the whole gains most, and keeps "
          "them in\nSTORE, by which records= and --records tune without measuring. At last the "
          "whole module is timed, and\nwinners that are not faster in it are taken back. It may be "
          "stopped or killed at any time: the same\ncommand goes on. Exit code 3: stopped by "
          "Ctrl-C.",
      .flags = flags,
      .values = &command,
      .positional = &command.module,
      .positional_count = 1,
      .options = &command.texts,
      .output = &command.output,
      .has_json = true};
  option_texts_init(&command.texts);
  command.texts.target = "host";
  int code = command_line_run(&line, argc, argv, tune);
  return code == 0 && command.end == TUNE_STOPPED ? 3 : code;
}
