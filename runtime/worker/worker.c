// The parent's side: starts the process, watches the deadlines, turns every
// way to end into a verdict.
#include "runtime/worker/worker.h"

#include "runtime/worker/messages.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { START_SECONDS = 60, WAIT_SECONDS = 3600, STOP_MILLISECONDS = 2000 };

struct Worker {
  WorkerOptions options;
  char program[PATH_MAX], lock[PATH_MAX], cpu[32];
  double reference_seconds; // deadline of the task's run
  pid_t process;            // -1: none
  int channel;              // -1: none
  int starts;
  Packet task; // the TASK of the moment, without outputs; empty: none
  Outputs expected;
  bool has_expected;
  bool task_is_sent; // the running process knows task and outputs
};

WorkerOptions worker_default_options(void) {
  return (WorkerOptions){
      .core = -1, .compile_seconds = 20, .run_seconds = 20, .memory_bytes = (int64_t)4 << 30};
}

static bool try_program(char *path, size_t size, const char *beside, const char *suffix) {
  char folder[PATH_MAX];
  snprintf(folder, sizeof folder, "%s", beside);
  char *slash = strrchr(folder, '/');
  if (!slash)
    return false;
  *slash = 0;
  return (size_t)snprintf(path, size, "%s/%s", folder, suffix) < size && access(path, X_OK) == 0;
}

Status worker_find_program(char *path, size_t size) {
  char self[PATH_MAX] = "";
  const char *chosen = getenv("AUTOTUNE_WORKER");
  if (chosen && *chosen) {
    snprintf(path, size, "%s", chosen);
    return access(path, X_OK) == 0
               ? STATUS_OK
               : status_fail(STATUS_WORKER, "AUTOTUNE_WORKER=%s is not a program", chosen);
  }
  ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  if (length > 0 && try_program(path, size, self, "autotune"))
    return STATUS_OK;
  Dl_info library;
  if (dladdr((void *)worker_find_program, &library) && realpath(library.dli_fname, self) &&
      (try_program(path, size, self, "autotune") ||
       try_program(path, size, self, "../bin/autotune")))
    return STATUS_OK;
  return status_fail(STATUS_WORKER,
                     "the program autotune, which measures, is not beside %s; set "
                     "AUTOTUNE_WORKER to its path",
                     self);
}

// Whoever ignores Ctrl-C or SIGTERM, to finish the candidate at hand, has workers that ignore them,
// too: else their end would count as the candidate's crash.
static void spawn_attributes(posix_spawnattr_t *attributes) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  sigdelset(&all, SIGINT);
  sigdelset(&all, SIGTERM);
  posix_spawnattr_init(attributes);
  posix_spawnattr_setsigmask(attributes, &none);
  posix_spawnattr_setsigdefault(attributes, &all);
  posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

static Status spawn(Worker *worker, int worker_end) {
  char core[32], memory[32], compile[32], run[32];
  const WorkerOptions *options = &worker->options;
  snprintf(core, sizeof core, "%d", options->core);
  snprintf(memory, sizeof memory, "%lld", (long long)options->memory_bytes);
  snprintf(compile, sizeof compile, "%.3f", options->compile_seconds);
  snprintf(run, sizeof run, "%.3f", options->run_seconds);
  char *arguments[] = {worker->program,
                       "worker",
                       "--core",
                       core,
                       "--memory",
                       memory,
                       "--compile-seconds",
                       compile,
                       "--run-seconds",
                       run,
                       "--lock",
                       worker->lock,
                       "--cpu",
                       worker->cpu,
                       NULL};
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  spawn_attributes(&attributes);
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, worker_end, STDIN_FILENO);
  if (!options->verbose)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  int error =
      posix_spawn(&worker->process, worker->program, &actions, &attributes, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (error == 0)
    return STATUS_OK;
  worker->process = -1;
  return status_fail(STATUS_WORKER, "cannot start %s: %s", worker->program, strerror(error));
}

// Waits for the process, which is ending, and kills it when it takes too long. Returns how it
// ended, as waitpid does.
static int reap(pid_t process, int patience_milliseconds) {
  int state = 0;
  for (int waited = 0; waited < patience_milliseconds; waited++) {
    if (waitpid(process, &state, WNOHANG) == process)
      return state;
    usleep(1000);
  }
  kill(process, SIGKILL);
  while (waitpid(process, &state, 0) < 0 && errno == EINTR)
    continue;
  return state;
}

// Ends the process if there is one. Returns how it ended.
static int stop(Worker *worker, bool at_once) {
  int state = 0;
  if (worker->channel >= 0)
    close(worker->channel);
  if (worker->process > 0)
    state = reap(worker->process, at_once ? 0 : STOP_MILLISECONDS);
  worker->channel = -1;
  worker->process = -1;
  worker->task_is_sent = false;
  return state;
}

static Status await_hello(Worker *worker) {
  MessageKind kind;
  Packet packet = {0};
  Status status = frame_receive(worker->channel, timing_now() + START_SECONDS, &kind, &packet);
  packet_destroy(&packet);
  if (status == STATUS_OK && kind == MESSAGE_HELLO)
    return STATUS_OK;
  stop(worker, true);
  return status_fail(STATUS_WORKER, "%s does not answer as a worker of protocol version %d",
                     worker->program, PROTOCOL_VERSION);
}

static Status start(Worker *worker) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return status_fail(STATUS_SYSTEM, "socketpair: %s", strerror(errno));
  worker->channel = ends[0];
  Status status = spawn(worker, ends[1]);
  close(ends[1]);
  if (status != STATUS_OK) {
    stop(worker, true);
    return status;
  }
  worker->starts++;
  return await_hello(worker);
}

Status worker_create(const WorkerOptions *options, Worker **out_worker) {
  Status status = STATUS_OK;
  Worker *worker = calloc(1, sizeof *worker);
  worker->options = *options;
  worker->process = worker->channel = -1;
  if (options->program)
    snprintf(worker->program, sizeof worker->program, "%s", options->program);
  else
    TRY(worker_find_program(worker->program, sizeof worker->program));
  worker->options.program = worker->program;
  snprintf(worker->lock, sizeof worker->lock, "%s", options->lock ? options->lock : "");
  snprintf(worker->cpu, sizeof worker->cpu, "%s", options->cpu ? options->cpu : "");
  TRY(start(worker));
  *out_worker = worker;
  return STATUS_OK;
cleanup:
  worker_destroy(worker);
  return status;
}

void worker_destroy(Worker *worker) {
  if (!worker)
    return;
  stop(worker, /*at_once=*/true);
  packet_destroy(&worker->task);
  outputs_destroy(&worker->expected);
  free(worker);
}

int64_t worker_process_id(const Worker *worker) { return worker->process; }

int worker_restart_count(const Worker *worker) { return worker->starts - 1; }

static double step_seconds(const Worker *worker, WorkerStep step, double budget_seconds) {
  switch (step) {
  case STEP_COMPILE:
    return worker->options.compile_seconds;
  case STEP_RUN:
    return worker->options.run_seconds;
  case STEP_REFERENCE:
    return worker->reference_seconds;
  case STEP_WAIT:
    return WAIT_SECONDS;
  case STEP_TIME: // first call, growing and one repeat beyond the budget; a team's warm-up
    return 3 * worker->options.run_seconds + budget_seconds + TIMING_WARM_UP_SECONDS;
  case STEP_PREPARE:
    return STEP_PREPARE_SECONDS;
  default:
    return START_SECONDS;
  }
}

static void set_verdict(Measurement *measurement, Verdict verdict, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void set_verdict(Measurement *measurement, Verdict verdict, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  measurement->verdict = verdict;
  measurement->timing = (Timing){0};
  vsnprintf(measurement->text, sizeof measurement->text, format, arguments);
  va_end(arguments);
}

static void explain_crash(const CrashMessage *crash, WorkerStep step, Measurement *measurement) {
  if (crash->out_of_memory)
    set_verdict(measurement, VERDICT_MEMORY_LIMIT, "memory ran out in step %s",
                worker_step_name(step));
  else
    set_verdict(measurement, VERDICT_CRASH, "%s in step %s",
                crash->stack_overflow ? "stack overflow" : strsignal(crash->signal),
                worker_step_name(step));
}

static void explain_end(int state, WorkerStep step, Measurement *measurement) {
  if (WIFSIGNALED(state))
    set_verdict(measurement, VERDICT_CRASH, "the worker was killed by signal %d in step %s",
                WTERMSIG(state), worker_step_name(step));
  else
    set_verdict(measurement, VERDICT_CRASH, "the worker left with code %d in step %s",
                WEXITSTATUS(state), worker_step_name(step));
}

// Reads one message into what it tells about; out_done when it is the last of a request.
static Status read_message(Worker *worker, MessageKind kind, Packet *packet, WorkerStep *step,
                           Measurement *measurement, bool *out_done) {
  CrashMessage crash;
  Status status = STATUS_OK;
  *out_done = kind == MESSAGE_OUTCOME || kind == MESSAGE_CRASH;
  switch (kind) {
  case MESSAGE_STEP:
    return step_message_read(packet, step);
  case MESSAGE_OUTCOME:
    return outcome_message_read(packet, measurement);
  case MESSAGE_CRASH:
    status = crash_message_read(packet, &crash);
    if (status == STATUS_OK)
      explain_crash(&crash, *step, measurement);
    return status;
  case MESSAGE_OUTPUTS:
    outputs_destroy(&worker->expected);
    worker->expected = packet_get_outputs(packet);
    return packet->bad ? status_fail(STATUS_WORKER, "outputs cannot be read") : STATUS_OK;
  default:
    return STATUS_OK;
  }
}

// Reads messages until the request sent before has a verdict. OUTPUTS on the way are kept.
static void await_outcome(Worker *worker, double budget_seconds, Measurement *measurement) {
  Packet packet = {0};
  WorkerStep step = STEP_START;
  bool is_done = false;
  while (!is_done) {
    MessageKind kind = MESSAGE_HELLO;
    double deadline = timing_now() + step_seconds(worker, step, budget_seconds);
    Status status = frame_receive(worker->channel, deadline, &kind, &packet);
    if (status == STATUS_REJECTED) {
      stop(worker, true);
      set_verdict(measurement, VERDICT_TIMEOUT, "step %s took longer than %.3g s",
                  worker_step_name(step), step_seconds(worker, step, budget_seconds));
      break;
    }
    if (status != STATUS_OK) {
      explain_end(stop(worker, false), step, measurement);
      break;
    }
    status = read_message(worker, kind, &packet, &step, measurement, &is_done);
    if (status != STATUS_OK || kind == MESSAGE_CRASH)
      stop(worker, true);
    if (status != STATUS_OK) {
      set_verdict(measurement, VERDICT_CRASH, "the worker sent a message that cannot be read");
      is_done = true;
    }
  }
  packet_destroy(&packet);
}

static Status send_task(Worker *worker, Measurement *measurement) {
  Packet packet = {0};
  packet_append(&packet, &worker->task);
  task_outputs_write(&packet, worker->has_expected ? &worker->expected : NULL);
  Status status = frame_send(worker->channel, MESSAGE_TASK, &packet);
  packet_destroy(&packet);
  if (status == STATUS_OK)
    await_outcome(worker, 0, measurement);
  return status;
}

// Makes sure that a process runs which knows the task. A task that does not end well is reported
// with the reason.
static Status make_ready(Worker *worker) {
  Status status = STATUS_OK;
  Measurement measurement = {0};
  if (worker->process < 0)
    TRY(start(worker));
  if (worker->task_is_sent)
    return STATUS_OK;
  TRY(send_task(worker, &measurement));
  if (measurement.verdict != VERDICT_OK)
    return status_fail(STATUS_WORKER, "the reference: %s: %s", verdict_name(measurement.verdict),
                       measurement.text);
  worker->has_expected = true;
  worker->task_is_sent = true;
cleanup:
  return status;
}

Status worker_set_task(Worker *worker, const WorkerTask *task) {
  worker->task.size = 0;
  worker->has_expected = worker->task_is_sent = false;
  worker->reference_seconds =
      task->run_seconds > 0 ? task->run_seconds : worker->options.run_seconds;
  const TaskMessage message = {task->module,
                               task->pipeline,
                               task->function,
                               task->data_count,
                               task->seed,
                               task->tolerance_scale > 0 ? task->tolerance_scale : 1.0,
                               worker->reference_seconds};
  task_message_write(&worker->task, &message);
  return make_ready(worker);
}

static Status send_candidate(Worker *worker, const WorkerCandidate *candidate) {
  Packet packet = {0};
  candidate_message_write(&packet, &(CandidateMessage){candidate->module, candidate->pipeline,
                                                       candidate->effort, candidate->timing});
  Status status = frame_send(worker->channel, MESSAGE_CANDIDATE, &packet);
  packet_destroy(&packet);
  return status;
}

Status worker_measure(Worker *worker, const WorkerCandidate *candidate,
                      Measurement *out_measurement) {
  Status status = STATUS_OK;
  *out_measurement = (Measurement){0};
  if (worker->task.size == 0)
    return status_fail(STATUS_USAGE, "worker_measure needs a task");
  TRY(make_ready(worker));
  status = send_candidate(worker, candidate);
  if (status == STATUS_WORKER) { // it died since the last candidate: once more with a new process
    stop(worker, true);
    TRY(make_ready(worker));
    TRY(send_candidate(worker, candidate));
  }
  if (status == STATUS_OK)
    await_outcome(worker, candidate->timing.budget_seconds, out_measurement);
cleanup:
  return status;
}
