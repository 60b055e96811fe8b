// Correlation of the columns of data
!data = memref<{N}x{M}xf64>
!corr = memref<{M}x{M}xf64>
!m = memref<{M}xf64>

#behind = affine_map<(d0) -> (d0 + 1)>

func.func @kernel(%float_n: f64, %data: !data, %corr: !corr, %mean: !m, %stddev: !m)
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %least = arith.constant 0.1 : f64
  affine.for %j = 0 to {M} {
    %total = affine.for %i = 0 to {N} iter_args(%sum = %zero) -> f64 {
      %x = affine.load %data[%i, %j] : !data
      %next = arith.addf %sum, %x : f64
      affine.yield %next : f64
    }
    %average = arith.divf %total, %float_n : f64
    affine.store %average, %mean[%j] : !m
  }
  affine.for %j = 0 to {M} {
    %average = affine.load %mean[%j] : !m
    %total = affine.for %i = 0 to {N} iter_args(%sum = %zero) -> f64 {
      %x = affine.load %data[%i, %j] : !data
      %difference = arith.subf %x, %average : f64
      %square = arith.mulf %difference, %difference : f64
      %next = arith.addf %sum, %square : f64
      affine.yield %next : f64
    }
    %variance = arith.divf %total, %float_n : f64
    %deviation = math.sqrt %variance : f64
    %is_small = arith.cmpf ole, %deviation, %least : f64
    %safe = arith.select %is_small, %one, %deviation : f64
    affine.store %safe, %stddev[%j] : !m
  }
  %root = math.sqrt %float_n : f64
  affine.for %i = 0 to {N} {
    affine.for %j = 0 to {M} {
      %x = affine.load %data[%i, %j] : !data
      %average = affine.load %mean[%j] : !m
      %deviation = affine.load %stddev[%j] : !m
      %difference = arith.subf %x, %average : f64
      %scale = arith.mulf %root, %deviation : f64
      %normal = arith.divf %difference, %scale : f64
      affine.store %normal, %data[%i, %j] : !data
    }
  }
  affine.for %i = 0 to {M - 1} {
    affine.store %one, %corr[%i, %i] : !corr
    affine.for %j = #behind(%i) to {M} {
      %product = affine.for %k = 0 to {N} iter_args(%sum = %zero) -> f64 {
        %x = affine.load %data[%k, %i] : !data
        %y = affine.load %data[%k, %j] : !data
        %term = arith.mulf %x, %y : f64
        %next = arith.addf %sum, %term : f64
        affine.yield %next : f64
      }
      affine.store %product, %corr[%i, %j] : !corr
      affine.store %product, %corr[%j, %i] : !corr
    }
  }
  affine.store %one, %corr[{M - 1}, {M - 1}] : !corr
  return
}
