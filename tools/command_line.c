// Parsing flags by their table.
#include "tools/command_line.h"

#include <stdint.h>
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
  fprintf(stderr, "autotune %s: %s: %s; see autotune %s --help\n", name, text, why, name);
  return COMMAND_LINE_BAD;
}

static const Flag *find_flag(const CommandLine *line, const char *text, size_t length) {
  for (const Flag *flag = line->flags; flag->name; flag++)
    if (strlen(flag->name) == length && !memcmp(flag->name, text, length))
      return flag;
  return NULL;
}

static bool read_value(const Flag *flag, const char *text) {
  char *end = NULL;
  switch (flag->kind) {
  case FLAG_TEXT:
    *(const char **)flag->value = text;
    return true;
  case FLAG_INTEGER:
    *(int64_t *)flag->value = strtoll(text, &end, 10);
    return end != text && !*end;
  case FLAG_NUMBER:
    *(double *)flag->value = strtod(text, &end);
    return end != text && !*end;
  default:
    return false;
  }
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
      if (found == line->positional_count)
        return complain(argv[0], text, "one argument too many");
      line->positional[found++] = text;
      continue;
    }
    const char *equals = strchr(text, '=');
    const Flag *flag = find_flag(line, text, equals ? (size_t)(equals - text) : strlen(text));
    if (!flag)
      return complain(argv[0], text, "no such flag");
    if (flag->kind == FLAG_SWITCH) {
      if (equals)
        return complain(argv[0], text, "takes no value");
      *(bool *)flag->value = true;
      continue;
    }
    const char *value = equals ? equals + 1 : i + 1 < argc ? argv[++i] : NULL;
    if (!value)
      return complain(argv[0], text, "needs a value");
    if (!read_value(flag, value))
      return complain(argv[0], text, "the value is not a number");
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
