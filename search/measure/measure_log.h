// MeasureLog: the trials of a measured search, one JSON object per line, appended and flushed as
// they end. A line that was cut off by a kill is ignored when the log is read again.
#ifndef AUTOTUNE_SEARCH_MEASURE_MEASURE_LOG_H
#define AUTOTUNE_SEARCH_MEASURE_MEASURE_LOG_H

#include "machine/target.h"
#include "plan/schedule.h"
#include "search/measure/measurer.h"

// Why a schedule was measured. Row: enumerator, text.
#define MEASURE_ROLES(X)                                                                           \
  X(START, "start")       /* the choice without measuring: the baseline, before all others */      \
  X(TRIAL, "trial")       /* proposed by the strategy */                                           \
  X(BASELINE, "baseline") /* the start again, between trials and after the last */                 \
  X(CONFIRM, "confirm")   /* one of the best, measured again for longer */

typedef enum MeasureRole {
#define X(name, text) MEASURE_##name,
  MEASURE_ROLES(X)
#undef X
      MEASURE_ROLE_COUNT
} MeasureRole;

typedef struct Trial {
  MeasureRole role;
  uint64_t site;         // SearchSubject.key
  uint64_t workload_key; // of the variant
  char schedule[SCHEDULE_TEXT_BYTES];
  double predicted_seconds;
  Outcome outcome; // of the whole function
} Trial;

// What all lines of one search have in common.
typedef struct TrialContext {
  const char *module; // path
  const char *op;     // name of the anchor op
  int anchor;         // its position
  const char *target;
} TrialContext;

// Median seconds, 0 when there are none.
double trial_seconds(const Trial *trial);

// Appends one line. `path` NULL: does nothing.
Status measure_log_append(const char *path, const TrialContext *context, const Workload *workload,
                          const Trial *trial);
// Before a search: STATUS_USAGE when the file is something else, or cannot be written to. NULL and
// a missing file are fine.
Status measure_log_check(const char *path);
// Reads the lines of this site, target and version of the space. A missing file has none. The
// caller frees the trials.
Status measure_log_read(const char *path, uint64_t site, const char *target, Trial **out_trials,
                        int *out_count);
// Hands every line of this version of the space to `visit`, with the text of its workload and its
// target, until that fails. A missing file, and one that is no log, is STATUS_USAGE.
typedef Status (*MeasureLogVisit)(const Trial *trial, const char *workload, const char *target,
                                  void *user);
Status measure_log_scan(const char *path, MeasureLogVisit visit, void *user);

#endif
