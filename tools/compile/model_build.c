// ModelBuild: from the file of a model to a library: read, tuned for one machine, compiled.
#include "tools/compile/model_build.h"

#include "machine/architecture.h"
#include "passes/target/target_table.h"
#include "tools/compile/interface_json.h"
#include "tools/compile/link.h"
#include "tools/compile/result_shapes.h"
#include "transforms/function_target.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct ModelBuild {
  ModelBuildOptions *options;
  ModelBuildReport *report;
  Payload payload;
  Target target; // that of the payload as a whole
} ModelBuild;

// Another architecture has a driver of its own, by Debian's name of it.
static const char *linker_of(const ModelBuild *build, char *name, size_t size) {
  const Architecture *architecture = build->target.architecture;
  if (*build->options->linker)
    return build->options->linker;
  if (architecture == architecture_host())
    return link_is_built_in() ? "" : "cc";
  snprintf(name, size, "%s-linux-gnu-gcc", architecture->triple);
  return name;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

// Every function is compiled for what it was tuned for, tuned or not: the vectors that one passes
// to another are passed alike.
static Status write_targets(ModelBuild *build) {
  TargetTable table = {0};
  const TuneOptions *tune = &build->options->tune;
  MlirOperation root = mlirModuleGetOperation(build->payload.module);
  Status status = target_table_create(root, (MlirOperation){NULL}, &table);
  for (int i = 0; i < table.count && status == STATUS_OK; i++) {
    const TargetScope *scope = &table.scopes[i];
    const Target *target = tune->has_target ? &tune->target : &scope->named.target;
    if (!tune->has_target && scope->named.foreign[0])
      status = status_fail(STATUS_UNSUPPORTED, "%s (%s); --target NAME compiles for %s",
                           scope->named.foreign, scope->named.origin, architecture_names().text);
    else if (i == 0)
      build->target = *target;
    else
      function_target_write(scope->op, target);
  }
  target_table_destroy(&table);
  return status;
}

static Status tune(ModelBuild *build) {
  double start = now();
  Status status =
      payload_tune(build->payload.module, &build->options->tune, "", &build->report->tuned);
  build->report->tune_seconds = now() - start;
  return status;
}

static void describe(const CInterface *interface, void *functions) {
  *(Json **)functions = interface_json(interface);
}

static Status compile(ModelBuild *build) {
  LibraryOptions library = build->options->library;
  char linker[64];
  ModelBuildReport *report = build->report;
  snprintf(report->processor, sizeof report->processor, "%s",
           *build->options->cpu ? build->options->cpu : build->target.llvm_cpu);
  library.architecture = build->target.architecture;
  library.processor = report->processor;
  library.is_for_all = *build->options->cpu;
  library.linker = linker_of(build, linker, sizeof linker);
  library.described = describe;
  library.described_user = &report->functions;
  if (!library.jobs)
    library.jobs = (int)sysconf(_SC_NPROCESSORS_ONLN);
  if (build->options->begun)
    build->options->begun(library.user);
  Status status = library_build(build->payload.module, &library, &report->library);
  if (status != STATUS_OK) {
    json_free(report->functions);
    report->functions = NULL;
  }
  return status;
}

// Before the model is tuned for nothing.
static Status check_cpu(const ModelBuildOptions *options) {
  uint64_t bits = 0;
  return *options->cpu ? options->tune.target.architecture->code_features(options->cpu, "", &bits)
                       : STATUS_OK;
}

Status model_build(ModelBuildOptions *options, ModelBuildReport *report) {
  ModelBuild build = {.options = options, .report = report};
  Status status = check_cpu(options);
  if (status == STATUS_OK)
    status = payload_read(options->input, &options->tune, &build.payload);
  if (status != STATUS_OK)
    return status;
  mlirContextEnableMultithreading(build.payload.context, options->library.jobs != 1);
  TRY(result_shapes_add(build.payload.module));
  TRY(tune(&build));
  TRY(write_targets(&build));
  TRY(compile(&build));
cleanup:
  payload_destroy(&build.payload);
  return status;
}

Json *model_build_json(const ModelBuildOptions *options, ModelBuildReport *report) {
  const LibraryReport *library = &report->library;
  Json *json = json_make_object();
  json_put_text(json, "file", options->library.path);
  if (options->library.header)
    json_put_text(json, "header", options->library.header);
  json_put_text(json, "processor", report->processor);
  json_put(json, "functions", report->functions);
  report->functions = NULL;
  json_put_integer(json, "ops_tuned", report->tuned.tuned);
  json_put_integer(json, "ops_untouched", report->tuned.missed);
  json_put_integer(json, "modules", library->modules);
  json_put_integer(json, "weight_bytes", library->weight_bytes);
  json_put_integer(json, "file_bytes", library->file_bytes);
  json_put_number(json, "tune_seconds", report->tune_seconds);
  json_put_number(json, "lower_seconds", library->lower_seconds);
  json_put_number(json, "compile_seconds", library->compile_seconds);
  json_put_number(json, "link_seconds", library->link_seconds);
  return json;
}
