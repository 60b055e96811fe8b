// A tick a second is all that it costs. Handlers make only async-signal-safe calls.
#include "tools/tune/module_guard.h"

#include "runtime/timing.h"

#include <signal.h>
#include <stddef.h>
#include <sys/time.h>
#include <unistd.h>

enum { STACK_BYTES = 1 << 16 };

static ModuleGuard *volatile watched;
static volatile sig_atomic_t grace_ticks;

static void leave(GuardEnd end) {
  watched->end = end;
  _exit(1);
}

static void tick(int signal_number) {
  (void)signal_number;
  int64_t until_seconds = watched->until_seconds;
  if (until_seconds > 0 && timing_now() > (double)until_seconds)
    leave(GUARD_LATE);
  if (watched->end_seconds > 0 && timing_now() > (double)watched->end_seconds)
    leave(GUARD_OVER);
  if (watched->stops && --grace_ticks < 0)
    leave(GUARD_STOPPED);
}

static void crash(int signal_number) {
  (void)signal_number;
  leave(GUARD_CRASHED);
}

// A stack that is full has no room for a handler.
static void catch_faults(void) {
  static char stack[STACK_BYTES];
  static const int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};
  const stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
  const struct sigaction action = {.sa_handler = crash, .sa_flags = SA_ONSTACK};
  sigaltstack(&alternate, NULL);
  for (size_t n = 0; n < sizeof faults / sizeof *faults; n++)
    sigaction(faults[n], &action, NULL);
}

void module_guard_start(ModuleGuard *guard, int grace_seconds) {
  const struct sigaction action = {.sa_handler = tick, .sa_flags = SA_RESTART};
  const struct itimerval second = {{.tv_sec = 1}, {.tv_sec = 1}};
  watched = guard;
  grace_ticks = grace_seconds;
  guard->end = GUARD_UNKNOWN;
  module_guard_begin(guard, GUARD_OTHER, 0);
  catch_faults();
  sigaction(SIGALRM, &action, NULL);
  setitimer(ITIMER_REAL, &second, NULL);
}

void module_guard_begin(ModuleGuard *guard, GuardStep step, double seconds) {
  guard->until_seconds = 0; // else a tick between the two takes the old limit for this step's
  guard->step = step;
  guard->until_seconds = seconds > 0 ? (int64_t)(timing_now() + seconds) : 0;
}
