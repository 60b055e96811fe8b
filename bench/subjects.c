// Reads a handful of the measured workloads: one of each form.
#include "bench/subjects.h"

#include "passes/autotune_shim.h"
#include "runtime/codegen/compile.h"
#include "transforms/extract/anchors.h"
#include "transforms/extract/extract.h"
#include "transforms/lowering/lowering.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const names[] = {
    "matmul_512x512x512",
    "conv_c2_bias_relu_nchw",
    "conv_c6_nhwc",
    "depthwise_d3_nchw",
};

enum { SUBJECT_COUNT = sizeof names / sizeof *names };

static void stop(const char *what) {
  fprintf(stderr, "%s: %s\n", what, status_text());
  exit(2);
}

static double flops_of(MlirOperation op, Group *scratch) {
  return group_extract(op, &FUSION_ALL, scratch) == STATUS_OK ? workload_flops(&scratch->workload)
                                                              : -1;
}

MlirOperation subject_anchor(MlirModule module) {
  AnchorList anchors = {0};
  MlirOperation largest = {NULL};
  double most = -1;
  Group *group = malloc(sizeof *group);
  if (anchors_collect(mlirModuleGetOperation(module), &anchors) != STATUS_OK)
    stop("anchors");
  for (int i = 0; i < anchors.count; i++) {
    double flops = flops_of(anchors.items[i].op, group);
    if (flops > most) {
      most = flops;
      largest = anchors.items[i].op;
    }
  }
  anchors_destroy(&anchors);
  free(group);
  return largest;
}

static void read_subject(const char *name, MlirContext context, Subject *subject) {
  char path[256];
  Group *group = malloc(sizeof *group);
  *subject = (Subject){.name = name, .context = context};
  snprintf(path, sizeof path, "bench/workloads/%s.mlir", name);
  if (compile_parse_file(context, path, &subject->module) != STATUS_OK ||
      target_parse("host", &subject->target) != STATUS_OK ||
      group_extract(subject_anchor(subject->module), &FUSION_ALL, group) != STATUS_OK)
    stop(path);
  subject->workload = group->workload;
  free(group);
}

const Subject *subjects_list(int *out_count) {
  static Subject subjects[SUBJECT_COUNT];
  if (!subjects[0].name) {
    autotune_register_passes();
    lowering_register();
    MlirContext context = compile_context_create();
    for (int i = 0; i < SUBJECT_COUNT; i++)
      read_subject(names[i], context, &subjects[i]);
  }
  *out_count = SUBJECT_COUNT;
  return subjects;
}

MlirModule subject_clone(const Subject *subject) {
  return mlirModuleFromOperation(mlirOperationClone(mlirModuleGetOperation(subject->module)));
}

int subjects_benchmark(const SubjectBenchmark *benchmarks, size_t count, int argc, char **argv) {
  int subject_count;
  char name[128];
  const Subject *subjects = subjects_list(&subject_count);
  for (size_t b = 0; b < count; b++)
    for (int i = 0; i < subject_count; i++) {
      snprintf(name, sizeof name, "%s/%s", benchmarks[b].name, subjects[i].name);
      benchmark_register(name, benchmarks[b].body, &subjects[i]);
    }
  return benchmark_run(argc, argv);
}
