// CalibrationReport: lines for people on how a machine was measured, which its calibration keeps.
#include "tools/calibrate/calibration_report.h"

#include "runtime/drift_watch.h"

#include <ctype.h>
#include <inttypes.h>
#include <time.h>

static const double BUSY = 0.05; // part of the core's time from which on others are spoken of

void calibration_report_probes(const ProbeReport *probes, FILE *report) {
  const ProbeResult *results = probes->results;
  static const char *const verdicts[] = {[PROBE_TAKEN] = "measured",
                                         [PROBE_IMPLAUSIBLE] = "implausible, the guess is kept",
                                         [PROBE_RUSHED] = "too little time, the guess is kept",
                                         [PROBE_NOISY] = "not stable, the guess is kept",
                                         [PROBE_BUSY] = "others had the core, the guess is kept",
                                         [PROBE_CLOCKLESS] =
                                             "the clock is not known, the guess is kept"};
  char day[32];
  time_t now = time(NULL);
  struct tm parts;
  strftime(day, sizeof day, "%Y-%m-%d %H:%M", localtime_r(&now, &parts));
  fprintf(report, "  measured   %s", day);
  if (probes->taken > BUSY)
    fprintf(report, ", on a busy core: others had it for %.0f %% of the time", 100 * probes->taken);
  fprintf(report, "\n\n");
  fprintf(report, "  %-26s %9s %9s  %-14s %7s\n", "number", "guess", "measured", "unit", "spread");
  for (int p = 0; p < PROBE_COUNT; p++)
    if (results[p].verdict != PROBE_ABSENT)
      fprintf(report, "  %-26s %9.4g %9.4g  %-14s %5.1f %%  %s\n", probe_name((Probe)p),
              results[p].guess, results[p].value, probe_unit((Probe)p), 100 * results[p].spread,
              verdicts[results[p].verdict]);
}

// The report is lines for people: what would be none of a path becomes a question mark.
void calibration_report_path(const char *path, FILE *report) {
  for (; *path; path++)
    fputc(iscntrl((unsigned char)*path) ? '?' : *path, report);
  fputc('\n', report);
}

void calibration_report_kept(const LearnedModel *old, const char *reason, FILE *report) {
  if (old)
    fprintf(report, "  kept       the model that was there; %s\n", reason);
  else
    fprintf(report, "  no model   %s\n", reason);
}

bool calibration_is_busy(const PanelDrift *drift) { return drift->slow_looks * 20 > drift->looks; }

// A core that others had while the numbers were measured was not quiet, whatever it was later.
void calibration_report_drift(const PanelDrift *drift, double taken, FILE *file,
                              const char *before) {
  fprintf(file,
          "%s%s: %" PRId64 " of %" PRId64
          " looks at the machine were more than %.0f %% slower than "
          "the fastest, the worst %.0f %%; %" PRId64 " schedules measured once more\n",
          before, calibration_is_busy(drift) || taken > BUSY ? "busy" : "quiet", drift->slow_looks,
          drift->looks, 100 * DRIFT_LIMIT, (double)drift->worst_permil / 10, drift->again);
}
