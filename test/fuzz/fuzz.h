// What the fuzz targets share. A target is LLVMFuzzerTestOneInput in fuzz_NAME.c; it reads the
// bytes as the parser would and demands (fuzz_demand) what must hold of whatever is accepted.
#ifndef AUTOTUNE_TEST_FUZZ_FUZZ_H
#define AUTOTUNE_TEST_FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

// Ends the process, which the fuzzer reports as a finding.
static inline void fuzz_demand(bool condition, const char *what) {
  if (condition)
    return;
  fprintf(stderr, "violated: %s\n", what);
  abort();
}

// A terminated copy, which the caller frees.
static inline char *fuzz_text(const uint8_t *bytes, size_t size) {
  char *text = malloc(size + 1);
  fuzz_demand(text != NULL, "memory");
  if (size)
    memcpy(text, bytes, size);
  text[size] = '\0';
  return text;
}

typedef struct FuzzFile {
  int descriptor;
  char path[32];
} FuzzFile;

// A file in memory with these bytes.
static inline FuzzFile fuzz_file_open(const uint8_t *bytes, size_t size) {
  FuzzFile file = {.descriptor = memfd_create("fuzz", 0)};
  fuzz_demand(file.descriptor >= 0, "a file in memory");
  fuzz_demand(write(file.descriptor, bytes, size) == (ssize_t)size, "the file is written");
  snprintf(file.path, sizeof file.path, "/proc/self/fd/%d", file.descriptor);
  return file;
}

static inline void fuzz_file_close(FuzzFile *file) { close(file->descriptor); }

#endif
