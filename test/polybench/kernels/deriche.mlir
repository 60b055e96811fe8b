// Deriche's recursive edge filter: along the rows forwards and backwards, then along the columns
!image = memref<{W}x{H}xf64>

func.func @kernel(%alpha: f64, %img: !image, %out: !image, %y1: !image, %y2: !image)
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %two = arith.constant 2.0 : f64
  %minus_two = arith.constant -2.0 : f64
  // k = (1 - e^-alpha)^2 / (1 + 2 alpha e^-alpha - e^(2 alpha))
  %minus_alpha = arith.negf %alpha : f64
  %decay = math.exp %minus_alpha : f64
  %two_alpha = arith.mulf %two, %alpha : f64
  %growth = math.exp %two_alpha : f64
  %loss = arith.subf %one, %decay : f64
  %loss_squared = arith.mulf %loss, %loss : f64
  %two_alpha_decay = arith.mulf %two_alpha, %decay : f64
  %below = arith.addf %one, %two_alpha_decay : f64
  %divisor = arith.subf %below, %growth : f64
  %k = arith.divf %loss_squared, %divisor : f64
  // Of the elements: a1 this one, a2 the one before, a3 the one behind, a4 the second behind.
  // Of the results: b1 the last one, b2 the second last.
  %k_decay = arith.mulf %k, %decay : f64
  %alpha_less = arith.subf %alpha, %one : f64
  %alpha_more = arith.addf %alpha, %one : f64
  %a2 = arith.mulf %k_decay, %alpha_less : f64
  %a3 = arith.mulf %k_decay, %alpha_more : f64
  %exponent = arith.mulf %minus_two, %alpha : f64
  %decay_squared = math.exp %exponent : f64
  %minus_k = arith.negf %k : f64
  %a4 = arith.mulf %minus_k, %decay_squared : f64
  %b1 = math.powf %two, %minus_alpha : f64
  %b2 = arith.negf %decay_squared : f64

  affine.for %i = 0 to {W} {
    affine.for %j = 0 to {H} iter_args(%x1 = %zero, %r1 = %zero, %r2 = %zero) -> (f64, f64, f64) {
      %x = affine.load %img[%i, %j] : !image
      %p0 = arith.mulf %k, %x : f64
      %p1 = arith.mulf %a2, %x1 : f64
      %p2 = arith.mulf %b1, %r1 : f64
      %p3 = arith.mulf %b2, %r2 : f64
      %s1 = arith.addf %p0, %p1 : f64
      %s2 = arith.addf %s1, %p2 : f64
      %r = arith.addf %s2, %p3 : f64
      affine.store %r, %y1[%i, %j] : !image
      affine.yield %x, %r, %r1 : f64, f64, f64
    }
  }
  affine.for %i = 0 to {W} {
    affine.for %j = 0 to {H}
        iter_args(%x1 = %zero, %x2 = %zero, %r1 = %zero, %r2 = %zero) -> (f64, f64, f64, f64) {
      %p0 = arith.mulf %a3, %x1 : f64
      %p1 = arith.mulf %a4, %x2 : f64
      %p2 = arith.mulf %b1, %r1 : f64
      %p3 = arith.mulf %b2, %r2 : f64
      %s1 = arith.addf %p0, %p1 : f64
      %s2 = arith.addf %s1, %p2 : f64
      %r = arith.addf %s2, %p3 : f64
      affine.store %r, %y2[%i, {H - 1} - %j] : !image
      %x = affine.load %img[%i, {H - 1} - %j] : !image
      affine.yield %x, %x1, %r, %r1 : f64, f64, f64, f64
    }
  }
  affine.for %i = 0 to {W} {
    affine.for %j = 0 to {H} {
      %forwards = affine.load %y1[%i, %j] : !image
      %backwards = affine.load %y2[%i, %j] : !image
      %both = arith.addf %forwards, %backwards : f64
      affine.store %both, %out[%i, %j] : !image
    }
  }
  affine.for %j = 0 to {H} {
    affine.for %i = 0 to {W} iter_args(%x1 = %zero, %r1 = %zero, %r2 = %zero) -> (f64, f64, f64) {
      %x = affine.load %out[%i, %j] : !image
      %p0 = arith.mulf %k, %x : f64
      %p1 = arith.mulf %a2, %x1 : f64
      %p2 = arith.mulf %b1, %r1 : f64
      %p3 = arith.mulf %b2, %r2 : f64
      %s1 = arith.addf %p0, %p1 : f64
      %s2 = arith.addf %s1, %p2 : f64
      %r = arith.addf %s2, %p3 : f64
      affine.store %r, %y1[%i, %j] : !image
      affine.yield %x, %r, %r1 : f64, f64, f64
    }
  }
  affine.for %j = 0 to {H} {
    affine.for %i = 0 to {W}
        iter_args(%x1 = %zero, %x2 = %zero, %r1 = %zero, %r2 = %zero) -> (f64, f64, f64, f64) {
      %p0 = arith.mulf %a3, %x1 : f64
      %p1 = arith.mulf %a4, %x2 : f64
      %p2 = arith.mulf %b1, %r1 : f64
      %p3 = arith.mulf %b2, %r2 : f64
      %s1 = arith.addf %p0, %p1 : f64
      %s2 = arith.addf %s1, %p2 : f64
      %r = arith.addf %s2, %p3 : f64
      affine.store %r, %y2[{W - 1} - %i, %j] : !image
      %x = affine.load %out[{W - 1} - %i, %j] : !image
      affine.yield %x, %x1, %r, %r1 : f64, f64, f64, f64
    }
  }
  affine.for %i = 0 to {W} {
    affine.for %j = 0 to {H} {
      %forwards = affine.load %y1[%i, %j] : !image
      %backwards = affine.load %y2[%i, %j] : !image
      %both = arith.addf %forwards, %backwards : f64
      affine.store %both, %out[%i, %j] : !image
    }
  }
  return
}
