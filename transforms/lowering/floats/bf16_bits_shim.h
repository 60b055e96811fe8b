// Bf16Bits: code that holds bf16 as integers of 16 bits.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_FLOATS_BF16_BITS_SHIM_H
#define AUTOTUNE_TRANSFORMS_LOWERING_FLOATS_BF16_BITS_SHIM_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

// In the module's functions of the LLVM dialect, values of bf16 and vectors of them become i16,
// but where something else is told the type: arguments, results, calls, structs. LLVM 22 takes a
// vector of bf16 that goes from one block to another apart and rounds each element again, by calls
// of __truncsfbf2 where there is no instruction.
void bf16_bits_lower(MlirOperation module);

#ifdef __cplusplus
}
#endif

#endif
