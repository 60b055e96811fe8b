// Program: another program, run to its end, and what it printed.
#ifndef AUTOTUNE_TOOLS_PROCESS_PROGRAM_H
#define AUTOTUNE_TOOLS_PROCESS_PROGRAM_H

#include <stdbool.h>

typedef struct ProgramRun {
  char *const *arguments; // the name, found on PATH, first; NULL last; no shell reads them
  bool is_shielded;       // Ctrl-C on the terminal does not reach it
  double most_seconds;    // after which it is killed, with all it has started where it is shielded;
                          // 0: never
} ProgramRun;

typedef struct ProgramOutput {
  char *text;        // standard output; owned, terminated
  char failure[400]; // first line of the standard error stream, "" for none
  int code;          // exit code; -1: it was ended
  bool is_late;      // for it took longer than it may
  bool has_run;      // set with an error, too
} ProgramOutput;

// Returns 0, or the errno for which it could not be started, or its output not be read (`has_run`);
// then there is no output.
int program_run(const ProgramRun *run, ProgramOutput *out_output);
void program_output_destroy(ProgramOutput *output);

#endif
