// Covariance of the columns of data
!data = memref<{N}x{M}xf64>
!cov = memref<{M}x{M}xf64>
!m = memref<{M}xf64>

#id = affine_map<(d0) -> (d0)>

func.func @kernel(%float_n: f64, %data: !data, %cov: !cov, %mean: !m)
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %degrees = arith.subf %float_n, %one : f64
  affine.for %j = 0 to {M} {
    affine.store %zero, %mean[%j] : !m
    affine.for %i = 0 to {N} {
      %sum = affine.load %mean[%j] : !m
      %x = affine.load %data[%i, %j] : !data
      %next = arith.addf %sum, %x : f64
      affine.store %next, %mean[%j] : !m
    }
    %total = affine.load %mean[%j] : !m
    %average = arith.divf %total, %float_n : f64
    affine.store %average, %mean[%j] : !m
  }
  affine.for %i = 0 to {N} {
    affine.for %j = 0 to {M} {
      %x = affine.load %data[%i, %j] : !data
      %average = affine.load %mean[%j] : !m
      %difference = arith.subf %x, %average : f64
      affine.store %difference, %data[%i, %j] : !data
    }
  }
  affine.for %i = 0 to {M} {
    affine.for %j = #id(%i) to {M} {
      affine.store %zero, %cov[%i, %j] : !cov
      affine.for %k = 0 to {N} {
        %sum = affine.load %cov[%i, %j] : !cov
        %x = affine.load %data[%k, %i] : !data
        %y = affine.load %data[%k, %j] : !data
        %term = arith.mulf %x, %y : f64
        %next = arith.addf %sum, %term : f64
        affine.store %next, %cov[%i, %j] : !cov
      }
      %total = affine.load %cov[%i, %j] : !cov
      %both = arith.divf %total, %degrees : f64
      affine.store %both, %cov[%i, %j] : !cov
      affine.store %both, %cov[%j, %i] : !cov
    }
  }
  return
}
