// Shortest paths between all pairs
!path = memref<{N}x{N}xi32>

func.func @kernel(%path: !path) attributes {llvm.emit_c_interface} {
  affine.for %k = 0 to {N} {
    affine.for %i = 0 to {N} {
      affine.for %j = 0 to {N} {
        %old = affine.load %path[%i, %j] : !path
        %to = affine.load %path[%i, %k] : !path
        %from = affine.load %path[%k, %j] : !path
        %over = arith.addi %to, %from : i32
        %shortest = arith.minsi %old, %over : i32
        affine.store %shortest, %path[%i, %j] : !path
      }
    }
  }
  return
}
