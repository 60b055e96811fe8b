// A file as text, for tests.
#ifndef AUTOTUNE_TEST_UNIT_BASE_READ_FILE_H
#define AUTOTUNE_TEST_UNIT_BASE_READ_FILE_H

#include <stdio.h>
#include <stdlib.h>

// The caller frees it. NULL when there is no such file.
static inline char *read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL)
    return NULL;
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  char *text = calloc(1, (size_t)size + 1);
  if (text != NULL && fread(text, 1, (size_t)size, file) != (size_t)size)
    text[0] = 0;
  fclose(file);
  return text;
}

#endif
