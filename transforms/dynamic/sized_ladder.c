// The sizes of pieces by the role of the extent:
//
//   rows of a product          64, 16, 4, 1   a register tile is a few rows, and 64 share a pass
//                                             over the other factor
//     padded                 64, 64, 1       fewer than 64 rows are one pass, and one row is a
//                                             product of its own
//     of narrow tiles   64, 64, 8, 4, 1       up to 8 rows are one tile, as few registers hold few
//                                             columns of some rows
//     of few columns       4, 1               as of a panel: tiles of 4 rows are as fast as 64 rows
//     beside other unknown extents 64, 8, 1   every one multiplies the kernels
//       of few columns     8, 1           one register tile
//       of many columns 64, 4, 1          one register tile again, but long columns are read for
//                                             64 rows at once
//   rows beside other rows     4, 1 or 1      of a convolution: other loops already share the
//                                             filter
//   columns, lanes             64, 16, 1      whole vectors, then single elements
//     added to, of products    64, 16, 4, 1   where none may be a copy, as single ones take long
//     of rests                 16, 1          of elementwise ops: there are few of them
//     of a matrix and a vector 16, 1          each is a row that is read along: more streams from
//                                             memory are not followed
//   rows without sums          1              of unknown length: one after the other, as they lie
//   rows of anything else      16, 1          the work of a row fills vectors; else as lanes
//     of much work             1              it fills a kernel; so does a batch of a product
//   sums                       128, 16, 1
//     of products              128, 32, 8, 1  every piece reads and writes all sums
//     of rests                 64, 8, 1       few sums stay close
//   beside 3 unknown extents   1              but lanes and products: every one multiplies the
//     sums, beside 2                          kernels
#include "transforms/dynamic/sized_ladder.h"

#include "transforms/cut_mark.h"
#include "transforms/dynamic/sized_repeat.h"

static const SizedLadder
    rows = {.count = 4, .sizes = {64, 16, 4, 1}, .overlaps = 4, .ends = 16},
    padded_rows = {.count = 3, .sizes = {64, 64, 1}, .ends = 64, .pads = true, .whole = 1},
    narrow_rows = {.count = 5, .sizes = {64, 64, 8, 4, 1}, .ends = 64, .pads = true, .whole = 1},
    many_rows = {.count = 1, .sizes = {64}, .ends = 64},
    mixed_rows = {.count = 3, .sizes = {64, 8, 1}, .overlaps = 8, .ends = 64},
    wide_rows = {.count = 3, .sizes = {64, 4, 1}, .overlaps = 4, .ends = 64},
    tile_rows = {.count = 2, .sizes = {8, 1}, .overlaps = 8},
    few_rows = {.count = 2, .sizes = {4, 1}, .overlaps = 4}, single = {.count = 1, .sizes = {1}},
    lanes = {.count = 3, .sizes = {64, 16, 1}, .overlaps = 16, .copies_last = true},
    summed_lanes = {.count = 4, .sizes = {64, 16, 4, 1}},
    few_lanes = {.count = 2, .sizes = {16, 1}, .overlaps = 16, .copies_last = true},
    elements = {.count = 4, .sizes = {1024, 64, 8, 1}, .overlaps = 64, .copies_last = true},
    plain_rows = {.count = 2, .sizes = {16, 1}}, products = {.count = 4, .sizes = {128, 32, 8, 1}},
    rest_sums = {.count = 3, .sizes = {64, 8, 1}}, sums = {.count = 3, .sizes = {128, 16, 1}},
    long_sums = {.count = 3, .sizes = {4096, 64, 1}};

enum {
  UNKNOWN_EXTENT = 32, // what an unknown extent counts for
  MANY_PEERS = 64,     // other rows that fill the registers and share the other factor
  SOME_PEERS = 16,     // as many as a piece of rows beside none
  ROW_WORK = 128,      // steps that are worth a piece of one row
  FEW_ROWS = 8,        // with one vector of lanes they keep the processor busy
  MUCH_WORK = 4096,    // steps of one row or batch that are worth a kernel
  COPY_WORK = 64,      // steps for an element that are worth a copy of it
  TILE_WORK = 16384,   // steps of a row, of which one register tile is worth a piece,
  TILE_REGISTERS = 32, // where as many hold 4 rows of 4 vectors or more and a row of the weights
  LADDERS = 3,         // unknown extents with several pieces each; any more multiply the kernels
};

static int64_t extent_of(const SizedOp *op, int loop) {
  return op->extents[loop] < 0 ? UNKNOWN_EXTENT : op->extents[loop];
}

// Steps of the other loops.
static double work_of(const SizedOp *op, int loop) {
  double work = 1;
  for (int l = 0; l < op->loop_count; l++)
    work *= l == loop ? 1 : (double)extent_of(op, l);
  return work;
}

static bool has_sum(const SizedOp *op) {
  bool has = false;
  for (int l = 0; l < op->loop_count; l++)
    has |= op->is_reduction[l];
  return has;
}

static bool reads(const SizedOp *op, int operand, int loop) {
  return sized_op_use(op, operand, loop).access != LOOP_ACCESS_NONE;
}

// Whether the loop is the index of the operand's last dimension.
static bool walks_along(const SizedOp *op, int operand, int loop) {
  LoopUse use = sized_op_use(op, operand, loop);
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op->op, operand));
  return use.access == LOOP_ACCESS_DIM && use.dim == (int)mlirShapedTypeGetRank(type) - 1;
}

// Whether the loop is one of the last dimension of the result.
static bool is_lane(const SizedOp *op, int loop) { return walks_along(op, op->input_count, loop); }

int sized_ladder_lane(const SizedOp *op) {
  int lane = -1;
  for (int l = 0; l < op->loop_count; l++)
    lane = is_lane(op, l) ? l : lane;
  return lane;
}

bool sized_ladder_has_registers(const Target *target) {
  return target->vector_registers >= TILE_REGISTERS;
}

// Steps of the loops that read the same inputs as this one and make results, as it does.
static int64_t peers_of(const SizedOp *op, int loop) {
  int64_t peers = 1;
  for (int l = 0; l < op->loop_count; l++) {
    bool is_peer = l != loop && !op->is_reduction[l];
    for (int i = 0; i < op->input_count && is_peer; i++)
      is_peer = reads(op, i, l) == reads(op, i, loop);
    peers *= is_peer ? extent_of(op, l) : 1;
  }
  return peers;
}

static int open_loops_of(const SizedOp *op) {
  int count = 0;
  for (int l = 0; l < op->loop_count; l++)
    count += op->extents[l] < 0;
  return count;
}

// Whether the op is a piece that is not the largest of some extent: it computes what those leave.
static bool is_rest(const SizedOp *op) { return cut_mark_share(op->op) > 1; }

static bool is_batch(const SizedOp *op, int loop) {
  bool is = true;
  for (int i = 0; i < op->input_count; i++)
    is &= reads(op, i, loop);
  return is;
}

// Whether the op sums up rows of a matrix as they lie, one for each step of the loop, and every
// element is read once: then steps side by side are streams.
static bool reads_streams(const SizedOp *op, int loop) {
  bool reads = false;
  for (int i = 0; i < op->input_count && op->loop_count == 2; i++) {
    reads |= op->is_reduction[1 - loop] && walks_along(op, i, 1 - loop) &&
             sized_op_use(op, i, loop).access == LOOP_ACCESS_DIM;
  }
  return reads;
}

static SizedLadder ladder_of(const SizedOp *op, int loop) {
  bool is_product = has_sum(op) && op->input_count > 1;
  double work = work_of(op, loop);
  if (is_lane(op, loop)) {
    bool is_few = (is_rest(op) && !has_sum(op) && work >= FEW_ROWS) || reads_streams(op, loop);
    return op->loop_count == 1 ? elements : is_few ? few_lanes : lanes;
  }
  if (is_product && !is_batch(op, loop)) {
    int64_t peers = peers_of(op, loop);
    return peers >= MANY_PEERS      ? single
           : peers >= SOME_PEERS    ? few_rows
           : open_loops_of(op) == 1 ? rows
                                    : mixed_rows;
  }
  if (work >= MUCH_WORK || open_loops_of(op) > LADDERS)
    return single;
  return work >= ROW_WORK ? plain_rows : lanes;
}

// Whether the last piece of the rows of a product may be one of copies: they take little time
// beside it. Where all rows read few columns, as of a panel, more pieces take less.
static bool is_worth_copies(const SizedOp *op, int loop) {
  double elements = 0;
  for (int i = 0; i < op->operand_count; i++) {
    double of_operand = reads(op, i, loop) ? 1 : 0;
    for (int l = 0; l < op->loop_count; l++)
      of_operand *= l != loop && reads(op, i, l) ? (double)extent_of(op, l) : 1;
    elements += of_operand;
  }
  return work_of(op, loop) >= COPY_WORK * elements;
}

// Whether pieces of one register tile take as long for a row as larger ones: there are few columns,
// as in a panel, so that the tile has most of them and reads the weights anew, whatever piece it is
// part of. With fewer registers it is larger pieces that are tuned well. Beside another unknown
// extent there may be as many columns as do not stay in a cache.
static bool are_tiles_alike(const SizedOp *op, int loop, const Target *target) {
  return sized_ladder_has_registers(target) && work_of(op, loop) >= TILE_WORK &&
         !is_worth_copies(op, loop);
}

static bool has_few_columns(const SizedOp *op) {
  int lane = sized_ladder_lane(op);
  return lane >= 0 && op->extents[lane] >= 0 && op->extents[lane] <= lanes.sizes[0];
}

// Convolutions of few rows join those of many, not the other way round: pieces of more rows would
// be kernels of their own for all of the group.
static bool has_single_rows(const SizedGroup *group) {
  bool has = false;
  for (int i = group->first; i <= group->last; i++) {
    const SizedOp *op = &group->block->ops[i];
    has |= group->loops[i] >= 0 && has_sum(op) && op->input_count > 1 &&
           ladder_of(op, group->loops[i]).sizes[0] == 1;
  }
  return has;
}

static bool is_function(MlirOperation op) { return ir_op_begins(op, "math."); }

// Whether the op walks rows of unknown length as they lie in memory: blocks of columns would leave
// a row for the next one again and again. Functions take longer than that, and a vector of the
// column of many rows, where there are few columns.
static bool walks_rows(const SizedOp *op, int loop) {
  int lane = sized_ladder_lane(op);
  bool walks =
      !is_lane(op, loop) && !has_sum(op) && mlirOperationIsNull(ir_first(op->op, is_function));
  walks &= lane >= 0 && op->extents[lane] < 0;
  for (int i = 0; i < op->operand_count && walks; i++)
    walks = sized_op_use(op, i, lane).access == LOOP_ACCESS_NONE || walks_along(op, i, lane);
  return walks;
}

static bool all_walk_rows(const SizedGroup *group) {
  bool all = true;
  for (int i = group->first; i <= group->last && all; i++)
    all = group->loops[i] < 0 || walks_rows(&group->block->ops[i], group->loops[i]);
  return all;
}

SizedLadder sized_ladder_of_group(const SizedGroup *group, const Target *target, bool is_shared) {
  int heaviest = group->first;
  double most = -1;
  for (int i = group->first; i <= group->last; i++) {
    double work = group->loops[i] < 0 ? -1 : work_of(&group->block->ops[i], group->loops[i]);
    if (work > most) {
      most = work;
      heaviest = i;
    }
  }
  SizedLadder ladder = ladder_of(&group->block->ops[heaviest], group->loops[heaviest]);
  const SizedOp *op = &group->block->ops[heaviest];
  bool may_repeat = sized_group_may_repeat(group), may_pad = sized_group_may_pad(group);
  if (ladder.ends > 0 && may_pad && may_repeat && cut_mark_has_many(op->op))
    ladder = many_rows;
  else if (ladder.ends > 0 && may_pad && is_worth_copies(op, group->loops[heaviest]))
    ladder = sized_ladder_has_registers(target) ? padded_rows : narrow_rows;
  else if (ladder.ends > 0 && may_repeat && are_tiles_alike(op, group->loops[heaviest], target))
    ladder = open_loops_of(op) > 1 ? wide_rows : is_shared ? ladder : few_rows;
  bool is_mixed = ladder.sizes[0] == mixed_rows.sizes[0] && ladder.sizes[1] == mixed_rows.sizes[1];
  bool may_choose = sized_group_may_choose(group);
  if (is_mixed && !is_shared && (may_repeat || may_choose) && sized_ladder_has_registers(target) &&
      has_few_columns(op))
    ladder = tile_rows;
  if (ladder.sizes[0] == few_rows.sizes[0] && has_single_rows(group))
    ladder = single;
  if (all_walk_rows(group))
    ladder = single;
  // What the first piece leaves out, others may read.
  ladder.ends = may_repeat && may_pad ? ladder.ends : 0;
  bool may_copy = sized_group_may_copy(group);
  bool is_lanes = ladder.sizes[0] == lanes.sizes[0] && ladder.sizes[1] == lanes.sizes[1];
  if (is_lanes && !may_repeat && !may_copy && is_lane(op, group->loops[heaviest]) && has_sum(op) &&
      op->input_count > 1)
    ladder = summed_lanes;
  ladder.copies = !may_repeat;
  ladder.chooses = may_choose && has_sum(op) && op->input_count > 1;
  ladder.overlaps = may_repeat || may_copy ? ladder.overlaps : 0;
  return ladder;
}

SizedLadder sized_ladder_of_sum(const SizedOp *op, int loop) {
  if (op->input_count == 1 && open_loops_of(op) >= LADDERS)
    return single;
  if (work_of(op, loop) < ROW_WORK && !is_rest(op))
    return long_sums;
  if (is_rest(op))
    return rest_sums;
  return op->input_count > 1 ? products : sums;
}
