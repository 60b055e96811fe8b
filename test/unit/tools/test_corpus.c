// Corpus: every layer of the table becomes a module that parses, layers of a family become
// workloads of it, and drawing depends on the seed alone.
#include "tools/corpus/corpus.h"

#include "passes/tune.h"
#include "plan/family.h"
#include "runtime/codegen/compile.h"
#include "test/unit/base/check.h"
#include <stdlib.h>

enum { EXTRACTED_EVERY = 9 }; // taking all of them apart would take minutes

typedef struct Families {
  bool found[FAMILY_COUNT];
} Families;

static Status hear(const Variants *variants, int chosen, const char *schedule, const Target *target,
                   void *user) {
  (void)target;
  (void)schedule;
  Families *families = user;
  families->found[workload_family(&variants->workloads[chosen])] = true;
  return STATUS_OK;
}

// Whether some op of the layer is what the table says. Convolutions whose result is a point or
// whose window covers the image are products; one-by-one ones are too.
static bool is_expected(const char *family, const Families *families) {
  static const struct {
    const char *name;
    unsigned allowed;
  } rows[] = {
      {"conv",
       1u << FAMILY_CONV | 1u << FAMILY_MATMUL | 1u << FAMILY_POINTWISE | 1u << FAMILY_MATVEC},
      {"pointwise", 1u << FAMILY_MATMUL | 1u << FAMILY_POINTWISE | 1u << FAMILY_MATVEC},
      {"depthwise", 1u << FAMILY_DEPTHWISE},
      {"grouped", 1u << FAMILY_GROUPED | 1u << FAMILY_ATTENTION},
      {"matmul", 1u << FAMILY_MATMUL},
      {"matvec", 1u << FAMILY_MATVEC},
      {"attention", 1u << FAMILY_ATTENTION},
      {"pooling", 1u << FAMILY_POOLING},
      {"reduction", 1u << FAMILY_REDUCTION},
      {"normalisation", 1u << FAMILY_REDUCTION},
      {"elementwise", 1u << FAMILY_ELEMENTWISE},
      {"movement", 1u << FAMILY_MOVEMENT},
  };
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
    for (int f = 0; f < FAMILY_COUNT && !strcmp(rows[r].name, family); f++)
      if (families->found[f] && rows[r].allowed >> f & 1)
        return true;
  return false;
}

static void check_layer(MlirContext context, const TuneOptions *options, const CorpusRow *row,
                        bool is_extracted) {
  char *text = NULL;
  MlirModule module;
  Families families = {0};
  Status status = corpus_module(row, &text);
  if (status == STATUS_OK)
    status = compile_parse(context, text, &module);
  if (status == STATUS_OK) {
    if (is_extracted)
      status = tune_observe(mlirModuleGetOperation(module), options, hear, &families);
    mlirModuleDestroy(module);
  }
  CHECK_EQUAL(status, STATUS_OK);
  bool is_good = status == STATUS_OK && (!is_extracted || is_expected(row->family, &families));
  CHECK(is_good);
  if (!is_good)
    printf("  %s %s: %s\n%s\n", row->kind, row->source, status ? status_text() : "family", text);
  free(text);
}

static void test_layers(const Corpus *corpus) {
  OptionTexts texts;
  TuneOptions *options = malloc(sizeof *options);
  MlirContext context = compile_context_create();
  option_texts_init(&texts);
  CHECK_EQUAL(options_parse(&texts, options), STATUS_OK);
  options->model.is_used = false; // the default schedule: extraction is what is tested
  for (int i = 0; i < corpus->count; i++)
    check_layer(context, options, &corpus->rows[i], i % EXTRACTED_EVERY == 0);
  mlirContextDestroy(context);
  free(options);
}

static bool is_equal(const CorpusRow *a, const CorpusRow *b) {
  return !strcmp(a->kind, b->kind) && !strcmp(a->type, b->type) && !strcmp(a->fused, b->fused) &&
         !memcmp(a->size, b->size, sizeof a->size);
}

static void test_draws(const Corpus *corpus) {
  enum { DRAWS = 300 };
  Rng first = {7}, second = {7}, third = {8};
  int equal = 0, perturbed = 0, doubles = 0;
  for (int n = 0; n < DRAWS; n++) {
    CorpusRow a, b, c;
    corpus_draw(corpus, &first, &a);
    corpus_draw(corpus, &second, &b);
    corpus_draw(corpus, &third, &c);
    CHECK(is_equal(&a, &b));
    equal += is_equal(&a, &c);
    perturbed += a.source[0] == '\0';
    doubles += !strcmp(a.type, "f64");
    char *text = NULL;
    CHECK_EQUAL(corpus_module(&a, &text), STATUS_OK);
    free(text);
  }
  CHECK(equal < DRAWS / 4);
  CHECK(perturbed > DRAWS / 4 && perturbed < DRAWS * 3 / 4);
  CHECK(doubles > DRAWS / 50 && doubles < DRAWS / 4);
}

static void check_refused(const char *line, const char *expected) {
  char path[] = "/tmp/test_corpus_XXXXXX";
  Corpus corpus = {0};
  int descriptor = mkstemp(path);
  FILE *file = fdopen(descriptor, "w");
  fprintf(file, "# heading\n%s\n", line);
  fclose(file);
  CHECK_EQUAL(corpus_read(path, &corpus), STATUS_USAGE);
  CHECK(strstr(status_text(), expected) != NULL);
  corpus_destroy(&corpus);
  remove(path);
}

static void test_refusals(void) {
  check_refused("", "no layer");
  check_refused("matmul\tm=1 n=2 k=3\tf32\t-\tmatmul", ":2: a layer is");
  check_refused("matmul\tm=1 q=2\tf32\t-\tmatmul\tx", ":2: a layer is");
  check_refused("matmul\tm=99999999999\tf32\t-\tmatmul\tx", ":2: a layer is");
  check_refused("matmul\tm=1\ti8\t-\tmatmul\tx", ":2: a layer is");
  CorpusRow row = {.kind = "conv_nchw", .type = "f32", .source = ""};
  char *text = NULL;
  CHECK_EQUAL(corpus_module(&row, &text), STATUS_USAGE); // no sizes
  snprintf(row.kind, sizeof row.kind, "nonsense");
  CHECK_EQUAL(corpus_module(&row, &text), STATUS_USAGE);
  CHECK(text == NULL);
}

// What is inside the program is the file.
static void test_shipped(const Corpus *corpus) {
  Corpus shipped = {0};
  CHECK_EQUAL(corpus_read_shipped(&shipped), STATUS_OK);
  CHECK_EQUAL(shipped.count, corpus->count);
  for (int r = 0; r < corpus->count && r < shipped.count; r++) {
    CHECK_TEXT(shipped.rows[r].kind, corpus->rows[r].kind);
    CHECK(memcmp(shipped.rows[r].size, corpus->rows[r].size, sizeof shipped.rows[r].size) == 0);
  }
  corpus_destroy(&shipped);
}

int main(void) {
  Corpus corpus = {0};
  CHECK_EQUAL(corpus_read("data/corpus.tsv", &corpus), STATUS_OK);
  CHECK(corpus.count >= 500);
  test_layers(&corpus);
  test_draws(&corpus);
  test_shipped(&corpus);
  test_refusals();
  corpus_destroy(&corpus);
  return check_result();
}
