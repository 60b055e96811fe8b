// A ladder of loops over pieces:
//
//   %r = matmul(%a, %b)      ->   for %i = n mod 64 - 64 to n step 64: 64 rows from max(%i, 0)
//                                 for %i = n mod 16 - 16 to n step 16: 16 rows, where n < 64
//                                 for %i = 0 to n             step 4:  4 rows from min(%i, n - 4)
//                                 for %i = 0 to n             step 1:  1 row, where n < 4
//
// Of the first 64 rows those are asked for that no later piece computes.
#include "transforms/cut_mark.h"
#include "transforms/dynamic/sized_builder.h"
#include "transforms/dynamic/sized_shared.h"
#include "transforms/piece_range.h"

#include <stdlib.h>
#include <string.h>

enum { FEW_ROWS = 4, FEW_SHARE = 4 }; // few register tiles, so that less is to be looked at

static MlirOperation close_pieces(Build *build) {
  MlirOperation loop = ir_close_for(&build->ir, build->carried_count, build->values);
  if (!build->is_of_known)
    cut_mark_write_loop(loop);
  return loop;
}

// What threads share: every one writes its pieces of the results.
static void build_shared(Build *build, PieceBuilder *build_body) {
  IrBuilder *ir = &build->ir;
  SharedLoop loop = {build->known - build->known % build->size, build->size, build->threads,
                     build->carried_count};
  MlirValue *before = ir_zeroed((size_t)loop.count, sizeof *before);
  Piece *pieces = ir_zeroed((size_t)loop.count, sizeof *pieces);
  memcpy(before, build->values, (size_t)loop.count * sizeof *before);
  build->offset = sized_open_shared(ir, &loop, build->values);
  build_body(build);
  for (int c = 0; c < loop.count; c++)
    pieces[c] = sized_piece_of_carried(build, c);
  sized_close_shared(ir, &loop, before, pieces, build->values);
  free(pieces);
  free(before);
}

// Pieces that end with the extent, where one fits into what is behind `low`, which is 0 or the
// extent. Returns what they leave: nothing, or all of it.
static MlirValue build_to_end(Build *build, MlirValue low, MlirValue extent,
                              PieceBuilder *build_body) {
  IrBuilder *ir = &build->ir;
  MlirValue size = ir_index(ir, build->size);
  MlirValue fits =
      ir_compare_index(ir, INTEGER_GREATER_EQUAL, ir_binary(ir, "arith.subi", extent, low), size);
  MlirValue first = ir_select(ir, fits, piece_range_first(ir, extent, build->size), extent);
  MlirValue at = ir_open_for(ir, first, extent, size, build->carried_count, build->values);
  build->offset = ir_binary(ir, "arith.maxsi", at, ir_index(ir, 0));
  build->is_first = true;
  build_body(build);
  build->is_first = false;
  cut_mark_write_partial(close_pieces(build), CUT_FIRST, -1, 0, false);
  return ir_select(ir, fits, extent, low);
}

void sized_build_loops(Build *build, MlirValue extent, const SizedLadder *ladder,
                       PieceBuilder *build_body) {
  IrBuilder *ir = &build->ir;
  MlirValue low = ir_index(ir, 0);
  for (int k = 0; k < ladder->count; k++) {
    bool is_last = k == ladder->count - 1;
    build->size = ladder->sizes[k];
    build->share = k == 0 ? 1 : ladder->count;
    if (ladder->ends > 0 && build->size >= ladder->ends) {
      low = build_to_end(build, low, extent, build_body);
      continue;
    }
    bool is_shared = k == 0 && build->threads > 1;
    bool overlaps = build->size <= ladder->overlaps && build->size > 1 && !is_shared;
    MlirValue size = ir_index(ir, build->size), high = extent;
    // An op on memrefs is the only one of its group.
    const SizedOp *op = build->group ? &build->group->block->ops[build->group->first] : NULL;
    bool copies = overlaps && ladder->copies, has_rooms = copies && op->result_count == 0;
    build->chooses = has_rooms && ladder->chooses;
    if (copies && ladder->copies_last && !build->chooses) {
      MlirValue whole = piece_range_whole(ir, extent, build->known, build->size);
      build->offset = ir_open_for(ir, low, whole, size, build->carried_count, build->values);
      build_body(build);
      close_pieces(build);
      low = ir_binary(ir, "arith.maxsi", low, whole);
    }
    if (overlaps)
      high = piece_range_all_or_none(ir, low, extent, build->size);
    else if (!is_last)
      high = piece_range_whole(ir, extent, build->known, build->size);
    if (is_shared) {
      build_shared(build, build_body);
    } else {
      if (has_rooms)
        build->copies =
            sized_copies_open(ir, op, build->group->loops[build->group->first], build->size);
      MlirValue last = overlaps ? ir_binary(ir, "arith.subi", extent, size) : low;
      build->offset = ir_open_for(ir, low, high, size, build->carried_count, build->values);
      MlirValue at = build->offset;
      if (overlaps)
        build->offset = ir_binary(ir, "arith.minsi", at, last);
      if (copies)
        build->left = ir_binary(ir, "arith.subi", at, build->offset);
      build_body(build);
      build->left = (MlirValue){NULL};
      close_pieces(build);
      if (has_rooms)
        sized_copies_close(ir, &build->copies);
    }
    low = high;
  }
}

// Of `left` steps, which are bits, those of the last piece of `size` where more than `fewer` are
// left: what is expected, else any.
static uint64_t rests_of(uint64_t left, int64_t size, int64_t fewer) {
  uint64_t any = UINT64_MAX >> (64 - size) & UINT64_MAX << fewer, rests = 0;
  for (int64_t n = fewer; n < 64; n++)
    rests |= left >> n & 1 ? UINT64_C(1) << n % size : 0;
  return rests ? rests : any;
}

// A loop over pieces of copies from `low` on, whose last one has what is there.
static void build_rests(Build *build, MlirValue low, MlirValue high, PieceBuilder *build_body) {
  IrBuilder *ir = &build->ir;
  MlirValue size = ir_index(ir, build->size);
  build->offset = ir_open_for(ir, low, high, size, build->carried_count, build->values);
  build->rest =
      ir_binary(ir, "arith.minsi", ir_binary(ir, "arith.subi", high, build->offset), size);
  build_body(build);
  cut_mark_write_partial(close_pieces(build), CUT_REST, -1, 0, false);
  build->rest = (MlirValue){NULL};
}

// All steps at once, in a loop of one trip where they are more than a piece has and of none where
// not; returns where it ends.
static MlirValue build_many(Build *build, MlirValue extent, PieceBuilder *build_body) {
  IrBuilder *ir = &build->ir;
  MlirValue none = ir_index(ir, 0), one = ir_index(ir, 1);
  MlirValue are_many = ir_compare_index(ir, INTEGER_GREATER, extent, ir_index(ir, build->size));
  MlirValue trips = ir_select(ir, are_many, one, none);
  ir_open_for(ir, none, trips, one, build->carried_count, build->values);
  build->is_whole = true;
  build_body(build);
  build->is_whole = false;
  ir_close_for(ir, build->carried_count, build->values);
  return ir_select(ir, are_many, extent, none);
}

// Whole pieces of the largest size; returns where they end.
static MlirValue build_largest(Build *build, MlirValue extent, const SizedLadder *ladder,
                               PieceBuilder *build_body) {
  IrBuilder *ir = &build->ir;
  SizedLadder largest = {.count = 1, .sizes = {ladder->sizes[0]}};
  build->share = 1;
  build->size = ladder->sizes[0];
  if (ladder->has_many)
    return build_many(build, extent, build_body);
  if (ladder->ends > 0)
    return build_to_end(build, ir_index(ir, 0), extent, build_body);
  MlirValue whole = piece_range_whole(ir, extent, build->known, build->size);
  sized_build_loops(build, whole, &largest, build_body);
  return whole;
}

// Steps that the pieces behind those of `sizes[k]` take, or none.
static int64_t fewer_of(const SizedLadder *ladder, int k) {
  return k + 1 < ladder->count ? ladder->sizes[k + 1] : 0;
}

// Whole pieces have the marks of copies of the same size, so that one kernel is chosen for both.
void sized_build_padded(Build *build, MlirValue extent, const SizedLadder *ladder,
                        PieceBuilder *build_body) {
  IrBuilder *ir = &build->ir;
  // Of many steps at once there is no kernel of whole pieces of the same operands.
  build->has_twin = !ladder->has_many && ladder->ends > 0 && ladder->left == 0 &&
                    ladder->whole == 1 && ladder->count > 1 && ladder->sizes[1] == ladder->sizes[0];
  build->rests = build->has_twin ? rests_of(0, ladder->sizes[0], fewer_of(ladder, 1)) : 0;
  MlirValue low =
      ladder->whole > 0 ? build_largest(build, extent, ladder, build_body) : ir_index(ir, 0);
  for (int k = ladder->whole; k < ladder->count; k++) {
    int64_t fewer = fewer_of(ladder, k);
    MlirValue left = ir_binary(ir, "arith.subi", extent, low), high = extent;
    if (fewer > 0)
      high = ir_select(ir, ir_compare_index(ir, INTEGER_GREATER, left, ir_index(ir, fewer)), extent,
                       low);
    build->size = ladder->sizes[k];
    build->share = k <= ladder->whole || build->size > FEW_ROWS ? 1 : FEW_SHARE;
    if (build->size > 1) {
      build->rests = rests_of(ladder->left, build->size, fewer);
      build_rests(build, low, high, build_body);
    } else {
      MlirValue one = ir_index(ir, 1);
      build->offset = ir_open_for(ir, low, high, one, build->carried_count, build->values);
      build_body(build);
      close_pieces(build);
    }
    low = high;
  }
}
