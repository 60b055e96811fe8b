// CalibrationReport: lines for people on how a machine was measured, which its calibration keeps.
#ifndef AUTOTUNE_TOOLS_CALIBRATE_CALIBRATION_REPORT_H
#define AUTOTUNE_TOOLS_CALIBRATE_CALIBRATION_REPORT_H

#include "tools/calibrate/panel_run.h"
#include "tools/calibrate/probe/probe.h"

#include <stdio.h>

// When the machine was measured, and a line per number.
void calibration_report_probes(const ProbeReport *probes, FILE *report);
void calibration_report_path(const char *path, FILE *report);
// `old`: the model that stays, NULL: none; `reason`: why there is no new one.
void calibration_report_kept(const LearnedModel *old, const char *reason, FILE *report);

bool calibration_is_busy(const PanelDrift *drift);
// `taken`: part of the time in which others had the core while the numbers were measured; `before`:
// what the line begins with.
void calibration_report_drift(const PanelDrift *drift, double taken, FILE *file,
                              const char *before);

#endif
