// Loops that run forwards in some subscripts and backwards in others: small arrays that the nest only
// reads are copied back to front.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v3 fp=reassoc remarks=all" -o %t.mlir 2> %t.remarks
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks

// A convolution: with the weights mirrored, the loop over them is turned.
// REMARK: affine.for raised: 1 linalg ops and 1 scalar statements
// CHECK-LABEL: @convolution
// CHECK: memref.alloca() {{.*}} : memref<8xf32>
// CHECK-NOT: affine.for
// CHECK: vector.fma
// CHECK: return
func.func @convolution(%x: memref<4103xf32>, %h: memref<8xf32>, %y: memref<4096xf32>) {
  affine.for %i = 0 to 4096 {
    affine.for %k = 0 to 8 {
      %0 = affine.load %x[%i - %k + 7] : memref<4103xf32>
      %1 = affine.load %h[%k] : memref<8xf32>
      %2 = affine.load %y[%i] : memref<4096xf32>
      %3 = arith.mulf %0, %1 : f32
      %4 = arith.addf %2, %3 : f32
      affine.store %4, %y[%i] : memref<4096xf32>
    }
  }
  return
}

// The same in two dimensions: all four loops are one op, and no loop over the weights is around it.
// REMARK: affine.for raised: 1 linalg ops and 1 scalar statements
// CHECK-LABEL: @convolution_2d
// CHECK: memref.alloca() {{.*}} : memref<3x5xf32>
// CHECK-NOT: affine.for
// CHECK: return
func.func @convolution_2d(%x: memref<66x68xf32>, %h: memref<3x5xf32>, %y: memref<64x64xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      affine.for %r = 0 to 3 {
        affine.for %s = 0 to 5 {
          %0 = affine.load %x[%i - %r + 2, %j - %s + 4] : memref<66x68xf32>
          %1 = affine.load %h[%r, %s] : memref<3x5xf32>
          %2 = affine.load %y[%i, %j] : memref<64x64xf32>
          %3 = arith.mulf %0, %1 : f32
          %4 = arith.addf %2, %3 : f32
          affine.store %4, %y[%i, %j] : memref<64x64xf32>
        }
      }
    }
  }
  return
}

// A contraction of a matrix that is read from its last row on: the output runs forwards.
// REMARK: affine.for raised: 2 linalg ops and 0 scalar statements
// CHECK-LABEL: @flipped
// CHECK: memref.alloc() {{.*}} : memref<64x64xf32>
// CHECK-NOT: affine.for
// CHECK: vector.fma
// CHECK: return
func.func @flipped(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      affine.for %k = 0 to 64 {
        %0 = affine.load %a[-%i + 63, %k] : memref<64x64xf32>
        %1 = affine.load %b[%k, %j] : memref<64x64xf32>
        %2 = affine.load %c[%i, %j] : memref<64x64xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<64x64xf32>
      }
    }
  }
  return
}

// Every element is read once: a copy would be all of the work.
// REMARK: affine.for left untouched: too little of the nest is a linalg op
// CHECK-LABEL: @once
// CHECK: affine.for
func.func @once(%a: memref<4096xf32>, %b: memref<4096xf32>) {
  affine.for %i = 0 to 4096 {
    %0 = affine.load %a[-%i + 4095] : memref<4096xf32>
    affine.store %0, %b[%i] : memref<4096xf32>
  }
  return
}

// What the nest writes is not mirrored.
// REMARK: affine.for left untouched: loop 1 carries a dependence
// CHECK-LABEL: @written
// CHECK: affine.for
func.func @written(%h: memref<8xf32>, %y: memref<64xf32>) {
  affine.for %i = 7 to 64 {
    affine.for %k = 1 to 8 {
      %0 = affine.load %y[%i - %k] : memref<64xf32>
      %1 = affine.load %h[%k] : memref<8xf32>
      %2 = affine.load %y[%i] : memref<64xf32>
      %3 = arith.mulf %0, %1 : f32
      %4 = arith.addf %2, %3 : f32
      affine.store %4, %y[%i] : memref<64xf32>
    }
  }
  return
}

// The op of @convolution_2d.
// REMARK: linalg.generic tuned {{.*}}block={{[[]}}{{[0-9]+}},{{[0-9]+}},{{[0-9]+}},{{[0-9]+}}]

// Only the run knows how large the weights are: they stay as they lie.
// CHECK-LABEL: @open_weights
// CHECK-NOT: memref.alloc
// CHECK: return
func.func @open_weights(%x: memref<4103xf32>, %h: memref<?xf32>, %y: memref<4096xf32>) {
  affine.for %i = 0 to 4096 {
    affine.for %k = 0 to 8 {
      %0 = affine.load %x[%i - %k + 7] : memref<4103xf32>
      %1 = affine.load %h[%k] : memref<?xf32>
      %2 = affine.load %y[%i] : memref<4096xf32>
      %3 = arith.mulf %0, %1 : f32
      %4 = arith.addf %2, %3 : f32
      affine.store %4, %y[%i] : memref<4096xf32>
    }
  }
  return
}
