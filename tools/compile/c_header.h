// CHeader: the header of a library, which declares its C functions.
#ifndef AUTOTUNE_TOOLS_COMPILE_C_HEADER_H
#define AUTOTUNE_TOOLS_COMPILE_C_HEADER_H

#include "tools/compile/c_interface.h"

#include <stdbool.h>
#include <stdio.h>

// Sets the version of an interface that was just made.
void c_header_set_version(CInterface *interface);

// Strides that are left open are row-major.
bool c_header_is_row_major(const ValueType *value);

// Writes the header, `processor` being what the code was compiled for. False when writing fails.
bool c_header_write(const CInterface *interface, const char *processor, FILE *file);

#endif
