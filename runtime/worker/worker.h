// Worker: a process of its own that compiles, checks and times candidates, so
// that none of them can harm or stop the caller.
//
// One worker serves one caller, on one core. A candidate that crashes, hangs
// or exhausts memory costs the worker's process, which is started again for the
// next one; the expected outputs are kept by the parent and given to the new
// process. The protocol is described in docs/reference/measuring.md.
#ifndef AUTOTUNE_RUNTIME_WORKER_WORKER_H
#define AUTOTUNE_RUNTIME_WORKER_WORKER_H

#include "runtime/jit.h"
#include "runtime/measurement.h"

typedef struct WorkerOptions {
  const char *program;    // path of `autotune`; NULL: worker_find_program
  int core;               // pinned to this one; -1: not pinned
  double compile_seconds; // deadline from the text to machine code
  double run_seconds;     // deadline of one run
  int64_t memory_bytes;   // address space beyond that of an idle worker; 0: no limit
  // Several workers may compile at once and time one after the other: NULL, or a file whose lock
  // (flock) is held while a candidate is timed. Then only timing happens on the core, in real time
  // where the system permits it.
  const char *lock;
  const char *cpu; // NULL, or what the code is limited to, as -mcpu names it: "x86-64-v3"
  bool verbose;    // what the worker prints goes to the standard error stream
} WorkerOptions;

WorkerOptions worker_default_options(void);

// Writes the path of the program that serves as worker: $AUTOTUNE_WORKER, else `autotune` beside
// the running executable, beside the library this code is in, or in ../bin from there.
// STATUS_WORKER when there is none.
Status worker_find_program(char *path, size_t size);

typedef struct Worker Worker;

// Starts the process. The caller owns the worker. Texts in the options are copied.
Status worker_create(const WorkerOptions *options, Worker **out_worker);
void worker_destroy(Worker *worker);             // null is a no-op
int64_t worker_process_id(const Worker *worker); // -1 while none runs
int worker_restart_count(const Worker *worker);

// What every candidate has to compute.
typedef struct WorkerTask {
  const char *module;   // text, tensors or memrefs, not lowered
  const char *pipeline; // lowers it to the LLVM dialect
  const char *function; // NULL: the first public one
  int data_count;       // leading arguments that are data (runtime/operands.h)
  uint64_t seed;
  double run_seconds;     // deadline of the run that gives the expected outputs; 0: the worker's
  double tolerance_scale; // factor on the error allowed per element type; 0 counts as 1
} WorkerTask;

// One way to compute it.
typedef struct WorkerCandidate {
  const char *module;   // text
  const char *pipeline; // lowers it to the LLVM dialect; "" when it is there already
  CodeEffort effort;
  TimingOptions timing; // repeats = 0: only checked
} WorkerCandidate;

// Computes the expected outputs by running `task` as it is; candidates are compared with them until
// the next task. STATUS_WORKER with the reason when that does not end well.
Status worker_set_task(Worker *worker, const WorkerTask *task);
// Measures one candidate of the task. STATUS_OK with a verdict whatever the candidate does; a
// failure means that no worker can be had.
Status worker_measure(Worker *worker, const WorkerCandidate *candidate,
                      Measurement *out_measurement);

#endif
