// ScalarBody: what the region of a structured op computes per point, as far as its live results
// need it. Ops that only feed a dead result (an argmax nobody reads) do not count and may be of
// any kind without side effects. The body of a tensor.pad is the identity.
#ifndef AUTOTUNE_TRANSFORMS_EXTRACT_SCALAR_BODY_H
#define AUTOTUNE_TRANSFORMS_EXTRACT_SCALAR_BODY_H

#include "transforms/extract/structured_op.h"

typedef struct ScalarBody {
  bool result_is_live[GROUP_MAX_RESULTS]; // used outside, or needed by one that is
  bool argument_is_read[GROUP_MAX_ARGUMENTS];
  OpCounts ops;
  Combiner combiner; // how every live result combines with its out argument; else COMBINER_OTHER
  bool is_ordered;   // the terms of some live result must keep their order (fp_mode.h)
  bool multiplies_inputs; // a product of two different inputs is added up: a contraction
  // When the first live result is computed by nothing: the argument it forwards, or the value
  // from outside that it always is.
  bool is_forward;
  int forward_argument;    // -1 when forward_value is set
  MlirValue forward_value; // null when forward_argument is set
} ScalarBody;

// `result_is_used[r]`: result r is used outside. STATUS_UNSUPPORTED when a live op has no
// vector form (gathers, linalg.index, calls) or a type that is not supported.
Status scalar_body_read(const StructuredOp *op, const bool *result_is_used, ScalarBody *out_body);

// What `op` combines with the out argument of a result: the other operand of the last operation.
// False when the result is not combined by one of the known combiners, or is one of unsigned
// integers, whose order is not that of the signed values.
bool scalar_body_contribution(MlirOperation op, int input_count, int result, MlirValue *out_value);

// The order that an arith.cmpf or arith.cmpi asks for, of signed values.
typedef enum CompareOrder {
  COMPARE_OTHER,
  COMPARE_LESS,
  COMPARE_LESS_EQUAL,
  COMPARE_GREATER,
  COMPARE_GREATER_EQUAL,
} CompareOrder;
CompareOrder scalar_compare_order(MlirOperation compare);

// Adds what an arith or math op with one result, or a vector.fma, counts as.
void scalar_body_count_op(OpCounts *ops, MlirOperation op);

// Neither divisions nor transcendental functions: may be computed again and again.
bool scalar_body_is_cheap(const ScalarBody *body);
// At least one operation, counting casts.
bool scalar_body_computes(const ScalarBody *body);

#endif
