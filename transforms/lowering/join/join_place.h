// Joins written in place: what a concatenation, or a chain of insertions that cover a tensor, puts
// together is computed where it belongs.
//
//   %a = memref.alloc()                       %whole = memref.alloc() : memref<512xi8>
//   scf.for ... write %a                      %a = memref.view %whole[0]
//   %0 = bufferization.to_tensor %a           scf.for ... write %a
//   %b = memref.alloc()                  -->  %b = memref.view %whole[320]
//   scf.for ... write %b                      scf.for ... write %b
//   %1 = bufferization.to_tensor %b           %r = memref.view %whole[0]
//   %2 = tensor.concat dim(0) %0, %1          %2 = bufferization.to_tensor %r
//
// A part that was computed elsewhere (an argument, a constant, what another join holds already, a
// tensor that is also returned or written to) is copied to its place. Views of bytes begin at
// offset 0 by their types, so nests that write different parts stay equal (share/).
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_JOIN_JOIN_PLACE_H
#define AUTOTUNE_TRANSFORMS_LOWERING_JOIN_JOIN_PLACE_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

// After bufferize_loops: places the parts of every join of static shape below `module` of which a
// nest in the same block has written at least one.
void joins_place(MlirOperation module);

#ifdef __cplusplus
}
#endif

#endif
