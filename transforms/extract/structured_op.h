// StructuredOp: one linalg op, or one tensor.pad, read into plain data. Its loops are numbered as
// in the op; every operand says where it is read in terms of these loops.
//
// A tensor.pad is a copy: its loops are the dimensions of the result, operand 0 is the source,
// whose indices may leave the shape, and operand 1 stands for the result and has no value.
#ifndef AUTOTUNE_TRANSFORMS_EXTRACT_STRUCTURED_OP_H
#define AUTOTUNE_TRANSFORMS_EXTRACT_STRUCTURED_OP_H

#include "base/status.h"
#include "transforms/element_types.h"
#include "transforms/group.h"
#include "transforms/ir.h"

typedef struct StructuredOperand {
  MlirValue value; // null for operand 1 of a tensor.pad
  ElementType type;
  bool is_scalar; // a plain value, not a tensor or memref of rank 0
  int rank;
  int64_t shape[WORKLOAD_MAX_RANK];
  int64_t strides[WORKLOAD_MAX_RANK];
  bool has_run_strides;               // some of these are guesses
  IndexExpr index[WORKLOAD_MAX_RANK]; // in the loops of the op
} StructuredOperand;

typedef struct StructuredOp {
  MlirOperation op;
  bool is_pad;
  bool on_tensors;     // else on memrefs
  MlirValue pad_value; // of a tensor.pad, else null
  int loop_count;
  int input_count;   // operands[0 .. input_count) are read only
  int operand_count; // the rest are outs, one per result
  int64_t extents[WORKLOAD_MAX_ITERATORS];
  int open_loop;    // of unknown extent, of which `extents` has what to expect; -1: none
  uint32_t unknown; // bit per loop that is such
  IteratorKind kinds[WORKLOAD_MAX_ITERATORS];
  StructuredOperand operands[GROUP_MAX_ARGUMENTS]; // = arguments of the body
} StructuredOp;

// Shape, strides and element type of a scalar, a static ranked tensor or a static memref with a
// constant innermost stride; STATUS_UNSUPPORTED for any other type. Other strides that are not
// constant are guessed. The index is left zero.
Status structured_operand_read(MlirValue value, StructuredOperand *out_operand);
// The same where dimensions of unknown size count for `open_extent`; 0: they do not.
Status structured_operand_read_open(MlirValue value, int64_t open_extent,
                                    StructuredOperand *out_operand);
// Of all its elements; it is no scalar.
int64_t structured_operand_bytes(const StructuredOperand *operand);
// Whether two different elements of the memref may be the same place: some stride does not step
// over all that the dimensions with smaller strides reach.
bool structured_operand_overlaps_itself(const StructuredOperand *memref);
// STATUS_UNSUPPORTED when `op` is no linalg op or tensor.pad, is a script's, or has dynamic shapes,
// maps that are not linear in the loops, or too many of anything.
Status structured_op_read(MlirOperation op, StructuredOp *out_op);
// The same where one loop may be open, as the mark of the op says (transforms/cut_mark.h).
Status structured_op_read_open(MlirOperation op, StructuredOp *out_op);
// The same where dimensions of unknown size count for `unknown`, whichever loop walks them; 0: they
// do not.
Status structured_op_read_unknown(MlirOperation op, int64_t unknown, StructuredOp *out_op);

bool structured_op_is_parallel(const StructuredOp *op);
// Product of all extents, at most INT64_MAX.
int64_t structured_op_points(const StructuredOp *op);
// Reads an index as a sum of multiples of loops and a constant of at most 2^40 either way. False
// where it is no such sum, or a multiple needs more than 32 bits.
bool index_read(MlirAffineExpr expr, IndexExpr *out_index);
// The only loop of the index, with coefficient 1 and nothing added; -1 when it is anything else.
int index_only_loop(const IndexExpr *index);
// Of a tensor; negative where nobody knows, and of more than an int64_t can say.
int64_t tensor_type_bytes(MlirType type);

#endif
