// The program `autotune`: finds the subcommand in the table and runs it.
#include "tools/commands.h"

#include <stdio.h>
#include <string.h>

static const struct {
  const char *name;
  const char *summary;
  int (*run)(int argc, char **argv);
} commands[] = {
#define X(function, name, summary) {name, summary, command_##function},
    COMMANDS(X)
#undef X
};

enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static void print_help(FILE *file) {
  fprintf(file, "usage: autotune COMMAND ...\n\n");
  for (int i = 0; i < COMMAND_COUNT; i++)
    fprintf(file, "  %-12s %s\n", commands[i].name, commands[i].summary);
  fprintf(file, "\nautotune COMMAND --help lists the flags of a command.\n");
}

int main(int argc, char **argv) {
  if (argc < 2) {
    print_help(stderr);
    return 2;
  }
  if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "help")) {
    print_help(stdout);
    return 0;
  }
  for (int i = 0; i < COMMAND_COUNT; i++)
    if (!strcmp(argv[1], commands[i].name))
      return commands[i].run(argc - 1, argv + 1);
  fprintf(stderr, "autotune: no command '%s'; autotune --help lists them\n", argv[1]);
  return 2;
}
