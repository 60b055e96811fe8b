// Parsing flags by their table.
#include "tools/command_line.h"

#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_help(const CommandLine *line) {
  printf("usage: %s\n\n%s\n", line->usage, line->summary);
  if (line->flags->name)
    printf("\n");
  for (const Flag *flag = line->flags; flag->name; flag++) {
    char left[64];
    snprintf(left, sizeof left, "%s %s", flag->name, flag->parameter);
    printf("  %-24s %s\n", left, flag->meaning);
  }
  printf("  %-24s %s\n", "--help", "print this");
}

static CommandLineResult complain(const char *name, const char *text, const char *why) {
  char shown[160]; // one line, whatever was typed
  snprintf(shown, sizeof shown, "%s", text);
  for (char *at = shown; *at; at++)
    if ((unsigned char)*at < ' ')
      *at = '?';
  fprintf(stderr, "autotune %s: %s: %s; see autotune %s --help\n", name, shown, why, name);
  return COMMAND_LINE_BAD;
}

static const Flag *find_flag(const CommandLine *line, const char *text, size_t length) {
  for (const Flag *flag = line->flags; flag->name; flag++)
    if (strlen(flag->name) == length && !memcmp(flag->name, text, length))
      return flag;
  return NULL;
}

// --- values

// Each writes why a value is refused, and returns whether it is.

static bool is_out_of_range(const FlagKind *kind, double value, char *why, size_t size) {
  if (value >= kind->least && value <= kind->most && errno != ERANGE)
    return false;
  if (kind->most >= (double)INT64_MAX)
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

static bool is_refused(const Flag *flag, const char *text, char *why, size_t size) {
  const FlagKind *kind = &flag->kind;
  char *end = NULL;
  int64_t integer = 0;
  double number = 0;
  errno = 0;
  if (kind->value == VALUE_TEXT) {
    *(const char **)flag->value = text;
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
    *(double *)flag->value = number;
  else
    *(int64_t *)flag->value = integer;
  return false;
}

// Reads the value of the flag at argv[*i], which it may be in itself.
static CommandLineResult read_flag(const Flag *flag, int argc, char **argv, int *i) {
  const char *name = argv[0], *text = argv[*i], *equals = strchr(text, '=');
  char why[128], both[128];
  if (flag->kind.value == VALUE_SWITCH) {
    if (equals)
      return complain(name, text, "takes no value");
    *(bool *)flag->value = true;
    return COMMAND_LINE_OK;
  }
  if (!equals && *i + 1 >= argc)
    return complain(name, text, "needs a value");
  const char *value = equals ? equals + 1 : argv[++*i];
  if (!is_refused(flag, value, why, sizeof why))
    return COMMAND_LINE_OK;
  snprintf(both, sizeof both, "%s%s%.80s", flag->name, equals ? "=" : *value ? " " : "", value);
  return complain(name, both, why);
}

CommandLineResult command_line_read_list(const CommandLine *line, int argc, char **argv,
                                         int *out_found) {
  int found = 0;
  for (int i = 1; i < argc; i++) {
    const char *text = argv[i];
    if (!strcmp(text, "--help")) {
      print_help(line);
      return COMMAND_LINE_HELP;
    }
    if (text[0] != '-' || !text[1]) {
      if (!text[0])
        return complain(argv[0], "''", "an argument is empty");
      if (found == line->positional_count)
        return complain(argv[0], text, "one argument too many");
      line->positional[found++] = text;
      continue;
    }
    const char *equals = strchr(text, '=');
    const Flag *flag = find_flag(line, text, equals ? (size_t)(equals - text) : strlen(text));
    if (!flag)
      return complain(argv[0], text, "no such flag");
    CommandLineResult result = read_flag(flag, argc, argv, &i);
    if (result != COMMAND_LINE_OK)
      return result;
  }
  *out_found = found;
  if (found == 0 && line->positional_count > 0)
    return complain(argv[0], line->usage, "an argument is missing");
  return COMMAND_LINE_OK;
}

CommandLineResult command_line_read(const CommandLine *line, int argc, char **argv) {
  int found;
  CommandLineResult result = command_line_read_list(line, argc, argv, &found);
  if (result == COMMAND_LINE_OK && found < line->positional_count)
    return complain(argv[0], line->usage, "an argument is missing");
  return result;
}
