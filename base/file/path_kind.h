// PathKind: what a path that a user names may be. Opening a pipe waits for somebody at its other
// end, and a device may never end, so both are refused before they are opened.
#ifndef AUTOTUNE_BASE_FILE_PATH_KIND_H
#define AUTOTUNE_BASE_FILE_PATH_KIND_H

#include "base/status.h"

#include <stdio.h>

typedef enum PathUse {
  PATH_READ,   // a regular file, or a stream that this process has: /dev/stdin, /dev/fd/N
  PATH_WRITE,  // the same, or a device such as /dev/null
  PATH_UPDATE, // read and written: a regular file only
} PathUse;

// What is wrong with the path, as the end of a sentence about it: "is a pipe, not a file".
// NULL: nothing is. A path that is not there and a folder are left to those who open it.
const char *path_refusal(const char *path, PathUse use);

// STATUS_USAGE with the path, that sentence and the remedy.
Status path_check(const char *path, PathUse use);

// Opens a file of text to be read; STATUS_USAGE with the path and why that cannot be.
Status path_open(const char *path, FILE **out_file);

#endif
