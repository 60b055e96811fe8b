// Scalar loops that are no affine.for become linalg ops; else they stay, with one remark for the outermost
// one. What the code computes is test_unknown_sizes.

// RUN: autotune-opt %s --verify-diagnostics --autotune="target=x86-64-v3 model=none remarks=missed" | FileCheck %s

func.func @scale(%x: memref<512x512xf32>, %y: memref<512x512xf32>) {
  %two = arith.constant 2.0 : f32
  // CHECK-LABEL: @scale
  // CHECK-NOT: affine.parallel
  // CHECK: autotune.schedule
  affine.parallel (%i) = (0) to (512) {
    affine.parallel (%j) = (0) to (512) {
      %a = affine.load %x[%i, %j] : memref<512x512xf32>
      %p = arith.mulf %a, %two : f32
      affine.store %p, %y[%i, %j] : memref<512x512xf32>
    }
  }
  return
}

func.func @product(%a: memref<256x256xf32>, %b: memref<256x256xf32>, %c: memref<256x256xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 256 : index
  // CHECK-LABEL: @product
  // CHECK-NOT: memref.subview {{.*}}?
  // CHECK: autotune.schedule
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      scf.for %k = %c0 to %n step %c1 {
        %x = memref.load %a[%i, %k] : memref<256x256xf32>
        %y = memref.load %b[%k, %j] : memref<256x256xf32>
        %z = memref.load %c[%i, %j] : memref<256x256xf32>
        %p = arith.mulf %x, %y : f32
        %s = arith.addf %z, %p : f32
        memref.store %s, %c[%i, %j] : memref<256x256xf32>
      }
    }
  }
  return
}

// A loop around linalg ops is no scalar code, and says nothing; one inside of it is raised.
func.func @around(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %d: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 64 : index
  // CHECK-LABEL: @around
  // CHECK: scf.for
  // CHECK-COUNT-2: autotune.schedule
  scf.for %i = %c0 to %n step %c1 {
    linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<64x64xf32>) outs(%b : memref<64x64xf32>)
    scf.for %j = %c0 to %n step %c1 {
      %v = memref.load %d[%j] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %b[%i, %j] : memref<64x64xf32>
    }
  }
  return
}

// --- what stays

func.func @prefix(%a: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %n = arith.constant 64 : index
  // CHECK-LABEL: @prefix
  // CHECK: scf.for
  // CHECK: memref.store
  // expected-remark @+1 {{scf.for left untouched: other elements of a stored array are read}}
  scf.for %i = %c1 to %n step %c1 {
    %before = arith.subi %i, %c1 : index
    %x = memref.load %a[%before] : memref<64xf32>
    memref.store %x, %a[%i] : memref<64xf32>
  }
  return
}

func.func @condition(%a: memref<64xf32>, %v: f32, %is: i1) {
  // CHECK-LABEL: @condition
  // CHECK: affine.parallel
  // expected-remark @+1 {{affine.parallel left untouched: scf.if inside the nest}}
  affine.parallel (%i) = (0) to (64) {
    scf.if %is {
      memref.store %v, %a[%i] : memref<64xf32>
    }
  }
  return
}

func.func @sum(%a: memref<64xf32>, %b: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  // CHECK-LABEL: @sum
  // CHECK: scf.for
  // expected-remark @+1 {{scf.for left untouched: a loop of scf carries values}}
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> f32 {
    %x = memref.load %a[%i] : memref<64xf32>
    %next = arith.addf %sum, %x : f32
    memref.store %next, %b[] : memref<f32>
    scf.yield %next : f32
  }
  return
}

// Vector code is what it should be.
func.func @vectors(%a: memref<64xf32>, %b: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %n = arith.constant 64 : index
  scf.for %i = %c0 to %n step %c8 {
    %x = vector.load %a[%i] : memref<64xf32>, vector<8xf32>
    vector.store %x, %b[%i] : memref<64xf32>, vector<8xf32>
  }
  return
}
