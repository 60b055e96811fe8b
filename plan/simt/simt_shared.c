// Tiles of operands: by which loads they come to shared memory, and where they lie there.
#include "base/integer.h"
#include "plan/simt/simt_nest.h"

// Everything but the iterator moves the element by whole vectors, and so does the first element.
static bool is_aligned(const Workload *workload, const Access *access, int along, int width) {
  int64_t constant = 0;
  for (int d = 0; d < access->rank; d++)
    constant += access->strides[d] * access->index[d].constant;
  for (int i = 0; i < workload->iterator_count; i++)
    if (i != along && access_stride(access, i) % width != 0)
      return false;
  return constant % width == 0 && workload->extents[along] % width == 0;
}

// Without a direction of neighbours it goes along its own, which what reads it wants.
static SimtCopy copy_of(const Workload *workload, const SimtNest *nest, int own) {
  const Access *a = &workload->accesses[nest->roles.operand[own]];
  SimtCopy copy = {.along = own, .width = 1};
  const int roles[] = {own, SIMT_K};
  for (int r = 0; r < 2; r++) {
    int i = nest->roles.iterator[roles[r]];
    int64_t span = roles[r] == own ? simt_rows(nest, own) : nest->tile[SIMT_K];
    if (i < 0 || access_stride(a, i) != 1)
      continue;
    copy.along = roles[r];
    for (int width = 2; width * simt_factor_bytes(nest) <= SIMT_COPY_BYTES; width *= 2)
      if (span % width == 0 && nest->roles.run[own] % width == 0 &&
          (nest->grid[roles[r]] == 1 || nest->tile[roles[r]] % width == 0) &&
          is_aligned(workload, a, i, width))
        copy.width = width;
    break;
  }
  return copy;
}

// Panels of an operand of warpgroups, as PTX ISA, "Shared Memory Matrix Layout", calls them with a
// swizzle: their lines hold terms of a row, or, of 2 bytes, rows of a term, of one warpgroup alone.
static void lay_panels(SimtNest *nest, int o) {
  enum { LONGEST = 128, SHORTEST = 32 };
  int64_t bytes = simt_factor_bytes(nest), rows = simt_rows(nest, o), steps = nest->tile[SIMT_K];
  bool is_along_steps =
      nest->copy[o].along == SIMT_K || bytes != 2 || nest->block[o] * bytes % SHORTEST != 0;
  int64_t run = bytes * (is_along_steps ? steps : nest->block[o]), width = LONGEST;
  while (run % width != 0)
    width /= 2;
  nest->shared_role[o] = is_along_steps ? SIMT_K : o;
  nest->pitch[o] = width / bytes;
  nest->panel_lines[o] = is_along_steps ? rows : steps;
  nest->lines[o] = nest->panel_lines[o] * (is_along_steps ? steps : rows) / nest->pitch[o];
}

// Threads that multiply and add read rows, matrices are read along whatever lies side by side in
// memory. A tile that is written down its columns has its lines apart by a vector, so that the
// threads of a warp write to more banks, and so has one that is read as matrices: 8 lines of them
// begin in different banks.
static void lay_lines(SimtNest *nest, int o) {
  int64_t unit = SIMT_COPY_BYTES / simt_factor_bytes(nest);
  int64_t rows = simt_rows(nest, o), steps = nest->tile[SIMT_K];
  nest->shared_role[o] = nest->mma ? nest->copy[o].along : o;
  bool is_along_steps = nest->shared_role[o] == SIMT_K;
  bool has_gap = nest->mma || nest->copy[o].along == SIMT_K;
  nest->lines[o] = is_along_steps ? rows : steps;
  nest->pitch[o] = integer_round_up(is_along_steps ? steps : rows, unit) + (has_gap ? unit : 0);
}

void simt_add_copies(const Workload *workload, SimtNest *nest) {
  nest->shared_bytes = simt_has_warpgroups(nest) ? SIMT_PANEL_BYTES : 0;
  for (int o = 0; o < SIMT_OPERANDS; o++) {
    nest->copy[o] = copy_of(workload, nest, o);
    (simt_has_warpgroups(nest) ? lay_panels : lay_lines)(nest, o);
    // Whole words that lie in shared memory as in memory.
    SimtMap map;
    nest->is_bulk[o] = nest->mma && nest->mma->is_bulk && simt_map_read(workload, nest, o, &map);
    nest->is_asynchronous[o] = !nest->is_bulk[o] && nest->stages > 1 &&
                               nest->copy[o].along == nest->shared_role[o] &&
                               nest->copy[o].width * simt_factor_bytes(nest) >= SIMT_REGISTER_BYTES;
    nest->shared_bytes += simt_factor_bytes(nest) * nest->pitch[o] * nest->lines[o] * nest->stages;
  }
  if (simt_has_bulk(nest))
    nest->shared_bytes += (int64_t)SIMT_BARRIER_BYTES * nest->stages;
}

int64_t simt_copy_count(const SimtNest *nest, int operand) {
  if (nest->is_bulk[operand])
    return 0;
  return integer_ceil_div(simt_rows(nest, operand) * nest->tile[SIMT_K],
                          nest->copy[operand].width * simt_thread_count(nest));
}
