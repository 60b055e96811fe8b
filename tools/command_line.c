// Parsing flags by their table.
#include "tools/command_line.h"

#include "base/documents.h"
#include "base/text.h"
#include "runtime/timing.h"
#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- pass options as flags

typedef enum OptionScope { SCOPE_PASS, SCOPE_FLAG } OptionScope;

// Ranges and words are checked by options_parse, for the pass and for the commands alike.
#define KIND_OF_TEXT FLAG_TEXT
#define KIND_OF_NUMBER FLAG_INTEGER((double)INT64_MIN, (double)INT64_MAX)
#define PARAMETER_OF_TEXT "TEXT"
#define PARAMETER_OF_NUMBER "N"
#define INITIAL_OF_TEXT(initial) initial
#define INITIAL_OF_NUMBER(initial) #initial
#define ROW(kind, field, name, scope, initial, values, meaning)                                    \
  {{"--" name, KIND_OF_##kind, offsetof(OptionTexts, field), PARAMETER_OF_##kind, meaning},        \
   SCOPE_##scope,                                                                                  \
   values,                                                                                         \
   INITIAL_OF_##kind(initial)},
static const struct OptionRow {
  Flag flag;
  OptionScope scope;
  const char *values, *initial;
} option_rows[] = {
#define SHARED_OPTION ROW
#define AUTOTUNE_OPTION ROW
#include "passes/options.def"
};

enum { OPTION_COUNT = sizeof option_rows / sizeof *option_rows };

// --- what every command can say in the same way

static const struct OutputRow {
  Flag flag;
  bool is_of_figures;
} output_rows[] = {
    {{"--json", FLAG_SWITCH, offsetof(OutputFlags, is_json), "",
      "print the figures as one value of JSON; units are in the names"},
     true},
    {{"--quiet", FLAG_SWITCH, offsetof(OutputFlags, is_quiet), "",
      "no progress and no notes; errors and warnings stay"},
     false},
    {{"--verbose", FLAG_SWITCH, offsetof(OutputFlags, is_verbose), "",
      "tell more on the standard error: target and model, each op, what the worker prints, the "
      "time it took"},
     false},
};

enum { OUTPUT_COUNT = sizeof output_rows / sizeof *output_rows };

// --- finding flags

static const Flag *find_own_flag(const CommandLine *line, const char *name, size_t length) {
  for (const Flag *flag = line->flags; flag->name; flag++)
    if (text_equal(name, length, flag->name))
      return flag;
  return NULL;
}

// Whether the command has a flag from the row.
static bool has_option(const CommandLine *line, const struct OptionRow *row) {
  return line->options && row->scope == SCOPE_FLAG &&
         !find_own_flag(line, row->flag.name, strlen(row->flag.name));
}

static bool has_output(const CommandLine *line, const struct OutputRow *row) {
  return line->output && (line->has_json || !row->is_of_figures) &&
         !find_own_flag(line, row->flag.name, strlen(row->flag.name));
}

// The flag and where its value goes; NULL when there is none of that name.
static const Flag *find_flag(const CommandLine *line, const char *name, size_t length,
                             void **out_value) {
  const Flag *own = find_own_flag(line, name, length);
  if (own) {
    *out_value = (char *)line->values + own->offset;
    return own;
  }
  for (const struct OptionRow *row = option_rows; row < option_rows + OPTION_COUNT; row++)
    if (has_option(line, row) && text_equal(name, length, row->flag.name)) {
      *out_value = (char *)line->options + row->flag.offset;
      return &row->flag;
    }
  for (const struct OutputRow *row = output_rows; row < output_rows + OUTPUT_COUNT; row++)
    if (has_output(line, row) && text_equal(name, length, row->flag.name)) {
      *out_value = (char *)line->output + row->flag.offset;
      return &row->flag;
    }
  return NULL;
}

// --- help

enum { HELP_INDENT = 27, HELP_WIDTH = 100, HELP_TEXT = 8192 };

// Words of a text, the first at column `column`; lines are broken before HELP_WIDTH.
static int print_words(const char *meaning, int column) {
  char located[HELP_TEXT], *text = located;
  documents_locate(meaning, located, sizeof located);
  while (*text) {
    int length = (int)strcspn(text, " ");
    if (column > HELP_INDENT && column + 1 + length > HELP_WIDTH)
      column = printf("\n%*s", HELP_INDENT, "") - 1;
    if (column > HELP_INDENT)
      column += printf(" ");
    column += printf("%.*s", length, text);
    text += length;
    text += strspn(text, " ");
  }
  return column;
}

static int print_flag(const Flag *flag) {
  char left[64];
  snprintf(left, sizeof left, "%s %s", flag->name, flag->parameter);
  return print_words(flag->meaning, printf("  %-24s ", left));
}

static void print_option(const struct OptionRow *row) {
  char values[256];
  snprintf(values, sizeof values, "(%s%s%s)", row->values, *row->initial ? "; default " : "",
           row->initial);
  print_words(values, print_flag(&row->flag));
  printf("\n");
}

static void print_flag_line(const Flag *flag) {
  print_flag(flag);
  printf("\n");
}

// Between the names of the program and of the command.
static const char *gap(const CommandLine *line) { return *line->name ? " " : ""; }

static void print_help(const CommandLine *line) {
  static const Flag help = {.name = "--help", .parameter = "", .meaning = "print this"};
  char summary[HELP_TEXT];
  documents_locate(line->summary, summary, sizeof summary);
  printf("usage: %s%s%s %s\n\n%s\n\n", output_program(), gap(line), line->name, line->usage,
         summary);
  for (const Flag *flag = line->flags; flag->name; flag++)
    print_flag_line(flag);
  for (const struct OptionRow *row = option_rows; row < option_rows + OPTION_COUNT; row++)
    if (has_option(line, row))
      print_option(row);
  for (const struct OutputRow *row = output_rows; row < output_rows + OUTPUT_COUNT; row++)
    if (has_output(line, row))
      print_flag_line(&row->flag);
  print_flag_line(&help);
}

// The name of a flag of the command that the text may be meant to be; NULL: none.
static const char *find_meant(const CommandLine *line, const char *text) {
  for (const Flag *flag = line->flags; flag->name; flag++)
    if (text_is_slip(text, flag->name))
      return flag->name;
  for (const struct OptionRow *row = option_rows; row < option_rows + OPTION_COUNT; row++)
    if (has_option(line, row) && text_is_slip(text, row->flag.name))
      return row->flag.name;
  for (const struct OutputRow *row = output_rows; row < output_rows + OUTPUT_COUNT; row++)
    if (has_output(line, row) && text_is_slip(text, row->flag.name))
      return row->flag.name;
  return NULL;
}

static CommandLineResult complain(const CommandLine *line, const char *text, const char *why) {
  char shown[160]; // one line, whatever was typed
  snprintf(shown, sizeof shown, "%s", text);
  for (char *at = shown; *at; at++)
    if ((unsigned char)*at < ' ')
      *at = '?';
  output_error(line->name, "%s: %s; see %s%s%s --help", shown, why, output_program(), gap(line),
               line->name);
  return COMMAND_LINE_BAD;
}

// --- values

// Each writes why a value is refused, and returns whether it is.

static bool is_out_of_range(const FlagKind *kind, double value, char *why, size_t size) {
  if (value >= kind->least && value <= kind->most && errno != ERANGE)
    return false;
  if (kind->least <= (double)INT64_MIN)
    snprintf(why, size, "the number is too large");
  else if (kind->most >= (double)INT64_MAX)
    snprintf(why, size, "use %.15g to %" PRId64, kind->least, INT64_MAX);
  else
    snprintf(why, size, "use %.15g to %.15g", kind->least, kind->most);
  return true;
}

static bool is_no_core(int64_t core, char *why, size_t size) {
  cpu_set_t set;
  if (core == -1 || sched_getaffinity(0, sizeof set, &set))
    return false;
  if (core >= 0 && core < CPU_SETSIZE && CPU_ISSET(core, &set))
    return false;
  int first = 0, last = CPU_SETSIZE - 1;
  while (first < last && !CPU_ISSET(first, &set))
    first++;
  while (last > first && !CPU_ISSET(last, &set))
    last--;
  snprintf(why, size, "this process may not run on that core; use one of %d to %d that it may",
           first, last);
  return true;
}

static bool is_refused(const Flag *flag, void *value, const char *text, char *why, size_t size) {
  const FlagKind *kind = &flag->kind;
  char *end = NULL;
  int64_t integer = 0;
  double number = 0;
  errno = 0;
  if (kind->value == VALUE_TEXT) {
    *(const char **)value = text;
    snprintf(why, size, "needs a value");
    return !*text && kind->least > 0;
  }
  if (kind->value == VALUE_NUMBER)
    number = strtod(text, &end);
  else
    number = (double)(integer = strtoll(text, &end, 10));
  snprintf(why, size, "the value is not %s",
           kind->value == VALUE_NUMBER ? "a number" : "a whole number");
  if (end == text || *end)
    return true;
  if (kind->value == VALUE_CORE ? is_no_core(integer, why, size)
                                : is_out_of_range(kind, number, why, size))
    return true;
  if (kind->value == VALUE_NUMBER)
    *(double *)value = number;
  else
    *(int64_t *)value = integer;
  return false;
}

static CommandLineResult complain_unknown(const CommandLine *line, const char *text) {
  char name[64], why[128] = "no such flag";
  snprintf(name, sizeof name, "%.*s", (int)strcspn(text, "="), text);
  const char *meant = find_meant(line, name);
  if (meant)
    snprintf(why, sizeof why, "no such flag, but there is %s", meant);
  return complain(line, text, why);
}

// Reads the value of the flag at argv[*i], which it may be in itself.
static CommandLineResult read_flag(const CommandLine *line, int argc, char **argv, int *i) {
  const char *text = argv[*i], *equals = strchr(text, '=');
  char why[128], both[128];
  void *value;
  const Flag *flag = find_flag(line, text, equals ? (size_t)(equals - text) : strlen(text), &value);
  if (!flag)
    return complain_unknown(line, text);
  if (flag->kind.value == VALUE_SWITCH) {
    if (equals)
      return complain(line, text, "takes no value");
    *(bool *)value = true;
    return COMMAND_LINE_OK;
  }
  if (!equals && *i + 1 >= argc)
    return complain(line, text, "needs a value");
  const char *written = equals ? equals + 1 : argv[++*i];
  if (!is_refused(flag, value, written, why, sizeof why))
    return COMMAND_LINE_OK;
  snprintf(both, sizeof both, "%s%s%.80s", flag->name, equals ? "=" : *written ? " " : "", written);
  return complain(line, both, why);
}

static CommandLineResult read_positional(const CommandLine *line, const char *text, int *found) {
  if (!text[0])
    return complain(line, "''", "an argument is empty");
  if (*found == line->positional_count)
    return complain(line, text, "one argument too many");
  line->positional[(*found)++] = text;
  return COMMAND_LINE_OK;
}

CommandLineResult command_line_read(const CommandLine *line, int argc, char **argv) {
  CommandLineResult result = COMMAND_LINE_OK;
  int found = 0;
  for (int i = 1; i < argc && result == COMMAND_LINE_OK; i++) {
    bool is_flag = argv[i][0] == '-' && argv[i][1];
    if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
      print_help(line);
      return COMMAND_LINE_HELP;
    }
    result = is_flag ? read_flag(line, argc, argv, &i) : read_positional(line, argv[i], &found);
  }
  int wanted = !line->found ? line->positional_count : line->may_be_none ? 0 : 1;
  if (result == COMMAND_LINE_OK && found < wanted)
    return complain(line, line->usage, "an argument is missing");
  if (line->found)
    *line->found = found;
  return result;
}

// --- running a command

static void tell_target(const OutputFlags *output, const char *command, const TuneOptions *tune) {
  if (tune->target_note_kind == TARGET_NOTE_WARNING)
    output_warning(command, "%s", tune->target_note);
  else if (tune->target_note_kind != TARGET_NOTE_NONE)
    output_note(output, command, "%s", tune->target_note);
  if (output->is_verbose)
    output_note(output, command, "target %s, %s",
                tune->has_target ? tune->target.name : "as the module names it", tune->model.title);
}

Status command_line_options(const OutputFlags *output, const char *command,
                            const OptionTexts *texts, TuneOptions *out_tune) {
  Status status = options_parse(texts, out_tune);
  if (status == STATUS_OK)
    tell_target(output, command, out_tune);
  return status;
}

Status command_line_host(const OutputFlags *output, const char *command, TuneOptions *out_tune) {
  OptionTexts texts;
  option_texts_init(&texts);
  texts.target = "host";
  return command_line_options(output, command, &texts, out_tune);
}

Status command_line_without_script(const TuneOptions *tune) {
  return tune->script[0]
             ? status_fail(STATUS_USAGE, "--script transforms a module, and this command measures "
                                         "parts of one as they are written; tune, run, bench and "
                                         "compile take it")
             : STATUS_OK;
}

int command_line_finish(const char *name) {
  errno = 0;
  if (fflush(stdout) == 0 && !ferror(stdout))
    return 0;
  output_error(name, "cannot write the output: %s",
               errno ? strerror(errno) : "the standard output is full or closed");
  return 1;
}

static Status run_work(const CommandLine *line, Status (*work)(void *values)) {
  double start = timing_now();
  Status status = work(line->values);
  if (line->output && line->output->is_verbose)
    output_note(line->output, line->name, "%.2f s", timing_now() - start);
  return status;
}

int command_line_run(const CommandLine *line, int argc, char **argv, Status (*work)(void *values)) {
  CommandLineResult result = command_line_read(line, argc, argv);
  Status status = result == COMMAND_LINE_OK ? run_work(line, work) : STATUS_OK;
  if (status != STATUS_OK)
    output_error(line->name, "%s", status_text());
  int code = command_line_finish(line->name);
  if (result == COMMAND_LINE_BAD || status == STATUS_USAGE)
    return 2;
  return status != STATUS_OK ? 1 : code;
}
