// Collecting what threads gain: the kernels of networks and of layers, each measured in a process
// of its own, become the kernels of a file.
#include "lab/threads/thread_collect.h"

#include "base/array.h"
#include "base/file/timing_lock.h"
#include "lab/growing/growing_child.h"
#include "lab/threads/thread_run.h"
#include "machine/cpu_identity.h"
#include "runtime/codegen/compile.h"
#include "tools/corpus/corpus_parse.h"
#include "tools/ops/module_paths.h"
#include "tools/ops/payload.h"
#include "tools/report/describe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SOURCE_BYTES = 256, WORK_BYTES = 256, LONGEST_SECONDS = 120 };

static const GrowingKind kernels = {"autotune-lab threads collect", "kernels",
                                    thread_file_put_header};

typedef struct Collector {
  const ThreadCollect *collect;
  GrowingFile file;
  ThreadFile known;
  MlirContext context;
  char cpu[CPU_IDENTITY_BYTES], target[TARGET_TEXT_BYTES];
  ThreadCollected *collected;
} Collector;

// --- one kernel, in a process of its own

typedef struct Work {
  const Collector *collector;
  const OpEntry *entry;
  const PlannedWay *ways;
  int way_count;
  ThreadKernel kernel;
} Work;

static void put_kernel(FILE *file, const void *kernel) { thread_file_put(file, kernel); }

static Status work_on(void *user) {
  Work *work = user;
  const Collector *collector = work->collector;
  int lock = timing_lock_open(collector->collect->lock);
  Status status = thread_run(work->entry, collector->context, work->ways, work->way_count,
                             (int)collector->collect->runs, lock, &work->kernel);
  return status == STATUS_OK ? growing_file_append(&collector->file, put_kernel, &work->kernel)
                             : status;
}

static Status describe(const Collector *collector, const OpEntry *entry, const char *source,
                       ThreadKernel *kernel) {
  *kernel = (ThreadKernel){.source = strdup(source),
                           .cpu = strdup(collector->cpu),
                           .target = strdup(collector->target),
                           .workload = workload_text(&entry->workload),
                           .threads = (int)collector->collect->threads};
  return kernel->source && kernel->cpu && kernel->target && kernel->workload
             ? STATUS_OK
             : status_fail(STATUS_SYSTEM, "no memory for a kernel");
}

static void tell(const Collector *collector, const OpEntry *entry, const char *source,
                 const char *reason) {
  char work[WORK_BYTES];
  workload_describe(&entry->workload, work, sizeof work);
  collector->collect->tell(collector->collect->user, source, work, reason);
}

// Kernels of this run count as known from then on: several networks have the same ones.
static Status remember(Collector *collector, ThreadKernel *kernel) {
  ThreadFile *known = &collector->known;
  if (!array_grow(&known->kernels, known->count, sizeof *known->kernels))
    return status_fail(STATUS_SYSTEM, "no memory for a kernel");
  known->kernels[known->count++] = *kernel;
  *kernel = (ThreadKernel){0};
  return STATUS_OK;
}

static Status collect_kernel(Collector *collector, const OpEntry *entry, const char *source) {
  const ThreadCollect *collect = collector->collect;
  PlannedWay ways[PLANNED_WAYS_MAX];
  Work work = {.collector = collector, .entry = entry, .ways = ways};
  Status status = STATUS_OK;
  if (entry->predicted_seconds < collect->least_seconds)
    return STATUS_OK;
  TRY(describe(collector, entry, source, &work.kernel));
  if (thread_file_has(&collector->known, &work.kernel)) {
    collector->collected->known++;
    goto cleanup;
  }
  work.way_count = thread_ways_plan(entry, (int)collect->threads, (uint64_t)collect->seed, ways);
  if (work.way_count == 0) {
    collector->collected->uncut++;
    goto cleanup;
  }
  if (collector->collected->measured + collector->collected->failed == 0)
    collect->begin(collect->user);
  bool is_done = growing_child_run(&collector->file, work_on, &work, LONGEST_SECONDS) == STATUS_OK;
  collector->collected->measured += is_done;
  collector->collected->failed += !is_done;
  tell(collector, entry, source, is_done ? NULL : status_text());
  TRY(remember(collector, &work.kernel));
cleanup:
  thread_kernel_destroy(&work.kernel);
  return status;
}

// --- where kernels are from

// One whose ops the pass leaves alone has no kernels. Kernels are timed by themselves, with warm
// weights, and chosen so.
static Status collect_module(Collector *collector, MlirModule module, const char *source) {
  OpList ops = {0};
  TuneOptions options = *collector->collect->tune;
  options.has_warm_weights = true;
  Status status = op_list_create(module, &options, &ops);
  for (int n = 0; n < ops.count && status == STATUS_OK; n++)
    status = collect_kernel(collector, &ops.items[n], source);
  op_list_destroy(&ops);
  return status;
}

static Status collect_file(Collector *collector, const char *path) {
  char source[SOURCE_BYTES];
  MlirModule module;
  module_source_name(path, source, sizeof source);
  if (strpbrk(source, "\t\n"))
    return status_fail(STATUS_USAGE, "%s: a name with a tab or a line end; rename the file", path);
  Status status = payload_parse(collector->context, path, &module);
  if (status != STATUS_OK)
    return status;
  status = collect_module(collector, module, source);
  mlirModuleDestroy(module);
  return status;
}

static Status collect_draw(Collector *collector, const Corpus *corpus, Rng *rng) {
  CorpusRow row;
  MlirModule module;
  corpus_draw(corpus, rng, &row);
  Status status = corpus_parse(collector->context, &row, &module);
  if (status != STATUS_OK)
    return status;
  status = collect_module(collector, module, "corpus");
  mlirModuleDestroy(module);
  return status;
}

static Status collect_all(Collector *collector, const ModulePaths *paths, const Corpus *corpus) {
  const ThreadCollect *collect = collector->collect;
  Rng rng = {(uint64_t)collect->seed};
  Status status = STATUS_OK;
  TRY(growing_file_open(collect->path, &kernels, &collector->file));
  TRY(thread_file_read(collect->path, &collector->known));
  TRY(growing_file_cut(&collector->file, collector->known.span.whole_bytes));
  for (int m = 0; m < paths->count; m++)
    TRY(collect_file(collector, paths->items[m]));
  for (int64_t n = 0; corpus->count > 0 && n < collect->draws; n++)
    TRY(collect_draw(collector, corpus, &rng));
cleanup:
  growing_file_close(&collector->file);
  return status;
}

Status thread_collect(const ThreadCollect *collect, ThreadCollected *out_collected) {
  Status status = STATUS_OK;
  ModulePaths paths = {0};
  Corpus corpus = {0};
  Collector collector = {
      .collect = collect, .context = compile_context_create(), .collected = out_collected};
  *out_collected = (ThreadCollected){0};
  cpu_identity_host(collector.cpu, sizeof collector.cpu);
  target_print(&collect->tune->target, collector.target, sizeof collector.target);
  if (collect->modules)
    TRY(module_paths_list("--modules", collect->modules, &paths));
  if (collect->corpus)
    TRY(corpus_read(collect->corpus, &corpus));
  TRY(collect_all(&collector, &paths, &corpus));
cleanup:
  thread_file_destroy(&collector.known);
  corpus_destroy(&corpus);
  module_paths_destroy(&paths);
  mlirContextDestroy(collector.context);
  return status;
}
