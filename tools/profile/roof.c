// From the numbers of a Target, a row of the table or a calibration.
#include "tools/profile/roof.h"

#include <stdio.h>

Roof roof_of(const Target *target, int threads) {
  Roof roof = {.flops_per_second = target_peak_flops(target, 4) * threads};
  double clock = target->clock_ghz * 1e9;
  for (int i = 0; i < target->cache_count; i++) {
    RoofLevel *level = &roof.levels[roof.level_count++];
    snprintf(level->name, sizeof level->name, "L%d", i + 1);
    level->bytes_per_second = target->cache_bytes_per_cycle[i] * clock * threads;
  }
  RoofLevel *memory = &roof.levels[roof.level_count++];
  snprintf(memory->name, sizeof memory->name, "memory");
  memory->bytes_per_second = target->memory_bytes_per_cycle * clock;
  return roof;
}

double roof_seconds(const Roof *roof, const Target *target, ElementType type, double flops,
                    double bytes, const char **out_limit) {
  int level = 0;
  while (level < target->cache_count && bytes > (double)target->cache_bytes[level])
    level++;
  double f32 = target_peak_flops(target, 4);
  double own = target_peak_flops(target, element_type_bytes(type));
  double arithmetic = flops / (roof->flops_per_second * (own / f32));
  double traffic = bytes / roof->levels[level].bytes_per_second;
  *out_limit = arithmetic >= traffic ? "arithmetic" : roof->levels[level].name;
  return arithmetic >= traffic ? arithmetic : traffic;
}
