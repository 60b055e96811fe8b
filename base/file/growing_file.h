// GrowingFile: a text file that a command adds whole entries to, one writer at a time. A kill
// leaves a part of the last entry at most, which the next writer cuts off.
#ifndef AUTOTUNE_BASE_FILE_GROWING_FILE_H
#define AUTOTUNE_BASE_FILE_GROWING_FILE_H

#include "base/status.h"

#include <stdint.h>
#include <stdio.h>

// What such files are, in words and in their first line. Lent.
typedef struct GrowingKind {
  const char *command; // that adds: "autotune-lab fusion collect"
  const char *entries; // "programs"
  void (*put_header)(FILE *file);
} GrowingKind;

typedef struct GrowingFile {
  const GrowingKind *kind;
  const char *path; // lent
  int descriptor;   // that holds the lock; -1: not open
} GrowingFile;

// Makes the file with its header when it is missing. STATUS_USAGE where it is compressed, cannot be
// written, or another process adds to it. Close whatever the result.
Status growing_file_open(const char *path, const GrowingKind *kind, GrowingFile *out_file);
void growing_file_close(GrowingFile *file);

// Bytes that it has now.
Status growing_file_size(const GrowingFile *file, int64_t *out_bytes);
// Cuts off what lies behind the first `bytes`; 0 leaves the header.
Status growing_file_cut(const GrowingFile *file, int64_t bytes);
// Adds what `put` writes.
Status growing_file_append(const GrowingFile *file, void (*put)(FILE *file, const void *user),
                           const void *user);

#endif
