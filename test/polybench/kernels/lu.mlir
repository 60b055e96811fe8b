// A = L * U, both in A
!matrix = memref<{N}x{N}xf64>

#id = affine_map<(d0) -> (d0)>

func.func @kernel(%A: !matrix) attributes {llvm.emit_c_interface} {
  affine.for %i = 0 to {N} {
    affine.for %j = 0 to #id(%i) {
      affine.for %k = 0 to #id(%j) {
        %rest = affine.load %A[%i, %j] : !matrix
        %l = affine.load %A[%i, %k] : !matrix
        %u = affine.load %A[%k, %j] : !matrix
        %term = arith.mulf %l, %u : f64
        %next = arith.subf %rest, %term : f64
        affine.store %next, %A[%i, %j] : !matrix
      }
      %rest = affine.load %A[%i, %j] : !matrix
      %pivot = affine.load %A[%j, %j] : !matrix
      %l = arith.divf %rest, %pivot : f64
      affine.store %l, %A[%i, %j] : !matrix
    }
    affine.for %j = #id(%i) to {N} {
      affine.for %k = 0 to #id(%i) {
        %rest = affine.load %A[%i, %j] : !matrix
        %l = affine.load %A[%i, %k] : !matrix
        %u = affine.load %A[%k, %j] : !matrix
        %term = arith.mulf %l, %u : f64
        %next = arith.subf %rest, %term : f64
        affine.store %next, %A[%i, %j] : !matrix
      }
    }
  }
  return
}
