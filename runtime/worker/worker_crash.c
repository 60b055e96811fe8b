// Only async-signal-safe calls between a signal and the end.
#include "runtime/worker/worker_crash.h"

#include "runtime/worker/protocol.h"
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>

enum {
  PROBE_BYTES = 64 << 20, // memory counts as exhausted when so much cannot be mapped
  SIGNAL_STACK_BYTES = 1 << 16,
};

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

void worker_crash_exhausted(size_t size) {
  (void)size;
  leave_crash(0, false, true);
}

void worker_crash_watch(int channel) {
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
void worker_crash_limit_memory(int64_t bytes) {
  if (bytes <= 0)
    return;
  rlim_t limit = (rlim_t)(used_bytes() + bytes);
  setrlimit(RLIMIT_AS, &(struct rlimit){limit, limit});
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
}
