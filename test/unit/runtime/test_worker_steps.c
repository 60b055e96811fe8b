// The steps that a worker announces: operands are drawn and cold weights copied before the deadline
// of a run begins, in steps of their own. The lock keeps the worker between its copies and its
// clock while it is looked at; no clock is read.
#include "base/file/timing_lock.h"
#include "runtime/worker/messages.h"
#include "runtime/worker/worker.h"
#include "test/unit/base/check.h"
#include "transforms/lowering/lowering.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

// Weights of 8 MiB, of which 16 sets are wanted.
#define VECTOR "tensor<2097152xf32>"
#define MODULE(attribute)                                                                          \
  "func.func @f(%x: " VECTOR ", %w: " VECTOR attribute ") -> " VECTOR " {\n"                       \
  "  %e = tensor.empty() : " VECTOR                                                                \
  "\n  %r = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%x, %w : " VECTOR            \
  ", " VECTOR ") outs(%e : " VECTOR ") -> " VECTOR "\n  return %r : " VECTOR "\n}\n"
#define COLD " {autotune.cold = 134217728 : i64}"

enum { COPIES_PAGES = (15 * 8 << 20) / 4096, STEPS_MAX = 32 };

typedef struct Served {
  pid_t process;
  int channel;
  int step_count;
  WorkerStep steps[STEPS_MAX];
  long pages; // of the worker's memory when it waited for the lock; 0: it did not
} Served;

static void start(const char *lock, Served *served) {
  char program[PATH_MAX];
  int ends[2];
  *served = (Served){0};
  CHECK_EQUAL(worker_find_program(program, sizeof program), STATUS_OK);
  CHECK_EQUAL(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
  served->channel = ends[0];
  served->process = fork();
  if (served->process == 0) {
    dup2(ends[1], STDIN_FILENO);
    execl(program, program, "worker", "--lock", lock, (char *)NULL);
    _exit(127);
  }
  close(ends[1]);
}

// Those that are in use: huge pages take more addresses than memory.
static long pages_of(pid_t process) {
  char path[64];
  long pages = 0;
  snprintf(path, sizeof path, "/proc/%d/statm", (int)process);
  FILE *file = fopen(path, "r");
  if (file) {
    CHECK_EQUAL(fscanf(file, "%*d %ld", &pages), 1);
    fclose(file);
  }
  return pages;
}

// Reads until the request has its outcome, and gives up the lock once the worker waits for it.
static void follow(Served *served, int *lock) {
  Packet packet = {0};
  MessageKind kind = MESSAGE_HELLO;
  Measurement measurement = {.verdict = VERDICT_CRASH};
  served->step_count = 0;
  while (kind != MESSAGE_OUTCOME) {
    WorkerStep step;
    if (frame_receive(served->channel, -1, &kind, &packet) != STATUS_OK || kind == MESSAGE_CRASH)
      break;
    if (kind == MESSAGE_OUTCOME)
      CHECK_EQUAL(outcome_message_read(&packet, &measurement), STATUS_OK);
    if (kind != MESSAGE_STEP || served->step_count == STEPS_MAX)
      continue;
    CHECK_EQUAL(step_message_read(&packet, &step), STATUS_OK);
    served->steps[served->step_count++] = step;
    if (step == STEP_WAIT) {
      served->pages = pages_of(served->process);
      close(*lock);
      *lock = -1;
    }
  }
  CHECK_EQUAL(measurement.verdict, VERDICT_OK);
  packet_destroy(&packet);
}

static void check_steps(const Served *served, const WorkerStep *expected, int count) {
  CHECK_EQUAL(served->step_count, count);
  for (int n = 0; n < count && n < served->step_count; n++)
    CHECK_TEXT(worker_step_name(served->steps[n]), worker_step_name(expected[n]));
}

// Returns the pages of the worker when all is prepared and the clock has not begun.
static long serve(const char *module, const char *path) {
  static const WorkerStep task_steps[] = {STEP_COMPILE, STEP_COMPILE, STEP_PREPARE, STEP_REFERENCE};
  static const WorkerStep candidate_steps[] = {
      STEP_COMPILE, STEP_PREPARE, STEP_RUN,   // the check
      STEP_PREPARE, STEP_RUN,                 // operands to time on, packed
      STEP_PREPARE, STEP_WAIT,    STEP_TIME}; // copies
  Served served;
  Packet packet = {0};
  int state = 1, lock = timing_lock_open(path);
  CHECK(lock >= 0);
  timing_lock_take(lock, NULL, NULL);
  start(path, &served);
  task_message_write(&packet, &(TaskMessage){module, lowering_reference_text(), "f", 1, 3, 1, 60});
  task_outputs_write(&packet, NULL);
  CHECK_EQUAL(frame_send(served.channel, MESSAGE_TASK, &packet), STATUS_OK);
  follow(&served, &lock);
  check_steps(&served, task_steps, sizeof task_steps / sizeof *task_steps);
  packet_destroy(&packet);
  candidate_message_write(&packet, &(CandidateMessage){module,
                                                       lowering_reference_text(),
                                                       CODE_FULL,
                                                       {.repeats = 1, .minimum_seconds = 1e-6}});
  CHECK_EQUAL(frame_send(served.channel, MESSAGE_CANDIDATE, &packet), STATUS_OK);
  follow(&served, &lock);
  check_steps(&served, candidate_steps, sizeof candidate_steps / sizeof *candidate_steps);
  packet_destroy(&packet);
  close(served.channel);
  CHECK_EQUAL(waitpid(served.process, &state, 0), served.process);
  CHECK_EQUAL(state, 0);
  CHECK_EQUAL(lock, -1);
  return served.pages;
}

int main(void) {
  char path[] = "/tmp/test_worker_steps_XXXXXX";
  int file = mkstemp(path);
  CHECK(file >= 0);
  close(file);
  long warm = serve(MODULE(""), path), cold = serve(MODULE(COLD), path);
  CHECK(warm > 0 && cold - warm > COPIES_PAGES * 9L / 10 && cold - warm < COPIES_PAGES * 11L / 10);
  CHECK_EQUAL(unlink(path), 0);
  return check_result();
}
