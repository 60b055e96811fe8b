// ConstantValues: constants of the module by their elements, and elementwise ops on nothing else,
// computed while compiling.
#ifndef AUTOTUNE_TRANSFORMS_REWRITE_CONSTANT_VALUES_H
#define AUTOTUNE_TRANSFORMS_REWRITE_CONSTANT_VALUES_H

#include "transforms/ir.h"

// The value seen through reshapes, which move no element.
MlirValue constant_values_origin(MlirValue value);

// The elements of an arith.constant on a tensor, lent by the context, seen through reshapes: in
// row-major order, or one for all. False for other values, and for a resource that is not there.
bool constant_values_get(MlirValue value, const void **out_data, bool *out_is_splat);

// A number that is an arith.constant, or that all elements of such a tensor are; null: it is none.
MlirAttribute constant_values_number(MlirValue value);
// The number that a linalg.fill repeats, null for all other values.
MlirAttribute constant_values_filling(MlirValue value);

// Whether the op of a body, which has one result, is evaluated to the bits that the code for it
// gives: constants, arithmetic, square roots and conversions of f32 and f64 without fast-math
// flags.
bool constant_values_op_is_exact(MlirOperation op);

// The only result of an elementwise linalg op of which every input is a constant of the module and
// every op in the body is exact, as a constant built by `ir`. Null for other ops.
MlirValue constant_values_evaluate(IrBuilder *ir, MlirOperation op);

// Puts such a constant in the place of the op. Null where there is none; the op then stays.
MlirValue constant_values_fold(MlirOperation op);

// The result of an op that was made of constants alone: folded, or else marked as what is computed
// before the calls, where it `reads_argument`s that are constant.
MlirValue constant_values_settle(MlirValue value, bool reads_argument);

#endif
