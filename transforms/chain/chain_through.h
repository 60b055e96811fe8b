// What an op reads of another one, as if it read what that reads.
#ifndef AUTOTUNE_TRANSFORMS_CHAIN_CHAIN_THROUGH_H
#define AUTOTUNE_TRANSFORMS_CHAIN_CHAIN_THROUGH_H

#include "transforms/chain/chain_ops.h"

#include "mlir-c/AffineExpr.h"

// The op that makes a tensor, if each of its loops walks a dimension of that and it reads nothing
// of its destination.
bool chain_read_maker(MlirValue value, SizedOp *out);

// For each loop of the maker of an operand, the index that the reader has there.
void chain_read_through(const SizedOp *reader, int operand, const SizedOp *maker,
                        MlirAffineExpr *indices);

// The reader's map of what the maker reads as one of its inputs. Null: some index is no loop.
MlirAffineMap chain_map_through(const SizedOp *reader, const MlirAffineExpr *indices,
                                const SizedOp *maker, int input);

#endif
