// The manifest of a pack (scripts/gpu/prepare): workloads, and kernels of them.
#ifndef AUTOTUNE_SCRIPTS_GPU_MANIFEST_H
#define AUTOTUNE_SCRIPTS_GPU_MANIFEST_H

#include "elements.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_LETTERS = 10, OPERANDS = 3, SAMPLES = 200, MAP_RANK = 5, MOST_MAPS = 2, MOST_OPERANDS = 8 };

static void stop(const char *what, int error) {
  fprintf(stderr, "runner: %s (error %d)\n", what, error);
  exit(1);
}

// A tensor map that the kernel takes by value in place of an operand, in the numbers of cuTensorMapEncodeTiled; strides are bytes.
typedef struct Map {
  int operand, type, swizzle, rank;
  uint64_t size[MAP_RANK], stride[MAP_RANK];
  uint32_t box[MAP_RANK];
} Map;

// A sum of products: its iterators, and how far each moves in the left operand, the right one and the results.
typedef struct Workload {
  char name[128];
  Element type[OPERANDS];
  int64_t elements[OPERANDS];
  int letters;
  int64_t size[MAX_LETTERS], stride[MAX_LETTERS][OPERANDS];
  bool is_reduction[MAX_LETTERS];
  void *host[OPERANDS];
  uint64_t device[OPERANDS];
  int64_t at[SAMPLES]; // results that are compared, and the bits that they should have
  uint32_t expected[SAMPLES];
  uint64_t hash; // of all results of a kernel that was right; 0: none yet
} Workload;

typedef struct Kernel {
  char file[64], symbol[64], origin[16], *about; // about: what the row repeats
  unsigned sizes[6], shared; // grid, then block
  int operands[MOST_OPERANDS], operand_count; // of the workload, in the order of the parameters
  Map maps[MOST_MAPS];
  int map_count;
} Kernel;

static void stop_at(const char *at) {
  fprintf(stderr, "runner: the manifest is wrong at \"%.40s\"; make the pack again by scripts/gpu/prepare\n", at);
  exit(1);
}

// The number that comes next.
static int64_t number_from(char **at, int64_t least, int64_t most) {
  char *text = *at;
  int64_t number = strtoll(text, at, 10);
  if (*at == text || number < least || number > most)
    stop_at(text);
  return number;
}

// "W NAME  TYPE x 3  ELEMENTS x 3  LETTERS  then of each: SIZE IS_REDUCTION STRIDE x 3"
static void read_workload(char *line, Workload *work) {
  char *at = line + strcspn(line, " ");
  int64_t last[OPERANDS] = {0};
  *work = (Workload){.letters = 0};
  at += strspn(at, " ");
  snprintf(work->name, sizeof work->name, "%.*s", (int)strcspn(at, " "), at);
  at += strcspn(at, " ");
  for (int o = 0; o < OPERANDS; o++)
    if ((work->type[o] = read_element(&at)) == ELEMENTS)
      stop("an element type in the manifest that is not known", o);
  for (int o = 0; o < OPERANDS; o++)
    work->elements[o] = number_from(&at, 1, INT32_MAX);
  work->letters = (int)number_from(&at, 1, MAX_LETTERS);
  for (int l = 0; l < work->letters; l++) {
    work->size[l] = number_from(&at, 1, INT32_MAX);
    work->is_reduction[l] = number_from(&at, 0, 1) != 0;
    for (int o = 0; o < OPERANDS; o++) {
      work->stride[l][o] = number_from(&at, 0, INT32_MAX);
      last[o] += (work->size[l] - 1) * work->stride[l][o];
      if (last[o] >= work->elements[o])
        stop_at(line);
    }
  }
}

// "MAPS  then of each: OPERAND TYPE SWIZZLE RANK  then of each dimension: SIZE STRIDE BOX"
static void read_maps(char **at, Kernel *kernel) {
  enum { LAST_TYPE = 15, LAST_SWIZZLE = 3, MOST_BOX = 256 };
  kernel->map_count = (int)number_from(at, 0, MOST_MAPS);
  for (int m = 0; m < kernel->map_count; m++) {
    Map *map = &kernel->maps[m];
    map->operand = (int)number_from(at, 0, kernel->operand_count - 1);
    map->type = (int)number_from(at, 0, LAST_TYPE);
    map->swizzle = (int)number_from(at, 0, LAST_SWIZZLE);
    map->rank = (int)number_from(at, 1, MAP_RANK);
    for (int d = 0; d < map->rank; d++) {
      map->size[d] = (uint64_t)number_from(at, 1, INT32_MAX);
      map->stride[d] = (uint64_t)number_from(at, 1, INT64_MAX - 1);
      map->box[d] = (uint32_t)number_from(at, 1, MOST_BOX);
    }
  }
}

// "K FILE SYMBOL ORIGIN  GRID x 3  BLOCK x 3  SHARED  OPERANDS  then each  MAPS  then each;  ABOUT"
static void read_kernel(char *line, Kernel *kernel) {
  int used = 0;
  if (sscanf(line, "K %63s %63s %15s%n", kernel->file, kernel->symbol, kernel->origin, &used) != 3)
    stop_at(line);
  char *at = line + used;
  for (int d = 0; d < 6; d++)
    kernel->sizes[d] = (unsigned)number_from(&at, 1, INT32_MAX);
  kernel->shared = (unsigned)number_from(&at, 0, INT32_MAX);
  kernel->operand_count = (int)number_from(&at, 1, MOST_OPERANDS);
  for (int o = 0; o < kernel->operand_count; o++)
    kernel->operands[o] = (int)number_from(&at, 0, OPERANDS - 1);
  read_maps(&at, kernel);
  kernel->about = *at ? at + 1 : at;
}

#endif
