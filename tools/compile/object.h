// Object: the bytes of one object file of a library, and what is made of several.
#ifndef AUTOTUNE_TOOLS_COMPILE_OBJECT_H
#define AUTOTUNE_TOOLS_COMPILE_OBJECT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Object {
  char name[64];     // of the member of an archive
  const void *bytes; // lent
  size_t size;
  int file; // an open file with the same bytes; -1: none
} Object;

#endif
