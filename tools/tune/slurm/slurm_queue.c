// SlurmQueue: Slurm's queue, by its commands sbatch, squeue and scancel.
#include "tools/tune/slurm/slurm_queue.h"

#include "base/text.h"
#include "tools/process/program.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { MOST_ARGUMENTS = 256, INDICES_BYTES = 8192 };
// A command that takes longer hangs; what it has done by then is found in the queue.
static const double MOST_SECONDS = 120;

// Runs the command; its output is the caller's to destroy when it is STATUS_OK.
static Status call(char *const arguments[], ProgramOutput *output) {
  int error = program_run(
      &(ProgramRun){arguments, .is_shielded = true, .most_seconds = MOST_SECONDS}, output);
  if (error == ENOENT || error == EACCES)
    return status_fail(STATUS_USAGE,
                       "%s cannot be started: %s; --slurm needs Slurm's commands on PATH (Debian: "
                       "apt-get install slurm-client)",
                       arguments[0], strerror(error));
  if (error) // this machine is short of something, which passes
    return status_fail(STATUS_SYSTEM, "%s cannot be started: %s", arguments[0], strerror(error));
  if (output->code == 0)
    return STATUS_OK;
  // The first line, not the program's name before it.
  const char *reason = output->failure;
  if (!strncmp(reason, arguments[0], strlen(arguments[0])) && reason[strlen(arguments[0])] == ':')
    reason += strlen(arguments[0]) + 1;
  Status status = status_fail(STATUS_SYSTEM, "%s: %s", arguments[0],
                              output->is_late ? "it did not end"
                              : reason[0]     ? reason + strspn(reason, " ")
                                              : "it gave no reason");
  program_output_destroy(output);
  return status;
}

static Status call_silently(char *const arguments[]) {
  ProgramOutput output;
  Status status = call(arguments, &output);
  if (status == STATUS_OK)
    program_output_destroy(&output);
  return status;
}

// What passes by itself: a controller that is being restarted, a network that is slow, credentials
// whose daemon is away.
static bool is_silence(const char *reason) {
  static const char *const silences[] = {
      "contact",     "timed out",   "Connection refused", "temporarily", "try again",
      "not respond", "authenticat", "Zero Bytes",         "did not end", "cannot be started"};
  for (size_t n = 0; n < sizeof silences / sizeof *silences; n++)
    if (strcasestr(reason, silences[n]))
      return true;
  return false;
}

// STATUS_USAGE instead of STATUS_SYSTEM for what does not pass by itself.
static Status judge_failure(Status status) {
  return status == STATUS_SYSTEM && !is_silence(status_text())
             ? status_fail(STATUS_USAGE, "%s", status_text())
             : status;
}

// --- at the start

// Variables by which a user changes what the commands list and cancel; some would hide jobs.
static void unset_filters(void) {
  static const char *const prefixes[] = {"SQUEUE_", "SCANCEL_"};
  for (size_t p = 0; p < sizeof prefixes / sizeof *prefixes; p++)
    for (char **at = environ; *at;) {
      char name[64];
      size_t length = strcspn(*at, "=");
      if (strncmp(*at, prefixes[p], strlen(prefixes[p])) || length >= sizeof name) {
        at++;
        continue;
      }
      snprintf(name, sizeof name, "%.*s", (int)length, *at);
      unsetenv(name); // what comes after it moves up
    }
}

Status slurm_queue_check(void) {
  static const char *const programs[] = {"sbatch", "squeue", "scancel"};
  SlurmJob *jobs = NULL;
  int count;
  unset_filters();
  for (size_t n = 0; n < sizeof programs / sizeof *programs; n++) {
    char *const arguments[] = {(char *)programs[n], "--version", NULL};
    Status status = call_silently(arguments);
    if (status == STATUS_USAGE)
      return status;
  }
  Status status = judge_failure(slurm_queue_list("autotune", &jobs, &count));
  free(jobs);
  return status;
}

// --- submitting

// "0-3,7"
static void print_indices(const SlurmArray *array, char *text, size_t size) {
  TextWriter writer = text_writer(text, size);
  for (int n = 0; n < array->count;) {
    int last = n;
    while (last + 1 < array->count && array->indices[last + 1] == array->indices[last] + 1)
      last++;
    text_write(&writer, "%s%" PRId64, n ? "," : "", array->indices[n]);
    if (last > n)
      text_write(&writer, "-%" PRId64, array->indices[last]);
    n = last + 1;
  }
}

static Status add_options(char *options, char **arguments, int *used) {
  char *rest = NULL;
  for (char *word = strtok_r(options, " \t", &rest); word; word = strtok_r(NULL, " \t", &rest)) {
    if (*used > MOST_ARGUMENTS / 2)
      return status_fail(STATUS_USAGE, "--slurm-options has more than %d words",
                         MOST_ARGUMENTS / 2);
    arguments[(*used)++] = word;
  }
  return STATUS_OK;
}

Status slurm_queue_submit(const SlurmArray *array) {
  Status status = STATUS_OK;
  char indices[INDICES_BYTES] = "--array=", name[SLURM_NAME_BYTES + 16];
  char *arguments[2 * MOST_ARGUMENTS] = {"sbatch", "--exclusive"};
  int used = 2;
  char *options = strdup(array->options);
  if (!options)
    TRY(status_fail(STATUS_SYSTEM, "no memory for %s", array->options));
  TRY(add_options(options, arguments, &used));
  print_indices(array, indices + strlen(indices), sizeof indices - strlen(indices));
  snprintf(name, sizeof name, "--job-name=%s", array->name);
  arguments[used++] = "--no-requeue";
  arguments[used++] = "--output=/dev/null";
  arguments[used++] = indices;
  arguments[used++] = name;
  arguments[used++] = (char *)array->script;
  for (int n = 0; array->arguments[n]; n++) {
    if (used == 2 * MOST_ARGUMENTS - 1)
      TRY(status_fail(STATUS_USAGE, "the command has too many flags for --slurm"));
    arguments[used++] = (char *)array->arguments[n];
  }
  status = judge_failure(call_silently(arguments));
cleanup:
  free(options);
  return status;
}

// --- what becomes of it

// INDEX|STATE|REASON
static bool read_job(const char *line, SlurmJob *job) {
  char state[32];
  int reason = 0;
  *job = (SlurmJob){0};
  if (sscanf(line, "%" SCNd64 "|%31[^|]|%n", &job->index, state, &reason) != 2 || !reason)
    return false;
  job->is_running = strcmp(state, "PENDING") != 0;
  snprintf(job->reason, sizeof job->reason, "%.*s", (int)strcspn(line + reason, "\n"),
           line + reason);
  return true;
}

Status slurm_queue_list(const char *name, SlurmJob **out_jobs, int *out_count) {
  char filter[SLURM_NAME_BYTES + 16];
  ProgramOutput output;
  snprintf(filter, sizeof filter, "--name=%s", name);
  char *const arguments[] = {
      "squeue", "--me", "--all", filter, "--array", "--noheader", "--format=%K|%T|%r", NULL};
  Status status = call(arguments, &output);
  if (status != STATUS_OK)
    return status;
  int count = 0, lines = 1;
  for (const char *at = output.text; *at; at++)
    lines += *at == '\n';
  SlurmJob *jobs = calloc((size_t)lines, sizeof *jobs);
  for (const char *line = output.text; jobs && *line; line += *line == '\n') {
    count += read_job(line, &jobs[count]);
    line += strcspn(line, "\n");
  }
  program_output_destroy(&output);
  if (!jobs)
    return status_fail(STATUS_SYSTEM, "no memory for %d jobs", lines);
  *out_jobs = jobs;
  *out_count = count;
  return STATUS_OK;
}

Status slurm_queue_cancel(const char *name) {
  char filter[SLURM_NAME_BYTES + 16];
  snprintf(filter, sizeof filter, "--name=%s", name);
  char *const arguments[] = {"scancel", "--me", "--quiet", filter, NULL};
  return call_silently(arguments);
}
