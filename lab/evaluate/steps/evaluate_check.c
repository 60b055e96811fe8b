// What the flags of evaluate list, read and checked.
#include "lab/evaluate/steps/evaluate_steps.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static Status check_splits(const char *splits) {
  static const char *const names[] = {"workload", "network", "family", "type", "machine"};
  if (!strcmp(splits, "development") || !strcmp(splits, "ablations"))
    return STATUS_OK;
  for (const char *at = splits;;) {
    size_t length = strcspn(at, ",");
    bool is_known = false;
    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
      is_known |= strlen(names[n]) == length && !memcmp(names[n], at, length);
    if (!is_known && strcmp(splits, "none") != 0)
      return status_fail(
          STATUS_USAGE,
          "--splits %s: use some of workload,network,family,type,machine, or development, "
          "ablations or none",
          splits);
    if (!at[length])
      return STATUS_OK;
    at += length + 1;
  }
}

static Status read_trainings(EvaluateCommand *command) {
  for (const char *at = command->trainings; *at;) {
    size_t length = strcspn(at, ",");
    MachineTraining training = machine_training_find(at, length);
    if (training == MACHINE_TRAINING_COUNT)
      return status_fail(STATUS_USAGE, "--machine-trainings %s: use some of " MACHINE_TRAINING_LIST,
                         command->trainings);
    command->machine_trainings |= 1u << training;
    at += length + (at[length] == ',');
  }
  return STATUS_OK;
}

static Status read_calibrations(EvaluateCommand *command) {
  for (const char *at = command->calibrations; *at;) {
    char *end;
    long rows = strtol(at, &end, 10);
    bool is_full = command->calibration_count == MACHINE_MAX_CALIBRATIONS;
    if (end == at || rows < 1 || (*end && *end != ',') || is_full)
      return status_fail(STATUS_USAGE,
                         "--calibration-rows %s: use at most %d numbers from 1 on, joined by ','",
                         command->calibrations, MACHINE_MAX_CALIBRATIONS);
    command->calibration_rows[command->calibration_count++] = (size_t)rows;
    at = end + (*end == ',');
  }
  return STATUS_OK;
}

static Status check_folder(const char *folder) {
  struct stat state;
  if (folder && (stat(folder, &state) || (errno = ENOTDIR, !S_ISDIR(state.st_mode))))
    return status_fail(STATUS_USAGE, "--models %s: %s", folder, strerror(errno));
  return STATUS_OK;
}

Status evaluate_check(EvaluateCommand *command) {
  Status status = check_splits(command->splits);
  if (status == STATUS_OK)
    status = read_trainings(command);
  if (status == STATUS_OK)
    status = read_calibrations(command);
  return status == STATUS_OK ? check_folder(command->networks) : status;
}
