// Lines are written whole, by one call each; the reader leaves out a line that was cut off.
#include "search/measure/measure_log.h"

#include "base/array.h"
#include "base/file/output_file.h"
#include "base/file/path_kind.h"
#include "records/json.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const role_names[] = {
#define X(name, text) text,
    MEASURE_ROLES(X)
#undef X
};

double trial_seconds(const Trial *trial) {
  return trial->outcome.timing.repeats ? timing_median(&trial->outcome.timing) : 0;
}

// --- writing

enum { DIGITS = 6 }; // a measured time has fewer

static void put_key(Json *json, const char *name, uint64_t key) {
  char text[17];
  snprintf(text, sizeof text, "%016" PRIx64, key);
  json_put_text(json, name, text);
}

static void put_workload(Json *json, const Workload *workload) {
  char *text = workload_text(workload);
  json_put_text(json, "workload", text ? text : "");
  free(text);
}

static Json *trial_json(const TrialContext *context, const Workload *workload, const Trial *trial) {
  Json *json = json_make_object();
  json_put_integer(json, "space", SPACE_VERSION);
  put_key(json, "site", trial->site);
  json_put_text(json, "role", role_names[trial->role]);
  json_put_text(json, "target", context->target);
  json_put_text(json, "module", context->module);
  json_put_text(json, "op", context->op);
  json_put_integer(json, "anchor", context->anchor);
  put_key(json, "workload_key", trial->workload_key);
  put_workload(json, workload);
  json_put_text(json, "schedule", trial->schedule);
  json_put_text(json, "verdict", trial_verdict_name(trial->outcome.verdict));
  if (trial->outcome.reason[0])
    json_put_text(json, "reason", trial->outcome.reason);
  json_put_number(json, "predicted_seconds", trial->predicted_seconds);
  json_put_number(json, "compile_seconds", trial->outcome.compile_seconds);
  json_put_integer(json, "time", (int64_t)time(NULL));
  json_put_integer(json, "iterations", trial->outcome.timing.iterations);
  json_put_numbers(json, "seconds", trial->outcome.timing.seconds, trial->outcome.timing.repeats);
  return json;
}

// Whether the file ends inside a line.
static bool ends_open(FILE *file) { return fseek(file, -1, SEEK_END) == 0 && fgetc(file) != '\n'; }

Status measure_log_append(const char *path, const TrialContext *context, const Workload *workload,
                          const Trial *trial) {
  if (!path)
    return STATUS_OK;
  FILE *file = fopen(path, "a+");
  if (!file)
    return status_fail(STATUS_USAGE, "cannot write %s: %s", path, strerror(errno));
  bool is_open = ends_open(file);
  Json *json = trial_json(context, workload, trial);
  char *line = NULL;
  size_t size = 0;
  FILE *memory = open_memstream(&line, &size);
  bool is_written = memory && json_write(json, memory, 0, DIGITS) && fputc('\n', memory) != EOF;
  if (memory)
    is_written &= fclose(memory) == 0;
  is_written =
      is_written && (!is_open || fputc('\n', file) != EOF) && fwrite(line, 1, size, file) == size;
  is_written &= fclose(file) == 0;
  json_free(json);
  free(line);
  return is_written ? STATUS_OK : status_fail(STATUS_SYSTEM, "cannot write %s", path);
}

// --- reading

static const char LINE_START[] = "{\"space\": ";

static Status check_start(const char *path, const char *line) {
  if (!strncmp(line, LINE_START, strlen(LINE_START)))
    return STATUS_OK;
  return status_fail(
      STATUS_USAGE,
      "%s:1: this is not a log of autotune-lab search; name another file or a new one", path);
}

Status measure_log_check(const char *path) {
  char *line = NULL;
  size_t size = 0;
  Status status = path ? path_check(path, PATH_UPDATE) : STATUS_OK;
  if (status == STATUS_OK)
    status = output_file_check(path);
  FILE *file = path && status == STATUS_OK ? fopen(path, "r") : NULL;
  if (file) {
    if (getline(&line, &size, file) > 0)
      status = check_start(path, line);
    fclose(file);
  }
  free(line);
  return status;
}

static uint64_t get_key(const Json *json, const char *name) {
  const char *text = json_get_text(json, name);
  return text ? strtoull(text, NULL, 16) : 0;
}

static int find_name(const char *const *names, int count, const char *name) {
  for (int i = 0; i < count; i++)
    if (!strcmp(names[i], name))
      return i;
  return -1;
}

static int find_verdict(const char *name) {
  for (int i = 0; i < TRIAL_VERDICT_COUNT; i++)
    if (!strcmp(trial_verdict_name(i), name))
      return i;
  return -1;
}

static bool read_timing(const Json *json, Timing *timing) {
  timing->iterations = json_get_integer(json, "iterations", 0);
  timing->repeats = json_get_numbers(json, "seconds", timing->seconds, TIMING_MAX_REPEATS);
  return timing->repeats >= 0;
}

// A line of the log; NULL when it was cut off or another version of the space wrote it.
static Json *read_line(const char *path, const char *line) {
  Json *json = NULL;
  if (json_read(path, line, &json) == STATUS_OK &&
      json_get_integer(json, "space", -1) == SPACE_VERSION)
    return json;
  json_free(json);
  return NULL;
}

static bool read_trial(const Json *json, Trial *out) {
  const char *role = json_get_text(json, "role"), *verdict = json_get_text(json, "verdict");
  const char *schedule = json_get_text(json, "schedule");
  *out = (Trial){.site = get_key(json, "site"), .workload_key = get_key(json, "workload_key")};
  if (!role || !verdict || !schedule || !json_get_text(json, "target") ||
      strlen(schedule) >= sizeof out->schedule)
    return false;
  strcpy(out->schedule, schedule);
  int place = find_name(role_names, MEASURE_ROLE_COUNT, role);
  out->outcome.verdict = find_verdict(verdict);
  out->role = (MeasureRole)place;
  out->predicted_seconds = json_get_number(json, "predicted_seconds", 0);
  out->outcome.compile_seconds = json_get_number(json, "compile_seconds", 0);
  return place >= 0 && out->outcome.verdict >= 0 && read_timing(json, &out->outcome.timing);
}

static Status append(Trial **trials, int *count, const Trial *trial) {
  if (!array_grow(trials, *count, sizeof **trials))
    return status_fail(STATUS_SYSTEM, "no memory for %d trials", *count);
  (*trials)[(*count)++] = *trial;
  return STATUS_OK;
}

Status measure_log_read(const char *path, uint64_t site, const char *target, Trial **out_trials,
                        int *out_count) {
  Status status = STATUS_OK;
  char *line = NULL;
  size_t size = 0;
  *out_trials = NULL;
  *out_count = 0;
  FILE *file = path ? fopen(path, "r") : NULL;
  Trial trial;
  while (file && status == STATUS_OK && getline(&line, &size, file) > 0) {
    Json *json = read_line(path, line);
    if (json && get_key(json, "site") == site && read_trial(json, &trial) &&
        !strcmp(json_get_text(json, "target"), target))
      status = append(out_trials, out_count, &trial);
    json_free(json);
  }
  if (file)
    fclose(file);
  free(line);
  return status;
}

static Status visit_line(const char *path, const char *line, MeasureLogVisit visit, void *user) {
  Trial trial;
  Status status = STATUS_OK;
  Json *json = read_line(path, line);
  const char *workload = json ? json_get_text(json, "workload") : NULL;
  if (workload && read_trial(json, &trial))
    status = visit(&trial, workload, json_get_text(json, "target"), user);
  json_free(json);
  return status;
}

Status measure_log_scan(const char *path, MeasureLogVisit visit, void *user) {
  char *line = NULL;
  size_t size = 0;
  bool is_empty = true;
  FILE *file;
  Status status = path_open(path, &file);
  if (status != STATUS_OK)
    return status;
  for (; status == STATUS_OK && getline(&line, &size, file) > 0; is_empty = false) {
    if (is_empty)
      status = check_start(path, line);
    if (status == STATUS_OK)
      status = visit_line(path, line, visit, user);
  }
  if (ferror(file))
    status = status_fail(STATUS_USAGE, "cannot read %s: %s", path, strerror(errno));
  else if (status == STATUS_OK && is_empty)
    status =
        status_fail(STATUS_USAGE, "%s: the log is empty; name one of autotune-lab search", path);
  fclose(file);
  free(line);
  return status;
}
