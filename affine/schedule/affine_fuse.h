// Fusion: loops that stand side by side become one, so that what one of them has written or read
// is still in a register or in the cache when the other wants it.
#ifndef AUTOTUNE_AFFINE_SCHEDULE_AFFINE_FUSE_H
#define AUTOTUNE_AFFINE_SCHEDULE_AFFINE_FUSE_H

#include "affine/affine_program.h"
#include "affine/analysis/affine_dependence.h"

// Two neighbours that share an array and have equal loops, but a dependence forbids to fuse them.
typedef struct AffineRefusal {
  int first, second; // statements: one of each, by id
  AffineDependence dependence;
} AffineRefusal;

enum { AFFINE_MAX_REFUSALS = 8 };

typedef struct AffineFusions {
  int refusal_count;
  AffineRefusal refusals[AFFINE_MAX_REFUSALS];
} AffineFusions;

// How neighbours are fused.
typedef struct AffineFuseOptions {
  // Greater than 0: the outermost loops are cut into tiles of so many iterations, and only the
  // loops over tiles are fused. What stands inside a tile keeps loops of its own.
  int64_t tile;
  bool is_shallow; // loops inside of fused ones stay apart
  int lanes;       // iterations of a fused loop that will be done at once; 0: one
  uint64_t seed;   // not 0: any legal fusion may be done, paying or not
} AffineFuseOptions;

// Fuses neighbours from the outermost loops inwards, as deep as it is legal, where that saves
// memory traffic and takes no vectors away, and sets program->is_fused. `out_fusions` may be null.
// False when nothing was fused; the program is then to be thrown away.
bool affine_fuse_program(AffineProgram *program, const AffineFuseOptions *options,
                         AffineFusions *out_fusions);

// Whether statements share all their loops, and elements in there: a single pass over memory, of
// which one linalg op per statement would make several.
bool affine_fuse_has_passes(const AffineProgram *program);

#endif
