// autotune pipelines: the pass lists, for those who build their own.
#include "core/status.h"
#include "passes/pipelines.h"
#include "tools/command_line.h"
#include "tools/commands.h"

#include <stdio.h>
#include <string.h>

typedef struct PipelinesCommand {
  const char *name; // "": all
  OutputFlags output;
} PipelinesCommand;

static const Flag flags[] = {
    {"--name", FLAG_TEXT, offsetof(PipelinesCommand, name), "NAME", "only this one, the bare text"},
    {0},
};

static Status print_pipelines(void *values) {
  const PipelinesCommand *command = values;
  bool is_found = !*command->name;
  for (const Pipeline *pipeline = pipelines_list(); pipeline->name; pipeline++)
    if (!*command->name) {
      printf("%s: %s\n%s\n\n", pipeline->name, pipeline->description, pipeline->text());
    } else if (!strcmp(command->name, pipeline->name)) {
      printf("%s\n", pipeline->text());
      is_found = true;
    }
  return is_found ? STATUS_OK
                  : status_fail(STATUS_USAGE,
                                "--name %s: no such pipeline; autotune pipelines lists them",
                                command->name);
}

int command_pipelines(int argc, char **argv) {
  PipelinesCommand command = {.name = ""};
  CommandLine line = {.name = "pipelines",
                      .usage = "[flags]",
                      .summary = "Prints every pipeline as mlir-opt takes it after "
                                 "--pass-pipeline=, with\nthe plugin loaded.",
                      .flags = flags,
                      .values = &command,
                      .output = &command.output};
  return command_line_run(&line, argc, argv, print_pipelines);
}
