// Reads the values of the pass options. Every list of words is a table, so that
// an error can print what would have been understood.
#include "passes/options.h"

#include "base/file/output_file.h"
#include "plan/rule.h"
#include "plan/schedule.h"
#include "plan/threads/thread_split.h"
#include "records/store.h"
#include "search/chooser.h"
#include "transforms/extract/variants.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Word {
  const char *text;
  unsigned value;
} Word;

static const Word remark_words[] = {{"auto", PLAIN_REMARKS_AUTO},
                                    {"none", PLAIN_REMARKS_NONE},
                                    {"missed", PLAIN_REMARKS_MISSED},
                                    {"all", PLAIN_REMARKS_ALL},
                                    {NULL, 0}};
static const Word emit_words[] = {
    {"ir", EMIT_IR}, {"annotate", EMIT_ANNOTATE}, {"schedule", EMIT_SCHEDULE}, {NULL, 0}};
static const Word fp_words[] = {{"auto", FP_MODE_COUNT},
#define X(name, text, meaning) {text, FP_##name},
                                FP_MODES(X)
#undef X
                                    {NULL, 0}};
enum { REQUIRE_ANY, REQUIRE_MODEL, REQUIRE_RECORD, REQUIRE_TUNED };
static const Word require_words[] = {{"any", REQUIRE_ANY},
                                     {"model", REQUIRE_MODEL},
                                     {"record", REQUIRE_RECORD},
                                     {"tuned", REQUIRE_TUNED},
                                     {NULL, 0}};
static const Word layout_words[] = {{"auto", LAYOUT_BY_MODEL},
                                    {"written", LAYOUT_AS_WRITTEN},
                                    {"channels-last", LAYOUT_CHANNELS_LAST},
                                    {NULL, 0}};
static const Word winograd_words[] = {{"auto", WINOGRAD_BY_MODEL},
                                      {"none", WINOGRAD_NONE},
                                      {"2", WINOGRAD_F2},
                                      {"4", WINOGRAD_F4},
                                      {NULL, 0}};
static const Word affine_words[] = {{"raise", true}, {"none", false}, {NULL, 0}};
static const Word parallel_words[] = {{"outer", true}, {"none", false}, {NULL, 0}};
static const Word partition_words[] = {{"greedy", PARTITION_GREEDY},
                                       {"beam", PARTITION_BEAM},
                                       {"anneal", PARTITION_ANNEAL},
                                       {NULL, 0}};
static const Word fusion_words[] = {{"all", FUSE_ALL},
                                    {"none", 0},
                                    {"init", FUSE_INIT},
                                    {"producers", FUSE_PRODUCERS | FUSE_STORED},
                                    {"pad", FUSE_PAD},
                                    {"epilogue", FUSE_EPILOGUE},
                                    {NULL, 0}};

static void words_print(const Word *words, char *text, size_t size) {
  size_t used = 0;
  text[0] = '\0';
  for (; words->text && used < size; words++)
    used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", words->text);
}

static const Word *word_find(const Word *words, const char *text, size_t length) {
  for (; words->text; words++)
    if (strlen(words->text) == length && !memcmp(words->text, text, length))
      return words;
  return NULL;
}

static Status word_parse(const char *option, const Word *words, const char *text,
                         unsigned *out_value) {
  const Word *word = word_find(words, text, strlen(text));
  if (!word) {
    char known[160];
    words_print(words, known, sizeof(known));
    return status_fail(STATUS_USAGE, "option '%s': '%s' is not known; use one of: %s", option, text,
                       known);
  }
  *out_value = word->value;
  return STATUS_OK;
}

Status remarks_parse(const char *text, PlainRemarks *out_remarks) {
  unsigned value;
  Status status = word_parse("remarks", remark_words, text, &value);
  if (status == STATUS_OK)
    *out_remarks = (PlainRemarks)value;
  return status;
}

static Status strategy_parse(const char *text, const StrategyKind **out_strategy) {
  char known[160];
  const StrategyKind *strategy = strategy_find(text, STRATEGY_PREDICTS);
  if (!strategy) {
    strategy_names(STRATEGY_PREDICTS, known, sizeof(known));
    return status_fail(STATUS_USAGE, "option 'search': '%s' is not known; use one of: %s", text,
                       known);
  }
  *out_strategy = strategy;
  return STATUS_OK;
}

// Words joined by '+', which unlike ',' needs no quotes in a pass pipeline; ',' is read too.
static Status word_set_parse(const char *option, const Word *words, const char *text,
                             unsigned *out_value) {
  unsigned value = 0;
  for (const char *at = text;; at++) {
    size_t length = strcspn(at, "+,");
    const Word *word = word_find(words, at, length);
    if (!word) {
      char known[160];
      words_print(words, known, sizeof(known));
      return status_fail(STATUS_USAGE, "option '%s': '%.*s' is not known; join with + some of: %s",
                         option, (int)length, at, known);
    }
    if (word->value == 0 && length < strlen(text))
      return status_fail(STATUS_USAGE,
                         "option '%s': '%s' goes with no other word; drop it, or all "
                         "others",
                         option, word->text);
    value |= word->value;
    at += length;
    if (!*at)
      break;
  }
  *out_value = value;
  return STATUS_OK;
}

// What the knobs may be depends on the op; what no op could accept is refused here.
static Status schedule_text_check(const char *text) {
  size_t length = strcspn(text, "(");
  Schedule schedule = {0};
  if (rule_find(text, length) == RULE_COUNT || text[strlen(text) - 1] != ')')
    return status_fail(
        STATUS_USAGE,
        "option 'schedule': '%s' is not RULE(KNOB=VALUE, ...); see docs/reference/schedule.md",
        text);
  Status status = schedule_parse_fusion(text, &schedule);
  return status == STATUS_OK
             ? STATUS_OK
             : status_fail(STATUS_USAGE, "option 'schedule': '%s': %s", text, status_text());
}

static Status number_check(const char *option, int64_t value, int64_t low, int64_t high) {
  if (value >= low && value <= high)
    return STATUS_OK;
  return status_fail(STATUS_USAGE, "option '%s': %lld is out of range; use %lld to %lld", option,
                     (long long)value, (long long)low, (long long)high);
}

// "off" is 0, "auto" -1.
static Status look_parse(const char *text, int *out_count) {
  char *end;
  long value = strtol(text, &end, 10);
  bool is_off = !strcmp(text, "off"), is_auto = !strcmp(text, "auto");
  bool is_number = text[0] >= '0' && text[0] <= '9' && *end == '\0';
  if (!is_off && !is_auto && (!is_number || value < 2 || value > CHOOSE_MAX_TOP))
    return status_fail(STATUS_USAGE,
                       "option 'second-look': '%.40s' is no number of candidates; use off, auto, "
                       "or 2 to %d",
                       text, CHOOSE_MAX_TOP);
  *out_count = is_off ? 0 : is_auto ? -1 : (int)value;
  return STATUS_OK;
}

// "auto" is 0.
static Status threads_parse(const char *text, int *out_threads) {
  char *end;
  long value = strtol(text, &end, 10);
  bool is_auto = !strcmp(text, "auto");
  bool is_number = text[0] >= '0' && text[0] <= '9' && *end == '\0';
  if (!is_auto && (!is_number || value < 1 || value > THREADS_MAX))
    return status_fail(STATUS_USAGE,
                       "option 'threads': '%.40s' is no number of threads; use 1 to "
                       "%d, or auto",
                       text, THREADS_MAX);
  *out_threads = is_auto ? 0 : (int)value;
  return STATUS_OK;
}

static Status text_copy(const char *option, const char *text, char *out_text, size_t size) {
  if (strlen(text) >= size)
    return status_fail(STATUS_USAGE, "option '%s': longer than %zu characters", option, size - 1);
  memcpy(out_text, text, strlen(text) + 1);
  return STATUS_OK;
}

// "host" or its synonym, with or without settings.
static bool is_host(const char *target) {
  size_t length = strcspn(target, ",");
  return length == 4 ? !memcmp(target, "host", 4) : length == 6 && !memcmp(target, "native", 6);
}

// Opened for a moment: what is wrong with the file is the user's mistake, and the first to be told.
static Status records_option_check(const char *path) {
  Store *store = NULL;
  Status status = store_open_to_read(path, &store);
  store_close(store);
  return status == STATUS_OK || status == STATUS_SYSTEM
             ? status
             : status_fail(STATUS_USAGE, "option 'records': %s", status_text());
}

static Status statistics_option_check(const char *path) {
  return output_file_check(path) == STATUS_OK
             ? STATUS_OK
             : status_fail(STATUS_USAGE, "option 'statistics': %s", status_text());
}

void option_texts_init(OptionTexts *out_texts) {
#define SHARED_OPTION(kind, field, name, scope, initial, values, meaning)                          \
  out_texts->field = initial;
#define AUTOTUNE_OPTION(kind, field, name, scope, initial, values, meaning)                        \
  out_texts->field = initial;
#include "passes/options.def"
}

// Options that are right by themselves and not beside each other.
static Status check_together(const TuneOptions *options) {
  if (options->requires_model && !options->model.is_used)
    return status_fail(STATUS_USAGE,
                       "option 'require': model=none never gives a choice by a model; "
                       "drop require=model or use model=analytical");
  if (options->requires_model && options->schedule[0])
    return status_fail(STATUS_USAGE, "option 'require': a forced schedule is no choice by a model; "
                                     "drop require=model or schedule=");
  if (options->requires_record && !options->records[0])
    return status_fail(STATUS_USAGE, "option 'require': without records= no choice comes from a "
                                     "record; add records=PATH or drop require=record");
  if (options->requires_record && options->schedule[0])
    return status_fail(STATUS_USAGE, "option 'require': a forced schedule is no record; drop "
                                     "require=record or schedule=");
  if (options->top_k > 0 && !options->model.is_used)
    return status_fail(STATUS_USAGE, "option 'top-k': model=none has no candidates to measure; use "
                                     "top-k=0 or a model");
  if (options->second_look && !options->model.is_used)
    return status_fail(STATUS_USAGE, "option 'second-look': model=none has no candidates to read; "
                                     "use second-look=off or a model");
  if (options->second_look && options->top_k > 0)
    return status_fail(STATUS_USAGE, "option 'second-look': top-k measures the candidates instead; "
                                     "use second-look=off or top-k=0");
  if (options->script[0] && options->emit != EMIT_IR)
    return status_fail(STATUS_USAGE, "option 'script': emit=annotate and emit=schedule leave the "
                                     "ops as they are, and a script does not; use emit=ir");
  return STATUS_OK;
}

// --- the options, by what they are about

static Status read_target(const OptionTexts *texts, TuneOptions *options) {
  TargetOption target;
  Status status = STATUS_OK;
  options->has_target = strcmp(texts->target, "auto") != 0;
  options->is_host = is_host(texts->target);
  TRY(target_option_parse(options->has_target ? texts->target : target_default()->name, &target));
  TRY(text_copy("target", texts->target, options->target_text, sizeof options->target_text));
  TRY(model_option_parse(texts->model, target.model, &options->model));
  options->target = target.target;
  options->target_note_kind = target.note_kind;
  memcpy(options->target_note, target.note, sizeof options->target_note);
cleanup:
  return status;
}

// Every option that is one of some words.
static Status read_words(const OptionTexts *texts, TuneOptions *options) {
  Status status = STATUS_OK;
  unsigned emit, require, affine, layout, parallel, fp, partition, winograd;
  TRY(remarks_parse(texts->remarks, &options->remarks));
  TRY(word_parse("emit", emit_words, texts->emit, &emit));
  TRY(strategy_parse(texts->search, &options->strategy));
  TRY(word_parse("fp", fp_words, texts->fp, &fp));
  TRY(word_parse("partition", partition_words, texts->partition, &partition));
  TRY(word_parse("layout", layout_words, texts->layout, &layout));
  TRY(word_parse("winograd", winograd_words, texts->winograd, &winograd));
  TRY(word_parse("affine", affine_words, texts->affine, &affine));
  TRY(word_parse("parallel", parallel_words, texts->parallel, &parallel));
  TRY(word_parse("require", require_words, texts->require, &require));
  TRY(word_set_parse("fusion", fusion_words, texts->fusion, &options->fusion));
  options->emit = (EmitKind)emit;
  options->has_fp = fp != FP_MODE_COUNT;
  options->fp = (FpMode)fp;
  options->partition = (PartitionStrategy)partition;
  options->layout = layout;
  options->winograd = (WinogradMode)winograd;
  options->affine = affine;
  options->parallel = parallel;
  options->requires_model = require == REQUIRE_MODEL;
  options->requires_record = require == REQUIRE_RECORD;
  options->requires_tuned = require == REQUIRE_TUNED;
cleanup:
  return status;
}

static Status read_texts(const OptionTexts *texts, TuneOptions *options) {
  Status status = STATUS_OK;
  if (texts->schedule[0])
    TRY(schedule_text_check(texts->schedule));
  TRY(text_copy("schedule", texts->schedule, options->schedule, sizeof options->schedule));
  TRY(size_table_read(texts->sizes, &options->sizes));
  TRY(text_copy("script", texts->script, options->script, sizeof options->script));
  TRY(text_copy("records", texts->records, options->records, sizeof options->records));
  if (options->records[0])
    TRY(records_option_check(options->records));
  TRY(text_copy("statistics", texts->statistics, options->statistics, sizeof options->statistics));
  if (options->statistics[0])
    TRY(statistics_option_check(options->statistics));
cleanup:
  return status;
}

static Status read_numbers(const OptionTexts *texts, TuneOptions *options) {
  Status status = STATUS_OK;
  TRY(threads_parse(texts->threads, &options->threads));
  TRY(look_parse(texts->second_look, &options->second_look));
  TRY(number_check("max-candidates", texts->max_candidates, 0, INT32_MAX));
  TRY(number_check("top-k", texts->top_k, 0, CHOOSE_MAX_TOP));
  TRY(number_check("data-arguments", texts->data_arguments, 0, INT32_MAX));
  if (texts->seed < 0)
    TRY(status_fail(STATUS_USAGE, "option 'seed': %lld is negative; use 0 or more",
                    (long long)texts->seed));
  options->max_candidates = texts->max_candidates;
  options->top_k = (int)texts->top_k;
  options->data_arguments = (int)texts->data_arguments;
  options->seed = (uint64_t)texts->seed;
cleanup:
  return status;
}

Status options_parse(const OptionTexts *texts, TuneOptions *out_options) {
  Status status = STATUS_OK;
  TuneOptions options = {0};
  TRY(read_target(texts, &options));
  TRY(read_words(texts, &options));
  TRY(read_numbers(texts, &options));
  TRY(read_texts(texts, &options));
  TRY(check_together(&options));
  *out_options = options;
cleanup:
  return status;
}
