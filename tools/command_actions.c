// Actions: commands of two words, such as `autotune records list`, as a table with a row per
// action.
#include "tools/command_actions.h"

#include <stdio.h>
#include <string.h>

static void list(const Actions *actions, FILE *file) {
  for (int i = 0; i < actions->count; i++)
    fprintf(file, "%s %s %s %s\n    %s\n", i ? "      " : "usage:", output_program(),
            actions->items[i].name, actions->items[i].usage, actions->items[i].summary);
}

static int refuse(const Actions *actions, const char *word) {
  char words[256];
  size_t used = 0;
  for (const char *const *at = actions->elsewheres; at && *at; at++)
    if (!strcmp(*at, word)) {
      output_error(actions->command, "no action '%s' here; use %s %s %s", word, actions->elsewhere,
                   actions->command, word);
      return 2;
    }
  for (int i = 0; i < actions->count && used < sizeof words; i++)
    used += (size_t)snprintf(words + used, sizeof words - used, "%s%s",
                             i == 0                   ? ""
                             : i + 1 < actions->count ? ", "
                                                      : " or ",
                             actions->items[i].word);
  output_error(actions->command, "no action '%s'; use %s", word, words);
  return 2;
}

static int run(const Actions *actions, const Action *action, int argc, char **argv) {
  CommandLine line = {.name = action->name,
                      .usage = action->usage,
                      .summary = action->summary,
                      .flags = action->flags,
                      .values = actions->values,
                      .positional = actions->paths,
                      .positional_count = action->positional_count,
                      .output = actions->output,
                      .has_json = action->has_json};
  return command_line_run(&line, argc, argv, action->run);
}

int command_actions_run(const Actions *actions, int argc, char **argv) {
  if (argc < 2) {
    list(actions, stderr);
    return 2;
  }
  if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
    list(actions, stdout);
    return command_line_finish(actions->command);
  }
  for (int i = 0; i < actions->count; i++)
    if (!strcmp(actions->items[i].word, argv[1]))
      return run(actions, &actions->items[i], argc - 1, argv + 1);
  return refuse(actions, argv[1]);
}
