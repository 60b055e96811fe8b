// What code costs that no schedule of ours made, by the formulas of the analytical model: what its
// ports, caches and pages take. The kernel is not deduced from a schedule but counted, after what
// the compiler will do with it (code_compiled.h).
#ifndef AUTOTUNE_COSTMODEL_CODE_CODE_PRICE_H
#define AUTOTUNE_COSTMODEL_CODE_CODE_PRICE_H

#include "costmodel/analytical.h"
#include "plan/code/code_nest.h"

// Seconds of one run on the target, every operand where the run before has left it. out_parts may
// be NULL; packing has no part of its own here, it is loops like others. The pool of the nest holds
// what it takes.
double code_price(const CodeNest *nest, const Target *target, AnalyticalParts *out_parts);

#endif
