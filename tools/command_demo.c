// autotune demo: tunes a network, runs it before and after, and prints what was
// done to every op.
#include "base/text.h"
#include "tools/command_line.h"
#include "tools/commands.h"
#include "tools/ops/op_json.h"
#include "tools/ops/op_measure.h"
#include "tools/ops/payload.h"
#include "tools/report/describe.h"

#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char DEFAULT_MODEL[] = "test/models/resnet18.mlir";

typedef struct Demo {
  const char *path;
  int64_t core;
  OptionTexts texts;
  TuneOptions tune;
  Payload payload;
  OpList list;
  Worker *worker;
  double before, after; // of all ops, each as often as it is used
  OutputFlags output;
  Json *json; // owned; NULL: as text
} Demo;

// --- the table of ops

static void print_heading(void) {
  printf("%-34s %4s %10s %10s %10s %8s %6s  %s\n", "op", "uses", "predicted", "measured", "before",
         "speed-up", "peak", "schedule");
  printf("%-34s %4s %10s %10s %10s %8s %6s\n", "", "", "ms", "ms", "ms", "", "%");
}

static const char *short_name(const OpEntry *entry) {
  const char *dot = strchr(entry->name, '.');
  return dot ? dot + 1 : entry->name;
}

static void print_row(const OpEntry *entry, const OpMeasure *measure) {
  char work[256], words[512];
  double before = timing_median(&measure->untouched.timing);
  double after = timing_median(&measure->chosen.timing);
  workload_describe(&entry->workload, work, sizeof work);
  schedule_describe(&entry->workload, &entry->schedule, words, sizeof words);
  printf("%-34.34s %4d %10.4f ", short_name(entry), entry->uses, entry->predicted_seconds * 1e3);
  if (measure->chosen.verdict != VERDICT_OK)
    printf("%s: %s\n", trial_verdict_name(measure->chosen.verdict), measure->chosen.reason);
  else
    printf("%10.4f %10.4f %7.1fx %6.1f  %s\n", after * 1e3, before * 1e3, before / after,
           op_entry_peak_share(entry, after) * 100, words);
  printf("  %s\n", work);
  fflush(stdout);
}

static Json *row_json(const OpEntry *entry, int position, const OpMeasure *measure) {
  Json *json = op_json_entry(entry, position);
  json_put(json, "before", op_json_outcome(entry, &measure->untouched));
  json_put(json, "after", op_json_outcome(entry, &measure->chosen));
  return json;
}

static Status measure_ops(Demo *demo) {
  OpMeasureOptions options = {
      .tune = &demo->tune, .timing = timing_default_options(), .untouched = true};
  options.timing.budget_seconds = 1;
  Json *rows = demo->json ? json_make_array() : NULL;
  if (!demo->json)
    print_heading();
  for (int i = 0; i < demo->list.count; i++) {
    const OpEntry *entry = &demo->list.items[i];
    OpMeasure measure;
    Status status = op_measure(entry, demo->payload.context, demo->worker, &options, &measure);
    if (status != STATUS_OK) {
      json_free(rows);
      return status;
    }
    if (rows)
      json_append(rows, row_json(entry, i, &measure));
    else
      print_row(entry, &measure);
    demo->before += entry->uses * timing_median(&measure.untouched.timing);
    demo->after += entry->uses * timing_median(&measure.chosen.timing);
  }
  if (rows)
    json_put(demo->json, "ops", rows);
  return STATUS_OK;
}

// The sum over them.
static void tell_sum(const Demo *demo) {
  if (demo->json) {
    json_put_number(demo->json, "ops_before_seconds", demo->before);
    json_put_number(demo->json, "ops_after_seconds", demo->after);
    return;
  }
  printf("\nsum over all ops: before %.2f ms, after %.2f ms, %.1fx\n", demo->before * 1e3,
         demo->after * 1e3, demo->after > 0 ? demo->before / demo->after : 0);
}

// --- the whole network

typedef struct Network {
  Executable executable;
  Outputs outputs;
  double seconds;
} Network;

static Status run_network(const Demo *demo, bool tuned, const Signature *signature,
                          Operands *operands, Network *network) {
  Status status = STATUS_OK;
  TuneReport report = {0};
  TimingOptions timing = timing_default_options();
  MlirModule module = payload_clone(demo->payload.module);
  timing.budget_seconds = 10;
  if (tuned) {
    status = payload_tune(module, &demo->tune, "", &report);
    if (status != STATUS_OK) {
      mlirModuleDestroy(module);
      return status;
    }
  }
  TRY(payload_compile(module, tuned, NULL, signature, operands, &network->executable));
  operands_fill(operands, demo->payload.data_count, 1);
  TRY(executable_run(&network->executable, &network->outputs));
  Timing result = timing_measure(network->executable.call, &timing);
  network->seconds = timing_median(&result);
cleanup:
  return status;
}

static void network_destroy(Network *network) {
  outputs_destroy(&network->outputs);
  executable_destroy(&network->executable);
}

static double network_flops(const OpList *list) {
  double flops = 0;
  for (int i = 0; i < list->count; i++)
    flops += list->items[i].uses * op_entry_flops(&list->items[i]);
  return flops;
}

static void print_networks(double before, double after, double flops,
                           const Comparison *comparison) {
  printf("\nwhole network: before %.2f ms (%.1f GFLOP/s), after %.2f ms (%.1f GFLOP/s), %.1fx; "
         "results %s, max error %.1g\n",
         before * 1e3, flops / before * 1e-9, after * 1e3, flops / after * 1e-9, before / after,
         comparison->agrees ? "agree" : "DIFFER", comparison->max_error);
}

static Json *networks_json(double before, double after, double flops,
                           const Comparison *comparison) {
  Json *json = json_make_object();
  json_put_number(json, "before_seconds", before);
  json_put_number(json, "before_gflops", flops / before * 1e-9);
  json_put_number(json, "after_seconds", after);
  json_put_number(json, "after_gflops", flops / after * 1e-9);
  json_put_bool(json, "agrees", comparison->agrees);
  json_put_number(json, "max_error", comparison->max_error);
  return json;
}

static Status compare_networks(const Demo *demo) {
  Status status = STATUS_OK;
  Signature signature = {0};
  Operands operands = {0};
  Network before = {0}, after = {0};
  TRY(signature_read(demo->payload.module, NULL, &signature));
  TRY(operands_create(&signature, PLACE_ALIGNED, &operands));
  TRY(run_network(demo, false, &signature, &operands, &before));
  TRY(run_network(demo, true, &signature, &operands, &after));
  Comparison comparison = outputs_compare(&before.outputs, &after.outputs, 1.0);
  double flops = network_flops(&demo->list);
  if (demo->json)
    json_put(demo->json, "network",
             networks_json(before.seconds, after.seconds, flops, &comparison));
  else
    print_networks(before.seconds, after.seconds, flops, &comparison);
  if (!comparison.agrees)
    status = status_fail(STATUS_WORKER, "the tuned network computes something else: %s",
                         comparison.text);
cleanup:
  network_destroy(&before);
  network_destroy(&after);
  operands_destroy(&operands);
  signature_destroy(&signature);
  return status;
}

static void tell_choice(const Demo *demo, double seconds) {
  if (demo->json) {
    json_put_text(demo->json, "file", demo->path);
    json_put_text(demo->json, "target", demo->tune.target.name);
    json_put_number(demo->json, "choose_seconds", seconds);
    return;
  }
  printf("%s: %d different ops, schedules chosen in %.2f s for %s\n\n", TEXT_LINE(demo->path),
         demo->list.count, seconds, demo->tune.target.name);
}

static Status run_demo(void *values) {
  Demo *demo = values;
  WorkerOptions worker = worker_default_options();
  worker.core = (int)demo->core;
  worker.verbose = demo->output.is_verbose;
  Status status = command_line_options(&demo->output, "demo", &demo->texts, &demo->tune);
  if (status == STATUS_OK)
    status = payload_read(demo->path, &demo->tune, &demo->payload);
  if (status != STATUS_OK)
    return status;
  double start = timing_now();
  TRY(op_list_require(&demo->payload, &demo->tune, &demo->list));
  demo->json = demo->output.is_json ? json_make_object() : NULL;
  tell_choice(demo, timing_now() - start);
  TRY(output_measuring(&demo->output, "demo", NULL));
  TRY(worker_create(&worker, &demo->worker));
  TRY(measure_ops(demo));
  tell_sum(demo);
  worker_destroy(demo->worker);
  demo->worker = NULL;
  TRY(compare_networks(demo));
cleanup:
  if (status == STATUS_OK && demo->json)
    status = output_json(demo->json);
  else
    json_free(demo->json);
  worker_destroy(demo->worker);
  op_list_destroy(&demo->list);
  payload_destroy(&demo->payload);
  return status;
}

// The network lies in the source tree that this program was built in.
static const char *default_model(char *path, size_t size) {
  char self[PATH_MAX] = "";
  if (access(DEFAULT_MODEL, R_OK) == 0)
    return DEFAULT_MODEL;
  ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  snprintf(path, size, "%s/../../%s", length > 0 ? dirname(self) : ".", DEFAULT_MODEL);
  return path;
}

static const Flag flags[] = {
    {"--network", FLAG_TEXT, offsetof(Demo, path), "PATH", "another network than ResNet-18"},
    {"--core", FLAG_CORE, offsetof(Demo, core), "N",
     "core for the single ops (default -1: where it falls)"},
    {0},
};

int command_demo(int argc, char **argv) {
  char path[2 * PATH_MAX];
  Demo demo = {.core = -1, .path = default_model(path, sizeof path)};
  CommandLine line = {
      .name = "demo",
      .usage = "[flags]",
      .summary = "Tunes ResNet-18 without measuring, then runs every different op and the whole\n"
                 "network before and after.",
      .flags = flags,
      .values = &demo,
      .options = &demo.texts,
      .output = &demo.output,
      .has_json = true};
  option_texts_init(&demo.texts);
  return command_line_run(&line, argc, argv, run_demo);
}
