// CalibrationText: a calibration that was read, as lines or as JSON.
#ifndef AUTOTUNE_TOOLS_CALIBRATE_CALIBRATION_TEXT_H
#define AUTOTUNE_TOOLS_CALIBRATE_CALIBRATION_TEXT_H

#include "machine/calibration/calibration_file.h"
#include "records/json.h"

// Whether it is of this processor.
bool calibration_is_of_here(const Calibration *calibration);

// `path`: of its file; `target`: its target's text.
void calibration_print(const char *path, const Calibration *calibration, const char *target);
// The caller owns it.
Json *calibration_json(const char *path, const Calibration *calibration, const char *target);

#endif
