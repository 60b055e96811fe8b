// autotune calibrate: measures this machine, and prints what was measured of one.
#include "calibration/calibration_file.h"
#include "core/output_file.h"
#include "runtime/timing.h"
#include "tools/calibrate/probe/probe.h"
#include "tools/command_line.h"
#include "tools/commands.h"

#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct CalibrateCommand {
  const char *file; // of --show; NULL: the user's own
  int file_count;
  const char *output;
  int64_t core; // -1: the last one allowed
  bool shows, is_quiet;
} CalibrateCommand;

// --- showing

static Status find_path(const char *given, char *path, size_t size) {
  if (!given)
    return calibration_user_path(path, size);
  if (snprintf(path, size, "%s", given) >= (int)size)
    return status_fail(STATUS_USAGE, "%.300s...: the path is too long", given);
  return STATUS_OK;
}

static Status show(const char *path) {
  char here[CPU_IDENTITY_BYTES], target[TARGET_TEXT_BYTES];
  Calibration calibration;
  Status status = calibration_read_file(path, &calibration);
  if (status != STATUS_OK)
    return status_fail(status == STATUS_MODEL ? STATUS_USAGE : status,
                       "%s; name a file that autotune calibrate wrote, or make one with autotune "
                       "calibrate",
                       status_text());
  cpu_identity_host(here, sizeof here);
  target_print(&calibration.target, target, sizeof target);
  printf("%s\n  processor  %s%s\n  target     %s\n", path, calibration.cpu,
         strcmp(here, calibration.cpu) == 0 ? ", as here" : ", not the one here", target);
  if (calibration.model)
    printf("  model      %016" PRIx64 ", %s\n", learned_model_hash(calibration.model),
           learned_model_note(calibration.model));
  else
    printf("  model      none\n");
  printf("%s", calibration.report);
  calibration_destroy(&calibration);
  return STATUS_OK;
}

// --- the report

static void write_report(const ProbeResult results[PROBE_COUNT], FILE *report) {
  static const char *const verdicts[] = {"measured", "", "implausible, the guess is kept",
                                         "not stable, the guess is kept"};
  char day[32];
  time_t now = time(NULL);
  struct tm parts;
  strftime(day, sizeof day, "%Y-%m-%d %H:%M", localtime_r(&now, &parts));
  fprintf(report, "  measured   %s\n\n", day);
  fprintf(report, "  %-26s %9s %9s  %-14s %7s\n", "number", "guess", "measured", "unit", "spread");
  for (int p = 0; p < PROBE_COUNT; p++)
    if (results[p].verdict != PROBE_ABSENT)
      fprintf(report, "  %-26s %9.4g %9.4g  %-14s %5.1f %%  %s\n", probe_name((Probe)p),
              results[p].guess, results[p].value, probe_unit((Probe)p), 100 * results[p].spread,
              verdicts[results[p].verdict]);
}

// --- measuring

static void show_probes(int done, int count, void *user) {
  const CalibrateCommand *command = user;
  if (!command->is_quiet && isatty(STDERR_FILENO))
    fprintf(stderr, "\rprobes: %d of %d%s", done, count, done == count ? "\n" : "");
}

// Everything is timed on one core: another one may have another clock.
static void stay_on_core(int64_t core) {
  cpu_set_t set;
  int chosen = CPU_SETSIZE - 1;
  if (sched_getaffinity(0, sizeof set, &set))
    return;
  while (core < 0 && chosen > 0 && !CPU_ISSET(chosen, &set))
    chosen--;
  if (core >= 0)
    chosen = (int)core;
  CPU_ZERO(&set);
  CPU_SET(chosen, &set);
  sched_setaffinity(0, sizeof set, &set);
}

static Status measure(const CalibrateCommand *command, const char *path) {
  ProbeResult results[PROBE_COUNT];
  char cpu[CPU_IDENTITY_BYTES], *report = NULL;
  size_t report_bytes;
  Target target;
  Status status = STATUS_OK;
  FILE *stream = open_memstream(&report, &report_bytes);
  if (!stream)
    return status_fail(STATUS_SYSTEM, "no memory for a report");
  TRY(target_probe_host(&target));
  stay_on_core(command->core);
  TRY(probe_all(&target, show_probes, (void *)command, results));
  write_report(results, stream);
  fflush(stream);
  cpu_identity_host(cpu, sizeof cpu);
  CalibrationParts parts = {.cpu = cpu, .report = report, .target = &target};
  TRY(calibration_write_file(path, &parts));
cleanup:
  fclose(stream);
  free(report);
  return status;
}

static Status calibrate(void *values) {
  CalibrateCommand *command = values;
  char path[CALIBRATION_PATH_BYTES];
  Status status = STATUS_OK;
  if (command->file && !command->shows)
    return status_fail(STATUS_USAGE, "%s: a file is read with --show, and written with --output",
                       command->file);
  if (command->output && command->shows)
    return status_fail(STATUS_USAGE, "--output: nothing is written with --show; leave one out");
  TRY(find_path(command->shows ? command->file : command->output, path, sizeof path));
  if (command->shows)
    return show(path);
  if (!command->output)
    TRY(calibration_make_folders(path));
  TRY(output_file_check(path));
  TRY(measure(command, path));
  TRY(show(path));
cleanup:
  return status;
}

static const Flag flags[] = {
    {"--show", FLAG_SWITCH, offsetof(CalibrateCommand, shows), "",
     "print what FILE holds, or the user's own calibration; measure nothing"},
    {"--output", FLAG_TEXT, offsetof(CalibrateCommand, output), "PATH",
     "file to write (default: the user's own)"},
    {"--core", FLAG_CORE, offsetof(CalibrateCommand, core), "N",
     "core to time on (default: the last one)"},
    {"--quiet", FLAG_SWITCH, offsetof(CalibrateCommand, is_quiet), "", "no progress lines"},
    {0},
};

int command_calibrate(int argc, char **argv) {
  CalibrateCommand command = {.core = -1};
  CommandLine line = {
      .name = "calibrate",
      .usage = "[flags] | --show [FILE]",
      .summary =
          "Measures this machine: its clock, how fast it multiplies, loads and stores, how fast "
          "its\ncaches and its memory are read. Writes the file that target=host finds and that "
          "target=FILE\nnames. Other work on the machine shows as numbers that are not stable; "
          "those stay guesses.",
      .flags = flags,
      .values = &command,
      .positional = &command.file,
      .positional_count = 1,
      .found = &command.file_count,
      .may_be_none = true};
  return command_line_run(&line, argc, argv, calibrate);
}
