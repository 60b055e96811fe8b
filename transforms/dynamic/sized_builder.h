// Build: what the loops over pieces of an extent are made from, while they are.
#ifndef AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_BUILDER_H
#define AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_BUILDER_H

#include "transforms/dynamic/sized_ladder.h"
#include "transforms/dynamic/sized_repeat.h"
#include "transforms/dynamic/sized_slice.h"

enum { BUILD_MAX_CARRIED = SIZED_GROUP_MAX * SIZED_OP_MAX_RESULTS };

typedef struct Carried {
  int member, result;
  MlirValue start; // what the destination is before the first loop
} Carried;

// What a view (sized_view.h) makes of the piece at hand.
typedef struct ViewPiece {
  MlirValue whole, piece;
} ViewPiece;

// The piece at hand of what members read from outside.
typedef struct InputPiece {
  MlirValue whole, piece;
  LoopUse use; // how it is cut
} InputPiece;

typedef struct Build {
  IrBuilder ir;
  const SizedGroup *group; // or, of a sum,
  const SizedOp *sum;      // its op
  int loop;                // and its loop
  Carried carried[BUILD_MAX_CARRIED];
  int carried_count;
  MlirValue values[BUILD_MAX_CARRIED]; // of the loop at hand
  MlirOperation *pieces;               // owned; of each op of the block, its piece
  MlirValue *packed;                   // owned; of each op of the block, its weights; null: none
  MlirValue offset;                    // of the piece at hand, in steps
  int64_t size;
  int64_t share;    // of a search that a piece of this size gets, see CutMark
  int64_t known;    // the extent; negative: the run knows it
  bool is_of_known; // the ladder is not one of the rewrite unknown_sizes
  int threads;      // that share the first loop, if more than 1
  MlirValue left;   // steps at the begin of the piece at hand that are updated already, null: none
  PieceCopies copies; // of what is updated at the piece at hand, on memrefs
  bool chooses;       // which are made for the last piece alone
  MlirValue rest;     // steps of the piece at hand that are there; null: all
  uint64_t rests;     // how many to expect, see CutMark
  bool has_twin;      // of the largest size there are pieces of copies, too, with the same kernel
  bool is_whole;      // the piece at hand is all of the extent (CUT_MANY)
  bool is_first;    // pieces end with the extent, and the first of them computes what others leave
  ViewPiece *views; // owned; of the piece at hand
  int view_count, view_capacity;
  InputPiece *inputs; // owned
  int input_count, input_capacity;
} Build;

// Computes the piece at hand.
typedef void PieceBuilder(Build *build);

// All pieces of the extent, by the ladder; sized_build_padded where the ladder pads.
void sized_build_loops(Build *build, MlirValue extent, const SizedLadder *ladder,
                       PieceBuilder *build_body);
void sized_build_padded(Build *build, MlirValue extent, const SizedLadder *ladder,
                        PieceBuilder *build_body);
// Where the piece at hand lies in a carried value.
Piece sized_piece_of_carried(Build *build, int carried);

#endif
