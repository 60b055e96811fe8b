// autotune script: a transform script as the search space of a module.
#include "base/file/output_file.h"
#include "base/file/timing_lock.h"
#include "tools/collect/collect.h"
#include "tools/command_line.h"
#include "tools/commands.h"
#include "tools/report/describe.h"
#include "tools/script/script_tune.h"
#include "transforms/ir.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct ScriptCommand {
  const char *paths[2]; // module, script
  const char *selected, *transformed;
  double minutes;
  bool opens;
  const char *by; // measure or model
  const char *machine;
  ScriptSettings settings;
  Target target;
  ScriptPrices prices; // by model
  double untouched_price;
  Payload payload;
  ScriptSpace space;
  ScriptResult result;
  OutputFlags output;
} ScriptCommand;

// --- the result

static bool write_script(FILE *file, const void *user) {
  const ScriptCommand *command = user;
  ir_write(mlirModuleGetOperation(command->space.script), file);
  return true;
}

static bool write_text(FILE *file, const void *user) { return fputs(user, file) >= 0; }

static Status write_transformed(const ScriptCommand *command, const ScriptPoint *point) {
  char *text = NULL;
  const ScriptSubject subject = {&command->payload, &command->space};
  Status status = script_apply(&subject, point, &text);
  if (status == STATUS_OK)
    status = output_file_write(command->transformed, write_text, text);
  free(text);
  return status;
}

static Status write_files(const ScriptCommand *command) {
  ScriptPoint point;
  Status status = STATUS_OK;
  if (!script_point_parse(&command->space, command->result.best, &point))
    return status_fail(STATUS_STORE, "%s: its best record is no point of %s",
                       command->settings.store, command->paths[1]);
  if (command->transformed)
    status = write_transformed(command, &point);
  if (status == STATUS_OK && command->selected) {
    script_point_select(&command->space, &point);
    status = output_file_write(command->selected, write_script, command);
  }
  return status;
}

static void print_result(const ScriptCommand *command) {
  const ScriptResult *result = &command->result;
  printf("%d choice%s, %" PRIu64 " point%s: %" PRId64 " measured, %" PRId64 " failed",
         command->space.count, plural(command->space.count), command->space.size,
         plural((int64_t)command->space.size), result->trials, result->failed);
  if (result->wrong)
    printf(", %" PRId64 " of them by wrong results", result->wrong);
  printf("\n");
  if (!result->best[0])
    return;
  printf("best %.4f ms", 1e3 * result->best_seconds);
  if (result->untouched_seconds > 0)
    printf(", untouched %.4f ms, %.2fx", 1e3 * result->untouched_seconds,
           result->untouched_seconds / result->best_seconds);
  printf(": %s\n", result->best);
  if (!isnan(result->tau))
    printf("tau %.2f: order of the model's prices and of the times of %" PRId64 " points\n",
           result->tau, result->compared);
}

static void warn_of_loss(const ScriptResult *result) {
  if (result->best[0] && result->untouched_seconds > 0 &&
      result->best_seconds >= result->untouched_seconds)
    output_warning("script", "no point that was measured is faster than the untouched module");
}

static Status write_json(const ScriptCommand *command) {
  const ScriptResult *result = &command->result;
  Json *json = json_make_object();
  json_put_integer(json, "choices", command->space.count);
  json_put_number(json, "points", (double)command->space.size);
  json_put_integer(json, "trials", result->trials);
  json_put_integer(json, "failed", result->failed);
  json_put_integer(json, "wrong_results", result->wrong);
  json_put_bool(json, "is_stopped", result->is_stopped);
  if (result->untouched_seconds > 0)
    json_put_number(json, "untouched_seconds", result->untouched_seconds);
  if (!isnan(result->tau)) {
    json_put_integer(json, "compared", result->compared);
    json_put_number(json, "tau", result->tau);
  }
  if (result->best[0]) {
    json_put_number(json, "best_seconds", result->best_seconds);
    json_put_text(json, "best", result->best);
  }
  return output_json(json);
}

// --- by the model

static bool is_endless(const void *user) { return user != NULL; }

static void print_each(const ScriptCommand *command) {
  char text[SCRIPT_POINT_BYTES];
  for (int64_t n = 0; n < command->prices.priced; n++) {
    script_point_print(&command->space, &command->prices.search.trials[n].point, text);
    output_note(&command->output, "script", "%.4f ms predicted: %s",
                1e3 * command->prices.search.trials[n].seconds, text);
  }
}

static void print_prices(const ScriptCommand *command) {
  const ScriptPrices *prices = &command->prices;
  double best = prices->search.trials[0].seconds;
  printf("%d choice%s, %" PRIu64 " point%s: %" PRId64 " priced, %" PRId64 " without a price",
         command->space.count, plural(command->space.count), command->space.size,
         plural((int64_t)command->space.size), prices->priced, prices->unpriced);
  printf(prices->reason[0] ? " (%s)\n" : "\n", prices->reason);
  printf("predicted %.4f ms", 1e3 * best);
  if (isfinite(command->untouched_price))
    printf(", untouched %.4f ms, %.2fx", 1e3 * command->untouched_price,
           command->untouched_price / best);
  printf(": %s\n", command->result.best);
}

static Status write_prices(const ScriptCommand *command) {
  const ScriptPrices *prices = &command->prices;
  Json *json = json_make_object();
  json_put_integer(json, "choices", command->space.count);
  json_put_number(json, "points", (double)command->space.size);
  json_put_integer(json, "priced", prices->priced);
  json_put_integer(json, "unpriced", prices->unpriced);
  if (isfinite(command->untouched_price))
    json_put_number(json, "untouched_predicted_seconds", command->untouched_price);
  json_put_number(json, "predicted_seconds", prices->search.trials[0].seconds);
  json_put_text(json, "best", command->result.best);
  return output_json(json);
}

static Status check_model_flags(ScriptCommand *command) {
  const ScriptSettings *settings = &command->settings;
  if (!settings->store && settings->trials == 0 && command->minutes == 0)
    return target_parse(command->machine ? command->machine : "host", &command->target);
  return status_fail(STATUS_USAGE, "--by model measures nothing and keeps nothing: leave out "
                                   "--records, --trials and --minutes");
}

static Status price_script(ScriptCommand *command, const ScriptSubject *subject) {
  const ScriptModel model = {subject, command->settings.function, &command->target};
  const ScriptPricer pricer = script_pricer(&model);
  const ScriptBudget budget = {SCRIPT_MOST_PRICES, is_endless, NULL};
  ScriptPrices *prices = &command->prices;
  Status status = STATUS_OK;
  TRY(script_prices_find(&pricer, command->settings.seed, &budget, prices));
  if (prices->priced == 0)
    TRY(status_fail(STATUS_USAGE, "no point of %s has a price: %s", command->paths[1],
                    prices->reason));
  script_prices_sort(prices);
  script_point_print(&command->space, &prices->search.trials[0].point, command->result.best);
  status = script_price(&model, NULL, &command->untouched_price);
  if (status == STATUS_REJECTED)
    command->untouched_price = INFINITY;
  else if (status != STATUS_OK)
    goto cleanup;
  if (command->output.is_verbose)
    print_each(command);
  if (command->output.is_json)
    TRY(write_prices(command));
  else
    print_prices(command);
  TRY(write_files(command));
cleanup:
  script_prices_destroy(prices);
  return status;
}

// --- the work

static Status read_settings(ScriptCommand *command) {
  Status status = STATUS_OK;
  ScriptSettings *settings = &command->settings;
  TRY(output_file_check(command->selected));
  TRY(output_file_check(command->transformed));
  if (!strcmp(command->by, "model"))
    return check_model_flags(command);
  if (strcmp(command->by, "measure"))
    TRY(status_fail(STATUS_USAGE, "--by %s: use one of measure, model", command->by));
  if (command->machine)
    TRY(status_fail(STATUS_USAGE, "--target goes with --by model: measured is this machine"));
  if (!settings->store)
    TRY(status_fail(STATUS_USAGE, "--records PATH is missing: the store that results go to"));
  if (settings->trials == 0 && command->minutes == 0)
    TRY(status_fail(STATUS_USAGE, "there is no budget: give --trials N, --minutes M or both"));
  TRY(output_measuring(&command->output, "script", &settings->lock));
  if (settings->core < 0)
    settings->core = collect_last_core();
  settings->seconds = 60 * command->minutes;
  settings->is_quiet = command->output.is_quiet;
cleanup:
  return status;
}

static Status finish(ScriptCommand *command) {
  const ScriptResult *result = &command->result;
  Status status = STATUS_OK;
  if (command->output.is_json)
    TRY(write_json(command));
  else
    print_result(command);
  warn_of_loss(result);
  if (result->is_stopped) {
    output_error("script",
                 "stopped, and nothing that was measured is lost: the same command goes on");
    return STATUS_OK;
  }
  if (!result->best[0])
    TRY(status_fail(STATUS_USAGE, "no point of %s gave the results of %s: %s", command->paths[1],
                    command->paths[0], result->reason[0] ? result->reason : "none was measured"));
  TRY(write_files(command));
cleanup:
  return status;
}

static Status tune_script(void *values) {
  ScriptCommand *command = values;
  const ScriptSubject subject = {&command->payload, &command->space};
  char target[OPTION_TARGET_BYTES];
  const char *limit;
  Status status = read_settings(command);
  if (status == STATUS_OK)
    status = payload_read(command->paths[0], NULL, &command->payload);
  if (status != STATUS_OK)
    return status;
  TRY(script_space_read(command->payload.context, command->paths[1], command->opens,
                        &command->space));
  TRY(script_space_require_choice(&command->space, command->paths[1]));
  if (!strcmp(command->by, "model")) {
    TRY(price_script(command, &subject));
    goto cleanup;
  }
  if (!collect_target(0, target, sizeof target, &limit))
    TRY(status_fail(STATUS_SYSTEM, "this processor cannot be described"));
  TRY(target_parse(target, &command->target));
  command->settings.target = target;
  command->settings.machine = &command->target;
  TRY(script_tune(&subject, &command->settings, &command->result));
  TRY(finish(command));
cleanup:
  script_space_destroy(&command->space);
  payload_destroy(&command->payload);
  return status;
}

static const Flag flags[] = {
    {"-o", FLAG_TEXT, offsetof(ScriptCommand, selected), "PATH",
     "write the script with the best point as selected and selected_region"},
    {"--transformed", FLAG_TEXT, offsetof(ScriptCommand, transformed), "PATH",
     "write the module as the best point transforms it"},
    {"--by", FLAG_TEXT, offsetof(ScriptCommand, by), "WORD",
     "what chooses: measure (default), or model, which measures nothing"},
    {"--target", FLAG_TEXT, offsetof(ScriptCommand, machine), "NAME",
     "machine that the model prices for (default: this one)"},
    {"--records", FLAG_TEXT, offsetof(ScriptCommand, settings.store), "PATH",
     "the record store, made when it is missing"},
    {"--trials", FLAG_COUNT(1), offsetof(ScriptCommand, settings.trials), "N",
     "points measured in all, earlier runs of this command included"},
    {"--minutes", FLAG_NUMBER(0, 1000000), offsetof(ScriptCommand, minutes), "M",
     "time for all of it, earlier runs of this command included"},
    {"--strategy", FLAG_TEXT, offsetof(ScriptCommand, settings.strategy), "NAME",
     "genetic or random (default genetic)"},
    {"--again", FLAG_SWITCH, offsetof(ScriptCommand, opens), "",
     "choose anew what the script has selected already"},
    {"--function", FLAG_TEXT, offsetof(ScriptCommand, settings.function), "NAME",
     "function that is run (default the first public one)"},
    FLAG_ROW_TIMING_CORE(offsetof(ScriptCommand, settings.core)),
    FLAG_ROW_TIMING_LOCK(offsetof(ScriptCommand, settings.lock)),
    {"--seed", FLAG_SEED, offsetof(ScriptCommand, settings.seed), "N",
     "seed of everything that is drawn (1)"},
    {0},
};

int command_script(int argc, char **argv) {
  ScriptCommand command = {
      .by = "measure",
      .settings = {.strategy = "genetic", .core = -1, .seed = 1, .lock = TIMING_LOCK_DEFAULT}};
  CommandLine line = {
      .name = "script",
      .usage = "MODULE.mlir SCRIPT.mlir --records STORE [flags]\n       autotune script "
               "MODULE.mlir SCRIPT.mlir --by model [flags]",
      .summary =
          "Takes a transform script as a search space: every transform.tune.knob and "
          "transform.tune.alternatives\nwithout a selection is a choice. Points are applied to the "
          "module, compared with the untouched module\nand measured; the fastest is selected in "
          "the "
          "script. The same command goes on with what STORE has.\nExit code 3: stopped by Ctrl-C.",
      .flags = flags,
      .values = &command,
      .positional = command.paths,
      .positional_count = 2,
      .output = &command.output,
      .has_json = true};
  int code = command_line_run(&line, argc, argv, tune_script);
  return code == 0 && command.result.is_stopped ? 3 : code;
}
