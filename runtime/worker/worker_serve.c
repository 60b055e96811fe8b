// The worker's loop. Signals and exhausted memory leave a last message and end
// the process; the parent starts another one.
#include "runtime/worker/worker_serve.h"

#include "base/file/timing_lock.h"
#include "base/file/timing_turn.h"
#include "runtime/arena.h"
#include "runtime/codegen/compile.h"
#include "runtime/cold_copies.h"
#include "runtime/worker/confine.h"
#include "runtime/worker/messages.h"
#include "runtime/worker/worker.h"
#include "runtime/worker/worker_code.h"
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>

enum {
  GRACE_SECONDS = 10,     // beyond the parent's deadlines, for a worker without a parent
  PROBE_BYTES = 64 << 20, // memory counts as exhausted when so much cannot be mapped
  SIGNAL_STACK_BYTES = 1 << 16,
};

typedef struct Server {
  const WorkerServeOptions *options;
  int channel;
  MlirContext context;
  // the task
  Signature signature;
  int data_count;
  uint64_t seed;
  double tolerance_scale;
  double run_seconds; // deadline of the reference, then of candidates
  Operands guarded;   // for the check
  Operands aligned;   // for timing
  bool guarded_is_filled, aligned_is_filled;
  Outputs expected;
  int lock; // descriptor, -1: none
  TimingTurn turn;
} Server;

// What the signal handler needs.
static struct {
  int channel;
  uintptr_t stack_low, stack_high; // of the main thread
} crash;

static uintptr_t stack_pointer_of(const ucontext_t *context) {
#if defined(__x86_64__)
  return (uintptr_t)context->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
  return (uintptr_t)context->uc_mcontext.sp;
#else
  return crash.stack_high;
#endif
}

static bool is_memory_exhausted(void) {
  void *probe = mmap(NULL, PROBE_BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (probe == MAP_FAILED)
    return true;
  munmap(probe, PROBE_BYTES);
  return false;
}

// Only async-signal-safe calls. The message is put together without a Packet.
static void leave_crash(int64_t signal_number, bool stack_overflow, bool out_of_memory) {
  struct {
    FrameHeader header;
    int64_t fields[3];
  } message = {frame_header(MESSAGE_CRASH, sizeof message.fields),
               {signal_number, stack_overflow, out_of_memory}};
  ssize_t sent = write(crash.channel, &message, sizeof message);
  _exit(sent == sizeof message ? 1 : 2);
}

static void on_crash(int number, siginfo_t *info, void *context) {
  uintptr_t pointer = stack_pointer_of(context);
  uintptr_t address = (uintptr_t)info->si_addr;
  bool is_access = number == SIGSEGV || number == SIGBUS;
  bool left_stack = pointer < crash.stack_low || pointer >= crash.stack_high;
  bool at_end = address < crash.stack_high && address + SIGNAL_STACK_BYTES > pointer &&
                pointer - crash.stack_low < SIGNAL_STACK_BYTES;
  leave_crash(number, is_access && (left_stack || at_end), !is_access && is_memory_exhausted());
}

static void on_exhausted(size_t size) {
  (void)size;
  leave_crash(0, false, true);
}

static void watch_crashes(int channel) {
  static char stack[SIGNAL_STACK_BYTES];
  pthread_attr_t attributes;
  void *low = NULL;
  size_t bytes = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    pthread_attr_getstack(&attributes, &low, &bytes);
    pthread_attr_destroy(&attributes);
  }
  crash.channel = channel;
  crash.stack_low = (uintptr_t)low;
  crash.stack_high = (uintptr_t)low + bytes;
  stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&alternate, NULL);
  struct sigaction action = {.sa_sigaction = on_crash, .sa_flags = SA_ONSTACK | SA_SIGINFO};
  const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
    sigaction(signals[i], &action, NULL);
}

// Address space in use.
static int64_t used_bytes(void) {
  long long pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (file) {
    if (fscanf(file, "%lld", &pages) != 1)
      pages = 0;
    fclose(file);
  }
  return pages * sysconf(_SC_PAGESIZE);
}

// The limit counts from what the libraries take already: mapped code and the
// compiler's reserve are no fault of a candidate.
static void limit_memory(int64_t bytes) {
  if (bytes <= 0)
    return;
  rlim_t limit = (rlim_t)(used_bytes() + bytes);
  setrlimit(RLIMIT_AS, &(struct rlimit){limit, limit});
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
}

static void pin(int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (core < 0 || core >= CPU_SETSIZE)
    return;
  CPU_SET(core, &set);
  sched_setaffinity(0, sizeof set, &set);
}

// Tells the parent what begins, and ends this process when no parent ends it in time.
static void begin(const Server *server, WorkerStep step) {
  const WorkerServeOptions *options = server->options;
  double seconds = step == STEP_COMPILE   ? options->compile_seconds
                   : step == STEP_PREPARE ? STEP_PREPARE_SECONDS
                                          : 4 * server->run_seconds;
  alarm(step == STEP_WAIT ? 0 : (unsigned)seconds + GRACE_SECONDS);
  Packet packet = {0};
  packet_put_integer(&packet, step);
  frame_send(server->channel, MESSAGE_STEP, &packet);
  packet_destroy(&packet);
}

static void task_clear(Server *server) {
  outputs_destroy(&server->expected);
  operands_destroy(&server->guarded);
  operands_destroy(&server->aligned);
  signature_destroy(&server->signature);
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

// From text to machine code, bound to the guarded operands.
static Status compile(Server *server, const char *text, const char *pipeline, CodeEffort effort,
                      WorkerCode *code) {
  MlirModule module;
  begin(server, STEP_COMPILE);
  Status status = compile_parse(server->context, text, &module);
  if (status != STATUS_OK)
    return status;
  WorkerSource source = {pipeline, effort, *server->options->cpu ? server->options->cpu : NULL};
  status = worker_code_create(module, &source, &server->signature, &server->guarded, PLACE_GUARDED,
                              code);
  mlirModuleDestroy(module);
  return status;
}

static Status run_once(Server *server, WorkerCode *code, Outputs *out_outputs) {
  fill(server, &server->guarded, &server->guarded_is_filled);
  begin(server, STEP_RUN);
  arena_set_poison(true);
  Status status = worker_code_update(code);
  if (status == STATUS_OK)
    status = executable_run(&code->executable, out_outputs);
  arena_set_poison(false);
  return status;
}

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

static Status read_signature(Server *server, const char *text, const char *function) {
  Status status = STATUS_OK;
  MlirModule module;
  begin(server, STEP_COMPILE);
  status = compile_parse(server->context, text, &module);
  if (status != STATUS_OK)
    return status;
  TRY(signature_read(module, *function ? function : NULL, &server->signature));
  TRY(operands_create(&server->signature, PLACE_GUARDED, &server->guarded));
  TRY(operands_create(&server->signature, PLACE_ALIGNED, &server->aligned));
cleanup:
  mlirModuleDestroy(module);
  return status;
}

static Status compute_expected(Server *server, const char *text, const char *pipeline) {
  WorkerCode code = {0};
  Status status = compile(server, text, pipeline, CODE_FULL, &code);
  if (status == STATUS_OK)
    status = run_once(server, &code, &server->expected);
  worker_code_destroy(&code);
  return status == STATUS_OK ? send_outputs(server) : status;
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
  server->tolerance_scale = task.tolerance_scale;
  server->run_seconds = task.run_seconds;
  TRY(read_signature(server, task.module, task.function));
  if (!are_known)
    TRY(compute_expected(server, task.module, task.pipeline));
cleanup:
  if (status != STATUS_OK)
    fail(&measurement, VERDICT_COMPILE_ERROR, status_text());
  server->run_seconds = server->options->run_seconds;
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

static Status run_and_compare(Server *server, WorkerCode *code, Comparison *out_comparison) {
  Outputs outputs = {0};
  Status status = run_once(server, code, &outputs);
  if (status == STATUS_OK)
    *out_comparison = outputs_compare(&server->expected, &outputs, server->tolerance_scale);
  outputs_destroy(&outputs);
  return status;
}

// A wrong result may be the fault of an earlier candidate that wrote where it should not: what was
// wrong on used operands is judged on fresh ones.
static void check_candidate(Server *server, WorkerCode *code, Measurement *measurement) {
  Comparison comparison = {0};
  bool is_used = server->guarded_is_filled;
  Status status = run_and_compare(server, code, &comparison);
  if (status == STATUS_OK && !comparison.agrees && is_used) {
    server->guarded_is_filled = false;
    status = run_and_compare(server, code, &comparison);
  }
  measurement->max_error = comparison.max_error;
  if (status != STATUS_OK || !comparison.agrees)
    fail(measurement, VERDICT_WRONG_RESULT, status != STATUS_OK ? status_text() : comparison.text);
}

static Status serve_candidate(Server *server, Packet *packet) {
  Measurement measurement = {0};
  WorkerCode code = {0};
  CandidateMessage candidate;
  Status status = candidate_message_read(packet, &candidate);
  if (status != STATUS_OK)
    return status;
  double start = timing_now(), start_cpu = timing_cpu();
  status = compile(server, candidate.module, candidate.pipeline, candidate.effort, &code);
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
  Server server = {
      .options = options, .channel = take_channel(), .run_seconds = options->run_seconds};
  Packet packet = {0};
  take_place(&server);
  server.context = compile_context_create();
  watch_crashes(server.channel);
  arena_set_exhausted_handler(on_exhausted);
  confine_process();
  limit_memory(options->memory_bytes);
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
