// A = L * U, then L * y = b and U * x = y. The sums are collected in a scalar in memory, as a
// frontend for C leaves it.
!matrix = memref<{N}x{N}xf64>
!vector = memref<{N}xf64>
!scalar = memref<f64>

#id = affine_map<(d0) -> (d0)>
#behind = affine_map<(d0) -> (d0 + 1)>
#reversed = affine_map<(d0) -> ({N - 1} - d0)>

func.func @kernel(%A: !matrix, %b: !vector, %x: !vector, %y: !vector)
    attributes {llvm.emit_c_interface} {
  %w = memref.alloca() : !scalar
  affine.for %i = 0 to {N} {
    affine.for %j = 0 to #id(%i) {
      %start = affine.load %A[%i, %j] : !matrix
      affine.store %start, %w[] : !scalar
      affine.for %k = 0 to #id(%j) {
        %rest = affine.load %w[] : !scalar
        %l = affine.load %A[%i, %k] : !matrix
        %u = affine.load %A[%k, %j] : !matrix
        %term = arith.mulf %l, %u : f64
        %next = arith.subf %rest, %term : f64
        affine.store %next, %w[] : !scalar
      }
      %rest = affine.load %w[] : !scalar
      %pivot = affine.load %A[%j, %j] : !matrix
      %l = arith.divf %rest, %pivot : f64
      affine.store %l, %A[%i, %j] : !matrix
    }
    affine.for %j = #id(%i) to {N} {
      %start = affine.load %A[%i, %j] : !matrix
      affine.store %start, %w[] : !scalar
      affine.for %k = 0 to #id(%i) {
        %rest = affine.load %w[] : !scalar
        %l = affine.load %A[%i, %k] : !matrix
        %u = affine.load %A[%k, %j] : !matrix
        %term = arith.mulf %l, %u : f64
        %next = arith.subf %rest, %term : f64
        affine.store %next, %w[] : !scalar
      }
      %u = affine.load %w[] : !scalar
      affine.store %u, %A[%i, %j] : !matrix
    }
  }
  affine.for %i = 0 to {N} {
    %start = affine.load %b[%i] : !vector
    affine.store %start, %w[] : !scalar
    affine.for %j = 0 to #id(%i) {
      %rest = affine.load %w[] : !scalar
      %l = affine.load %A[%i, %j] : !matrix
      %y_j = affine.load %y[%j] : !vector
      %term = arith.mulf %l, %y_j : f64
      %next = arith.subf %rest, %term : f64
      affine.store %next, %w[] : !scalar
    }
    %y_i = affine.load %w[] : !scalar
    affine.store %y_i, %y[%i] : !vector
  }
  affine.for %r = 0 to {N} {
    %i = affine.apply #reversed(%r)
    %start = affine.load %y[%i] : !vector
    affine.store %start, %w[] : !scalar
    affine.for %j = #behind(%i) to {N} {
      %rest = affine.load %w[] : !scalar
      %u = affine.load %A[%i, %j] : !matrix
      %x_j = affine.load %x[%j] : !vector
      %term = arith.mulf %u, %x_j : f64
      %next = arith.subf %rest, %term : f64
      affine.store %next, %w[] : !scalar
    }
    %rest = affine.load %w[] : !scalar
    %pivot = affine.load %A[%i, %i] : !matrix
    %x_i = arith.divf %rest, %pivot : f64
    affine.store %x_i, %x[%i] : !vector
  }
  return
}
