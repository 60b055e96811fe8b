// A = L * L', L in the lower triangle of A
!matrix = memref<{N}x{N}xf64>

#id = affine_map<(d0) -> (d0)>

func.func @kernel(%A: !matrix) attributes {llvm.emit_c_interface} {
  affine.for %i = 0 to {N} {
    affine.for %j = 0 to #id(%i) {
      %start = affine.load %A[%i, %j] : !matrix
      %left = affine.for %k = 0 to #id(%j) iter_args(%rest = %start) -> f64 {
        %a = affine.load %A[%i, %k] : !matrix
        %b = affine.load %A[%j, %k] : !matrix
        %term = arith.mulf %a, %b : f64
        %next = arith.subf %rest, %term : f64
        affine.yield %next : f64
      }
      %pivot = affine.load %A[%j, %j] : !matrix
      %l = arith.divf %left, %pivot : f64
      affine.store %l, %A[%i, %j] : !matrix
    }
    %start = affine.load %A[%i, %i] : !matrix
    %left = affine.for %k = 0 to #id(%i) iter_args(%rest = %start) -> f64 {
      %a = affine.load %A[%i, %k] : !matrix
      %square = arith.mulf %a, %a : f64
      %next = arith.subf %rest, %square : f64
      affine.yield %next : f64
    }
    %l = math.sqrt %left : f64
    affine.store %l, %A[%i, %i] : !matrix
  }
  return
}
