// Lines are written whole, by one call each. The reader takes only what this writer makes: flat
// objects whose keys appear once, with no escapes but \" and \\.
#include "tools/measure_log.h"

#include "core/array.h"
#include "core/output_file.h"
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const role_names[] = {
#define X(name, text) text,
    MEASURE_ROLES(X)
#undef X
};

const char *trial_verdict_name(int verdict) {
  return verdict == TRIAL_REJECTED ? "rejected" : verdict_name((Verdict)verdict);
}

double trial_seconds(const Trial *trial) {
  return trial->timing.repeats ? timing_median(&trial->timing) : 0;
}

// --- writing

static void put_text(FILE *file, const char *key, const char *text) {
  fprintf(file, "\"%s\": \"", key);
  for (; *text; text++) {
    if (*text == '"' || *text == '\\')
      fputc('\\', file);
    fputc((unsigned char)*text < ' ' ? ' ' : *text, file);
  }
  fputs("\", ", file);
}

static void put_workload(FILE *file, const Workload *workload) {
  size_t size = (size_t)workload_print(workload, NULL, 0) + 1;
  char *text = malloc(size);
  if (!text)
    return;
  workload_print(workload, text, size);
  put_text(file, "workload", text);
  free(text);
}

static void put_trial(FILE *file, const TrialContext *context, const Workload *workload,
                      const Trial *trial) {
  fprintf(file, "{\"space\": %d, \"site\": \"%016" PRIx64 "\", ", SPACE_VERSION, trial->site);
  put_text(file, "role", role_names[trial->role]);
  put_text(file, "target", context->target);
  put_text(file, "module", context->module);
  put_text(file, "op", context->op);
  fprintf(file, "\"anchor\": %d, \"workload_key\": \"%016" PRIx64 "\", ", context->anchor,
          trial->workload_key);
  put_workload(file, workload);
  put_text(file, "schedule", trial->schedule);
  put_text(file, "verdict", trial_verdict_name(trial->verdict));
  if (trial->reason[0])
    put_text(file, "reason", trial->reason);
  fprintf(file,
          "\"predicted_seconds\": %.6g, \"compile_seconds\": %.4g, \"time\": %lld, "
          "\"iterations\": %" PRId64 ", \"seconds\": [",
          trial->predicted_seconds, trial->compile_seconds, (long long)time(NULL),
          trial->timing.iterations);
  for (int i = 0; i < trial->timing.repeats; i++)
    fprintf(file, "%s%.6g", i ? ", " : "", trial->timing.seconds[i]);
  fputs("]}\n", file);
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
  char *line = NULL;
  size_t size = 0;
  FILE *memory = open_memstream(&line, &size);
  if (memory) {
    put_trial(memory, context, workload, trial);
    fclose(memory);
  }
  bool is_written =
      memory && (!is_open || fputc('\n', file) != EOF) && fwrite(line, 1, size, file) == size;
  is_written &= fclose(file) == 0;
  free(line);
  return is_written ? STATUS_OK : status_fail(STATUS_SYSTEM, "cannot write %s", path);
}

// --- reading

static const char LINE_START[] = "{\"space\": ";

static Status check_start(const char *path, const char *line) {
  if (!strncmp(line, LINE_START, strlen(LINE_START)))
    return STATUS_OK;
  return status_fail(STATUS_USAGE,
                     "%s:1: this is not a log of autotune search; name another file or a new one",
                     path);
}

Status measure_log_check(const char *path) {
  char *line = NULL;
  size_t size = 0;
  Status status = output_file_check(path);
  FILE *file = path && status == STATUS_OK ? fopen(path, "r") : NULL;
  if (file) {
    if (getline(&line, &size, file) > 0)
      status = check_start(path, line);
    fclose(file);
  }
  free(line);
  return status;
}

// What follows `"key": ` in the line, NULL when it is not there.
static const char *find(const char *line, const char *key) {
  char pattern[40];
  snprintf(pattern, sizeof pattern, "\"%s\": ", key);
  const char *at = strstr(line, pattern);
  return at ? at + strlen(pattern) : NULL;
}

static bool get_text(const char *line, const char *key, char *out_text, size_t size) {
  const char *at = find(line, key);
  size_t used = 0;
  if (!at || *at++ != '"')
    return false;
  for (; *at && *at != '"'; at++) {
    if (*at == '\\')
      at++;
    if (used + 1 < size)
      out_text[used++] = *at;
  }
  out_text[used] = '\0';
  return *at == '"';
}

static double get_number(const char *line, const char *key) {
  const char *at = find(line, key);
  return at ? strtod(at, NULL) : 0;
}

static uint64_t get_key(const char *line, const char *key) {
  char text[32] = "";
  get_text(line, key, text, sizeof text);
  return strtoull(text, NULL, 16);
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

static bool get_timing(const char *line, Timing *timing) {
  const char *at = find(line, "seconds");
  timing->iterations = (int64_t)get_number(line, "iterations");
  if (!at || *at != '[')
    return false;
  while (timing->repeats < TIMING_MAX_REPEATS && *at != ']') {
    char *end;
    double seconds = strtod(++at, &end);
    if (end == at)
      break;
    timing->seconds[timing->repeats++] = seconds;
    at = end;
  }
  return strchr(at, ']') != NULL;
}

static bool read_line(const char *line, Trial *out, char *target, size_t target_size) {
  char word[OPTION_TARGET_BYTES] = "";
  size_t length = strlen(line);
  *out = (Trial){.site = get_key(line, "site")};
  if (length < 2 || strcmp(line + length - 2, "}\n") ||
      (int)get_number(line, "space") != SPACE_VERSION ||
      !get_text(line, "target", target, target_size) ||
      !get_text(line, "schedule", out->schedule, sizeof out->schedule) ||
      !get_text(line, "role", word, sizeof word))
    return false;
  int role = find_name(role_names, MEASURE_ROLE_COUNT, word);
  get_text(line, "verdict", word, sizeof word);
  out->verdict = find_verdict(word);
  out->role = (MeasureRole)role;
  out->workload_key = get_key(line, "workload_key");
  out->predicted_seconds = get_number(line, "predicted_seconds");
  out->compile_seconds = get_number(line, "compile_seconds");
  return role >= 0 && out->verdict >= 0 && get_timing(line, &out->timing);
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
  char word[OPTION_TARGET_BYTES];
  while (file && status == STATUS_OK && getline(&line, &size, file) > 0)
    if (get_key(line, "site") == site && read_line(line, &trial, word, sizeof word) &&
        !strcmp(word, target))
      status = append(out_trials, out_count, &trial);
  if (file)
    fclose(file);
  free(line);
  return status;
}

Status measure_log_scan(const char *path, MeasureLogVisit visit, void *user) {
  Status status = STATUS_OK;
  char *line = NULL, *workload = NULL;
  size_t size = 0, room = 0;
  FILE *file = fopen(path, "r");
  if (!file)
    return status_fail(STATUS_USAGE, "cannot read %s: %s", path, strerror(errno));
  Trial trial;
  char target[OPTION_TARGET_BYTES];
  bool is_empty = true;
  for (; status == STATUS_OK && getline(&line, &size, file) > 0; is_empty = false) {
    if (is_empty && (status = check_start(path, line)) != STATUS_OK)
      break;
    if (room < size) { // the text of the workload is shorter than its line
      free(workload);
      workload = malloc(room = size);
    }
    if (!workload)
      status = status_fail(STATUS_SYSTEM, "no memory for a line of %s", path);
    else if (read_line(line, &trial, target, sizeof target) &&
             get_text(line, "workload", workload, room))
      status = visit(&trial, workload, target, user);
  }
  if (ferror(file))
    status = status_fail(STATUS_USAGE, "cannot read %s: %s", path, strerror(errno));
  else if (status == STATUS_OK && is_empty)
    status = status_fail(STATUS_USAGE, "%s: the log is empty; name one of autotune search", path);
  fclose(file);
  free(line);
  free(workload);
  return status;
}
