// Boosted trees: they learn, the same bytes come from the same data, and no file does harm.
#include "base/text.h"
#include "costmodel/features.h"
#include "costmodel/xgboost_model.h"
#include "test/unit/base/check.h"

#include <math.h>
#include <stdlib.h>

enum { COLUMNS = 5, GROUPS = 12, GROUP_ROWS = 40, ROWS = GROUPS * GROUP_ROWS };

static const char *const names[COLUMNS] = {"alpha", "beta", "gamma", "delta", "epsilon"};
static const ModelSchema schema = {names, COLUMNS};

// Rows of a known function: labels go up with alpha, down with gamma; other groups, other levels.
typedef struct Table {
  float values[ROWS * COLUMNS], labels[ROWS], margin[ROWS];
  uint32_t group_sizes[GROUPS];
  ModelRows rows;
} Table;

static uint64_t draw(uint64_t *seed) {
  *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return *seed >> 33;
}

static void table_fill(Table *table, uint64_t seed) {
  for (int r = 0; r < ROWS; r++) {
    float *row = &table->values[r * COLUMNS];
    for (int c = 0; c < COLUMNS; c++)
      row[c] = (float)(draw(&seed) % 1000) / 100;
    table->labels[r] = 3 * row[0] - row[2] * row[2] / 4;
    table->margin[r] = (float)(r / GROUP_ROWS);
  }
  for (int g = 0; g < GROUPS; g++)
    table->group_sizes[g] = GROUP_ROWS;
  table->rows = (ModelRows){.values = table->values,
                            .row_count = ROWS,
                            .labels = table->labels,
                            .group_sizes = table->group_sizes,
                            .group_count = GROUPS};
}

static Table train_table, held_out_table;

static ModelOptions small_options(ModelKind kind) {
  ModelOptions options = model_options_default(kind);
  options.max_rounds = 40;
  options.depth = 4;
  return options;
}

static XgboostModel *train(const ModelOptions *options, ModelTraining *out_training) {
  XgboostModel *model = NULL;
  CHECK_EQUAL(xgboost_model_train(options, schema, &train_table.rows, &held_out_table.rows, &model,
                                  out_training),
              STATUS_OK);
  return model;
}

static bool models_are_equal(const XgboostModel *a, const XgboostModel *b) {
  size_t size_a, size_b;
  const void *bytes_a = xgboost_model_bytes(a, &size_a), *bytes_b = xgboost_model_bytes(b, &size_b);
  return size_a == size_b && memcmp(bytes_a, bytes_b, size_a) == 0;
}

static void test_ranker_learns(void) {
  ModelTraining training;
  ModelOptions options = small_options(MODEL_RANKER);
  XgboostModel *model = train(&options, &training);
  CHECK(training.held_out > 0.9);
  CHECK(training.best_rounds >= 1 && training.best_rounds <= training.rounds);
  CHECK_EQUAL(xgboost_model_kind(model), MODEL_RANKER);
  CHECK_EQUAL(xgboost_model_feature_count(model), COLUMNS);
  static float scores[ROWS];
  CHECK_EQUAL(xgboost_model_predict(model, held_out_table.values, ROWS, scores), STATUS_OK);
  int right = 0, pairs = 0;
  for (int r = 1; r < ROWS; r++, pairs++)
    right +=
        (scores[r] > scores[r - 1]) == (held_out_table.labels[r] > held_out_table.labels[r - 1]);
  CHECK(right > pairs * 9 / 10);
  xgboost_model_destroy(model);
}

static void test_regressor_learns_beyond_its_margin(void) {
  Table *tables[] = {&train_table, &held_out_table};
  for (int t = 0; t < 2; t++) {
    table_fill(tables[t], (uint64_t)t + 1);
    for (int r = 0; r < ROWS; r++)
      tables[t]->labels[r] += tables[t]->margin[r];
    tables[t]->rows.base_margin = tables[t]->margin;
  }
  ModelTraining training;
  ModelOptions options = small_options(MODEL_REGRESSOR);
  options.max_rounds = 120;
  XgboostModel *model = train(&options, &training);
  CHECK(training.held_out < 1.5); // labels spread over some 35
  static float predictions[ROWS];
  CHECK_EQUAL(xgboost_model_predict(model, held_out_table.values, ROWS, predictions), STATUS_OK);
  double sum = 0;
  for (int r = 0; r < ROWS; r++) {
    double error = predictions[r] + held_out_table.margin[r] - held_out_table.labels[r];
    sum += error * error;
  }
  CHECK(fabs(sqrt(sum / ROWS) - training.held_out) < 1e-3);
  xgboost_model_destroy(model);
  table_fill(&train_table, 1);
  table_fill(&held_out_table, 2);
}

static void test_same_data_same_bytes(void) {
  for (int kind = 0; kind < MODEL_KIND_COUNT; kind++) {
    ModelOptions options = small_options((ModelKind)kind);
    options.row_sample = options.column_sample = 0.7;
    XgboostModel *first = train(&options, NULL), *second = train(&options, NULL);
    CHECK(models_are_equal(first, second));
    options.seed = 2;
    XgboostModel *other = train(&options, NULL);
    CHECK(!models_are_equal(first, other));
    xgboost_model_destroy(first);
    xgboost_model_destroy(second);
    xgboost_model_destroy(other);
  }
}

static void test_training_stops_early(void) {
  // Held-out labels without any relation: the first trees are as good as any.
  uint64_t seed = 5;
  for (int r = 0; r < ROWS; r++)
    held_out_table.labels[r] = (float)(draw(&seed) % 100);
  ModelTraining training;
  ModelOptions options = small_options(MODEL_REGRESSOR);
  options.max_rounds = 400;
  options.patience = 5;
  xgboost_model_destroy(train(&options, &training));
  CHECK(training.rounds < 400);
  CHECK_EQUAL(training.rounds, training.best_rounds + 5);
  table_fill(&held_out_table, 2);
  // Without held-out rows every round is kept.
  XgboostModel *model;
  options.max_rounds = 7;
  CHECK_EQUAL(xgboost_model_train(&options, schema, &train_table.rows, NULL, &model, &training),
              STATUS_OK);
  CHECK_EQUAL(training.best_rounds, 7);
  CHECK(isnan(training.held_out));
  xgboost_model_destroy(model);
}

static void test_pruned_and_weighted_models_can_be_read(void) {
  float weights[ROWS];
  for (int r = 0; r < ROWS; r++)
    weights[r] = (float)(1 + r % 3);
  for (int kind = 0; kind < MODEL_KIND_COUNT; kind++) {
    ModelOptions options = small_options((ModelKind)kind);
    options.gamma = 5; // splits are taken back
    options.alpha = 0.5;
    ModelRows rows = train_table.rows;
    rows.weights = weights;
    XgboostModel *model = NULL;
    CHECK_EQUAL(xgboost_model_train(&options, schema, &rows, NULL, &model, NULL), STATUS_OK);
    xgboost_model_destroy(model);
  }
}

static void test_bad_training_is_refused(void) {
  XgboostModel *model = NULL;
  ModelOptions options = small_options(MODEL_RANKER);
  ModelRows rows = train_table.rows;
  rows.group_count = 3;
  CHECK_EQUAL(xgboost_model_train(&options, schema, &rows, NULL, &model, NULL), STATUS_USAGE);
  CHECK_TEXT(status_text(), "groups hold 120 of 480 rows");
  rows = train_table.rows;
  rows.row_count = 0;
  CHECK_EQUAL(xgboost_model_train(&options, schema, &rows, NULL, &model, NULL), STATUS_USAGE);
  static float labels[ROWS];
  labels[9] = NAN;
  rows = train_table.rows;
  rows.labels = labels;
  CHECK_EQUAL(xgboost_model_train(&options, schema, &rows, NULL, &model, NULL), STATUS_USAGE);
  CHECK_TEXT(status_text(), "row 9 has a label that is not a number");
  options.max_rounds = 0;
  CHECK_EQUAL(xgboost_model_train(&options, schema, &train_table.rows, NULL, &model, NULL),
              STATUS_USAGE);
  CHECK(model == NULL);
}

// --- files

static void test_saved_model_predicts_the_same(void) {
  static float before[ROWS], after[ROWS], one[1];
  ModelOptions options = small_options(MODEL_RANKER);
  XgboostModel *model = train(&options, NULL), *loaded = NULL;
  size_t size;
  const void *bytes = xgboost_model_bytes(model, &size);
  CHECK_EQUAL(xgboost_model_load(bytes, size, schema, &loaded), STATUS_OK);
  CHECK(models_are_equal(model, loaded));
  CHECK_EQUAL(xgboost_model_predict(model, held_out_table.values, ROWS, before), STATUS_OK);
  CHECK_EQUAL(xgboost_model_predict(loaded, held_out_table.values, ROWS, after), STATUS_OK);
  CHECK(memcmp(before, after, sizeof(before)) == 0);
  // Row by row as well: a score does not depend on its neighbours.
  for (int r = 0; r < ROWS; r += 37) {
    CHECK_EQUAL(xgboost_model_predict(loaded, &held_out_table.values[r * COLUMNS], 1, one),
                STATUS_OK);
    CHECK(one[0] == before[r]);
  }
  CHECK_EQUAL(xgboost_model_predict(loaded, held_out_table.values, 0, one), STATUS_OK);
  xgboost_model_destroy(loaded);
  xgboost_model_destroy(model);
}

// The program has got new features since the model was trained, and others have moved.
static void test_older_model_is_mapped_by_name(void) {
  static const char *const newer_names[] = {"zeta",  "epsilon", "alpha", "eta",
                                            "gamma", "delta",   "beta"};
  enum { NEWER = sizeof(newer_names) / sizeof(newer_names[0]) };
  static const int from[NEWER] = {-1, 4, 0, -1, 2, 3, 1};
  static float before[ROWS], after[ROWS], moved[ROWS * NEWER];
  for (int r = 0; r < ROWS; r++)
    for (int c = 0; c < NEWER; c++)
      moved[r * NEWER + c] = from[c] < 0 ? -1e30f : held_out_table.values[r * COLUMNS + from[c]];
  ModelOptions options = small_options(MODEL_RANKER);
  XgboostModel *model = train(&options, NULL), *loaded = NULL;
  size_t size;
  const void *bytes = xgboost_model_bytes(model, &size);
  CHECK_EQUAL(xgboost_model_load(bytes, size, (ModelSchema){newer_names, NEWER}, &loaded),
              STATUS_OK);
  CHECK_EQUAL(xgboost_model_predict(model, held_out_table.values, ROWS, before), STATUS_OK);
  CHECK_EQUAL(xgboost_model_predict(loaded, moved, ROWS, after), STATUS_OK);
  CHECK(memcmp(before, after, sizeof(before)) == 0);
  xgboost_model_destroy(loaded);
  // A feature that this program does not have.
  loaded = NULL;
  static const char *const fewer_names[] = {"alpha", "beta", "gamma", "epsilon"};
  CHECK_EQUAL(xgboost_model_load(bytes, size, (ModelSchema){fewer_names, 4}, &loaded),
              STATUS_MODEL);
  CHECK_TEXT(status_text(),
             "model file needs the feature 'delta', which this program does not have");
  CHECK(loaded == NULL);
  xgboost_model_destroy(model);
}

static void test_all_features_fit(void) {
  static float values[64 * FEATURE_COUNT], labels[64], predictions[64];
  for (int r = 0; r < 64; r++) {
    values[r * FEATURE_COUNT + FEATURE_COUNT - 1] = (float)(r % 8);
    labels[r] = (float)(r % 8);
  }
  const ModelSchema features = {feature_names(), FEATURE_COUNT};
  const ModelRows rows = {.values = values, .row_count = 64, .labels = labels};
  ModelOptions options = small_options(MODEL_REGRESSOR);
  XgboostModel *model = NULL;
  CHECK_EQUAL(xgboost_model_train(&options, features, &rows, NULL, &model, NULL), STATUS_OK);
  CHECK_EQUAL(xgboost_model_predict(model, values, 64, predictions), STATUS_OK);
  CHECK(fabsf(predictions[7] - 7) < 0.5f);
  xgboost_model_destroy(model);
}

// --- hostile files

enum { AT_VERSION = 16, AT_KIND = 20, AT_NAMES_BYTES = 36, AT_CHECKSUM = 48, HEADER_BYTES = 56 };

// A copy of a small model that a test may spoil.
typedef struct Spoiled {
  unsigned char *bytes;
  const unsigned char *original;
  size_t size;
} Spoiled;

static void spoiled_sign(Spoiled *file) {
  uint64_t hash = text_hash(TEXT_HASH_START, file->bytes, AT_CHECKSUM);
  hash = text_hash(hash, file->bytes + HEADER_BYTES, file->size - HEADER_BYTES);
  for (int n = 0; n < 8; n++)
    file->bytes[AT_CHECKSUM + n] = (unsigned char)(hash >> 8 * n);
}

static void check_line(void) {
  const char *text = status_text();
  CHECK(text[0] != '\0' && !strchr(text, '\n') && strlen(text) < 160);
}

static void check_refused(const void *bytes, size_t size) {
  XgboostModel *loaded = NULL;
  CHECK_EQUAL(xgboost_model_load(bytes, size, schema, &loaded), STATUS_MODEL);
  CHECK(loaded == NULL);
  check_line();
}

static void test_truncated_files(const Spoiled *file) {
  for (size_t size = 0; size < file->size; size++) {
    unsigned char *cut = malloc(size > 0 ? size : 1); // so that a sanitizer sees its end
    memcpy(cut, file->original, size);
    check_refused(cut, size);
    free(cut);
  }
  unsigned char *longer = calloc(1, file->size + 1);
  memcpy(longer, file->original, file->size);
  check_refused(longer, file->size + 1);
  free(longer);
}

static void test_foreign_files(Spoiled *file) {
  static const char text[] = "{\"learner\":{\"attributes\":{},\"feature_names\":[]}} and more text";
  check_refused(text, sizeof(text));
  CHECK_TEXT(status_text(), "not a model file of autotune");
  check_refused(file->original + HEADER_BYTES, file->size - HEADER_BYTES);
  file->bytes[AT_VERSION] = 9;
  check_refused(file->bytes, file->size);
  CHECK_TEXT(status_text(), "model file has format 9, this program reads format 1");
  memcpy(file->bytes, file->original, file->size);
  file->bytes[AT_KIND] = 7;
  spoiled_sign(file);
  check_refused(file->bytes, file->size);
  file->bytes[AT_KIND] = MODEL_REGRESSOR; // trees of a ranker
  spoiled_sign(file);
  check_refused(file->bytes, file->size);
  memcpy(file->bytes, file->original, file->size);
}

static void test_damaged_files(Spoiled *file) {
  uint64_t seed = 11;
  for (int n = 0; n < 2000; n++) {
    size_t at = draw(&seed) % file->size;
    unsigned char flip = (unsigned char)(1 + draw(&seed) % 255);
    file->bytes[at] ^= flip;
    check_refused(file->bytes, file->size);
    file->bytes[at] ^= flip;
  }
}

// Somebody signs what he changed. The model may be another one then, but must be usable.
static void test_forged_files(Spoiled *file) {
  static float predictions[ROWS];
  uint64_t seed = 12;
  int accepted = 0;
  for (int n = 0; n < 6000; n++) {
    int changes = 1 + (int)(draw(&seed) % 3);
    for (int change = 0; change < changes; change++)
      file->bytes[AT_NAMES_BYTES + draw(&seed) % (file->size - AT_NAMES_BYTES)] =
          (unsigned char)(draw(&seed) % 3 == 0 ? 255 : draw(&seed) % 256);
    spoiled_sign(file);
    XgboostModel *loaded = NULL;
    Status status = xgboost_model_load(file->bytes, file->size, schema, &loaded);
    if (status == STATUS_OK) {
      accepted++;
      CHECK_EQUAL(xgboost_model_predict(loaded, held_out_table.values, ROWS, predictions),
                  STATUS_OK);
      xgboost_model_destroy(loaded);
    } else {
      CHECK_EQUAL(status, STATUS_MODEL);
      check_line();
    }
    memcpy(file->bytes, file->original, file->size);
  }
  printf("  %d of 6000 forged files are models\n", accepted);
}

static void test_bad_files(void) {
  ModelOptions options = small_options(MODEL_RANKER);
  options.max_rounds = 2;
  options.depth = 2;
  XgboostModel *model = train(&options, NULL);
  Spoiled file;
  file.original = xgboost_model_bytes(model, &file.size);
  file.bytes = malloc(file.size);
  memcpy(file.bytes, file.original, file.size);
  test_truncated_files(&file);
  test_foreign_files(&file);
  test_damaged_files(&file);
  test_forged_files(&file);
  free(file.bytes);
  xgboost_model_destroy(model);
  xgboost_model_destroy(NULL);
}

int main(void) {
  table_fill(&train_table, 1);
  table_fill(&held_out_table, 2);
  test_ranker_learns();
  test_regressor_learns_beyond_its_margin();
  test_same_data_same_bytes();
  test_training_stops_early();
  test_pruned_and_weighted_models_can_be_read();
  test_bad_training_is_refused();
  test_saved_model_predicts_the_same();
  test_older_model_is_mapped_by_name();
  test_all_features_fit();
  test_bad_files();
  return check_result();
}
