// Whether a system of linear constraints over the integers has a solution: the one question that
// every dependence test asks. C++ because MLIR's Presburger library has no C API.
#ifndef AUTOTUNE_TRANSFORMS_PRESBURGER_SHIM_H
#define AUTOTUNE_TRANSFORMS_PRESBURGER_SHIM_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Rows of `variable_count` coefficients and a constant; equalities are = 0, inequalities >= 0.
// True only when there is certainly no solution.
bool presburger_is_empty(int variable_count, int equality_count, const int64_t *equalities,
                         int inequality_count, const int64_t *inequalities);

#ifdef __cplusplus
}
#endif

#endif
