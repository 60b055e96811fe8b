// Operands as tensor maps.
#include "base/integer.h"
#include "plan/simt/simt_nest.h"

int64_t simt_box_lines(const SimtNest *nest, int operand) {
  int64_t lines = nest->panel_lines[operand];
  return lines <= SIMT_MAP_BOX ? lines : integer_gcd(lines, SIMT_MAP_BOX);
}

// Behind those of smaller strides.
static bool add_dimension(const Workload *workload, const Access *access, int iterator, int64_t box,
                          SimtMap *map) {
  int at = map->rank;
  int64_t stride = access_stride(access, iterator);
  if (at == SIMT_MAP_RANK || stride < 1 || workload_is_unknown(workload, iterator))
    return false;
  for (; at > 0 && map->stride[at - 1] > stride; at--) {
    map->iterator[at] = map->iterator[at - 1];
    map->size[at] = map->size[at - 1];
    map->stride[at] = map->stride[at - 1];
    map->box[at] = map->box[at - 1];
  }
  map->iterator[at] = iterator;
  map->size[at] = workload->extents[iterator];
  map->stride[at] = stride;
  map->box[at] = box;
  map->rank++;
  return true;
}

// What the driver asks for: whole units of 16 bytes, below 2^40, and no dimension within another.
static bool has_strides(const SimtMap *map, int64_t bytes) {
  const int64_t most = (int64_t)1 << 40;
  for (int d = 1; d < map->rank; d++)
    if (map->stride[d] * bytes % SIMT_COPY_BYTES != 0 || map->stride[d] >= most / bytes ||
        map->stride[d] % map->stride[d - 1] != 0 ||
        map->stride[d] < map->size[d - 1] * map->stride[d - 1])
      return false;
  return map->stride[0] == 1;
}

bool simt_map_read(const Workload *workload, const SimtNest *nest, int operand, SimtMap *out_map) {
  const SimtRoles *roles = &nest->roles;
  const Access *access = &workload->accesses[roles->operand[operand]];
  int along = nest->shared_role[operand], across = along == SIMT_K ? operand : SIMT_K;
  SimtMap map = {.rank = 0};
  if (!roles->is_linear[operand] || nest->copy[operand].along != along ||
      roles->iterator[along] < 0 || roles->iterator[across] < 0 ||
      !add_dimension(workload, access, roles->iterator[along], nest->pitch[operand], &map) ||
      !add_dimension(workload, access, roles->iterator[across], simt_box_lines(nest, operand),
                     &map))
    return false;
  for (int b = 0; b < roles->batch_count; b++)
    if (access_uses(access, roles->batch[b]) &&
        !add_dimension(workload, access, roles->batch[b], 1, &map))
      return false;
  if (!has_strides(&map, simt_factor_bytes(nest)) || map.iterator[0] != roles->iterator[along])
    return false;
  while (map.iterator[map.lines] != roles->iterator[across])
    map.lines++;
  *out_map = map;
  return true;
}
