// What only the run knows of a kernel: one extent, which is the outermost dimension of every buffer
// that has it. So all strides are known, a kernel takes a pointer an operand and the extent, and
// the host computes how many blocks there are.
#ifndef AUTOTUNE_TRANSFORMS_SIMT_SIMT_UNKNOWN_H
#define AUTOTUNE_TRANSFORMS_SIMT_SIMT_UNKNOWN_H

#include "transforms/group.h"
#include "transforms/ir.h"

// STATUS_UNSUPPORTED with the reason where several extents of the group are unknown, or a buffer
// has an unknown size in another dimension.
Status simt_unknown_check(const Group *group);
// What a size of unknown extents counts for, by what the function expects of the op's operands.
int64_t simt_unknown_expected(MlirOperation op);
// Sizes of what structured ops make are asked of what they write to, which is there before them.
// Whether there were any.
bool simt_unknown_trace(MlirOperation root);

// --- on the host
// The extent, an index; null: all are known.
MlirValue simt_unknown_extent(IrBuilder *host, const Group *group);
// ceil(extent * steps / tile) * others.
MlirValue simt_unknown_blocks(IrBuilder *host, MlirValue extent, int64_t steps, int64_t tile,
                              int64_t others);
// What a kernel is given instead of `count` arguments, whose types it keeps: of a buffer of unknown
// size its first row, any other value as it is, and behind them the extent, if there is one.
// Returns their number.
int simt_unknown_pass(IrBuilder *host, MlirValue extent, int count, MlirValue *arguments,
                      MlirType *out_types);
// Around a launch: of an extent of 0 there is none.
MlirOperation simt_unknown_open(IrBuilder *host, MlirValue extent);
void simt_unknown_close(IrBuilder *host, MlirOperation guard);

// --- in the kernel
// The arguments of `body` as they were before; returns the extent, an index, if there is one.
MlirValue simt_unknown_receive(IrBuilder *ir, MlirBlock body, MlirValue extent, int count,
                               const MlirType *types, MlirValue *out_arguments);

#endif
