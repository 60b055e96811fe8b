// autotune pipelines: the pass lists, for those who build their own.
#include "core/status.h"
#include "passes/pipelines.h"
#include "tools/command_line.h"
#include "tools/commands.h"

#include <stdio.h>
#include <string.h>

int command_pipelines(int argc, char **argv) {
  const char *name = "";
  const Flag flags[] = {
      {"--name", FLAG_TEXT, &name, "NAME", "only this one, the bare text"},
      {0},
  };
  CommandLine line = {"autotune pipelines [flags]",
                      "Prints every pipeline as mlir-opt takes it behind --pass-pipeline=, with\n"
                      "the plugin loaded.",
                      flags, NULL, 0};
  CommandLineResult result = command_line_read(&line, argc, argv);
  if (result != COMMAND_LINE_OK)
    return result == COMMAND_LINE_BAD ? 2 : 0;
  for (const Pipeline *pipeline = pipelines_list(); pipeline->name; pipeline++) {
    if (!*name)
      printf("%s: %s\n%s\n\n", pipeline->name, pipeline->description, pipeline->text());
    else if (!strcmp(name, pipeline->name))
      return printf("%s\n", pipeline->text()) < 0;
  }
  if (!*name)
    return 0;
  status_fail(STATUS_USAGE, "--name %s: no such pipeline; autotune pipelines lists them", name);
  fprintf(stderr, "autotune pipelines: %s\n", status_text());
  return 2;
}
