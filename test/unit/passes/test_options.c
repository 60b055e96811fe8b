// The options of the passes: defaults, values, errors, and the tables in docs/reference/options.md
// and docs/reference/schedule.md.
#include "passes/options.h"
#include "plan/schedule.h"
#include "search/strategy.h"
#include "test/unit/base/check.h"
#include "test/unit/base/read_file.h"
#include "transforms/extract/variants.h"
#include "transforms/rewrite/rewrites.h"

static Status parse(OptionTexts texts, TuneOptions *out_options) {
  return options_parse(&texts, out_options);
}

static OptionTexts defaults(void) {
  OptionTexts texts;
  option_texts_init(&texts);
  return texts;
}

static void test_defaults(void) {
  TuneOptions options;
  CHECK_EQUAL(parse(defaults(), &options), STATUS_OK);
  CHECK_EQUAL(options.emit, EMIT_IR);
  CHECK_EQUAL(options.remarks, PLAIN_REMARKS_AUTO);
  CHECK_EQUAL(options.fusion, FUSE_ALL);
  CHECK_EQUAL(options.model.is_used, true);
  CHECK_EQUAL(options.requires_model, false);
  CHECK_TEXT(options.target.name, target_default()->name);
  CHECK_TEXT(options.schedule, "");
}

static void test_values(void) {
  TuneOptions options;
  OptionTexts texts = defaults();
  texts.target = "x86-64-v4,vector_bits=256";
  texts.fusion = "init+epilogue";
  texts.emit = "annotate";
  texts.schedule = "direct(vector=i1x8)";
  CHECK_EQUAL(parse(texts, &options), STATUS_OK);
  CHECK_EQUAL(options.target.vector_bits, 256);
  CHECK_TEXT(options.target_text, "x86-64-v4,vector_bits=256");
  CHECK_EQUAL(options.fusion, FUSE_INIT | FUSE_EPILOGUE);
  CHECK_EQUAL(options.emit, EMIT_ANNOTATE);
  CHECK_TEXT(options.schedule, "direct(vector=i1x8)");
  texts.fusion = "pad,producers";
  CHECK_EQUAL(parse(texts, &options), STATUS_OK);
  CHECK_EQUAL(options.fusion, FUSE_PAD | FUSE_PRODUCERS | FUSE_STORED);
}

// The error names the option; `hint` is what helps.
static void check_refused(OptionTexts texts, const char *option, const char *hint) {
  TuneOptions options;
  CHECK_EQUAL(parse(texts, &options), STATUS_USAGE);
  if (!strstr(status_text(), option) || !strstr(status_text(), hint))
    CHECK_TEXT(status_text(), hint);
}

static void check_sizes_refused(const char *sizes, const char *hint) {
  OptionTexts texts = defaults();
  texts.sizes = sizes;
  check_refused(texts, "option 'sizes'", hint);
}

static void test_sizes(void) {
  static const int64_t range[] = {5, 8, 16, 20};
  OptionTexts texts = defaults();
  TuneOptions options;
  texts.sizes = "batch:16,1,4,1+arg1.0:5..20";
  CHECK_EQUAL(parse(texts, &options), STATUS_OK);
  CHECK_EQUAL(options.sizes.count, 2);
  CHECK_TEXT(options.sizes.items[1].name, "arg1.0");
  const ExpectedSizes *batch = size_table_find(&options.sizes, "batch");
  CHECK_EQUAL(batch->count, 3);
  CHECK_EQUAL(batch->values[2], 16);
  CHECK_EQUAL(options.sizes.items[1].sizes.count, 4);
  for (int i = 0; i < 4; i++)
    CHECK_EQUAL(options.sizes.items[1].sizes.values[i], range[i]);
  check_sizes_refused("M", "comes a colon");
  check_sizes_refused("M:0", "from 1 to");
  check_sizes_refused("M:-3", "from 1 to");
  check_sizes_refused("M:1,,2", "from 1 to");
  check_sizes_refused("M:99999999999999999999", "from 1 to");
  check_sizes_refused("M:8..4", "is empty");
  check_sizes_refused("M:4..", "end of a range");
  check_sizes_refused("M:1+M:2", "twice");
  check_sizes_refused("M:1;N:2", "';N:2'");
  check_sizes_refused("+", "a name has");
  texts.sizes = "M:1..2147483647";
  CHECK_EQUAL(parse(texts, &options), STATUS_OK);
  CHECK_EQUAL(options.sizes.items[0].sizes.count, EXPECTED_SIZES_MAX);
}

static void test_errors(void) {
  OptionTexts texts = defaults();
  texts.model = "weights.json";
  check_refused(texts, "model", "a file that autotune train wrote");
  texts = defaults();
  texts.target = "pdp11";
  check_refused(texts, "target", "x86-64-v3");
  texts = defaults();
  texts.emit = "llvm";
  check_refused(texts, "emit", "annotate");
  texts = defaults();
  texts.fusion = "init+tail";
  check_refused(texts, "fusion", "epilogue");
  texts = defaults();
  texts.max_candidates = -1;
  check_refused(texts, "max-candidates", "use 0 to");
  texts = defaults();
  texts.top_k = 65;
  check_refused(texts, "top-k", "use 0 to 64");
  texts.top_k = 2;
  texts.model = "none";
  check_refused(texts, "top-k", "model=none");
  texts = defaults();
  static const char *const no_counts[] = {"1", "65", "all", "8x", "-1", ""};
  for (size_t i = 0; i < sizeof no_counts / sizeof *no_counts; i++) {
    texts.second_look = no_counts[i];
    check_refused(texts, "second-look", "use off, auto, or 2 to 64");
  }
  texts.second_look = "8";
  texts.top_k = 2;
  check_refused(texts, "second-look", "top-k=0");
  texts.top_k = 0;
  texts.model = "none";
  check_refused(texts, "second-look", "second-look=off");
  texts = defaults();
  texts.seed = -1;
  check_refused(texts, "seed", "0 or more");
  texts = defaults();
  texts.schedule = "fast";
  check_refused(texts, "schedule", "docs/reference/schedule.md");
  texts = defaults();
  texts.require = "model";
  texts.model = "none";
  check_refused(texts, "require", "model=analytical");
}

typedef struct Row {
  const char *name, *initial, *values, *meaning;
} Row;

#define INITIAL_TEXT(initial) initial
#define INITIAL_NUMBER(initial) #initial
#define ROW(kind, field, name, scope, initial, values, meaning)                                    \
  {name, INITIAL_##kind(initial), values, meaning},
static const Row rows[] = {
#define SHARED_OPTION ROW
#define AUTOTUNE_OPTION ROW
#include "passes/options.def"
};

// The names that the option `search` lists are those of the strategies that a model can score for.
static void test_strategies_are_listed(void) {
  char names[256], listed[256] = "";
  strategy_names(STRATEGY_PREDICTS, names, sizeof names);
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
    if (strcmp(rows[i].name, "search") == 0)
      for (const char *at = rows[i].values; *at; at++) {
        size_t used = strlen(listed);
        snprintf(listed + used, sizeof listed - used, *at == '|' ? ", " : "%c", *at);
      }
  CHECK_TEXT(names, listed);
}

static void table_row_print(const Row *row, char *text, size_t size) {
  char values[256] = "";
  char *end = values;
  for (const char *at = row->values; *at && end < values + sizeof(values) - 2; at++) {
    if (*at == '|')
      *end++ = '\\';
    *end++ = *at;
  }
  *end = '\0';
  const char *quote = row->initial[0] ? "`" : "";
  snprintf(text, size, "| `%s` | %s%s%s | `%s` | %s |\n", row->name, quote,
           row->initial[0] ? row->initial : "none", quote, values, row->meaning);
}

static void test_document(void) {
  char *document = read_file("docs/reference/options.md");
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
    char line[512];
    table_row_print(&rows[i], line, sizeof(line));
    if (!strstr(document, line))
      CHECK_TEXT("a row of docs/reference/options.md", line);
  }
#define X(field, name, meaning) CHECK(strstr(document, "`" name "`") != NULL);
  TUNE_STATISTICS(X)
#undef X
  free(document);
}

static void test_rewrites(void) {
  char *document = read_file("docs/reference/schedule.md"), line[512];
  const char *name, *meaning, *place = document;
  for (int i = 0; rewrite_describe(i, &name, &meaning); i++) {
    snprintf(line, sizeof(line), "\n| `%s` | %s", name, meaning);
    const char *found = strstr(place, line); // in the order of the table
    if (!found)
      CHECK_TEXT("a row of docs/reference/schedule.md", line);
    place = found ? found : place;
  }
  free(document);
}

int main(void) {
  test_defaults();
  test_values();
  test_sizes();
  test_errors();
  test_strategies_are_listed();
  test_document();
  test_rewrites();
  return check_result();
}
