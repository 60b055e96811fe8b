// Electric field (ex, ey) and magnetic field hz in two dimensions by finite differences
!field = memref<{NX}x{NY}xf64>
!time = memref<{TMAX}xf64>

func.func @kernel(%ex: !field, %ey: !field, %hz: !field, %fict: !time)
    attributes {llvm.emit_c_interface} {
  %electric = arith.constant 0.5 : f64
  %magnetic = arith.constant 0.7 : f64
  affine.for %t = 0 to {TMAX} {
    affine.for %j = 0 to {NY} {
      %source = affine.load %fict[%t] : !time
      affine.store %source, %ey[0, %j] : !field
    }
    affine.for %i = 1 to {NX} {
      affine.for %j = 0 to {NY} {
        %e = affine.load %ey[%i, %j] : !field
        %h = affine.load %hz[%i, %j] : !field
        %h_above = affine.load %hz[%i - 1, %j] : !field
        %slope = arith.subf %h, %h_above : f64
        %change = arith.mulf %electric, %slope : f64
        %next = arith.subf %e, %change : f64
        affine.store %next, %ey[%i, %j] : !field
      }
    }
    affine.for %i = 0 to {NX} {
      affine.for %j = 1 to {NY} {
        %e = affine.load %ex[%i, %j] : !field
        %h = affine.load %hz[%i, %j] : !field
        %h_left = affine.load %hz[%i, %j - 1] : !field
        %slope = arith.subf %h, %h_left : f64
        %change = arith.mulf %electric, %slope : f64
        %next = arith.subf %e, %change : f64
        affine.store %next, %ex[%i, %j] : !field
      }
    }
    affine.for %i = 0 to {NX - 1} {
      affine.for %j = 0 to {NY - 1} {
        %h = affine.load %hz[%i, %j] : !field
        %x = affine.load %ex[%i, %j] : !field
        %x_right = affine.load %ex[%i, %j + 1] : !field
        %y = affine.load %ey[%i, %j] : !field
        %y_below = affine.load %ey[%i + 1, %j] : !field
        %s0 = arith.subf %x_right, %x : f64
        %s1 = arith.addf %s0, %y_below : f64
        %curl = arith.subf %s1, %y : f64
        %change = arith.mulf %magnetic, %curl : f64
        %next = arith.subf %h, %change : f64
        affine.store %next, %hz[%i, %j] : !field
      }
    }
  }
  return
}
