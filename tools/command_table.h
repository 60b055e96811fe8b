// CommandTable: a program of several commands, the first argument names which.
#ifndef AUTOTUNE_TOOLS_COMMAND_TABLE_H
#define AUTOTUNE_TOOLS_COMMAND_TABLE_H

typedef struct Command {
  const char *name;
  const char *summary;
  int (*run)(int argc, char **argv);
} Command;

typedef struct CommandTable {
  const Command *items;
  int count;
  const char *elsewhere;         // the other program
  const char *const *elsewheres; // commands that it has and this one has not, up to NULL
} CommandTable;

// The whole program: all of main. Its name is that of output_set_program.
int command_table_main(const CommandTable *table, int argc, char **argv);

#endif
