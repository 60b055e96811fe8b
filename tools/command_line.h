// Command line: flags of a subcommand as a table, from which both parsing and --help are made.
#ifndef AUTOTUNE_TOOLS_COMMAND_LINE_H
#define AUTOTUNE_TOOLS_COMMAND_LINE_H

#include <stdbool.h>
#include <stdint.h>

typedef enum FlagValue {
  VALUE_SWITCH,
  VALUE_TEXT,
  VALUE_INTEGER,
  VALUE_NUMBER,
  VALUE_CORE
} FlagValue;

typedef struct FlagKind {
  FlagValue value;
  double least, most; // of a number; least: of the length of a text
} FlagKind;

#define FLAG_SWITCH {VALUE_SWITCH, 0, 0}                       // bool
#define FLAG_TEXT {VALUE_TEXT, 1, 0}                           // const char *
#define FLAG_ANY_TEXT {VALUE_TEXT, 0, 0}                       // the same, may be empty
#define FLAG_INTEGER(least, most) {VALUE_INTEGER, least, most} // int64_t
#define FLAG_NUMBER(least, most) {VALUE_NUMBER, least, most}   // double
#define FLAG_CORE {VALUE_CORE, -1, 0}                          // int64_t: -1 or one allowed here

#define FLAG_COUNT(least) FLAG_INTEGER(least, 1000000000)
#define FLAG_SECONDS(least) FLAG_NUMBER(least, 1000000000)
#define FLAG_SEED FLAG_INTEGER(0, (double)INT64_MAX)

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
