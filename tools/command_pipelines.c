// autotune pipelines: the pass lists, for those who build their own, and the plugin that has the
// passes.
#include "base/status.h"
#include "passes/pipelines.h"
#include "tools/command_line.h"
#include "tools/commands.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct PipelinesCommand {
  const char *name; // "": all
  bool wants_plugin;
  OutputFlags output;
} PipelinesCommand;

static const Flag flags[] = {
    {"--name", FLAG_TEXT, offsetof(PipelinesCommand, name), "NAME", "only this one, the bare text"},
    {"--plugin", FLAG_SWITCH, offsetof(PipelinesCommand, wants_plugin), "",
     "only the path of the plugin that belongs to this program, for --load-pass-plugin"},
    {0},
};

// The folders of programs and libraries lie side by side, where they are built and installed.
static Status print_plugin(void) {
  char self[PATH_MAX] = "", path[PATH_MAX + 32], found[PATH_MAX];
  if (!realpath("/proc/self/exe", self))
    return status_fail(STATUS_SYSTEM, "cannot find this program: %s", strerror(errno));
  snprintf(path, sizeof path, "%.*s/../lib/libautotune.so", (int)(strrchr(self, '/') - self), self);
  if (!realpath(path, found))
    return status_fail(
        STATUS_USAGE,
        "the plugin is not at %s: build it with scripts/build, or install the package", path);
  printf("%s\n", found);
  return STATUS_OK;
}

static Status print_pipelines(void *values) {
  const PipelinesCommand *command = values;
  if (command->wants_plugin)
    return print_plugin();
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
                      .summary =
                          "Prints every pipeline as mlir-opt takes it after "
                          "--pass-pipeline=, with\nthe plugin loaded, or says where that is.",
                      .flags = flags,
                      .values = &command,
                      .output = &command.output};
  return command_line_run(&line, argc, argv, print_pipelines);
}
