// Collecting fusion configurations: every module is measured under several partitions, in a process
// of its own, and becomes one program of the file.
#include "lab/fusion/fusion_collect.h"

#include "base/file/timing_lock.h"
#include "lab/fusion/fusion_run.h"
#include "lab/growing/growing_child.h"
#include "machine/cpu_identity.h"
#include "runtime/timing.h"
#include "tools/ops/module_paths.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME_BYTES = 256, LONGEST_SECONDS = 20 * 60 };

// One program, measured by a process of its own.
typedef struct Work {
  const FusionCollect *collect;
  GrowingFile file;
  const char *module; // path
  char name[NAME_BYTES], cpu[CPU_IDENTITY_BYTES], target[TARGET_TEXT_BYTES];
} Work;

static const GrowingKind programs = {"autotune-lab fusion collect", "programs",
                                     fusion_file_put_header};

static void put_program(FILE *file, const void *program) { fusion_file_put(file, program); }

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
    status = growing_file_append(&work->file, put_program, &program);
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

// Cuts off what a kill or a full disk left behind the programs.
static Status read_known(const GrowingFile *file, FusionFile *known) {
  Status status = fusion_file_read(file->path, known);
  return status == STATUS_OK ? growing_file_cut(file, known->span.whole_bytes) : status;
}

// A program goes by the name of its file.
static Status check_names(const ModulePaths *paths) {
  for (int m = 0; m < paths->count; m++)
    for (int before = 0; before < m; before++) {
      char name[NAME_BYTES], other[NAME_BYTES];
      module_source_name(paths->items[m], name, sizeof name);
      module_source_name(paths->items[before], other, sizeof other);
      if (!strcmp(name, other))
        return status_fail(STATUS_USAGE,
                           "--modules: %s and %s are one program by their names; rename one, or "
                           "use two files",
                           paths->items[before], paths->items[m]);
    }
  return STATUS_OK;
}

static Status measure_module(Work *work) {
  if (strpbrk(work->name, "\t\n"))
    return status_fail(STATUS_USAGE, "a name with a tab or a line end; rename the file");
  return growing_child_run(&work->file, work_on, work, LONGEST_SECONDS);
}

// Whether the time has come, before the first program that is still to be measured.
static bool is_over(const FusionCollect *collect, double start) {
  return collect->seconds > 0 && timing_now() - start >= collect->seconds;
}

static void collect_module(Work *work, const FusionFile *known, double start,
                           FusionCollected *collected) {
  const FusionCollect *collect = work->collect;
  module_source_name(work->module, work->name, sizeof work->name);
  if (fusion_file_find(known, work->name, work->cpu, work->target)) {
    collected->known++;
    return;
  }
  collected->is_stopped |= is_over(collect, start);
  if (collected->is_stopped)
    return;
  bool is_done = measure_module(work) == STATUS_OK;
  collected->measured += is_done;
  collected->failed += !is_done;
  collect->tell(collect->user, work->name, is_done ? NULL : status_text());
}

Status fusion_collect(const FusionCollect *collect, FusionCollected *out_collected) {
  Status status = STATUS_OK;
  ModulePaths paths = {0};
  FusionFile known = {0};
  Work work = {.collect = collect, .file.descriptor = -1};
  double start = timing_now();
  *out_collected = (FusionCollected){0};
  cpu_identity_host(work.cpu, sizeof work.cpu);
  target_print(&collect->tune->target, work.target, sizeof work.target);
  TRY(module_paths_list("--modules", collect->modules, &paths));
  TRY(check_names(&paths));
  TRY(growing_file_open(collect->path, &programs, &work.file));
  TRY(read_known(&work.file, &known));
  for (int m = 0; m < paths.count; m++) {
    work.module = paths.items[m];
    collect_module(&work, &known, start, out_collected);
  }
cleanup:
  growing_file_close(&work.file);
  fusion_file_destroy(&known);
  module_paths_destroy(&paths);
  return status;
}
