// RegisterTile: what the files share that build one register tile. Accumulators are ordered by
// point of the tile (parallel iterators, last one fastest), then segment, then accumulator of the
// anchor.
//
// Under REMAINDER_PAD the last tile reaches beyond the extent. All its points are evaluated, on
// packed operands; only those that exist are read from or written to anything else. The tile is
// cut in two along each padded iterator, and what lies beyond the remainder stands in an scf.if.
#ifndef AUTOTUNE_TRANSFORMS_KERNEL_REGISTER_TILE_H
#define AUTOTUNE_TRANSFORMS_KERNEL_REGISTER_TILE_H

#include "transforms/kernel/emitter.h"

typedef struct Kernel {
  MlirValue accumulators[EMIT_MAX_ACCUMULATORS];
  int count;
  int sets;    // accumulator sets per point: segments of the tile, or independent partial results
  int per_set; // accumulators of the anchor
  int sums[2]; // of a dot product: the first accumulator that holds sums of its left, right operand
  bool reduces_lanes; // the rule's: lanes of one accumulator belong to one output element
  int64_t size[WORKLOAD_MAX_ITERATORS]; // of the whole register tile
  Segment segments[EMIT_MAX_SEGMENTS];  // of the vector iterator
  int first_segment, segment_end;       // those of the part in force
} Kernel;

typedef void (*KernelPart)(Emitter *emitter, Kernel *kernel, void *payload);

typedef struct Parts {
  IteratorKind kind; // of the iterators to cut
  Carried carried;   // values that a part may change
  KernelPart part;
  void *payload;
} Parts;

// Whether the current visit of a register tile is the first or the last of a split reduction.
typedef struct Visit {
  enum { VISIT_NEVER, VISIT_ALWAYS, VISIT_DYNAMIC } kind;
  MlirValue value; // i1, VISIT_DYNAMIC only
} Visit;

typedef struct Visits {
  Visit first, last;
} Visits;

// emit_tile.c
Point tile_first_point(const Emitter *emitter);
// The next combination of offsets in force of all iterators of a kind but the vector one.
bool tile_next_parallel(const Emitter *emitter, Point *point);
bool tile_next_reduction(const Emitter *emitter, Point *point);
// Iterations of the vector iterator in one vector.
int64_t tile_vector_step(const Emitter *emitter);
// The segments of the tile in force.
void tile_set_segments(Emitter *emitter, Kernel *kernel);
void tile_set_segment(const Emitter *emitter, Point *point, Segment segment);
// The first accumulator of a point, for its first segment.
int tile_accumulator_of(const Emitter *emitter, const Kernel *kernel, const Point *point);
MlirType tile_vector_of(Emitter *emitter, int accumulator, int lanes);
Carried tile_accumulators(Kernel *kernel);
// The same, and the outputs that the body stores.
Carried tile_carried(Emitter *emitter, Kernel *kernel);
// Runs the part for the points that every tile has, then, where the tile is whole, for the others,
// from iterator `i` on.
void tile_run_parts(Emitter *emitter, Kernel *kernel, const Parts *parts, int i);

// emit_sums.c
// One evaluation by the dot product, for segment `s` of the point whose accumulators are at `at`.
void tile_add_products(Emitter *emitter, Kernel *kernel, const Point *point, int at, int s);
// Sums of zero behind the accumulators; returns how many values there are then.
int tile_open_sums(Emitter *emitter, Kernel *kernel);
// Takes away what was added to single values.
void tile_close_sums(Emitter *emitter, Kernel *kernel);

// Adds up a group of products that the body scales: `add_up` adds the integers to accumulators that
// start at zero, and the results take their place.
void tile_add_group(Emitter *emitter, Kernel *kernel, KernelPart add_up);

// emit_matrix.c: products in tiles.
// A KernelPart, without a payload: evaluations on the tiles of sums that the accumulators are.
void tile_multiply(Emitter *emitter, Kernel *kernel, void *payload);
// The accumulators become tiles of zeros.
void tile_open_matrix(Emitter *emitter, Kernel *kernel);
// Adds the sums of `count` tiles to the accumulators, vectors again.
void tile_close_matrix(Emitter *emitter, Kernel *kernel, const MlirValue *tiles, int count);

// emit_evaluate.c: a KernelPart, without a payload.
void tile_evaluate(Emitter *emitter, Kernel *kernel, void *payload);

// emit_start.c
// Initial values for one point and segment, of every accumulator of the anchor.
void tile_initial_values(Emitter *emitter, const Point *point, bool spilled, MlirValue *out);
// `spilled`: what rests in the outputs since the visit before.
void tile_start(Emitter *emitter, Kernel *kernel, bool spilled);
// Picks between the first visit of a tile and the later ones at run time.
void tile_start_split(Emitter *emitter, Kernel *kernel, MlirValue first);

// emit_finish.c: a KernelPart, whose payload is the Visits.
void tile_finish(Emitter *emitter, Kernel *kernel, void *payload);
Carried tile_outputs(Emitter *emitter);

#endif
