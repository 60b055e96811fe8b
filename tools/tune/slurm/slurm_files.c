// The files by which a run and its jobs know of each other, in a folder that all nodes see. All but
// the stores are lines of text, each file written as a whole.
#include "tools/tune/slurm/slurm_files.h"

#include "base/file/output_file.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void name_file(const char *folder, int64_t shard, int64_t submission, const char *kind,
                      char path[PATH_MAX]) {
  snprintf(path, PATH_MAX, "%s/%" PRId64 ".%" PRId64 ".%s", folder, shard, submission, kind);
}

void slurm_store_path(const char *folder, int64_t shard, int64_t store, char path[PATH_MAX]) {
  name_file(folder, shard, store, "records", path);
}

void slurm_log_path(const char *folder, int64_t shard, int64_t submission, char path[PATH_MAX]) {
  name_file(folder, shard, submission, "log", path);
}

void slurm_plan_path(const char *folder, int64_t submission, char path[PATH_MAX]) {
  snprintf(path, PATH_MAX, "%s/%" PRId64 ".plan", folder, submission);
}

// --- plans

typedef struct Plans {
  const SlurmPlan *plans;
  int count;
} Plans;

static bool write_plans(FILE *file, const void *user) {
  const Plans *plans = user;
  for (int p = 0; p < plans->count; p++) {
    const SlurmPlan *plan = &plans->plans[p];
    fprintf(file,
            "shard %" PRId64 " store %" PRId64 " trials %" PRId64 " seconds %.3f tests %d before "
            "%" PRId64 " %.3f\n",
            plan->shard, plan->store, plan->trials, plan->seconds, plan->has_tests,
            plan->before.trials, plan->before.seconds);
  }
  return true;
}

Status slurm_plan_write(const char *folder, int64_t submission, const SlurmPlan *plans, int count) {
  char path[PATH_MAX];
  slurm_plan_path(folder, submission, path);
  return output_file_write(path, write_plans, &(Plans){plans, count});
}

bool slurm_plan_read(const char *path, int64_t shard, SlurmPlan *out_plan) {
  FILE *file = fopen(path, "r");
  char line[256];
  bool is_found = false;
  while (file && !is_found && fgets(line, sizeof line, file)) {
    SlurmPlan plan;
    int tests;
    int fields = sscanf(line,
                        "shard %" SCNd64 " store %" SCNd64 " trials %" SCNd64
                        " seconds %lf tests %d before %" SCNd64 " %lf",
                        &plan.shard, &plan.store, &plan.trials, &plan.seconds, &tests,
                        &plan.before.trials, &plan.before.seconds);
    plan.has_tests = tests;
    is_found = fields == 7 && plan.shard == shard;
    if (is_found)
      *out_plan = plan;
  }
  if (file)
    fclose(file);
  return is_found;
}

// --- ends

static bool write_end(FILE *file, const void *user) {
  const SlurmEnd *end = user;
  fprintf(file,
          "status %d stopped %d complete %d trials %" PRId64 " seconds %.3f tasks %d noise %" PRId64
          " %.9g %.9g\n%s\n",
          end->status, end->result.end == TUNE_STOPPED, end->result.is_complete,
          end->result.spent.trials, end->result.spent.seconds, end->result.count,
          end->result.noise.count, end->result.noise.spread, end->result.noise.waited,
          end->failure);
  for (int t = 0; t < end->result.count; t++) {
    const TuneTask *task = &end->result.tasks[t];
    fprintf(file,
            "weight %" PRId64 " trials %" PRId64 " failed %" PRId64 " wrong %" PRId64
            " winner %d choice %.9g best %.9g %s\n",
            task->weight, task->trials, task->failed, task->wrong, task->has_winner,
            task->choice_seconds, task->best_seconds, task->name);
  }
  return true;
}

Status slurm_end_write(const char *folder, int64_t shard, int64_t submission, const SlurmEnd *end) {
  char path[PATH_MAX];
  name_file(folder, shard, submission, "end", path);
  return output_file_write(path, write_end, end);
}

static bool read_task(FILE *file, TuneTask *task) {
  char line[512];
  int name = 0, has_winner = 0;
  if (!fgets(line, sizeof line, file))
    return false;
  line[strcspn(line, "\n")] = 0;
  int fields = sscanf(line,
                      "weight %" SCNd64 " trials %" SCNd64 " failed %" SCNd64 " wrong %" SCNd64
                      " winner %d choice %lf best %lf %n",
                      &task->weight, &task->trials, &task->failed, &task->wrong, &has_winner,
                      &task->choice_seconds, &task->best_seconds, &name);
  task->has_winner = has_winner;
  snprintf(task->name, sizeof task->name, "%.*s", TUNE_NAME_BYTES - 1, line + name);
  return fields == 7;
}

static bool read_end(FILE *file, SlurmEnd *end) {
  char line[512];
  int status, stopped, complete;
  TimingNoise *noise = &end->result.noise; // which earlier programs did not write
  if (!fgets(line, sizeof line, file) ||
      sscanf(line,
             "status %d stopped %d complete %d trials %" SCNd64
             " seconds %lf tasks %d noise %" SCNd64 " %lf %lf",
             &status, &stopped, &complete, &end->result.spent.trials, &end->result.spent.seconds,
             &end->result.count, &noise->count, &noise->spread, &noise->waited) < 6 ||
      end->result.count < 0 || end->result.count > TUNE_MAX_TASKS ||
      !fgets(line, sizeof line, file))
    return false;
  end->status = (Status)status;
  end->result.end = stopped ? TUNE_STOPPED : TUNE_DONE;
  end->result.is_complete = complete;
  line[strcspn(line, "\n")] = 0;
  snprintf(end->failure, sizeof end->failure, "%.*s", (int)sizeof end->failure - 1, line);
  end->result.tasks = calloc((size_t)end->result.count + 1, sizeof *end->result.tasks);
  for (int t = 0; t < end->result.count; t++)
    if (!end->result.tasks || !read_task(file, &end->result.tasks[t]))
      return false;
  return end->result.tasks;
}

bool slurm_end_read(const char *folder, int64_t shard, int64_t submission, SlurmEnd *out_end) {
  char path[PATH_MAX];
  SlurmEnd end = {0};
  name_file(folder, shard, submission, "end", path);
  FILE *file = fopen(path, "r");
  bool is_read = file && read_end(file, &end);
  if (file)
    fclose(file);
  if (is_read)
    *out_end = end;
  else
    slurm_end_destroy(&end);
  return is_read;
}

void slurm_end_destroy(SlurmEnd *end) {
  tune_result_destroy(&end->result);
  *end = (SlurmEnd){0};
}
