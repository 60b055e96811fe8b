// L * x = b, L a lower triangle
!matrix = memref<{N}x{N}xf64>
!vector = memref<{N}xf64>

#id = affine_map<(d0) -> (d0)>

func.func @kernel(%L: !matrix, %x: !vector, %b: !vector) attributes {llvm.emit_c_interface} {
  affine.for %i = 0 to {N} {
    %start = affine.load %b[%i] : !vector
    %left = affine.for %j = 0 to #id(%i) iter_args(%rest = %start) -> f64 {
      %l = affine.load %L[%i, %j] : !matrix
      %x_j = affine.load %x[%j] : !vector
      %term = arith.mulf %l, %x_j : f64
      %next = arith.subf %rest, %term : f64
      affine.yield %next : f64
    }
    %pivot = affine.load %L[%i, %i] : !matrix
    %x_i = arith.divf %left, %pivot : f64
    affine.store %x_i, %x[%i] : !vector
  }
  return
}
