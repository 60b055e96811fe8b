// Calibrations that were read stay: pass pipelines are made and copied freely, and none of them
// owns one.
#include "passes/target_option.h"

#include "machine/calibration/calibration_file.h"
#include "machine/calibration/file_stamp.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct OpenCalibration {
  struct OpenCalibration *next;
  FileStamp stamp;
  Calibration calibration;
} OpenCalibration;

static pthread_mutex_t open_lock = PTHREAD_MUTEX_INITIALIZER;
static OpenCalibration *open_calibrations; // guarded by open_lock; entries never go

// Under the lock.
static Status open_file(const char *path, const Calibration **out_calibration) {
  FileStamp stamp;
  if (!file_stamp_read(path, &stamp))
    return status_fail(STATUS_MODEL, "%.300s: %s", path, strerror(errno));
  for (const OpenCalibration *entry = open_calibrations; entry; entry = entry->next)
    if (file_stamp_equal(&entry->stamp, &stamp)) {
      *out_calibration = &entry->calibration;
      return STATUS_OK;
    }
  OpenCalibration *entry = calloc(1, sizeof *entry);
  if (!entry)
    return status_fail(STATUS_SYSTEM, "no memory for the calibration '%.300s'", path);
  Status status = calibration_read_file(path, &entry->calibration);
  if (status != STATUS_OK) {
    free(entry);
    return status;
  }
  entry->stamp = stamp;
  entry->next = open_calibrations;
  open_calibrations = entry;
  *out_calibration = &entry->calibration;
  return STATUS_OK;
}

static Status open_calibration(const char *path, const Calibration **out_calibration) {
  pthread_mutex_lock(&open_lock);
  Status status = open_file(path, out_calibration);
  pthread_mutex_unlock(&open_lock);
  return status;
}

static void take(const Calibration *calibration, TargetOption *option) {
  option->target = calibration->target;
  option->model = calibration->model;
}

// --- the host

// There is none, or it cannot be used, for the reason that is noted: then the host is guessed.
static const Calibration *find_host(TargetOption *option) {
  char path[CALIBRATION_PATH_BYTES], cpu[MEASURED_CPU_BYTES];
  FileStamp stamp;
  const Calibration *calibration = NULL;
  if (calibration_user_path(path, sizeof path) != STATUS_OK ||
      (!file_stamp_read(path, &stamp) && (errno == ENOENT || errno == ENOTDIR)))
    return NULL;
  option->note_kind = TARGET_NOTE_WARNING;
  if (open_calibration(path, &calibration) != STATUS_OK) {
    snprintf(option->note, sizeof option->note,
             "target=host is guessed, its calibration cannot be used: %.300s; run autotune "
             "calibrate, or remove the file",
             status_text());
    return NULL;
  }
  measured_cpu_host(cpu, sizeof cpu);
  if (strcmp(cpu, calibration->cpu) != 0) {
    snprintf(option->note, sizeof option->note,
             "target=host is guessed, %.200s is of another processor (%s; this is %s); run "
             "autotune calibrate, or remove the file",
             path, calibration->cpu, cpu);
    return NULL;
  }
  option->note_kind = TARGET_NOTE_REMARK;
  snprintf(option->note, sizeof option->note, "target=host is measured%s: %.300s",
           calibration->model ? ", its model adapted" : "", path);
  return calibration;
}

static Status read_host(TargetOption *option) {
  const Calibration *calibration = find_host(option);
  if (!calibration)
    return target_probe_host(&option->target);
  take(calibration, option);
  return STATUS_OK;
}

// --- a file

static bool is_path(const char *name) {
  Target target;
  FileStamp stamp;
  return strchr(name, '/') ||
         (target_parse(name, &target) != STATUS_OK && file_stamp_read(name, &stamp));
}

static Status read_path(const char *path, TargetOption *option) {
  const Calibration *calibration = NULL;
  Status status = open_calibration(path, &calibration);
  if (status != STATUS_OK)
    return status_fail(status == STATUS_MODEL ? STATUS_USAGE : status,
                       "target: %s; use a file that autotune calibrate wrote, or the name of a "
                       "target",
                       status_text());
  take(calibration, option);
  return STATUS_OK;
}

// --- all of it

Status target_option_parse(const char *text, TargetOption *out_option) {
  Status status = STATUS_OK;
  TargetOption option = {0};
  size_t length = strcspn(text, ","), spaces = strspn(text, " "); // a path has no comma
  const char *settings = text + length;
  while (length > spaces && text[length - 1] == ' ')
    length--;
  char *name = strndup(text + spaces, length - (spaces < length ? spaces : length));
  if (!name)
    return status_fail(STATUS_SYSTEM, "no memory for a target");
  bool is_host = strcmp(name, "host") == 0 || strcmp(name, "native") == 0;
  if (is_host)
    TRY(read_host(&option));
  else if (is_path(name))
    TRY(read_path(name, &option));
  else
    TRY(target_parse(name, &option.target));
  TRY(target_set(settings, &option.target));
  *out_option = option;
cleanup:
  free(name);
  return status;
}
