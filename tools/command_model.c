// autotune model show: where a learned model comes from, in words.
#include "base/text.h"
#include "costmodel/learned_model_file.h"
#include "records/json.h"
#include "tools/command_line.h"
#include "tools/commands.h"
#include "tools/report/describe.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct ModelCommand {
  const char *path; // NULL: the model inside the library
  int count;        // of paths
  OutputFlags output;
  LearnedModel *model;
} ModelCommand;

static const struct {
  const char *key, *words;
} kinds[SUPPORT_KIND_COUNT] = {
    [SUPPORT_CONVOLUTION] = {"convolutions", "convolutions"},
    [SUPPORT_CONTRACTION] = {"contractions", "products of matrices and vectors"},
    [SUPPORT_WINDOW] = {"poolings", "poolings"},
    [SUPPORT_REDUCTION] = {"reductions", "other reductions"},
    [SUPPORT_ELEMENTWISE] = {"elementwise", "elementwise ops, copies and transposes"},
};

static const char *name_of(const ModelCommand *command) {
  return command->path ? command->path : "the model inside the library";
}

static Status print_json(const ModelCommand *command) {
  size_t counts[SUPPORT_KIND_COUNT], bytes;
  char hash[24];
  const Support *support = learned_model_support(command->model);
  Json *json = json_make_object(), *points = json_make_object();
  support_count_kinds(support, counts);
  learned_model_bytes(command->model, &bytes);
  snprintf(hash, sizeof hash, "%016" PRIx64, learned_model_hash(command->model));
  if (command->path)
    json_put_text(json, "file", command->path);
  json_put_text(json, "hash", hash);
  json_put_integer(json, "bytes", (int64_t)bytes);
  json_put_text(json, "trained_on", learned_model_note(command->model));
  json_put_integer(json, "targets", (int64_t)support_machine_count(support));
  for (int kind = 0; kind < SUPPORT_KIND_COUNT; kind++)
    json_put_integer(points, kinds[kind].key, (int64_t)counts[kind]);
  json_put(json, "workloads", points);
  return output_json(json);
}

// "116302 schedules ..., measured on CPU, CPU": a line for each processor. Their names have no
// comma.
static void print_note(const char *note) {
  static const char BEFORE[] = ", measured on ";
  const char *list = strstr(note, BEFORE);
  int before = list ? (int)(list - note) : (int)strlen(note);
  printf("  trained on %.*s\n", before, note);
  for (const char *cpu = list ? list + strlen(BEFORE) : ""; *cpu;) {
    size_t length = strcspn(cpu, ",");
    printf("    measured on %.*s\n", (int)length, cpu);
    cpu += length;
    cpu += strspn(cpu, ", ");
  }
}

static Status print_words(const ModelCommand *command) {
  size_t counts[SUPPORT_KIND_COUNT], bytes;
  const Support *support = learned_model_support(command->model);
  size_t machines = support_machine_count(support);
  support_count_kinds(support, counts);
  learned_model_bytes(command->model, &bytes);
  printf("%s: learned model %016" PRIx64 ", %.1f MB\n", TEXT_LINE(name_of(command)),
         learned_model_hash(command->model), (double)bytes / 1e6);
  print_note(learned_model_note(command->model));
  printf("  knows %zu workload%s on %zu target%s:\n", support_count(support),
         plural((int64_t)support_count(support)), machines, plural((int64_t)machines));
  for (int kind = 0; kind < SUPPORT_KIND_COUNT; kind++)
    if (counts[kind] > 0)
      printf("    %7zu %s\n", counts[kind], kinds[kind].words);
  return STATUS_OK;
}

static Status show(void *values) {
  ModelCommand *command = values;
  Status status = learned_model_open(command->path, &command->model);
  if (status != STATUS_OK)
    return status_fail(STATUS_USAGE, "%s", status_text());
  status = (command->output.is_json ? print_json : print_words)(command);
  learned_model_destroy(command->model);
  return status;
}

static const Flag flags[] = {{0}};

int command_model(int argc, char **argv) {
  ModelCommand command = {.path = NULL};
  CommandLine line = {.name = "model show",
                      .usage = "[FILE] [flags]",
                      .summary =
                          "Says where a learned model comes from: how many schedules of how many "
                          "tasks, on which\nprocessors, of which kinds of ops. FILE is one of "
                          "autotune train; without it, the model\ninside the library.",
                      .flags = flags,
                      .values = &command,
                      .positional = &command.path,
                      .positional_count = 1,
                      .found = &command.count,
                      .may_be_none = true,
                      .output = &command.output,
                      .has_json = true};
  if (argc > 1 && !strcmp(argv[1], "show"))
    return command_line_run(&line, argc - 1, argv + 1, show);
  if (argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")))
    return command_line_run(&line, argc, argv, show);
  output_error("model", "the action is 'show'; see autotune model --help");
  return 2;
}
