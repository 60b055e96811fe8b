// CutMark: of an op that was cut out of one with extents of unknown size, which piece it is.
#ifndef AUTOTUNE_TRANSFORMS_CUT_MARK_H
#define AUTOTUNE_TRANSFORMS_CUT_MARK_H

#include "transforms/ir.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Loop `loop` of the op, which has `loop_count`, is `size` steps of an unknown extent. The search
// for its schedule takes a `share`-th of what it would take. Adds to a mark that is there.
void cut_mark_write(MlirOperation op, int loop_count, int loop, int64_t size, int64_t share);
bool cut_mark_is(MlirOperation op);
// 1 where there is no mark.
int64_t cut_mark_share(MlirOperation op);
// Of the loop that has most, how many steps it is a piece of; 0 where there is no mark.
int64_t cut_mark_size(MlirOperation op);
// What is asked of a piece, which runs may compute more of.
typedef enum CutPart {
  CUT_REST = 1, // the first steps, no more of which are there: from the variable of the loop around
                // the op to its end
  CUT_FIRST,    // the first steps, as later pieces compute the others: the step of that loop, less
                // what its variable is below 0
  CUT_MANY,     // all steps of an unknown extent, more than the largest piece of its ladder has
} CutPart;
// The loop has such a mark, too. `dim`: that dimension of the result of the op. `sizes`: how much
// of it to expect, bit n for n + 1 steps; 0: all. `is_rare`: mostly all of it, and it is not worth
// code of its own that some runs compute less.
void cut_mark_write_partial(MlirOperation op, CutPart part, int dim, uint64_t sizes, bool is_rare);
// The dimension; negative: all of the piece is asked for.
int cut_mark_partial_dim(MlirOperation op);
uint64_t cut_mark_partial_sizes(MlirOperation op); // of an op that has the dimension
bool cut_mark_partial_is_rare(MlirOperation op);   // the same
CutPart cut_mark_part(MlirOperation op);           // the same
bool cut_mark_has_many(MlirOperation op);
// Steps that are asked for, at least 1 and maybe more than the piece has, before the insertion
// point; null: all.
MlirValue cut_mark_partial_steps(IrBuilder *ir, MlirOperation op);
// Loop `loop` of the op, a reduction, keeps its unknown extent, for which `extent` counts. Every
// other extent is known.
void cut_mark_write_open(MlirOperation op, int loop, int64_t extent);
int cut_mark_open_loop(MlirOperation op);       // negative: none
int64_t cut_mark_open_extent(MlirOperation op); // 0: none
// The loop is over pieces of an unknown extent, and no part of a kernel. Stays as long as the loop.
void cut_mark_write_loop(MlirOperation loop);
bool cut_mark_is_loop(MlirOperation op);
// "piece of 64 of loop 0, all of loop 2 of unknown extent", or "kernel of all of loop 2 ..."; ""
// where there is no mark.
void cut_mark_describe(MlirOperation op, char *text, size_t size);
void cut_marks_remove(MlirOperation root); // but for those of loops

#endif
