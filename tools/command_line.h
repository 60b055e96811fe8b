// Command line: flags of a subcommand as a table, from which both parsing and --help are made.
#ifndef AUTOTUNE_TOOLS_COMMAND_LINE_H
#define AUTOTUNE_TOOLS_COMMAND_LINE_H

#include <stdbool.h>

typedef enum FlagKind {
  FLAG_SWITCH,  // bool
  FLAG_TEXT,    // const char *
  FLAG_INTEGER, // int64_t
  FLAG_NUMBER,  // double
} FlagKind;

// One row per flag; the value is left alone when the flag is not given.
typedef struct Flag {
  const char *name; // "--check", "-o"
  FlagKind kind;
  void *value;
  const char *parameter; // name of the value in the help; "" for a switch
  const char *meaning;
} Flag;

typedef struct CommandLine {
  const char *usage;   // "autotune run MODULE.mlir [flags]"
  const char *summary; // what it does
  const Flag *flags;   // ended by a row without a name
  const char **positional;
  int positional_count; // exactly so many are wanted
} CommandLine;

typedef enum CommandLineResult {
  COMMAND_LINE_OK,
  COMMAND_LINE_HELP,
  COMMAND_LINE_BAD
} CommandLineResult;

// Reads argv[1..]. Accepts "--name value" and "--name=value". HELP: the help was printed. BAD: one
// line about the mistake was printed.
CommandLineResult command_line_read(const CommandLine *line, int argc, char **argv);
// The same with at least one and at most positional_count positional arguments.
CommandLineResult command_line_read_list(const CommandLine *line, int argc, char **argv,
                                         int *out_found);

#endif
