// CodeJobs: the modules taken apart become code, several at once. Threads take the modules one by
// one, the largest first. A module is translated in an LLVM context of its own, so what becomes of
// it depends on nothing but itself.
#include "tools/compile/code_jobs.h"

#include "tools/compile/entry_points.h"
#include "transforms/first_error.h"
#include "llvm-c/Core.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Job {
  int number; // of the module
  int64_t op_count;
  Status status;
  char error[512];
  uint64_t features;
} Job;

typedef struct Run {
  const ModuleParts *parts;
  const CInterface *interface;
  const CodeJobsOptions *options;
  CodeJobs *jobs;
  Job *list; // owned, the largest first
  int next, finished;
  pthread_mutex_t mutex;
} Run;

// --- one module

static void set_symbol(LLVMValueRef value, const Run *run) {
  char symbol[2 * C_NAME_BYTES];
  size_t length;
  const char *name = LLVMGetValueName2(value, &length);
  if (!module_parts_has_name(run->parts, name))
    return;
  entry_symbol(run->interface, name, symbol);
  LLVMSetValueName2(value, symbol, strlen(symbol));
  LLVMSetLinkage(value, LLVMExternalLinkage);
  LLVMSetVisibility(value, LLVMHiddenVisibility);
}

static void set_symbols(LLVMModuleRef module, const Run *run) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    set_symbol(f, run);
  for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
    set_symbol(g, run);
}

// A text attribute of a function; "" when it has none.
static void read_attribute(LLVMValueRef function, const char *name, char *out_text, size_t size) {
  unsigned length = 0;
  LLVMAttributeRef attribute = LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                                                             name, (unsigned)strlen(name));
  const char *text = attribute ? LLVMGetStringAttributeValue(attribute, &length) : "";
  snprintf(out_text, size, "%.*s", (int)length, text);
}

static Status add_features(LLVMModuleRef module, const CodeJobsOptions *options,
                           uint64_t *features) {
  Status status = STATUS_OK;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f && status == STATUS_OK;
       f = LLVMGetNextFunction(f)) {
    char named[64] = "", changes[512] = "";
    uint64_t bits;
    if (LLVMIsDeclaration(f))
      continue;
    if (!options->is_cpu_for_all) {
      read_attribute(f, "target-cpu", named, sizeof named);
      read_attribute(f, "target-features", changes, sizeof changes);
    }
    status = options->architecture->code_features(named[0] ? named : options->cpu, changes, &bits);
    *features |= bits;
  }
  return status;
}

static Status compile_module(const Run *run, Job *job, LLVMMemoryBufferRef *out_code) {
  Status status = STATUS_OK;
  const CodeJobsOptions *options = run->options;
  const PartModule *from = &run->parts->modules[job->number];
  CodeOptions code = {.effort = from->is_kernel ? CODE_KERNEL : CODE_FULL,
                      .form = options->form,
                      .architecture = options->architecture,
                      .cpu = options->cpu,
                      .ignores_target = options->is_cpu_for_all};
  CodeContext context;
  LLVMModuleRef module = NULL;
  machine_code_context_create(&context);
  TRY(machine_code_translate(from->module, &context, &module));
  set_symbols(module, run);
  TRY(add_features(module, options, &job->features));
  TRY(machine_code_generate(module, &context, &code, out_code));
cleanup:
  if (module)
    LLVMDisposeModule(module);
  machine_code_context_destroy(&context);
  return status;
}

// --- the threads

static Job *take(Run *run) {
  pthread_mutex_lock(&run->mutex);
  Job *job = run->next < run->parts->count ? &run->list[run->next++] : NULL;
  pthread_mutex_unlock(&run->mutex);
  return job;
}

static void finish(Run *run) {
  pthread_mutex_lock(&run->mutex);
  run->finished++;
  if (run->options->done)
    run->options->done(run->finished, run->parts->count, run->options->user);
  pthread_mutex_unlock(&run->mutex);
}

static void *work(void *user) {
  Run *run = user;
  for (Job *job = take(run); job; job = take(run)) {
    job->status = compile_module(run, job, &run->jobs->codes[job->number]);
    snprintf(job->error, sizeof job->error, "%s", job->status == STATUS_OK ? "" : status_text());
    finish(run);
  }
  return NULL;
}

static void work_together(Run *run) {
  pthread_t *threads = calloc((size_t)run->options->jobs, sizeof *threads);
  int started = 0;
  while (threads && started < run->options->jobs - 1 &&
         pthread_create(&threads[started], NULL, work, run) == 0)
    started++;
  work(run); // with no thread at all the work is done as well
  for (int i = 0; i < started; i++)
    pthread_join(threads[i], NULL);
  free(threads);
}

// --- all modules

static int larger_first(const void *left, const void *right) {
  const Job *a = left, *b = right;
  if (a->op_count != b->op_count)
    return a->op_count < b->op_count ? 1 : -1;
  return a->number - b->number;
}

// What all of them say together; the failure of the first module goes before the others.
static Status gather(const Run *run, const FirstError *error) {
  const Job *failed = NULL;
  for (int i = 0; i < run->parts->count; i++) {
    const Job *job = &run->list[i];
    run->jobs->features |= job->features;
    if (job->status != STATUS_OK && (!failed || job->number < failed->number))
      failed = job;
  }
  if (!failed)
    return STATUS_OK;
  const char *reason = error->text.bytes; // MLIR's, of the translation
  return status_fail(failed->status, "%s%s%s", failed->error, *reason ? ": " : "", reason);
}

Status code_jobs_run(const ModuleParts *parts, const CInterface *interface,
                     const CodeJobsOptions *options, CodeJobs *out_jobs) {
  Status status = STATUS_OK;
  FirstError error;
  size_t count = (size_t)parts->count;
  CodeJobs jobs = {.codes = calloc(count + 1, sizeof(LLVMMemoryBufferRef)), .count = parts->count};
  Run run = {parts,
             interface,
             options,
             &jobs,
             calloc(count + 1, sizeof(Job)),
             .mutex = PTHREAD_MUTEX_INITIALIZER};
  if (!jobs.codes || !run.list)
    TRY(status_fail(STATUS_SYSTEM, "no memory for %d modules", parts->count));
  TRY(options->architecture->code_features(options->cpu, "", &jobs.features));
  for (int i = 0; i < parts->count; i++)
    run.list[i] = (Job){.number = i, .op_count = parts->modules[i].op_count};
  qsort(run.list, count, sizeof *run.list, larger_first);
  first_error_listen(&error, mlirModuleGetContext(parts->modules[0].module));
  work_together(&run);
  first_error_stop(&error);
  TRY(gather(&run, &error));
  *out_jobs = jobs;
cleanup:
  free(run.list);
  if (status != STATUS_OK)
    code_jobs_destroy(&jobs);
  return status;
}

void code_jobs_destroy(CodeJobs *jobs) {
  for (int i = 0; jobs->codes && i < jobs->count; i++)
    if (jobs->codes[i])
      LLVMDisposeMemoryBuffer(jobs->codes[i]);
  free(jobs->codes);
  *jobs = (CodeJobs){0};
}
