// A product whose terms are cut into parts: what it is when every part is a batch of its own.
#include "base/integer.h"
#include "plan/schedule_knobs.h"
#include "plan/simt/simt_nest.h"

bool simt_nest_parts(const SimtNest *nest, int64_t count, SimtNest *out_nest) {
  SimtNest parts = *nest;
  SimtRoles *roles = &parts.roles;
  int64_t terms = nest->roles.extent[SIMT_K] / count;
  parts.grid[SIMT_K] = integer_ceil_div(terms, nest->tile[SIMT_K]);
  if (nest->roles.extent[SIMT_K] % count != 0 || terms < nest->tile[SIMT_K] ||
      (!nest->mma && terms % nest->block[SIMT_K] != 0) ||
      (nest->stages > 1 && parts.grid[SIMT_K] < nest->stages))
    return false;
  double results =
      (double)roles->batches * (double)roles->extent[SIMT_M] * (double)roles->extent[SIMT_N];
  roles->bytes += results * ((double)count * (double)element_type_bytes(roles->sum) -
                             (double)element_type_bytes(roles->result));
  roles->extent[SIMT_K] = terms;
  roles->batches = integer_multiply(roles->batches, count);
  *out_nest = parts;
  return roles->batches <= INT32_MAX && simt_block_count(&parts) <= INT32_MAX;
}

void simt_schedule_parts(const Workload *parts, const Schedule *schedule, Schedule *out_schedule) {
  Schedule out;
  schedule_defaults(parts, RULE_DIRECT, &out);
  out.lanes = schedule->lanes;
  out.vector_iterator =
      (int8_t)(schedule->vector_iterator < 0 ? -1 : schedule->vector_iterator + 1);
  out.instruction = schedule->instruction;
  out.stages = schedule->stages;
  out.block[0] = out.tile[0][0] = out.tile[1][0] = 1;
  for (int i = 1; i < parts->iterator_count; i++) {
    out.block[i] = schedule->block[i - 1];
    for (int level = 0; level < TILE_LEVELS; level++)
      out.tile[level][i] = (int32_t)integer_min(schedule->tile[level][i - 1], parts->extents[i]);
  }
  schedule_normalize(parts, &out);
  *out_schedule = out;
}
