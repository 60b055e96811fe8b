// Heat in three dimensions, explicit
!cube = memref<{N}x{N}x{N}xf64>

func.func @kernel(%A: !cube, %B: !cube) attributes {llvm.emit_c_interface} {
  %eighth = arith.constant 0.125 : f64
  %two = arith.constant 2.0 : f64
  affine.for %t = 0 to {TSTEPS} {
    affine.for %i = 1 to {N - 1} {
      affine.for %j = 1 to {N - 1} {
        affine.for %k = 1 to {N - 1} {
          %here = affine.load %A[%i, %j, %k] : !cube
          %twice = arith.mulf %two, %here : f64
          %below = affine.load %A[%i + 1, %j, %k] : !cube
          %above = affine.load %A[%i - 1, %j, %k] : !cube
          %x0 = arith.subf %below, %twice : f64
          %x1 = arith.addf %x0, %above : f64
          %x = arith.mulf %eighth, %x1 : f64
          %behind = affine.load %A[%i, %j + 1, %k] : !cube
          %before = affine.load %A[%i, %j - 1, %k] : !cube
          %y0 = arith.subf %behind, %twice : f64
          %y1 = arith.addf %y0, %before : f64
          %y = arith.mulf %eighth, %y1 : f64
          %right = affine.load %A[%i, %j, %k + 1] : !cube
          %left = affine.load %A[%i, %j, %k - 1] : !cube
          %z0 = arith.subf %right, %twice : f64
          %z1 = arith.addf %z0, %left : f64
          %z = arith.mulf %eighth, %z1 : f64
          %xy = arith.addf %x, %y : f64
          %xyz = arith.addf %xy, %z : f64
          %next = arith.addf %xyz, %here : f64
          affine.store %next, %B[%i, %j, %k] : !cube
        }
      }
    }
    affine.for %i = 1 to {N - 1} {
      affine.for %j = 1 to {N - 1} {
        affine.for %k = 1 to {N - 1} {
          %here = affine.load %B[%i, %j, %k] : !cube
          %twice = arith.mulf %two, %here : f64
          %below = affine.load %B[%i + 1, %j, %k] : !cube
          %above = affine.load %B[%i - 1, %j, %k] : !cube
          %x0 = arith.subf %below, %twice : f64
          %x1 = arith.addf %x0, %above : f64
          %x = arith.mulf %eighth, %x1 : f64
          %behind = affine.load %B[%i, %j + 1, %k] : !cube
          %before = affine.load %B[%i, %j - 1, %k] : !cube
          %y0 = arith.subf %behind, %twice : f64
          %y1 = arith.addf %y0, %before : f64
          %y = arith.mulf %eighth, %y1 : f64
          %right = affine.load %B[%i, %j, %k + 1] : !cube
          %left = affine.load %B[%i, %j, %k - 1] : !cube
          %z0 = arith.subf %right, %twice : f64
          %z1 = arith.addf %z0, %left : f64
          %z = arith.mulf %eighth, %z1 : f64
          %xy = arith.addf %x, %y : f64
          %xyz = arith.addf %xy, %z : f64
          %next = arith.addf %xyz, %here : f64
          affine.store %next, %A[%i, %j, %k] : !cube
        }
      }
    }
  }
  return
}
