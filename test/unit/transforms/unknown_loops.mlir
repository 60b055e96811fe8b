// Loops of scf, affine.parallel and loops whose bounds only the run knows, for test_unknown_sizes. Every
// `?` of an argument gets the same size.

func.func @product(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?x?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.for %k = 0 to %n {
        %x = affine.load %a[%i, %k] : memref<?x?xf32>
        %y = affine.load %b[%k, %j] : memref<?x?xf32>
        %z = affine.load %c[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %x, %y : f32
        %s = arith.addf %z, %p : f32
        affine.store %s, %c[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

// Several statements in one nest, and bounds that are sums. What lies outside of the loops stays.
func.func @inner(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %n = memref.dim %a, %c0 : memref<?x?xf32>
  affine.for %i = 1 to affine_map<()[s0] -> (s0 - 2)>()[%n] {
    affine.for %j = 0 to min affine_map<()[s0] -> (s0 - 1, 40)>()[%n] step 2 {
      affine.store %zero, %c[%i + 1, %j] : memref<?x?xf32>
      affine.for %k = 0 to %n {
        %x = affine.load %a[%i - 1, %k] : memref<?x?xf32>
        %y = affine.load %b[%k, %j + 1] : memref<?x?xf32>
        %z = affine.load %c[%i + 1, %j] : memref<?x?xf32>
        %p = arith.mulf %x, %y : f32
        %s = arith.addf %z, %p : f32
        affine.store %s, %c[%i + 1, %j] : memref<?x?xf32>
      }
      %r = affine.load %c[%i + 1, %j] : memref<?x?xf32>
      %t = arith.mulf %r, %half : f32
      affine.store %t, %c[%i + 1, %j] : memref<?x?xf32>
    }
  }
  return
}

func.func @windows(%x: memref<?x?xf32>, %w: memref<3x3xf32>, %y: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?x?xf32>
  affine.for %i = 0 to affine_map<()[s0] -> (s0 - 2)>()[%n] {
    affine.for %j = 0 to affine_map<()[s0] -> (s0 - 2)>()[%n] {
      affine.for %k = 0 to 3 {
        affine.for %l = 0 to 3 {
          %a = affine.load %x[%i + %k, %j + %l] : memref<?x?xf32>
          %b = affine.load %w[%k, %l] : memref<3x3xf32>
          %c = affine.load %y[%i, %j] : memref<?x?xf32>
          %p = arith.mulf %a, %b : f32
          %s = arith.addf %c, %p : f32
          affine.store %s, %y[%i, %j] : memref<?x?xf32>
        }
      }
    }
  }
  return
}

func.func @scf_product(%a: memref<?x24xf32>, %b: memref<24x33xf32>, %c: memref<?x33xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c24 = arith.constant 24 : index
  %c33 = arith.constant 33 : index
  %n = memref.dim %a, %c0 : memref<?x24xf32>
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %c33) step (%c1, %c1) {
    scf.for %k = %c0 to %c24 step %c1 {
      %x = memref.load %a[%i, %k] : memref<?x24xf32>
      %y = memref.load %b[%k, %j] : memref<24x33xf32>
      %z = memref.load %c[%i, %j] : memref<?x33xf32>
      %p = arith.mulf %x, %y : f32
      %s = arith.addf %z, %p : f32
      memref.store %s, %c[%i, %j] : memref<?x33xf32>
    }
  }
  return
}

// Indices that arithmetic makes, in steps.
func.func @scf_steps(%a: memref<64x64xf32>, %c: memref<32x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c30 = arith.constant 30 : index
  %c63 = arith.constant 63 : index
  scf.for %i = %c1 to %c30 step %c1 {
    scf.for %j = %c0 to %c63 step %c2 {
      %two = arith.muli %i, %c2 : index
      %row = arith.addi %two, %c1 : index
      %column = arith.addi %j, %c1 : index
      %x = memref.load %a[%row, %column] : memref<64x64xf32>
      %e = math.exp %x : f32
      memref.store %e, %c[%i, %j] : memref<32x64xf32>
    }
  }
  return
}

func.func @affine_parallel(%x: memref<?x?xf32>, %y: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %two = arith.constant 2.0 : f32
  %n = memref.dim %x, %c0 : memref<?x?xf32>
  affine.parallel (%i, %j) = (0, 0) to (symbol(%n), symbol(%n)) {
    %a = affine.load %x[%i, %j] : memref<?x?xf32>
    %b = affine.load %y[%i, %j] : memref<?x?xf32>
    %p = arith.mulf %a, %two : f32
    %s = arith.addf %p, %b : f32
    affine.store %s, %y[%i, %j] : memref<?x?xf32>
  }
  return
}

// Steps of time stay loops, what each of them does becomes linalg ops.
func.func @steps_of_time(%a: memref<?x?xf32>, %b: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %half = arith.constant 0.5 : f32
  %n = memref.dim %a, %c0 : memref<?x?xf32>
  affine.for %t = 0 to 3 {
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      affine.for %j = 0 to %n {
        %x = affine.load %a[%i - 1, %j] : memref<?x?xf32>
        %y = affine.load %a[%i + 1, %j] : memref<?x?xf32>
        %s = arith.addf %x, %y : f32
        %m = arith.mulf %s, %half : f32
        affine.store %m, %b[%i, %j] : memref<?x?xf32>
      }
    }
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      affine.for %j = 0 to %n {
        %x = affine.load %b[%i, %j] : memref<?x?xf32>
        affine.store %x, %a[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

// Loops over tiles that were made before are one loop again.
func.func @tiles(%a: memref<?x20xf32>, %b: memref<20x33xf32>, %c: memref<?x33xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?x20xf32>
  affine.for %ii = 0 to %n step 8 {
    affine.for %jj = 0 to 33 step 16 {
      affine.for %kk = 0 to 20 step 5 {
        affine.for %i = affine_map<(d0) -> (d0)>(%ii) to min affine_map<(d0)[s0] -> (d0 + 8, s0)>(%ii)[%n] {
          affine.for %j = affine_map<(d0) -> (d0)>(%jj) to min affine_map<(d0) -> (d0 + 16, 33)>(%jj) {
            affine.for %k = affine_map<(d0) -> (d0)>(%kk) to affine_map<(d0) -> (d0 + 5)>(%kk) {
              %x = affine.load %a[%i, %k] : memref<?x20xf32>
              %y = affine.load %b[%k, %j] : memref<20x33xf32>
              %z = affine.load %c[%i, %j] : memref<?x33xf32>
              %p = arith.mulf %x, %y : f32
              %s = arith.addf %z, %p : f32
              affine.store %s, %c[%i, %j] : memref<?x33xf32>
            }
          }
        }
      }
    }
  }
  return
}

// Tiles that overlap are none.
func.func @overlapping_tiles(%a: memref<?xf32>, %b: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  affine.for %ii = 0 to %n step 8 {
    affine.for %i = affine_map<(d0) -> (d0)>(%ii) to min affine_map<(d0)[s0] -> (d0 + 9, s0)>(%ii)[%n] {
      %x = affine.load %a[%i] : memref<?xf32>
      %y = affine.load %b[%i] : memref<?xf32>
      %s = arith.addf %x, %y : f32
      affine.store %s, %b[%i] : memref<?xf32>
    }
  }
  return
}

// --- what stays, as its iterations depend on one another

func.func @prefix(%a: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?x?xf32>
  affine.for %i = 1 to %n {
    affine.for %j = 0 to %n {
      %x = affine.load %a[%i - 1, %j] : memref<?x?xf32>
      %y = affine.load %a[%i, %j] : memref<?x?xf32>
      %s = arith.addf %x, %y : f32
      affine.store %s, %a[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// A row is exchanged with the next: what the first store writes was read for the second one.
func.func @exchange(%a: memref<?xf32>, %b: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %a[%i] : memref<?xf32>
    %y = affine.load %b[%i] : memref<?xf32>
    affine.store %y, %a[%i] : memref<?xf32>
    affine.store %x, %b[%i] : memref<?xf32>
  }
  return
}

// The second statement reads what the first one writes in a later iteration.
func.func @ahead(%a: memref<?xf32>, %b: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  affine.for %i = 0 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
    %x = affine.load %b[%i] : memref<?xf32>
    %e = arith.addf %x, %x : f32
    affine.store %e, %a[%i] : memref<?xf32>
    %y = affine.load %a[%i + 1] : memref<?xf32>
    affine.store %y, %b[%i] : memref<?xf32>
  }
  return
}

func.func @triangle(%a: memref<?x?xf32>, %b: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?x?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %x = affine.load %a[%i, %j] : memref<?x?xf32>
      affine.store %x, %b[%j, %i] : memref<?x?xf32>
    }
  }
  return
}
