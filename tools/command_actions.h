// Actions: commands of two words, such as `autotune records list`, as a table with a row per
// action.
#ifndef AUTOTUNE_TOOLS_COMMAND_ACTIONS_H
#define AUTOTUNE_TOOLS_COMMAND_ACTIONS_H

#include "tools/command_line.h"

typedef struct Action {
  const char *word; // argv[1]
  const char *name; // both words
  const char *usage, *summary;
  int positional_count;
  const Flag *flags;
  Status (*run)(void *values);
  bool has_json; // it prints figures
} Action;

typedef struct Actions {
  const char *command; // the first word
  const Action *items;
  int count;             // at least 2
  void *values;          // that flags are read into
  OutputFlags *output;   // the same
  const char **paths;    // that positional arguments are read into: as many as an action takes
  const char *elsewhere; // a program with more actions of this command; NULL: none
  const char *const *elsewheres; // the words of those, up to NULL
} Actions;

// Runs the action that argv[1] names. Returns the exit code, 2 where there is no such action, with
// a line that names all; --help lists them with usage and summary.
int command_actions_run(const Actions *actions, int argc, char **argv);

#endif
