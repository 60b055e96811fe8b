// ScheduleLog: which schedule was decided for which op, without handles on the IR.
#ifndef AUTOTUNE_TRANSFORMS_REPORT_SCHEDULE_LOG_H
#define AUTOTUNE_TRANSFORMS_REPORT_SCHEDULE_LOG_H

#include "base/status.h"

// Positions are those of Anchor: index in the payload as collected, part of an aggregated op or -1.
typedef struct ScheduleLogEntry {
  int index;
  int part;
  char *schedule; // owned
} ScheduleLogEntry;

typedef struct ScheduleLog {
  ScheduleLogEntry *entries; // owned
  int count, capacity;
} ScheduleLog;

// Copies the text.
Status schedule_log_append(ScheduleLog *log, int index, int part, const char *schedule);
// Ascending by position.
void schedule_log_sort(ScheduleLog *log);
void schedule_log_destroy(ScheduleLog *log);

#endif
