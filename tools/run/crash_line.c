// CrashLine: the line that a crash of this process leaves, of what it was doing.
#include "tools/run/crash_line.h"

#include "base/text.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

// What the process is doing, for the line that a crash leaves.
static char phase[256] = "starting";
static int crash_code;

static void report_crash(int signal_number) {
  char line[320];
  const char *what = signal_number == SIGSEGV  ? "invalid memory access"
                     : signal_number == SIGFPE ? "integer division by zero or overflow"
                                               : "signal";
  int length = snprintf(line, sizeof line, "crash (%s) while %s\n", what, phase);
  if (write(STDERR_FILENO, line, (size_t)length) < 0)
    _exit(crash_code);
  _exit(crash_code);
}

// On a stack of its own: the crash may be an overflow of the usual one.
void crash_line_watch(int exit_code) {
  static char stack[1 << 16];
  stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
  crash_code = exit_code;
  sigaltstack(&alternate, NULL);
  struct sigaction action = {.sa_handler = report_crash, .sa_flags = SA_ONSTACK};
  const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
    sigaction(signals[i], &action, NULL);
}

void crash_line_enter(const char *what, const char *function) {
  snprintf(phase, sizeof phase, "%s @%s", what, TEXT_SYMBOL(function));
}
