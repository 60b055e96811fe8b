// GrowingChild: one entry of a growing file, made and added by a process of its own.
#include "lab/growing/growing_child.h"

#include "tools/collect/child.h"

#include <stdbool.h>
#include <stdio.h>
#include <sys/time.h>

enum { MINUTE = 60, IN_MINUTES = 10 * MINUTE }; // from there on the limit is told in minutes

typedef struct LimitedWork {
  Status (*work)(void *user);
  void *user;
  int seconds;
} LimitedWork;

static Status work_within(void *user) {
  const LimitedWork *limited = user;
  struct itimerval limit = {.it_value = {.tv_sec = limited->seconds}};
  setitimer(ITIMER_PROF, &limit, NULL);
  return limited->work(limited->user);
}

Status growing_child_run(const GrowingFile *file, Status (*work)(void *user), void *user,
                         int seconds) {
  LimitedWork limited = {work, user, seconds};
  bool in_minutes = seconds >= IN_MINUTES;
  int64_t before;
  char ended[96];
  Status status = growing_file_size(file, &before);
  if (status != STATUS_OK)
    return status;
  snprintf(ended, sizeof ended, "its process was ended, or took more than %d %s",
           in_minutes ? seconds / MINUTE : seconds, in_minutes ? "minutes" : "seconds");
  status = child_run(work_within, &limited, ended);
  if (status != STATUS_OK && growing_file_cut(file, before) != STATUS_OK)
    return STATUS_SYSTEM;
  return status;
}
