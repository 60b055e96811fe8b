// Heat in two dimensions, implicit by alternating directions: in each step a tridiagonal system
// for every column of u, then one for every row of v. p and q hold the eliminated systems.
!matrix = memref<{N}x{N}xf64>

#reversed = affine_map<(d0) -> ({N - 2} - d0)>

func.func @kernel(%u: !matrix, %v: !matrix, %p: !matrix, %q: !matrix)
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %two = arith.constant 2.0 : f64
  %points = arith.constant {N}.0 : f64
  %steps = arith.constant {TSTEPS}.0 : f64
  %dx = arith.divf %one, %points : f64
  %dt = arith.divf %one, %steps : f64
  %area = arith.mulf %dx, %dx : f64
  // Columns: a on both sides of the diagonal b; rows: d on both sides of e.
  %two_dt = arith.mulf %two, %dt : f64
  %mul1 = arith.divf %two_dt, %area : f64
  %mul2 = arith.divf %dt, %area : f64
  %minus_mul1 = arith.negf %mul1 : f64
  %minus_mul2 = arith.negf %mul2 : f64
  %a = arith.divf %minus_mul1, %two : f64
  %b = arith.addf %one, %mul1 : f64
  %d = arith.divf %minus_mul2, %two : f64
  %e = arith.addf %one, %mul2 : f64
  %minus_a = arith.negf %a : f64
  %minus_d = arith.negf %d : f64
  %two_a = arith.mulf %two, %a : f64
  %two_d = arith.mulf %two, %d : f64
  %middle_a = arith.addf %one, %two_a : f64
  %middle_d = arith.addf %one, %two_d : f64

  affine.for %t = 0 to {TSTEPS} {
    affine.for %i = 1 to {N - 1} {
      affine.store %one, %v[0, %i] : !matrix
      affine.store %zero, %p[%i, 0] : !matrix
      affine.store %one, %q[%i, 0] : !matrix
      affine.for %j = 1 to {N - 1} {
        %p_before = affine.load %p[%i, %j - 1] : !matrix
        %a_p = arith.mulf %a, %p_before : f64
        %pivot = arith.addf %a_p, %b : f64
        %p_here = arith.divf %minus_a, %pivot : f64
        affine.store %p_here, %p[%i, %j] : !matrix
        %u_left = affine.load %u[%j, %i - 1] : !matrix
        %u_here = affine.load %u[%j, %i] : !matrix
        %u_right = affine.load %u[%j, %i + 1] : !matrix
        %q_before = affine.load %q[%i, %j - 1] : !matrix
        %left = arith.mulf %minus_d, %u_left : f64
        %here = arith.mulf %middle_d, %u_here : f64
        %right = arith.mulf %d, %u_right : f64
        %before = arith.mulf %a, %q_before : f64
        %s0 = arith.addf %left, %here : f64
        %s1 = arith.subf %s0, %right : f64
        %s2 = arith.subf %s1, %before : f64
        %q_here = arith.divf %s2, %pivot : f64
        affine.store %q_here, %q[%i, %j] : !matrix
      }
      affine.store %one, %v[{N - 1}, %i] : !matrix
      affine.for %r = 0 to {N - 2} {
        %j = affine.apply #reversed(%r)
        %p_here = affine.load %p[%i, %j] : !matrix
        %v_behind = affine.load %v[%j + 1, %i] : !matrix
        %q_here = affine.load %q[%i, %j] : !matrix
        %product = arith.mulf %p_here, %v_behind : f64
        %v_here = arith.addf %product, %q_here : f64
        affine.store %v_here, %v[%j, %i] : !matrix
      }
    }
    affine.for %i = 1 to {N - 1} {
      affine.store %one, %u[%i, 0] : !matrix
      affine.store %zero, %p[%i, 0] : !matrix
      affine.store %one, %q[%i, 0] : !matrix
      affine.for %j = 1 to {N - 1} {
        %p_before = affine.load %p[%i, %j - 1] : !matrix
        %d_p = arith.mulf %d, %p_before : f64
        %pivot = arith.addf %d_p, %e : f64
        %p_here = arith.divf %minus_d, %pivot : f64
        affine.store %p_here, %p[%i, %j] : !matrix
        %v_above = affine.load %v[%i - 1, %j] : !matrix
        %v_here = affine.load %v[%i, %j] : !matrix
        %v_below = affine.load %v[%i + 1, %j] : !matrix
        %q_before = affine.load %q[%i, %j - 1] : !matrix
        %above = arith.mulf %minus_a, %v_above : f64
        %here = arith.mulf %middle_a, %v_here : f64
        %below = arith.mulf %a, %v_below : f64
        %before = arith.mulf %d, %q_before : f64
        %s0 = arith.addf %above, %here : f64
        %s1 = arith.subf %s0, %below : f64
        %s2 = arith.subf %s1, %before : f64
        %q_here = arith.divf %s2, %pivot : f64
        affine.store %q_here, %q[%i, %j] : !matrix
      }
      affine.store %one, %u[%i, {N - 1}] : !matrix
      affine.for %r = 0 to {N - 2} {
        %j = affine.apply #reversed(%r)
        %p_here = affine.load %p[%i, %j] : !matrix
        %u_behind = affine.load %u[%i, %j + 1] : !matrix
        %q_here = affine.load %q[%i, %j] : !matrix
        %product = arith.mulf %p_here, %u_behind : f64
        %u_here = arith.addf %product, %q_here : f64
        affine.store %u_here, %u[%i, %j] : !matrix
      }
    }
  }
  return
}
