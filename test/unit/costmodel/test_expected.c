// Networks end to end against another implementation: tuned code gives the values that ONNX Runtime
// gave for the same operands (test/models/NAME.expected.tsv, written by scripts/expected_outputs).
//
//   test_expected [--target TEXT] [FILE...]
//
// FILE is a NAME.expected.tsv; the module is the NAME.mlir beside it, or that of test/models or
// bench/workloads.
#include "passes/autotune_shim.h"
#include "passes/tune.h"
#include "records/args_file.h"
#include "runtime/codegen/compile.h"
#include "runtime/executable.h"
#include "transforms/lowering/lowering.h"

#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LEAST_NETWORKS = 4, LEAST_VALUES = 4, MOST_SHIFTED = 512 };
static const double TOLERANCE = 1e-3; // of the largest magnitude of an output: f32, other sums

typedef struct Network {
  char name[64], module_path[256];
  const char *path; // of the expected values
  uint64_t seed;
  int data_count, values, shifted_count;
  int shifted[MOST_SHIFTED]; // operands that are drawn around 1, not 0: those that scale
  double worst;
} Network;

static void *element_at(const Output *output, int64_t position) {
  return (char *)output->values + position * element_type_bytes(output->type);
}

static Status check_value(Network *network, const Outputs *outputs, int number, long long position,
                          double expected, double largest) {
  if (number < 0 || number >= outputs->count || position < 0 ||
      position >= outputs->items[number].count || outputs->items[number].type != ELEMENT_F32)
    return status_fail(STATUS_USAGE, "no output %d with an element %lld of f32", number, position);
  double actual = (double)*(float *)element_at(&outputs->items[number], position);
  double error = fabs(actual - expected) / largest;
  if (!(error <= TOLERANCE))
    return status_fail(STATUS_WORKER, "output %d element %lld is %.7g, expected %.7g", number,
                       position, actual, expected);
  network->worst = error > network->worst ? error : network->worst;
  network->values++;
  return STATUS_OK;
}

// Reads the lines of the file; with `outputs` NULL only what the operands are.
static Status read_expected(Network *network, const Outputs *outputs) {
  Status status = STATUS_OK;
  char line[256], last[8] = "";
  FILE *file = fopen(network->path, "r");
  if (!file)
    return status_fail(STATUS_USAGE, "cannot read %s", network->path);
  double value, largest = 0;
  long long place;
  unsigned long long seed;
  int number = -1;
  while (status == STATUS_OK && fgets(line, sizeof line, file)) {
    snprintf(last, sizeof last, "%.7s", line);
    if (sscanf(line, "seed %llu", &seed) == 1)
      network->seed = seed;
    if (!outputs && network->shifted_count < MOST_SHIFTED)
      network->shifted_count +=
          sscanf(line, "shift %d", &network->shifted[network->shifted_count]) == 1;
    if (!outputs)
      continue;
    if (sscanf(line, "output %d %lld %lf", &number, &place, &largest) == 3 &&
        (number >= outputs->count || outputs->items[number].count != place || !(largest > 0)))
      status = status_fail(STATUS_WORKER, "output %d does not have %lld elements", number, place);
    else if (sscanf(line, "value %d %lld %lf", &number, &place, &value) == 3)
      status = check_value(network, outputs, number, place, value, largest);
  }
  fclose(file);
  if (status == STATUS_OK && strcmp(last, "end\n") != 0)
    return status_fail(STATUS_USAGE, "%s is cut off", network->path);
  return status;
}

static const char *target = "x86-64-v3";

static Status tune(MlirModule module) {
  TuneOptions options;
  TuneStatistics statistics = {0};
  MlirLocation location;
  bool changed;
  OptionTexts texts;
  option_texts_init(&texts);
  texts.target = target;
  Status status = options_parse(&texts, &options);
  if (status == STATUS_OK)
    status = tune_payload(mlirModuleGetOperation(module), &options, &statistics, NULL, NULL,
                          &changed, &location);
  if (status == STATUS_OK && statistics.ops_tuned == 0)
    status = status_fail(STATUS_REJECTED, "no op was tuned");
  return status;
}

static Status fill_operands(const Network *network, Operands *operands) {
  operands_fill(operands, network->data_count, network->seed);
  for (int n = 0; n < network->shifted_count; n++) {
    int place = network->shifted[n];
    if (place < 0 || place >= operands->count || operands->items[place].type.type != ELEMENT_F32)
      return status_fail(STATUS_USAGE, "no operand %d of f32", place);
    float *values = operands->items[place].data;
    for (size_t i = 0; i < operands->items[place].data_bytes / sizeof *values; i++)
      values[i] += 1;
  }
  return STATUS_OK;
}

static Status run_network(MlirContext context, Network *network) {
  Status status = STATUS_OK;
  MlirModule module = {NULL};
  Signature signature = {0};
  Operands operands = {0};
  Outputs outputs = {0};
  Executable executable = {0};
  TRY(read_expected(network, NULL));
  TRY(args_file_read(network->module_path, &network->data_count));
  TRY(compile_parse_file(context, network->module_path, &module));
  TRY(signature_read(module, NULL, &signature));
  TRY(operands_create(&signature, PLACE_ALIGNED, &operands));
  TRY(tune(module));
  compile_request_wrappers(module);
  TRY(lower_to_llvm(module, true));
  TRY(executable_create(module, CODE_SCHEDULED, NULL, &signature, &operands, &executable));
  TRY(fill_operands(network, &operands));
  TRY(executable_run(&executable, &outputs));
  TRY(read_expected(network, &outputs));
  if (network->values < LEAST_VALUES)
    TRY(status_fail(STATUS_USAGE, "%s has fewer than %d values", network->path, LEAST_VALUES));
cleanup:
  executable_destroy(&executable);
  outputs_destroy(&outputs);
  operands_destroy(&operands);
  signature_destroy(&signature);
  if (!mlirModuleIsNull(module))
    mlirModuleDestroy(module);
  return status;
}

static bool check_file(MlirContext context, const char *path) {
  Network network = {.path = path};
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  snprintf(network.name, sizeof network.name, "%.*s", (int)strcspn(name, "."), name);
  int folder = slash ? (int)(slash - path) : 0;
  snprintf(network.module_path, sizeof network.module_path, "%.*s/%s.mlir", folder, path,
           network.name);
  static const char *const folders[] = {"test/models", "bench/workloads"};
  for (int n = 0; n < 2 && access(network.module_path, R_OK) != 0; n++)
    snprintf(network.module_path, sizeof network.module_path, "%s/%s.mlir", folders[n],
             network.name);
  Status status = run_network(context, &network);
  if (status == STATUS_OK)
    printf("%s: %d values agree, max error %.2g\n", network.name, network.values, network.worst);
  else
    printf("FAILED %s: %s\n", network.name, status_text());
  fflush(stdout);
  return status == STATUS_OK;
}

int main(int argc, char **argv) {
  glob_t found = {0};
  if (argc > 2 && strcmp(argv[1], "--target") == 0) {
    target = argv[2];
    argc -= 2, argv += 2;
  }
  int failures = 0, count = argc - 1;
  char **paths = argv + 1;
  if (count == 0) {
    glob("test/models/*.expected.tsv", 0, NULL, &found);
    paths = found.gl_pathv;
    count = (int)found.gl_pathc;
    failures += count < LEAST_NETWORKS;
  }
  autotune_register_passes();
  lowering_register();
  MlirContext context = compile_context_create();
  for (int i = 0; i < count; i++)
    failures += !check_file(context, paths[i]);
  mlirContextDestroy(context);
  globfree(&found);
  printf("%d networks, %d failures\n", count, failures);
  return failures != 0 || count == 0;
}
