// autotune worker: the process in which candidates are measured. Started by
// runtime/worker, not by people.
#include "passes/autotune_shim.h"
#include "runtime/worker_serve.h"
#include "tools/command_line.h"
#include "tools/commands.h"
#include "transforms/lowering.h"

#include <stdint.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

static bool is_socket(int descriptor) {
  int type;
  socklen_t size = sizeof type;
  return getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &size) == 0;
}

int command_worker(int argc, char **argv) {
  WorkerServeOptions options = {
      .core = -1, .compile_seconds = 20, .run_seconds = 20, .lock = "", .cpu = ""};
  int64_t core = -1;
  const Flag flags[] = {
      {"--core", FLAG_CORE, &core, "N", "run on this core only (default -1: any)"},
      {"--memory", FLAG_INTEGER(0, (double)INT64_MAX), &options.memory_bytes, "BYTES",
       "limit on memory (0: none)"},
      {"--compile-seconds", FLAG_SECONDS(0), &options.compile_seconds, "S",
       "deadline of compiling (20)"},
      {"--lock", FLAG_ANY_TEXT, &options.lock, "PATH", "file that is locked while the clock runs"},
      {"--cpu", FLAG_ANY_TEXT, &options.cpu, "NAME",
       "what the code is limited to (empty: nothing)"},
      {"--run-seconds", FLAG_SECONDS(0), &options.run_seconds, "S", "deadline of one run (20)"},
      {0},
  };
  CommandLine line = {"autotune worker [flags]",
                      "Serves requests to measure on the socket that is its standard input.", flags,
                      NULL, 0};
  CommandLineResult result = command_line_read(&line, argc, argv);
  if (result != COMMAND_LINE_OK)
    return result == COMMAND_LINE_BAD ? 2 : 0;
  if (!is_socket(STDIN_FILENO)) {
    fprintf(stderr, "autotune worker: the standard input is not a socket; "
                    "workers are started by the commands that measure\n");
    return 2;
  }
  options.core = (int)core;
  autotune_register_passes();
  lowering_register();
  return worker_serve(&options);
}
