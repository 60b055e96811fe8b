// TensorOps: the ops on static tensors that rewrites before extraction are made of, with an
// IrBuilder. Every function appends one op and returns its result.
#ifndef AUTOTUNE_TRANSFORMS_REWRITE_TENSOR_OPS_H
#define AUTOTUNE_TRANSFORMS_REWRITE_TENSOR_OPS_H

#include "plan/workload.h"
#include "transforms/ir.h"

enum { TENSOR_OPS_MAX_INPUTS = 8 };

// What the body of a generic op yields; sums and products by the arithmetic of the element type
// of the destination. Floats of another width are converted to it first.
typedef enum TensorBody {
  TENSOR_BODY_COPY,     // input 0
  TENSOR_BODY_ADD,      // out + input 0
  TENSOR_BODY_MULTIPLY, // out + input 0 * input 1
} TensorBody;

// Operands of an op, the inputs first, with their maps, and the kinds of its loops.
enum { TENSOR_OPS_MAX_OPERANDS = 24 };
typedef struct TensorOperands {
  int input_count, count;
  MlirValue values[TENSOR_OPS_MAX_OPERANDS];
  MlirAttribute maps[TENSOR_OPS_MAX_OPERANDS];
  int loop_count;
  bool is_reduction[WORKLOAD_MAX_ITERATORS];
} TensorOperands;

// Appends ops to the body, whose arguments are those of `body`, and returns what it yields.
typedef MlirValue TensorBodyBuilder(IrBuilder *ir, MlirBlock body, void *user);

// A linalg.generic; maps and operands have the inputs first, the destination last. Loop i is a
// reduction where bit i of `reductions` is set.
typedef struct TensorGeneric {
  TensorBody body;
  TensorBodyBuilder *build; // of any other body; NULL: `body`
  void *user;               // of it
  int loop_count;
  unsigned reductions;
  int input_count;
  MlirValue operands[TENSOR_OPS_MAX_INPUTS + 1];
  MlirAffineMap maps[TENSOR_OPS_MAX_INPUTS + 1];
} TensorGeneric;

MlirValue tensor_ops_empty(IrBuilder *ir, int rank, const int64_t *shape, MlirType element);
// The tensor with that number everywhere.
MlirValue tensor_ops_fill(IrBuilder *ir, MlirValue number, MlirValue tensor);
MlirValue tensor_ops_filled(IrBuilder *ir, int rank, const int64_t *shape, MlirValue number);
MlirValue tensor_ops_zeros(IrBuilder *ir, int rank, const int64_t *shape, MlirType element);
MlirValue tensor_ops_generic(IrBuilder *ir, const TensorGeneric *generic);
// On memrefs: it has no result.
MlirOperation tensor_ops_store(IrBuilder *ir, const TensorGeneric *generic);

// Appends ops to the body, and writes what it yields for each destination.
typedef void TensorResultsBuilder(IrBuilder *ir, MlirBlock body, void *user, MlirValue *out_values);
// A linalg.generic with several destinations, GROUP_MAX_RESULTS at most.
MlirOperation tensor_ops_results(IrBuilder *ir, const TensorOperands *operands,
                                 TensorResultsBuilder *build, void *user);

// Takes the body out of a linalg.generic and returns an op that differs in its inputs and in the
// attribute indexing_maps, and is in no block. The body has an argument for each input already.
MlirOperation tensor_ops_with_inputs(MlirOperation op, int input_count, const MlirValue *inputs,
                                     MlirAttribute maps);
// Takes the body out of a structured op and returns a linalg.generic with it, at the insertion
// point, and with the attributes that others gave to the op. The body has the arguments of the new
// operands already.
MlirOperation tensor_ops_take_body(IrBuilder *ir, MlirOperation op, const TensorOperands *operands);
// With zeros; the value itself where nothing is added.
MlirValue tensor_ops_pad(IrBuilder *ir, MlirValue value, const int64_t *low, const int64_t *high);
// Dimension d of the collapsed tensor is parts[d] dimensions of the expanded one; shape: the
// result.
MlirValue tensor_ops_expand_parts(IrBuilder *ir, MlirValue value, const int *parts,
                                  const int64_t *shape);
MlirValue tensor_ops_collapse_parts(IrBuilder *ir, MlirValue value, int rank, const int *parts,
                                    const int64_t *shape);
// One more dimension per set bit of `is_split`: shape has the dimensions after the split, each
// dimension d of the collapsed tensor with is_split[d] being two of them.
MlirValue tensor_ops_expand(IrBuilder *ir, MlirValue value, const bool *is_split,
                            const int64_t *shape);
// The reverse.
MlirValue tensor_ops_collapse(IrBuilder *ir, MlirValue value, int rank, const bool *is_split,
                              const int64_t *shape);
// With strides of 1; the value itself where it is whole.
MlirValue tensor_ops_slice(IrBuilder *ir, MlirValue value, const int64_t *offsets,
                           const int64_t *sizes);

// Whether the body of a linalg op is out + input 0 * input 1, of floats.
bool tensor_ops_adds_products(MlirOperation op);

// constant + sum over i of coefficients[i] * loop i.
MlirAffineExpr tensor_ops_expression(MlirContext context, const IndexExpr *index);
// From so many loops to the indices of all dimensions.
MlirAffineMap tensor_ops_map(MlirContext context, int loop_count, int rank, const IndexExpr *index);

// Erases the op if nobody uses its results and it only computes tensors, then what only it used.
void tensor_ops_erase_dead(MlirOperation op);

#endif
