// See device_library.h. The steps: make kernels, lower what launches them to buffers, read what is
// launched, compile the kernels, write functions and tables, link.
#include "tools/compile/device/device_library.h"

#include "base/file/output_file.h"
#include "base/text.h"
#include "passes/simt_run.h"
#include "runtime/codegen/compile.h"
#include "runtime/codegen/location_text.h"
#include "runtime/codegen/machine_code.h"
#include "tools/compile/c_header.h"
#include "tools/compile/device/device_entry.h"
#include "tools/compile/device/device_images.h"
#include "tools/compile/device/device_program.h"
#include "tools/compile/device/launcher_object.h"
#include "tools/compile/interface_json.h"
#include "tools/compile/library_files.h"
#include "tools/compile/link.h"
#include "tools/compile/result_shapes.h"
#include "transforms/extract/fp_marks.h"
#include "transforms/lowering/device_steps.h"
#include "llvm-c/Core.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct Build {
  const ModelBuildOptions *options;
  const Device *device;
  ModelBuildReport *report;
  Payload payload;
  CInterface interface;
  DeviceProgram program;
  DeviceImages images;
  LLVMMemoryBufferRef entry_code;
  WeightsObject weights;
  char stays[400]; // why the first op stays as it is; "": none does
} Build;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

// --- kernels

static void keep_first(const TuneRemark *remark, void *user) {
  Build *build = user;
  char place[256];
  if (remark->kind == REMARK_MISSED && !build->stays[0]) {
    location_describe(remark->location, place, sizeof place);
    snprintf(build->stays, sizeof build->stays, "%.120s%s%.*s stays on the host: %.200s",
             TEXT_LINE(place), *place ? ": " : "", (int)remark->op.length, remark->op.data,
             TEXT_LINE(remark->reason));
  }
  payload_hear(remark, &build->report->tuned);
}

static Status make_kernels(Build *build, const char *schedule) {
  Status status = STATUS_OK;
  SimtOptions options;
  TuneStatistics statistics = {0};
  PassReport report = {.statistics = &statistics, .remark = keep_first, .payload = build};
  MlirLocation location;
  MlirOperation root = mlirModuleGetOperation(build->payload.module);
  double start = now();
  TRY(simt_options_parse(build->device->name, schedule, build->options->tune.records, true,
                         &options));
  if (build->options->tune.has_fp)
    fp_marks_write(root, build->options->tune.fp);
  TRY(simt_run(root, &options, &report, &location));
  fp_marks_remove(root);
  if (build->stays[0])
    TRY(status_fail(STATUS_UNSUPPORTED, "%s; a library for a GPU has kernels alone", build->stays));
  build->report->tuned.tuned = (int)statistics.ops_tuned;
  build->report->tune_seconds = now() - start;
cleanup:
  return status;
}

// --- what C sees

static Status check_function(const CFunction *function) {
  const Signature *signature = &function->signature;
  const char *name = signature->name;
  for (int i = 0, count = result_shapes_count(signature); i < count; i++)
    if (function->result_symbols[i] < 0)
      return status_fail(STATUS_UNSUPPORTED,
                         "@%s: a size of a result is computed; a library for a GPU has results of "
                         "known sizes and of those of arguments",
                         TEXT_SYMBOL(name));
  if (!strcmp(name, "load"))
    return status_fail(STATUS_USAGE, "@load: %s is a function of every library; rename it",
                       function->c_name);
  for (int i = 0; i < signature->result_count; i++)
    if (!signature->results[i].is_buffer)
      return status_fail(STATUS_UNSUPPORTED,
                         "@%s: result %d is a scalar, which stays on the host; return a tensor",
                         TEXT_SYMBOL(name), i);
  return STATUS_OK;
}

static Status describe(Build *build) {
  Status status = STATUS_OK;
  TRY(result_shapes_add(build->payload.module)); // unknown sizes are seen as such
  TRY(c_interface_create(build->payload.module, build->options->library.prefix, &build->interface));
  build->interface.is_for_device = true;
  for (int i = 0; i < build->interface.count; i++)
    TRY(check_function(&build->interface.functions[i]));
cleanup:
  return status;
}

static Status lower(Build *build) {
  Status status = STATUS_OK;
  double start = now();
  TRY(device_program_check(build->payload.module, &build->interface));
  TRY(compile_run_pipeline(build->payload.module, device_buffers_text()));
  c_interface_read_workspaces(build->payload.module, &build->interface);
  c_header_set_version(&build->interface);
  TRY(device_program_read(build->payload.module, &build->interface, &build->program));
  build->report->library.lower_seconds = now() - start;
cleanup:
  return status;
}

// --- code

static Status compile_entry(Build *build) {
  Status status = STATUS_OK;
  const Architecture *host = architecture_host();
  CodeOptions code = {
      .effort = CODE_QUICK, .form = CODE_OBJECT, .architecture = host, .cpu = host->baseline_cpu};
  CodeContext context;
  machine_code_context_create(&context);
  LLVMModuleRef module =
      device_entry_create(context.llvm, &build->interface, &build->program, &build->images);
  TRY(machine_code_generate(module, &context, &code, &build->entry_code));
cleanup:
  LLVMDisposeModule(module);
  machine_code_context_destroy(&context);
  return status;
}

static Status compile(Build *build) {
  Status status = STATUS_OK;
  double start = now();
  if (build->options->begun)
    build->options->begun(build->options->library.user);
  TRY(device_images_make(build->payload.module, &build->program, &build->images));
  TRY(compile_entry(build));
  TRY(device_weights_create(&build->program.weights, &build->interface, &build->weights));
  build->report->library.weight_bytes = build->program.weights.bytes;
  build->report->library.modules = build->images.count;
  build->report->library.compile_seconds = now() - start;
cleanup:
  return status;
}

static Status write_files(Build *build) {
  LibraryOptions options = build->options->library;
  size_t size;
  const void *launcher = launcher_object_bytes(&size);
  Object objects[] = {
      {.bytes = LLVMGetBufferStart(build->entry_code),
       .size = LLVMGetBufferSize(build->entry_code),
       .file = -1},
      {.bytes = launcher, .size = size, .file = -1},
      {.bytes = build->weights.bytes, .size = build->weights.size, .file = build->weights.file}};
  double start = now();
  snprintf(objects[0].name, sizeof objects[0].name, "%.30s.entry.o", build->interface.prefix);
  snprintf(objects[1].name, sizeof objects[1].name, "%.30s.launcher.o", build->interface.prefix);
  snprintf(objects[2].name, sizeof objects[2].name, "%.30s.weights.o", build->interface.prefix);
  options.processor = build->device->name;
  options.linker = *build->options->linker ? build->options->linker
                   : link_is_built_in()    ? ""
                                           : "cc";
  Status status =
      library_files_write(&options, &build->interface, objects, build->weights.bytes ? 3 : 2, NULL,
                          &build->report->library.file_bytes);
  build->report->library.link_seconds = now() - start;
  return status;
}

// --- the whole

Status device_library_build(const ModelBuildOptions *options, const Device *device,
                            const char *schedule, ModelBuildReport *report) {
  Build build = {.options = options, .device = device, .report = report, .weights.file = -1};
  Status status = payload_read(options->input, NULL, &build.payload);
  if (status != STATUS_OK)
    return status;
  snprintf(report->processor, sizeof report->processor, "%s", device->name);
  TRY(output_file_check(options->library.header));
  TRY(describe(&build));
  TRY(make_kernels(&build, schedule));
  TRY(lower(&build));
  TRY(compile(&build));
  TRY(write_files(&build));
  report->functions = interface_json(&build.interface);
cleanup:
  if (build.entry_code)
    LLVMDisposeMemoryBuffer(build.entry_code);
  weights_object_destroy(&build.weights);
  device_images_destroy(&build.images);
  device_program_destroy(&build.program);
  c_interface_destroy(&build.interface);
  payload_destroy(&build.payload);
  return status;
}
