// Tiles of an operand whose neighbours in memory lie along another iterator than those of the
// results: a line of the tile is one of memory, and the threads of a warp read down a column of it,
// whose elements lie in different banks.
#include "transforms/simt/point_emitter.h"

#include <string.h>

static int64_t tile_of(const PointNest *nest, int side) {
  return point_tile(nest, side == 0 ? nest->order[0] : nest->across);
}

static MlirValue is_below(PointEmitter *emitter, int side, MlirValue at) {
  const PointNest *nest = emitter->nest;
  int i = side == 0 ? nest->order[0] : nest->across;
  int64_t extent = emitter->base.group->workload.extents[i];
  return simt_below_extent(&emitter->base, at, i, extent % tile_of(nest, side) == 0);
}

// Element `number` of those of all threads.
static void copy_element(PointEmitter *emitter, int64_t number) {
  IrBuilder *ir = &emitter->base.ir;
  const PointNest *nest = emitter->nest;
  int64_t threads = point_thread_count(nest), line = tile_of(nest, 1);
  int64_t bound = (number + 1) * threads;
  MlirValue at[WORKLOAD_MAX_ITERATORS], from[1 + WORKLOAD_MAX_RANK];
  MlirValue place = simt_add(&emitter->base, emitter->place, number * threads);
  MlirValue to[4] = {{NULL},
                     emitter->tile,
                     simt_quotient(&emitter->base, place, line, bound),
                     simt_rest(&emitter->base, place, line, bound)};
  memcpy(at, emitter->at, sizeof at);
  at[nest->order[0]] = simt_sum(&emitter->base, emitter->origin[0], to[2]);
  at[nest->across] = simt_sum(&emitter->base, emitter->origin[1], to[3]);
  MlirValue is_across = is_below(emitter, 1, at[nest->across]);
  MlirValue is_along = is_below(emitter, 0, at[nest->order[0]]);
  MlirValue exists = simt_both(&emitter->base, is_along, is_across);
  MlirOperation branch = {NULL};
  if (!mlirValueIsNull(exists))
    branch = ir_open_if(ir, exists, 0, NULL);
  from[0] = emitter->read[nest->turned];
  int rank = simt_element(&emitter->base, nest->turned, at, from + 1);
  to[0] = ir_value(ir, "memref.load", mlirShapedTypeGetElementType(mlirValueGetType(from[0])),
                   1 + rank, from, 0, NULL);
  ir_op(ir, "memref.store", 0, NULL, 4, to, 0, NULL);
  if (mlirOperationIsNull(branch))
    return;
  ir_else(ir, branch, 0, NULL);
  ir_close_if(ir, branch, 0, NULL, NULL);
}

void point_fill_tile(PointEmitter *emitter) {
  for (int number = 0; number < emitter->nest->results; number++)
    copy_element(emitter, number);
  simt_barrier(&emitter->base.ir);
}

MlirValue point_place_turned(PointEmitter *emitter, int number) {
  const PointNest *nest = emitter->nest;
  int64_t threads = point_thread_count(nest), lines = tile_of(nest, 0);
  MlirValue column = simt_quotient(&emitter->base, emitter->place, lines, threads);
  emitter->tile_at[0] = simt_rest(&emitter->base, emitter->place, lines, threads);
  emitter->tile_at[1] = simt_add(&emitter->base, column, number * nest->threads[nest->across]);
  emitter->at[nest->across] = simt_sum(&emitter->base, emitter->origin[1], emitter->tile_at[1]);
  return simt_both(&emitter->base, emitter->is_inside,
                   is_below(emitter, 1, emitter->at[nest->across]));
}
