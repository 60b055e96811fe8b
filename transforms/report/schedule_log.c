// A growing array of decisions.
#include "transforms/report/schedule_log.h"

#include <stdlib.h>
#include <string.h>

Status schedule_log_append(ScheduleLog *log, int index, int part, const char *schedule) {
  if (log->count == log->capacity) {
    int capacity = log->capacity ? 2 * log->capacity : 64;
    ScheduleLogEntry *entries = realloc(log->entries, (size_t)capacity * sizeof(*entries));
    if (!entries)
      return status_fail(STATUS_SYSTEM, "out of memory for %d decisions", capacity);
    log->entries = entries;
    log->capacity = capacity;
  }
  char *copy = strdup(schedule);
  if (!copy)
    return status_fail(STATUS_SYSTEM, "out of memory for a decision");
  log->entries[log->count++] = (ScheduleLogEntry){index, part, copy};
  return STATUS_OK;
}

static int entry_compare(const void *left, const void *right) {
  const ScheduleLogEntry *a = left, *b = right;
  if (a->index != b->index)
    return a->index < b->index ? -1 : 1;
  return (a->part > b->part) - (a->part < b->part);
}

void schedule_log_sort(ScheduleLog *log) {
  if (log->count > 1)
    qsort(log->entries, (size_t)log->count, sizeof(*log->entries), entry_compare);
}

void schedule_log_destroy(ScheduleLog *log) {
  for (int i = 0; i < log->count; i++)
    free(log->entries[i].schedule);
  free(log->entries);
  *log = (ScheduleLog){0};
}
