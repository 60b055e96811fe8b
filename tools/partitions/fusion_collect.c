// See fusion_collect.h.
#include "tools/partitions/fusion_collect.h"

#include "core/file/output_file.h"
#include "core/file/timing_lock.h"
#include "core/processor/cpu_identity.h"
#include "tools/collect/child.h"
#include "tools/ops/module_paths.h"
#include "tools/partitions/fusion_run.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME_BYTES = 256, TARGET_BYTES = 1024 };

// One program, measured by a process of its own.
typedef struct Work {
  const FusionCollect *collect;
  const char *module; // path
  char name[NAME_BYTES], cpu[CPU_IDENTITY_BYTES], target[TARGET_BYTES];
} Work;

// In one piece: what a kill leaves of it is cut off by the next run.
static Status append(const char *path, const FusionProgram *program) {
  FILE *file = fopen(path, "a");
  if (!file)
    return status_fail(STATUS_SYSTEM, "cannot write %s: %s", path, strerror(errno));
  fusion_file_put(file, program);
  bool has_failed = ferror(file) != 0;
  if (fclose(file) != 0 || has_failed)
    return status_fail(STATUS_SYSTEM, "cannot write %s: %s", path, strerror(errno));
  return STATUS_OK;
}

static Status measure(const Work *work, const PartitionTask *task) {
  const FusionCollect *collect = work->collect;
  FusionRunOptions options = {.partitions = (int)collect->partitions,
                              .runs = (int)collect->runs,
                              .core = (int)collect->core,
                              .lock = timing_lock_open(collect->lock)};
  FusionProgram program = {
      .name = strdup(work->name), .cpu = strdup(work->cpu), .target = strdup(work->target)};
  int failed = 0;
  Status status = program.name && program.cpu && program.target
                      ? fusion_run(task, &options, &program, &failed)
                      : status_fail(STATUS_SYSTEM, "no memory for a program");
  if (status == STATUS_OK && program.partition_count == 0)
    status = status_fail(STATUS_WORKER, "none of its partitions ran well");
  if (status == STATUS_OK)
    status = append(collect->path, &program);
  if (options.lock >= 0)
    close(options.lock);
  fusion_program_destroy(&program);
  return status;
}

static Status work_on(void *user) {
  const Work *work = user;
  const FusionCollect *collect = work->collect;
  PartitionTask *task = calloc(1, sizeof *task);
  // What is not drawn: greedy, apart, fused and the best of the searches.
  int64_t draws = collect->partitions - FUSION_RUN_OTHERS;
  PartitionWishes wishes = {.draws = draws > 0 ? draws : 0, .seed = (uint64_t)collect->seed};
  if (!task)
    return status_fail(STATUS_SYSTEM, "no memory for a program");
  Status status = partition_task_create(work->module, NULL, collect->tune, task);
  if (status == STATUS_OK)
    status = partition_task_propose(task, &wishes);
  partition_task_sort(task);
  if (status == STATUS_OK)
    status = measure(work, task);
  partition_task_destroy(task);
  free(task);
  return status;
}

static bool write_header(FILE *file, const void *user) {
  (void)user;
  fusion_file_put_header(file);
  return true;
}

// Reads what is there, and cuts off what a kill left behind it.
static Status read_known(const FusionCollect *collect, FusionFile *known) {
  Status status = STATUS_OK;
  size_t length = strlen(collect->path);
  if (length > 3 && !strcmp(collect->path + length - 3, ".gz"))
    return status_fail(STATUS_USAGE, "%s: programs are added to a file that is not compressed",
                       collect->path);
  if (access(collect->path, F_OK) != 0)
    return output_file_write(collect->path, write_header, NULL);
  TRY(fusion_file_read(collect->path, known));
  if (known->whole_bytes == 0)
    TRY(output_file_write(collect->path, write_header, NULL));
  else if (truncate(collect->path, known->whole_bytes) != 0)
    TRY(status_fail(STATUS_SYSTEM, "cannot write %s: %s", collect->path, strerror(errno)));
cleanup:
  return status;
}

static void collect_module(Work *work, const FusionFile *known, FusionCollected *collected) {
  const FusionCollect *collect = work->collect;
  module_source_name(work->module, work->name, sizeof work->name);
  if (fusion_file_find(known, work->name, work->cpu, work->target)) {
    collected->known++;
    return;
  }
  Status status = child_run(work_on, work, "its process was ended");
  bool is_done = status == STATUS_OK;
  collected->measured += is_done;
  collected->failed += !is_done;
  collect->tell(collect->user, work->name, is_done ? NULL : status_text());
}

Status fusion_collect(const FusionCollect *collect, FusionCollected *out_collected) {
  Status status = STATUS_OK;
  ModulePaths paths = {0};
  FusionFile known = {0};
  Work work = {.collect = collect};
  *out_collected = (FusionCollected){0};
  cpu_identity_host(work.cpu, sizeof work.cpu);
  target_print(&collect->tune->target, work.target, sizeof work.target);
  TRY(module_paths_list("--modules", collect->modules, &paths));
  TRY(read_known(collect, &known));
  for (int m = 0; m < paths.count; m++) {
    work.module = paths.items[m];
    collect_module(&work, &known, out_collected);
  }
cleanup:
  fusion_file_destroy(&known);
  module_paths_destroy(&paths);
  return status;
}
