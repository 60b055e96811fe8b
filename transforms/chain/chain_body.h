// Reads the bodies of linalg ops, and which ops make what they read.
#ifndef AUTOTUNE_TRANSFORMS_CHAIN_CHAIN_BODY_H
#define AUTOTUNE_TRANSFORMS_CHAIN_CHAIN_BODY_H

#include "transforms/extract/linalg_shim.h"
#include "transforms/ir.h"

static inline MlirValue chain_yielded(MlirOperation op) {
  return mlirOperationGetOperand(mlirBlockGetTerminator(ir_body(op)), 0);
}

// Whether the value is one of what the body of the op has as its arguments.
static inline bool chain_is_read(MlirOperation op, MlirValue value) {
  return mlirValueIsABlockArgument(value) &&
         mlirBlockEqual(mlirBlockArgumentGetOwner(value), ir_body(op));
}

static inline bool chain_is_argument(MlirOperation op, MlirValue value, int argument) {
  return chain_is_read(op, value) && mlirBlockArgumentGetArgNumber(value) == argument;
}

static inline bool chain_yields(MlirOperation op, const char *name) {
  MlirValue value = chain_yielded(op);
  return mlirValueIsAOpResult(value) && ir_op_is(mlirOpResultGetOwner(value), name);
}

// The linalg op whose first result the value is; null: none.
static inline MlirOperation chain_maker(MlirValue value) {
  bool is_made = mlirValueIsAOpResult(value) && mlirOpResultGetResultNumber(value) == 0 &&
                 linalg_op_is_structured(mlirOpResultGetOwner(value));
  return is_made ? mlirOpResultGetOwner(value) : (MlirOperation){NULL};
}

static inline MlirValue chain_operand_of(MlirOperation op, MlirValue argument) {
  return mlirOperationGetOperand(op, mlirBlockArgumentGetArgNumber(argument));
}

#endif
