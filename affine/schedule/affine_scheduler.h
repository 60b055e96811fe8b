// AffineScheduler: what the ways of scheduling share. A way takes statements that share the loops
// outside `level` and puts copies of them out, rewritten; a loop inside is scheduled the same way.
//
// Invariant: a statement that was handed in is never changed; whoever rewrites takes a copy.
#ifndef AUTOTUNE_AFFINE_SCHEDULE_AFFINE_SCHEDULER_H
#define AUTOTUNE_AFFINE_SCHEDULE_AFFINE_SCHEDULER_H

#include "affine/affine_program.h"

// What is worth it: one set for code, one that makes much happen in small nests.
typedef struct AffineLimits {
  double min_points;    // of a linalg op
  int64_t min_split;    // trips of a triangular loop that is tiled
  int64_t dynamic_tile; // of loops whose trips are no multiple of anything
  int64_t min_multiple; // trips that are multiples of less are tiled by dynamic_tile
  int64_t max_short; // up to this a trip that varies is one of a triangle, none of unknown extent
} AffineLimits;

typedef struct AffineScheduler {
  AffineProgram *program;
  Pool *pool; // of all copies and lists
  int copy_count;
  AffineList out;
  const AffineLimits *limits;
  int triangle_tiles;  // triangular tilings around the place at hand
  int time_tiles;      // around the place at hand
  bool has_time_tiles; // anywhere
  uint64_t random;     // not 0: ways and tiles are drawn
  bool has_failed;     // AFFINE_MAX_COPIES were not enough
} AffineScheduler;

// One way to schedule the statements of a loop.
typedef struct AffineWay {
  const char *name;
  // Puts the statements out, from position *next of `level` on, which it advances. False: it does
  // not fit.
  bool (*build)(AffineScheduler *scheduler, const AffineList *in, int level, int *next);
  // Whether it may fit; `is_helped`: a way other than keeping the loop made linalg ops.
  bool (*when)(const AffineScheduler *scheduler, const AffineList *in, int level, bool is_helped);
  double gain; // of the score of what it puts out
} AffineWay;

// --- affine_scheduler.c
AffineStatement *affine_scheduler_copy(AffineScheduler *scheduler,
                                       const AffineStatement *statement);
void affine_scheduler_append(AffineScheduler *scheduler, AffineList *list,
                             AffineStatement *statement);
// Into textual order.
void affine_scheduler_sort(AffineList *list);
// Whether all statements share the loop at `level`.
bool affine_scheduler_all_share(const AffineList *in, int level);
// The statement stands at a position of `level`, and first in the loops inside.
void affine_scheduler_place(AffineStatement *statement, int level, int position);
// Copies of all items.
AffineList affine_scheduler_copy_list(AffineScheduler *scheduler, const AffineList *in);

// --- affine_schedule.c
// Schedules statements that share the loops outside `level`, loop by loop.
void affine_schedule_list(AffineScheduler *scheduler, const AffineList *in, int level, int *next);
// The way that fits always: the loop at `level` stays, and those inside are scheduled.
bool affine_schedule_keep_loop(AffineScheduler *scheduler, const AffineList *in, int level,
                               int *next);

// --- one way a file
bool affine_raise_loops_build(AffineScheduler *scheduler, const AffineList *in, int level,
                              int *next);
bool affine_pad_triangle_build(AffineScheduler *scheduler, const AffineList *in, int level,
                               int *next);
bool affine_tile_triangle_build(AffineScheduler *scheduler, const AffineList *in, int level,
                                int *next);
bool affine_split_build(AffineScheduler *scheduler, const AffineList *in, int level, int *next);
bool affine_tile_time_build(AffineScheduler *scheduler, const AffineList *in, int level, int *next);

// --- affine_raise_loops.c
// Moves the loops from `level` on that can be those of a linalg op innermost and marks them. False
// when they are not worth it.
bool affine_raise_loops_mark(const AffineScheduler *scheduler, AffineStatement *statement,
                             int level);

// --- affine_tile_varying.c: loops whose trips vary with those around them
// Tile of a loop with this trip, and the trips that are left over; -1: they vary.
int64_t affine_tile_varying_pick(const AffineScheduler *scheduler, const AffineForm *trip,
                                 int64_t *out_left);
// Whether the form may be negative somewhere in the outermost `depth` loops.
bool affine_tile_varying_may_be_negative(const AffineStatement *statement, int depth,
                                         const AffineForm *form);
// Whether the trip of the loop is a number at most, whatever the parameters are, though it varies.
bool affine_tile_varying_has_most(const AffineStatement *statement, int loop, int64_t *out_most);
// Tiles every loop from `level` on of a varying trip that is long enough to be worth it, and
// appends the parts.
void affine_tile_varying_split(AffineScheduler *scheduler, const AffineStatement *statement,
                               int level, AffineList *out);

// --- affine_tile_triangle.c
// A tile size for so many trips: a divisor where there is one.
int64_t affine_tile_triangle_size(AffineScheduler *scheduler, int64_t trips, bool is_reorderable);
// Whether bounds of loops inside depend on the loop at `level`.
bool affine_tile_triangle_has_triangle(const AffineList *in, int level);
// Loop `level` becomes the loop over tiles, and the one inside counts in the tile. `left` trips at
// the end are left out.
void affine_tile_triangle_enter(AffineStatement *statement, int level, int64_t tile, int64_t left);
// The last `left` iterations of loop `level` alone.
void affine_tile_triangle_keep_last(AffineStatement *statement, int level, int64_t left);

// Whether the trip of the loop that all share is of parameters and no multiple of anything. Then a
// loop around the tiles runs once, with the number of whole tiles:
//
//   for i = 0 to n                        for q = n / 80
//     for j = 0 to i              ->        for t = 0 to q ...
//                                           for i = 80 * q to n ...
bool affine_tile_triangle_counts(AffineScheduler *scheduler, const AffineList *work, int level,
                                 int64_t *out_tile);
// The statements get these loops, `level` being that of q; returned are those after the tiles.
AffineList affine_tile_triangle_enter_counted(AffineScheduler *scheduler, const AffineList *work,
                                              int level, int64_t tile, int *next);

// --- affine_score.c: what linalg ops are worth
// 4 for a contraction of rectangles, 2 for two loops or more, 1 for one: see affine_costs.def.
double affine_score_statement(const AffineStatement *statement);
// Iterations whose results somebody needs.
double affine_score_points(const AffineStatement *statement);
// Of the statements from `from` on.
double affine_score_list(const AffineList *list, int from);
// The part of the work that is in linalg ops worth having.
double affine_score_coverage(const AffineList *list, bool has_time_tiles);

#endif
