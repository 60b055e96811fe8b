// From the numbers of a Target, a row of the table or a calibration.
#include "tools/profile/roof.h"

#include "machine/instruction.h"
#include <stdio.h>

Roof roof_of(const Target *target, int threads) {
  const Instruction *f32 = instruction_of(target, ELEMENT_F32, ELEMENT_F32);
  Roof roof = {.flops_per_second = instruction_peak_flops(f32, target, ELEMENT_F32) * threads};
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

double roof_seconds(const Roof *roof, const Target *target, double peak_flops, double flops,
                    double bytes, const char **out_limit) {
  int level = 0;
  while (level < target->cache_count && bytes > (double)target->cache_bytes[level])
    level++;
  double arithmetic = flops / peak_flops;
  double traffic = bytes / roof->levels[level].bytes_per_second;
  *out_limit = arithmetic >= traffic ? "arithmetic" : roof->levels[level].name;
  return arithmetic >= traffic ? arithmetic : traffic;
}
