// OutputFile: a file that is written as a whole. Whatever ends the process, the path has the old
// bytes or the new ones; only a kill that cannot be caught leaves a PATH.NUMBER.part behind. The
// number is random, and nothing that somebody put there is followed or written to.
#ifndef AUTOTUNE_BASE_FILE_OUTPUT_FILE_H
#define AUTOTUNE_BASE_FILE_OUTPUT_FILE_H

#include "base/status.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>

// Whether the path can be written to, to be asked before long work. NULL can.
Status output_file_check(const char *path);

// Writes the file through `write`, which returns false and sets errno when it fails. What is no
// regular file, such as /dev/stdout, is written to directly; a pipe is refused
// (base/file/path_kind.h).
Status output_file_write(const char *path, bool (*write)(FILE *file, const void *user),
                         const void *user);

// The same for a file that `make` makes beside the path, all at once, by a program for instance, in
// a folder that others cannot write to. The path has to be that of a regular file, or of none yet.
// Fails as `make` does.
Status output_file_replace(const char *path, Status (*make)(const char *beside, const void *user),
                           const void *user);

// Between the two, SIGHUP, SIGINT and SIGTERM wait; then the last that came takes its effect. For
// files that belong together; may be nested, in one thread.
enum { OUTPUT_HELD_SIGNALS = 3 };
typedef struct OutputSignals {
  struct sigaction actions[OUTPUT_HELD_SIGNALS];
} OutputSignals;
void output_signals_hold(OutputSignals *out_before);
void output_signals_release(const OutputSignals *before);

#endif
