// Scalar loops that are no affine.for stay as they are, with one remark for the outermost one.

// RUN: autotune-opt %s --verify-diagnostics --autotune="target=x86-64-v3" | FileCheck %s

func.func @scale(%x: memref<512x512xf32>, %y: memref<512x512xf32>) {
  %two = arith.constant 2.0 : f32
  // CHECK-LABEL: @scale
  // CHECK: affine.parallel
  // expected-remark @+1 {{affine.parallel left untouched: affine.parallel is not read, only nests of affine.for: tune before affine-parallelize, which makes it of them}}
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
  // CHECK-COUNT-3: scf.for
  // expected-remark @+1 {{scf.for left untouched: loops of scf are not read, only ops of linalg and nests of affine.for: tune before the pass that makes these loops}}
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

// A loop around linalg ops is no scalar code, and says nothing; one inside of it does.
func.func @around(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 64 : index
  scf.for %i = %c0 to %n step %c1 {
    linalg.exp ins(%a : memref<64x64xf32>) outs(%b : memref<64x64xf32>)
    // expected-remark @+1 {{scf.for left untouched: loops of scf are not read}}
    scf.for %j = %c0 to %n step %c1 {
      memref.store %v, %b[%i, %j] : memref<64x64xf32>
    }
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
