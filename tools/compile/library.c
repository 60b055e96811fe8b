// Library: a tuned module as a file that C programs link or load, with its header beside it. The
// steps: read what C sees, lower, take apart, compile the parts, put the objects together, write.
#include "tools/compile/library.h"

#include "base/file/output_file.h"
#include "runtime/openmp_library.h"
#include "tools/compile/c_header.h"
#include "tools/compile/code_jobs.h"
#include "tools/compile/entry_points.h"
#include "tools/compile/needs.h"
#include "tools/compile/weights_object.h"
#include "transforms/lowering/lowering.h"
#include "transforms/lowering/share/share_kernels.h"
#include "llvm-c/Core.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct Build {
  const LibraryOptions *options;
  CInterface interface;
  ModuleParts parts;
  Needs needs;
  CodeJobs jobs;
  LLVMMemoryBufferRef entry_code;
  WeightsObject weights;
  Object *objects; // owned, not their bytes
  int object_count;
  LibraryReport report;
} Build;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static bool is_text(const Build *build) { return build->options->form <= LIBRARY_ASSEMBLY; }

// --- code

static Status compile(Build *build) {
  const LibraryOptions *options = build->options;
  CodeJobsOptions code = {.form = options->form == LIBRARY_IR         ? CODE_IR
                                  : options->form == LIBRARY_ASSEMBLY ? CODE_ASSEMBLY
                                                                      : CODE_OBJECT,
                          .architecture = options->architecture,
                          .cpu = options->processor,
                          .is_cpu_for_all = options->is_for_all,
                          .jobs = options->jobs,
                          .done = options->compiled,
                          .user = options->user};
  build->report.modules = build->parts.count;
  return code_jobs_run(&build->parts, &build->interface, &code, &build->jobs);
}

static Status compile_entry_points(Build *build) {
  Status status = STATUS_OK;
  // -O3 would think for longer about hundreds of null checks than about a kernel.
  const Architecture *architecture = build->options->architecture;
  CodeOptions code = {.effort = CODE_QUICK,
                      .form = CODE_OBJECT,
                      .architecture = architecture,
                      .cpu = architecture->baseline_cpu};
  CodeContext context;
  machine_code_context_create(&context);
  LLVMModuleRef module = entry_points_create(context.llvm, &build->interface, architecture,
                                             build->options->processor, build->jobs.features);
  TRY(machine_code_generate(module, &context, &code, &build->entry_code));
cleanup:
  LLVMDisposeModule(module);
  machine_code_context_destroy(&context);
  return status;
}

static Status make_weights(Build *build) {
  const ModuleParts *parts = &build->parts;
  int count = parts->weight_count;
  Weight *weights = calloc((size_t)count + 1, sizeof *weights);
  char (*symbols)[2 * C_NAME_BYTES] = calloc((size_t)count + 1, sizeof *symbols);
  Status status =
      weights && symbols ? STATUS_OK : status_fail(STATUS_SYSTEM, "no memory for weights");
  for (int i = 0; i < count && status == STATUS_OK; i++) {
    entry_symbol(&build->interface, parts->weights[i].name, symbols[i]);
    weights[i] = (Weight){symbols[i], parts->weights[i].bytes, parts->weights[i].size};
    build->report.weight_bytes += (int64_t)weights[i].size;
  }
  if (status == STATUS_OK && count > 0)
    status = weights_object_create(weights, count, build->options->architecture, &build->weights);
  free(weights);
  free(symbols);
  return status;
}

// --- objects

static void add_object(Build *build, const char *kind, int number, const void *bytes, size_t size) {
  Object *object = &build->objects[build->object_count++];
  *object = (Object){.bytes = bytes, .size = size, .file = -1};
  snprintf(object->name, sizeof object->name, "%.30s.%s%d.o", build->interface.prefix, kind,
           number);
}

static void add_code(Build *build, const char *kind, int number, LLVMMemoryBufferRef code) {
  add_object(build, kind, number, LLVMGetBufferStart(code), LLVMGetBufferSize(code));
}

static Status list_objects(Build *build) {
  build->objects = calloc((size_t)build->jobs.count + 2, sizeof *build->objects);
  if (!build->objects)
    return status_fail(STATUS_SYSTEM, "no memory for %d objects", build->jobs.count);
  if (build->entry_code)
    add_code(build, "entry", 0, build->entry_code);
  for (int i = 0; i < build->jobs.count; i++)
    add_code(build, "code", i, build->jobs.codes[i]);
  if (build->weights.bytes) {
    add_object(build, "weights", 0, build->weights.bytes, build->weights.size);
    build->objects[build->object_count - 1].file = build->weights.file;
  }
  return STATUS_OK;
}

// --- the whole

static Status make_code(MlirModule module, Build *build) {
  Status status = STATUS_OK;
  double start = now();
  TRY(c_interface_create(module, build->options->prefix, &build->interface));
  c_header_set_version(&build->interface);
  TRY(needs_read(module, &build->needs));
  if (build->options->is_whole)
    kernels_keep(module);
  TRY(lower_to_llvm(module, true));
  c_interface_read_workspaces(module, &build->interface);
  if (build->options->described)
    build->options->described(&build->interface, build->options->described_user);
  TRY(module_parts_create(module, is_text(build), &build->parts));
  build->report.lower_seconds = now() - start;
  start = now();
  TRY(compile(build));
  if (!is_text(build)) {
    TRY(compile_entry_points(build));
    TRY(make_weights(build));
  }
  build->report.compile_seconds = now() - start;
cleanup:
  return status;
}

Status library_build(MlirModule module, const LibraryOptions *options, LibraryReport *out_report) {
  Status status = STATUS_OK;
  Build build = {.options = options, .weights.file = -1};
  uint64_t features;
  TRY(output_file_check(options->path));
  TRY(output_file_check(options->header));
  TRY(options->architecture->code_features(options->processor, "", &features));
  TRY(make_code(module, &build));
  double start = now();
  TRY(list_objects(&build));
  if (!is_text(&build))
    TRY(needs_check(&build.needs, build.objects, build.object_count, build.interface.prefix));
  TRY(library_files_write(options, &build.interface, build.objects, build.object_count,
                          options->architecture == architecture_host() ? openmp_library_path()
                                                                       : NULL,
                          &build.report.file_bytes));
  build.report.link_seconds = now() - start;
  *out_report = build.report;
cleanup:
  free(build.objects);
  weights_object_destroy(&build.weights);
  if (build.entry_code)
    LLVMDisposeMemoryBuffer(build.entry_code);
  code_jobs_destroy(&build.jobs);
  module_parts_destroy(&build.parts);
  needs_destroy(&build.needs);
  c_interface_destroy(&build.interface);
  return status;
}
