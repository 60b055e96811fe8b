// The worker's side: the loop that `autotune worker` runs.
#ifndef AUTOTUNE_RUNTIME_WORKER_WORKER_SERVE_H
#define AUTOTUNE_RUNTIME_WORKER_WORKER_SERVE_H

#include <stdint.h>

typedef struct WorkerServeOptions {
  int core;               // pinned to; -1: not pinned
  double compile_seconds; // the parent's deadlines: a worker whose parent is gone ends itself some
  double run_seconds;     // seconds after them
  const char *lock;       // "", or the file that is locked while the clock runs
  const char *cpu;        // "", or what the code is limited to
  int64_t memory_bytes;   // address space beyond that at the start; 0: no limit
} WorkerServeOptions;

// Speaks the protocol on the socket that is the standard input until it is closed. Whatever
// else is printed goes to the standard error stream. The passes that pipelines name must have been
// registered. Returns the exit code.
int worker_serve(const WorkerServeOptions *options);

#endif
