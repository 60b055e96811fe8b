// autotune calibrate: measures this machine, and prints what was measured of one.
#include "base/file/output_file.h"
#include "base/file/progress_line.h"
#include "base/file/terminal.h"
#include "base/file/timing_lock.h"
#include "machine/calibration/calibration_file.h"
#include "runtime/timing.h"
#include "tools/calibrate/adapt.h"
#include "tools/calibrate/calibration_report.h"
#include "tools/calibrate/calibration_text.h"
#include "tools/calibrate/panel_run.h"
#include "tools/calibrate/probe/probe.h"
#include "tools/command_line.h"
#include "tools/commands.h"

#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct CalibrateCommand {
  const char *file; // of --show; NULL: the user's own
  int file_count;
  const char *wanted; // file to write; NULL: the user's own
  const char *model;  // file of the model to adapt; NULL: the shipped one
  const char *lock;
  double minutes, seconds; // 0: not given
  int64_t core;            // -1: the last one allowed
  bool shows, only_target;
  OutputFlags output;
} CalibrateCommand;

// --- showing

static Status find_path(const char *given, char *path, size_t size) {
  if (!given)
    return calibration_user_path(path, size);
  if (snprintf(path, size, "%s", given) >= (int)size)
    return status_fail(STATUS_USAGE, "%.300s...: the path is too long", given);
  return STATUS_OK;
}

static Status show(const CalibrateCommand *command, const char *path) {
  char target[TARGET_TEXT_BYTES];
  Calibration calibration;
  Status status = calibration_read_file(path, &calibration);
  if (status != STATUS_OK)
    return status_fail(status == STATUS_MODEL ? STATUS_USAGE : status,
                       "%s; name a file that autotune calibrate wrote, or make one with autotune "
                       "calibrate",
                       status_text());
  target_print(&calibration.target, target, sizeof target);
  if (command->output.is_json)
    status = output_json(calibration_json(path, &calibration, target));
  else
    calibration_print(path, &calibration, target);
  calibration_destroy(&calibration);
  return status;
}

// --- measuring

static void show_probes(int done, int count, void *user) {
  const CalibrateCommand *command = user;
  if (command->output.is_quiet || !terminal_is_live(stderr))
    return;
  progress_line_show(stderr, "probes: %d of %d", done, count);
  if (done == count)
    progress_line_end(stderr);
}

// Everything is timed on one core: another one may have another clock. Writes where this process
// was allowed to be before.
static void stay_on_core(int64_t core, cpu_set_t *out_before) {
  cpu_set_t set;
  int chosen = CPU_SETSIZE - 1;
  CPU_ZERO(out_before);
  if (sched_getaffinity(0, sizeof *out_before, out_before))
    return;
  while (core < 0 && chosen > 0 && !CPU_ISSET(chosen, out_before))
    chosen--;
  if (core >= 0)
    chosen = (int)core;
  CPU_ZERO(&set);
  CPU_SET(chosen, &set);
  sched_setaffinity(0, sizeof set, &set);
}

static void say_waiting(void *user) {
  const CalibrateCommand *command = user;
  output_note(&command->output, "calibrate", "waiting for %s, as another command measures",
              command->lock);
}

static double seconds_of(const CalibrateCommand *command) {
  static const double MINUTES = 10;
  return command->seconds > 0   ? command->seconds
         : command->minutes > 0 ? 60 * command->minutes
                                : 60 * MINUTES;
}

// out_taken: the part of the time in which others had the core.
static Status measure_target(const CalibrateCommand *command, Target *target, FILE *report,
                             double *out_taken) {
  ProbeReport probes;
  static const double MOST_SECONDS = 20; // a busy core tells no more in a longer time
  cpu_set_t before;
  Status status = target_probe_host(target);
  if (status != STATUS_OK)
    return status;
  int lock = timing_lock_open(command->lock);
  if (lock >= 0)
    timing_lock_take(lock, say_waiting, (void *)command);
  stay_on_core(command->core, &before);
  double seconds = seconds_of(command) / (command->only_target ? 1 : 2);
  status = probe_all(target, seconds < MOST_SECONDS ? seconds : MOST_SECONDS, show_probes,
                     (void *)command, &probes);
  sched_setaffinity(0, sizeof before, &before);
  if (lock >= 0)
    close(lock);
  if (status == STATUS_OK) {
    calibration_report_probes(&probes, report);
    *out_taken = probes.taken;
  }
  return status;
}

// The model is that of this run, else the one that the file had.
static Status write_file(const char *path, const Target *target, const char *report,
                         const Adapted *adapted, const LearnedModel *old) {
  char cpu[MEASURED_CPU_BYTES];
  measured_cpu_host(cpu, sizeof cpu);
  CalibrationParts parts = {.cpu = cpu,
                            .report = report,
                            .target = target,
                            .model = adapted->model,
                            .model_bytes = adapted->model_bytes};
  if (!parts.model && old)
    parts.model = learned_model_bytes(old, &parts.model_bytes);
  return calibration_write_file(path, &parts);
}

// What the calibration that is there holds, if it is of this processor.
typedef struct Old {
  LearnedModel *model; // owned; NULL: none
  bool has_guess;      // the model goes with the guessed numbers of the processor
} Old;

static bool is_guess(const Target *target) {
  Target guess;
  char texts[2][TARGET_TEXT_BYTES];
  if (target_probe_host(&guess) != STATUS_OK)
    return false;
  target_print(target, texts[0], sizeof texts[0]);
  target_print(&guess, texts[1], sizeof texts[1]);
  return strcmp(texts[0], texts[1]) == 0;
}

static Old take_old(const char *path) {
  Calibration calibration;
  Old old = {NULL, false};
  if (calibration_read_file(path, &calibration) != STATUS_OK)
    return old;
  if (calibration_is_of_here(&calibration)) {
    old = (Old){calibration.model, calibration.model && is_guess(&calibration.target)};
    calibration.model = NULL;
  } else {
    output_warning("calibrate", "%s is of another processor (%s) and is replaced", path,
                   calibration.cpu);
  }
  calibration_destroy(&calibration);
  return old;
}

static int64_t count_jobs(void) {
  int64_t cores = sysconf(_SC_NPROCESSORS_ONLN);
  return cores < 1 ? 1 : cores > COLLECT_MAX_JOBS ? COLLECT_MAX_JOBS : cores;
}

// What adapting starts from, and what the file holds where nothing can be adapted.
typedef struct Models {
  LearnedModel *base; // owned; NULL: none
  Old old;
} Models;

static Status measure_panel(const CalibrateCommand *command, const char *store, double start,
                            double taken, Target *target, const Models *models, Adapted *adapted,
                            FILE *report) {
  PanelRunOptions panel = {.store = store,
                           .target = target,
                           .base = models->base,
                           .deadline = start + seconds_of(command),
                           .core = command->core,
                           .jobs = count_jobs(),
                           .lock = command->lock,
                           .is_quiet = command->output.is_quiet};
  PanelDrift drift = {0};
  Dataset rows = {0};
  char numbers[256] = "";
  Status status = STATUS_OK;
  TRY(panel_run(&panel, &drift));
  TRY(adapt_read(store, &rows));
  TRY(adapt_numbers(&rows, target, numbers, sizeof numbers));
  TRY(adapt_model(&rows, target, models->base, adapted));
  fprintf(report, "\n  panel      %" PRId64 " schedules of %" PRId64 " workloads, in ",
          adapted->rows, adapted->workloads);
  calibration_report_path(store, report);
  fputs(numbers, report);
  if (drift.looks > 0)
    calibration_report_drift(&drift, taken, report, "  machine    ");
  if (calibration_is_busy(&drift))
    calibration_report_drift(&drift, taken, stderr,
                             "autotune calibrate: warning: the machine was ");
  if (!adapted->model)
    calibration_report_kept(models->old.model, adapted->reason, report);
cleanup:
  dataset_destroy(&rows);
  return status;
}

// The target goes to the file before the panel where there is none yet: then a kill loses nothing.
static Status measure_all(const CalibrateCommand *command, const char *path, const char *store,
                          const Models *models, FILE *stream, char *const *report) {
  Adapted adapted = {0};
  Target target;
  double start = timing_now(), taken = 0;
  Status status = STATUS_OK;
  TRY(measure_target(command, &target, stream, &taken));
  fflush(stream);
  if (access(path, F_OK) != 0)
    TRY(write_file(path, &target, *report, &adapted, NULL));
  TRY(measure_panel(command, store, start, taken, &target, models, &adapted, stream));
  fflush(stream);
  TRY(write_file(path, &target, *report, &adapted, models->old.model));
cleanup:
  free(adapted.model);
  return status;
}

// A model chooses by features of the numbers that it was adapted with, and keeps them.
static Status measure_only_target(const CalibrateCommand *command, const char *path, const Old *old,
                                  FILE *stream, char *const *report) {
  const Adapted adapted = {0};
  Target target;
  double taken = 0;
  Status status = measure_target(command, &target, stream, &taken);
  if (status == STATUS_OK && old->has_guess)
    status = target_probe_host(&target);
  if (status != STATUS_OK)
    return status;
  if (old->model) {
    fprintf(stream, "\n");
    calibration_report_kept(old->model, "autotune calibrate without --target-only adapts it anew",
                            stream);
  }
  if (old->has_guess)
    fprintf(stream, "  numbers    the guessed ones are kept, which that model was adapted with\n");
  fflush(stream);
  return write_file(path, &target, *report, &adapted, old->model);
}

static Status find_base(const CalibrateCommand *command, LearnedModel **out_base) {
  if (command->model)
    return learned_model_load_file(command->model, out_base);
  return learned_model_is_shipped() ? learned_model_shipped(out_base) : STATUS_OK;
}

static Status measure(const CalibrateCommand *command, const char *path, FILE *stream,
                      char *const *report) {
  char store[CALIBRATION_PATH_BYTES + 8];
  Models models = {0};
  int lock = -1;
  Status status = STATUS_OK;
  snprintf(store, sizeof store, "%s.rows", path);
  if (!command->only_target) {
    TRY(find_base(command, &models.base));
    TRY(panel_run_lock(store, &lock));
  }
  models.old = take_old(path);
  TRY(command->only_target ? measure_only_target(command, path, &models.old, stream, report)
                           : measure_all(command, path, store, &models, stream, report));
cleanup:
  if (lock >= 0)
    close(lock);
  learned_model_destroy(models.base);
  learned_model_destroy(models.old.model);
  return status;
}

static Status measure_and_report(const CalibrateCommand *command, const char *path) {
  char *report = NULL;
  size_t report_bytes;
  FILE *stream = open_memstream(&report, &report_bytes);
  if (!stream)
    return status_fail(STATUS_SYSTEM, "no memory for a report");
  Status status = measure(command, path, stream, &report);
  fclose(stream);
  free(report);
  return status;
}

static Status check_flags(const CalibrateCommand *command) {
  const char *measuring = command->minutes > 0                              ? "--minutes"
                          : command->seconds > 0                            ? "--seconds"
                          : command->only_target                            ? "--target-only"
                          : command->core >= 0                              ? "--core"
                          : command->model                                  ? "--model"
                          : strcmp(command->lock, TIMING_LOCK_DEFAULT) != 0 ? "--lock"
                                                                            : NULL;
  if (command->minutes > 0 && command->seconds > 0)
    return status_fail(STATUS_USAGE, "--minutes and --seconds say the same; leave one out");
  if (command->wanted && command->shows)
    return status_fail(STATUS_USAGE, "--output: nothing is written with --show; leave one out");
  if (command->model && command->only_target)
    return status_fail(STATUS_USAGE,
                       "--model: no model is adapted with --target-only; leave one out");
  if (measuring && command->shows)
    return status_fail(STATUS_USAGE, "%s: nothing is measured with --show; leave one out",
                       measuring);
  return STATUS_OK;
}

static Status calibrate(void *values) {
  CalibrateCommand *command = values;
  char path[CALIBRATION_PATH_BYTES];
  Status status = STATUS_OK;
  if (command->file && !command->shows)
    return status_fail(STATUS_USAGE, "%s: a file is read with --show, and written with --output",
                       command->file);
  TRY(check_flags(command));
  TRY(find_path(command->shows ? command->file : command->wanted, path, sizeof path));
  if (command->shows)
    return show(command, path);
  if (!command->wanted)
    TRY(calibration_make_folders(path));
  TRY(output_file_check(path));
  TRY(output_measuring(&command->output, "calibrate", &command->lock));
  TRY(measure_and_report(command, path));
  TRY(show(command, path));
cleanup:
  return status;
}

static const Flag flags[] = {
    {"--show", FLAG_SWITCH, offsetof(CalibrateCommand, shows), "",
     "print what FILE holds, or the user's own calibration; measure nothing"},
    {"--output", FLAG_TEXT, offsetof(CalibrateCommand, wanted), "PATH",
     "file to write (default: the user's own)"},
    {"--minutes", FLAG_NUMBER(0.01, 100000), offsetof(CalibrateCommand, minutes), "M",
     "measure for so long (default 10)"},
    {"--seconds", FLAG_SECONDS(1), offsetof(CalibrateCommand, seconds), "S", "the same in seconds"},
    {"--target-only", FLAG_SWITCH, offsetof(CalibrateCommand, only_target), "",
     "only the numbers of the processor, in some seconds; no panel, no model"},
    {"--model", FLAG_TEXT, offsetof(CalibrateCommand, model), "PATH",
     "model to adapt, a file of autotune train (default: the shipped one)"},
    FLAG_ROW_LOCK(offsetof(CalibrateCommand, lock)),
    FLAG_ROW_TIMING_CORE(offsetof(CalibrateCommand, core)),
    {0},
};

int command_calibrate(int argc, char **argv) {
  CalibrateCommand command = {.core = -1, .lock = TIMING_LOCK_DEFAULT};
  CommandLine line = {
      .name = "calibrate",
      .usage = "[flags] | --show [FILE]",
      .summary =
          "Measures this machine: first the processor (its clock, how fast it multiplies, loads "
          "and\nstores, how fast its caches and its memory are read), then schedules of many "
          "workloads until\nthe time is up, to adapt the cost model. Writes the file that "
          "target=host finds and that\ntarget=FILE names. It may be killed at any time: what is "
          "measured is kept beside the file, in\nPATH.rows, and the same command goes on. A core "
          "that others use is an error: the file stays as it is.",
      .flags = flags,
      .values = &command,
      .positional = &command.file,
      .positional_count = 1,
      .found = &command.file_count,
      .may_be_none = true,
      .output = &command.output,
      .has_json = true};
  return command_line_run(&line, argc, argv, calibrate);
}
