// Panel: what the files share that fill a panel.
#ifndef AUTOTUNE_TRANSFORMS_KERNEL_EMIT_PANEL_H
#define AUTOTUNE_TRANSFORMS_KERNEL_EMIT_PANEL_H

#include "transforms/kernel/emitter.h"

typedef struct Panel {
  Emitter *emitter;
  int pack;
  const PackedBuffer *packed;
  const Access *access;
  int lane;          // iterator with a LANE dimension, or -1
  int64_t lane_size; // of the current block: iterations that exist
  int64_t lane_end;  // and those to fill; beyond lane_size, copies of the last that exists
  // Where the panel is written. The source is read at the emitter's base, which stays inside the
  // extent where REMAINDER_PAD fills the panel beyond it.
  Position at[WORKLOAD_MAX_ITERATORS];
  int run;             // iterator along which the source is contiguous, or -1
  int64_t group_valid; // neighbours of an interleaved group that exist
  int64_t block;       // of the lane iterator
  int64_t tile_at;     // where a row of a tile lies in it
  int lanes;
  MlirValue *slot;
} Panel;

static inline int64_t panel_source_stride(const Panel *panel, int iterator) {
  return access_stride(panel->access, iterator);
}
// emit_panel.c: writes at the current position plus offset.
void panel_write(Panel *panel, const int64_t *offset, MlirValue vector, int valid);
// emit_panel_tile.c: the tile at the current position.
void panel_copy_tile(Panel *panel);

#endif
