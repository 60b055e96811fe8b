// The options that callers of the C API build: a text per row of options.def, as on a command line.
#include "passes/api/api_options.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum {
#define SHARED_OPTION(kind, field, name, scope, initial, values, meaning) ROW_##field,
#define AUTOTUNE_OPTION(kind, field, name, scope, initial, values, meaning) ROW_##field,
#include "passes/options.def"
  ROW_COUNT
};

static const char *const names[ROW_COUNT] = {
#define SHARED_OPTION(kind, field, name, scope, initial, values, meaning) name,
#define AUTOTUNE_OPTION(kind, field, name, scope, initial, values, meaning) name,
#include "passes/options.def"
};

struct AutotuneOptions {
  char *values[ROW_COUNT]; // owned; null: the default
  const AutotuneModel *model;
  AutotuneRemarkCallback remark;
  void *remark_user;
  AutotuneErrorCallback error;
  void *error_user;
};

AutotuneOptions *autotuneOptionsCreate(void) { return calloc(1, sizeof(AutotuneOptions)); }

void autotuneOptionsDestroy(AutotuneOptions *options) {
  for (int i = 0; options && i < ROW_COUNT; i++)
    free(options->values[i]);
  free(options);
}

static Status set(AutotuneOptions *options, const char *name, const char *value) {
  int row = 0;
  while (row < ROW_COUNT && strcmp(names[row], name))
    row++;
  if (row == ROW_COUNT)
    return status_fail(STATUS_USAGE,
                       "no option is named '%.80s'; docs/reference/options.md lists them", name);
  char *copy = strdup(value);
  if (!copy)
    return status_fail(STATUS_SYSTEM, "no memory for the option '%s'", name);
  free(options->values[row]);
  options->values[row] = copy;
  return STATUS_OK;
}

AutotuneResult autotuneOptionsSet(AutotuneOptions *options, const char *name, const char *value) {
  return api_result(options, set(options, name, value));
}

void autotuneOptionsSetModel(AutotuneOptions *options, const AutotuneModel *model) {
  options->model = model;
}

void autotuneOptionsSetRemarkCallback(AutotuneOptions *options, AutotuneRemarkCallback callback,
                                      void *user) {
  options->remark = callback;
  options->remark_user = user;
}

void autotuneOptionsSetErrorCallback(AutotuneOptions *options, AutotuneErrorCallback callback,
                                     void *user) {
  options->error = callback;
  options->error_user = user;
}

// --- reading

static Status read_TEXT(const char *value, const char *name, const char *values,
                        const char **out_text) {
  (void)name;
  (void)values;
  *out_text = value;
  return STATUS_OK;
}

static Status read_NUMBER(const char *value, const char *name, const char *values,
                          int64_t *out_number) {
  TextReader reader = {value};
  text_skip_spaces(&reader);
  bool is_number = reader.at == value &&
                   text_read_integer(&reader, INT64_MIN, INT64_MAX, out_number) && !*reader.at;
  return is_number ? STATUS_OK
                   : status_fail(STATUS_USAGE,
                                 "option '%s': '%.80s' is no whole number that fits; use %s", name,
                                 value, values);
}

Status api_options_texts(const AutotuneOptions *options, OptionTexts *out_texts) {
  Status status = STATUS_OK;
  option_texts_init(out_texts);
#define READ(kind, field, name, scope, initial, values_text, meaning)                              \
  if (status == STATUS_OK && options->values[ROW_##field])                                         \
    status = read_##kind(options->values[ROW_##field], name, values_text, &out_texts->field);
#define SHARED_OPTION READ
#define AUTOTUNE_OPTION READ
#include "passes/options.def"
#undef READ
  return status;
}

Status api_options_parse(const AutotuneOptions *options, TuneOptions *out_options) {
  OptionTexts texts;
  Status status = api_options_texts(options, &texts);
  if (options->model)
    texts.model = MODEL_IN_PLACE;
  if (status == STATUS_OK)
    status = options_parse(&texts, out_options);
  if (status == STATUS_OK && options->model)
    out_options->model = model_option_of(api_options_model(options));
  return status;
}

const LearnedModel *api_options_model(const AutotuneOptions *options) {
  return (const LearnedModel *)options->model;
}

AutotuneResult autotuneOptionsCheck(const AutotuneOptions *options) {
  TuneOptions parsed;
  return api_result(options, api_options_parse(options, &parsed));
}

// --- models

AutotuneResult autotuneModelLoad(const void *bytes, size_t size, AutotuneModel **model) {
  LearnedModel *read = NULL;
  Status status = learned_model_load(bytes, size, &read);
  if (status == STATUS_OK)
    *model = (AutotuneModel *)read;
  return api_result(NULL, status == STATUS_MODEL ? STATUS_USAGE : status);
}

void autotuneModelDestroy(AutotuneModel *model) { learned_model_destroy((LearnedModel *)model); }

// --- what callers hear

static AutotuneResult result_of(Status status) {
  switch (status) {
  case STATUS_OK:
    return AUTOTUNE_OK;
  case STATUS_USAGE:
    return AUTOTUNE_MISTAKE;
  case STATUS_UNSUPPORTED:
  case STATUS_REJECTED:
    return AUTOTUNE_UNSUPPORTED;
  default:
    return AUTOTUNE_FAILURE;
  }
}

AutotuneResult api_result(const AutotuneOptions *options, Status status) {
  AutotuneResult result = result_of(status);
  if (result != AUTOTUNE_OK && options && options->error)
    options->error(result, status_text(), options->error_user);
  return result;
}

const char *autotuneErrorText(void) { return status_text(); }

void api_remark(const TuneRemark *remark, void *user) {
  const AutotuneOptions *options = user;
  bool is_tuned = remark->kind == REMARK_PASSED;
  AutotuneRemark told = {.kind = is_tuned                        ? AUTOTUNE_REMARK_TUNED
                                 : remark->kind == REMARK_MISSED ? AUTOTUNE_REMARK_UNTOUCHED
                                                                 : AUTOTUNE_REMARK_OTHER,
                         .location = remark->location,
                         .op = remark->op,
                         .function = remark->function,
                         .text = is_tuned ? remark->schedule : remark->reason,
                         .source = remark->source,
                         .seconds = remark->seconds};
  if (options->remark)
    options->remark(&told, options->remark_user);
}
