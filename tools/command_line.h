// Command line: flags of a subcommand as a table, from which both parsing and --help are made.
#ifndef AUTOTUNE_TOOLS_COMMAND_LINE_H
#define AUTOTUNE_TOOLS_COMMAND_LINE_H

#include "base/file/timing_lock.h"
#include "passes/options.h"
#include "tools/output.h"

#include <stdbool.h>
#include <stddef.h>
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
  size_t offset;         // of the value in the command's struct
  const char *parameter; // name of the value in the help; "" for a switch
  const char *meaning;
} Flag;

// Rows of commands that measure, in the same words; `offset` of the value. Those that time on one
// core and compile on the others have a core of their own by default.
#define FLAG_ROW_CORE(offset)                                                                      \
  {"--core", FLAG_CORE, offset, "N", "core to measure on (default -1: where it falls)"}
#define FLAG_ROW_LOCK(offset)                                                                      \
  {"--lock", FLAG_TEXT, offset, "PATH",                                                            \
   "file that is locked while the clock runs (" TIMING_LOCK_DEFAULT "); none: no lock"}
#define FLAG_ROW_TIMING_CORE(offset)                                                               \
  {"--core", FLAG_CORE, offset, "N", "core to time on (default: the last one)"}
#define FLAG_ROW_TIMING_LOCK(offset)                                                               \
  {"--lock", FLAG_TEXT, offset, "PATH",                                                            \
   "file that is locked while the clock runs (" TIMING_LOCK_DEFAULT "); none: compile on "         \
   "the core too, with the priority of this process"}

// The flags are `flags`; where there are `options`, the pass options that have the scope FLAG in
// passes/options.def; where there is an `output`, --quiet and --verbose, and --json where figures
// are printed. A name of `flags` goes before the others.
typedef struct CommandLine {
  const char *name;    // "run", "dataset show": how the command is called; "" for a program that
                       // has no commands, whose name is that of output_set_program
  const char *usage;   // "MODULE.mlir [flags]"
  const char *summary; // what it does
  const Flag *flags;   // ended by a row without a name
  void *values;        // the command's struct, with the defaults in it
  const char **positional;
  int positional_count; // exactly so many are wanted,
  int *found;           // or, when this is not NULL, at least one and at most so many
  bool may_be_none;     // with `found`: none is fine too
  OptionTexts *options; // with the defaults in it; NULL: the command has no pass options
  OutputFlags *output;  // NULL: no people call it
  bool has_json;        // with `output`: it prints figures
} CommandLine;

typedef enum CommandLineResult {
  COMMAND_LINE_OK,
  COMMAND_LINE_HELP,
  COMMAND_LINE_BAD
} CommandLineResult;

// Reads argv[1..]. Accepts "--name value" and "--name=value". HELP: the help was printed. BAD: one
// line about the mistake was printed.
CommandLineResult command_line_read(const CommandLine *line, int argc, char **argv);

// Reads the pass options of a command, and tells of the target and the model what `output` wants.
Status command_line_options(const OutputFlags *output, const char *command,
                            const OptionTexts *texts, TuneOptions *out_tune);
// The same for a command without pass options: schedules are made for the machine that runs them.
Status command_line_host(const OutputFlags *output, const char *command, TuneOptions *out_tune);

// Of a command that has no module as a whole to transform: STATUS_USAGE where a script is given.
Status command_line_without_script(const TuneOptions *tune);

// What every command does: reads the arguments, calls `work` with the values, says why it failed,
// and makes sure that the standard output was written. Returns the exit code: 0 done, 1 failed, 2
// bad usage. --verbose tells how long it took.
int command_line_run(const CommandLine *line, int argc, char **argv, Status (*work)(void *values));

// Flushes the standard output. Returns the exit code: 1, with a line that says why, when any of it
// was lost. `name`: of the command, "" for none.
int command_line_finish(const char *name);

#endif
