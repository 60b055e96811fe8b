// options_parse: the lines of the input are the values of the options, in the order of options.def;
// missing ones have their defaults. No model file is opened.
#include "passes/options.h"
#include "test/fuzz/fuzz.h"

static char *next_line(char **at) {
  char *line = *at, *end = line ? strchr(line, '\n') : NULL;
  if (end)
    *end++ = '\0';
  *at = end;
  return line;
}

static void set_text(const char **field, const char *line) {
  if (line)
    *field = line;
}

static void set_number(int64_t *field, const char *line) {
  if (line)
    *field = strtoll(line, NULL, 10);
}

static const char *limit_model(const char *model) {
  static const char *const known[] = {"analytical", "none"};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (!strcmp(model, known[i]))
      return model;
  return "none";
}

// Neither the host nor a file: a word without a place.
static bool reads_no_file(const char *target) {
  char name[64];
  snprintf(name, sizeof name, "%.*s", (int)strcspn(target, ","), target);
  return !strstr(target, "host") && !strstr(target, "native") && !strchr(name, '/') &&
         access(name, F_OK) != 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  OptionTexts texts;
  TuneOptions options;
  char *text = fuzz_text(bytes, size), *at = text;
  option_texts_init(&texts);
#define OPTION_SET_TEXT(field) set_text(&texts.field, next_line(&at))
#define OPTION_SET_NUMBER(field) set_number(&texts.field, next_line(&at))
#define SHARED_OPTION(kind, field, name, scope, initial, values, meaning) OPTION_SET_##kind(field);
#define AUTOTUNE_OPTION(kind, field, name, scope, initial, values, meaning)                        \
  OPTION_SET_##kind(field);
#include "passes/options.def"
  texts.model = limit_model(texts.model);
  if (reads_no_file(texts.target) && options_parse(&texts, &options) == STATUS_OK) {
    fuzz_demand(strlen(options.schedule) < sizeof options.schedule, "the schedule is terminated");
    fuzz_demand(!strcmp(options.target_text, texts.target), "the target is kept as written");
    fuzz_demand(options.top_k >= 0 && options.max_candidates >= 0 && options.data_arguments >= 0,
                "counts are not negative");
  }
  free(text);
  return 0;
}
