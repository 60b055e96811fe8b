// Writes the seeds of the fuzz targets from real inputs: the first rows of the measured dataset,
// and what the library itself writes. `scripts/fuzz --seeds` runs it; findings are added beside the
// seeds.
//
//   fuzz_make_corpus DATASET DIRECTORY
#include "costmodel/features.h"
#include "costmodel/learned_model.h"
#include "costmodel/xgboost_model.h"
#include "machine/calibration/calibration_file.h"
#include "plan/schedule/random_schedule.h"
#include "records/dataset.h"
#include "records/npy.h"
#include "runtime/worker/messages.h"
#include "search/measure/measure_log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { SEED_ROWS = 24, MODEL_ROWS = 64, TREE_FEATURES = 8 };

static const char *directory;
static int failures;

static void require(Status status) {
  if (status == STATUS_OK)
    return;
  fprintf(stderr, "fuzz_make_corpus: %s\n", status_text());
  exit(1);
}

static FILE *seed_open(const char *target, const char *name, char *path, size_t size) {
  snprintf(path, size, "%s/%s", directory, target);
  mkdir(path, 0777);
  snprintf(path, size, "%s/%s/%s", directory, target, name);
  FILE *file = fopen(path, "wb");
  if (!file) {
    perror(path);
    exit(1);
  }
  return file;
}

static void seed_write(const char *target, const char *name, const void *bytes, size_t size) {
  char path[4096];
  FILE *file = seed_open(target, name, path, sizeof path);
  failures += fwrite(bytes, 1, size, file) != size;
  failures += fclose(file) != 0;
}

static void seed_text(const char *target, const char *name, const char *text) {
  seed_write(target, name, text, strlen(text));
}

// --- texts

static void make_schedules(const Dataset *dataset) {
  static char text[1 << 15];
  int64_t step = dataset->row_count / SEED_ROWS;
  for (int n = 0; n < SEED_ROWS; n++) {
    char name[32];
    const DatasetRow *row = &dataset->rows[n * step];
    const DatasetWorkload *workload = &dataset->workloads[row->workload];
    snprintf(name, sizeof name, "seed_%02d", n);
    seed_text("workload", name, workload->text);
    int used = snprintf(text, sizeof text, "%s\n", workload->text);
    schedule_print(&workload->workload, &row->schedule, text + used, sizeof text - (size_t)used);
    seed_text("schedule", name, text);
  }
}

static void make_targets(void) {
  char text[1024], name[32];
  const Target *target;
  for (size_t n = 0; (target = target_row(n)) != NULL; n++) {
    snprintf(name, sizeof name, "seed_%02zu", n);
    target_print(target, text, sizeof text);
    seed_text("target", name, text);
  }
  seed_text("target", "seed_keys", "zen4,cores=2,clock_ghz=3.5,fma_per_cycle.0=1,llvm_cpu=znver4");
}

static void make_features(void) {
  static const struct {
    const char *name, *lines;
  } seeds[] = {
      {"seed_cpu", "target_cpu=znver4\n"
                   "target_features=-avx512f,+prefer-256-bit\n"},
      {"seed_levels", "llvm.target_cpu=x86-64\n"
                      "llvm.target_features=+avx2,+fma,+f16c\n"},
      {"seed_wide",
       "target_features=+avx512f,+avx512bw,+avx512dq,+avx512vl,-prefer-256-bit,+prefer-128-bit\n"},
      {"seed_passed_on", "llvm.target_triple=x86_64-unknown-linux-gnu\n"
                         "llvm.data_layout=e-m:e-p270:32:32-p:64:64-i64:64-S128\n"},
      {"seed_llvm", "llvm:chip=icelake-server\n"
                    "llvm:features=+avx10.1,-sse4.1\n"},
      {"seed_device", "CPU:chip=haswell\n"
                      "CPU:triple=x86_64\n"
                      "CPU:features=-avx2,+avx\n"
                      "CPU:max_vector_op_width=256:i64\n"
                      "CPU:num_threads=16:ui32\n"
                      "CPU:L1_cache_size_in_bytes=49152:i32\n"
                      "CPU:L2_cache_size_in_bytes=2097152\n"
                      "CPU:L3_cache_size_in_bytes=1K\n"},
      {"seed_cache", "CPU:cache:L1:size_in_bytes=32768:i32\n"
                     "CPU:cache:L1d:size_in_bytes=49152:index\n"
                     "CPU:cache:L2:size_in_bytes=1048576:si64\n"
                     "CPU:cache:L3:size_in_bytes=9999999999999999999:i128\n"},
      {"seed_layout", "layout:index=32:i64\n"
                      "layout:dlti.endianness=big\n"},
      {"seed_foreign", "target_cpu=neoverse-v1\n"
                       "target_features=+sve,+soft-float\n"
                       "llvm.target_triple=aarch64-linux-gnu\n"
                       "llvm.data_layout=E-p:32:32\n"},
      {"seed_nonsense", "target_cpu=znver99\n"
                        "target_features=avx2,,+,-,-x,+sse2,-sse2\n"
                        "CPU:max_vector_width=64\n"
                        "CPU:cache=1\n"},
  };
  for (size_t n = 0; n < sizeof seeds / sizeof *seeds; n++)
    seed_text("features", seeds[n].name, seeds[n].lines);
}

static void make_options(void) {
  seed_text("options", "seed_words",
            "x86-64-v3\nall\nanalytical\nannotate\nbeam\nany\ninit+pad\nraise\nouter\n100\n0\n7\n");
  seed_text("options", "seed_numbers", "zen4,cores=1\nnone\nnone\nir\n\n5000\n3\n1\n");
  seed_text("options", "seed_schedule",
            "x86-64-v2\nauto\nnone\nir\nrandom\n10\n"
            "direct(vector=i1x8, block=[4,16,1])\n2\n");
  seed_text("args", "seed_one", "{\"data\":1}\n");
  seed_text("args", "seed_spaces", " { \"data\" : 12 } ");
}

// --- files of measurements

static void make_dataset(const Dataset *all) {
  char path[4096];
  static const char *const names[] = {"seed_plain", "seed_packed.gz"};
  for (int form = 0; form < 2; form++) {
    Dataset few = {.space_version = all->space_version};
    int32_t machine, place;
    require(dataset_add_machine(&few, all->machines[0].cpu, all->machines[0].target, &machine));
    for (int n = 0; n < 6; n++) {
      DatasetRow row = all->rows[n * (all->row_count / 6)];
      const DatasetWorkload *workload = &all->workloads[row.workload];
      require(
          dataset_add_workload(&few, workload->text, workload->family, workload->source, &place));
      row.workload = place;
      row.machine = machine;
      require(dataset_add_row(&few, &row));
    }
    require(dataset_group(&few));
    fclose(seed_open("dataset", names[form], path, sizeof path));
    require(dataset_write(path, &few));
    dataset_destroy(&few);
  }
}

static void make_npy(void) {
  char path[4096];
  static float values[] = {0, 1, 2, 3, 4, 5};
  NpyArray array = npy_of_type(ELEMENT_F32, 2, (const int64_t[]){2, 3});
  array.values = values; // lent
  fclose(seed_open("npy", "seed_matrix", path, sizeof path));
  require(npy_write(path, &array));
}

static void make_log(const Dataset *all) {
  char path[4096];
  const TrialContext context = {"module.mlir", "linalg.matmul", 3, "x86-64-v3"};
  fclose(seed_open("log", "seed_trials", path, sizeof path));
  for (int n = 0; n < 4; n++) {
    const DatasetRow *row = &all->rows[n * (all->row_count / 4)];
    const Workload *workload = &all->workloads[row->workload].workload;
    Trial trial = {.role = (MeasureRole)n,
                   .site = UINT64_C(0x1122334455667788),
                   .workload_key = workload_key(workload),
                   .predicted_seconds = 1e-5};
    trial.outcome.verdict = n == 2 ? TRIAL_REJECTED : VERDICT_OK;
    trial.outcome.compile_seconds = 0.1;
    schedule_print(workload, &row->schedule, trial.schedule, sizeof trial.schedule);
    trial.outcome.timing =
        (Timing){.repeats = n == 2 ? 0 : 2, .iterations = 100, .seconds = {1.5e-5, 1.25e-5}};
    if (n == 2)
      strcpy(trial.outcome.reason, "a \"reason\" with \\ in it");
    require(measure_log_append(path, &context, workload, &trial));
  }
}

// --- models

static XgboostModel *train(ModelKind kind, ModelSchema schema) {
  static float values[MODEL_ROWS * MODEL_MAX_FEATURES / 64], labels[MODEL_ROWS];
  uint32_t group = MODEL_ROWS;
  for (int r = 0; r < MODEL_ROWS; r++) {
    for (size_t c = 0; c < schema.count; c++)
      values[(size_t)r * schema.count + c] = (float)((r * 7 + (int)c * 13) % 29);
    labels[r] = (float)((r * 7) % 29) - (float)((r * 7 + 13) % 29) / 2;
  }
  const ModelRows rows = {.values = values,
                          .row_count = MODEL_ROWS,
                          .labels = labels,
                          .group_sizes = &group,
                          .group_count = 1};
  ModelOptions options = model_options_default(kind);
  options.max_rounds = 3;
  options.depth = 3;
  options.row_sample = options.column_sample = 1;
  options.min_child_weight = 0;
  XgboostModel *model = NULL;
  require(xgboost_model_train(&options, schema, &rows, NULL, &model, NULL));
  return model;
}

// The kind, then the trees of a small model.
static void make_trees(ModelKind kind, const char *name) {
  static const char *const names[TREE_FEATURES] = {"a", "b", "c", "d", "e", "f", "g", "h"};
  XgboostModel *model = train(kind, (ModelSchema){names, TREE_FEATURES});
  size_t size;
  const void *bytes = xgboost_model_bytes(model, &size);
  ModelFile file;
  require(model_file_read(bytes, size, &file));
  unsigned char *seed = malloc(file.trees_bytes + 1);
  if (!seed)
    abort();
  seed[0] = (unsigned char)kind;
  memcpy(seed + 1, file.trees, file.trees_bytes);
  seed_write("tree", name, seed, file.trees_bytes + 1);
  free(seed);
  xgboost_model_destroy(model);
}

static void make_calibration(const void *model, size_t model_bytes) {
  char path[4096];
  Target target = *target_row(3);
  CalibrationParts parts = {.cpu = "AuthenticAMD family 25 model 17 stepping 1 x86-64-v4",
                            .report = "measured on a day\nclock 3.25 GHz\n",
                            .target = &target};
  target.clock_ghz = 3.25;
  fclose(seed_open("calibration", "seed_target", path, sizeof path));
  require(calibration_write_file(path, &parts));
  parts.model = model;
  parts.model_bytes = model_bytes;
  fclose(seed_open("calibration", "seed_model", path, sizeof path));
  require(calibration_write_file(path, &parts));
}

static void make_models(void) {
  static const char *names[FEATURE_COUNT];
  for (int n = 0; n < FEATURE_COUNT; n++)
    names[n] = feature_name((Feature)n);
  XgboostModel *models[MODEL_KIND_COUNT];
  void *bytes;
  size_t size;
  for (int kind = 0; kind < MODEL_KIND_COUNT; kind++)
    models[kind] = train((ModelKind)kind, (ModelSchema){names, 2});
  static const float rows[2][FEATURE_COUNT] = {[1] = {[FEATURE_TARGET_CLOCK] = 3}};
  Support *support;
  require(support_create(&support));
  for (int n = 0; n < 2; n++)
    require(support_add(support, rows[n]));
  require(learned_model_pack(models[MODEL_RANKER], models[MODEL_REGRESSOR], support,
                             "a small model", &bytes, &size));
  support_destroy(support);
  seed_write("model", "seed_small", bytes, size);
  make_calibration(bytes, size);
  free(bytes);
  const void *part = xgboost_model_bytes(models[MODEL_RANKER], &size);
  seed_write("model", "seed_part", part, size);
  for (int kind = 0; kind < MODEL_KIND_COUNT; kind++)
    xgboost_model_destroy(models[kind]);
  make_trees(MODEL_RANKER, "seed_ranker");
  make_trees(MODEL_REGRESSOR, "seed_regressor");
}

// --- frames

static void put_frame(Packet *stream, MessageKind kind, const Packet *payload) {
  FrameHeader header = frame_header(kind, payload->size);
  Packet bytes = {(char *)&header, sizeof header, 0, 0, false};
  packet_append(stream, &bytes);
  packet_append(stream, payload);
}

static void make_stream(void) {
  float values[3] = {1, 2, 3};
  Output output = {.type = ELEMENT_F32, .count = 3, .values = values, .rank = 1, .shape = {3}};
  Outputs outputs = {1, &output};
  const TaskMessage task = {"module {}", "builtin.module(canonicalize)", "main", 1, 7, 1.0, 2.5};
  const CandidateMessage candidate = {"module {}", "", CODE_SCHEDULED, {3, 0.005, 1, false}};
  const Measurement measurement = {
      .text = "ok",
      .compile_seconds = 0.1,
      .timing = {.repeats = 2, .iterations = 10, .seconds = {1e-5, 2e-5}}};
  Packet stream = {0}, payloads[MESSAGE_KIND_COUNT] = {{0}};
  packet_put_integer(&payloads[MESSAGE_HELLO], 1234);
  task_message_write(&payloads[MESSAGE_TASK], &task);
  task_outputs_write(&payloads[MESSAGE_TASK], &outputs);
  candidate_message_write(&payloads[MESSAGE_CANDIDATE], &candidate);
  packet_put_integer(&payloads[MESSAGE_STEP], STEP_RUN);
  outcome_message_write(&payloads[MESSAGE_OUTCOME], &measurement);
  packet_put_outputs(&payloads[MESSAGE_OUTPUTS], &outputs);
  for (int field = 0; field < 3; field++)
    packet_put_integer(&payloads[MESSAGE_CRASH], field == 0 ? 11 : field == 2);
  for (int kind = 0; kind < MESSAGE_KIND_COUNT; kind++) {
    char name[32];
    Packet single = {0};
    put_frame(&stream, (MessageKind)kind, &payloads[kind]);
    put_frame(&single, (MessageKind)kind, &payloads[kind]);
    snprintf(name, sizeof name, "seed_kind_%d", kind);
    seed_write("worker", name, single.bytes, single.size);
    packet_destroy(&single);
    packet_destroy(&payloads[kind]);
  }
  seed_write("worker", "seed_stream", stream.bytes, stream.size);
  packet_destroy(&stream);
}

int main(int argc, char **argv) {
  Dataset dataset = {0};
  if (argc != 3) {
    fprintf(stderr, "fuzz_make_corpus DATASET DIRECTORY\n");
    return 2;
  }
  directory = argv[2];
  require(dataset_read(argv[1], &dataset, NULL));
  make_schedules(&dataset);
  make_targets();
  make_features();
  make_npy();
  make_options();
  make_dataset(&dataset);
  make_log(&dataset);
  make_models();
  make_stream();
  dataset_destroy(&dataset);
  return failures != 0;
}
