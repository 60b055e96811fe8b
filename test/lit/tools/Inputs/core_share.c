// Preloaded, it makes the clock of the process a part of that on the wall: how busy the core is, as
// far as a command can see, is what the variable CORE_SHARE says, in percent.
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *now) {
  const char *share = getenv("CORE_SHARE");
  if (clock != CLOCK_PROCESS_CPUTIME_ID || !share)
    return (int)syscall(SYS_clock_gettime, clock, now);
  int code = (int)syscall(SYS_clock_gettime, CLOCK_MONOTONIC, now);
  long long nanoseconds = (now->tv_sec * 1000000000LL + now->tv_nsec) / 100 * atoll(share);
  now->tv_sec = nanoseconds / 1000000000;
  now->tv_nsec = nanoseconds % 1000000000;
  return code;
}
