// Roof: the least time that a machine could take for so much arithmetic on so many bytes.
#ifndef AUTOTUNE_TOOLS_PROFILE_ROOF_H
#define AUTOTUNE_TOOLS_PROFILE_ROOF_H

#include "machine/target.h"

enum { ROOF_MAX_LEVELS = TARGET_MAX_CACHES + 1 };

typedef struct RoofLevel {
  char name[8];            // "L1", "memory"
  double bytes_per_second; // that it is read with
} RoofLevel;

typedef struct Roof {
  double flops_per_second; // of f32, or of kernels that have more
  RoofLevel levels[ROOF_MAX_LEVELS];
  int level_count;
} Roof;

// Of a machine with so many threads, each with its own core: arithmetic and caches count for each,
// memory once.
Roof roof_of(const Target *target, int threads);

// Seconds for so much arithmetic, of which all threads do `peak_flops` a second at best, on bytes
// that all lie in the smallest level that holds them. `out_limit`: "arithmetic" or the name of that
// level.
double roof_seconds(const Roof *roof, const Target *target, double peak_flops, double flops,
                    double bytes, const char **out_limit);

#endif
