// The worker's loop. What ends the process (worker_crash.h) makes the parent start another one.
#include "runtime/worker/worker_serve.h"

#include "base/file/timing_lock.h"
#include "base/file/timing_turn.h"
#include "runtime/agreement/double_reference.h"
#include "runtime/agreement/judge.h"
#include "runtime/arena.h"
#include "runtime/codegen/compile.h"
#include "runtime/cold_copies.h"
#include "runtime/worker/confine.h"
#include "runtime/worker/messages.h"
#include "runtime/worker/worker.h"
#include "runtime/worker/worker_code.h"
#include "runtime/worker/worker_crash.h"
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GRACE_SECONDS = 10 }; // beyond the parent's deadlines, for a worker without a parent

typedef struct Server {
  const WorkerServeOptions *options;
  int channel;
  MlirContext context;
  // the task
  MlirModule module;
  char *pipeline; // owned
  Signature signature;
  int data_count;
  uint64_t seed;
  double reference_seconds; // deadline
  Operands guarded;         // for the check
  Operands aligned;         // for timing
  bool guarded_is_filled, aligned_is_filled;
  Outputs expected;
  DoubleReference precise;
  Judge judge;
  WorkerCode *judged; // the candidate
  int lock;           // descriptor, -1: none
  TimingTurn turn;
} Server;

static void pin(int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (core < 0 || core >= CPU_SETSIZE)
    return;
  CPU_SET(core, &set);
  sched_setaffinity(0, sizeof set, &set);
}

static const char *cpu_of(const Server *server) {
  return *server->options->cpu ? server->options->cpu : NULL;
}

// Tells the parent what begins, and ends this process when no parent ends it in time.
static void begin(const Server *server, WorkerStep step) {
  const WorkerServeOptions *options = server->options;
  double seconds = step == STEP_COMPILE     ? options->compile_seconds
                   : step == STEP_PREPARE   ? STEP_PREPARE_SECONDS
                   : step == STEP_REFERENCE ? server->reference_seconds
                                            : 4 * options->run_seconds;
  alarm(step == STEP_WAIT ? 0 : (unsigned)seconds + GRACE_SECONDS);
  Packet packet = {0};
  packet_put_integer(&packet, step);
  frame_send(server->channel, MESSAGE_STEP, &packet);
  packet_destroy(&packet);
}

static void task_clear(Server *server) {
  judge_forget(&server->judge);
  double_reference_destroy(&server->precise);
  outputs_destroy(&server->expected);
  operands_destroy(&server->guarded);
  operands_destroy(&server->aligned);
  signature_destroy(&server->signature);
  if (!mlirModuleIsNull(server->module))
    mlirModuleDestroy(server->module);
  server->module = (MlirModule){NULL};
  free(server->pipeline);
  server->pipeline = NULL;
  server->guarded_is_filled = server->aligned_is_filled = false;
}

// Compiled code does not write tensors, so they are filled once per task. What a candidate does
// afterwards has its whole deadline, however large they are.
static void fill(const Server *server, Operands *operands, bool *is_filled) {
  begin(server, STEP_PREPARE);
  if (*is_filled)
    operands_refill(operands, server->data_count, server->seed);
  else
    operands_fill(operands, server->data_count, server->seed);
  *is_filled = true;
}

static Status run_once(Server *server, WorkerStep step, WorkerCode *code, Outputs *out_outputs) {
  fill(server, &server->guarded, &server->guarded_is_filled);
  begin(server, step);
  arena_set_poison(true);
  Status status = worker_code_update(code);
  if (status == STATUS_OK)
    status = executable_run(&code->executable, out_outputs);
  arena_set_poison(false);
  return status;
}

// --- the untouched code

static Status run_untouched(Server *server, Outputs *out_outputs) {
  WorkerCode code = {0};
  WorkerSource source = {server->pipeline, CODE_FULL, cpu_of(server)};
  MlirModule module =
      mlirModuleFromOperation(mlirOperationClone(mlirModuleGetOperation(server->module)));
  begin(server, STEP_COMPILE);
  Status status = worker_code_create(module, &source, &server->signature, &server->guarded,
                                     PLACE_GUARDED, &code);
  mlirModuleDestroy(module);
  if (status == STATUS_OK)
    status = run_once(server, STEP_REFERENCE, &code, out_outputs);
  worker_code_destroy(&code);
  return status;
}

static Status run_precise(Server *server, Nudge nudge, Outputs *out_outputs) {
  begin(server, STEP_COMPILE);
  Status status = double_reference_compile(&server->precise, server->module, server->pipeline,
                                           &server->signature, nudge);
  if (status != STATUS_OK)
    return status;
  fill(server, &server->guarded, &server->guarded_is_filled);
  begin(server, STEP_REFERENCE);
  return double_reference_run(&server->precise, &server->guarded, out_outputs);
}

// For the judge. What the candidate before may have written over is drawn anew.
static Status run_judged(void *user, JudgedCode code, bool is_exact, Outputs *out_outputs) {
  Server *server = user;
  server->guarded.is_exact = is_exact;
  server->guarded_is_filled = false;
  Status status = code == JUDGED_UNTOUCHED ? run_untouched(server, out_outputs)
                  : judged_is_precise(code)
                      ? run_precise(server, judged_nudge(code), out_outputs)
                      : run_once(server, STEP_RUN, server->judged, out_outputs);
  server->guarded.is_exact = false;
  server->guarded_is_filled = false;
  return status;
}

// --- answers

static void fail(Measurement *measurement, Verdict verdict, const char *text) {
  measurement->verdict = verdict;
  snprintf(measurement->text, sizeof measurement->text, "%s", text);
}

static Status send_outcome(const Server *server, const Measurement *measurement) {
  Packet packet = {0};
  outcome_message_write(&packet, measurement);
  Status status = frame_send(server->channel, MESSAGE_OUTCOME, &packet);
  packet_destroy(&packet);
  alarm(0);
  return status;
}

static Status send_outputs(const Server *server) {
  Packet packet = {0};
  packet_put_outputs(&packet, &server->expected);
  Status status = frame_send(server->channel, MESSAGE_OUTPUTS, &packet);
  packet_destroy(&packet);
  return status;
}

static Status read_task(Server *server, const TaskMessage *task) {
  Status status = STATUS_OK;
  begin(server, STEP_COMPILE);
  server->pipeline = strdup(task->pipeline);
  if (!server->pipeline)
    return status_fail(STATUS_SYSTEM, "no memory for a task");
  TRY(compile_parse(server->context, task->module, &server->module));
  TRY(signature_read(server->module, *task->function ? task->function : NULL, &server->signature));
  TRY(operands_create(&server->signature, PLACE_GUARDED, &server->guarded));
  TRY(operands_create(&server->signature, PLACE_ALIGNED, &server->aligned));
cleanup:
  return status;
}

static Status serve_task(Server *server, Packet *packet) {
  Status status = STATUS_OK;
  Measurement measurement = {0};
  TaskMessage task;
  bool are_known = false;
  Outputs outputs = {0};
  if (task_message_read(packet, &task) != STATUS_OK ||
      task_outputs_read(packet, &are_known, &outputs) != STATUS_OK)
    return STATUS_WORKER;
  task_clear(server);
  server->expected = outputs;
  server->data_count = task.data_count;
  server->seed = task.seed;
  server->judge.tolerance_scale = task.tolerance_scale;
  server->reference_seconds = task.run_seconds;
  TRY(read_task(server, &task));
  if (!are_known) {
    TRY(run_untouched(server, &server->expected));
    TRY(send_outputs(server));
  }
cleanup:
  if (status != STATUS_OK)
    fail(&measurement, VERDICT_COMPILE_ERROR, status_text());
  return send_outcome(server, &measurement);
}

// Only the clock needs quiet: several workers compile at once, and time one after the other.
static void timing_begin(Server *server) {
  if (server->lock >= 0) {
    begin(server, STEP_WAIT);
    timing_turn_begin(server->lock, server->options->core, &server->turn);
  }
  begin(server, STEP_TIME);
}

static void timing_end(const Server *server) {
  if (server->lock >= 0)
    timing_turn_end(&server->turn);
}

// What is constant is packed before the clock starts.
static Status bind_aligned(Server *server, WorkerCode *code) {
  fill(server, &server->aligned, &server->aligned_is_filled);
  begin(server, STEP_RUN);
  Status status = worker_code_bind(code, &server->signature, &server->aligned, PLACE_ALIGNED);
  return status == STATUS_OK ? worker_code_update(code) : status;
}

static Status time_candidate(Server *server, WorkerCode *code, TimingOptions options,
                             Measurement *measurement) {
  if (options.budget_seconds <= 0 || options.budget_seconds > server->options->run_seconds)
    options.budget_seconds = server->options->run_seconds;
  Status status = STATUS_OK;
  ColdCopies copies = {0};
  TRY(bind_aligned(server, code));
  begin(server, STEP_PREPARE);
  TRY(cold_copies_create(worker_code_operands(code, &server->aligned), &copies));
  TRY(call_rotate(code->executable.call, copies.sets, copies.count));
  timing_begin(server);
  measurement->timing = timing_measure(code->executable.call, &options);
  timing_end(server);
cleanup: // the call is not made again
  cold_copies_destroy(&copies);
  return status;
}

// A wrong result may be the fault of an earlier candidate that wrote where it should not: what was
// wrong on used operands is judged on fresh ones.
static Status judge_candidate(Server *server, WorkerCode *code, Comparison *out_comparison) {
  Status status = STATUS_OK;
  Agreement agreement = {0};
  Outputs outputs = {0};
  bool is_used = server->guarded_is_filled;
  TRY(run_once(server, STEP_RUN, code, &outputs));
  if (is_used &&
      !outputs_compare(&server->expected, &outputs, server->judge.tolerance_scale).agrees) {
    outputs_destroy(&outputs);
    server->guarded_is_filled = false;
    TRY(run_once(server, STEP_RUN, code, &outputs));
  }
  server->judged = code;
  TRY(judge_decide(&server->judge, &server->expected, &outputs, &agreement));
cleanup:
  *out_comparison = agreement.tuned;
  outputs_destroy(&outputs);
  return status;
}

static void check_candidate(Server *server, WorkerCode *code, Measurement *measurement) {
  Comparison comparison;
  Status status = judge_candidate(server, code, &comparison);
  measurement->max_error = comparison.max_error;
  if (status != STATUS_OK || !comparison.agrees)
    fail(measurement, VERDICT_WRONG_RESULT, status != STATUS_OK ? status_text() : comparison.text);
}

// From text to machine code, bound to the guarded operands.
static Status compile(Server *server, const CandidateMessage *candidate, WorkerCode *code) {
  MlirModule module;
  begin(server, STEP_COMPILE);
  Status status = compile_parse(server->context, candidate->module, &module);
  if (status != STATUS_OK)
    return status;
  WorkerSource source = {candidate->pipeline, candidate->effort, cpu_of(server)};
  status = worker_code_create(module, &source, &server->signature, &server->guarded, PLACE_GUARDED,
                              code);
  mlirModuleDestroy(module);
  return status;
}

static Status serve_candidate(Server *server, Packet *packet) {
  Measurement measurement = {0};
  WorkerCode code = {0};
  CandidateMessage candidate;
  Status status = candidate_message_read(packet, &candidate);
  if (status != STATUS_OK)
    return status;
  double start = timing_now(), start_cpu = timing_cpu();
  status = compile(server, &candidate, &code);
  measurement.compile_seconds = timing_now() - start;
  if (status == STATUS_OK) {
    check_candidate(server, &code, &measurement);
    if (measurement.verdict == VERDICT_OK && candidate.timing.repeats > 0)
      status = time_candidate(server, &code, candidate.timing, &measurement);
  }
  if (status != STATUS_OK)
    fail(&measurement, VERDICT_COMPILE_ERROR, status_text());
  worker_code_destroy(&code);
  arena_trim();
  measurement.cpu_seconds = timing_cpu() - start_cpu;
  return send_outcome(server, &measurement);
}

static Status serve_message(Server *server, MessageKind kind, Packet *packet) {
  switch (kind) {
  case MESSAGE_TASK:
    return serve_task(server, packet);
  case MESSAGE_CANDIDATE:
    return serve_candidate(server, packet);
  default:
    return status_fail(STATUS_WORKER, "a worker does not take messages of kind %d", (int)kind);
  }
}

// The channel moves away from the standard streams, which libraries print to. What else whoever
// began this process had open is none of its business.
static int take_channel(void) {
  int channel = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
  if (channel > 3)
    close_range(3, (unsigned)channel - 1, 0);
  close_range((unsigned)channel + 1, ~0u, 0);
  int null = open("/dev/null", O_RDONLY);
  dup2(null, STDIN_FILENO);
  close(null);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  return channel;
}

// Without a lock the whole process stays on the core.
static void take_place(Server *server) {
  const WorkerServeOptions *options = server->options;
  server->lock = timing_lock_open(options->lock);
  if (server->lock < 0)
    pin(options->core);
}

int worker_serve(const WorkerServeOptions *options) {
  Server server = {.options = options, .channel = take_channel()};
  Packet packet = {0};
  server.judge.run = run_judged;
  server.judge.user = &server;
  take_place(&server);
  server.context = compile_context_create();
  worker_crash_watch(server.channel);
  arena_set_exhausted_handler(worker_crash_exhausted);
  confine_process();
  worker_crash_limit_memory(options->memory_bytes);
  packet_put_integer(&packet, getpid());
  Status status = frame_send(server.channel, MESSAGE_HELLO, &packet);
  while (status == STATUS_OK) {
    MessageKind kind;
    if (frame_receive(server.channel, -1, &kind, &packet) != STATUS_OK)
      break;
    status = serve_message(&server, kind, &packet);
  }
  if (status != STATUS_OK)
    fprintf(stderr, "autotune worker: %s\n", status_text());
  task_clear(&server);
  packet_destroy(&packet);
  mlirContextDestroy(server.context);
  return status == STATUS_OK ? 0 : 1;
}
