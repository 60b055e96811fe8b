// Files in memory that the linker reads as /proc/self/fd/N: whatever ends the process, none of them
// is left on a disk.
#ifndef AUTOTUNE_TOOLS_COMPILE_MEMORY_FILE_H
#define AUTOTUNE_TOOLS_COMPILE_MEMORY_FILE_H

#include "base/status.h"

#include <stddef.h>

// Opens a new, empty file for `what`, which errors name ("the weights"). The caller closes it; -1
// on failure.
Status memory_file_open(const char *what, int *out_file);
// Writes all bytes from the offset on; what lies between the end and the offset becomes zero.
Status memory_file_write(int file, const char *what, size_t offset, const char *bytes, size_t size);

#endif
