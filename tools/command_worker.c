// autotune worker: the process in which candidates are measured. Started by
// runtime/worker, not by people.
#include "passes/autotune_shim.h"
#include "runtime/worker/worker_serve.h"
#include "tools/command_line.h"
#include "tools/commands.h"
#include "transforms/lowering/lowering.h"

#include <stdint.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

static bool is_socket(int descriptor) {
  int type;
  socklen_t size = sizeof type;
  return getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &size) == 0;
}

typedef struct WorkerCommand {
  WorkerServeOptions options;
  int64_t core;
  int code; // of the process, when it served
} WorkerCommand;

static const Flag flags[] = {
    {"--core", FLAG_CORE, offsetof(WorkerCommand, core), "N",
     "run on this core only (default -1: any)"},
    {"--memory", FLAG_INTEGER(0, (double)INT64_MAX), offsetof(WorkerCommand, options.memory_bytes),
     "BYTES", "limit on memory (0: none)"},
    {"--compile-seconds", FLAG_SECONDS(0), offsetof(WorkerCommand, options.compile_seconds), "S",
     "deadline of compiling (20)"},
    {"--lock", FLAG_ANY_TEXT, offsetof(WorkerCommand, options.lock), "PATH",
     "file that is locked while the clock runs"},
    {"--cpu", FLAG_ANY_TEXT, offsetof(WorkerCommand, options.cpu), "NAME",
     "what the code is limited to (empty: nothing)"},
    {"--run-seconds", FLAG_SECONDS(0), offsetof(WorkerCommand, options.run_seconds), "S",
     "deadline of one run (20)"},
    {0},
};

static Status serve(void *values) {
  WorkerCommand *command = values;
  if (!is_socket(STDIN_FILENO))
    return status_fail(STATUS_USAGE, "the standard input is not a socket; workers are started by "
                                     "the commands that measure");
  command->options.core = (int)command->core;
  autotune_register_passes();
  lowering_register();
  command->code = worker_serve(&command->options);
  return STATUS_OK;
}

int command_worker(int argc, char **argv) {
  WorkerCommand command = {
      .options = {.core = -1, .compile_seconds = 20, .run_seconds = 20, .lock = "", .cpu = ""},
      .core = -1};
  CommandLine line = {.name = "worker",
                      .usage = "[flags]",
                      .summary =
                          "Serves requests to measure on the socket that is its standard input.",
                      .flags = flags,
                      .values = &command};
  int code = command_line_run(&line, argc, argv, serve);
  return code ? code : command.code;
}
