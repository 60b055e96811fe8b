// The manifest of a pack (scripts/gpu/prepare): workloads, and kernels of them.
#ifndef AUTOTUNE_SCRIPTS_GPU_MANIFEST_H
#define AUTOTUNE_SCRIPTS_GPU_MANIFEST_H

#include "elements.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_LETTERS = 10, OPERANDS = 3, SAMPLES = 200, MAP_RANK = 5, MOST_MAPS = 2 };

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
  int operands[8], operand_count; // of the workload, in the order of the parameters
  Map maps[MOST_MAPS];
  int map_count;
} Kernel;


static int64_t number_after(char **at) { return strtoll(*at, at, 10); }

// "W NAME  TYPE x 3  ELEMENTS x 3  LETTERS  then of each: SIZE IS_REDUCTION STRIDE x 3"
static void read_workload(char *line, Workload *work) {
  char *at = line + 2;
  *work = (Workload){.letters = 0};
  snprintf(work->name, sizeof work->name, "%.*s", (int)strcspn(at, " "), at);
  at += strcspn(at, " ");
  for (int o = 0; o < OPERANDS; o++)
    if ((work->type[o] = read_element(&at)) == ELEMENTS)
      stop("an element type in the manifest that is not known", o);
  for (int o = 0; o < OPERANDS; o++)
    work->elements[o] = number_after(&at);
  work->letters = (int)number_after(&at);
  if (work->letters > MAX_LETTERS)
    stop("too many iterators in the manifest", work->letters);
  for (int l = 0; l < work->letters; l++) {
    work->size[l] = number_after(&at);
    work->is_reduction[l] = number_after(&at) != 0;
    for (int o = 0; o < OPERANDS; o++)
      work->stride[l][o] = number_after(&at);
  }
}

// "MAPS  then of each: OPERAND TYPE SWIZZLE RANK  then of each dimension: SIZE STRIDE BOX"
static bool read_maps(char **at, Kernel *kernel) {
  kernel->map_count = (int)number_after(at);
  for (int m = 0; m < kernel->map_count && m < MOST_MAPS; m++) {
    Map *map = &kernel->maps[m];
    map->operand = (int)number_after(at);
    map->type = (int)number_after(at);
    map->swizzle = (int)number_after(at);
    map->rank = (int)number_after(at);
    for (int d = 0; d < map->rank && d < MAP_RANK; d++) {
      map->size[d] = (uint64_t)number_after(at);
      map->stride[d] = (uint64_t)number_after(at);
      map->box[d] = (uint32_t)number_after(at);
    }
    if (map->rank > MAP_RANK || map->operand >= kernel->operand_count)
      return false;
  }
  return kernel->map_count <= MOST_MAPS;
}

// "K FILE SYMBOL ORIGIN  GRID x 3  BLOCK x 3  SHARED  OPERANDS  then each  MAPS  then each;  ABOUT"
static bool read_kernel(char *line, Kernel *kernel) {
  int used = 0;
  if (sscanf(line, "K %63s %63s %15s%n", kernel->file, kernel->symbol, kernel->origin, &used) != 3)
    return false;
  char *at = line + used;
  for (int d = 0; d < 6; d++)
    kernel->sizes[d] = (unsigned)number_after(&at);
  kernel->shared = (unsigned)number_after(&at);
  kernel->operand_count = (int)number_after(&at);
  for (int o = 0; o < kernel->operand_count && o < 8; o++)
    kernel->operands[o] = (int)number_after(&at);
  if (!read_maps(&at, kernel))
    return false;
  kernel->about = *at ? at + 1 : at;
  return kernel->operand_count <= 8;
}

#endif
