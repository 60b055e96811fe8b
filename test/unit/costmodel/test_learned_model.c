// Learned models: flattened trees equal XGBoost bit for bit, files survive the round trip, and
// damage of any kind is one line.
#include "base/text.h"
#include "costmodel/features.h"
#include "costmodel/forest.h"
#include "costmodel/learned_model_file.h"
#include "test/unit/base/check.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

enum { GROUP_ROWS = 50, MAX_ROWS = 2000, MAX_VALUES = 150000 };

// Rows with many missing values. Trees are compared on many narrow ones; models in files have the
// features of the program.
static float rows[MAX_VALUES], labels[MAX_ROWS];
static uint32_t group_sizes[MAX_ROWS / GROUP_ROWS];
static size_t row_count, column_count;
static const char note[] = "rows of a unit test";

static uint64_t draw(uint64_t *seed) {
  *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return *seed >> 33;
}

// The first features of the program.
static ModelSchema schema(void) { return (ModelSchema){feature_names(), column_count}; }

// Of columns that split between these: trees compare numbers, of which -0 is 0.
static const float around_zero[] = {-2, -1e-40F, -0.0F, 0.0F, 1e-40F, FLT_MIN, 2};

// Some values are missing, some repeat, some columns never vary.
static void fill_rows(uint64_t seed, size_t filled_rows, size_t filled_columns) {
  row_count = filled_rows;
  column_count = filled_columns;
  for (size_t r = 0; r < row_count; r++) {
    for (size_t c = 0; c < column_count; c++) {
      uint64_t drawn = draw(&seed);
      float value = c % 7 == 0   ? 1
                    : c % 6 == 4 ? around_zero[drawn % 7]
                    : c % 2 == 0 ? (float)(drawn % 9)
                                 : (float)(drawn % 100000) / 3000 - 5;
      rows[r * column_count + c] = draw(&seed) % 29 == 0 ? NAN : value;
    }
    const float *row = &rows[r * column_count];
    float sum = (float)(draw(&seed) % 100) / 100;
    sum += row[4] >= 0 ? 3 : 0;
    sum += row[10] > 0 ? 2 : 0;
    for (size_t c = 2; c < 30; c++)
      sum += isnan(row[c]) ? 1 : row[c] * row[c - 1] / 30;
    labels[r] = isnan(sum) ? 0 : sum;
  }
}

static XgboostModel *train_with(ModelOptions options) {
  const ModelRows data = {.values = rows,
                          .row_count = row_count,
                          .labels = labels,
                          .group_sizes = group_sizes,
                          .group_count = row_count / GROUP_ROWS};
  XgboostModel *model = NULL;
  CHECK_EQUAL(xgboost_model_train(&options, schema(), &data, NULL, &model, NULL), STATUS_OK);
  return model;
}

static XgboostModel *train(ModelKind kind, int rounds, int depth) {
  ModelOptions options = model_options_default(kind);
  options.max_rounds = rounds;
  options.depth = depth;
  return train_with(options);
}

// A sum of floats: bits, not values.
static bool same_bits(const float *a, const float *b, size_t count) {
  return memcmp(a, b, count * sizeof(float)) == 0;
}

static void check_forest_equals(XgboostModel *model) {
  static float expected[MAX_ROWS], found[MAX_ROWS];
  size_t size;
  const void *bytes = xgboost_model_bytes(model, &size);
  ModelFile file;
  Forest *forest = NULL;
  CHECK_EQUAL(model_file_read(bytes, size, &file), STATUS_OK);
  CHECK_EQUAL(forest_create(&file, schema(), &forest), STATUS_OK);
  CHECK(forest_tree_count(forest) > 0);
  CHECK_EQUAL(xgboost_model_predict(model, rows, row_count, expected), STATUS_OK);
  CHECK_EQUAL(forest_predict(forest, rows, row_count, found), STATUS_OK);
  CHECK(same_bits(expected, found, row_count));
  // In parts of any size: a prediction does not depend on its neighbours.
  for (size_t start = 0, part = 0; start < row_count; start += part) {
    part = 1 + start % 37 < row_count - start ? 1 + start % 37 : row_count - start;
    CHECK_EQUAL(forest_predict(forest, rows + start * column_count, part, found + start),
                STATUS_OK);
  }
  CHECK(same_bits(expected, found, row_count));
  CHECK_EQUAL(forest_predict(forest, rows, 0, found), STATUS_OK);
  forest_destroy(forest);
  forest_destroy(NULL);
}

static void test_forest_equals_xgboost(void) {
  static const struct {
    int rounds, depth;
  } shapes[] = {{1, 1}, {60, 3}, {120, 6}, {40, 10}};
  for (int kind = 0; kind < MODEL_KIND_COUNT; kind++)
    for (size_t n = 0; n < sizeof(shapes) / sizeof(shapes[0]); n++) {
      fill_rows(n + 1, MAX_ROWS, 60);
      XgboostModel *model = train((ModelKind)kind, shapes[n].rounds, shapes[n].depth);
      check_forest_equals(model);
      fill_rows(100 + n, MAX_ROWS, 60); // rows it was not trained on
      check_forest_equals(model);
      xgboost_model_destroy(model);
    }
  ModelOptions options = model_options_default(MODEL_REGRESSOR);
  options.max_rounds = 30;
  options.gamma = 20; // trees with splits taken back, some of a single leaf
  options.column_sample = 0.5;
  XgboostModel *model = train_with(options);
  check_forest_equals(model);
  xgboost_model_destroy(model);
}

// An older model: trained when the program had fewer features, in another order.
static void test_forest_of_older_model(void) {
  enum { OLDER = 30 };
  static const char *names[OLDER];
  static float older_rows[MAX_ROWS * OLDER], expected[MAX_ROWS], found[MAX_ROWS];
  for (size_t c = 0; c < OLDER; c++) {
    size_t column = column_count - 1 - 2 * c;
    names[c] = feature_name((Feature)column);
    for (size_t r = 0; r < row_count; r++)
      older_rows[r * OLDER + c] = rows[r * column_count + column];
  }
  const ModelRows data = {.values = older_rows, .row_count = row_count, .labels = labels};
  ModelOptions options = model_options_default(MODEL_REGRESSOR);
  options.max_rounds = 20;
  XgboostModel *model = NULL;
  CHECK_EQUAL(xgboost_model_train(&options, (ModelSchema){names, OLDER}, &data, NULL, &model, NULL),
              STATUS_OK);
  CHECK_EQUAL(xgboost_model_predict(model, older_rows, row_count, expected), STATUS_OK);
  size_t size;
  const void *bytes = xgboost_model_bytes(model, &size);
  ModelFile file;
  Forest *forest = NULL;
  CHECK_EQUAL(model_file_read(bytes, size, &file), STATUS_OK);
  CHECK_EQUAL(forest_create(&file, schema(), &forest), STATUS_OK);
  CHECK_EQUAL(forest_predict(forest, rows, row_count, found), STATUS_OK);
  CHECK(same_bits(expected, found, row_count));
  forest_destroy(forest);
  xgboost_model_destroy(model);
}

// Nodes have no room for the number of more.
static void test_forest_of_many_features(void) {
  enum { MANY = 8191 };
  static const char *names[MANY];
  unsigned char *bytes = NULL;
  size_t size;
  ModelFile file;
  Forest *forest = NULL;
  for (size_t n = 0; n < MANY; n++)
    names[n] = feature_name((Feature)0);
  CHECK_EQUAL(model_file_write(MODEL_REGRESSOR, (ModelSchema){names, MANY}, "", 0, &bytes, &size),
              STATUS_OK);
  CHECK_EQUAL(model_file_read(bytes, size, &file), STATUS_OK);
  CHECK_EQUAL(forest_create(&file, schema(), &forest), STATUS_MODEL);
  CHECK(strstr(status_text(), "more features") != NULL);
  free(bytes);
}

// --- files of both models

typedef struct Packed {
  unsigned char *bytes; // owned
  size_t size;
} Packed;

// Of no machine, all zeros, and a workload of which nothing is known but that it is of f32.
static const float f32_row[FEATURE_COUNT] = {[FEATURE_WORK_ELEMENT_BYTES] = 4,
                                             [FEATURE_WORK_FLOAT] = 1};

static Support *support_of_f32(void) {
  Support *support = NULL;
  CHECK_EQUAL(support_create(&support), STATUS_OK);
  CHECK_EQUAL(support_add(support, f32_row), STATUS_OK);
  return support;
}

static Packed pack(int rounds, int depth) {
  XgboostModel *ranker = train(MODEL_RANKER, rounds, depth);
  XgboostModel *regressor = train(MODEL_REGRESSOR, rounds, depth);
  Support *support = support_of_f32();
  void *bytes = NULL;
  Packed packed = {0};
  CHECK_EQUAL(learned_model_pack(ranker, regressor, support, note, &bytes, &packed.size),
              STATUS_OK);
  packed.bytes = bytes;
  CHECK_EQUAL(learned_model_pack(regressor, ranker, support, note, &bytes, &packed.size),
              STATUS_USAGE);
  CHECK_EQUAL(learned_model_pack(ranker, regressor, support, "two\nlines", &bytes, &packed.size),
              STATUS_USAGE);
  support_destroy(support);
  xgboost_model_destroy(ranker);
  xgboost_model_destroy(regressor);
  return packed;
}

static void test_round_trip(void) {
  static float expected[MAX_ROWS], scores[MAX_ROWS];
  static double seconds[MAX_ROWS];
  static SecondsBasis bases[MAX_ROWS];
  Support *support = support_of_f32();
  XgboostModel *ranker = train(MODEL_RANKER, 10, 4), *regressor = train(MODEL_REGRESSOR, 12, 4);
  void *bytes = NULL;
  size_t size;
  LearnedModel *model = NULL;
  CHECK_EQUAL(learned_model_pack(ranker, regressor, support, note, &bytes, &size), STATUS_OK);
  CHECK_EQUAL(learned_model_load(bytes, size, &model), STATUS_OK);
  CHECK_TEXT(learned_model_note(model), note);
  CHECK_EQUAL(xgboost_model_predict(ranker, rows, row_count, expected), STATUS_OK);
  CHECK_EQUAL(learned_model_rank(model, rows, row_count, scores), STATUS_OK);
  CHECK(same_bits(expected, scores, row_count));
  CHECK_EQUAL(xgboost_model_predict(regressor, rows, row_count, expected), STATUS_OK);
  for (size_t r = 0; r < row_count; r++) {
    double analytical = 1e-3 * (double)(r + 1), trust = r % 3 == 0 ? 0.4 : 1;
    double free = analytical * exp(trust * (double)expected[r]);
    bases[r] = (SecondsBasis){
        .analytical = analytical, .least = r % 4 == 1 ? 1.5 * free : 0, .trust = trust};
  }
  CHECK_EQUAL(learned_model_seconds(model, rows, bases, row_count, seconds), STATUS_OK);
  for (size_t r = 0; r < row_count; r++) {
    double logarithm = bases[r].trust * (double)expected[r];
    if (bases[r].least > 0) {
      CHECK(seconds[r] > bases[r].least && seconds[r] < 1.00001 * bases[r].least);
      continue;
    }
    CHECK(seconds[r] == bases[r].analytical * exp(logarithm));
    CHECK(fabs((double)learned_model_label(seconds[r], bases[r].analytical) - logarithm) < 1e-4);
  }
  CHECK(learned_model_trust(model, f32_row).total == 1);
  support_destroy(support);
  learned_model_destroy(model);
  learned_model_destroy(NULL);
  free(bytes);
  xgboost_model_destroy(ranker);
  xgboost_model_destroy(regressor);
}

// SHAP values of a row sum to its prediction.
static void test_explanations_sum_up(void) {
  static float contributions[FEATURE_COUNT];
  Packed packed = pack(10, 4);
  LearnedModel *model = NULL;
  CHECK_EQUAL(learned_model_load(packed.bytes, packed.size, &model), STATUS_OK);
  for (int r = 0; r < 10; r++)
    for (int kind = 0; kind < MODEL_KIND_COUNT; kind++) {
      const float *row = &rows[r * 17 * FEATURE_COUNT];
      float bias = NAN, score;
      double sum, seconds;
      SecondsBasis one = {.analytical = 1, .trust = 1};
      CHECK_EQUAL(learned_model_explain(model, (ModelKind)kind, row, contributions, &bias),
                  STATUS_OK);
      sum = bias;
      for (int c = 0; c < FEATURE_COUNT; c++)
        sum += contributions[c];
      CHECK_EQUAL(learned_model_rank(model, row, 1, &score), STATUS_OK);
      CHECK_EQUAL(learned_model_seconds(model, row, &one, 1, &seconds), STATUS_OK);
      CHECK(fabs(sum - (kind == MODEL_RANKER ? (double)score : log(seconds))) < 1e-3);
    }
  learned_model_destroy(model);
  free(packed.bytes);
}

static void check_line(void) {
  const char *text = status_text();
  CHECK(text[0] != '\0' && !strchr(text, '\n') && strlen(text) < 200);
}

// In memory of its own size, so that a sanitizer sees its end.
static Status load_copy(const unsigned char *bytes, size_t size, LearnedModel **out_model) {
  unsigned char *copy = malloc(size > 0 ? size : 1);
  memcpy(copy, bytes, size);
  Status status = learned_model_load(copy, size, out_model);
  free(copy);
  return status;
}

static void check_refused(const unsigned char *bytes, size_t size) {
  LearnedModel *model = NULL;
  CHECK_EQUAL(load_copy(bytes, size, &model), STATUS_MODEL);
  CHECK(model == NULL);
  check_line();
}

static void test_damaged_files(void) {
  Packed file = pack(2, 3);
  uint64_t seed = 21;
  for (int n = 0; n < 3000; n++) {
    size_t at = draw(&seed) % file.size;
    unsigned char flip = (unsigned char)(1 + draw(&seed) % 255);
    file.bytes[at] ^= flip;
    check_refused(file.bytes, file.size);
    file.bytes[at] ^= flip;
  }
  for (int n = 0; n < 3000; n++)
    check_refused(file.bytes, draw(&seed) % file.size);
  for (size_t size = 0; size < 300 && size < file.size; size++)
    check_refused(file.bytes, size);
  unsigned char *longer = malloc(file.size + 64);
  memcpy(longer, file.bytes, file.size);
  for (size_t extra = 1; extra <= 64; extra++) {
    longer[file.size + extra - 1] = (unsigned char)draw(&seed);
    check_refused(longer, file.size + extra);
  }
  free(longer);
  free(file.bytes);
}

// What fuzzing begins with is a file of today's format: with another, no change of it would reach
// what is behind the header.
static void test_seed_of_fuzzing(void) {
  LearnedModel *model = NULL;
  CHECK_EQUAL(learned_model_load_file("test/fuzz/corpus/model/seed_small", &model), STATUS_OK);
  CHECK(model && support_count(learned_model_support(model)) > 1);
  learned_model_destroy(model);
}

// Bytes between the header and the ranker: note and support.
static size_t signed_bytes(const unsigned char *bytes) {
  return model_get_number(bytes + LEARNED_AT_NOTE, 4) +
         model_get_number(bytes + LEARNED_AT_SUPPORT, 8);
}

static void sign(unsigned char *bytes) {
  model_put_number(bytes + LEARNED_AT_CHECKSUM, learned_model_checksum(bytes, signed_bytes(bytes)),
                   8);
}

// Headers that are signed, but say what is not so.
static void test_forged_headers(void) {
  Packed file = pack(2, 3);
  unsigned char *forged = malloc(file.size);
  uint64_t seed = 22;
  for (int n = 0; n < 3000; n++) {
    memcpy(forged, file.bytes, file.size);
    size_t at = LEARNED_AT_NOTE + draw(&seed) % (LEARNED_AT_CHECKSUM - LEARNED_AT_NOTE);
    forged[at] ^= (unsigned char)(1 + draw(&seed) % 255);
    if (model_get_number(forged + LEARNED_AT_SUPPORT, 8) < file.size &&
        signed_bytes(forged) < file.size - LEARNED_HEADER_BYTES)
      sign(forged);
    check_refused(forged, file.size);
  }
  memcpy(forged, file.bytes, file.size);
  forged[LEARNED_AT_VERSION] = 9;
  check_refused(forged, file.size);
  CHECK_TEXT(status_text(), "model file has format 9, this program reads format 3");
  memcpy(forged, file.bytes, file.size);
  forged[LEARNED_HEADER_BYTES + 3] = '\n';
  sign(forged);
  check_refused(forged, file.size);
  CHECK_TEXT(status_text(), "model file has a note that is not one line of text");
  memcpy(forged, file.bytes, file.size);
  memset(forged + LEARNED_HEADER_BYTES + sizeof note + 4, 0xff, 4); // points of the support
  sign(forged);
  check_refused(forged, file.size);
  memcpy(forged, file.bytes, file.size);
  memset(forged + LEARNED_HEADER_BYTES + sizeof note + 8, 0xff, 4); // a number that is none
  sign(forged);
  check_refused(forged, file.size);
  CHECK_TEXT(status_text(), "model file has a support without sense");
  free(forged);
  free(file.bytes);
}

// Trees and headers of the models inside are changed and signed. What is still a model is usable.
static void test_forged_trees(void) {
  enum { INNER_CHECKSUM = 48, INNER_HEADER = 56, SOME = 64 };
  static float scores[SOME];
  Packed file = pack(2, 3);
  unsigned char *forged = malloc(file.size);
  uint64_t seed = 23;
  int accepted = 0;
  size_t ranker_bytes = model_get_number(file.bytes + LEARNED_AT_SIZES, 8);
  for (int n = 0; n < 6000; n++) {
    memcpy(forged, file.bytes, file.size);
    unsigned char *ranker = forged + LEARNED_HEADER_BYTES + signed_bytes(file.bytes);
    for (uint64_t change = 0, changes = 1 + draw(&seed) % 3; change < changes; change++)
      ranker[ranker_bytes - 1 - draw(&seed) % (ranker_bytes - 16) % 4000] =
          (unsigned char)(draw(&seed) % 3 == 0 ? 255 : draw(&seed) % 256);
    uint64_t hash = text_hash(TEXT_HASH_START, ranker, INNER_CHECKSUM);
    hash = text_hash(hash, ranker + INNER_HEADER, ranker_bytes - INNER_HEADER);
    model_put_number(ranker + INNER_CHECKSUM, hash, 8);
    LearnedModel *model = NULL;
    Status status = load_copy(forged, file.size, &model);
    if (status == STATUS_OK) {
      accepted++;
      CHECK_EQUAL(learned_model_rank(model, rows, SOME, scores), STATUS_OK);
      learned_model_destroy(model);
    } else {
      CHECK_EQUAL(status, STATUS_MODEL);
      check_line();
    }
  }
  printf("  %d of 6000 forged files are models\n", accepted);
  free(forged);
  free(file.bytes);
}

static void test_foreign_files(void) {
  static const char text[] = "{\"learner\":{\"attributes\":{},\"feature_names\":[]}} and more text";
  check_refused((const unsigned char *)text, sizeof(text));
  CHECK_TEXT(status_text(), "not a file of learned models that autotune train wrote");
  LearnedModel *model = NULL;
  CHECK_EQUAL(learned_model_load_file("/nowhere/at.all", &model), STATUS_MODEL);
  CHECK_TEXT(status_text(), "model '/nowhere/at.all': No such file or directory");
  CHECK_EQUAL(learned_model_load_file("/", &model), STATUS_MODEL);
  check_line();
  CHECK(model == NULL);
}

static void test_files_on_disk(void) {
  char path[] = "/tmp/autotune-model-XXXXXX";
  Packed packed = pack(4, 3);
  int descriptor = mkstemp(path);
  CHECK(descriptor >= 0);
  CHECK_EQUAL(write(descriptor, packed.bytes, packed.size), (long)packed.size);
  close(descriptor);
  LearnedModel *a = NULL, *b = NULL;
  CHECK_EQUAL(learned_model_load_file(path, &a), STATUS_OK);
  CHECK_EQUAL(learned_model_load(packed.bytes, packed.size, &b), STATUS_OK);
  CHECK(learned_model_hash(a) == learned_model_hash(b));
  learned_model_destroy(a);
  learned_model_destroy(b);
  CHECK_EQUAL(truncate(path, (off_t)packed.size - 1), 0);
  CHECK_EQUAL(learned_model_load_file(path, &a), STATUS_MODEL);
  check_line();
  unlink(path);
  free(packed.bytes);
}

// Whatever is inside the library is whole and knows the features of this program.
static void test_shipped_model(void) {
  static float scores[8];
  LearnedModel *model = NULL, *again = NULL;
  if (!learned_model_is_shipped()) {
    CHECK_EQUAL(learned_model_shipped(&model), STATUS_MODEL);
    check_line();
    return;
  }
  CHECK_EQUAL(learned_model_shipped(&model), STATUS_OK);
  CHECK_EQUAL(learned_model_shipped(&again), STATUS_OK);
  CHECK(model == again);
  CHECK_EQUAL(learned_model_rank(model, rows, 8, scores), STATUS_OK);
  learned_model_destroy(model);
  CHECK(learned_model_note(again)[0] != '\0');
}

static void test_trust_in_words(void) {
  static const struct {
    Trust trust;
    const char *text;
  } cases[] = {
      {{.total = 0.9, .machine = 0.9, .workload = 1}, "trust 0.90"},
      {{.total = 0.4, .machine = 0.4, .workload = 1, .machine_distance = 1},
       "trust 0.40: this machine is unlike those the model was trained on"},
      {{.total = 0.4, .machine = 1, .workload = 0.4},
       "trust 0.40: this workload is unlike those the model was trained on"},
      {{.workload = 1, .machine_distance = 9},
       "trust 0.00: this machine is unlike those the model was trained on, so the analytical model "
       "chooses alone"},
      {{.machine_distance = INFINITY},
       "trust 0.00: the model has no say on elements of this type on this machine, so the "
       "analytical model chooses alone"},
  };
  for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
    char text[TRUST_TEXT_BYTES];
    trust_describe(&cases[n].trust, text, sizeof text);
    CHECK_TEXT(text, cases[n].text);
  }
}

int main(void) {
  for (size_t g = 0; g < MAX_ROWS / GROUP_ROWS; g++)
    group_sizes[g] = GROUP_ROWS;
  test_forest_equals_xgboost();
  test_forest_of_older_model();
  test_forest_of_many_features();
  fill_rows(9, 200, FEATURE_COUNT);
  test_round_trip();
  test_explanations_sum_up();
  test_damaged_files();
  test_seed_of_fuzzing();
  test_forged_headers();
  test_forged_trees();
  test_foreign_files();
  test_files_on_disk();
  test_shipped_model();
  test_trust_in_words();
  return check_result();
}
