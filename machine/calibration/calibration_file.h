// Calibration: what autotune calibrate has measured of one machine, in one file: the target with
// measured numbers, a model adapted to it if there were rows enough, and whose machine it is.
//
// docs/calibration.md describes the file. A file is written beside its path and moved over it, so a
// kill leaves the old one or the new one. Whatever is wrong with the bytes is STATUS_MODEL and one
// line; a failure to read a file names its path.
#ifndef AUTOTUNE_MACHINE_CALIBRATION_CALIBRATION_FILE_H
#define AUTOTUNE_MACHINE_CALIBRATION_CALIBRATION_FILE_H

#include "costmodel/learned_model.h"
#include "machine/calibration/measured_cpu.h"
#include "machine/target.h"

enum { CALIBRATION_REPORT_BYTES = 1 << 16, CALIBRATION_PATH_BYTES = 4096 };

typedef struct Calibration {
  char cpu[MEASURED_CPU_BYTES];
  Target target;
  char *report;        // owned; lines for people: what was measured, when and how well
  LearnedModel *model; // owned; NULL: none
} Calibration;

// Reads all of it, the model included. Destroy with calibration_destroy.
Status calibration_read(const void *bytes, size_t size, Calibration *out_calibration);
Status calibration_read_file(const char *path, Calibration *out_calibration);
void calibration_destroy(Calibration *calibration);

// What is written. Lent. `model`: bytes of learned_model_pack, NULL: none.
typedef struct CalibrationParts {
  const char *cpu, *report;
  const Target *target;
  const void *model;
  size_t model_bytes;
} CalibrationParts;

Status calibration_write_file(const char *path, const CalibrationParts *parts);

// --- the user's own

// Writes the path that target=host looks at: $XDG_CONFIG_HOME/autotune/host.calibration, else
// ~/.config/autotune/host.calibration. STATUS_USAGE when no such folder is known.
Status calibration_user_path(char *path, size_t size);
// Makes the folders above the path that are missing, for this user alone, as the convention asks.
Status calibration_make_folders(const char *path);

#endif
