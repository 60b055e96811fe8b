// Reading and drawing from the table of layers.
#include "tools/corpus/corpus.h"

#include "base/array.h"
#include "base/file/path_kind.h"
#include "base/text.h"
#include "tools/corpus/shipped_corpus.h"
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIELD_COUNT = 6, LINE_BYTES = 4096, SIZE_MAX_VALUE = 1 << 20 };

static const char *const size_names[] = {
#define X(name) #name,
    CORPUS_SIZES(X)
#undef X
};

// --- reading

static bool copy_text(char *out, size_t size, const char *text) {
  return (size_t)snprintf(out, size, "%s", text) < size;
}

static bool read_sizes(CorpusRow *row, char *text) {
  for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
    char *equals = strchr(word, '=');
    int size = 0;
    if (!equals)
      return false;
    *equals = '\0';
    while (size < SIZE_COUNT && strcmp(size_names[size], word) != 0)
      size++;
    TextReader number = {equals + 1};
    if (size == SIZE_COUNT || !text_read_integer(&number, 0, SIZE_MAX_VALUE, &row->size[size]) ||
        !text_at_end(&number))
      return false;
  }
  return true;
}

static bool read_row(char *line, CorpusRow *row) {
  char *fields[FIELD_COUNT] = {line};
  line[strcspn(line, "\n")] = '\0';
  for (int f = 1; f < FIELD_COUNT; f++) {
    fields[f] = strchr(fields[f - 1], '\t');
    if (!fields[f])
      return false;
    *fields[f]++ = '\0';
  }
  const char *fused = strcmp(fields[3], "-") ? fields[3] : "";
  if (!copy_text(row->kind, sizeof row->kind, fields[0]) || !read_sizes(row, fields[1]) ||
      !copy_text(row->type, sizeof row->type, fields[2]) ||
      !copy_text(row->fused, sizeof row->fused, fused) ||
      !copy_text(row->family, sizeof row->family, fields[4]) ||
      (strcmp(row->type, "f32") != 0 && strcmp(row->type, "f64") != 0))
    return false;
  row->source = strdup(fields[5]);
  return row->source != NULL;
}

static Status keep(Corpus *corpus, const CorpusRow *row) {
  if (!array_grow(&corpus->rows, corpus->count, sizeof *corpus->rows))
    return status_fail(STATUS_SYSTEM, "no memory for the corpus");
  corpus->rows[corpus->count++] = *row;
  return STATUS_OK;
}

static Status read_stream(FILE *file, const char *name, Corpus *out_corpus) {
  Status status = STATUS_OK;
  char line[LINE_BYTES];
  for (int number = 1; status == STATUS_OK && fgets(line, sizeof line, file); number++) {
    CorpusRow row = {0};
    if (line[0] == '#' || line[0] == '\n')
      continue;
    if (read_row(line, &row))
      status = keep(out_corpus, &row);
    else
      status = status_fail(STATUS_USAGE,
                           "%s:%d: a layer is its kind, sizes as c=64 h=56, f32 or f64, fused ops "
                           "or -, family and networks, separated by tabs",
                           name, number);
    if (status != STATUS_OK)
      free(row.source);
  }
  if (ferror(file))
    status = status_fail(STATUS_USAGE, "cannot read %s: %s", name, strerror(errno));
  if (status == STATUS_OK && out_corpus->count == 0)
    status = status_fail(STATUS_USAGE, "%s: no layer in it", name);
  return status;
}

Status corpus_read(const char *path, Corpus *out_corpus) {
  FILE *file;
  Status status = path_open(path, &file);
  if (status != STATUS_OK)
    return status;
  status = read_stream(file, path, out_corpus);
  fclose(file);
  return status;
}

Status corpus_read_shipped(Corpus *out_corpus) {
  size_t size;
  const char *text = shipped_corpus_text(&size);
  FILE *file = fmemopen((void *)text, size, "r");
  if (!file)
    return status_fail(STATUS_SYSTEM, "no memory for the corpus");
  Status status = read_stream(file, "the corpus of the program", out_corpus);
  fclose(file);
  return status;
}

void corpus_destroy(Corpus *corpus) {
  for (int i = 0; i < corpus->count; i++)
    free(corpus->rows[i].source);
  free(corpus->rows);
  *corpus = (Corpus){0};
}

// --- drawing

// How often a family is drawn, against the others.
static const struct {
  const char *family;
  int weight;
} family_weights[] = {{"conv", 24},      {"matmul", 20}, {"pointwise", 12},  {"depthwise", 14},
                      {"attention", 10}, {"matvec", 4},  {"pooling", 6},     {"normalisation", 4},
                      {"reduction", 4},  {"grouped", 4}, {"elementwise", 4}, {"movement", 2}};
enum { FAMILY_WEIGHTS = sizeof family_weights / sizeof *family_weights };

static const CorpusRow *draw_of_family(const Corpus *corpus, Rng *rng, const char *family) {
  int count = 0;
  for (int i = 0; i < corpus->count; i++)
    count += !strcmp(corpus->rows[i].family, family);
  if (!count)
    return NULL;
  int64_t place = rng_below(rng, count);
  for (int i = 0;; i++)
    if (!strcmp(corpus->rows[i].family, family) && place-- == 0)
      return &corpus->rows[i];
}

static const CorpusRow *draw_row(const Corpus *corpus, Rng *rng) {
  int total = 0;
  for (int f = 0; f < FAMILY_WEIGHTS; f++)
    total += family_weights[f].weight;
  int64_t ticket = rng_below(rng, total);
  int f = 0;
  while (ticket >= family_weights[f].weight)
    ticket -= family_weights[f++].weight;
  const CorpusRow *row = draw_of_family(corpus, rng, family_weights[f].family);
  return row ? row : &corpus->rows[rng_below(rng, corpus->count)];
}

static int64_t perturbed(const Corpus *corpus, Rng *rng, const CorpusRow *row, int size) {
  int64_t value = row->size[size], ticket = rng_below(rng, 4);
  if (ticket == 0) // a neighbour
    return value + (rng_chance(rng, 50) ? 1 : -1);
  if (ticket == 1)
    return value * (2 + rng_below(rng, 5)) / 4;
  for (int n = 0; n < 64; n++) { // what another layer of the kind has
    const CorpusRow *other = &corpus->rows[rng_below(rng, corpus->count)];
    if (!strcmp(other->kind, row->kind) && other->size[size] != value)
      return other->size[size];
  }
  return value + 3;
}

static bool is_large(const CorpusRow *row) {
  double points = 1;
  for (int s = 0; s < SIZE_COUNT; s++)
    if (row->size[s] > 0 && s != SIZE_s && s != SIZE_ph && s != SIZE_pw && s != SIZE_d &&
        s != SIZE_g)
      points *= (double)row->size[s];
  points /= row->size[SIZE_s] > 1 ? (double)(row->size[SIZE_s] * row->size[SIZE_s]) : 1;
  points /= row->size[SIZE_g] > 1 ? (double)row->size[SIZE_g] : 1;
  return points > 1.2e9;
}

static bool fits(const CorpusRow *row) {
  char *text = NULL;
  bool is_fit = !is_large(row) && corpus_module(row, &text) == STATUS_OK;
  free(text);
  return is_fit;
}

static void perturb(const Corpus *corpus, Rng *rng, CorpusRow *row) {
  int present[SIZE_COUNT], count = 0;
  for (int s = 0; s < SIZE_COUNT; s++)
    if (row->size[s] > 0 && s != SIZE_g && s != SIZE_d)
      present[count++] = s;
  for (int64_t n = 1 + rng_below(rng, 2); n > 0; n--) {
    int size = present[rng_below(rng, count)];
    int64_t value = perturbed(corpus, rng, row, size);
    row->size[size] = value < 1 ? 1 : value;
  }
  if (rng_chance(rng, 12))
    snprintf(row->type, sizeof row->type, "f64");
}

void corpus_draw(const Corpus *corpus, Rng *rng, CorpusRow *out_row) {
  static char nobody[] = "";
  for (int n = 0;; n++) {
    *out_row = *draw_row(corpus, rng);
    if (n < 100 && rng_chance(rng, 60)) {
      perturb(corpus, rng, out_row);
      out_row->source = nobody;
    }
    if (fits(out_row) || n >= 200)
      return;
  }
}
