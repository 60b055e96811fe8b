// Output: what the flags --quiet, --verbose and --json say, the same for all commands, and the
// lines that commands write beside their results. Results go to the standard output, all else to
// the standard error stream.
#ifndef AUTOTUNE_TOOLS_OUTPUT_H
#define AUTOTUNE_TOOLS_OUTPUT_H

#include "base/status.h"
#include "records/json.h"

#include <stdbool.h>

typedef struct OutputFlags {
  bool is_quiet;   // no progress and no notes; errors and warnings stay
  bool is_verbose; // notes that say more; is_quiet goes before it
  bool is_json;    // figures as one value of JSON instead of text
} OutputFlags;

// What the lines of this process begin with: "autotune", unless a program of another name says so.
// Lent.
void output_set_program(const char *name);
// That name.
const char *output_program(void);

// A line of the command ("run", "dataset show", "" for none): "autotune COMMAND: TEXT".
__attribute__((format(printf, 2, 3))) void output_error(const char *command, const char *format,
                                                        ...);
// "autotune COMMAND: warning: TEXT".
__attribute__((format(printf, 2, 3))) void output_warning(const char *command, const char *format,
                                                          ...);
// As output_error, of what went well, unless the user wants no notes.
__attribute__((format(printf, 3, 4))) void
output_note(const OutputFlags *output, const char *command, const char *format, ...);

// Before a command measures: reads what the user said of the lock (base/file/timing_lock.h), NULL
// where it has none, and says once what the system does not offer.
Status output_measuring(const OutputFlags *output, const char *command, const char **lock);

// Writes the value, which is taken, to the standard output.
Status output_json(Json *value);

#endif
